/* The slots of a table of keys. */

#ifndef EVALSTORE_KEY_TABLE_H
#define EVALSTORE_KEY_TABLE_H

#include "keys.h"

enum { FREE = 0, SEARCHED = 5, LOOK_AHEAD = 16 };

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

/* Keys to search for in slots. */
typedef struct {
    Slots slots;
    const uint64_t *high, *low;
    Py_ssize_t count;
} Search;

/* From arrays of the slots, and of the halves of the keys. */
static inline Search search_in(const Array arrays[SEARCHED])
{
    return (Search){
        .slots = slots_in(arrays),
        .high = arrays[3].view.buf,
        .low = arrays[4].view.buf,
        .count = arrays[3].count,
    };
}

/* The key at a place; the slot of a later one is fetched meanwhile, since most are far away. */
static inline Key key_at(const Search *search, Py_ssize_t place)
{
    if (place + LOOK_AHEAD < search->count) {
        size_t slot = search->high[place + LOOK_AHEAD] >> search->slots.down;
        __builtin_prefetch(search->slots.numbers + slot);
        __builtin_prefetch(search->slots.high + slot);
        __builtin_prefetch(search->slots.low + slot);
    }
    return (Key){search->high[place], search->low[place]};
}

#endif
