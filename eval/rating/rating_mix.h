/* rating_mix.h - the Nash average of the agents of a rating, for where one rating each
 * does not explain the results.
 * Use: if (rating_mix_is_wanted(rating)) {
 *          rating_mix_t *mix = rating_mix_new(rating);     NULL: a pairing has no games
 *          mix->weight[agent] ...                          rating_mix_free(mix); }
 * weight: how often to field each agent so that none beats the mix (nash_average.h).
 * Scores are those of pairs, which even out who moves first. The 95 % intervals are the
 * middle 99 % of RATING_MIX_RESAMPLES resamples of the clusters (rating_games.h), always
 * the same ones, widened to include the estimate: the middle 95 % covered in 91 to 98 %
 * of synthetic tables. They are 0 to 1 where a pairing has fewer than RATING_CLUSTERS
 * clusters, too few for resampling to show the variation of its score, or where more
 * than one in twenty resamples have no games of a pairing.
 * Owns: the mix, until freed.   Threads: pure.
 * Source: Efron 1979 for resampling; Davison and Hinkley 1997 (clusters).
 */
#ifndef EVAL_RATING_MIX_H
#define EVAL_RATING_MIX_H

#include "core/base/interval.h"

#include <stdbool.h>

typedef struct rating rating_t; /* eval/rating/rating.h */

enum { RATING_MIX_RESAMPLES = 200 };

typedef struct rating_mix {
    int agents;
    estimate_t *weight; /* of each agent; they sum to 1 */
} rating_mix_t;

/* Whether some pairing does not fit (RATING_ALARM). */
bool rating_mix_is_wanted(const rating_t *rating);

rating_mix_t *rating_mix_new(const rating_t *rating);
void rating_mix_free(rating_mix_t *mix); /* NULL is fine */

#endif
