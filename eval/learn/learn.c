#include "eval/learn/learn.h"

#include "core/base/clock.h"
#include "core/base/files/file.h"
#include "core/base/files/publish.h"
#include "core/base/json.h"
#include "core/game/game.h"
#include "eval/match/match.h"
#include "eval/match/match_run.h"
#include "mcts/evaluate/weights_file.h"
#include "selfplay/config/run_config.h"
#include "selfplay/export/export.h"
#include "selfplay/export/export_options.h"
#include "selfplay/run/games_reader.h"
#include "selfplay/run/run.h"
#include "selfplay/run/stop.h"
#include "selfplay/run/workers/run_workers.h"
#include "selfplay/train/train_job.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LATER_SHARE 0.9

void learn_clear(learn_t *learn) {
    free(learn->rows);
}

/* --- Files -------------------------------------------------------------------------- */

static bool path_of(const learn_t *learn, char path[FILE_PATH], const char *folder,
                    int generation, const char *suffix, failure_t *error) {
    return file_path(path, error, "%s/%s/%03d%s", learn->folder, folder, generation,
                     suffix);
}

/* Publishes a text unless it is there already; another text there is an error. */
static bool settle_text(const char *path, const char *text, const char *what,
                        failure_t *error) {
    char *other;
    if (!publish_once(path, text, &other, error))
        return false;
    if (other)
        error_set(error, "%s: was begun with another %s; choose another --out", path,
                  what);
    free(other);
    return !other;
}

/* --- Agents ------------------------------------------------------------------------- */

/* Adds what the games and the agents of a generation's network have in common. */
static bool add_network(const learn_t *learn, cJSON *json, int generation,
                        int64_t simulations, failure_t *error) {
    char weights[FILE_PATH];
    cJSON *search = cJSON_AddObjectToObject(json, "search");
    json_add_number(search, "simulations", simulations);
    if (generation == LEARN_PLAYOUTS)
        return true;
    cJSON_AddStringToObject(search, "evaluator", "integer");
    cJSON_AddStringToObject(search, "selection", "puct");
    cJSON_AddStringToObject(search, "fpu", "reduction");
    if (!path_of(learn, weights, "weights", generation, ".safetensors", error))
        return false;
    cJSON_AddStringToObject(cJSON_AddObjectToObject(json, "network"), "weights", weights);
    return true;
}

static bool write_agent(const learn_t *learn, int generation, const char *path,
                        failure_t *error) {
    char name[AGENT_NAME];
    cJSON *json = cJSON_CreateObject();
    const bool is_playouts = generation == LEARN_PLAYOUTS;
    const int64_t simulations = is_playouts ? learn->plan->games.first_simulations
                                            : learn->plan->gate.simulations;
    if (is_playouts)
        snprintf(name, sizeof name, "playouts-%lld", (long long)simulations);
    else
        snprintf(name, sizeof name, "generation-%03d", generation);
    cJSON_AddStringToObject(json, "name", name);
    bool ok = add_network(learn, json, generation, simulations, error);
    json_add_number(cJSON_AddObjectToObject(json, "temperature"), "start", 0);
    char *text = json_text(json);
    ok = ok && publish_file(path, text, strlen(text), error);
    free(text);
    cJSON_Delete(json);
    return ok;
}

/* The agent of a generation, or of the playouts, from its file. */
static bool load_agent(const learn_t *learn, int generation, agent_t *agent,
                       failure_t *error) {
    char path[FILE_PATH];
    bool ok = generation == LEARN_PLAYOUTS
                  ? file_path(path, error, "%s/agents/playouts.json", learn->folder)
                  : path_of(learn, path, "agents", generation, ".json", error);
    return ok &&
           (access(path, F_OK) == 0 || write_agent(learn, generation, path, error)) &&
           agent_load(agent, path, NULL, 0, error);
}

bool learn_open(learn_t *learn, failure_t *error) {
    static const char *const folders[] = {"games", "exports", "weights", "agents",
                                          "gates"};
    char path[FILE_PATH];
    char *text = learn_plan_text(learn->plan);
    bool ok = publish_folder(learn->folder, error) &&
              file_path(path, error, "%s/plan.json", learn->folder) &&
              settle_text(path, text, "plan", error);
    free(text);
    for (size_t i = 0; ok && i < sizeof folders / sizeof folders[0]; i++)
        ok = file_path(path, error, "%s/%s", learn->folder, folders[i]) &&
             publish_folder(path, error);
    learn->best = LEARN_PLAYOUTS;
    return ok && file_path(path, error, "%s/best.json", learn->folder) &&
           (access(path, F_OK) == 0 || write_agent(learn, LEARN_PLAYOUTS, path, error));
}

/* --- Games -------------------------------------------------------------------------- */

static int64_t seed_of(const learn_t *learn, int generation, int gate) {
    return (int64_t)(mix64((uint64_t)learn->plan->seed) % 1000000007) * 10000 +
           2 * generation + gate;
}

