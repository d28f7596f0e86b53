/* run_config.h - the configuration of a run, from one JSON object.
 * Use: run_config_t config;
 *      if (!run_config_load(&config, "run.json", words, count, &error)) ...
 *      char *text = run_config_text(&config);  free(text);   run_config_clear(&config);
 * {"game": "NAME", "variant": {...}, "games": 400, "search": {...}, ...}: every key but
 * `game` has a default. key=value words change any key by its dotted path. "agents":
 * [{...}, {...}] (agent.h) instead of "search", "noise" and "temperature" makes it a
 * match of two agents. The numbers of threads and games are not part of a run's identity:
 * both are excluded from the effective configuration and its hash. Do not assign one
 * configuration to another.
 * Errors: those of json.h and keys.h; then nothing is allocated.
 */
#ifndef SELFPLAY_RUN_CONFIG_H
#define SELFPLAY_RUN_CONFIG_H

#include "core/base/error.h"
#include "mcts/search/agent.h"
#include "selfplay/config/learning.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct cJSON cJSON;             /* cjson/cJSON.h */
typedef struct game game_t;             /* core/game/game.h */
typedef struct game_class game_class_t; /* core/game/game.h */
typedef struct text text_t;             /* core/base/text.h */

/* Actions played before the agents take over (opening.h). */
typedef struct opening_config {
    char *actions;       /* lines of actions (opening_lines.h), or NULL */
    int64_t turns;       /* random turns, after those; 0: none */
    int64_t tries;       /* random openings from which the most even is chosen */
    int64_t simulations; /* of the search that measures how even one is */
} opening_config_t;

enum { RUN_MAX_AGENTS = 2, RUN_DEFAULT_GAMES = 100, RUN_MAX_GAMES = 1000000000 };

typedef struct run_config {
    game_t *game;
    bool borrowed;       /* the game belongs to another owner, which outlives this */
    int64_t games;       /* requested; 0: not given (run.h) */
    int64_t seed;        /* of the run */
    int64_t shard_games; /* games per file */
    int64_t threads;     /* 0: all available */
    opening_config_t opening;
    learning_t learning; /* all off in a match */
    int num_agents; /* 1: self-play; 2: a match, where games 2k and 2k+1 are a pair: the
                       same opening, with the seats exchanged */
    agent_t agents[RUN_MAX_AGENTS];
} run_config_t;

/* The agent that plays for a player in a game: in even games agent 0 for player 0. */
static inline int run_config_agent(const run_config_t *config, uint64_t game,
                                   int player) {
    return config->num_agents == 1 ? 0 : player ^ (int)(game & 1);
}

/* Whether any agent evaluates leaves with a network. */
bool run_config_evaluates(const run_config_t *config);

/* Whether any agent is an outside program (engine_program.h). */
bool run_config_has_engine(const run_config_t *config);

/* The batch size of an agent's outside evaluator; 0: there is none. */
int run_config_outside_batch(const run_config_t *config);

bool run_config_load(run_config_t *config, const char *path, char *const *words,
                     int num_words, failure_t *error);

/* The same from the text of a configuration; where: its name in messages. */
bool run_config_parse(run_config_t *config, const char *text, const char *where,
                      char *const *words, int num_words, failure_t *error);
void run_config_clear(run_config_t *config);

/* Whether this program has the rules of a configuration's game: if not, that is an error
 * of the call, not of the configuration. */
bool run_config_has_rules(const char *text, const char *where, failure_t *error);

/* Whether recorded games can be replayed: not if the game is without its rules
 * (recorded_game.h). True as well if no configuration has been read. */
bool run_config_replays(const run_config_t *config);

/* For filling in a configuration directly: sets every key to its default, for self-play
 * of one agent or a match of two; the game is borrowed. */
void run_config_init(run_config_t *config, game_t *game, int num_agents);

/* Sets keys from JSON: all but those of the game and, in a match, of agents. */
bool run_config_set_keys(run_config_t *config, const cJSON *json, const char *where,
                         failure_t *error);

/* To be called last: checks that the values are consistent, and replaces "what suits the
 * game" by the game's own values. */
bool run_config_settle(run_config_t *config, const char *where, failure_t *error);

/* Opens the networks of the agents (agent_bind), and starts their outside programs
 * (agent_start_program): both are required before a run is opened for playing, as their
 * identity is part of the effective configuration; not needed to read recorded games. */
bool run_config_bind(run_config_t *config, const char *where, failure_t *error);
bool run_config_start_programs(run_config_t *config, const char *where, failure_t *error);

/* To look at a run without starting the programs that it names: takes their names and
 * versions from its stored configuration. */
void run_config_name_programs(run_config_t *config, const char *stored);

/* The effective configuration: every key but `games` and `threads`, in a fixed order; the
 * caller frees it. */
char *run_config_text(const run_config_t *config);

/* 64 bits of the effective configuration's text, the same on every machine. */
uint64_t run_config_hash(const char *text);

/* A word of the command line with its full key, for the caller to free: rules of a game,
 * if it is known, may stand there without "variant.", as in size=5, but for those that
 * have the name of a configuration's key. */
char *run_config_full_word(const game_class_t *class, const char *word);

/* Whether a key, the first `length` characters, holds a text, which may have commas. */
bool run_config_is_text(const char *key, size_t length);

/* All keys with defaults, as text, or as JSON, which the caller deletes. */
void run_config_document(FILE *file);
cJSON *run_config_document_json(void);

/* Describes the first value in which two effective configurations differ, by its path,
 * such as agents[0].search.simulations. */
void run_config_difference(const char *theirs, const char *ours, text_t *out);

/* A rough relative duration of the run's games, compared to other runs, from the agents'
 * simulations and the board. */
uint64_t run_config_game_weight(const run_config_t *config);

#endif
