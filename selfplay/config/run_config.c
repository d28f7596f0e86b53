#include "selfplay/config/run_config.h"

#include "core/base/files/file.h"
#include "core/base/json.h"
#include "core/config/choices.h"
#include "core/config/keys_document.h"
#include "core/game/outside_game.h"
#include "core/game/source/game_source.h"
#include "core/game/source/recorded_game.h"
#include "selfplay/config/opening_lines.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

#define MAX_EXACT 9007199254740991.0 /* whole numbers in JSON are doubles: 2^53 - 1 */

static const config_key_t lengths[] = {
    KEY_INT("games", run_config_t, games, RUN_DEFAULT_GAMES, 1, RUN_MAX_GAMES,
            "number of games; a larger number extends the run (default for an existing "
            "run: its number)"),
};
static const keyset_t length_keys = {lengths, KEYSET_COUNT(lengths)};

static const config_key_t keys[] = {
    KEY_INT("seed", run_config_t, seed, 1, 0, MAX_EXACT,
            "seed of the run: game i depends only on configuration, seed and i"),
    KEY_INT("shard_games", run_config_t, shard_games, 100, 1, 100000, "games per file"),
};
static const keyset_t run_keys = {keys, KEYSET_COUNT(keys)};

static const config_key_t openings[] = {
    KEY_LONG_TEXT_IF_SET(
        "opening.actions", opening_config_t, actions, OPENING_TEXT,
        "actions that games begin with, separated by spaces; several lines, separated by "
        "\";\", are used in turn; the line \"start\" has none"),
    KEY_INT("opening.turns", opening_config_t, turns, 0, 0, 100,
            "random turns of both sides at the beginning of a game, or after "
            "opening.actions; both games of a match's pair have the same ones"),
    KEY_INT("opening.tries", opening_config_t, tries, 1, 1, 1000,
            "random openings to choose from: the one that a search finds most even is "
            "played"),
    KEY_INT("opening.simulations", opening_config_t, simulations, 400, 1, 1e6,
            "simulations of that search, which evaluates by playouts"),
};
static const keyset_t opening_keys = {openings, KEYSET_COUNT(openings)};

static const config_key_t machine[] = {
    KEY_INT("threads", run_config_t, threads, 0, 0, 1024,
            "threads; 0: one per processor; never changes a game"),
};
static const keyset_t machine_keys = {machine, KEYSET_COUNT(machine)};

#define AGENT(field) (offsetof(run_config_t, agents) + offsetof(agent_t, field))

/* The identity of a match, whose agents have their own keys, and of another run. */
static const config_key_t match_rows[] = {
    KEY_SET(&run_keys, 0), KEY_SET(&opening_keys, offsetof(run_config_t, opening))};
static const keyset_t match_keys = {match_rows, KEYSET_COUNT(match_rows)};
static const config_key_t search_rows[] = {
    KEY_SET(&match_keys, 0), KEY_SET(&temperature_keys, AGENT(temperature)),
    KEY_SET(&search_keys, AGENT(search)), KEY_SET(&engine_keys, AGENT(engine)),
    KEY_SET(&learning_keys, offsetof(run_config_t, learning))};
static const keyset_t identity_keys[] = {{search_rows, KEYSET_COUNT(search_rows)},
                                         {match_rows, KEYSET_COUNT(match_rows)}};

/* All keys of a configuration and its command line, and those of a match. */
static const config_key_t elsewhere[] = {
    KEY_ELSEWHERE("game", .help = "name of a game, or the path of its source, as "
                                  "./mygame.c (required); see: fulcrum games"),
    KEY_ELSEWHERE(GAME_SOURCE_KEY), KEY_ELSEWHERE(RECORDED_GAME_KEY),
    KEY_ELSEWHERE("variant", .help = "variant.KEY: rules, on the command line also KEY "
                                     "alone; see: fulcrum games"),
    KEY_ELSEWHERE("agents", .help = "two agents, as in configs/agents/, for a match; "
                                    "replaces search, noise and temperature")};
static const keyset_t elsewhere_keys = {elsewhere, KEYSET_COUNT(elsewhere)};
static const config_key_t all_of_run[] = {
    KEY_SET(&elsewhere_keys, 0), KEY_SET(&length_keys, 0), KEY_SET(&identity_keys[0], 0),
    KEY_SET(&search_parallel_keys, AGENT(parallel)), KEY_SET(&machine_keys, 0)};
