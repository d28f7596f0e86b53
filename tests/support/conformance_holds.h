/* conformance_holds.h - the conformance suite (core/conformance/) in a cmocka test.
 * Use: conformance_holds(game);                        each variant
 *      conformance_class_holds(class);                 variants from the class's keys
 *      conformance_coverage(class, variants, count);   each class
 * FULCRUM_TEST_EFFORT scales the number of games and playouts.
 * Errors: a violation fails the test and prints the variant and the position.
 */
#ifndef TESTS_CONFORMANCE_HOLDS_H
#define TESTS_CONFORMANCE_HOLDS_H

#include "tests/support/variants.h"

/* conformance_variant and conformance_class of core/conformance. */
void conformance_holds(const game_t *game);
void conformance_class_holds(const game_class_t *class);

/* Fails the test unless the class's variants cover every value of each of its keys: every
 * choice, true and false, and, for ranges of up to 16 numbers, every number that the
 * class accepts. */
void conformance_coverage(const game_class_t *class, const test_variant_t *variants,
                          int count);

#endif
