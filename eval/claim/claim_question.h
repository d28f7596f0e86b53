/* claim_question.h - the question of a claim: a study, or a search for the fairest
 * variant, and the runs that it needs.
 * Use: claim_question_t question;
 *      if (!claim_question_load(&question, "OUT", &error)) ...       of a folder
 *      if (!claim_question_read(&question, &files, &error)) ...      of a bundle
 *      for (int i = 0; i < question.num_runs; i++) ... question.runs[i] ...
 *      claim_question_clear(&question);
 * Errors: no question, or two of them; a malformed question.
 */
#ifndef EVAL_CLAIM_QUESTION_H
#define EVAL_CLAIM_QUESTION_H

#include "core/base/error.h"
#include "eval/claim/claim_files.h"
#include "eval/study/study.h"
#include "eval/study/study_run.h"

typedef struct agent agent_t;     /* mcts/search/agent.h */
typedef struct fairest fairest_t; /* eval/fairest/fairest.h */

typedef struct claim_question {
    study_t *study; /* also of a search for the fairest, which then owns it */
    fairest_t *fairest;
    const char *title;
    study_part_t *runs; /* variant by variant */
    int num_runs;
} claim_question_t;

bool claim_question_load(claim_question_t *question, const char *out, failure_t *error);
bool claim_question_read(claim_question_t *question, claim_files_t *files,
                         failure_t *error);
void claim_question_clear(claim_question_t *question);

/* Its file, and the text of that; the caller frees it. */
const char *claim_question_file(const claim_question_t *question);
char *claim_question_text(const claim_question_t *question);

/* Of a run: "side-4/25/self-play"; its agent, as in the question; whether its games can
 * be replayed: those of an outside program cannot. */
void claim_run_name(const claim_question_t *question, int run,
                    char name[STUDY_PART_NAME]);
const agent_t *claim_run_agent(const claim_question_t *question, int run);
bool claim_run_repeats(const claim_question_t *question, int run);

#endif
