#include "eval/fairest/fairest_result.h"

#include "eval/fairest/fairest.h"
#include "eval/stats/budgets/matched_score.h"
#include "eval/stats/confidence_sequence.h"
#include "eval/stats/sample.h"

#include <math.h>
#include <stdlib.h>

/* --- The runs ----------------------------------------------------------------------- */

void fairest_runs_update(fairest_runs_t *runs) {
    for (int i = 0; i < runs->runs.count; i++) {
        const study_run_t *run = &runs->runs.of[i];
        halving_arm_t *arm = &runs->arms[i];
        uint8_t *points =
            memory_resize(runs->points[i], run->count + 1, sizeof *runs->points[i]);
        for (uint64_t game = arm->games; game < run->count; game++)
            points[game] = (uint8_t)game_result_points(&run->games[game]);
        runs->points[i] = points;
        *arm = (halving_arm_t){points, run->count};
    }
}

bool fairest_runs_open(fairest_runs_t *runs, const fairest_t *fairest,
                       const study_opener_t *opener, failure_t *error) {
    size_t count = (size_t)fairest->num_variants;
    *runs = (fairest_runs_t){.fairest = fairest,
                             .points = memory_new(count, sizeof *runs->points),
                             .arms = memory_new(count, sizeof *runs->arms)};
    bool ok = study_runs_open(&runs->runs, fairest->study, opener, error);
    if (ok)
        fairest_runs_update(runs);
    else
        fairest_runs_close(runs);
    return ok;
}

void fairest_runs_close(fairest_runs_t *runs) {
    for (int i = 0; i < runs->runs.count; i++)
        free(runs->points[i]);
    study_runs_close(&runs->runs);
    free(runs->points);
    free(runs->arms);
    *runs = (fairest_runs_t){0};
}

void fairest_follow(const fairest_runs_t *runs, fairest_standing_t *standing) {
    *standing = (fairest_standing_t){0};
    int pass = runs->fairest->games > 0 ? 0 : 1;
    for (;; pass++) {
        fairest_pass_t *next = &standing->next;
        next->number = pass;
        standing->has_next = fairest_plan(runs->fairest, pass, &next->plan);
        if (!standing->has_next)
            return;
        halving_follow(&next->plan, runs->arms, &next->state);
        if (next->state.stage < HALVING_WHOLE)
            return;
        standing->has_answer = true;
        standing->answer = *next;
    }
}

/* --- A variant ---------------------------------------------------------------------- */

/* Figures of games from number `from` on; an interval if their number was fixed. */
static void add_games(fairest_row_t *row, const study_run_t *run, uint64_t from,
                      bool is_fixed, double level_turns) {
    sample_t turns = {0};
    for (uint64_t i = from; i < from + row->judged; i++) {
        sample_add(&turns, run->games[i].turns);
        row->cut_off += run->games[i].reason == REASON_CUT_OFF;
    }
    row->duplicates = study_duplicates(run, from, row->judged);
    row->turns = (estimate_t){turns.mean, (double)NAN, (double)NAN};
    if (is_fixed)
        row->turns = sample_mean_of_like(&turns, row->duplicates.effective, 1,
                                         run->config.game->max_game_length, level_turns);
}

static void add_row(fairest_result_t *result, const fairest_runs_t *runs, int variant,
                    bool is_finalist, uint64_t games) {
    const halving_plan_t *plan = &result->pass.plan;
    fairest_row_t *row = &result->rows[result->num_rows++];
    uint64_t from = is_finalist ? halving_fresh_from(plan) : 0;
    double of_turns = 1 - (1 - result->level) / plan->finalists;
    *row = (fairest_row_t){.variant = variant,
                           .round = result->pass.state.last_round[variant],
                           .games = games,
                           .judged = games - from,
                           .counts = halving_counts(&runs->arms[variant], from, games)};
    add_games(row, &runs->runs.of[variant], from, is_finalist, of_turns);
    outcome_counts_t all = halving_counts(&runs->arms[variant], 0, games);
    row->distance = games >= 2 ? halving_distance(&all) : 0;
    weighed_counts_t weighed = {row->counts, duplicates_weight(&row->duplicates)};
    row->score =
        is_finalist
            ? outcome_counts_score_of_effective(&row->counts, row->duplicates.effective,
                                                result->levels.finalist)
            : confidence_sequence_weighed(&weighed, result->levels.dropped);
    row->balance = balance_decide(&row->score, 0.5, result->fairest->margin);
}

