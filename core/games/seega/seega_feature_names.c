/* The names of Seega's features, and the number under which side 1 sees each;
 * mcts/evaluate/integer/INTEGER.md has the table. */
#include "core/game/features.h"
#include "core/games/seega/seega_feature_groups.h"
#include "core/games/seega/seega_position.h"

void seega_make_features(game_t *game) {
    const seega_geometry_t *geometry = &seega_board(game)->geometry;
    game->features.count = SEEGA_GROUPS * game->cells + SEEGA_FACT_TURNS + FEATURES_TURNS;
    /* Pieces, all of them free and threatened; one that may move again, or a fact about
     * the phase; the turns left. */
    game->features.most = 3 * 2 * geometry->pieces + 2;
}

int seega_feature_seen(const game_t *game, int feature) {
    int cells = game->cells, fact = feature - SEEGA_GROUPS * cells;
    if (fact >= SEEGA_FACT_TURNS)
        return feature;
    if (fact >= 0)
        return SEEGA_GROUPS * cells + (fact ^ 1);
    return feature / cells % 2 == 0 ? feature + cells : feature - cells;
}

int seega_feature_image(const game_t *game, int symmetry, int feature) {
    int cells = game->cells, cell = feature % cells;
    return feature >= SEEGA_GROUPS * cells
               ? feature
               : feature - cell + seega_board(game)->geometry.image[symmetry][cell];
}

void seega_feature_meaning(const game_t *game, int feature, text_t *out) {
    static const char *const groups[SEEGA_GROUPS / 2] = {"piece", "piece that can move",
                                                         "piece in danger of capture",
                                                         "piece that may go on"};
    static const char *const facts[SEEGA_FACT_TURNS / 2] = {
        "turn to place two pieces", "second placement of the turn",
        "move after the removal of a piece"};
    int cells = game->cells, fact = feature - SEEGA_GROUPS * cells;
    if (fact >= SEEGA_FACT_TURNS) {
        text_add(out, "%s", features_turns_names[fact - SEEGA_FACT_TURNS]);
    } else if (fact >= 0) {
        text_add(out, "%s %s", fact % 2 == 0 ? "own" : "enemy", facts[fact / 2]);
    } else {
        int group = feature / cells;
        text_add(out, "%s %s, ", group % 2 == 0 ? "own" : "enemy", groups[group / 2]);
        seega_write_cell(&seega_board(game)->geometry, feature % cells, out);
    }
}
