/* study_next.h - what would settle the open questions of a study: about how many more
 * games, how long they take, and the command.
 * Use: study_next(out, result);       a list of a result (result.h); empty: nothing is
 *                                     open
 * The width of an interval falls about as the square root of the games; how far it
 * has to fall is estimated from the current figures, which are subject to chance: all
 * numbers are rough. Time is that of the games played so far (call_log.h), on as many
 * threads. A precision applies to all cells of a study: games and minutes are those of
 * all cells that it would extend.
 */
#ifndef EVAL_STUDY_NEXT_H
#define EVAL_STUDY_NEXT_H

typedef struct result result_t;             /* core/base/table/result.h */
typedef struct study_result study_result_t; /* eval/study/study_result.h */

#define STUDY_NEXT_TITLE "Next step"
void study_next(result_t *out, const study_result_t *result);

#endif
