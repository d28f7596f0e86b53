/* fairest.h - the question which of many variants of a game is the fairest: every
 * combination of lists of values, one agent, one budget of games.
 * Use: fairest_t fairest;
 *      if (fairest_ask(&fairest, "NAME", words, count, &error)) ...     key=a,b words
 *      if (fairest_load(&fairest, "FILE.json", words, count, &error)) ...
 *      char *text = fairest_text(&fairest);  free(text);     fairest_clear(&fairest);
 * {"title": "...", "game": "NAME", "grid": {"size": [4, 6], "swap": [false, true]},
 *  "agent": {...}, "games": 20000, ...}       fairest_document() lists the other keys
 * The word "simulations=N" is the agent's budget (default: FAIREST_SIMULATIONS). All of
 * it is a study of self-play at one strength level, in which each variant has its own
 * seed, so that the games of two variants are independent.
 * It is played in the rounds of halving.h, each with all variants still in it, as those
 * of a study; exact values are looked for before the first game and after the first
 * answer.
 * Errors: those of json.h and keys.h; a variant that the game rejects; too many;
 *      duplicates; fewer games than a plan needs (halving.h).
 */
#ifndef EVAL_FAIREST_H
#define EVAL_FAIREST_H

#include "core/base/error.h"
#include "eval/stats/halving.h"
#include "eval/study/variant_grid.h"
#include "selfplay/run/folder_kind.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct cJSON cJSON;                         /* cjson/cJSON.h */
typedef struct study study_t;                       /* eval/study/study.h */
typedef struct study_play_order study_play_order_t; /* eval/study/study_play.h */

enum { FAIREST_NAME = 160, FAIREST_TITLE = 128, FAIREST_SIMULATIONS = 100 };

typedef struct fairest {
    char title[FAIREST_TITLE];
    int64_t seed;
    int64_t games;     /* of all variants together; 0: plan after plan, each of twice the
                          games, until the answer is settled (a map's never is) or
                          the user stops it */
    int64_t finalists; /* that are not dropped */
    int64_t shard;     /* games per file, and the least step of a plan; even */
    double fresh;      /* share of the games for fresh games of finalists */
    double margin;     /* a score within this of 1/2 is fair */
    double error_rate; /* of all intervals together */
    variant_grid_t grid;
    int num_variants;
    char (*names)[FAIREST_NAME]; /* of the variants: "size=4 swap=true" */
    study_t *study;              /* of the same variants, and one strength */
} fairest_t;

bool fairest_ask(fairest_t *fairest, const char *game, char *const *words, int count,
                 failure_t *error);
/* words: key=value for the keys of fairest_document(). */
bool fairest_load(fairest_t *fairest, const char *path, char *const *words, int count,
                  failure_t *error);
/* The same from an object, whose parts are removed; where: its name in messages. */
bool fairest_read_json(fairest_t *fairest, cJSON *json, const char *where,
                       char *const *words, int count, failure_t *error);
void fairest_clear(fairest_t *fairest);

/* Lets another agent play; takes the object over. */
bool fairest_set_agent(fairest_t *fairest, cJSON *agent, failure_t *error);

/* The effective question: every key in one order; fairest_load reads it. */
cJSON *fairest_json(const fairest_t *fairest);
char *fairest_text(const fairest_t *fairest);

void fairest_document(FILE *file);

/* The plan of a pass: only pass 0 if the number of games is given, else 1, 2, ...; false:
 * there is no such pass. */
bool fairest_plan(const fairest_t *fairest, int pass, halving_plan_t *plan);

/* The file in OUT with the effective question. */
#define FAIREST_FILE FOLDER_FAIREST_FILE

/* Plays the missing games. The file is written first; a different question there is an
 * error, as intervals hold for numbers of games that were fixed beforehand. stopped: by
 * what, or NULL when nothing is left to play. */
bool fairest_play(const fairest_t *fairest, const char *out,
                  const study_play_order_t *order, const char **stopped,
                  failure_t *error);

#endif
