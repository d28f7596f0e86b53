/* fairest_page.h - the result as one self-contained HTML page.
 * Use: char *page = fairest_page(result, NULL, &size);   free(page);
 * The caller owns the page.
 */
#ifndef EVAL_FAIREST_PAGE_H
#define EVAL_FAIREST_PAGE_H

#include <stddef.h>

typedef struct fairest_result fairest_result_t; /* eval/fairest/fairest_result.h */

/* source: what the result rests on, in words, if its games are elsewhere; or NULL. */
char *fairest_page(const fairest_result_t *result, const char *source, size_t *size);

#endif
