/* The numbers of documents, as evalstore/load/documents.py defines them. */

#include "decimals.h"
#include "key_table.h"

enum {
    NAMED = SEARCHED + 3,
    NONE = INT32_MIN,   /* no document has this number */
    MOST_OWN_DIGITS = 10
};

/* The number that a name spells: no sign, no zero in front, below 2^31. Or NONE. */
static inline int32_t own_number(const Byte *name, int32_t length)
{
    uint64_t number = 0;
    if (length < 1 || length > MOST_OWN_DIGITS || (*name == '0' && length > 1))
        return NONE;
    for (int32_t i = 0; i < length; i++) {
        if (!is_digit(name[i]))
            return NONE;
        number = number * 10 + (name[i] - '0');
    }
    return number <= INT32_MAX ? (int32_t)number : NONE;
}

/* The number of a document with a name, which its slot has without its sign. Or NONE. */
static inline int32_t named_number(const Slots *slots, Key key)
{
    int32_t number = number_of(slots, key);
    return number == FREE ? NONE : -number;
}

PyObject *look_up(PyObject *module, PyObject *arguments)
{
    Array in[NAMED];
    PyObject *owner;
    (void)module;
    if (!take_arrays(arguments, SLOTS "88184", in))
        return NULL;
    Search search = search_in(in);
    const Byte *text = in[SEARCHED].view.buf;
    const int64_t *starts = in[SEARCHED + 1].view.buf;
    const int32_t *lengths = in[SEARCHED + 2].view.buf;
    int32_t *numbers = make_room(&owner, search.count, sizeof *numbers);
    if (numbers) {
        Py_BEGIN_ALLOW_THREADS
        for (Py_ssize_t i = 0; i < search.count; i++) {
            Key key = key_at(&search, i);
            int32_t number = own_number(text + starts[i], lengths[i]);
            numbers[i] = number == NONE ? named_number(&search.slots, key) : number;
        }
        Py_END_ALLOW_THREADS
    }
    let_go(in, NAMED);
    return owner;
}
