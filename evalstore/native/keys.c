/* Keys of names, as evalstore/load/keys.py defines them. */

#include "keys.h"

static const uint64_t SPREAD_LOW = 0xC2B2AE3D27D4EB4Fu;
enum { WORD = 8, DOWN_HIGH = 32, DOWN_LOW = 29 };

static inline uint64_t stirred(uint64_t key, uint64_t factor, int down)
{
    key *= factor;
    return key ^ key >> down;
}

/* The next eight bytes of a name, or what is left of it; `readable` bytes follow. */
static inline uint64_t word_at(const Byte *name, Py_ssize_t left, Py_ssize_t readable)
{
    uint64_t word = 0;
    if (readable >= WORD)
        memcpy(&word, name, WORD);
    else
        memcpy(&word, name, (size_t)left);
    return left < WORD ? word & (((uint64_t)1 << 8 * left) - 1) : word;
}

static inline Key key_of(const Byte *name, Py_ssize_t length, Py_ssize_t readable)
{
    Key key = {(uint64_t)length * SPREAD_LOW, (uint64_t)length * SPREAD};
    for (Py_ssize_t place = 0; place < length; place += WORD) {
        uint64_t word = word_at(name + place, length - place, readable - place);
        key.high = stirred(key.high ^ word, SPREAD, DOWN_HIGH);
        key.low = stirred(key.low ^ word, SPREAD_LOW, DOWN_LOW);
    }
    return key;
}

PyObject *keys(PyObject *module, PyObject *arguments)
{
    Array in[2];
    PyObject *owners[2];
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