static const config_key_t all_of_match[] = {
    KEY_SET(&elsewhere_keys, 0), KEY_SET(&length_keys, 0), KEY_SET(&match_keys, 0),
    KEY_SET(&machine_keys, 0)};
static const keyset_t call_keys[] = {{all_of_run, KEYSET_COUNT(all_of_run)},
                                     {all_of_match, KEYSET_COUNT(all_of_match)}};

bool run_config_is_text(const char *key, size_t length) {
    char name[128];
    size_t offset;
    snprintf(name, sizeof name, "%.*s", (int)length, key);
    const config_key_t *found = keyset_find(&call_keys[0], name, &offset);
    return found && (found->kind == VALUE_TEXT || found->kind == VALUE_LONG_TEXT ||
                     found->kind == VALUE_COMMAND);
}

void run_config_document(FILE *file) {
    keyset_document(&call_keys[0], file);
}

cJSON *run_config_document_json(void) {
    cJSON *json = cJSON_CreateObject();
    keyset_document_json(&call_keys[0], cJSON_AddArrayToObject(json, "keys"));
    return json;
}

/* Removes "game" from both objects; the command line takes precedence. */
static const game_class_t *take_game(cJSON *json, cJSON *words, const char *path,
                                     failure_t *error) {
    cJSON *named = cJSON_DetachItemFromObjectCaseSensitive(json, "game");
    cJSON *overriding = cJSON_DetachItemFromObjectCaseSensitive(words, "game");
    const cJSON *game = overriding ? overriding : named;
    const char *where = overriding ? COMMAND_LINE : path;
    const game_class_t *class = NULL;
    if (!game)
        error_set(error, "%s: the key \"game\" is missing; see: fulcrum games", path);
    else if (!cJSON_IsString(game))
        error_set(error, "%s: \"game\" must be the name of a game", where);
    else
        class = outside_game_find(game->valuestring, json, where, error);
    cJSON_Delete(named);
    cJSON_Delete(overriding);
    return class;
}

/* Whether the values of an agent are consistent, and its games reproducible. */
static bool check_agent(const agent_t *agent, const char *where, failure_t *error) {
    if (agent_is_engine(agent))
        return engine_choice_check(&agent->engine, where, error);
    if (agent->parallel.threads != 1)
        return error_set(
            error,
            "%s: \"search.threads\" must be 1 in self-play and matches: searches by "
            "many threads are not reproducible; \"threads\" plays many games at once",
            where);
    if (agent->search.time_ms > 0)
        return error_set(
            error,
            "%s: \"search.time_ms\" must be 0 in self-play and matches: a search that "
            "ends by the clock is not reproducible; allowed are \"search.simulations\", "
            "\"search.max_nodes\" and \"search.stop_when_settled\"",
            where);
    return search_config_check(&agent->search, where, error);
}

/* The two agents of a match; the caller owns the array. */
static bool read_agents(run_config_t *config, cJSON *agents, const char *path,
                        failure_t *error) {
    if (!cJSON_IsArray(agents) || cJSON_GetArraySize(agents) != RUN_MAX_AGENTS)
        return error_set(error, "%s: \"agents\" must be a list of %d objects", path,
                         RUN_MAX_AGENTS);
    for (int i = 0; i < RUN_MAX_AGENTS; i++) {
        char where[512];
        cJSON *agent = cJSON_GetArrayItem(agents, i);
        snprintf(where, sizeof where, "%.400s: agents[%d]", path, i);
        if (!cJSON_IsObject(agent))
            return error_set(error, "%s: must be an object", where);
        if (!agent_read_json(&config->agents[i], agent, where, NULL, 0, error) ||
            !check_agent(&config->agents[i], where, error))
            return false;
    }
    return true;
}

