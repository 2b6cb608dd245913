/* The slots of a table of keys. */

#ifndef EVALSTORE_KEY_TABLE_H
#define EVALSTORE_KEY_TABLE_H

#include "keys.h"

enum { FREE = 0 };

typedef struct {
    int32_t *numbers;
    uint64_t *high, *low;
    size_t last;   /* their number is a power of two */
    int down;      /* a key's first bits name its slot: those that are left after such a shift */
} Slots;

/* From arrays of their numbers, and of the two halves of their keys. */
static inline Slots slots_in(const Array arrays[3])
{
    int bits = __builtin_ctzll((size_t)arrays[0].count);
    return (Slots){
        .numbers = arrays[0].view.buf,
        .high = arrays[1].view.buf,
        .low = arrays[2].view.buf,
        .last = (size_t)arrays[0].count - 1,
        .down = 64 - bits,
    };
}

static inline bool has_key(const Slots *slots, size_t slot, Key key)
{
    return slots->high[slot] == key.high && slots->low[slot] == key.low;
}

/* The number of a key, or FREE. Another thread may be writing: it writes keys before numbers, and
   until then numbers below FREE. */
static inline int32_t number_of(const Slots *slots, Key key)
{
    for (size_t slot = key.high >> slots->down;; slot = (slot + 1) & slots->last) {
        int32_t number = __atomic_load_n(slots->numbers + slot, __ATOMIC_ACQUIRE);
        if (number <= FREE)
            return FREE;
        if (has_key(slots, slot, key))
            return number;
    }
}

#endif
