#include "eval/study/study_run.h"

#include "core/base/files/file.h"
#include "eval/metrics/metric_table.h"
#include "eval/stats/comparison.h"
#include "eval/stats/score_interval.h"
#include "eval/study/networks/network_advantage.h"
#include "eval/study/networks/study_networks.h"
#include "eval/study/study.h"
#include "eval/study/study_plan.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/store/record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const char *const study_kind_names[STUDY_KINDS] = {
    [STUDY_SELF] = "self-play",          [STUDY_SEATS] = "seats",
    [STUDY_FIRST_TURNS] = "first-turns", [STUDY_SKILL] = "skill",
    [STUDY_NETWORKS] = "networks",       [STUDY_ADVANTAGE] = "advantage"};

/* Random turns before a pair: without any, two nearly deterministic agents would repeat
 * the same pair. */
enum { PAIR_OPENING_TURNS = 2 };

static int64_t games_asked(const study_t *study, int strength, study_kind_t kind) {
    const study_games_t *games = &study->strengths[strength].games;
    bool has_list = study->strengths[strength].num_networks > 0;
    switch (kind) {
    case STUDY_SELF:
        return has_list ? 0 : games->most;
    case STUDY_NETWORKS:
        return has_list ? games->most : 0;
    case STUDY_ADVANTAGE:
        return games->advantage;
    case STUDY_SEATS:
        return games->seats;
    case STUDY_FIRST_TURNS:
        return games->first_turns;
    case STUDY_SKILL:
        return games->skill;
    case STUDY_KINDS:
        break;
    }
    return 0;
}

bool study_run_is_asked(const study_t *study, int strength, study_kind_t kind) {
    return games_asked(study, strength, kind) > 0;
}

int study_parts(const study_t *study, int variant, int strength,
                study_part_t parts[STUDY_CELL_PARTS]) {
    int count = 0;
    for (study_kind_t kind = 0; kind < STUDY_KINDS; kind++) {
        const study_strength_t *with = &study->strengths[strength];
        const int runs = kind == STUDY_NETWORKS    ? study_networks_pairs(with)
                         : kind == STUDY_ADVANTAGE ? network_advantage_parts(with)
                                                   : 1;
        for (int i = 0; i < runs && study_run_is_asked(study, strength, kind); i++)
            parts[count++] = (study_part_t){variant, strength, kind, i};
    }
    return count;
}

void study_part_name(const study_t *study, const study_part_t *part,
                     char name[STUDY_PART_NAME]) {
    const study_strength_t *with = &study->strengths[part->strength];
    char variant[STUDY_NAME], strength[STUDY_NAME];
    text_t text = text_into(name, STUDY_PART_NAME);
    int first, second;
    study_folder_of(study->variants[part->variant].name, variant);
    study_folder_of(with->name, strength);
    text_add(&text, "%s/%s/%s", variant, strength, study_kind_names[part->kind]);
    if (part->kind == STUDY_ADVANTAGE) {
        char ratio[ADVANTAGE_NAME];
        network_advantage_name(part->pair, ratio);
        text_add(&text, "/%s", ratio);
    }
    if (part->kind != STUDY_NETWORKS)
        return;
    study_networks_pair(with, part->pair, &first, &second);
    text_add(&text, "/%d-%d", first + 1, second + 1);
}

/* --- The configuration of a run ----------------------------------------------------- */

static void set_agents(run_config_t *config, const study_strength_t *strength,
                       study_kind_t kind) {
    agent_t *agents = config->agents;
    if (kind == STUDY_SKILL) {
        REQUIRE(study_twice(strength, &agents[0]));
        agents[1] = strength->agent;
    } else if (kind == STUDY_SEATS) {
        agents[0] = agents[1] = strength->agent;
        snprintf(agents[1].name, sizeof agents[1].name, "itself");
    } else {
        agents[0].temperature = strength->agent.temperature;
        agents[0].search = strength->agent.search;
        agents[0].parallel = strength->agent.parallel;
        agents[0].engine = strength->agent.engine;
    }
}

static bool are_two_networks(const study_t *study, const study_part_t *part) {
    int first = 0, second = 0;
    if (part->kind == STUDY_ADVANTAGE)
        return network_advantage_has_two(part->pair);
    if (part->kind == STUDY_NETWORKS)
        study_networks_pair(&study->strengths[part->strength], part->pair, &first,
                            &second);
    return first != second;
}