/* Whether all values are consistent. */
static bool check(const run_config_t *config, const char *where, failure_t *error) {
    const learning_t *learning = &config->learning;
    if (!opening_lines_check(config->opening.actions, config->game, where, error))
        return false;
    if (config->num_agents == 1 && agent_is_engine(&config->agents[0]) &&
        (learning_has_fast(learning) || learning->resigns_below > 0))
        return error_set(error,
                         "%s: \"playout_cap\" and \"resignation\" are for searches, not "
                         "for an \"engine\"",
                         where);
    if (config->num_agents == 1)
        return check_agent(&config->agents[0], where, error) &&
               learning_check(&config->learning, &config->agents[0].search, where, error);
    return (config->games % 2 == 0 && config->shard_games % 2 == 0) ||
           error_set(error,
                     "%s: \"games\" and \"shard_games\" must be even in a match: games "
                     "are played in pairs",
                     where);
}

/* Whether a name is that of a rule, and of no key or object of a configuration. */
static bool is_rule(const game_class_t *class, const char *name) {
    config_key_t rows[GAME_KEY_ROWS];
    const keyset_t rules = game_class_keys(class, rows);
    char *names = keyset_names(&call_keys[0], "", 0);
    size_t offset;
    const bool is = choice_find(names, name) < 0 && keyset_find(&rules, name, &offset);
    free(names);
    return is;
}

char *run_config_full_word(const game_class_t *class, const char *word) {
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    const char *path = class && is_rule(class, name) ? "variant." : "";
    const size_t size = strlen(path) + strlen(word) + 1;
    char *full = memory_new(size, 1);
    snprintf(full, size, "%s%s", path, word);
    return full;
}

/* Moves rules without "variant." there. An unknown key is an error that names both kinds.
 */
static bool take_rules(const game_class_t *class, const keyset_t *own, cJSON *words,
                       failure_t *error) {
    config_key_t rule_rows[GAME_KEY_ROWS];
    const keyset_t rules = game_class_keys(class, rule_rows);
    const config_key_t rows[] = {KEY_SET(own, 0), KEY_SET(&rules, 0)};
    const keyset_t all = {rows, KEYSET_COUNT(rows)};
    if (!keyset_check_names(&all, words, COMMAND_LINE, "", error))
        return false;
    cJSON *taken = json_has(words, "variant")
                       ? cJSON_GetObjectItemCaseSensitive(words, "variant")
                       : cJSON_AddObjectToObject(words, "variant");
    for (cJSON *item = words->child, *next; item; item = next) {
        next = item->next;
        if (!is_rule(class, item->string))
            continue;
        if (json_has(taken, item->string))
            return error_set(error, "%s: the key \"variant.%s\" is given twice",
                             COMMAND_LINE, item->string);
        cJSON_AddItemToObject(taken, item->string,
                              cJSON_DetachItemViaPointer(words, item));
    }
    return true;
}

static game_t *read_game(const game_class_t *class, cJSON *json, cJSON *words,
                         const char *path, failure_t *error) {
    cJSON *variant = cJSON_DetachItemFromObjectCaseSensitive(json, "variant");
    cJSON *overrides = cJSON_DetachItemFromObjectCaseSensitive(words, "variant");
    game_t *game =
        game_new_overridden(class, variant, path, "variant.", overrides, error);
    cJSON_Delete(variant);
    cJSON_Delete(overrides);
    return game;
}

/* A run stores the actual values, as what suits the game may change later. */
static void settle(run_config_t *config) {
    for (int i = 0; i < config->num_agents; i++)
        search_config_settle(&config->agents[i].search, config->game);
}

static bool read_config(run_config_t *config, cJSON *json, cJSON *words, const char *path,
                        failure_t *error) {
    const keyset_t *own = &call_keys[json_has(json, "agents")];
    if (!keyset_check_names(own, json, path, "", error))
        return false;
    const game_class_t *class = take_game(json, words, path, error);
    if (class && take_rules(class, own, words, error))
        config->game = read_game(class, json, words, path, error);
    if (!config->game)
        return false;
    cJSON *agents = cJSON_DetachItemFromObjectCaseSensitive(json, "agents");
    run_config_init(config, config->game, agents ? RUN_MAX_AGENTS : 1);
    config->borrowed = false;
    bool ok = !agents || read_agents(config, agents, path, error);
    cJSON_Delete(agents);
    bool says_games = json_has(json, "games") || json_has(words, "games");
    if (!ok || !run_config_set_keys(config, json, path, error))
        return false;
    /* The origin of inconsistent values, for the message. */
    bool file_is_right = check(config, path, NULL);
    ok = run_config_set_keys(config, words, COMMAND_LINE, error) &&
         check(config, file_is_right ? COMMAND_LINE : path, error);
    if (!says_games)
        config->games = 0;
    settle(config);
    return ok;
}

