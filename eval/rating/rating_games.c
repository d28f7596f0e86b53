#include "eval/rating/rating_games.h"

#include "core/base/files/file.h"
#include "core/base/pcg.h"
#include "eval/match/match_run.h"
#include "eval/rating/bradley_terry.h"
#include "eval/stats/sprt.h"
#include "selfplay/config/opening_lines.h"
#include "selfplay/run/run.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/store/game_result.h"
#include "selfplay/store/record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* --- Agents ------------------------------------------------------------------------- */

char *rating_agent_text(const agent_t *agent) {
    agent_t nameless = *agent;
    nameless.name[0] = 0;
    return agent_text(&nameless);
}

static int add_agent(rating_games_t *games, const agent_t *agent) {
    char *text = rating_agent_text(agent);
    for (int i = 0; i < games->num_agents; i++)
        if (strcmp(games->agents[i].text, text) == 0) {
            free(text);
            return i;
        }
    size_t count = (size_t)games->num_agents;
    games->agents = memory_resize(games->agents, count + 1, sizeof *games->agents);
    games->agents[count] = (rating_agent_t){.agent = *agent, .text = text};
    snprintf(games->agents[count].name, RATING_NAME, "%s", agent->name);
    return games->num_agents++;
}

static bool has_twin(const rating_games_t *games, int agent) {
    for (int i = 0; i < games->num_agents; i++)
        if (i != agent && strcmp(games->agents[i].name, games->agents[agent].name) == 0)
            return true;
    return false;
}

/* Different agents with the same name get a suffix: four digits of the configuration's
 * hash, or more where those are equal. */
static void make_names_differ(rating_games_t *games) {
    bool *alike = memory_new((size_t)games->num_agents, sizeof *alike);
    for (int i = 0; i < games->num_agents; i++)
        snprintf(games->agents[i].name, RATING_NAME, "%s", games->agents[i].agent.name);
    for (int digits = 4; digits <= 16; digits += 4) {
        for (int i = 0; i < games->num_agents; i++)
            alike[i] = has_twin(games, i);
        for (int i = 0; i < games->num_agents; i++)
            if (alike[i])
                snprintf(games->agents[i].name, RATING_NAME, "%s~%0*llx",
                         games->agents[i].agent.name, digits,
                         (unsigned long long)(text_hash(games->agents[i].text) >>
                                              (64 - 4 * digits)));
    }
    free(alike);
}

int rating_games_find(const rating_games_t *games, const char *name) {
    for (int i = 0; i < games->num_agents; i++)
        if (strcmp(games->agents[i].name, name) == 0)
            return i;
    return -1;
}

/* --- Matches ------------------------------------------------------------------------ */

static bool check_variant(rating_games_t *games, const run_t *run, failure_t *error) {
    const game_t *game = run->config->game;
    if (!games->game) {
        games->game = text_copy(game->class->name);
        games->variant = text_copy(game->variant_text);
        return true;
    }
    return (strcmp(games->game, game->class->name) == 0 &&
            strcmp(games->variant, game->variant_text) == 0) ||
           error_set(error,
                     "%s: is of %s %s, earlier matches of %s %s; agents are rated on "
                     "one variant",
                     run->folder, game->class->name, game->variant_text, games->game,
                     games->variant);
}

/* Hash of how openings are drawn, without the seed. */
static uint64_t opening_kind(const opening_config_t *o) {
    uint64_t hash = o->actions ? text_hash(o->actions) : 0;
    hash = mix64(hash ^ (uint64_t)o->turns);
    hash = mix64(hash ^ (uint64_t)o->tries);
    return mix64(hash ^ (o->tries > 1 ? (uint64_t)o->simulations : 0));
}

/* How openings are drawn, in words. */
static void note_opening(rating_games_t *games, const opening_config_t *opening) {
    int lines = opening_lines_count(opening->actions);
    if (games->num_matches > 0) {
        games->openings_differ |= games->opening_kind != opening_kind(opening);
        return;
    }
    games->opening_kind = opening_kind(opening);
    text_t out = text_into(games->opening, sizeof games->opening);
    text_add(&out, "openings of ");
    if (lines > 0)
        text_add(&out, "%d given line%s and ", lines, TEXT_PLURAL(lines));
    text_add(&out, "%lld random turn%s", (long long)opening->turns,
             TEXT_PLURAL(opening->turns));
    if (opening->tries > 1)
        text_add(&out, ", the most even of %lld", (long long)opening->tries);
}

