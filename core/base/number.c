#include "core/base/number.h"

#include "core/base/c_locale.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *skip_digits(const char *text) {
    return text + strspn(text, "0123456789");
}

static const char *skip_number(const char *text) {
    const char *start = text + (*text == '-'), *end = skip_digits(start);
    if (end == start || (*start == '0' && end > start + 1))
        return NULL;
    if (*end == '.') {
        start = end + 1;
        end = skip_digits(start);
    }
    if (end > start && (*end == 'e' || *end == 'E')) {
        start = end + 1 + (end[1] == '+' || end[1] == '-');
        end = skip_digits(start);
    }
    return end > start ? end : NULL;
}

/* Whether the last digit that is not 0 is left of the point. */
static bool is_integer(const char *text, const char *end) {
    bool is_zero = true, is_fraction = false;
    long exponent = 0; /* of the last digit that is not 0, then of the digit read */
    const char *digit = text;
    for (long place = 0; digit < end && *digit != 'e' && *digit != 'E'; digit++)
        if (*digit == '.') {
            is_fraction = true;
        } else if (*digit != '-') {
            place += is_fraction;
            if (*digit != '0') {
                is_zero = false;
                exponent = -place;
            } else if (!is_fraction) {
                exponent++;
            }
        }
    return is_zero || (digit < end ? strtol(digit + 1, NULL, 10) : 0) >= -exponent;
}

const char *number_read(const char *text, double *value, bool *is_whole) {
    const char *end = skip_number(text);
    if (!end)
        return NULL;
    locale_t before = c_locale_enter();
    *value = strtod(text, NULL);
    uselocale(before);
    *is_whole = fabs(*value) < NUMBER_WHOLE_LIMIT && is_integer(text, end);
    return end;
}

const char *number_write(double value, char text[NUMBER_TEXT]) {
    enum { ENOUGH = 17 }; /* digits for any double; 15 suffice for short decimals */
    locale_t before = c_locale_enter();
    if (fabs(value) <= NUMBER_WHOLE_LIMIT && floor(value) == value) {
        snprintf(text, NUMBER_TEXT, "%.0f", value + 0.0);
    } else {
        int digits = 15;
        do
            snprintf(text, NUMBER_TEXT, "%.*g", digits, value);
        while (strtod(text, NULL) != value && digits++ < ENOUGH);
    }
    uselocale(before);
    return text;
}

double number_roughly(double number) {
    double unit = number >= 10 ? pow(10, floor(log10(number)) - 1) : 1;
    return round(number / unit) * unit;
}

int number_compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

int number_compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
