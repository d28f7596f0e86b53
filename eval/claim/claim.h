/* claim.h - what a claim says besides its games: the question, the networks that played,
 * exact values; all but the question is in claim.json.
 * Use: claim_t *claim = claim_new("OUT", false, &error);         of a folder; NULL: error
 *      char *text = claim_text(claim, &table);   free(text);
 *      claim_t *claim = claim_read(&files, &error);              of a bundle
 *      claim_free(claim);
 *      if (!claim_make("OUT", "BUNDLE", false, quiet, &made, &error)) ...   the bundle
 * {"format": "fulcrum claim", "version": 3,
 *  "program": "fulcrum 0.1.0 (abcdef0)"  which says that it made the bundle
 *  "games": 74900
 *  "runs": [{"folder": "side-4/25/self-play", "games": 4000}, ...]   as in games.csv.gz
 *  "weights": [{"path": "net-4.safetensors", "hash": "0x...", "instructions": "avx2",
 *               "file": "weights/1.safetensors"}, ...]   of each agent with a network, by
 *                                        variant, strength level, and place in a list of
 *                                        networks; instructions only where games depend
 *                                        on them; without "file" the weights are kept
 *                                        apart: the checker gives their folder
 *  "exact": [{...}, ...]}                per variant, its exact value as far as it is
 *                                        settled; empty: none is
 * Program, weights and exact values are read; all else follows from the question and the
 * table. A check writes the text again from what it has read, and the bundle's has to be
 * the same: nothing in it is unread.
 * Nothing that a bundle names outside its folder is ever opened: a path of weights is a
 * name, of a file in the bundle, or, without the folders that all have in common, below
 * a folder that the checker gives; outside programs are never started.
 * Owns: all that is in it.
 * Threads: one thread.   Errors: another version; a part that is missing or malformed;
 *      a study without games; files that cannot be read or written; a bundle's name
 *      that is taken.
 */
#ifndef EVAL_CLAIM_H
#define EVAL_CLAIM_H

#include "core/base/error.h"
#include "core/base/files/sha256.h"
#include "eval/claim/claim_files.h"
#include "eval/claim/claim_question.h"
#include "eval/study/study_exact.h"
#include "mcts/evaluate/network_choice.h"
#include "selfplay/run/folder_kind.h"

typedef struct claim_table claim_table_t; /* eval/claim/claim_table.h */

#define CLAIM_FILE FOLDER_BUNDLE_FILE
#define CLAIM_RESULTS "results.json"

/* The folder of the runs in results, whatever it was: a bundle does not depend on where
 * it is made. */
#define CLAIM_FOLDER "study"

enum { CLAIM_PROGRAM = 256 };

/* An agent's network. */
typedef struct claim_weights {
    int variant, strength, network; /* network: in a list; else 0 */
    char path[NETWORK_PATH];        /* of this variant */
    char hash[NETWORK_CHOICE_HASH];
    int instructions;           /* network_instructions_t; auto: they do not matter */
    char file[CLAIM_FILE_NAME]; /* in the bundle; "": apart */
} claim_weights_t;

typedef struct claim {
    claim_question_t question;
    claim_weights_t *weights;
    int num_weights;
    size_t holds; /* bytes of their paths that name the folder holding all of them */
    study_exact_t *exact; /* of each variant; without the time taken */
    char program[CLAIM_PROGRAM];
    uint64_t games; /* that a bundle says it has */
} claim_t;

/* Opens the weights that the agents name; apart: the bundle does not contain them. */
claim_t *claim_new(const char *out, bool apart, failure_t *error);
char *claim_text(const claim_t *claim, const claim_table_t *table);

claim_t *claim_read(claim_files_t *files, failure_t *error);
void claim_free(claim_t *claim); /* NULL is fine */

typedef struct game_source game_source_t; /* core/game/source/game_source.h */

/* The source of the game, which is a file of the bundle; NULL: the game has none. */
const game_source_t *claim_source(const claim_t *claim);

/* Whether a claim has a file of that name. */
bool claim_has_file(const claim_t *claim, const char *name);

/* The path of weights kept apart below the folder that holds all of them. */
const char *claim_weights_name(const claim_t *claim, const claim_weights_t *weights);

/* Makes a bundle. apart: as in claim_new. */
typedef struct claim_made {
    char id[SHA256_TEXT]; /* of SHA256SUMS */
    uint64_t games, bytes;
    uint64_t outside; /* games of outside programs, which cannot be replayed */
} claim_made_t;
bool claim_make(const char *out, const char *bundle, bool apart, bool quiet,
                claim_made_t *made, failure_t *error);

#endif