static uint64_t opening_hash(const run_config_t *config) {
    return mix64(mix64((uint64_t)config->seed) ^ opening_kind(&config->opening));
}

int rating_games_begin(rating_games_t *games, const run_t *run, failure_t *error) {
    const run_config_t *config = run->config;
    uint64_t hash = run_config_hash(run->config_text);
    if (config->num_agents != RUN_MAX_AGENTS) {
        error_set(error, "%s: is not a match: one agent plays itself", run->folder);
        return -1;
    }
    if (!check_variant(games, run, error))
        return -1;
    for (int i = 0; i < games->num_matches; i++)
        if (games->matches[i].config_hash == hash) {
            error_set(error, "%s: is the same match as %s; its games would count twice",
                      run->folder, games->matches[i].folder);
            return -1;
        }
    rating_match_t match = {.folder = text_copy(run->folder),
                            .config_hash = hash,
                            .opening_hash = opening_hash(config)};
    for (int i = 0; i < RUN_MAX_AGENTS; i++)
        match.agents[i] = add_agent(games, &config->agents[i]);
    note_opening(games, &config->opening);
    size_t count = (size_t)games->num_matches;
    games->matches = memory_resize(games->matches, count + 1, sizeof *games->matches);
    games->matches[count] = match;
    games->num_matches++;
    if (games->num_agents > BRADLEY_TERRY_MAX_AGENTS) {
        error_set(error, "%s: more than %d agents cannot be rated at once", run->folder,
                  BRADLEY_TERRY_MAX_AGENTS);
        return -1;
    }
    return (int)count;
}

/* --- Games -------------------------------------------------------------------------- */

/* The results of the game in which the agent with the lower number moved first, and of
 * the other. */
static void add_pair(rating_games_t *games, const rating_match_t *match,
                     const game_result_t results[2], uint64_t number) {
    int lower = match->agents[0] <= match->agents[1] ? 0 : 1;
    int first = results[0].first_agent == lower ? 0 : 1;
    rating_pair_t pair = {.agents = {match->agents[lower], match->agents[1 - lower]},
                          .opening = mix64(match->opening_hash ^ number)};
    for (int i = 0; i < 2; i++) {
        const game_result_t *game = &results[i == 0 ? first : 1 - first];
        pair.results[i] = (uint8_t)game_result_points(game); /* RATING_LOST, ... */
        pair.hash = mix64(pair.hash ^ (uint64_t)pair.agents[i]);
        pair.hash = mix64(pair.hash ^ game->hash);
        games->cut_off += game->reason == REASON_CUT_OFF;
    }
    games->pairs = memory_grow(games->pairs, &games->capacity, games->num_pairs + 1,
                               sizeof *games->pairs);
    games->pairs[games->num_pairs++] = pair;
}

typedef struct reading {
    const run_t *run;
    rating_games_t *games;
    rating_match_t *match;
    const sprt_t *test;
    outcome_counts_t counts; /* input of the test */
    uint64_t next;           /* shard */
} reading_t;

/* Updates the match's test, with the points of the run's first agent. */
static bool is_decided(reading_t *reading, const game_result_t results[2]) {
    outcome_counts_add(&reading->counts, game_result_points_of_agent(&results[0]) +
                                             game_result_points_of_agent(&results[1]));
    return sprt_state(reading->test, &reading->counts) != SPRT_GO_ON;
}

static bool add_shard(void *context, uint64_t shard, const record_t *record) {
    reading_t *reading = context;
    reading->next += record->rows[TABLE_GAMES] >= run_shard_count(reading->run, shard);
    for (size_t row = 0; row + 1 < record->rows[TABLE_GAMES]; row += 2) {
        const game_result_t results[2] = {game_result_of(record, row),
                                          game_result_of(record, row + 1)};
        add_pair(reading->games, reading->match, results,
                 (uint64_t)record_i64(record, GAMES_ID)[row] / 2);
        reading->match->pairs++;
        if (reading->test && is_decided(reading, results)) {
            reading->match->by_test = true;
            return false;
        }
    }
    return true;
}

static bool read_games(rating_games_t *games, int match, const run_t *run, uint64_t first,
                       uint64_t end, const sprt_t *test, failure_t *error) {
    rating_match_t *into = &games->matches[match];
    reading_t reading = {run, games, into, test, outcome_counts_of_pairs(), first};
    bool ok = run_visit(run, first, end, add_shard, &reading, error);
    into->whole = into->by_test || reading.next == run->num_shards;
    return ok;
}

