/* Slots for keys, in the table that evalstore/load/key_table.py keeps. */

#include "key_table.h"

/* The place of a key in the slots; it takes a free one if it has none. */
static inline size_t place_of(const Slots *slots, Key key, Py_ssize_t number, bool *is_new)
{
    size_t place = key.high >> slots->down;
    while (slots->slots[place].number != FREE && !has_key(slots->slots + place, key))
        place = (place + 1) & slots->last;
    Slot *slot = slots->slots + place;
    *is_new = slot->number == FREE;
    if (*is_new) {
        slot->key = key;
        __atomic_store_n(&slot->number, ~(int32_t)number, __ATOMIC_RELEASE);
    }
    return place;
}

PyObject *slots_of(PyObject *module, PyObject *arguments)
{
    Array in[SEARCHED];
    PyObject *owners[2] = {NULL, NULL};
    (void)module;
    if (!take_arrays(arguments, SLOTS "88", in))
        return NULL;
    Search search = search_in(in);
    int64_t *slots = make_room(owners, search.count, sizeof *slots);
    int32_t *new = make_room(owners + 1, search.count, sizeof *new);
    if (slots && new) {
        Py_ssize_t count = 0;
        Py_BEGIN_ALLOW_THREADS
        for (Py_ssize_t i = 0; i < search.count; i++) {
            bool is_new;
            slots[i] = (int64_t)place_of(&search.slots, key_at(&search, i), i, &is_new);
            if (is_new)
                new[count++] = (int32_t)i;
        }
        Py_END_ALLOW_THREADS
        shorten(owners[1], count, sizeof *new);
    }
    let_go(in, SEARCHED);
    return both(owners);
}
