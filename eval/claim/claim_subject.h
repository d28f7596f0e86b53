/* claim_subject.h - the subject of a claim: a question, its variants, and the runs of
 * their games.
 * Use: claim_subject_t subject;
 *      if (!claim_subject_load(&subject, "OUT", &error)) ...            of a folder
 *      if (!claim_subject_read(&subject, &files, "BUNDLE", &error)) ... of a bundle
 *      for (int i = 0; i < subject.num_runs; i++) ... subject.runs[i] ...
 *      claim_subject_clear(&subject);
 * The runs of a study belong to one study (study.h); those of a search for the fairest
 * variant to one study per variant (fairest.h).
 * Owns: claim_subject_clear releases all.   Threads: constant once read.
 * Errors: no question, or two of them; a malformed question.
 */
#ifndef EVAL_CLAIM_SUBJECT_H
#define EVAL_CLAIM_SUBJECT_H

#include "core/base/error.h"
#include "eval/claim/claim_files.h"
#include "eval/claim/claim_kind.h"
#include "eval/study/study.h"
#include "eval/study/study_run.h"
#include "mcts/search/agent.h"

typedef struct claim_variant {
    const study_t *study;
    int index; /* in the study */
} claim_variant_t;

typedef struct claim_run {
    const study_t *study;
    study_part_t part;
    int variant; /* of the subject */
} claim_run_t;

typedef struct claim_subject {
    const claim_kind_t *kind;
    void *question;
    claim_facts_t facts;
    claim_variant_t *variants; /* facts.variants */
    int num_strengths;         /* of every variant */
    claim_run_t *runs;         /* that the question needs, in order */
    int num_runs;
} claim_subject_t;

bool claim_subject_load(claim_subject_t *subject, const char *out, failure_t *error);
bool claim_subject_read(claim_subject_t *subject, claim_files_t *files, const char *where,
                        failure_t *error);
void claim_subject_clear(claim_subject_t *subject);

/* "side-4/25/self-play" */
enum { CLAIM_RUN_NAME = STUDY_PART_NAME };
void claim_subject_run_name(const claim_subject_t *subject, int run,
                            char name[CLAIM_RUN_NAME]);

/* The agent of a run, as in the question. */
const agent_t *claim_run_agent(const claim_run_t *run);

#endif
