/* Slots for keys, in the table that evalstore/load/key_table.py keeps. */

#include "key_table.h"

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
    Array in[SEARCHED];
    PyObject *owners[2] = {NULL, NULL};
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
    let_go(in, SEARCHED);
    return both(owners);
}