bool rating_games_read(rating_games_t *games, int match, const run_t *run, uint64_t first,
                       uint64_t end, failure_t *error) {
    REQUIRE(match >= 0 && match < games->num_matches);
    return read_games(games, match, run, first, end, NULL, error);
}

/* --- Folders ------------------------------------------------------------------------ */

/* alone: named directly, so it must be a match. */
static bool load_run(rating_games_t *games, const char *folder, bool alone,
                     failure_t *error) {
    run_t run;
    sprt_t test;
    bool has_test = false;
    if (!run_view_stored(&run, folder, error))
        return false;
    if (run.config->num_agents != RUN_MAX_AGENTS && !alone) {
        games->passed_over++;
        run_close(&run);
        return true;
    }
    int match = rating_games_begin(games, &run, error);
    bool ok =
        match >= 0 && match_stored_test(folder, &test, &has_test, error) &&
        read_games(games, match, &run, 0, run.num_shards, has_test ? &test : NULL, error);
    run_close(&run);
    return ok;
}

bool rating_games_load(rating_games_t *games, const char *folder, failure_t *error) {
    char path[FILE_PATH];
    file_names_t names;
    size_t runs = 0;
    if (run_folder_is_run(folder))
        return load_run(games, folder, true, error);
    if (!file_names_list(&names, folder))
        return error_set(error, "%s: cannot be read: %s", folder, strerror(errno));
    bool ok = true;
    for (size_t i = 0; ok && i < names.count; i++) {
        ok = file_path(path, error, "%s/%s", folder, names.of[i]);
        if (ok && run_folder_is_run(path)) {
            ok = load_run(games, path, false, error);
            runs++;
        }
    }
    file_names_clear(&names);
    return ok &&
           (runs > 0 ||
            error_set(error, "%s: is not a match and holds none: there is no config.json",
                      folder));
}

/* --- Clusters ----------------------------------------------------------------------- */

typedef struct key {
    uint64_t value;
    size_t pair;
} sort_key_t;

static int compare_keys(const void *a, const void *b) {
    const sort_key_t *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return (x->pair > y->pair) - (x->pair < y->pair);
}

static size_t root_of(size_t *parent, size_t pair) {
    while (parent[pair] != pair)
        pair = parent[pair] = parent[parent[pair]];
    return pair;
}

/* Joins all pairs with the same key; the first becomes the root. */
static void join(size_t *parent, sort_key_t *keys, size_t count) {
    qsort(keys, count, sizeof *keys, compare_keys);
    for (size_t i = 1; i < count; i++)
        if (keys[i].value == keys[i - 1].value) {
            size_t a = root_of(parent, keys[i - 1].pair);
            size_t b = root_of(parent, keys[i].pair);
            parent[a < b ? b : a] = a < b ? a : b;
        }
}

static int compare_pairs(const void *a, const void *b) {
    const rating_pair_t *x = a, *y = b;
    if (x->cluster != y->cluster)
        return x->cluster < y->cluster ? -1 : 1;
    return (x->hash > y->hash) - (x->hash < y->hash);
}

int rating_games_cluster(rating_games_t *games) {
    size_t count = games->num_pairs;
    make_names_differ(games);
    size_t *parent = memory_new(count, sizeof *parent);
    sort_key_t *keys = memory_new(count, sizeof *keys);
    for (size_t i = 0; i < count; i++) {
        parent[i] = i;
        keys[i] = (sort_key_t){games->pairs[i].hash, i};
    }
    join(parent, keys, count);
    for (size_t i = 0; i < count; i++)
        keys[i] = (sort_key_t){games->pairs[i].opening, i};
    join(parent, keys, count);
    games->num_clusters = 0;
    for (size_t i = 0; i < count; i++) {
        size_t root = root_of(parent, i); /* not after i */
        games->pairs[i].cluster =
            root == i ? games->num_clusters++ : games->pairs[root].cluster;
    }
    if (count > 0)
        qsort(games->pairs, count, sizeof *games->pairs, compare_pairs);
    free(parent);
    free(keys);
    return games->num_clusters;
}

void rating_games_clear(rating_games_t *games) {
    for (int i = 0; i < games->num_agents; i++)
        free(games->agents[i].text);
    for (int i = 0; i < games->num_matches; i++)
        free(games->matches[i].folder);
    free(games->agents);
    free(games->matches);
    free(games->pairs);
    free(games->game);
    free(games->variant);
    *games = (rating_games_t){0};
}
