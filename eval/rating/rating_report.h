/* rating_report.h - ratings as a text table, CSV or JSON.
 * Use: rating_report(rating, true, stdout);  rating_report_csv(rating, stdout);
 *      rating_report_json(rating, stdout);
 * All three list the agents in the order of their ratings. Caveats are printed with the
 * numbers: agents not compared by games, repeated or cut-off games, matches ended by a
 * sequential test, pairings whose score the ratings do not explain. JSON is one object:
 * agents in the order of the ratings (elo, low, high, error, games, score, draws, group);
 * superiority[i][k], the likelihood that agent i is stronger than k; covariance, in the
 * order of `parameters`: the agents', advantage (Elo), draw (natural units); pairings
 * with score, expected score, error of the difference and p-value; levels_of_play
 * (rating_levels.h).
 */
#ifndef EVAL_RATING_REPORT_H
#define EVAL_RATING_REPORT_H

#include <stdbool.h>
#include <stdio.h>

typedef struct rating_record rating_record_t; /* eval/rating/rating.h */
typedef struct rating rating_t;               /* eval/rating/rating.h */

/* superiority: print its table, too. */
void rating_report(const rating_t *rating, bool superiority, FILE *file);

/* A heading, then one line per agent. */
void rating_report_csv(const rating_t *rating, FILE *file);

void rating_report_json(const rating_t *rating, FILE *file);

/* Score and share of draws of an agent's games; 1/2 and 0 without any. */
double rating_record_score(const rating_record_t *record);
double rating_record_draws(const rating_record_t *record);

#endif
