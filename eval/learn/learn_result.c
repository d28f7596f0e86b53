#include "core/base/number.h"
#include "core/base/table/result.h"
#include "core/game/game.h"
#include "core/game/outside_game.h"
#include "eval/learn/learn.h"
#include "eval/learn/learn_folder.h"

#include <math.h>

static void add_opponent(figures_t *table, const void *item) {
    const learn_row_t *row = item;
    char words[32];
    if (row->opponent == LEARN_PLAYOUTS)
        snprintf(words, sizeof words, "playouts");
    else if (row->opponent == LEARN_START)
        snprintf(words, sizeof words, "start");
    else
        snprintf(words, sizeof words, "%lld", (long long)row->opponent);
    figures_add_word(table, words);
}

#define ROW(field) FIGURE_FIELD(learn_row_t, field)
#define IF_ROWS FIGURE_IF(learn_row_t, rows)
#define DETAIL .flags = FIGURE_DETAIL
static const figure_column_t columns[] = {
    {FIGURE_COUNT, "generation", "Generation", NULL, ROW(generation)},
    {FIGURE_COUNT, "games", "Self-play", "Games before its training.", ROW(games)},
    {FIGURE_COUNT, "simulations", "Simulations",
     "Of a search with the best network so far; 0: playouts.", ROW(simulations), DETAIL},
    {FIGURE_WORD, "hash", "Network", "The hash of its weights.", ROW(hash), DETAIL},
    {FIGURE_COUNT, "rows", "Rows", "Trained on.", ROW(rows), IF_ROWS, DETAIL},
    {FIGURE_COUNT, "steps", "Steps", "Of training.", ROW(steps), IF_ROWS, DETAIL},
    {FIGURE_NUMBER, "policy", "Policy loss", "On games not trained on, in nats.",
     ROW(policy), IF_ROWS, DETAIL},
    {FIGURE_NUMBER, "policy_floor", "At least", "Entropy of the targets.",
     ROW(policy_floor), IF_ROWS, DETAIL},
    {FIGURE_NUMBER, "value", "Value loss", "Likewise.", ROW(value), IF_ROWS, DETAIL},
    {FIGURE_NUMBER, "value_floor", "At least", "Likewise.", ROW(value_floor), IF_ROWS,
     DETAIL},
    {FIGURE_WORD, "opponent", "Opponent", "The best so far.", .add = add_opponent,
     DETAIL},
    {FIGURE_COUNT, "gate_games", "Gate", "Games against it.", ROW(gate_games), DETAIL},
    {FIGURE_SCORE, "score", "Score",
     "Against the best so far; the interval holds though a test may have stopped the "
     "match.",
     ROW(score)},
    {FIGURE_YES_NO, "promoted", "Best", "Whether it is the new best.", ROW(promoted)},
    {FIGURE_ESTIMATE, "rating", "Elo",
     "Of the best so far above the first, or the start: the sum of matches between bests "
     "some generations apart, with games of their own; a score of 100 % counts as the "
     "least of its interval.",
     ROW(rating), FIGURE_IF(learn_row_t, has_rating)},
    {FIGURE_SECONDS, "games_seconds", "Games", "CPU time.", ROW(games_s), DETAIL},
    {FIGURE_SECONDS, "train_seconds", "Training", "CPU time, with the export.",
     ROW(train_s), DETAIL},
    {FIGURE_SECONDS, "gate_seconds", "Gate", "CPU time of all matches.", ROW(gate_s),
     DETAIL},
    {FIGURE_SECONDS, "seconds", "CPU time",
     "Of the task that finished it, interrupted attempts included.", ROW(seconds)},
    {FIGURE_SECONDS, "clock_seconds", "Time", "By the clock; likewise.", ROW(clock_s),
     DETAIL},
};

#define RUNG(field) FIGURE_FIELD(learn_rung_t, field)
static const figure_column_t rung_columns[] = {
    {FIGURE_COUNT, "simulations", "Playouts", "Of a search.", RUNG(simulations)},
    {FIGURE_COUNT, "games", "Games", NULL, RUNG(games)},
    {FIGURE_SCORE, "score", "Score", "Of the network.", RUNG(score)},
    {FIGURE_NUMBER, "network_ms", "Network, ms",
     "CPU time of its search, on average over positions early in the game.",
     RUNG(network_ms)},
    {FIGURE_NUMBER, "playouts_ms", "Playouts, ms", "Likewise.", RUNG(playouts_ms)},
};

/* --- Strength in playouts ----------------------------------------------------------- */

static double logit(double score) {
    const double least = 1e-3, within = fmin(fmax(score, least), 1 - least);
    return log(within / (1 - within));
}

/* Between the last rung that is not stronger than the network and the next. */
static double even_between(const learn_rung_t *low, const learn_rung_t *high) {
    const double from = logit(low->score.value), to = logit(high->score.value),
                 ratio = (double)high->simulations / (double)low->simulations;
    return number_roughly((double)low->simulations * pow(ratio, from / (from - to)));
}

bool learn_is_weaker(const learn_rung_t *rung) {
    const double level = 1 - (1 - INTERVAL_LEVEL) / 4;
    return outcome_counts_score_of_effective(&rung->pairs, rung->effective, level).high <
           0.5;
}