static bool make_config(study_run_t *run, failure_t *error) {
    const study_t *study = run->study;
    run_config_t *config = &run->config;
    const study_part_t *part = &run->part;
    bool pairs = part->kind == STUDY_SEATS || part->kind == STUDY_SKILL;
    run_config_init(config, study->variants[part->variant].game,
                    pairs || are_two_networks(study, part) ? RUN_MAX_AGENTS : 1);
    config->games = 0;
    int64_t own_seed = study->variants[part->variant].seed;
    config->seed = own_seed > 0 ? own_seed : study->seed;
    config->shard_games = study->shard;
    config->opening.turns = pairs ? PAIR_OPENING_TURNS : part->kind == STUDY_FIRST_TURNS;
    if (part->kind == STUDY_NETWORKS)
        study_networks_configure(study, part->variant, part->strength, part->pair,
                                 config);
    else if (part->kind == STUDY_ADVANTAGE)
        network_advantage_configure(study, part->variant, part->strength, part->pair,
                                    config);
    else
        set_agents(config, &study->strengths[part->strength], part->kind);
    if (run_config_settle(config, "study", error))
        return true;
    run_config_clear(config);
    return false;
}

/* A run keeps the paths under which its networks were first found, so that a study can be
 * moved: their hashes identify them. */
static void keep_paths(run_config_t *config, const char *stored) {
    run_config_t there;
    if (!run_config_parse(&there, stored, "stored", NULL, 0, NULL))
        return;
    for (int i = 0; i < RUN_MAX_AGENTS && i < there.num_agents; i++) {
        network_choice_t *ours = &config->agents[i].search.evaluator.network;
        const network_choice_t *theirs = &there.agents[i].search.evaluator.network;
        if (ours->opened && strcmp(ours->hash, theirs->hash) == 0)
            memcpy(ours->weights, theirs->weights, sizeof ours->weights);
    }
    run_config_clear(&there);
}

/* Looking starts no program: the run that is there, if any, knows its name and version.
 */
static bool bind_config(study_run_t *run, const char *folder, bool plays,
                        failure_t *error) {
    char path[FILE_PATH];
    run_config_path(folder, path);
    char *stored = file_read_text(path, NULL);
    if (stored && !plays)
        run_config_name_programs(&run->config, stored);
    const bool ok = run_config_bind(&run->config, "study", error) &&
                    (!plays || run_config_start_programs(&run->config, "study", error));
    if (ok && stored)
        keep_paths(&run->config, stored);
    free(stored);
    if (!ok) {
        run_config_clear(&run->config);
        return false;
    }
    run->config.games = (int64_t)study_run_wanted(run);
    return true;
}

/* --- Reading ------------------------------------------------------------------------ */

game_result_t study_run_game(const study_run_t *run, const record_t *record, size_t row) {
    game_result_t game = game_result_of(record, row);
    game.orientation =
        (uint8_t)orientation_of_game(&run->first_turns.orientations, record, row);
    return game;
}

static void keep_game(study_run_t *run, const game_result_t *game) {
    run->games =
        memory_grow(run->games, &run->capacity, run->count + 1, sizeof *run->games);
    run->games[run->count++] = *game;
}

/* As METRIC_FOREGONE_SHARE, without replaying the game. */
static void add_decided(study_run_t *run, const record_t *record, size_t row) {
    const size_t first = record_first_position(record, row);
    const uint32_t count = record_u32(record, GAMES_DECISIONS)[row];
    lead_point_t *points = memory_new(count + 1, sizeof *points);
    lead_history_t history = {.points = points,
                              .num_actions = run->games[run->count - 1].num_actions,
                              .winner = run->games[run->count - 1].winner};
    for (size_t i = first; i < first + count; i++) {
        const double value = record_value(record, i);
        if (!isnan(value))
            points[history.count++] = (lead_point_t){
                .value = value, .ply = record_u32(record, POSITIONS_PLY)[i]};
    }
    const double foregone = lead_foregone_share(&history, METRIC_FOREGONE);
    if (!isnan(foregone)) {
        run->won++;
        run->decided += 1 - foregone;
    }
    free(points);
}

static bool has_first_turns(const study_run_t *run) {
    return run->part.kind == STUDY_SELF || run->part.kind == STUDY_FIRST_TURNS;
}

