/* Keys of names, 128 bits in two halves. */

#ifndef EVALSTORE_KEYS_H
#define EVALSTORE_KEYS_H

#include "arrays.h"

static const uint64_t SPREAD = 0x9E3779B97F4A7C15u;

typedef struct {
    uint64_t high, low;
} Key;

#endif