estimate_t learn_playouts(const learn_t *learn) {
    estimate_t found = {0, 0, (double)INFINITY};
    bool is_even = true, is_low = true;
    for (size_t i = 0; i < learn->num_rungs; i++) {
        const learn_rung_t *rung = &learn->rungs[i];
        const double playouts = (double)rung->simulations;
        if (is_even && rung->score.value < 0.5)
            found.value = i > 0 ? even_between(rung - 1, rung) : 0;
        is_even = is_even && rung->score.value >= 0.5;
        is_low = is_low && rung->score.low >= 0.5;
        found.low = is_low ? playouts : found.low;
        found.high = learn_is_weaker(rung) ? fmin(playouts, found.high) : found.high;
    }
    if (is_even && learn->num_rungs > 0)
        found.value = (double)INFINITY;
    return found;
}

/* "about as strong as 460 playouts [250, 4,000]", or what else is known. */
static void add_playouts(estimate_t playouts, text_t *out) {
    char number[TEXT_THOUSANDS], low[TEXT_THOUSANDS], high[TEXT_THOUSANDS];
    const bool has_value = playouts.value > 0 && isfinite(playouts.value);
    text_thousands((uint64_t)playouts.low, low);
    text_thousands((uint64_t)(isfinite(playouts.high) ? playouts.high : 0), high);
    if (has_value)
        text_add(out, "about as strong as %s playouts",
                 text_thousands((uint64_t)playouts.value, number));
    if (has_value && playouts.low > 0 && isfinite(playouts.high))
        text_add(out, " [%s, %s]", low, high);
    else if (playouts.low > 0)
        text_add(out, has_value ? " (at least %s)" : "at least as strong as %s playouts",
                 low);
    else if (isfinite(playouts.high))
        text_add(out, has_value ? " (at most %s)" : "no stronger than %s playouts", high);
    else if (!has_value)
        text_add(out, "of a strength that the games against playouts leave open");
}

static void add_strength(const learn_t *learn, result_t *result) {
    const estimate_t playouts = learn_playouts(learn);
    char text[160], time[160] = "";
    text_t out = text_into(text, sizeof text);
    if (learn->num_rungs == 0)
        return;
    const learn_rung_t *first = &learn->rungs[0];
    const double ms = first->playouts_ms * playouts.value / (double)first->simulations;
    add_playouts(playouts, &out);
    if (playouts.value > 0 && isfinite(playouts.value) && ms > 0)
        snprintf(time, sizeof time,
                 ", in %.2g of their time (%.2g against %.2g ms of CPU time a search)",
                 first->network_ms / ms, first->network_ms, ms);
    result_sentence(result, "strength",
                    "With %lld simulations it is %s%s; %llu games a "
                    "rung.",
                    (long long)learn->plan->games.simulations, text, time,
                    (unsigned long long)first->games);
}

/* --- All ---------------------------------------------------------------------------- */

static void add_best(const learn_t *learn, result_t *result) {
    const learn_plan_t *plan = learn->plan;
    const game_t *game = plan->variants[0].game;
    const learn_row_t *best = NULL;
    for (size_t i = 0; i < learn->count; i++)
        if (learn->rows[i].generation == learn->best)
            best = &learn->rows[i];
    if (!best) {
        result_sentence(result, "best", "No network has beaten %s yet.",
                        learn_first(plan) == LEARN_START ? "the one to start from"
                                                         : "the playouts");
        return;
    }
    result_sentence(result, "best",
                    "The best of %zu network%s of %s %s%s is that of generation %d (%s): "
                    "%s/weights/%03d.safetensors.",
                    learn->count, learn->count == 1 ? "" : "s", game->class->name,
                    game->variant_text,
                    plan->num_variants > 1 ? " and other variants" : "", learn->best,
                    best->hash, learn->folder, learn->best);
}

static void add_use(const learn_t *learn, result_t *result) {
    const game_t *game = learn->plan->variants[0].game;
    char call[OUTSIDE_GAME_CALL];
    if (learn->best < 0)
        return;
    result_sentence(result, "play", "Play against it: %s %s --player2 %s/best.json",
                    outside_game_command(game->class, "play", call), game->variant_text,
                    learn->folder);
    result_sentence(result, "more",
                    "Longer: the same command with more --time or --generations. Again, "
                    "to the bit: %s learn --check %s.",
                    outside_game_call(game->class, call), learn->folder);
}

enum { FEW = 10 }; /* generations that are all shown */

result_t *learn_result(const learn_t *learn) {
    result_t *result = result_new();
    add_best(learn, result);
    add_strength(learn, result);
    figures_t *table = result_table(result, "generations", NULL, columns,
                                    sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < learn->count; i++) {
        figures_row(table, &learn->rows[i]);
        if (learn->count > FEW && i + 1 < learn->count && !learn->rows[i].has_rating)
            figures_row_is_detail(table);
    }
    table = result_table(result, "ladder", "Against playouts", rung_columns,
                         sizeof rung_columns / sizeof rung_columns[0]);
    for (size_t i = 0; i < learn->num_rungs; i++)
        figures_row(table, &learn->rungs[i]);
    add_use(learn, result);
    return result;
}
