#include "eval/stats/log_odds.h"

#include <math.h>

/* The equivalent number of coin tosses: more than there are trials if draws or pairs make
 * the score vary less. One toss is added, so that all draws are not certainty. */
log_odds_t log_odds_of_score(const outcome_counts_t *counts) {
    double trials = (double)outcome_counts_trials(counts);
    double score = outcome_counts_score(counts), coin = score * (1 - score);
    double variance = (outcome_counts_variance(counts) * trials + coin) / (trials + 1);
    double coins = coin > 0 ? trials * coin / variance : trials;
    double won = coins * score + 0.5, lost = coins * (1 - score) + 0.5;
    return (log_odds_t){log(won / lost), sqrt(1 / won + 1 / lost)};
}

double score_of_log_odds(double log_odds) {
    return 1 / (1 + exp(-log_odds));
}
