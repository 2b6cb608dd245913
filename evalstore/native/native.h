/* What the files of the compiled module share. */

#ifndef EVALSTORE_NATIVE_H
#define EVALSTORE_NATIVE_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the first byte of a word has to be its lowest"
#endif

/* For a function that is compiled anew wherever some of its arguments are known. */
#define ALWAYS_INLINE static inline __attribute__((always_inline))

typedef unsigned char Byte;

/* The module's functions: _native.pyi tells what they do. */
PyObject *fields(PyObject *module, PyObject *arguments);
PyObject *keys(PyObject *module, PyObject *arguments);
PyObject *slots_of(PyObject *module, PyObject *arguments);
PyObject *look_up(PyObject *module, PyObject *arguments);
PyObject *copied(PyObject *module, PyObject *arguments);
PyObject *judged(PyObject *module, PyObject *arguments);
PyObject *fall(PyObject *module, PyObject *arguments);
PyObject *repeat(PyObject *module, PyObject *arguments);
PyObject *untied(PyObject *module, PyObject *arguments);

#endif
