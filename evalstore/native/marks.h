/* Where fields end: the bytes that are no visible ASCII, found for 64 bytes at a look. */

#ifndef EVALSTORE_MARKS_H
#define EVALSTORE_MARKS_H

#include "native.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { BLOCK = 64, VISIBLE = ' ' + 1 };

typedef struct {
    const Byte *block, *end;
    uint64_t bits;   /* of the block: the marks that were not given yet */
} Marks;

/* The marks of a block, a bit for each. */
static inline uint64_t marks_in(const Byte *block)
{
    uint64_t marks = 0;
#ifdef __SSE2__
    for (int i = 0; i < BLOCK; i += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(block + i));
        __m128i is_mark = _mm_cmplt_epi8(bytes, _mm_set1_epi8(VISIBLE)); /* beyond ASCII, below 0 */
        marks |= (uint64_t)(unsigned)_mm_movemask_epi8(is_mark) << i;
    }
#else
    const uint64_t each = 0x0101010101010101u, high = 0x80 * each;
    for (int i = 0; i < BLOCK; i += 8) {
        uint64_t word;
        memcpy(&word, block + i, sizeof word);
        uint64_t is_visible = (word & ~high) + (0x80 - VISIBLE) * each;
        uint64_t is_mark = (~is_visible | word) & high;
        marks |= ((is_mark >> 7) * 0x0102040810204080u >> 56) << i;
    }
#endif
    return marks;
}

static inline Marks marks_of(const Byte *text, const Byte *end)
{
    return (Marks){text - BLOCK, end, 0};
}

/* The next mark, or the end. */
static inline const Byte *next_mark(Marks *marks)
{
    while (!marks->bits) {
        marks->block += BLOCK;
        if (marks->end - marks->block >= BLOCK) {
            marks->bits = marks_in(marks->block);
        } else if (marks->end > marks->block) {
            Byte last[BLOCK];
            memset(last, VISIBLE, BLOCK);
            memcpy(last, marks->block, (size_t)(marks->end - marks->block));
            marks->bits = marks_in(last);
        } else {
            return marks->end;
        }
    }
    const Byte *mark = marks->block + __builtin_ctzll(marks->bits);
    marks->bits &= marks->bits - 1;
    return mark;
}

#endif