void run_config_init(run_config_t *config, game_t *game, int num_agents) {
    REQUIRE(num_agents == 1 || num_agents == RUN_MAX_AGENTS);
    *config = (run_config_t){.game = game, .borrowed = true, .num_agents = num_agents};
    keyset_set_defaults(&learning_keys, &config->learning);
    keyset_set_defaults(&call_keys[num_agents > 1], config);
    if (num_agents == 1)
        snprintf(config->agents[0].name, sizeof config->agents[0].name,
                 "the search of the configuration");
}

bool run_config_set_keys(run_config_t *config, const cJSON *json, const char *where,
                         failure_t *error) {
    return keyset_read_json(&call_keys[config->num_agents > 1], config, json, where, "",
                            error);
}

bool run_config_settle(run_config_t *config, const char *where, failure_t *error) {
    for (int i = 0; config->num_agents > 1 && i < config->num_agents; i++) {
        char agent[512];
        snprintf(agent, sizeof agent, "%.400s: agents[%d]", where, i);
        if (!check_agent(&config->agents[i], agent, error))
            return false;
    }
    if (!check(config, where, error))
        return false;
    settle(config);
    return true;
}

bool run_config_evaluates(const run_config_t *config) {
    for (int i = 0; i < config->num_agents; i++)
        if (evaluator_choice_class(&config->agents[i].search.evaluator)->is_batched)
            return true;
    return false;
}

bool run_config_has_engine(const run_config_t *config) {
    for (int i = 0; i < config->num_agents; i++)
        if (agent_is_engine(&config->agents[i]))
            return true;
    return false;
}

int run_config_outside_batch(const run_config_t *config) {
    int most = 0;
    for (int i = 0; i < config->num_agents; i++) {
        const process_choice_t *process = &config->agents[i].search.evaluator.process;
        if (engine_program_is_set(&process->program) && process->batch > most)
            most = (int)process->batch;
    }
    return most;
}

bool run_config_parse(run_config_t *config, const char *text, const char *where,
                      char *const *words, int num_words, failure_t *error) {
    *config = (run_config_t){0};
    cJSON *json = json_parse(text, where, error);
    cJSON *overrides = json ? json_from_arguments(words, num_words, error) : NULL;
    if (json && !overrides)
        error_prefix(error, COMMAND_LINE);
    const bool is_agent = cJSON_GetObjectItemCaseSensitive(json, "name") &&
                          !cJSON_GetObjectItemCaseSensitive(json, "game");
    if (overrides && is_agent)
        error_set(error,
                  "%s: is an agent, with a \"name\" and without a \"game\", and not a "
                  "configuration of games, such as those in configs/",
                  where);
    bool ok =
        overrides && !is_agent && read_config(config, json, overrides, where, error);
    cJSON_Delete(json);
    cJSON_Delete(overrides);
    if (!ok)
        run_config_clear(config);
    return ok;
}

bool run_config_has_rules(const char *text, const char *where, failure_t *error) {
    cJSON *json = json_parse(text, where, NULL);
    const cJSON *game = cJSON_GetObjectItemCaseSensitive(json, "game");
    bool ok = !cJSON_IsString(game) ||
              outside_game_find(game->valuestring, json, where, error) != NULL;
    cJSON_Delete(json);
    return ok;
}

bool run_config_replays(const run_config_t *config) {
    return !config->game || !recorded_game_is(config->game->class);
}

bool run_config_load(run_config_t *config, const char *path, char *const *words,
                     int num_words, failure_t *error) {
    *config = (run_config_t){0};
    char *text = file_read_text(path, error);
    bool ok = text && run_config_parse(config, text, path, words, num_words, error);
    free(text);
    return ok;
}

bool run_config_bind(run_config_t *config, const char *where, failure_t *error) {
    for (int i = 0; i < config->num_agents; i++)
        if (!agent_bind(&config->agents[i], config->game, where, error))
            return false;
    return true;
}

