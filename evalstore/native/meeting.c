/* The judged documents of ranked lists, as evalstore/load/meeting.py defines them. */

#include "key_table.h"

enum { ARRAYS = 6 };

typedef struct {
    const uint64_t *salts;    /* of each list */
    const int32_t *lists;     /* of each place */
    const uint64_t *high, *low;
    Py_ssize_t count;
    const bool *is_closed;    /* the holes of the sieve, whose number is a power of two */
    int down;
    Slots slots;
} Meeting;

static Meeting meeting_of(const Array arrays[ARRAYS])
{
    return (Meeting){
        .salts = arrays[0].view.buf,
        .lists = arrays[1].view.buf,
        .high = arrays[2].view.buf,
        .low = arrays[3].view.buf,
        .count = arrays[1].count,
        .is_closed = arrays[4].view.buf,
        .down = 64 - __builtin_ctzll((size_t)arrays[4].count),
        .slots = slots_in(arrays + 5),
    };
}

/* The key of topic and document together. */
static inline Key pair_at(const Meeting *meeting, int64_t place)
{
    uint64_t salt = meeting->salts[meeting->lists[place]];
    return (Key){(meeting->high[place] ^ salt) * SPREAD, meeting->low[place]};
}

/* The places that the sieve holds, and how many. Each is written down, and the next one over it if
   it falls through: which one does cannot be foretold. */
static Py_ssize_t hold(const Meeting *meeting, int64_t *places)
{
    Py_ssize_t held = 0;
    for (int64_t place = 0; place < meeting->count; place++) {
        places[held] = place;
        held += meeting->is_closed[pair_at(meeting, place).high >> meeting->down];
    }
    return held;
}

/* Of these places those whose documents are judged, with their judgements' numbers; how many. */
static Py_ssize_t meet(const Meeting *meeting, int64_t *places, Py_ssize_t held, int32_t *numbers)
{
    Py_ssize_t count = 0;
    for (Py_ssize_t i = 0; i < held; i++) {
        int32_t number = number_of(&meeting->slots, pair_at(meeting, places[i]));
        places[count] = places[i];
        numbers[count] = number;
        count += number != FREE;
    }
    return count;
}

PyObject *judged(PyObject *module, PyObject *arguments)
{
    Array in[ARRAYS];
    PyObject *owners[2] = {NULL, NULL};
    (void)module;
    if (!take_arrays(arguments, "84881" SLOTS, in))
        return NULL;
    Meeting meeting = meeting_of(in);
    int64_t *places = make_room(owners, meeting.count, sizeof *places);
    int32_t *numbers = make_room(owners + 1, meeting.count, sizeof *numbers);
    if (places && numbers) {
        Py_ssize_t count;
        Py_BEGIN_ALLOW_THREADS
        count = meet(&meeting, places, hold(&meeting, places), numbers);
        Py_END_ALLOW_THREADS
        shorten(owners[0], count, sizeof *places);
        shorten(owners[1], count, sizeof *numbers);
    }
    let_go(in, ARRAYS);
    return both(owners);
}
