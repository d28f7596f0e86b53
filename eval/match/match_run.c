#include "eval/match/match_run.h"

#include "core/base/files/file.h"
#include "core/base/files/publish.h"
#include "core/base/json.h"
#include "eval/match/match.h"
#include "selfplay/run/progress.h"
#include "selfplay/run/run.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/run/workers/run_workers.h"
#include "selfplay/run/workers/shard_plan.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/record.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define WHERE "match" /* in messages about the configuration */

/* --- The configuration -------------------------------------------------------------- */

/* Words with a dotted key belong to the run, the others to the game. */
static bool read_words(const match_plan_t *plan, cJSON **variant, cJSON **keys,
                       failure_t *error) {
    char **rules = memory_new((size_t)plan->num_words, sizeof *rules);
    char **others = memory_new((size_t)plan->num_words, sizeof *others);
    int num_rules = 0, num_others = 0;
    for (int i = 0; i < plan->num_words; i++) {
        char *word = plan->words[i];
        if (word[strcspn(word, ".=")] == '.')
            others[num_others++] = word;
        else
            rules[num_rules++] = word;
    }
    *variant = json_from_arguments(rules, num_rules, error);
    *keys = *variant ? json_from_arguments(others, num_others, error) : NULL;
    free(rules);
    free(others);
    return *keys && (!cJSON_HasObjectItem(*keys, "variant") ||
                     error_set(error, WHERE ": the key \"variant\" is given twice"));
}

static game_t *make_game(const char *name, const cJSON *variant, failure_t *error) {
    const game_class_t *class = game_class_find(name, error);
    if (class)
        return game_new_overridden(class, variant, WHERE, "variant.", NULL, error);
    error_prefix(error, WHERE);
    return NULL;
}

/* Without random turns, the same pair would be played repeatedly. */
static bool fill_in(const match_plan_t *plan, const cJSON *keys, run_config_t *config,
                    failure_t *error) {
    config->games = plan->games;
    config->seed = plan->seed;
    config->shard_games = MATCH_SHARD_GAMES;
    config->opening.turns = MATCH_OPENING_TURNS;
    for (int i = 0; i < RUN_MAX_AGENTS; i++)
        config->agents[i] = plan->agents[i];
    return run_config_set_keys(config, keys, WHERE, error) &&
           run_config_settle(config, WHERE, error) &&
           run_config_bind(config, WHERE, error) &&
           run_config_start_programs(config, WHERE, error);
}

bool match_plan_config(const match_plan_t *plan, run_config_t *config, failure_t *error) {
    cJSON *variant = NULL, *keys = NULL;
    game_t *game = read_words(plan, &variant, &keys, error)
                       ? make_game(plan->game, variant, error)
                       : NULL;
    bool ok = game != NULL;
    if (ok) {
        run_config_init(config, game, RUN_MAX_AGENTS);
        config->borrowed = false;
        ok = fill_in(plan, keys, config, error);
        if (!ok)
            run_config_clear(config);
    }
    cJSON_Delete(variant);
    cJSON_Delete(keys);
    return ok;
}

/* --- Files -------------------------------------------------------------------------- */

/* Calls `see` with the games of an existing shard, at most as many as are wanted;
 * *goes_on: its return value. */
static bool read_shard(const run_t *run, uint64_t shard, match_see_t see, void *context,
                       bool *goes_on, failure_t *error) {
    games_header_t header = {.game = run->config->game, .config = run->config_text};
    uint64_t first = run_shard_first(run, shard), count = run_shard_count(run, shard);
    char path[RUN_PATH];
    games_file_t file;
    record_t record;
    int64_t id = -1;
    run_shard_path(run->folder, shard, path);
    if (!games_file_open(&file, path, &header, GAMES_FILE_WHOLE, error))
        return false;
    record_init(&record, file.header.game);
    uint64_t held = file.rows[TABLE_GAMES];
    bool ok = held > 0 && (held >= count || held % 2 == 0) &&
              games_file_id(&file, 0, &id, NULL) && id == (int64_t)first;
    if (!ok)
        error_set(error, "%s: does not hold the %llu games from number %llu on", path,
                  (unsigned long long)count, (unsigned long long)first);
    ok = ok && games_file_read(&file, 0, held < count ? held : count, UINT64_MAX, &record,
                               error);
    if (ok)
        *goes_on = see(context, shard, &record);
    record_clear(&record);
    games_file_close(&file);
    return ok;
}

bool match_read(const run_t *run, uint64_t first, uint64_t end, match_see_t see,
                void *context, failure_t *error) {
    bool goes_on = true;
    for (uint64_t shard = first; goes_on && shard < end; shard++)
        if (run_shard_held(run, shard) > 0 &&
            !read_shard(run, shard, see, context, &goes_on, error))
            return false;
    return true;
}

/* --- The test ----------------------------------------------------------------------- */

static void test_path(const char *folder, char path[RUN_PATH]) {
    REQUIRE(snprintf(path, RUN_PATH, "%s/sprt.txt", folder) < RUN_PATH);
}

