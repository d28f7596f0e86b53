#include "eval/metrics/game_metrics.h"

#include "selfplay/config/run_config.h"
#include "selfplay/play/resignation.h"
#include "selfplay/store/record.h"

#include <math.h>
#include <stdlib.h>

void game_metrics_init(game_metrics_t *metrics, const game_t *game) {
    *metrics = (game_metrics_t){.game = game};
    for (metric_id_t m = 0; m < METRIC_COUNT; m++)
        metrics->scores[m] = outcome_counts_of_games();
    openings_init(&metrics->openings, game);
    opening_book_init(&metrics->book, game);
    measured_game_init(&metrics->game_now, game);
}

void game_metrics_clear(game_metrics_t *metrics) {
    length_counts_clear(&metrics->turns);
    length_counts_clear(&metrics->num_actions);
    openings_clear(&metrics->openings);
    opening_book_clear(&metrics->book);
    free(metrics->shortest.actions);
    measured_game_clear(&metrics->game_now);
    free(metrics->hashes);
    *metrics = (game_metrics_t){0};
}

void game_metrics_know(game_metrics_t *metrics, const run_config_t *config) {
    metrics->learning = config->learning;
    metrics->seed = (uint64_t)config->seed;
    metrics->is_match = config->num_agents == 2;
}

static void add_hash(game_metrics_t *metrics, uint64_t hash) {
    metrics->hashes = memory_grow(metrics->hashes, &metrics->capacity, metrics->games + 1,
                                  sizeof *metrics->hashes);
    metrics->hashes[metrics->games++] = hash;
}

static void add_leads(game_metrics_t *metrics, const lead_history_t *history) {
    size_t at = 0;
    if (history->count == 0)
        return;
    for (int share = 0; share < LEAD_SHARES; share++) {
        size_t plies = history->num_actions * (size_t)share; /* in 1/20 of a ply */
        while (at + 1 < history->count &&
               (size_t)history->points[at + 1].ply * (LEAD_SHARES - 1) <= plies)
            at++;
        double value = history->points[at].value;
        sample_add(&metrics->lead[share], value);
        if (history->winner != NOBODY)
            sample_add(&metrics->winner_lead[share],
                       history->winner == 0 ? value : 1 - value);
    }
}

static void add_values(game_metrics_t *metrics, const double values[METRIC_COUNT]) {
    for (metric_id_t m = 0; m < METRIC_COUNT; m++) {
        metric_kind_t kind = metric_table[m].kind;
        if (isnan(values[m]))
            continue;
        sample_add(&metrics->samples[m], values[m]);
        if (kind == METRIC_IS_SCORE || kind == METRIC_IS_BALANCE ||
            kind == METRIC_IS_UNIFORMITY)
            outcome_counts_add(&metrics->scores[m], (int)(2 * values[m]));
    }
    if (!isnan(values[METRIC_TURNS])) { /* the end counts */
        length_counts_add(&metrics->turns, (uint32_t)values[METRIC_TURNS]);
        length_counts_add(&metrics->num_actions, (uint32_t)values[METRIC_ACTIONS]);
    }
}

/* Keeps the first of the games with the fewest actions. */
static void take_shortest(game_metrics_t *metrics, const measured_game_t *measured) {
    const game_trace_t *trace = &measured->trace;
    shortest_game_t *shortest = &metrics->shortest;
    if (shortest->exists && shortest->num_actions <= trace->num_actions)
        return;
    free(shortest->actions);
    *shortest = (shortest_game_t){
        .exists = true,
        .id = measured->id,
        .num_actions = trace->num_actions,
        .turns = trace->turns,
        .outcome = trace->outcome,
        .actions = memory_new(trace->num_actions + 1, sizeof *shortest->actions)};
    for (size_t i = 0; i < trace->num_actions; i++)
        shortest->actions[i] = trace->steps[i].chosen;
}

void measured_game_init(measured_game_t *measured, const game_t *game) {
    *measured = (measured_game_t){0};
    game_trace_init(&measured->trace, game);
}

void measured_game_clear(measured_game_t *measured) {
    game_trace_clear(&measured->trace);
    free(measured->points);
    *measured = (measured_game_t){0};
}

bool game_metrics_measure(const game_metrics_t *metrics, const record_t *record,
                          size_t row, measured_game_t *measured, failure_t *error) {
    game_trace_t *trace = &measured->trace;
    if (!game_trace_read(trace, record, row, error))
        return false;
    measured->id = (uint64_t)record_i64(record, GAMES_ID)[row];
    measured->end_counts =
        resignation_end_counts(&metrics->learning, metrics->seed, record, row);
    if (trace->capacity > measured->capacity) {
        measured->capacity = trace->capacity;
        measured->points =
            memory_resize(measured->points, measured->capacity, sizeof *measured->points);
    }
    game_values_of(trace, measured->end_counts, measured->points, measured->values);
    measured->history = game_lead_history(trace, measured->points);
    return true;
}

