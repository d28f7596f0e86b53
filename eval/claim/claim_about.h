/* claim_about.h - a bundle's description of itself besides its games: claim.json.
 * Use: claim_about_t *about = claim_about_new("OUT", false, &error);     NULL: error
 *      char *text = claim_about_text(about, &table);   free(text);
 *      claim_about_t *about = claim_about_read(&files, "FOLDER", &error);
 *      claim_about_free(about);
 * {"format": "fulcrum claim", "version": 1,
 *  "program": ..., "compiler": ..., "instructions": ...,  that made the bundle
 *  "folder": "x"                         the folder's name in the results
 *  "seed": 1, "games": 74900
 *  "runs": [{"folder": "side-4/25/self-play", "games": 4000}, ...]   as in games.csv.gz
 *  "agents": [[{...}, ...], ...]         per variant, those of all strength levels, with
 *                                        path and hash of their weights; for a list of
 *                                        networks a list, one for each
 *  "weights": [{"path": "net.h5", "file": "weights/1.h5"}, ...]   without "file" they
 *                                        are kept apart: the checker gives their folder
 *                                        (claim_replay.h)
 *  "exact": [{...}, ...]}                per variant, as its exact.json; empty: the
 *                                        solver tried none
 * Seed, games, agents and weights are given for people and programs; they are implied by
 * the question and the table, and are checked against these.
 * Nothing that a bundle names outside its folder is ever opened: paths of weights are
 * names that `weights` maps to files, or, without their folders, names in a folder that
 * the checker gives; outside programs are never started.
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
    study_exact_t *exact; /* of each variant */
} claim_about_t;

/* For a folder of games. Opens the weights that the agents name; apart: the bundle does
 * not contain them. */
claim_about_t *claim_about_new(const char *out, bool apart, failure_t *error);
char *claim_about_text(const claim_about_t *about, const claim_table_t *table);

claim_about_t *claim_about_read(const claim_files_t *files, const char *where,
                                failure_t *error);
void claim_about_free(claim_about_t *about); /* NULL is fine */

/* Whether claim.json agrees with the table of games. */
bool claim_about_fits(const claim_about_t *about, const claim_files_t *files,
                      const claim_table_t *table, failure_t *error);

#endif
