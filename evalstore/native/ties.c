/* Documents of one rank, by name: as evalstore/load/ranking.py orders them. */

#include "arrays.h"

#include <stdlib.h>

typedef struct {
    const Byte *name;
    size_t length;
    int64_t row;
} Document;

/* The greater name first, byte by byte. */
static int by_name(const void *left, const void *right)
{
    const Document *one = left, *other = right;
    size_t length = one->length < other->length ? one->length : other->length;
    int compared = memcmp(other->name, one->name, length);
    if (compared)
        return compared;
    return (one->length < other->length) - (one->length > other->length);
}

/* The row of each place; in ties, which start at a place that is not tied with the one above. */
static bool untie(const Byte *text, const int64_t *starts, const int32_t *lengths,
                  const bool *is_tied, const int64_t *order, int64_t *untied, Py_ssize_t count)
{
    Document *tie = malloc((size_t)count * sizeof *tie + 1);
    if (!tie)
        return false;
    for (Py_ssize_t start = 0, end; start < count; start = end) {
        for (end = start + 1; end < count && is_tied[end];)
            end++;
        for (Py_ssize_t place = start; place < end; place++) {
            int64_t row = order[place];
            tie[place - start] = (Document){text + starts[row], (size_t)lengths[row], row};
        }
        qsort(tie, (size_t)(end - start), sizeof *tie, by_name);
        for (Py_ssize_t place = start; place < end; place++)
            untied[place] = tie[place - start].row;
    }
    free(tie);
    return true;
}

PyObject *untied(PyObject *module, PyObject *arguments)
{
    Array in[5];
    PyObject *owner;
    (void)module;
    if (!take_arrays(arguments, "18418", in))
        return NULL;
    Py_ssize_t count = in[3].count;
    int64_t *order = make_room(&owner, count, sizeof *order);
    if (order) {
        bool has_room;
        Py_BEGIN_ALLOW_THREADS
        has_room = untie(in[0].view.buf, in[1].view.buf, in[2].view.buf, in[3].view.buf,
                         in[4].view.buf, order, count);
        Py_END_ALLOW_THREADS
        if (!has_room) {
            Py_CLEAR(owner);
            PyErr_NoMemory();
        }
    }
    let_go(in, 5);
    return owner;
}
