/* Numbers as text: the double that is nearest, to the last bit, as Python reads it. */

#ifndef EVALSTORE_DECIMALS_H
#define EVALSTORE_DECIMALS_H

#include "native.h"

#include <float.h>

#if FLT_EVAL_METHOD != 0
#error "a product of two doubles has to be rounded once"
#endif

enum {
    MOST_DIGITS = 19,       /* as many fit in 64 bits */
    EXACT_POWER = 22,       /* the highest power of ten that a double holds */
    DIVISIBLE_POWER = 27,   /* the highest power of five that fits in 63 bits */
    DOUBLE_BITS = 53,
    EXPONENT_BIAS = 1023
};

static const double powers_of_ten[EXACT_POWER + 1] = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static inline bool is_digit(Byte character) { return (Byte)(character - '0') < 10; }

static inline double power_of_two(int exponent)
{
    uint64_t bits = (uint64_t)(EXPONENT_BIAS + exponent) << (DOUBLE_BITS - 1);
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

/* digits / 10^places, for digits that no double holds: divided by 5^places in 128 bits, and rounded
   once, to even where two doubles are equally near. */
static double divided(uint64_t digits, int places)
{
    uint64_t divisor = 1;
    for (int i = 0; i < places; i++)
        divisor *= 5;
    int shift = 64 + __builtin_clzll(digits);
    unsigned __int128 dividend = (unsigned __int128)digits << shift;
    unsigned __int128 quotient = dividend / divisor;
    uint64_t top = (uint64_t)(quotient >> 64);
    int bits = top ? 128 - __builtin_clzll(top) : 64 - __builtin_clzll((uint64_t)quotient);
    int dropped = bits - DOUBLE_BITS;
    unsigned __int128 half = (unsigned __int128)1 << (dropped - 1);
    unsigned __int128 rest = quotient & (2 * half - 1);
    uint64_t kept = (uint64_t)(quotient >> dropped);
    bool is_inexact = quotient * divisor != dividend;
    kept += rest > half || (rest == half && (is_inexact || (kept & 1)));
    return (double)kept * power_of_two(dropped - shift - places);
}

/* digits / 10^places, unless it is out of the ordinary: then false. */
static inline bool scale(uint64_t digits, int places, double *number)
{
    bool is_exact = digits >> DOUBLE_BITS == 0 && places >= -EXACT_POWER && places <= EXACT_POWER;
    if (is_exact && places < 0)
        *number = (double)digits * powers_of_ten[-places];
    else if (is_exact)
        *number = (double)digits / powers_of_ten[places];
    else if (digits && places >= 0 && places <= DIVISIBLE_POWER)
        *number = divided(digits, places);
    else if (digits)
        return false;
    else
        *number = 0;
    return true;
}

/* How many of the eight characters of a word are digits, before the first that is none. */
static inline int leading_digits(uint64_t word)
{
    const uint64_t each = 0x0101010101010101u, high = 0x80 * each;
    uint64_t values = word ^ '0' * each;   /* of digits, below 10 */
    uint64_t others = (((values & ~high) + (0x80 - 10) * each) | values) & high;
    return others ? __builtin_ctzll(others) / 8 : 8;
}

/* The number that eight digits spell, the first of them in the lowest byte. */
static inline uint64_t eight_digits(uint64_t word)
{
    const uint64_t pairs = 0x000000FF000000FFu;
    word = word * 10 + (word >> 8);
    return ((word & pairs) * (100 + (1000000ull << 32)) +
            ((word >> 16) & pairs) * (1 + (10000ull << 32))) >> 32;
}

/* The number that its digits spell, behind those of `before`; moves on to what follows them, which
   is something else than a digit, or the end of all that can be read. */
static inline uint64_t read_digits(const Byte **text, const Byte *readable, uint64_t before)
{
    static const uint64_t powers[9] = {1,       10,       100,       1000,     10000,
                                       100000,  1000000,  10000000,  100000000};
    const Byte *place = *text;
    for (int digits = 8; digits == 8 && readable - place >= 8; place += digits) {
        uint64_t word;
        memcpy(&word, place, sizeof word);
        digits = leading_digits(word);
        if (digits) {
            uint64_t values = (word & 0x0F0F0F0F0F0F0F0Fu) << (64 - 8 * digits);
            before = before * powers[digits] + eight_digits(values);
        }
    }
    for (; place < readable && is_digit(*place); place++)
        before = before * 10 + (*place - '0');
    *text = place;
    return before;
}

/* Whether the digits fit in 64 bits; zeros in front do not count. */
static inline bool fit(const Byte *text, const Byte *end)
{
    int digits = 0;
    for (; text < end; text++)
        digits += is_digit(*text) && (digits || *text != '0');
    return digits <= MOST_DIGITS;
}

/* e[+-]digits, up to the end */
static inline bool read_exponent(const Byte *text, const Byte *end, int *exponent)
{
    if ((*text++ | 0x20) != 'e' || text == end)
        return false;
    bool is_negative = *text == '-';
    text += is_negative || *text == '+';
    if (text == end || end - text > 3)
        return false;
    int value = (int)read_digits(&text, end, 0);
    *exponent = is_negative ? -value : value;
    return text == end;
}

/* -?digits[.digits][e[+-]digits] up to the end, behind which there is no digit, unless it is out of
   the ordinary: then false. */
static inline bool read_number(const Byte *text, const Byte *end, const Byte *readable,
                               double *number)
{
    bool is_negative = *text == '-';
    const Byte *start = text += is_negative;
    int places = 0, exponent = 0;
    uint64_t digits = read_digits(&text, readable, 0);
    if (text == start)
        return false;
    if (text < end && *text == '.') {
        const Byte *point = text++;
        digits = read_digits(&text, readable, digits);
        places = (int)(text - point) - 1;
        if (!places)
            return false;
    }
    if (text - start > MOST_DIGITS && !fit(start, text))
        return false;
    if (text < end && !read_exponent(text, end, &exponent))
        return false;
    if (!scale(digits, places - exponent, number))
        return false;
    *number = is_negative ? -*number : *number;
    return true;
}

/* -?digits up to the end, behind which there is no digit, unless they are out of the ordinary: then
   false. */
static inline bool read_whole(const Byte *text, const Byte *end, const Byte *readable,
                              int64_t *whole)
{
    bool is_negative = *text == '-';
    text += is_negative;
    if (text == end || end - text >= MOST_DIGITS || (*text == '0' && end - text > 1))
        return false;
    int64_t value = (int64_t)read_digits(&text, readable, 0);
    *whole = is_negative ? -value : value;
    return text == end;
}

#endif