static bool write_config(const learn_t *learn, const learn_step_t *step, int generation,
                         const char *path, failure_t *error) {
    const learn_plan_t *plan = learn->plan;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "game", plan->game->class->name);
    game_write_variant(plan->game, cJSON_AddObjectToObject(json, "variant"));
    json_add_number(json, "games", step->games);
    json_add_number(json, "seed", seed_of(learn, generation, 0));
    json_add_number(json, "shard_games", 50);
    const int64_t simulations =
        step->simulations > 0 ? step->simulations : plan->games.first_simulations;
    bool ok = add_network(learn, json, learn->best, simulations, error);
    if (learn->best != LEARN_PLAYOUTS)
        cJSON_AddItemToObject(cJSON_AddObjectToObject(json, "noise"), "weight",
                              cJSON_CreateNumber(plan->games.noise));
    json_add_number(cJSON_AddObjectToObject(json, "temperature"), "turns",
                    plan->games.temperature_turns);
    char *text = json_text(json);
    ok = ok && settle_text(path, text, "configuration", error);
    free(text);
    cJSON_Delete(json);
    return ok;
}

static bool play(learn_t *learn, int generation, const learn_step_t *step,
                 failure_t *error) {
    char path[FILE_PATH], folder[FILE_PATH];
    run_config_t config;
    run_t run;
    if (!path_of(learn, path, "games", generation, ".json", error) ||
        !path_of(learn, folder, "games", generation, "", error) ||
        !write_config(learn, step, generation, path, error) ||
        !run_config_load(&config, path, NULL, 0, error))
        return false;
    config.threads = learn->threads;
    bool ok =
        run_config_bind(&config, path, error) && run_open(&run, &config, folder, error);
    if (ok) {
        workers_result_t result = {0};
        const workers_order_t order = {
            .end = run.games, .share = TASK_SHARE_ALL, .quiet = learn->quiet};
        ok = workers_play(&run, &order, &result, error);
        learn->stopped = result.stopped;
        workers_result_clear(&result);
        run_close(&run);
    }
    run_config_clear(&config);
    return ok;
}

/* --- Export and training ------------------------------------------------------------ */

static bool export_games(learn_t *learn, int generation, failure_t *error) {
    char from[FILE_PATH], to[FILE_PATH];
    shard_files_t files = {0};
    export_result_t result;
    const export_options_t options = {.policy = POLICY_PADDED,
                                      .features = true,
                                      .value_result = true,
                                      .value_root = true,
                                      .value_later = true,
                                      .later = LATER_SHARE,
                                      .end_turn = UINT32_MAX,
                                      .min_visits = 1,
                                      .validation = 0.05,
                                      .seed = 1,
                                      .deflate = 1,
                                      .memory = (size_t)1 << 30,
                                      .threads = learn->threads};
    bool ok = path_of(learn, from, "games", generation, "", error) &&
              path_of(learn, to, "exports", generation, ".h5", error) &&
              (access(to, F_OK) == 0 ||
               (shard_files_add(&files, from, error) &&
                export_files(&files, to, &options, NULL, &result, error)));
    shard_files_clear(&files);
    return ok;
}

static bool train(learn_t *learn, int generation, const learn_step_t *step,
                  const char *weights, learn_row_t *row, failure_t *error) {
    const learn_plan_t *plan = learn->plan;
    enum { MOST_WINDOW = 1000 };
    char label[64], paths[FILE_PATH], *files[MOST_WINDOW];
    train_done_t done;
    int count = 0;
    bool ok = true;
    snprintf(label, sizeof label, "generation %d: training", generation);
    for (int g = step->first_export; ok && g <= generation; g++) {
        ok = path_of(learn, paths, "exports", g, ".h5", error);
        files[count++] = text_copy(paths);
    }
    train_job_t job = {.files = files,
                       .num_files = count,
                       .targets = {plan->train.root_share, plan->train.later},
                       .options = TRAIN_OPTIONS,
                       .passes = plan->train.passes,
                       .least_steps = plan->train.steps,
                       .threads = learn->threads,
                       .quiet = learn->quiet,
                       .label = label};
    job.options.seed = (uint64_t)seed_of(learn, generation, 0);
    job.options.units = plan->train.units;
    job.options.batch = plan->train.batch;
    job.options.rate = plan->train.rate;
    job.options.average = plan->train.average;
    ok = ok && train_job(&job, &done, error);
    if (ok) {
        row->steps = done.steps;
        row->policy = done.validation.of[LOSS_POLICY];
        row->policy_floor = done.validation.of[LOSS_POLICY_FLOOR];
        row->value = done.validation.of[LOSS_VALUE];
        row->value_floor = done.validation.of[LOSS_VALUE_FLOOR];
        ok = publish_file(weights, done.bytes, done.size, error);
        train_done_clear(&done);
    }
    for (int i = 0; i < count; i++)
        free(files[i]);
    return ok;
}

static bool make_network(learn_t *learn, int generation, const learn_step_t *step,
                         learn_row_t *row, failure_t *error) {
    char path[FILE_PATH];
    const weights_t *weights;
    bool ok =
        path_of(learn, path, "weights", generation, ".safetensors", error) &&
        (access(path, F_OK) == 0 || train(learn, generation, step, path, row, error)) &&
        (weights = weights_open(path, error)) != NULL;
    if (ok)
        weights_write_hash(weights, row->hash);
    return ok;
}

