#include "eval/study/study_result.h"

#include "core/base/text.h"
#include "eval/stats/symmetry_test.h"
#include "eval/study/study_folder.h"
#include "eval/study/study_plan.h"
#include "eval/study/study_score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- One cell ----------------------------------------------------------------------- */

/* Results and numbers of the games of each orientation. */
static void add_controls(study_cell_t *cell, const study_run_t *run) {
    uint64_t results[ORIENTATIONS_MAX * 3] = {0};
    int count = run->first_turns.orientations.count;
    for (uint64_t i = 0; i < run->count; i++) {
        results[3 * run->games[i].orientation + run->games[i].winner]++;
        cell->by_orientation[run->games[i].orientation]++;
    }
    cell->num_orientations = count;
    cell->orientations = contingency_of(results, count, 3);
    cell->directions = goodness_of_fit_uniform(cell->by_orientation, count);
}

static void add_lengths(study_cell_t *cell, const study_run_t *run) {
    for (uint64_t i = 0; i < run->count; i++) {
        cell->turns += (double)run->games[i].turns / (double)run->count;
        cell->num_actions += (double)run->games[i].num_actions / (double)run->count;
        length_counts_add(&cell->lengths, run->games[i].turns);
        cell->cut_off += run->games[i].reason == REASON_CUT_OFF;
    }
}

static void add_swaps(study_cell_t *cell, const study_run_t *run, double level) {
    cell->swaps = outcome_counts_of_games();
    for (uint64_t i = 0; i < run->count; i++)
        if (run->games[i].swap_offered) {
            cell->swap_offered++;
            outcome_counts_add(&cell->swaps, run->games[i].swapped ? 2 : 0);
        }
    const weighed_counts_t swaps = {cell->swaps, cell->sample.trials.weight};
    cell->swap_share = confidence_sequence_weighed(&swaps, level);
}

/* Takes ownership of the list; the run is left with an empty one. */
static void take_first_turns(first_turns_t *turns, study_run_t *run) {
    duplicates_t games = study_duplicates(run, 0, run->count);
    *turns = run->first_turns;
    turns->weight = duplicates_weight(&games);
    turns->orientations.game =
        run->study->variants[run->part.variant].game; /* outlives it */
    first_turns_sort(turns);
    first_turns_init(&run->first_turns, run->config.game);
}

static void add_results(study_cell_t *cell, const study_run_t *run) {
    cell->results = memory_new(run->count + 1, 1);
    for (uint64_t i = 0; i < run->count; i++)
        cell->results[i] = (uint8_t)game_result_points(&run->games[i]);
}

/* Figures of games, whoever played them. */
static void add_games(study_cell_t *cell, const study_run_t *run, double level) {
    cell->games = run->count;
    cell->decided = run->won > 0 ? run->decided / (double)run->won : (double)NAN;
    cell->duplicates = study_duplicates(run, 0, run->count);
    cell->sample.trials = (weighed_counts_t){study_run_first_player(run, run->count),
                                             duplicates_weight(&cell->duplicates)};
    add_lengths(cell, run);
    add_swaps(cell, run, level);
}

static void keep_run(study_cell_t *cell, const study_run_t *run) {
    cell->runs[cell->num_runs++] =
        (study_cell_run_t){.folder = text_copy(run->run.folder),
                           .games = run->count,
                           .shard = (uint64_t)run->config.shard_games};
}

static void add_self(study_cell_t *cell, study_run_t *run, double level) {
    add_games(cell, run, level);
    cell->wanted = study_run_wanted(run);
    add_results(cell, run);
    add_controls(cell, run);
    take_first_turns(&cell->first_turns, run);
    keep_run(cell, run);
}

/* Adds one pair of several networks, and its games to those of the others. */
static void add_pair(study_cell_t *cell, const study_run_t *run, study_run_t *all) {
    if (cell->num_runs == 0)
        network_scores_init(&cell->networks,
                            run->study->strengths[run->part.strength].num_networks,
                            run->study->variants[run->part.variant].openings);
    network_scores_add(&cell->networks, run);
    cell->wanted += study_run_wanted(run);
    cell->is_done = cell->is_done && run->count >= study_run_wanted(run);
    keep_run(cell, run);
    all->games =
        memory_resize(all->games, all->count + run->count + 1, sizeof *all->games);
    for (uint64_t i = 0; i < run->count; i++)
        all->games[all->count + i] = run->games[i];
    all->count += run->count;
    all->won += run->won;
    all->decided += run->decided;
}

