/* fairest_words.h - the answer in one paragraph, and its basis, in sentences.
 * Use: char words[FAIREST_HEADLINE]; fairest_headline(result, words);
 *      fairest_basis(out, result);                     a list of a result (result.h)
 * A solved variant is not called fair without its exact value.
 */
#ifndef EVAL_FAIREST_WORDS_H
#define EVAL_FAIREST_WORDS_H

typedef struct fairest_result fairest_result_t; /* eval/fairest/fairest_result.h */
typedef struct result result_t;                 /* core/base/table/result.h */

enum { FAIREST_HEADLINE = 2048 };
void fairest_headline(const fairest_result_t *result, char words[FAIREST_HEADLINE]);

/* Warnings come first. */
void fairest_basis(result_t *out, const fairest_result_t *result);

/* The name of the variant in a row. */
const char *fairest_variant_name(const fairest_result_t *result, int row);

#endif
