#include "eval/match/match_run.h"

#include "core/base/files/file.h"
#include "core/base/files/publish.h"
#include "core/base/json.h"
#include "eval/match/match.h"
#include "selfplay/run/progress.h"
#include "selfplay/run/run.h"
#include "selfplay/run/workers/run_workers.h"
#include "selfplay/run/workers/shard_plan.h"
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
    return *keys && (!json_has(*keys, "variant") ||
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

/* --- The test ----------------------------------------------------------------------- */

static void test_path(const char *folder, char path[FILE_PATH]) {
    REQUIRE(snprintf(path, FILE_PATH, "%s/sprt.txt", folder) < FILE_PATH);
}

bool match_settle_test(const run_t *run, const sprt_t *test, failure_t *error) {
    char path[FILE_PATH], text[160], *other;
    snprintf(text, sizeof text, "sprt %.17g %.17g %.17g %.17g\n", test->nelo0,
             test->nelo1, test->alpha, test->beta);
    test_path(run->folder, path);
    if (!publish_once(path, text, &other, error))
        return false;
    if (other)
        error_set(
            error,
            "%s: is a match with another --sprt (%.100s); a test whose bounds change "
            "midway has no valid error rate: choose another --out",
            run->folder, other);
    free(other);
    return !other;
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
    char path[FILE_PATH];
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

/* --- Counting ----------------------------------------------------------------------- */

/* The games of a match that count, in order. */
typedef struct counting {
    const run_t *run;
    match_t *match;
    uint64_t next; /* shard */
    bool whole_shards;
    const task_share_t *share;
    uint64_t missing; /* games of this task when it began */
    progress_t progress;
} counting_t;

static bool count_shard(void *context, uint64_t shard, const record_t *games) {
    counting_t *counting = context;
    bool is_whole = games->rows[TABLE_GAMES] >= run_shard_count(counting->run, shard);
    if (is_whole || !counting->whole_shards)
        match_add(counting->match, games);
    counting->next += is_whole;
    return counting->match->state == SPRT_GO_ON || !counting->whole_shards;
}

static bool count_on(counting_t *counting, failure_t *error) {
    return run_visit(counting->run, counting->next, counting->run->num_shards,
                     count_shard, counting, error);
}

bool match_count(const run_t *run, match_t *match, bool *whole, failure_t *error) {
    counting_t counting = {.run = run, .match = match};
    bool ok = count_on(&counting, error);
    *whole = match->state != SPRT_GO_ON || counting.next == run->num_shards;
    return ok;
}

/* --- Playing ------------------------------------------------------------------------ */

/* A test usually ends long before the maximum number of games: the time left is that of
 * the games it is expected to need from here. */
static void expect(counting_t *counting) {
    const match_t *match = counting->match;
    if (!match->test)
        return;
    double games =
        2 * sprt_trials_left(match->test, &match->pairs) / (double)counting->share->count;
    uint64_t played = atomic_load(&counting->progress.games);
    uint64_t left = counting->missing > played ? counting->missing - played : 0;
    progress_expect(&counting->progress, match->state != SPRT_GO_ON ? 0
                                         : games < (double)left     ? (uint64_t)games + 1
                                                                    : left);
}

/* A new shard, by this process; others may meanwhile have made those that the test waits
 * for. One that cannot be read is reported at the end. */
static bool watch_shard(void *context, uint64_t shard, const record_t *games) {
    counting_t *counting = context;
    failure_t ignored;
    (void)shard;
    (void)games;
    if (counting->match->test)
        (void)count_on(counting, &ignored);
    expect(counting);
    return counting->match->state == SPRT_GO_ON;
}

bool match_play(const run_t *run, const sprt_t *test, const task_share_t *share,
                const char *label, workers_result_t *result, failure_t *error) {
    match_t match;
    match_init(&match, test);
    counting_t counting = {.run = run,
                           .match = &match,
                           .whole_shards = true,
                           .share = share,
                           .missing = shard_plan_missing(run, run->games, share)};
    workers_order_t wanted = {.end = run->games,
                              .share = *share,
                              .quiet = !label,
                              .progress = &counting.progress,
                              .more = watch_shard,
                              .context = &counting};
    bool ok = !test || count_on(&counting, error);
    progress_init(&counting.progress, counting.missing, !label || counting.missing == 0);
    counting.progress.label = label ? label : "";
    if (ok && match.state == SPRT_GO_ON) {
        expect(&counting);
        ok = workers_play(run, &wanted, result, error);
        if (counting.missing > 0)
            progress_finish(&counting.progress);
    }
    match_clear(&match);
    return ok;
}
