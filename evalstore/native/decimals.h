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

/* The number that its digits spell, behind those of `before`; moves on to what follows them. */
static inline uint64_t read_digits(const Byte **text, const Byte *end, uint64_t before)
{
    const Byte *place = *text;
    for (; place < end && is_digit(*place); place++)
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

/* e[+-]digits */
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

/* -?digits[.digits][e[+-]digits], unless it is out of the ordinary: then false. */
static inline bool read_number(const Byte *text, const Byte *end, double *number)
{
    bool is_negative = *text == '-';
    const Byte *start = text += is_negative;
    int places = 0, exponent = 0;
    uint64_t digits = read_digits(&text, end, 0);
    if (text == start)
        return false;
    if (text < end && *text == '.') {
        const Byte *point = text++;
        digits = read_digits(&text, end, digits);
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

/* -?digits, unless they are out of the ordinary: then false. */
static inline bool read_whole(const Byte *text, const Byte *end, int64_t *whole)
{
    bool is_negative = *text == '-';
    text += is_negative;
    if (text == end || end - text >= MOST_DIGITS || (*text == '0' && end - text > 1))
        return false;
    int64_t value = (int64_t)read_digits(&text, end, 0);
    *whole = is_negative ? -value : value;
    return text == end;
}

#endif
