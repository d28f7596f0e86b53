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
    {FIGURE_COUNT, "games", "Games", "Of self-play.", ROW(games)},
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
     "Against the best so far; the test may have stopped the match.", ROW(score)},
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

/* The number of playouts, and their time, at which the match would be even, by straight
 * lines through the logits of neighbouring rungs. */
static bool even_playouts(const learn_t *learn, double *playouts, double *ms) {
    for (size_t i = 1; i < learn->num_rungs; i++) {
        const learn_rung_t *low = &learn->rungs[i - 1], *high = &learn->rungs[i];
        if (!(low->score.value >= 0.5 && high->score.value < 0.5))
            continue;
        const double least = 1e-3;
        const double a = fmin(low->score.value, 1 - least),
                     b = fmax(high->score.value, least);
        const double from = log(a / (1 - a)), to = log(b / (1 - b));
        const double at = from / (from - to);
        *playouts = (double)low->simulations *
                    pow((double)high->simulations / (double)low->simulations, at);
        *ms = low->playouts_ms * *playouts / (double)low->simulations;
        return true;
    }
    return false;
}

double learn_playouts(const learn_t *learn) {
    double playouts = 0, ms;
    if (learn->num_rungs == 0 || learn->rungs[0].score.value < 0.5)
        return 0;
    return even_playouts(learn, &playouts, &ms)
               ? number_roughly(playouts)
               : (double)learn->rungs[learn->num_rungs - 1].simulations;
}

static void add_strength(const learn_t *learn, result_t *result) {
    const long long simulations = (long long)learn->plan->games.simulations;
    char text[TEXT_THOUSANDS];
    double playouts, ms;
    if (learn->num_rungs == 0)
        return;
    const learn_rung_t *last = &learn->rungs[learn->num_rungs - 1];
    if (even_playouts(learn, &playouts, &ms))
        result_sentence(
            result, "strength",
            "With %lld simulations it is about as strong as %s playouts, in %.2g of "
            "their "
            "time (%.2g against %.2g ms of CPU time a search); %llu games a rung.",
            simulations, text_thousands((uint64_t)number_roughly(playouts), text),
            learn->rungs[0].network_ms / ms, learn->rungs[0].network_ms, ms,
            (unsigned long long)last->games);
    else
        result_sentence(result, "strength", "With %lld simulations it is %s %s playouts.",
                        simulations,
                        last->score.value < 0.5 ? "weaker than" : "at least as strong as",
                        text_thousands((uint64_t)last->simulations, text));
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