bool match_settle_test(const run_t *run, const sprt_t *test, failure_t *error) {
    char path[RUN_PATH], text[160];
    snprintf(text, sizeof text, "sprt %.17g %.17g %.17g %.17g\n", test->nelo0,
             test->nelo1, test->alpha, test->beta);
    test_path(run->folder, path);
    bool exists = access(path, F_OK) == 0;
    if (!exists && !publish_file_new(path, text, strlen(text), &exists, error))
        return false;
    char *there = file_read_text(path, error);
    bool same = there && strcmp(there, text) == 0;
    if (there && !same)
        error_set(
            error,
            "%s: is a match with another --sprt (%.100s); a test whose bounds change "
            "midway has no valid error rate: choose another --out",
            run->folder, there);
    free(there);
    return same;
}

/* "sprt" and four numbers, as match_settle_test writes them. */
static bool read_bounds(const char *text, double bounds[4]) {
    if (strncmp(text, "sprt ", 5) != 0)
        return false;
    text += 5;
    for (int i = 0; i < 4; i++) {
        char *end;
        bounds[i] = strtod(text, &end);
        if (end == text)
            return false;
        text = end;
    }
    return strcmp(text, "\n") == 0;
}

bool match_stored_test(const char *folder, sprt_t *test, bool *has, failure_t *error) {
    char path[RUN_PATH];
    double bounds[4];
    test_path(folder, path);
    *has = access(path, F_OK) == 0;
    if (!*has)
        return true;
    char *text = file_read_text(path, error);
    bool ok = text && read_bounds(text, bounds);
    if (text && !ok)
        error_set(error, "%s: is not a sequential test", path);
    free(text);
    if (ok && !sprt_init(test, bounds[0], bounds[1], bounds[2], bounds[3], error))
        ok = error_prefix(error, "%s", path);
    return ok;
}

/* --- Playing ------------------------------------------------------------------------ */

/* A match in progress. */
typedef struct playing {
    const run_t *run;
    match_order_t order;
    uint64_t tasks, missing; /* missing: games of this task not yet stored */
    progress_t progress;
} playing_t;

/* A test usually ends long before the maximum number of games: the time left is that of
 * the games it is expected to need from here. */
static void expect(playing_t *playing) {
    const match_order_t *order = &playing->order;
    if (!order->test)
        return;
    double games =
        2 * sprt_trials_left(order->test, &order->pairs) / (double)playing->tasks;
    uint64_t played = atomic_load(&playing->progress.games);
    uint64_t left = playing->missing > played ? playing->missing - played : 0;
    progress_expect(&playing->progress, order->decided         ? 0
                                        : games < (double)left ? (uint64_t)games + 1
                                                               : left);
}

/* An incomplete shard counts once it is complete. */
static bool note_shard(void *context, uint64_t shard, const record_t *games) {
    playing_t *playing = context;
    return games->rows[TABLE_GAMES] < run_shard_count(playing->run, shard) ||
           match_order_add(&playing->order, shard, games);
}

/* A shard made by this process; other processes may meanwhile have made the shards that
 * the test waits for. An unreadable one is reported at the end. */
static bool watch_shard(void *context, uint64_t shard, const record_t *games) {
    playing_t *playing = context;
    match_order_t *order = &playing->order;
    failure_t ignored;
    bool goes_on = note_shard(playing, shard, games);
    while (goes_on && order->test && order->next < order->num_shards &&
           run_has_shard(playing->run, order->next) &&
           read_shard(playing->run, order->next, note_shard, playing, &goes_on, &ignored))
        continue;
    expect(playing);
    return goes_on;
}

bool match_play(const run_t *run, const sprt_t *test, const task_share_t *share,
                bool quiet, workers_result_t *result, failure_t *error) {
    playing_t playing = {.run = run,
                         .tasks = share->count,
                         .missing = shard_plan_missing(run, run->games, share)};
    match_order_init(&playing.order, test, run->num_shards);
    workers_order_t wanted = {.end = run->games,
                              .share = *share,
                              .quiet = quiet,
                              .progress = &playing.progress,
                              .more = watch_shard,
                              .context = &playing};
    bool ok = match_read(run, 0, run->num_shards, note_shard, &playing, error);
    progress_init(&playing.progress, playing.missing, quiet || playing.missing == 0);
    if (ok && !playing.order.decided) {
        expect(&playing);
        ok = workers_play(run, &wanted, result, error);
        if (playing.missing > 0)
            progress_finish(&playing.progress);
    }
    match_order_clear(&playing.order);
    return ok;
}

typedef struct counting {
    const run_t *run;
    match_t *match;
    uint64_t next; /* shard; the match so far ends at a gap */
} counting_t;

static bool count_shard(void *context, uint64_t shard, const record_t *games) {
    counting_t *counting = context;
    if (shard != counting->next)
        return false;
    match_add(counting->match, games);
    if (games->rows[TABLE_GAMES] < run_shard_count(counting->run, shard))
        return false;
    counting->next++;
    return true;
}

bool match_count(const run_t *run, match_t *match, bool *whole, failure_t *error) {
    counting_t counting = {run, match, 0};
    bool ok = match_read(run, 0, run->num_shards, count_shard, &counting, error);
    *whole = match->state != SPRT_GO_ON || counting.next == run->num_shards;
    return ok;
}
