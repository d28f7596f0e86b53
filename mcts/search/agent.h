/* agent.h - a player, as one JSON object: a search, its budget and its temperature, or an
 * outside program (engine_program.h).
 * Use: agent_t agent;
 *      if (!agent_load(&agent, "configs/agents/uct-400.json", words, count, &error)) ...
 *      search_t *search = agent_search_new(&agent, game);
 *      int i = agent_choose(&agent, search, &state, moment, &result);
 *      game_apply(game, &state, result.actions[i]);
 *      search_advance(search, result.actions[i]);      both players' actions
 *      search_free(search);
 * {"name": "uct-400", "search": {...}, "temperature": {...}, "noise": {...}}: every key
 * has a default, the keys are those of a run's configuration, and key=value words
 * override them. {"engine": {"command": [...]}} has no other keys but "name"; for such an
 * agent only reading, writing, binding and starting apply.
 * An action depends on agent, position and moment alone (and, with search.reuse, on the
 * game's preceding searches), unless the clock ends searches or many threads run them.
 * The random numbers are those of self-play: a run of the same configuration plays the
 * same.
 * Errors: those of json.h and keys.h; incompatible values.
 */
#ifndef MCTS_AGENT_H
#define MCTS_AGENT_H

#include "core/base/error.h"
#include "core/game/game.h"
#include "mcts/engine/engine_program.h"
#include "mcts/search/search_config.h"
#include "mcts/select/action_choice.h"

typedef struct cJSON cJSON;                   /* cjson/cJSON.h */
typedef struct search search_t;               /* mcts/search/search.h */
typedef struct search_result search_result_t; /* mcts/search/search_result.h */

enum { AGENT_NAME = 64 };

typedef struct agent {
    char name[AGENT_NAME]; /* for display; default: the file's name */
    temperature_t temperature;
    search_config_t search;
    search_parallel_t parallel;
    engine_choice_t engine; /* if set, an outside program instead of all this */
} agent_t;

static inline bool agent_is_engine(const agent_t *agent) {
    return engine_choice_is_set(&agent->engine);
}

/* The simulations of an action: a search's budget, or what an outside program is asked
 * for, which may be 0: it decides itself. */
int64_t agent_simulations(const agent_t *agent);
void agent_set_simulations(agent_t *agent, int64_t simulations);

/* "400 simulations an action, the first 10 turns drawn by visits". */
enum { AGENT_WORDS = 128 };
const char *agent_words(const agent_t *agent, char words[AGENT_WORDS]);

/* Opens the agent's network. Required before it plays. */
bool agent_bind(agent_t *agent, const game_t *game, const char *where, failure_t *error);

/* Starts the agent's outside program, player or evaluator, if it has one, and fills in
 * the name and version that it reports. Required before it plays; not called by commands
 * that read an agent from recorded data. */
bool agent_start_program(agent_t *agent, const game_t *game, const char *where,
                         failure_t *error);

/* The agent's outside program, player or evaluator; NULL: it has none. */
engine_program_t *agent_program(agent_t *agent);

/* From an agent's file, at which a relative "network.weights" starts (in words: at the
 * current folder); or from weights, which end in .safetensors. */
bool agent_load(agent_t *agent, const char *path, char *const *words, int num_words,
                failure_t *error);

/* The same for a text; where: for messages, and the name of an agent without one. */
bool agent_parse(agent_t *agent, const char *text, const char *where, char *const *words,
                 int num_words, failure_t *error);

/* The same for an object, which loses its "name". */
bool agent_read_json(agent_t *agent, cJSON *json, const char *where, char *const *words,
                     int num_words, failure_t *error);

/* Adds to the JSON of an agent that it plays with a network; takes over the path of its
 * weights, or a list of them (eval/study/study.h). */
void agent_json_network(cJSON *agent, const char *evaluator, cJSON *weights);

/* A person's default opponent: one second per action, or no time limit if the words set
 * search.simulations or search.max_nodes; always plays the best action. */
bool agent_default(agent_t *agent, char *const *words, int num_words, failure_t *error);

/* The effective agent, with every key in a fixed order: into an object; as a text that
 * the caller frees. text_hash of that text identifies the agent on every machine. */
void agent_write_json(const agent_t *agent, cJSON *json);
char *agent_text(const agent_t *agent);

/* A search with the agent's settings; search_free. NULL for an outside program. */
search_t *agent_search_new(const agent_t *agent, const game_t *game);

/* What seeds an action's random numbers, and the turn. */
typedef struct agent_moment {
    uint64_t seed;      /* of the run, the match or the session of `play` */
    uint64_t game;      /* its number there */
    uint32_t ply, turn; /* actions and complete turns played */
} agent_moment_t;

/* Starts the search; for a caller that runs it in parts (search_run). */
void agent_start(search_t *search, const state_t *state, agent_moment_t moment);

/* Reads the search and chooses an action; returns its index in result. The search may
 * have been stopped, but not before its first simulation. */
int agent_decide(const agent_t *agent, const search_t *search, agent_moment_t moment,
                 search_result_t *result);

/* Starts the search, runs it to the end, reads it and chooses. */
int agent_choose(const agent_t *agent, search_t *search, const state_t *state,
                 agent_moment_t moment, search_result_t *result);

#endif
