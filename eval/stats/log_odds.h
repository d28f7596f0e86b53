/* log_odds.h - a mean score as log odds with a standard error: for fits, as errors are
 * nearly normal on that scale.
 * Use: log_odds_t at = log_odds_of_score(&counts);   score_of_log_odds(at.value)
 * Finite at 0 % and at 100 %, where half a point is added on either side.
 */
#ifndef EVAL_LOG_ODDS_H
#define EVAL_LOG_ODDS_H

#include "core/stats/outcome_counts.h"

typedef struct log_odds {
    double value, error;
} log_odds_t;

log_odds_t log_odds_of_score(const outcome_counts_t *counts);

double score_of_log_odds(double log_odds);

#endif
