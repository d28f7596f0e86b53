#include "eval/learn/learn.h"

#include "core/base/table/result.h"
#include "core/game/game.h"

static const figure_column_t columns[] = {
    {FIGURE_COUNT, "generation", "Generation", NULL,
     FIGURE_FIELD(learn_row_t, generation)},
    {FIGURE_COUNT, "games", "Games", "Of self-play.", FIGURE_FIELD(learn_row_t, games)},
    {FIGURE_COUNT, "simulations", "Simulations",
     "Of a search with the best network so far; 0: playouts.",
     FIGURE_FIELD(learn_row_t, simulations)},
    {FIGURE_WORD, "hash", "Network", "The hash of its weights.",
     FIGURE_FIELD(learn_row_t, hash), .flags = FIGURE_DETAIL},
    {FIGURE_COUNT, "steps", "Steps", "Of training.", FIGURE_FIELD(learn_row_t, steps),
     FIGURE_IF(learn_row_t, steps), .flags = FIGURE_DETAIL},
    {FIGURE_NUMBER, "policy", "Policy loss", "On games not trained on, in nats.",
     FIGURE_FIELD(learn_row_t, policy), .flags = FIGURE_DETAIL},
    {FIGURE_NUMBER, "policy_floor", "At least", "Entropy of the targets.",
     FIGURE_FIELD(learn_row_t, policy_floor), .flags = FIGURE_DETAIL},
    {FIGURE_NUMBER, "value", "Value loss", "Likewise.", FIGURE_FIELD(learn_row_t, value),
     .flags = FIGURE_DETAIL},
    {FIGURE_WORD, "opponent", "Opponent", "The best so far.",
     FIGURE_FIELD(learn_row_t, opponent)},
    {FIGURE_COUNT, "gate_games", "Gate", "Games against it.",
     FIGURE_FIELD(learn_row_t, gate_games)},
    {FIGURE_SCORE, "score", "Score", "Against it; the test may have stopped the match.",
     FIGURE_FIELD(learn_row_t, score)},
    {FIGURE_YES_NO, "promoted", "Best", "Whether it is the new best.",
     FIGURE_FIELD(learn_row_t, promoted)},
};

result_t *learn_result(const learn_t *learn) {
    result_t *result = result_new();
    figures_t *table = result_table(result, "generations", NULL, columns,
                                    sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < learn->count; i++)
        figures_row(table, &learn->rows[i]);
    if (learn->best != LEARN_PLAYOUTS) {
        result_sentence(result, "best",
                        "The best network of %s %s is that of generation %d: "
                        "%s/weights/%03d.safetensors.",
                        learn->plan->game->class->name, learn->plan->game->variant_text,
                        learn->best, learn->folder, learn->best);
        result_sentence(result, "play",
                        "Play it: fulcrum play %s %s --player2 %s/best.json",
                        learn->plan->game->class->name, learn->plan->game->variant_text,
                        learn->folder);
    } else
        result_sentence(result, "best", "No network has beaten the playouts yet.");
    return result;
}