static void finish_pairs(study_cell_t *cell, const study_run_t *all, double level) {
    add_games(cell, all, level);
    cell->orientations.p_value = cell->directions.p_value = 1;
    network_scores_finish(&cell->networks, cell->sample.trials.weight, level);
}

/* Below the folder that the result names, wherever the files of the run are. */
static void name_folder(study_cell_t *cell, const study_run_t *run, const char *out) {
    char name[STUDY_PART_NAME], *last;
    text_t folder = text_into(cell->folder, sizeof cell->folder);
    study_part_name(run->study, &run->part, name);
    if (run->part.kind == STUDY_NETWORKS && (last = strrchr(name, '/')) != NULL)
        *last = '\0';
    text_add(&folder, "%s/%s", out, name);
}

/* all: games of all pairs of networks so far. */
static void add_run(study_cell_t *cell, study_run_t *run, study_run_t *all,
                    double level) {
    switch (run->part.kind) {
    case STUDY_SELF:
        add_self(cell, run, level);
        break;
    case STUDY_SEATS:
        cell->seats_games = run->count;
        cell->seats_wanted = study_run_wanted(run);
        cell->seats = study_run_agent(run);
        cell->seats_pairs = study_run_pair_duplicates(run);
        break;
    case STUDY_FIRST_TURNS:
        cell->drawn_games = run->count;
        cell->drawn_wanted = study_run_wanted(run);
        take_first_turns(&cell->drawn, run);
        first_turns_value(&cell->drawn, &cell->drawn_value, level);
        cell->under_pie = cell->drawn_value.under_pie;
        if (run->config.game->swap)
            cell->under_pie = (estimate_t){(double)NAN, (double)NAN, (double)NAN};
        break;
    case STUDY_SKILL:
        cell->skill_games = run->count;
        cell->skill_wanted = study_run_wanted(run);
        cell->skill = study_run_agent(run);
        cell->skill_pairs = study_run_pair_duplicates(run);
        cell->skill_score = outcome_counts_score_of_effective(
            &cell->skill, cell->skill_pairs.effective, level);
        cell->skill_elo = outcome_counts_elo_of_effective(
            &cell->skill, cell->skill_pairs.effective, level);
        break;
    case STUDY_NETWORKS:
        add_pair(cell, run, all);
        break;
    case STUDY_ADVANTAGE:
        network_advantage_add(&cell->advantage, run, study_run_wanted(run));
        break;
    case STUDY_KINDS:
        break;
    }
}

static bool read_cell(study_result_t *result, const study_source_t *source, int variant,
                      int strength, failure_t *error) {
    study_cell_t *cell = &result->cells[variant][strength];
    const study_t *study = result->study;
    study_part_t parts[STUDY_CELL_PARTS];
    study_run_t run, all = {0};
    bool ok = true;
    int count = study_parts(study, variant, strength, parts);
    cell->sample.trials = (weighed_counts_t){outcome_counts_of_games(), 1};
    cell->variant = study->variants[variant].name;
    cell->strength = study->strengths[strength].name;
    cell->doublings = study_doublings(&study->strengths[strength]);
    cell->solved = source->exact[variant];
    cell->exact = study_exact_name(&source->exact[variant]);
    cell->is_wanted = study->strengths[strength].games.most > 0;
    cell->is_done = true;
    for (int i = 0; ok && i < count; i++) {
        ok = source->runs.open(source->runs.context, &run, study, parts[i], error);
        if (!ok)
            break;
        if (run.part.kind == STUDY_SELF || run.part.kind == STUDY_NETWORKS)
            name_folder(cell, &run, result->out);
        add_run(cell, &run, &all, result->level);
        study_run_close(&run);
    }
    if (ok && study_cell_has_networks(cell))
        finish_pairs(cell, &all, result->level);
    free(all.games);
    network_advantage_finish(&cell->advantage, result->level);
    cell->is_done = cell->is_done && cell->games >= cell->wanted &&
                    cell->seats_games >= cell->seats_wanted &&
                    cell->drawn_games >= cell->drawn_wanted &&
                    cell->skill_games >= cell->skill_wanted &&
                    cell->advantage.games >= cell->advantage.wanted;
    return ok;
}

