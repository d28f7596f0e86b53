/* fairest_page.h - the result as one HTML page that needs nothing else.
 * Use: char *page = fairest_page(result, &size);   free(page);
 * Owns: the caller the page.   Threads: pure.   Errors: none.
 */
#ifndef EVAL_FAIREST_PAGE_H
#define EVAL_FAIREST_PAGE_H

#include <stddef.h>

typedef struct fairest_result fairest_result_t; /* eval/fairest/fairest_result.h */

char *fairest_page(const fairest_result_t *result, size_t *size);

#endif
