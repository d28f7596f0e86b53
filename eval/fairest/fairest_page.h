/* fairest_page.h - the result as one self-contained HTML page.
 * Use: char *page = fairest_page(result, &size);   free(page);
 * The parts that rest only on the games, exactly as they occur in it, allow checking a
 * page against a result.
 * Owns: the caller the page.   Threads: pure.   Errors: none.
 */
#ifndef EVAL_FAIREST_PAGE_H
#define EVAL_FAIREST_PAGE_H

#include <stddef.h>
#include <stdio.h>

typedef struct fairest_result fairest_result_t; /* eval/fairest/fairest_result.h */

char *fairest_page(const fairest_result_t *result, size_t *size);

typedef enum {
    FAIREST_PAGE_ANSWER,
    FAIREST_PAGE_CHART,
    FAIREST_PAGE_REASONS, /* the basis of the answer */
    FAIREST_PAGE_RANKING,
    FAIREST_PAGE_PARTS
} fairest_page_part_t;
void fairest_page_part(const fairest_result_t *result, fairest_page_part_t part,
                       FILE *page);

#endif
