/* claim_question.h - the question of a claim: a study, or a search for the fairest
 * variant; its variants, and the runs that it needs.
 * Use: claim_question_t question;
 *      if (!claim_question_load(&question, "OUT", &error)) ...       of a folder
 *      if (!claim_question_read(&question, &files, &error)) ...      of a bundle
 *      for (int i = 0; i < question.num_runs; i++) ... question.runs[i] ...
 *      claim_question_clear(&question);
 * Owns: claim_question_clear releases all.   Threads: constant once read.
 * Errors: no question, or two of them; a malformed question.
 */
#ifndef EVAL_CLAIM_QUESTION_H
#define EVAL_CLAIM_QUESTION_H

#include "core/base/error.h"
#include "eval/claim/claim_files.h"
#include "eval/study/study.h"
#include "eval/study/study_run.h"
#include "mcts/search/agent.h"

typedef struct fairest fairest_t; /* eval/fairest/fairest.h */

typedef struct claim_variant {
    const study_t *study;
    int index; /* in the study */
} claim_variant_t;

typedef struct claim_run {
    const study_t *study;
    study_part_t part;
    int variant; /* of the question */
} claim_run_t;

typedef struct claim_question {
    study_t *study;     /* of the two, */
    fairest_t *fairest; /* one is NULL */
    const char *title;
    claim_variant_t *variants; /* at least 1 */
    int num_variants, num_strengths;
    claim_run_t *runs; /* in order */
    int num_runs;
} claim_question_t;

bool claim_question_load(claim_question_t *question, const char *out, failure_t *error);
bool claim_question_read(claim_question_t *question, claim_files_t *files,
                         failure_t *error);
void claim_question_clear(claim_question_t *question);

/* Its file, and the text of that; the caller frees it. */
const char *claim_question_file(const claim_question_t *question);
char *claim_question_text(const claim_question_t *question);

/* "side-4/25/self-play" */
void claim_run_name(const claim_run_t *run, char name[STUDY_PART_NAME]);

/* The agent of a run, as in the question; whether its games can be replayed: those of an
 * outside program cannot. */
const agent_t *claim_run_agent(const claim_run_t *run);
bool claim_run_repeats(const claim_run_t *run);

#endif
