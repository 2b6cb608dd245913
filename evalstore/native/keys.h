/* Keys of names, 128 bits in two halves, as evalstore/load/keys.py defines them. */

#ifndef EVALSTORE_KEYS_H
#define EVALSTORE_KEYS_H

#include "arrays.h"

static const uint64_t SPREAD = 0x9E3779B97F4A7C15u, SPREAD_LOW = 0xC2B2AE3D27D4EB4Fu;
enum { WORD = 8, DOWN_HIGH = 32, DOWN_LOW = 29 };

typedef struct {
    uint64_t high, low;
} Key;

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

#endif