bool run_config_start_programs(run_config_t *config, const char *where,
                               failure_t *error) {
    for (int i = 0; i < config->num_agents; i++)
        if (!agent_start_program(&config->agents[i], config->game, where, error))
            return false;
    return true;
}

void run_config_name_programs(run_config_t *config, const char *stored) {
    run_config_t there;
    if (!run_config_parse(&there, stored, "stored", NULL, 0, NULL))
        return;
    for (int i = 0; i < config->num_agents && i < there.num_agents; i++) {
        engine_program_t *ours = agent_program(&config->agents[i]);
        const engine_program_t *theirs = agent_program(&there.agents[i]);
        if (!ours || !theirs || !engine_program_equal(ours, theirs))
            continue;
        if (!*ours->name)
            memcpy(ours->name, theirs->name, sizeof ours->name);
        if (!*ours->version)
            memcpy(ours->version, theirs->version, sizeof ours->version);
    }
    run_config_clear(&there);
}

void run_config_clear(run_config_t *config) {
    if (!config->borrowed)
        game_free(config->game);
    free(config->opening.actions);
    *config = (run_config_t){0};
}

char *run_config_text(const run_config_t *config) {
    cJSON *json = cJSON_CreateObject();
    outside_game_write_all(config->game, json);
    game_write_variant(config->game, cJSON_AddObjectToObject(json, "variant"));
    keyset_write_json(&identity_keys[config->num_agents > 1], config, json);
    if (config->num_agents > 1) {
        cJSON *agents = cJSON_AddArrayToObject(json, "agents");
        for (int i = 0; i < config->num_agents; i++) {
            cJSON *agent = cJSON_CreateObject();
            agent_write_json(&config->agents[i], agent);
            cJSON_AddItemToArray(agents, agent);
        }
    }
    return json_lines(json);
}

uint64_t run_config_hash(const char *text) {
    return text_hash(text);
}

static bool find_difference(const cJSON *theirs, const cJSON *ours, const char *path,
                            text_t *out);

/* Within two objects, or two arrays of one length. */
static bool find_below(const cJSON *theirs, const cJSON *ours, const char *above,
                       text_t *out) {
    int index = 0;
    for (const cJSON *mine = ours->child; mine; mine = mine->next, index++) {
        char path[160];
        if (mine->string)
            snprintf(path, sizeof path, "%s%s%s", above, *above ? "." : "", mine->string);
        else
            snprintf(path, sizeof path, "%s[%d]", above, index);
        const cJSON *their = mine->string
                                 ? cJSON_GetObjectItemCaseSensitive(theirs, mine->string)
                                 : cJSON_GetArrayItem(theirs, index);
        if (find_difference(their, mine, path, out))
            return true;
    }
    return false;
}

/* The first value in which the second differs from the first, by its path. */
static bool find_difference(const cJSON *theirs, const cJSON *ours, const char *path,
                            text_t *out) {
    if ((cJSON_IsObject(theirs) && cJSON_IsObject(ours)) ||
        (cJSON_IsArray(theirs) && cJSON_IsArray(ours) &&
         cJSON_GetArraySize(theirs) == cJSON_GetArraySize(ours)))
        return find_below(theirs, ours, path, out);
    if (json_equal(theirs, ours))
        return false;
    char *a = theirs ? json_line(cJSON_Duplicate(theirs, true)) : NULL;
    char *b = json_line(cJSON_Duplicate(ours, true));
    text_add(out, "\"%s\" is %.80s there and %.80s here", path, a ? a : "missing", b);
    free(a);
    free(b);
    return true;
}

void run_config_difference(const char *theirs, const char *ours, text_t *out) {
    cJSON *a = json_read(theirs, "", NULL), *b = json_read(ours, "", NULL);
    if (!cJSON_IsObject(a) || !cJSON_IsObject(b) || !find_difference(a, b, "", out))
        text_add(out, "the files differ");
    cJSON_Delete(a);
    cJSON_Delete(b);
}

uint64_t run_config_game_weight(const run_config_t *config) {
    uint64_t simulations = 0;
    for (int i = 0; i < config->num_agents; i++) {
        const int64_t own = agent_simulations(&config->agents[i]);
        simulations += own > 0 ? (uint64_t)own : 1; /* a program may decide it itself */
    }
    return simulations * (uint64_t)config->game->num_actions;
}
