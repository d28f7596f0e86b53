/* agent.h - a player, as one JSON object: a search, its budget and how it chooses, or an
 * outside program (engine_choice.h).
 * Use: agent_t agent;
 *      if (!agent_load(&agent, "configs/agents/uct-400.json", words, count, &error)) ...
 *      search_t *search = agent_search_new(&agent, game);
 *      int i = agent_choose(&agent, search, &state, moment, &result);
 *      game_apply(game, &state, result.actions[i]);
 *      search_advance(search, result.actions[i]);      both players' actions
 *      search_free(search);
 * {"name": "uct-400", "search": {...}, "temperature": {...}, "noise": {...}}: every key
 * has a default, the keys are those of a run's configuration, and key=value words change
 * any of them. {"engine": {"command": [...]}} has no other keys but "name": of such an
 * agent only what is said of reading, writing and binding holds.
 * An action depends on agent, position and moment alone (and, with search.reuse, on the
 * searches of the game before), unless the clock ends searches or many threads run them.
 * The random numbers are those of self-play: a run of the same configuration plays the
 * same.
 * Owns: an agent is a value; it owns nothing.   Threads: constant after load.
 * Errors: as json.h and keys.h; values that do not go together.
 */
#ifndef MCTS_AGENT_H
#define MCTS_AGENT_H

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/game/game.h"
#include "mcts/engine/engine_choice.h"
#include "mcts/search/search_config.h"
#include "mcts/select/action_choice.h"

typedef struct cJSON cJSON;                   /* cjson/cJSON.h */
typedef struct search search_t;               /* mcts/search/search.h */
typedef struct search_result search_result_t; /* mcts/search/search_result.h */

enum { AGENT_NAME = 64 };

typedef struct agent {
    char name[AGENT_NAME]; /* for people; a file without one gives its own name */
    temperature_t temperature;
    search_config_t search;
    search_parallel_t parallel;
    engine_choice_t engine; /* an outside program instead of all this, where it is set */
} agent_t;

static inline bool agent_is_engine(const agent_t *agent) {
    return engine_choice_is_set(&agent->engine);
}

/* Opens what the agent plays with, its network or its program: before it plays. */
bool agent_bind(agent_t *agent, const game_t *game, const char *where, failure_t *error);

bool agent_load(agent_t *agent, const char *path, char *const *words, int num_words,
                failure_t *error);

/* The same for a text; where: what messages call it, and the name of an agent without. */
bool agent_parse(agent_t *agent, const char *text, const char *where, char *const *words,
                 int num_words, failure_t *error);

/* The same for an object, which loses its "name". */
bool agent_read_json(agent_t *agent, cJSON *json, const char *where, char *const *words,
                     int num_words, failure_t *error);

/* What a person plays against who names no agent: a second an action, or no time limit
 * where the words have search.simulations or search.max_nodes; always the best action. */
bool agent_default(agent_t *agent, char *const *words, int num_words, failure_t *error);

/* The effective agent, every key in one order: into an object; as a text that the caller
 * frees. text_hash of that text identifies the agent, on every machine. */
void agent_write_json(const agent_t *agent, cJSON *json);
char *agent_text(const agent_t *agent);

/* All keys of an agent that searches, but its name, as "key=value" words between blanks,
 * and back: for a reader without JSON. Texts with blanks in them (paths of networks)
 * cannot be read so. */
void agent_write_line(const agent_t *agent, text_t *out);
bool agent_read_line(agent_t *agent, const char *line, failure_t *error);

/* A search as the agent wants it; search_free. NULL: an outside program has none. */
search_t *agent_search_new(const agent_t *agent, const game_t *game);

/* What an action's random numbers come from, and the turn. */
typedef struct agent_moment {
    uint64_t seed;      /* of the run, the match or the session of `play` */
    uint64_t game;      /* its number in it */
    uint32_t ply, turn; /* actions and whole turns played */
} agent_moment_t;

/* Starts the search; for a caller that runs it in parts (search_run). */
void agent_start(search_t *search, const state_t *state, agent_moment_t moment);

/* Reads the search and chooses: the index in result. The search may have been stopped,
 * but not before its first simulation. */
int agent_decide(const agent_t *agent, const search_t *search, agent_moment_t moment,
                 search_result_t *result);

/* All of it: starts, runs to the end, reads and chooses. */
int agent_choose(const agent_t *agent, search_t *search, const state_t *state,
                 agent_moment_t moment, search_result_t *result);

#endif