/* --- All cells together ------------------------------------------------------------- */

uint64_t study_all_games(const study_result_t *result) {
    uint64_t games = 0;
    for (int i = 0; i < study_num_cells(result); i++) {
        const study_cell_t *cell = study_cell_at(result, i);
        games += cell->games + cell->seats_games + cell->drawn_games + cell->skill_games +
                 cell->advantage.games;
    }
    return games;
}

typedef void (*visit_cell_t)(study_result_t *result, study_cell_t *cell);

static void each_cell(study_result_t *result, visit_cell_t visit) {
    for (int i = 0; i < result->study->num_variants; i++)
        for (int j = 0; j < result->study->num_strengths; j++)
            visit(result, &result->cells[i][j]);
}

/* Before all scores are computed. A time limit ends all cells, but is no look. */
static void set_plan(study_result_t *result, study_cell_t *cell) {
    const study_t *study = result->study;
    int strength = (int)((cell - &result->cells[0][0]) % STUDY_MAX_STRENGTHS);
    bool is_timed =
        study->past.timed > 0 && (uint64_t)study->past.timed == study_all_games(result);
    looks_t looks = study_plan_looks(study, strength);
    cell->is_planned =
        !study_plan_is_watched(study) && cell->games > 0 &&
        (cell->games >= cell->wanted || (is_timed && study->purpose == PURPOSE_ESTIMATE));
    cell->sample.share = !cell->is_planned ? 0
                         : study->purpose == PURPOSE_DECIDE
                             ? looks_share(&looks, cell->games)
                             : 1;
    cell->score = study_score_at(cell, result->level);
}

static void decide_balance(study_result_t *result, study_cell_t *cell) {
    bool may_decide = !study_cell_has_networks(cell) ||
                      (study_cell_is_over(cell) && cell->networks.found.has_interval);
    cell->simultaneous = may_decide ? study_score_at(cell, result->level_cells)
                                    : (estimate_t){cell->score.value, 0, 1};
    cell->balance = may_decide
                        ? balance_decide(&cell->simultaneous, 0.5, result->study->margin)
                        : BALANCE_NOT_DECIDED;
}

static void check_seats(study_result_t *result, study_cell_t *cell) {
    if (cell->seats_wanted == 0)
        return;
    cell->seats_score = outcome_counts_score_of_effective(
        &cell->seats, cell->seats_pairs.effective, result->level);
    cell->seats_p = symmetry_p_value(&cell->seats);
    cell->seats_even = cell->seats_p > 1 - result->level_controls;
    outcome_counts_merge(&result->seats, &cell->seats);
}

/* All cells together may show what each is too small to show. */
static void pool_controls(study_result_t *result) {
    contingency_t tables[STUDY_MAX_VARIANTS * STUDY_MAX_STRENGTHS];
    double effective = 0; /* no game of one cell is one of another's */
    int count = 0;
    for (int i = 0; i < result->study->num_variants; i++)
        for (int j = 0; j < result->study->num_strengths; j++)
            effective += result->cells[i][j].seats_pairs.effective;
    result->seats_score =
        outcome_counts_score_of_effective(&result->seats, effective, result->level);
    result->seats_p = symmetry_p_value(&result->seats);
    result->seats_even = result->seats_p > 1 - result->level_controls;
    for (int i = 0; i < result->study->num_variants; i++)
        for (int j = 0; j < result->study->num_strengths; j++)
            tables[count++] = result->cells[i][j].orientations;
    result->orientations = contingency_pooled(tables, count);
}

