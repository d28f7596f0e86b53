/* claim_about.h - a bundle's description of itself besides its games: claim.json.
 * Use: claim_about_t *about = claim_about_new("OUT", false, &error);     NULL: error
 *      char *text = claim_about_text(about, &table);   free(text);
 *      claim_about_t *about = claim_about_read(&files, "FOLDER", &error);
 *      claim_about_free(about);
 * {"format": "fulcrum claim", "version": 2,
 *  "program": "fulcrum 0.1.0 (abcdef0)"  which says that it made the bundle
 *  "seed": 1, "games": 74900
 *  "runs": [{"folder": "side-4/25/self-play", "games": 4000}, ...]   as in games.csv.gz
 *  "agents": [[{...}, ...], ...]         per variant, those of all strength levels, with
 *                                        path and hash of their weights; for a list of
 *                                        networks a list, one for each
 *  "weights": [{"path": "net.h5", "file": "weights/1.h5"}, ...]   without "file" they
 *                                        are kept apart: the checker gives their folder
 *                                        (claim_replay.h)
 *  "exact": [{...}, ...]}                per variant, its exact value as far as it is
 *                                        settled; empty: none is
 * Program, agents and exact values are read; all else follows from the question and the
 * table. A check writes the text again from what it has read, and the bundle's has to be
 * the same: nothing in it is unread.
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

typedef struct claim_table claim_table_t; /* eval/claim/claim_table.h */

enum { CLAIM_PROGRAM = 256 };

typedef struct claim_about {
    claim_subject_t subject;
    claim_agents_t agents;
    char program[CLAIM_PROGRAM];
    uint64_t games;       /* that a bundle says it has */
    study_exact_t *exact; /* of each variant; without the time taken */
} claim_about_t;

/* For a folder of games. Opens the weights that the agents name; apart: the bundle does
 * not contain them. */
claim_about_t *claim_about_new(const char *out, bool apart, failure_t *error);
char *claim_about_text(const claim_about_t *about, const claim_table_t *table);

claim_about_t *claim_about_read(claim_files_t *files, const char *where,
                                failure_t *error);
void claim_about_free(claim_about_t *about); /* NULL is fine */

/* The folder of the runs in results, whatever it was: a bundle does not depend on where
 * it is made. */
#define CLAIM_FOLDER "study"

/* Whether a claim has a file of that name. */
bool claim_about_has(const claim_about_t *about, const char *name);

#endif
