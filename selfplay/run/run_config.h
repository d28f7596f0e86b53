/* run_config.h - the configuration of a run: one JSON object, and what it means.
 * Use: run_config_t config;
 *      if (!run_config_load(&config, "run.json", words, count, &error)) ...
 *      char *text = run_config_text(&config);  free(text);   run_config_clear(&config);
 * {"game": "NAME", "variant": {...}, "games": 400, "search": {...}, ...}: every
 * key but `game` has a default. key=value words change any key by its dotted path.
 * "agents": [{...}, {...}] (agent.h) in the place of "search", "noise" and "temperature"
 * makes it a match of two.
 * How many threads play and how many games are asked for is no part of what a run is:
 * both are left out of the effective configuration, and of its hash. (Texts that older
 * versions stored have "games".)
 * Owns: run_config_clear releases the opening's lines, and the game where it is not
 *      borrowed; one configuration is not assigned to another.
 * Threads: constant after load.
 * Errors: as json.h and keys.h; nothing is kept then.
 */
#ifndef SELFPLAY_RUN_CONFIG_H
#define SELFPLAY_RUN_CONFIG_H

#include "core/base/error.h"
#include "mcts/search/agent.h"
#include "selfplay/play/learning.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct cJSON cJSON; /* cjson/cJSON.h */
typedef struct game game_t; /* core/game/game.h */
typedef struct text text_t; /* core/base/text.h */

/* What is played before the agents take over (opening.h). */
typedef struct opening_config {
    char *actions;       /* lines that games begin with (opening_lines.h), or NULL */
    int64_t turns;       /* drawn at random, behind those; 0: none */
    int64_t tries;       /* openings drawn, of which the most even one is taken */
    int64_t simulations; /* of the search that says how even one is */
} opening_config_t;

enum { RUN_MAX_AGENTS = 2, RUN_DEFAULT_GAMES = 100, RUN_MAX_GAMES = 1000000000 };

typedef struct run_config {
    game_t *game;
    bool borrowed;       /* the game is another's, which outlives this */
    int64_t games;       /* that are asked for; 0: nobody says how many (run.h) */
    int64_t seed;        /* of the run */
    int64_t shard_games; /* games a file */
    int64_t threads;     /* 0: as many as the machine offers */
    opening_config_t opening;
    learning_t learning; /* all off in a match */
    int num_agents; /* 1: it plays itself; 2: a match, games 2k and 2k+1 a pair: from the
                       same opening, with the seats exchanged */
    agent_t agents[RUN_MAX_AGENTS];
} run_config_t;

/* The agent that plays for a player in a game: in even games agent 0 for player 0. */
static inline int run_config_agent(const run_config_t *config, uint64_t game,
                                   int player) {
    return config->num_agents == 1 ? 0 : player ^ (int)(game & 1);
}

/* Whether a network values leaves for some agent. */
bool run_config_evaluates(const run_config_t *config);

/* Whether some agent is an outside program (engine_choice.h). */
bool run_config_has_engine(const run_config_t *config);

/* Leaves that an outside evaluator of some agent takes at once; 0: there is none. */
int run_config_outside_batch(const run_config_t *config);

bool run_config_load(run_config_t *config, const char *path, char *const *words,
                     int num_words, failure_t *error);

/* The same for the text of a configuration; where: what messages call it. */
bool run_config_parse(run_config_t *config, const char *text, const char *where,
                      char *const *words, int num_words, failure_t *error);
void run_config_clear(run_config_t *config);

/* For those that fill in a configuration instead: every key at its default, for one agent
 * that plays itself or for a match of two; the game is borrowed. */
void run_config_init(run_config_t *config, game_t *game, int num_agents);

/* Sets keys as a file has them: all but those of the game and, in a match, of agents. */
bool run_config_set_keys(run_config_t *config, const cJSON *json, const char *where,
                         failure_t *error);

/* When all is filled in: whether the values go together. Puts the game's own values where
 * "what suits the game" stands. */
bool run_config_settle(run_config_t *config, const char *where, failure_t *error);

/* Opens the networks and outside programs of the agents (agent_bind): before a run is
 * opened to play it, as what they are is part of the effective configuration. To read
 * what was recorded nothing has to be there. */
bool run_config_bind(run_config_t *config, const char *where, failure_t *error);

/* The effective configuration: every key but `games` and `threads`, in one order; the
 * caller frees it. */
char *run_config_text(const run_config_t *config);

/* A stored effective configuration as this version writes it: without the number of games
 * that older versions wrote into it. The caller frees it. */
char *run_config_without_games(const char *text);

/* That number; 0 where there is none. */
uint64_t run_config_stored_games(const char *text);

/* 64 bits of the effective configuration's text, the same on every machine. */
uint64_t run_config_hash(const char *text);

/* All keys with defaults, for people and as JSON, which the caller deletes. */
void run_config_document(FILE *file);
cJSON *run_config_document_json(void);

/* Whether an older version wrote the first text: without keys that there were not yet,
 * and with the values of `ours` in all others. */
bool run_config_is_older(const char *stored, const char *ours);

/* Says in which value two effective configurations differ first, by its path, such as
 * agents[0].search.simulations. */
void run_config_difference(const char *theirs, const char *ours, text_t *out);

/* About how long a game takes beside those of other runs, as far as the agents'
 * simulations and the board tell. */
uint64_t run_config_game_weight(const run_config_t *config);

#endif
