/* Numbers by key, in the slots that evalstore/load/key_table.py keeps. */

#include "key_table.h"

enum { ARRAYS = 5, LOOK_AHEAD = 16 };

typedef struct {
    Slots slots;
    const uint64_t *high, *low;
    Py_ssize_t count;
} Search;

/* From arrays of the slots, and of the halves of the keys to search for. */
static Search search_in(const Array arrays[ARRAYS])
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

PyObject *numbers_of(PyObject *module, PyObject *arguments)
{
    Array in[ARRAYS];
    PyObject *owner;
    (void)module;
    if (!take_arrays(arguments, "48888", in))
        return NULL;
    Search search = search_in(in);
    int32_t *numbers = make_room(&owner, search.count, sizeof *numbers);
    if (numbers) {
        Py_BEGIN_ALLOW_THREADS
        for (Py_ssize_t i = 0; i < search.count; i++)
            numbers[i] = number_of(&search.slots, key_at(&search, i));
        Py_END_ALLOW_THREADS
    }
    let_go(in, ARRAYS);
    return owner;
}

/* The slot of the key at a place, which takes a free one if it has none. */
static inline size_t slot_of(const Slots *slots, Key key, Py_ssize_t place, bool *is_new)
{
    size_t slot = key.high >> slots->down;
    while (slots->numbers[slot] != FREE && !has_key(slots, slot, key))
        slot = (slot + 1) & slots->last;
    *is_new = slots->numbers[slot] == FREE;
    if (*is_new) {
        slots->high[slot] = key.high;
        slots->low[slot] = key.low;
        __atomic_store_n(slots->numbers + slot, ~(int32_t)place, __ATOMIC_RELEASE);
    }
    return slot;
}

PyObject *slots_of(PyObject *module, PyObject *arguments)
{
    Array in[ARRAYS];
    PyObject *owners[2];
    (void)module;
    if (!take_arrays(arguments, "48888", in))
        return NULL;
    Search search = search_in(in);
    int64_t *slots = make_room(owners, search.count, sizeof *slots);
    int32_t *new = make_room(owners + 1, search.count, sizeof *new);
    if (slots && new) {
        Py_ssize_t count = 0;
        Py_BEGIN_ALLOW_THREADS
        for (Py_ssize_t i = 0; i < search.count; i++) {
            bool is_new;
            slots[i] = (int64_t)slot_of(&search.slots, key_at(&search, i), i, &is_new);
            if (is_new)
                new[count++] = (int32_t)i;
        }
        Py_END_ALLOW_THREADS
        shorten(owners[1], count, sizeof *new);
    }
    let_go(in, ARRAYS);
    return both(owners);
}