/* --- The gate ----------------------------------------------------------------------- */

static void take_score(learn_row_t *row, const match_t *match) {
    const duplicates_t duplicates = match_duplicates(match);
    row->gate_games = 2 * outcome_counts_trials(&match->pairs);
    row->score = outcome_counts_score_of_effective(&match->pairs, duplicates.effective,
                                                   INTERVAL_LEVEL);
    row->elo = outcome_counts_elo_of_effective(&match->pairs, duplicates.effective,
                                               INTERVAL_LEVEL);
    row->promoted = match->state == SPRT_H1;
}

static bool play_gate(learn_t *learn, const run_config_t *config, const char *folder,
                      learn_row_t *row, failure_t *error) {
    const task_share_t share = TASK_SHARE_ALL;
    workers_result_t result = {0};
    sprt_t test;
    run_t run;
    if (!sprt_init(&test, 0, learn->plan->gate.elo, 0.05, 0.05, error) ||
        !run_open(&run, config, folder, error))
        return false;
    match_t match;
    bool whole;
    match_init(&match, &test);
    bool ok = match_settle_test(&run, &test, error) &&
              match_play(&run, &test, &share, learn->quiet, &result, error) &&
              match_count(&run, &match, &whole, error);
    learn->stopped = result.stopped;
    if (ok && !learn->stopped)
        take_score(row, &match);
    match_clear(&match);
    workers_result_clear(&result);
    run_close(&run);
    return ok;
}

static bool gate(learn_t *learn, int generation, learn_row_t *row, failure_t *error) {
    enum { WORDS = GAME_VARIANT_TEXT / 2 + 1 };
    const learn_plan_t *plan = learn->plan;
    char *words[WORDS], text[GAME_VARIANT_TEXT], opening[64], folder[FILE_PATH];
    run_config_t config;
    snprintf(text, sizeof text, "%s", plan->game->variant_text);
    int count = text_split(text, words, WORDS - 1);
    snprintf(opening, sizeof opening, "opening.turns=%lld",
             (long long)plan->gate.opening_turns);
    words[count++] = opening;
    match_plan_t match = {.game = plan->game->class->name,
                          .words = words,
                          .num_words = count,
                          .games = plan->gate.games + plan->gate.games % 2,
                          .seed = seed_of(learn, generation, 1)};
    if (!load_agent(learn, generation, &match.agents[0], error) ||
        !load_agent(learn, learn->best, &match.agents[1], error) ||
        !path_of(learn, folder, "gates", generation, "", error) ||
        !match_plan_config(&match, &config, error))
        return false;
    config.threads = learn->threads;
    bool ok = play_gate(learn, &config, folder, row, error);
    run_config_clear(&config);
    return ok;
}

/* --- Generations -------------------------------------------------------------------- */

static bool promote(learn_t *learn, int generation, failure_t *error) {
    char path[FILE_PATH];
    learn->best = generation;
    learn->rejections = 0;
    return file_path(path, error, "%s/best.json", learn->folder) &&
           write_agent(learn, generation, path, error);
}

static bool make_generation(learn_t *learn, int generation, failure_t *error) {
    const learn_step_t step =
        learn_plan_step(learn->plan, generation, learn->best != LEARN_PLAYOUTS);
    learn_row_t row = {.generation = generation,
                       .games = step.games,
                       .simulations = step.simulations,
                       .policy = (double)NAN,
                       .policy_floor = (double)NAN,
                       .value = (double)NAN,
                       .value_floor = (double)NAN};
    if (learn->best == LEARN_PLAYOUTS)
        snprintf(row.opponent, sizeof row.opponent, "playouts");
    else
        snprintf(row.opponent, sizeof row.opponent, "%d", learn->best);
    if (!play(learn, generation, &step, error))
        return false;
    if (learn->stopped)
        return true;
    if (!export_games(learn, generation, error) ||
        !make_network(learn, generation, &step, &row, error) ||
        !gate(learn, generation, &row, error))
        return false;
    if (learn->stopped)
        return true;
    learn->rows =
        memory_grow(learn->rows, &learn->capacity, learn->count + 1, sizeof *learn->rows);
    learn->rows[learn->count++] = row;
    if (learn->report)
        learn->report(learn, &row);
    learn->rejections++;
    return !row.promoted || promote(learn, generation, error);
}

bool learn_run(learn_t *learn, failure_t *error) {
    bool ok = true;
    for (int g = 0; ok && g < learn->end && !learn->stopped && !learn->is_over; g++) {
        if (learn->deadline > 0 && clock_seconds() >= learn->deadline)
            break;
        ok = make_generation(learn, g, error);
        learn->is_over =
            learn->best != LEARN_PLAYOUTS && learn->rejections >= learn->plan->rejections;
    }
    if (!ok && stop_asked()) {
        learn->stopped = stop_reason();
        return true;
    }
    return ok;
}
