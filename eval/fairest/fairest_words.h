/* fairest_words.h - the answer in one paragraph, and what it rests on, in sentences.
 * Use: char words[FAIREST_HEADLINE]; fairest_headline(result, words);
 *      fairest_explain(result, say, context);
 * Threads: pure.   Errors: none.
 */
#ifndef EVAL_FAIREST_WORDS_H
#define EVAL_FAIREST_WORDS_H

#include <stdbool.h>

typedef struct fairest_result fairest_result_t; /* eval/fairest/fairest_result.h */

enum { FAIREST_HEADLINE = 1024, FAIREST_SENTENCE = 1024 };
void fairest_headline(const fairest_result_t *result, char words[FAIREST_HEADLINE]);

/* Calls `say` with each sentence, warnings among them. */
typedef void (*fairest_say_t)(void *context, bool is_warning, const char *sentence);
void fairest_explain(const fairest_result_t *result, fairest_say_t say, void *context);

/* Of the variant in a row. */
const char *fairest_variant_name(const fairest_result_t *result, int row);

#endif
