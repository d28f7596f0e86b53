/* claim_difference.h - in what two texts of figures differ, of which one is claimed and
 * one has been computed.
 * Use: char what[CLAIM_DIFFERENCE];
 *      if (claim_difference_find(claimed, computed, what)) ...    which figure does first
 * Threads: pure.   Errors: none.
 */
#ifndef EVAL_CLAIM_DIFFERENCE_H
#define EVAL_CLAIM_DIFFERENCE_H

#include <stdbool.h>
#include <stdint.h>

/* Whether two texts that are not the same, of one JSON object each or of CSV, differ in
 * more than last digits, which C libraries compute differently: what then says in which
 * figure first: "cells[3].score.value is 0.5, and the games give 0.4". */
enum { CLAIM_DIFFERENCE = 400 };
bool claim_difference_find(const char *claimed, const char *computed,
                           char what[CLAIM_DIFFERENCE]);

/* Numbers in a JSON text of ours. */
uint64_t claim_difference_numbers(const char *json);

#endif