void game_metrics_take(game_metrics_t *metrics, const measured_game_t *measured) {
    const game_trace_t *trace = &measured->trace;
    add_values(metrics, measured->values);
    add_leads(metrics, &measured->history);
    openings_add(&metrics->openings, trace);
    opening_book_add(&metrics->book, trace);
    if (measured->end_counts)
        take_shortest(metrics, measured);
    add_hash(metrics, trace->hash);
}

void game_metrics_take_values(game_metrics_t *metrics, const double values[METRIC_COUNT],
                              uint64_t hash) {
    add_values(metrics, values);
    add_hash(metrics, hash);
}

bool game_metrics_add(game_metrics_t *metrics, const record_t *record, size_t row,
                      failure_t *error) {
    if (!game_metrics_measure(metrics, record, row, &metrics->game_now, error))
        return false;
    game_metrics_take(metrics, &metrics->game_now);
    return true;
}

void game_metrics_finish(game_metrics_t *metrics) {
    metrics->duplicates = duplicates_of(metrics->hashes, metrics->games);
    opening_book_finish(&metrics->book);
}

double game_metrics_effective(const game_metrics_t *metrics, uint64_t games) {
    const double share = metrics->games > 0 ? (double)games / (double)metrics->games : 0;
    return metrics->duplicates.effective * share / (metrics->is_match ? 2 : 1);
}

/* 1 - |2 s - 1| over an interval of s. */
static estimate_t balance_of(const estimate_t *score) {
    double ends[2] = {1 - fabs(2 * score->low - 1), 1 - fabs(2 * score->high - 1)};
    bool holds_even = score->low <= 0.5 && score->high >= 0.5;
    return (estimate_t){1 - fabs(2 * score->value - 1), fmin(ends[0], ends[1]),
                        holds_even ? 1 : fmax(ends[0], ends[1])};
}

/* 1 - c + m^2: m, player 1's mean of 1, 0 and -1, and c, the share of games with a
 * winner, both within their intervals at the joint confidence `level`. */
static estimate_t uniformity_of(const outcome_counts_t *scores, double effective,
                                double level) {
    double each = 1 - (1 - level) / 2;
    outcome_counts_t decided = outcome_counts_of_games();
    decided.count[2] = scores->count[0] + scores->count[2];
    decided.count[0] = scores->count[1];
    estimate_t score = outcome_counts_score_of_effective(scores, effective, each);
    estimate_t won = outcome_counts_score_of_effective(&decided, effective, each);
    double mean = 2 * score.value - 1, low = 2 * score.low - 1, high = 2 * score.high - 1;
    double least = low <= 0 && high >= 0 ? 0 : fmin(low * low, high * high);
    return (estimate_t){1 - won.value + mean * mean, fmax(0, 1 - won.high + least),
                        fmin(1, 1 - won.low + fmax(low * low, high * high))};
}

static estimate_t estimate_of(const game_metrics_t *metrics, metric_id_t id,
                              double level) {
    const metric_info_t *info = &metric_table[id];
    const sample_t *sample = &metrics->samples[id];
    double effective = game_metrics_effective(metrics, sample->count);
    double high = metric_high(id, metrics->game);
    estimate_t estimate;
    switch (info->kind) {
    case METRIC_IS_MEAN:
        return sample_mean(sample, effective, info->low, high, level);
    case METRIC_IS_QUANTILE:
        return length_counts_quantile(id < METRIC_ACTIONS ? &metrics->turns
                                                          : &metrics->num_actions,
                                      info->quantile, effective, info->low, high, level);
    case METRIC_IS_UNIFORMITY:
        return uniformity_of(&metrics->scores[id], effective, level);
    case METRIC_IS_SCORE:
    case METRIC_IS_BALANCE:
        break;
    }
    estimate = outcome_counts_score_of_effective(&metrics->scores[id], effective, level);
    return info->kind == METRIC_IS_BALANCE ? balance_of(&estimate) : estimate;
}

metric_t game_metrics_get(const game_metrics_t *metrics, metric_id_t id, double level) {
    const sample_t *sample = &metrics->samples[id];
    const metric_info_t *info = &metric_table[id];
    estimate_t estimate = estimate_of(metrics, id, level);
    bool has_deviation = sample->count > 0 &&
                         (info->kind == METRIC_IS_MEAN || info->kind == METRIC_IS_SCORE);
    if (sample->count == 0)
        estimate.value = nan("");
    return (metric_t){.info = *info,
                      .games = sample->count,
                      .estimate = estimate,
                      .deviation = has_deviation ? sample_deviation(sample) : nan("")};
}

estimate_t game_metrics_line_score(const game_metrics_t *metrics, const book_line_t *line,
                                   double level) {
    return outcome_counts_score_of_effective(
        &line->scores, game_metrics_effective(metrics, line->games), level);
}
