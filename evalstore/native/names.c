/* Names of documents, each by where it starts in a text and how long it is. */

#include "arrays.h"

/* Copies the names one behind the other; tells where each ends, before that 0. */
static void copy(const Byte *text, const int64_t *starts, const int32_t *lengths, Py_ssize_t count,
                 char *copied, int32_t *ends)
{
    int32_t end = *ends = 0;
    for (Py_ssize_t i = 0; i < count; i++) {
        memcpy(copied + end, text + starts[i], (size_t)lengths[i]);
        ends[i + 1] = end += lengths[i];
    }
}

/* The length of all names, or -1, with an error set, if they do not lie within the text. */
static Py_ssize_t whole_length(const Array in[3])
{
    const int64_t *starts = in[1].view.buf;
    const int32_t *lengths = in[2].view.buf;
    Py_ssize_t length = 0;
    bool are_within = in[1].count == in[2].count;
    for (Py_ssize_t i = 0; are_within && i < in[1].count; i++) {
        are_within = starts[i] >= 0 && lengths[i] >= 0 && starts[i] <= in[0].count - lengths[i];
        length += lengths[i];
    }
    if (are_within && length <= INT32_MAX)
        return length;
    PyErr_SetString(PyExc_ValueError, "names that a column of text cannot hold");
    return -1;
}

PyObject *copied(PyObject *module, PyObject *arguments)
{
    Array in[3];
    PyObject *owners[2] = {NULL, NULL};
    (void)module;
    if (!take_arrays(arguments, "184", in))
        return NULL;
    Py_ssize_t length = whole_length(in), count = in[1].count;
    if (length >= 0) {
        char *names = make_room(owners, length, 1);
        int32_t *ends = make_room(owners + 1, count + 1, sizeof *ends);
        if (names && ends) {
            Py_BEGIN_ALLOW_THREADS
            copy(in[0].view.buf, in[1].view.buf, in[2].view.buf, count, names, ends);
            Py_END_ALLOW_THREADS
        }
    }
    let_go(in, 3);
    return both(owners);
}
