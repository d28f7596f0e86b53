/* fairest_words.h - the answer in one paragraph, and its basis, in sentences.
 * Use: char words[FAIREST_HEADLINE]; fairest_headline(result, words);
 *      fairest_explain(result, say, context);
 * A solved variant is not called fair without its exact value.
 * Bundles contain the headline, and `claim check` compares it: changing its words
 * would break older bundles.
 */
#ifndef EVAL_FAIREST_WORDS_H
#define EVAL_FAIREST_WORDS_H

#include <stdbool.h>

typedef struct fairest_result fairest_result_t; /* eval/fairest/fairest_result.h */

enum { FAIREST_HEADLINE = 2048, FAIREST_SENTENCE = 1024 };
void fairest_headline(const fairest_result_t *result, char words[FAIREST_HEADLINE]);

/* Calls `say` with each sentence, warnings among them. */
typedef void (*fairest_say_t)(void *context, bool is_warning, const char *sentence);
void fairest_explain(const fairest_result_t *result, fairest_say_t say, void *context);

/* The name of the variant in a row. */
const char *fairest_variant_name(const fairest_result_t *result, int row);

#endif
