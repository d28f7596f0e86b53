/* network_scores.h - the scores of a list of networks against each other, overall and
 * from each opening.
 * Use: network_scores_t scores; network_scores_init(&scores, networks, openings);
 *      network_scores_add(&scores, &run);                 the run of each pair
 *      network_scores_finish(&scores, weight, level);
 *      network_scores_clear(&scores);
 * Scores are those of player 1, intervals are for these networks, whichever of them is
 * left out (over_networks.h), for the number of games that the study requests, and each
 * at `level` on its own. Those of
 * openings are also simultaneous: the fairest of several noisy figures looks fairer than
 * it is.
 * Owns: the list.   Threads: one, one thread.
 */
#ifndef EVAL_NETWORK_SCORES_H
#define EVAL_NETWORK_SCORES_H

#include "eval/stats/over_networks.h"

typedef struct study_run study_run_t; /* eval/study/study_run.h */

enum { NETWORK_OPENING_TEXT = 64 };

typedef struct network_opening {
    char text[NETWORK_OPENING_TEXT]; /* its actions; long ones are truncated */
    network_pairs_t pairs;
    over_networks_t found;
    over_networks_t simultaneous; /* simultaneous for all openings */
} network_opening_t;

typedef struct network_scores {
    network_pairs_t pairs;
    double weight; /* of a game in intervals: duplicates_weight() of all */
    over_networks_t found;
    network_opening_t *openings; /* without any: NULL */
    int count;
} network_scores_t;

/* openings: their text, borrowed for the call. */
void network_scores_init(network_scores_t *scores, int networks, const char *openings);
void network_scores_clear(network_scores_t *scores);
void network_scores_add(network_scores_t *scores, const study_run_t *run);
void network_scores_finish(network_scores_t *scores, double weight, double level);

#endif
