/* rating_result.h - ratings as tables.
 * Use: cli_print(&form, rating_result(rating, true));
 * Agents are in the order of their ratings. Caveats stand with the numbers: agents not
 * compared by games, repeated or cut-off games, matches ended by a sequential test,
 * pairings whose score the ratings do not explain. For programs also superiority[i][k],
 * the likelihood that agent i is stronger than k, and covariance, in the order of
 * `parameters`: the agents', advantage (Elo), draw (natural units).
 * Owns: the caller the result.
 */
#ifndef EVAL_RATING_RESULT_H
#define EVAL_RATING_RESULT_H

#include <stdbool.h>

typedef struct rating rating_t; /* eval/rating/rating.h */
typedef struct result result_t; /* core/base/table/result.h */

/* superiority: its table is text, too. */
result_t *rating_result(const rating_t *rating, bool superiority);

#endif
