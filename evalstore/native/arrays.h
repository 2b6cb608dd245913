/* Arrays that come from Python, and go there. */

#ifndef EVALSTORE_ARRAYS_H
#define EVALSTORE_ARRAYS_H

#include "native.h"

typedef struct {
    Py_buffer view;
    Py_ssize_t count;
} Array;

/* The arguments as arrays; `sizes` has a character for each, so far above '0' as its items have
   bytes. False, with an error set, if they are something else; else they are to be let go. */
bool take_arrays(PyObject *arguments, const char *sizes, Array *arrays);
void let_go(Array *arrays, int count);

/* Room for so many items, and the Python object that owns it; NULL, with an error set, if none. */
void *make_room(PyObject **owner, Py_ssize_t count, size_t size);
bool shorten(PyObject *owner, Py_ssize_t count, size_t size);

/* Two owners as a tuple, which takes them over; NULL if an error is set. */
PyObject *both(PyObject *owners[2]);

#endif
