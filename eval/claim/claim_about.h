/* claim_about.h - what a bundle says of itself besides its games: claim.json.
 * Use: claim_about_t *about = claim_about_new("OUT", false, &error);     NULL: error
 *      char *text = claim_about_text(about, &table);   free(text);
 *      claim_about_t *about = claim_about_read(&files, "FOLDER", &error);
 *      claim_about_free(about);
 * {"format": "fulcrum claim", "version": 1,
 *  "program": ..., "compiler": ..., "instructions": ...,  that made the bundle
 *  "folder": "x"                         the folder's name, which the results call it by
 *  "seed": 1, "games": 74900
 *  "runs": [{"folder": "side-4/25/self-play", "games": 4000}, ...]   as games.csv.gz
 *  "agents": [[{...}, ...], ...]         of each variant those of all strengths, with the
 *                                        path and the hash of their weights; of a list of
 *                                        networks a list, one for each
 *  "weights": [{"path": "net.h5", "file": "weights/1.h5"}, ...]   without "file" they
 *                                        are apart: who checks says where
 *                                        (claim_replay.h)
 *  "exact": [{...}, ...]}                of each variant, as a study's exact.json; of a
 *                                        question that knows none nothing
 * Seed, games, agents and weights are said for people and programs alike; what they have
 * to be follows from the question and the table, and is held to it.
 * Nothing of what a bundle names outside its folder is ever opened: paths of weights are
 * names that `weights` translates, or without their folders names in a folder that the
 * checker says, and outside programs are never started.
 * Owns: all that is in it.
 * Threads: one thread.   Errors: another version; a part that is missing or malformed.
 */
#ifndef EVAL_CLAIM_ABOUT_H
#define EVAL_CLAIM_ABOUT_H

#include "core/base/error.h"
#include "eval/claim/claim_agents.h"
#include "eval/claim/claim_files.h"
#include "eval/claim/claim_json.h"
#include "eval/claim/claim_subject.h"
#include "eval/study/study_exact.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/store/games_header.h"

typedef struct claim_table claim_table_t; /* eval/claim/claim_table.h */

typedef struct claim_about {
    claim_subject_t subject;
    claim_agents_t agents;
    producer_t maker;
    char folder[RUN_PATH];
    study_exact_t *exact;
    int num_exact; /* as many as variants, or none */
} claim_about_t;

/* Of a folder of games. Opens the weights that the agents name; apart: the bundle is not
 * to have them. */
claim_about_t *claim_about_new(const char *out, bool apart, failure_t *error);
char *claim_about_text(const claim_about_t *about, const claim_table_t *table);

claim_about_t *claim_about_read(const claim_files_t *files, const char *where,
                                failure_t *error);
void claim_about_free(claim_about_t *about); /* NULL is fine */

/* Whether claim.json says of the games what the table holds. */
bool claim_about_fits(const claim_about_t *about, const claim_files_t *files,
                      const claim_table_t *table, failure_t *error);

#endif