bool study_run_add(study_run_t *run, const game_result_t *game,
                   const uint16_t *first_turn, uint32_t length) {
    const first_turn_game_t seen = {.id = run->count,
                                    .actions = first_turn,
                                    .length = length,
                                    .winner = game->winner};
    if (has_first_turns(run) && !first_turns_add_game(&run->first_turns, &seen))
        return false;
    keep_game(run, game);
    return true;
}

static bool add_shard(void *context, uint64_t shard, const record_t *games) {
    study_run_t *run = context;
    (void)shard;
    if (games->rows[TABLE_GAMES] < (size_t)run->config.shard_games)
        return false;
    for (size_t row = 0; row < games->rows[TABLE_GAMES]; row++) {
        game_result_t game = study_run_game(run, games, row);
        keep_game(run, &game);
        if (run->part.kind == STUDY_SELF || run->part.kind == STUDY_NETWORKS)
            add_decided(run, games, row);
        if (has_first_turns(run))
            first_turns_add(&run->first_turns, games, row);
    }
    return true;
}

bool study_run_read(study_run_t *run, failure_t *error) {
    uint64_t size = (uint64_t)run->config.shard_games;
    return run_visit(&run->run, run->count / size, UINT64_MAX, add_shard, run, error);
}

bool study_run_visit(const study_run_t *run, run_visitor_t visit, void *context,
                     failure_t *error) {
    uint64_t size = (uint64_t)run->config.shard_games;
    return run_visit(&run->run, 0, run->count / size, visit, context, error);
}

static bool folder_of(const study_run_t *run, const char *out, char folder[FILE_PATH],
                      failure_t *error) {
    char name[STUDY_PART_NAME];
    study_part_name(run->study, &run->part, name);
    return file_path(folder, error, "%s/%s", out, name) && run_folder_fits(folder, error);
}

bool study_run_fits(const study_t *study, study_part_t part, const char *out,
                    failure_t *error) {
    char folder[FILE_PATH];
    study_run_t run = {.study = study, .part = part};
    if (!folder_of(&run, out, folder, error))
        return false;
    if (!run_folder_is_run(folder))
        return true;
    if (!make_config(&run, error) || !bind_config(&run, folder, true, error))
        return false;
    uint64_t games;
    bool fits = run_fits(&run.config, folder, &games, error);
    run_config_clear(&run.config);
    return fits;
}

static bool open_run(study_run_t *run, const study_t *study, study_part_t part,
                     const char *out, bool plays, failure_t *error) {
    char folder[FILE_PATH];
    *run = (study_run_t){.study = study, .part = part};
    if (!folder_of(run, out, folder, error) || !make_config(run, error) ||
        !bind_config(run, folder, plays, error))
        return false;
    first_turns_init(&run->first_turns, run->config.game);
    uint64_t games;
    bool is_open = plays ? run_open(&run->run, &run->config, folder, error)
                         : run_fits(&run->config, folder, &games, error) &&
                               run_view(&run->run, &run->config, folder, error);
    if (is_open && study_run_read(run, error))
        return true;
    study_run_close(run);
    return false;
}

bool study_run_play(const void *out, study_run_t *run, const study_t *study,
                    study_part_t part, failure_t *error) {
    return open_run(run, study, part, out, true, error);
}

bool study_run_look(const void *out, study_run_t *run, const study_t *study,
                    study_part_t part, failure_t *error) {
    return open_run(run, study, part, out, false, error);
}

bool study_run_imagine(study_run_t *run, const study_t *study, study_part_t part,
                       const char *out, failure_t *error) {
    char folder[FILE_PATH];
    *run = (study_run_t){.study = study, .part = part};
    if (!folder_of(run, out, folder, error) || !make_config(run, error))
        return false;
    first_turns_init(&run->first_turns, run->config.game);
    run->run.folder = text_copy(folder);
    return true;
}

void study_run_close(study_run_t *run) {
    first_turns_clear(&run->first_turns);
    free(run->games);
    run_close(&run->run);
    run_config_clear(&run->config);
    *run = (study_run_t){0};
}

/* --- How many ----------------------------------------------------------------------- */

/* Rounded up to complete files. */
static uint64_t rounded(const study_run_t *run, double games) {
    uint64_t shard = (uint64_t)run->config.shard_games;
    uint64_t files = (uint64_t)ceil(games / (double)shard);
    uint64_t all = STUDY_RUN_GAMES / shard;
    return (files < all ? files : all) * shard;
}

