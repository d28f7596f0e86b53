#include "eval/rating/rating_schedule.h"

#include "core/base/files/file.h"
#include "core/base/pcg.h"
#include "eval/match/match_run.h"
#include "eval/rating/rating_games.h"
#include "selfplay/run/folder_kind.h"

#include <ctype.h>
#include <stdlib.h>

/* --- Pairings ----------------------------------------------------------------------- */

static bool check_agents(const rating_plan_t *plan, failure_t *error) {
    bool ok = true;
    char **texts = memory_new((size_t)plan->num_agents, sizeof *texts);
    for (int i = 0; i < plan->num_agents; i++) {
        texts[i] = rating_agent_text(&plan->agents[i]);
        for (int k = 0; ok && k < i; k++) {
            const char *a = plan->agents[k].name, *b = plan->agents[i].name;
            if (strcmp(texts[i], texts[k]) == 0)
                ok = error_set(error, "%s and %s are the same agent twice", a, b);
            else if (strcmp(a, b) == 0)
                ok = error_set(error,
                               "two different agents are called \"%s\"; give each its "
                               "own \"name\"",
                               a);
        }
    }
    for (int i = 0; i < plan->num_agents; i++)
        free(texts[i]);
    free(texts);
    return ok;
}

/* From the plan's seed and the two agents, whatever else is played. */
static int64_t seed_of(const rating_plan_t *plan, const agent_t agents[2]) {
    uint64_t hash = mix64((uint64_t)plan->seed);
    for (int i = 0; i < 2; i++) {
        char *text = rating_agent_text(&agents[i]);
        hash = mix64(hash ^ text_hash(text));
        free(text);
    }
    return (int64_t)(hash >> 11); /* exact in JSON */
}

/* A name as part of a path: characters with a meaning there are replaced. */
static void add_name(text_t *path, const char *name) {
    for (const char *p = name; *p; p++)
        text_add_char(path, isalnum((unsigned char)*p) || strchr("-_+=.", *p) ? *p : '_');
}

static char *bout_folder(const rating_plan_t *plan, const run_config_t *config) {
    char path[FILE_PATH];
    text_t out = text_into(path, sizeof path);
    text_add(&out, "%s/", plan->folder);
    add_name(&out, config->agents[0].name);
    text_add(&out, "-against-");
    add_name(&out, config->agents[1].name);
    return text_copy(path);
}

static bool configure(const rating_plan_t *plan, int a, int b, rating_bout_t *bout,
                      failure_t *error) {
    bool in_order = strcmp(plan->agents[a].name, plan->agents[b].name) < 0;
    *bout = (rating_bout_t){.agents = {in_order ? a : b, in_order ? b : a}};
    match_plan_t match = {
        .game = plan->game,
        .words = plan->words,
        .num_words = plan->num_words,
        .agents = {plan->agents[bout->agents[0]], plan->agents[bout->agents[1]]},
        .games = 2 * plan->pairs};
    match.seed = seed_of(plan, match.agents);
    if (!match_plan_config(&match, &bout->config, error))
        return false;
    bout->config.threads = plan->threads;
    bout->folder = bout_folder(plan, &bout->config);
    return true;
}

static void bout_clear(rating_bout_t *bout) {
    run_close(&bout->run);
    run_config_clear(&bout->config);
    free(bout->folder);
    *bout = (rating_bout_t){0};
}

/* Settles the values that agents leave to the game; the result identifies them. */
static bool settle_agents(const rating_plan_t *plan, failure_t *error) {
    rating_bout_t bout;
    if (!configure(plan, 0, 1, &bout, error))
        return false;
    for (int i = 0; i < plan->num_agents; i++)
        search_config_settle(&plan->agents[i].search, bout.config.game);
    bout_clear(&bout);
    return check_agents(plan, error);
}

/* Nothing is created before everything is known to fit. */
static bool check_folders(const rating_schedule_t *schedule, failure_t *error) {
    const rating_plan_t *plan = schedule->plan;
    if (!folder_kind_may_hold(plan->folder, FOLDER_MATCHES, error))
        return false;
    for (int i = 0; i < schedule->num_bouts; i++) {
        const rating_bout_t *bout = &schedule->bouts[i];
        uint64_t games;
        if (!run_fits(&bout->config, bout->folder, &games, error))
            return false;
        if (i > 0 && strcmp(bout->folder, bout[-1].folder) == 0)
            return error_set(error,
                             "%s: would hold two matches; the agents' names are too "
                             "similar",
                             bout->folder);
    }
    return true;
}

static int compare_bouts(const void *a, const void *b) {
    return strcmp(((const rating_bout_t *)a)->folder, ((const rating_bout_t *)b)->folder);
}

/* In the order in which stored folders are read, so that the same numbers result, to the
 * last digit. */
static bool add_bouts(rating_schedule_t *schedule, failure_t *error) {
    const rating_plan_t *plan = schedule->plan;
    int n = plan->num_agents;
    schedule->bouts =
        memory_new((size_t)n * (size_t)(n - 1) / 2, sizeof *schedule->bouts);
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++) {
            if (plan->gauntlet >= 0 && plan->gauntlet != a && plan->gauntlet != b)
                continue;
            if (!configure(plan, a, b, &schedule->bouts[schedule->num_bouts], error))
                return false;
            schedule->num_bouts++;
        }
    qsort(schedule->bouts, (size_t)schedule->num_bouts, sizeof *schedule->bouts,
          compare_bouts);
    return true;
}

bool rating_schedule_open(rating_schedule_t *schedule, const rating_plan_t *plan,
                          failure_t *error) {
    REQUIRE(plan->num_agents >= 2 && plan->gauntlet < plan->num_agents);
    *schedule = (rating_schedule_t){.plan = plan};
    if (strlen(plan->folder) + 512 > FILE_PATH)
        return error_set(error, "%.100s...: the path is too long", plan->folder);
    bool ok = settle_agents(plan, error) && add_bouts(schedule, error) &&
              check_folders(schedule, error);
    for (int i = 0; ok && i < schedule->num_bouts; i++) {
        rating_bout_t *bout = &schedule->bouts[i];
        ok = run_open(&bout->run, &bout->config, bout->folder, error);
    }
    if (!ok)
        rating_schedule_close(schedule);
    return ok;
}

void rating_schedule_close(rating_schedule_t *schedule) {
    for (int i = 0; i < schedule->num_bouts; i++) {
        bout_clear(&schedule->bouts[i]);
    }
    free(schedule->bouts);
    *schedule = (rating_schedule_t){0};
}

bool rating_schedule_read(const rating_schedule_t *schedule, rating_games_t *games,
                          failure_t *error) {
    for (int i = 0; i < schedule->num_bouts; i++) {
        const run_t *run = &schedule->bouts[i].run;
        int match = rating_games_begin(games, run, error);
        if (match < 0 || !rating_games_read(games, match, run, 0, run->num_shards, error))
            return false;
    }
    return true;
}
