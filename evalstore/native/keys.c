/* The keys of a column of text. */

#include "keys.h"

PyObject *keys(PyObject *module, PyObject *arguments)
{
    Array in[2];
    PyObject *owners[2] = {NULL, NULL};
    (void)module;
    if (!take_arrays(arguments, "14", in))
        return NULL;
    const Byte *text = in[0].view.buf;
    const int32_t *ends = in[1].view.buf;
    Py_ssize_t count = in[1].count - 1;
    uint64_t *high = make_room(owners, count, sizeof *high);
    uint64_t *low = make_room(owners + 1, count, sizeof *low);
    if (high && low) {
        Py_BEGIN_ALLOW_THREADS
        for (Py_ssize_t i = 0; i < count; i++) {
            Key key = key_of(text + ends[i], ends[i + 1] - ends[i], in[0].count - ends[i]);
            high[i] = key.high;
            low[i] = key.low;
        }
        Py_END_ALLOW_THREADS
    }
    let_go(in, 2);
    return both(owners);
}
