/* rating_report.h - ratings as a table for people, as CSV, or as JSON.
 * Use: rating_report(rating, true, stdout);  rating_report_csv(rating, stdout);
 *      rating_report_json(rating, stdout);
 * All three have the agents in the order of their ratings. What makes the numbers mean
 * less than they seem to is said with them: agents that games do not compare, games that
 * came again or were cut off, matches that a sequential test has ended, pairings whose
 * score one number for each agent does not tell. JSON, one object: agents in the order of
 * the ratings (elo, low, high, error, games, score, draws, group); superiority[i][k], the
 * likelihood that agent i is stronger than k; covariance, in the order of `parameters`:
 * the agents', advantage (Elo), draw (natural units); pairings with score, expected
 * score, error of the difference and p-value; levels_of_play (rating_levels.h).
 * Threads: pure but for the file.   Errors: none.
 */
#ifndef EVAL_RATING_REPORT_H
#define EVAL_RATING_REPORT_H

#include <stdbool.h>
#include <stdio.h>

typedef struct rating_record rating_record_t; /* eval/rating/rating.h */
typedef struct rating rating_t;               /* eval/rating/rating.h */

/* superiority: with the table of it. */
void rating_report(const rating_t *rating, bool superiority, FILE *file);

/* A line an agent, and a line of names first. */
void rating_report_csv(const rating_t *rating, FILE *file);

void rating_report_json(const rating_t *rating, FILE *file);

/* Of an agent's games; 1/2 and 0 without any. */
double rating_record_score(const rating_record_t *record);
double rating_record_draws(const rating_record_t *record);

#endif
