/* The values of metric_table.h for one game. */
#include "eval/metrics/game_trace.h"
#include "eval/metrics/metric_table.h"

#include <math.h>

lead_history_t game_lead_history(const game_trace_t *trace, lead_point_t *points) {
    lead_history_t history = {.points = points,
                              .num_actions = trace->num_actions,
                              .winner = trace->outcome.winner};
    for (size_t ply = 0; ply < trace->num_actions; ply++) {
        const trace_step_t *step = &trace->steps[ply];
        if (step->is_searched)
            points[history.count++] =
                (lead_point_t){step->value, step->turn, (uint32_t)ply, step->player};
    }
    return history;
}

static void take_lengths(double turns, double num_actions, double values[METRIC_COUNT]) {
    values[METRIC_TURNS] = values[METRIC_TURNS_10] = values[METRIC_TURNS_50] =
        values[METRIC_TURNS_90] = turns;
    values[METRIC_ACTIONS] = values[METRIC_ACTIONS_10] = values[METRIC_ACTIONS_50] =
        values[METRIC_ACTIONS_90] = num_actions;
}

static double ratio(double sum, double count) {
    return count > 0 ? sum / count : nan("");
}

/* Metrics of the choices available, and of the searches' visits. */
static void take_choices(const game_trace_t *trace, double values[METRIC_COUNT]) {
    double legal = 0, most = 0, real = 0, real_legal = 0;
    double searched = 0, perplexity = 0, evenness = 0, outstanding = 0;
    double num_actions = (double)trace->num_actions;
    for (size_t ply = 0; ply < trace->num_actions; ply++) {
        const trace_step_t *step = &trace->steps[ply];
        legal += step->legal;
        most = fmax(most, step->legal);
        if (step->legal < 2)
            continue;
        real++;
        real_legal += step->legal;
        if (step->is_searched) {
            searched++;
            perplexity += exp(step->entropy);
            evenness += step->entropy / log(step->legal);
            outstanding += step->outstanding / (double)step->legal;
        }
    }
    values[METRIC_BRANCHING] = ratio(legal, num_actions);
    values[METRIC_BRANCHING_MAX] = most;
    values[METRIC_TREE_COMPLEXITY] = num_actions * log10(ratio(legal, num_actions));
    values[METRIC_ACTION_SHARE] = ratio(real, num_actions);
    values[METRIC_ACTION_FACTOR] = ratio(real_legal, real);
    values[METRIC_EFFECTIVE_CHOICES] = ratio(perplexity, searched);
    values[METRIC_CHOICE_EVENNESS] = ratio(evenness, searched);
    values[METRIC_CLARITY_NARROWNESS] = ratio(outstanding, searched);
}

static void take_outcome(const outcome_t *outcome, double values[METRIC_COUNT]) {
    bool is_won = outcome->winner != NOBODY,
         is_cut_off = outcome->reason == REASON_CUT_OFF;
    values[METRIC_PLAYER1_SCORE] = values[METRIC_BALANCE] =
        values[METRIC_OUTCOME_UNIFORMITY] = is_won ? outcome->winner == 0 : 0.5;
    values[METRIC_PLAYER1_WINS] = outcome->winner == 0;
    values[METRIC_COMPLETION] = is_won;
    values[METRIC_DRAWISHNESS] = !is_won && !is_cut_off;
    values[METRIC_CUT_OFFS] = is_cut_off;
}

void game_values_of_end(uint32_t turns, size_t num_actions, const outcome_t *outcome,
                        double values[METRIC_COUNT]) {
    take_lengths(turns, (double)num_actions, values);
    take_outcome(outcome, values);
}

/* Removes the metrics of when and how games end. */
static void leave_out_end(double values[METRIC_COUNT]) {
    static const metric_id_t left_out[] = {
        METRIC_TURNS,      METRIC_TURNS_10,    METRIC_TURNS_50,   METRIC_TURNS_90,
        METRIC_ACTIONS,    METRIC_ACTIONS_10,  METRIC_ACTIONS_50, METRIC_ACTIONS_90,
        METRIC_COMPLETION, METRIC_DRAWISHNESS, METRIC_CUT_OFFS,   METRIC_TREE_COMPLEXITY};
    for (size_t i = 0; i < sizeof left_out / sizeof left_out[0]; i++)
        values[left_out[i]] = nan("");
}

static void take_leads(const lead_history_t *history, double values[METRIC_COUNT]) {
    values[METRIC_OPENING_VALUE] =
        history->count > 0 ? history->points[0].value : nan("");
    values[METRIC_DRAMA_MEAN] = lead_drama_mean(history);
    values[METRIC_DRAMA_MAX] = lead_drama_max(history);
    values[METRIC_BEHIND_SHARE] = lead_behind_share(history);
    values[METRIC_LEAD_CHANGES] = lead_changes(history);
    values[METRIC_LEAD_CHANGE_SHARE] = lead_change_share(history);
    values[METRIC_STABILITY] = lead_variance(history);
    values[METRIC_UNCERTAINTY] = lead_uncertainty(history);
    values[METRIC_DECISIVENESS_THRESHOLD] = lead_threshold(history);
    values[METRIC_DECIDED_SHARE] = lead_decided_share(history);
    values[METRIC_FOREGONE_SHARE] = lead_foregone_share(history, METRIC_FOREGONE);
    values[METRIC_KILLER_MOVE] = lead_killer_move(history);
    values[METRIC_PERMANENCE] = lead_permanence(history);
}

void game_values_of(const game_trace_t *trace, bool end_counts, lead_point_t *points,
                    double values[METRIC_COUNT]) {
    double cells = trace->game->cells, positions = (double)trace->num_actions + 1;
    lead_history_t history = game_lead_history(trace, points);
    game_values_of_end(trace->turns, trace->num_actions, &trace->outcome, values);
    take_choices(trace, values);
    take_leads(&history, values);
    if (!end_counts)
        leave_out_end(values);
    values[METRIC_COVERAGE] = trace->cells_used / cells;
    values[METRIC_OCCUPANCY] = (double)trace->cells_occupied / (cells * positions);
}
