/* conformance_holds.h - the conformance suite (core/conformance/) in a cmocka test.
 * Use: conformance_holds(game);                        each variant
 *      conformance_class_holds(class);                 variants from the class's keys
 *      conformance_coverage(class, variants, count);   each class
 * FULCRUM_TEST_EFFORT scales how many games and playouts are tried.
 * Errors: what does not hold fails the test and shows the variant and the position.
 */
#ifndef TESTS_CONFORMANCE_HOLDS_H
#define TESTS_CONFORMANCE_HOLDS_H

#include "tests/support/variants.h"

/* conformance_variant and conformance_class of core/conformance. */
void conformance_holds(const game_t *game);
void conformance_class_holds(const game_class_t *class);

/* The variants that name the class have every value of every key of it: every choice,
 * true and false, and all numbers of a range up to 16 that the class takes. */
void conformance_coverage(const game_class_t *class, const test_variant_t *variants,
                          int count);

#endif
