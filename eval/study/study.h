/* study.h - the question of a study: variants of a game, by strength levels, and the
 * precision required.
 * Use: study_t study;
 *      if (!study_load(&study, "STUDY.json", words, count, &error)) ...
 *      char *text = study_text(&study);  free(text);        study_clear(&study);
 * {"title": "...", "game": "NAME",
 *  "variants": [{"name": "side 4", "variant": {"size": 4}}, ...]
 *  "agent": {...},                       shared by all strength levels (agent.h)
 *  "strengths": [{"simulations": 100}, {"name": "...", "agent": {...}}, ...],
 *  "precision": 0.02, ...}               study_document() lists the other keys
 * A variant without a name is named by its keys, "size=4"; "speed" in it, the simulations
 * per second of one thread from `fulcrum bench`, allows comparing budgets at equal time.
 * A strength level is an agent; {"simulations": N} is short for
 * {"agent": {"search": {"simulations": N}}}. "games", "seats", "first_turns" and "skill"
 * in a strength level override those of the study.
 * An agent's "network": {"weights": [...]} may be a list of networks trained alike from
 * different seeds; "{size}" in a path is the variant's, and a path that begins with "./"
 * starts at the study's file. Each plays each, itself included,
 * as first and as second player (study_networks.h); intervals are for these networks;
 * "openings" of a variant, lines as in opening.actions, are then played equally by every
 * pair. Such a strength level has no controls and no "skill". "playouts": [[2000,
 * 9000], ...] says for each variant how many playouts are as strong: at least, at most; 0
 * if that is not known.
 * "purpose" says beforehand what ends the games of a cell, and with that which intervals
 * hold: "estimate", the default: a precision, a number of games or a time, whatever the
 * score; "decide": its balance is known, at one of a few looks (looks.h); "watch": the
 * user, at any time.
 * Each pair of a variant and a strength level is a cell; its runs are ordinary ones
 * (study_run.h) in OUT/VARIANT/STRENGTH/.
 * Owns: study_clear releases the games.   Threads: constant after load.
 * Errors: those of json.h and keys.h; duplicate names; too many of them.
 */
#ifndef EVAL_STUDY_H
#define EVAL_STUDY_H

#include "core/base/error.h"
#include "core/config/keys.h"
#include "mcts/evaluate/network_choice.h"
#include "mcts/search/agent.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct cJSON cJSON; /* cjson/cJSON.h */
typedef struct game game_t; /* core/game/game.h */

enum {
    STUDY_MAX_VARIANTS = 12,
    STUDY_MAX_STRENGTHS = 16,
    STUDY_MAX_NETWORKS = 24,
    STUDY_NAME = 48
};

typedef struct study_variant {
    char name[STUDY_NAME];
    game_t *game;
    int64_t seed;   /* of its runs; 0: the study's */
    double speed;   /* simulations per second of one thread; 0: not given */
    char *openings; /* for strength levels with a list of networks; NULL: none */
} study_variant_t;

/* How many games the runs of a strength level should have. */
typedef struct study_games {
    int64_t most;        /* of self-play, at most */
    int64_t seats;       /* of the agent against itself, seats exchanged; even */
    int64_t first_turns; /* of self-play after a random first turn */
    int64_t advantage;   /* of the agent against itself, at each ratio from 4:1 to 1:4 */
    int64_t skill;       /* of the agent with twice the simulations against it; even */
} study_games_t;

typedef struct study_network {
    char weights[NETWORK_PATH];
    char hash[NETWORK_CHOICE_HASH]; /* empty: any */
} study_network_t;

/* How many playouts are as strong as a player. */
typedef struct study_playouts {
    int64_t least, most; /* 0: not known */
} study_playouts_t;

typedef struct study_strength {
    char name[STUDY_NAME];
    agent_t agent; /* with the first network of a list */
    study_network_t networks[STUDY_MAX_NETWORKS];
    int num_networks; /* 0: there is no list */
    study_playouts_t playouts[STUDY_MAX_VARIANTS];
    study_games_t games;
} study_strength_t;

/* What a study is for. A study stored before there were purposes is one to watch. */
typedef enum { PURPOSE_WATCH, PURPOSE_ESTIMATE, PURPOSE_DECIDE } study_purpose_t;

/* What a folder's study.json records of its own past: whether its games ended as they
 * were planned to. */
typedef struct study_past {
    int64_t timed;  /* games of all runs when the time limit of the command that began the
                       study ended it; 0: none did */
    bool replanned; /* what ends the games was changed after the study had begun */
    int64_t removed; /* variants that were left out after they had been played */
    double added; /* of variants added to a study that had begun: the sum of their shares
                     of the error rate at that time */
} study_past_t;

typedef struct study {
    char title[128];
    int64_t seed;        /* of all runs */
    int64_t first;       /* games of a cell before its interval is checked */
    int64_t shard;       /* games per file; even */
    study_games_t games; /* default of strength levels */
    double precision;    /* target half-width of a cell's interval, ignoring
                            duplicates */
    double margin;       /* a score within this of 1/2 is balanced */
    double error_rate;   /* of all answers of a kind together */
    int purpose;         /* study_purpose_t */
    study_past_t past;
    bool paired; /* game i of one variant is compared with game i of the other */
    study_variant_t *variants;
    study_strength_t strengths[STUDY_MAX_STRENGTHS];
    int num_variants, num_strengths;
} study_t;

/* key=value words set the keys of study_document(). */
bool study_load(study_t *study, const char *path, char *const *words, int num_words,
                failure_t *error);
/* The same from an object, whose parts are removed; where: its name in messages. _of: of
 * at most so many variants instead of STUDY_MAX_VARIANTS. */
bool study_read_json(study_t *study, cJSON *json, const char *where, char *const *words,
                     int num_words, failure_t *error);
bool study_read_json_of(study_t *study, cJSON *json, int most_variants, const char *where,
                        failure_t *error);
void study_clear(study_t *study);
void study_free(study_t *study); /* of one on the heap; NULL is fine */

/* The effective study: every key in one order; the caller frees it. study_load reads it.
 */
char *study_text(const study_t *study);
cJSON *study_json(const study_t *study);
cJSON *study_playouts_json(const study_playouts_t *playouts); /* [least, most] */

/* All numeric keys with defaults, for --help. */
void study_document(FILE *file);
const keyset_t *study_number_keys(void);

/* The opponent in `skill`: twice the simulations. False if the agent has no budget of
 * simulations. */
bool study_twice(const study_strength_t *strength, agent_t *twice);

/* The folder of a name: "Side 4" is "side-4". */
void study_folder_of(const char *name, char folder[STUDY_NAME]);

/* The variant or strength level with a name, or with one of the same folder; -1 or NULL:
 * none. */
int study_variant_named(const study_t *study, const char *name);
const study_strength_t *study_strength_named(const study_t *study, const char *name);

/* Removes variant number `index` from the JSON of a study. */
void study_json_remove(cJSON *json, int index);

/* log2 of the simulations; NAN for an agent without a budget of them. */
double study_doublings(const study_strength_t *strength);

#endif
