/* Ranked lists, one below the other, as evalstore/load/ranking.py defines them. */

#include "arrays.h"

#include <stdlib.h>

/* Whether each list falls from row to row, in single precision, under the ranks 1, 2, 3, … */
static bool all_fall(const int64_t *lengths, Py_ssize_t lists, const double *scores,
                     const int64_t *ranks)
{
    for (Py_ssize_t list = 0; list < lists; list++) {
        Py_ssize_t length = (Py_ssize_t)lengths[list];
        bool is_plain = true;
        for (Py_ssize_t i = 0; i < length; i++)
            is_plain &= ranks[i] == i + 1;
        for (Py_ssize_t i = 1; i < length; i++)
            is_plain &= (float)scores[i] < (float)scores[i - 1];
        if (!is_plain)
            return false;
        scores += length;
        ranks += length;
    }
    return true;
}

/* Whether the arrays have a row for each of the lists' places; an error is set if not. */
static bool are_as_long(const Array *lengths, const Array *rows)
{
    Py_ssize_t places = 0;
    for (Py_ssize_t list = 0; list < lengths->count; list++)
        places += (Py_ssize_t)((const int64_t *)lengths->view.buf)[list];
    if (places == rows->count)
        return true;
    PyErr_Format(PyExc_ValueError, "%zd rows for %zd places", rows->count, places);
    return false;
}

PyObject *fall(PyObject *module, PyObject *arguments)
{
    Array in[3];
    bool are_plain = false;
    (void)module;
    if (!take_arrays(arguments, "888", in))
        return NULL;
    if (are_as_long(in, in + 1) && are_as_long(in, in + 2)) {
        Py_BEGIN_ALLOW_THREADS
        are_plain = all_fall(in[0].view.buf, in[0].count, in[1].view.buf, in[2].view.buf);
        Py_END_ALLOW_THREADS
    }
    let_go(in, 3);
    return PyErr_Occurred() ? NULL : PyBool_FromLong(are_plain);
}

/* The keys of one list at a time: a slot belongs to the list that it names. */
typedef struct {
    uint64_t key;
    Py_ssize_t list;
} Slot;

static bool any_repeats(const int64_t *lengths, Py_ssize_t lists, const uint64_t *keys, Slot *slots,
                        int bits)
{
    size_t last = ((size_t)1 << bits) - 1;
    for (Py_ssize_t list = 0; list < lists; list++) {
        for (int64_t i = 0; i < lengths[list]; i++, keys++) {
            size_t slot = *keys >> (64 - bits);
            for (; slots[slot].list == list + 1; slot = (slot + 1) & last)
                if (slots[slot].key == *keys)
                    return true;
            slots[slot] = (Slot){*keys, list + 1};
        }
    }
    return false;
}

/* Twice as many slots as the longest list has places, or more. */
static int bits_for(const int64_t *lengths, Py_ssize_t lists)
{
    int64_t longest = 1;
    for (Py_ssize_t list = 0; list < lists; list++)
        longest = lengths[list] > longest ? lengths[list] : longest;
    return 65 - __builtin_clzll((uint64_t)longest);
}

PyObject *repeat(PyObject *module, PyObject *arguments)
{
    Array in[2];
    (void)module;
    if (!take_arrays(arguments, "88", in))
        return NULL;
    bool do_repeat = false;
    if (are_as_long(in, in + 1)) {
        int bits = bits_for(in[0].view.buf, in[0].count);
        Slot *slots = calloc((size_t)1 << bits, sizeof *slots);
        if (slots) {
            Py_BEGIN_ALLOW_THREADS
            do_repeat = any_repeats(in[0].view.buf, in[0].count, in[1].view.buf, slots, bits);
            Py_END_ALLOW_THREADS
        } else {
            PyErr_NoMemory();
        }
        free(slots);
    }
    let_go(in, 2);
    return PyErr_Occurred() ? NULL : PyBool_FromLong(do_repeat);
}
