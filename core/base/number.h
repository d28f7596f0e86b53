/* number.h - decimal numbers as JSON has them, exact in both directions, in any locale.
 * Use: const char *end = number_read("0.25, 1", &value, &is_whole);     end: ", 1"
 *      char text[NUMBER_TEXT];   number_write(0.1, text);               "0.1"
 * Source: RFC 8259, section 6.
 */
#ifndef CORE_NUMBER_H
#define CORE_NUMBER_H

#include <stdbool.h>

enum { NUMBER_TEXT = 32 };

/* Integers below this in magnitude are exact in a double. */
#define NUMBER_WHOLE_LIMIT 9007199254740992.0 /* 2^53 */

/* Reads the number that a text begins with: no leading zeros, digits on both sides of a
 * point. Returns its end, or NULL if there is none. One too large for a double reads as
 * infinity. *is_whole: it is an integer, and below NUMBER_WHOLE_LIMIT in magnitude. */
const char *number_read(const char *text, double *value, bool *is_whole);

/* Writes the shortest number that reads back as the same double: integers up to 2^53
 * without an exponent, -0 as 0. The value must be finite. */
const char *number_write(double value, char text[NUMBER_TEXT]);

/* A number, rounded to a whole one and to two digits: 1,234 to 1,200. */
double number_roughly(double number);

/* For qsort, ascending: of uint64_t, and of double. */
int number_compare(const void *a, const void *b);
int number_compare_doubles(const void *a, const void *b);

#endif
