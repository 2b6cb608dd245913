/* The slots of a table of keys. */

#ifndef EVALSTORE_KEY_TABLE_H
#define EVALSTORE_KEY_TABLE_H

#include "keys.h"

enum { FREE = 0, SEARCHED = 3, LOOK_AHEAD = 16 };

/* A key and its number, as evalstore/load/key_table.py lays them out. */
typedef struct {
    Key key;
    int32_t number;
} Slot;

#define SLOTS "H"   /* how `take_arrays` is told of their size */
_Static_assert(sizeof(Slot) == 'H' - '0', "a slot has the size that is told");

typedef struct {
    Slot *slots;
    size_t last;   /* their number is a power of two */
    int down;      /* a key's first bits name its slot: those that are left after such a shift */
} Slots;

static inline Slots slots_in(const Array *array)
{
    int bits = __builtin_ctzll((size_t)array->count);
    return (Slots){.slots = array->view.buf, .last = (size_t)array->count - 1, .down = 64 - bits};
}

static inline bool has_key(const Slot *slot, Key key)
{
    return slot->key.high == key.high && slot->key.low == key.low;
}

/* The number of a key, or FREE. Another thread may be writing: it writes keys before numbers, and
   until then numbers below FREE. */
static inline int32_t number_of(const Slots *slots, Key key)
{
    for (size_t place = key.high >> slots->down;; place = (place + 1) & slots->last) {
        const Slot *slot = slots->slots + place;
        int32_t number = __atomic_load_n(&slot->number, __ATOMIC_ACQUIRE);
        if (number <= FREE)
            return FREE;
        if (has_key(slot, key))
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
        .high = arrays[1].view.buf,
        .low = arrays[2].view.buf,
        .count = arrays[1].count,
    };
}

/* The key at a place; the slot of a later one is fetched meanwhile, since most are far away. */
static inline Key key_at(const Search *search, Py_ssize_t place)
{
    if (place + LOOK_AHEAD < search->count) {
        size_t later = search->high[place + LOOK_AHEAD] >> search->slots.down;
        __builtin_prefetch(search->slots.slots + later);
    }
    return (Key){search->high[place], search->low[place]};
}

#endif