static void set_levels(study_result_t *result) {
    const study_t *study = result->study;
    int variants = study->num_variants, seats = 0;
    for (int j = 0; j < study->num_strengths; j++)
        seats += variants * study_run_is_asked(study, j, STUDY_SEATS);
    result->level = 1 - study->error_rate;
    result->level_cells = study_plan_level_of_cells(study);
    result->level_differences = study_plan_level_of_differences(study);
    result->level_controls = comparison_level_each(result->level, seats + 1);
}

/* --- Differences -------------------------------------------------------------------- */

/* Intervals between networks are fixed-sample intervals. */
static bool may_differ(const study_cell_t *a, const study_cell_t *b) {
    return !study_cell_has_networks(a) ||
           (study_cell_is_over(a) && study_cell_is_over(b));
}

static void add_difference(study_result_t *result, int a, int b, int strength) {
    const study_cell_t *x = &result->cells[a][strength], *y = &result->cells[b][strength];
    const bool has_networks = study_cell_has_networks(x),
               is_paired = result->study->paired && !has_networks,
               exists = x->games > 0 && y->games > 0;
    result->differences[result->num_differences++] = (study_difference_t){
        .a = a,
        .b = b,
        .strength = strength,
        .name_a = x->variant,
        .name_b = y->variant,
        .level = x->strength,
        .exists = exists,
        .paired = is_paired,
        .has_p = exists && !has_networks,
        .difference = study_score_difference(x, y, is_paired, result->level),
        .simultaneous =
            study_score_difference(x, y, is_paired, result->level_differences),
        .p_value = may_differ(x, y) ? study_score_difference_p(x, y, is_paired) : 1};
}

/* p-values of differences from number `first` on, as many as are one family. */
static int adjust(study_result_t *result, int first) {
    double p[STUDY_MAX_DIFFERENCES] = {0};
    study_difference_t *list = &result->differences[first];
    int count = 0;
    while (first + count < result->num_differences &&
           (result->study->purpose == PURPOSE_WATCH ||
            list[count].strength == list->strength)) {
        p[count] = list[count].p_value;
        count++;
    }
    const int variants = result->study->num_variants,
              all = study_plan_variants(result->study);
    comparison_holm(p, count, count * (all * (all - 1)) / (variants * (variants - 1)), p);
    for (int i = 0; i < count; i++) {
        list[i].adjusted = p[i];
        list[i].is_shown = list[i].exists && p[i] <= result->study->error_rate;
    }
    return count;
}

static void add_differences(study_result_t *result) {
    const study_t *study = result->study;
    for (int strength = 0; strength < study->num_strengths; strength++)
        for (int b = 1; b < study->num_variants; b++)
            for (int a = 0; a < b; a++)
                if (result->cells[a][strength].is_wanted)
                    add_difference(result, a, b, strength);
    for (int first = 0; first < result->num_differences;)
        first += adjust(result, first);
}

/* --- Trends ------------------------------------------------------------------------- */

static void add_trend(study_result_t *result, int variant) {
    const study_t *study = result->study;
    study_trend_t *trend = &result->trends[variant];
    trend_point_t points[STUDY_MAX_STRENGTHS];
    int count = 0;
    for (int j = 0; j < study->num_strengths; j++) {
        const study_cell_t *cell = &result->cells[variant][j];
        double doublings = study_doublings(&study->strengths[j]);
        if (cell->games > 0 && !isnan(doublings) && !study_cell_has_networks(cell))
            points[count++] =
                (trend_point_t){.doublings = doublings, .id = j, .sample = cell->sample};
    }
    trend->exists = score_trend_of(
        points, count, STUDY_LEVEL_CHANGE,
        comparison_level_each(result->level, study_plan_variants(study)), &trend->fit);
    if (!trend->exists)
        return;
    trend->variant = study->variants[variant].name;
    trend->first = study->strengths[trend->fit.first].name;
    trend->before = study->strengths[trend->fit.before].name;
    trend->last = study->strengths[trend->fit.last].name;
}

