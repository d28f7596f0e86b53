/* claim_difference.h - the difference between two texts of figures, one claimed and one
 * computed.
 * Use: char what[CLAIM_DIFFERENCE];
 *      if (claim_difference_find(claimed, computed, what)) ...    the first that differs
 * Whole numbers must be equal; others may differ in last digits, which depend on the C
 * library.
 */
#ifndef EVAL_CLAIM_DIFFERENCE_H
#define EVAL_CLAIM_DIFFERENCE_H

#include <stdbool.h>
#include <stdint.h>

/* Whether two unequal texts, of one JSON object each, differ in more than last digits:
 * `what` then names the first figure: "cells[3].score.value is 0.5, but the games give
 * 0.4". */
enum { CLAIM_DIFFERENCE = 400 };
bool claim_difference_find(const char *claimed, const char *computed,
                           char what[CLAIM_DIFFERENCE]);

/* How many numbers a JSON text of this program has. */
uint64_t claim_difference_numbers(const char *json);

#endif