/* How many games to have after games whose interval is too wide: as many as would make it
 * narrow enough if its width falls with the square root of their number, but at most
 * twice as many, as the games to come may differ. Repeated games count in full, unlike in
 * the interval shown: where all lines are repeated, as on solved boards, more games would
 * never make that one narrow. */
static uint64_t after(const study_run_t *run, uint64_t games, uint64_t most) {
    const score_sample_t sample = {{study_run_first_player(run, games), 1},
                                   study_plan_is_watched(run->study) ? 0 : 1};
    estimate_t score = score_interval(&sample, 1 - run->study->error_rate);
    double width = (score.high - score.low) / 2, wanted = run->study->precision;
    if (games >= most || width <= wanted)
        return games;
    double ratio = fmin(2, width * width / (wanted * wanted));
    uint64_t next = rounded(run, (double)games * ratio);
    return next > most ? most : next > games ? next : rounded(run, (double)games + 1);
}

duplicates_t study_duplicates(const study_run_t *run, uint64_t from, uint64_t count) {
    uint64_t *hashes = memory_new(count + 1, sizeof *hashes);
    for (uint64_t i = 0; i < count; i++)
        hashes[i] = run->games[from + i].hash;
    duplicates_t found = duplicates_of(hashes, count);
    free(hashes);
    return found;
}

/* The games of the look that settles whether the score is balanced, or of the next, or
 * of the last. */
static uint64_t wanted_to_decide(const study_run_t *run) {
    const study_t *study = run->study;
    looks_t looks = study_plan_looks(study, run->part.strength);
    uint64_t games = looks_next(&looks, 0), next;
    for (; games <= run->count && (next = looks_next(&looks, games)) > 0; games = next) {
        duplicates_t seen = study_duplicates(run, 0, games);
        const score_sample_t sample = {
            {study_run_first_player(run, games), duplicates_weight(&seen)},
            looks_share(&looks, games)};
        estimate_t score = score_interval(&sample, study_plan_level_of_cells(study));
        if (balance_decide(&score, 0.5, study->margin) != BALANCE_NOT_DECIDED)
            break;
    }
    return games;
}

uint64_t study_run_wanted(const study_run_t *run) {
    const study_part_t *part = &run->part;
    if (part->kind == STUDY_NETWORKS)
        return study_networks_games(run->study, part->variant, part->strength,
                                    part->pair);
    if (part->kind == STUDY_ADVANTAGE)
        return network_advantage_games(run->study, part->strength, part->pair);
    int64_t asked = games_asked(run->study, part->strength, part->kind);
    uint64_t most = rounded(run, (double)asked);
    if (part->kind != STUDY_SELF)
        return most;
    if (run->study->purpose == PURPOSE_DECIDE && !study_plan_is_watched(run->study) &&
        most > 0)
        return wanted_to_decide(run);
    uint64_t wanted = rounded(run, (double)run->study->first);
    wanted = wanted < most ? wanted : most;
    while (wanted <= run->count) {
        uint64_t next = after(run, wanted, most);
        if (next == wanted)
            break;
        wanted = next;
    }
    return wanted;
}

/* --- Results ------------------------------------------------------------------------ */

outcome_counts_t study_run_first_player(const study_run_t *run, uint64_t games) {
    REQUIRE(games <= run->count);
    outcome_counts_t counts = outcome_counts_of_games();
    for (uint64_t i = 0; i < games; i++)
        outcome_counts_add(&counts, game_result_points(&run->games[i]));
    return counts;
}

outcome_counts_t study_run_agent(const study_run_t *run) {
    outcome_counts_t counts = outcome_counts_of_pairs();
    for (uint64_t i = 0; i + 1 < run->count; i += 2)
        outcome_counts_add(&counts, game_result_points_of_agent(&run->games[i]) +
                                        game_result_points_of_agent(&run->games[i + 1]));
    return counts;
}

duplicates_t study_run_pair_duplicates(const study_run_t *run) {
    uint64_t *hashes = memory_new(run->count / 2 + 1, sizeof *hashes);
    for (uint64_t i = 0; i < run->count / 2; i++)
        hashes[i] =
            game_result_pair_hash(run->games[2 * i].hash, run->games[2 * i + 1].hash);
    duplicates_t found = duplicates_of(hashes, run->count / 2);
    free(hashes);
    return found;
}