/* --- All of them -------------------------------------------------------------------- */

static void add_rows(fairest_result_t *result, const fairest_runs_t *runs) {
    const fairest_pass_t *pass = &result->pass;
    for (int i = 0; i < pass->plan.arms; i++) {
        int variant = pass->state.order[i];
        bool is_finalist =
            result->has_answer && pass->state.last_round[variant] == pass->plan.rounds;
        uint64_t games = result->has_answer
                             ? halving_games_of(&pass->plan, &pass->state, variant)
                             : runs->arms[variant].games;
        add_row(result, runs, variant, is_finalist, games);
    }
}

/* Finalists that are shown to be unfair come after the others. */
static void put_unfair_last(fairest_result_t *result) {
    fairest_row_t *rows = result->rows, unfair[HALVING_ARMS];
    int count = 0, kept = 0, num_unfair = 0;
    while (count < result->num_rows && rows[count].round == result->pass.plan.rounds)
        count++;
    for (int i = 0; i < count; i++)
        if (rows[i].balance == BALANCE_NO)
            unfair[num_unfair++] = rows[i];
        else
            rows[kept++] = rows[i];
    for (int i = 0; i < num_unfair; i++)
        rows[kept + i] = unfair[i];
}

static void compare_to_first(fairest_result_t *result) {
    const fairest_row_t *first = &result->rows[0];
    for (int i = 1; i < result->num_rows; i++) {
        fairest_row_t *row = &result->rows[i];
        row->tied = row->round == result->pass.plan.rounds && row->distance <= 0 &&
                    first->distance <= 0;
        result->num_tied += row->tied;
        row->less_fair = matched_fairer(&first->score, &row->score) == 0;
        result->num_less_fair += row->less_fair;
    }
    bool is_fairest = result->num_less_fair == result->num_rows - 1;
    result->is_settled =
        result->pass.plan.rounds > 0 && (first->balance == BALANCE_YES || is_fairest);
}

static void add_exact(fairest_result_t *result, const study_exact_t *exact) {
    for (int i = 0; i < result->fairest->num_variants; i++) {
        result->exact[i] = exact ? exact[i] : (study_exact_t){.value = VALUE_OPEN};
        result->num_tried += study_exact_was_tried(&result->exact[i]);
        result->num_solved += result->exact[i].value != VALUE_OPEN;
    }
}

const study_exact_t *fairest_result_exact(const fairest_result_t *result, int row) {
    return &result->exact[result->rows[row].variant];
}

fairest_result_t *fairest_result_of(const fairest_runs_t *runs,
                                    const study_exact_t *exact) {
    fairest_result_t *result = memory_new(1, sizeof *result);
    fairest_standing_t *standing = memory_new(1, sizeof *standing);
    fairest_follow(runs, standing);
    result->fairest = runs->fairest;
    result->level = 1 - runs->fairest->error_rate;
    result->has_answer = standing->has_answer;
    result->pass = standing->has_answer ? standing->answer : standing->next;
    result->next = standing->next;
    result->levels =
        halving_levels(&result->pass.plan, result->pass.number, result->level);
    result->gap = halving_gap(&result->pass.plan, result->level);
    for (int i = 0; i < runs->runs.count; i++)
        result->games += runs->arms[i].games;
    add_rows(result, runs);
    add_exact(result, exact);
    if (result->has_answer) {
        put_unfair_last(result);
        compare_to_first(result);
    }
    result->is_complete =
        result->has_answer && (!standing->has_next || result->is_settled);
    free(standing);
    return result;
}

fairest_result_t *fairest_result_from(const fairest_t *fairest, const char *out,
                                      const study_source_t *source, failure_t *error) {
    fairest_runs_t runs;
    if (!fairest_runs_open(&runs, fairest, &source->runs, error))
        return NULL;
    fairest_result_t *result = fairest_result_of(&runs, source->exact);
    fairest_runs_close(&runs);
    snprintf(result->out, sizeof result->out, "%s", out);
    return result;
}

fairest_result_t *fairest_result_new(const fairest_t *fairest, const char *out,
                                     failure_t *error) {
    study_exact_t exact[HALVING_ARMS];
    const study_source_t source = {.runs = {study_run_look, out}, .exact = exact};
    return study_exact_read(exact, fairest->study, out, error)
               ? fairest_result_from(fairest, out, &source, error)
               : NULL;
}

void fairest_result_free(fairest_result_t *result) {
    free(result);
}