static void add_skill(study_result_t *result, int variant) {
    const study_t *study = result->study;
    skill_level_t levels[STUDY_MAX_STRENGTHS];
    failure_t not_doubling;
    int count = 0;
    for (int j = 0; j < study->num_strengths; j++) {
        const study_cell_t *cell = &result->cells[variant][j];
        if (cell->skill_games >= 2)
            levels[count++] = (skill_level_t){
                .budget = (double)agent_simulations(&study->strengths[j].agent),
                .counts = cell->skill};
    }
    study_skill_t *skill = &result->skills[variant];
    skill->variant = study->variants[variant].name;
    skill->exists =
        skill_trace_of(levels, count, result->level, &skill->trace, &not_doubling);
}

/* --- All of it ---------------------------------------------------------------------- */

static void check_complete(study_result_t *result, study_cell_t *cell) {
    result->is_complete = result->is_complete && cell->is_done;
}

static int level_with_games(const uint64_t *games, int count) {
    int best = -1;
    for (int j = 0; j < count; j++) {
        uint64_t least = best < 0 ? 1 : games[best];
        if (games[j] >= (least < STUDY_LEVEL_GAMES ? least : STUDY_LEVEL_GAMES))
            best = j;
    }
    return best;
}

int study_common_strength(const study_result_t *result) {
    uint64_t games[STUDY_MAX_STRENGTHS];
    for (int j = 0; j < result->study->num_strengths; j++) {
        games[j] = result->cells[0][j].games;
        for (int i = 1; i < result->study->num_variants; i++)
            if (result->cells[i][j].games < games[j])
                games[j] = result->cells[i][j].games;
    }
    return level_with_games(games, result->study->num_strengths);
}

int study_strongest(const study_result_t *result, int variant) {
    uint64_t games[STUDY_MAX_STRENGTHS];
    int common = study_common_strength(result);
    if (common >= 0)
        return common;
    for (int j = 0; j < result->study->num_strengths; j++)
        games[j] = result->cells[variant][j].games;
    return level_with_games(games, result->study->num_strengths);
}

study_result_t *study_result_of(const study_t *study, const char *out,
                                const study_source_t *source, failure_t *error) {
    study_result_t *result = memory_new(1, sizeof *result);
    if (source->past) {
        result->own = memory_new(1, sizeof *result->own);
        *result->own = *study;
        result->own->past = *source->past;
        study = result->own;
    }
    result->study = study;
    result->seats = outcome_counts_of_pairs();
    snprintf(result->out, sizeof result->out, "%s", out);
    set_levels(result);
    memcpy(result->exact, source->exact,
           (size_t)study->num_variants * sizeof *result->exact);
    for (int i = 0; i < study->num_variants; i++)
        for (int j = 0; j < study->num_strengths; j++)
            if (!read_cell(result, source, i, j, error)) {
                study_result_free(result);
                return NULL;
            }
    each_cell(result, set_plan);
    each_cell(result, decide_balance);
    each_cell(result, check_seats);
    pool_controls(result);
    add_differences(result);
    study_matched_add(result);
    for (int i = 0; i < study->num_variants; i++)
        add_trend(result, i);
    for (int i = 0; i < study->num_variants; i++)
        add_skill(result, i);
    result->is_complete = true;
    each_cell(result, check_complete);
    return result;
}

study_result_t *study_result_new(const study_t *study, const char *out,
                                 failure_t *error) {
    study_exact_t exact[STUDY_MAX_VARIANTS];
    const study_past_t past = study_folder_past(study, out);
    const study_source_t source = {
        .runs = {study_run_look, out}, .exact = exact, .past = &past};
    return study_exact_read(exact, study, out, error)
               ? study_result_of(study, out, &source, error)
               : NULL;
}

static void clear_cell(study_result_t *result, study_cell_t *cell) {
    (void)result;
    free(cell->results);
    length_counts_clear(&cell->lengths);
    for (int i = 0; i < cell->num_runs; i++)
        free(cell->runs[i].folder);
    network_scores_clear(&cell->networks);
    first_turns_clear(&cell->first_turns);
    first_turns_clear(&cell->drawn);
}

void study_result_free(study_result_t *result) {
    if (!result)
        return;
    each_cell(result, clear_cell);
    free(result->own);
    free(result);
}
