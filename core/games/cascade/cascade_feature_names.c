/* The names of Cascade's features, and the number under which side 1 sees each;
 * mcts/evaluate/integer/INTEGER.md has the table. */
#include "core/games/cascade/cascade_position.h"

void cascade_make_features(game_t *game) {
    const cascade_variant_t *variant = game->variant;
    int waiting = variant->direction == CASCADE_BOTH ? 2 : 1;
    game->features.count = (1 + waiting) * CASCADE_COLOURS * game->cells;
    /* A cell has a stone, or waits for one. */
    game->features.most = waiting * game->cells;
}

int cascade_feature_seen(const game_t *game, int feature) {
    int cells = game->cells, colour = feature / cells % CASCADE_COLOURS + 1;
    return colour == CASCADE_WHITE   ? feature + cells
           : colour == CASCADE_BLACK ? feature - cells
                                     : feature;
}

/* Images 2 and 3 are upside down: a cell that waits below a stone waits above it. */
int cascade_feature_image(const game_t *game, int symmetry, int feature) {
    int cells = game->cells, group = feature / cells, cell = feature % cells;
    if (symmetry >= 2 && group >= CASCADE_COLOURS)
        group += group < 2 * CASCADE_COLOURS ? CASCADE_COLOURS : -CASCADE_COLOURS;
    return group * cells + cascade_board(game)->image[symmetry][cell];
}

void cascade_feature_meaning(const game_t *game, int feature, text_t *out) {
    static const char *const colours[CASCADE_COLOURS] = {"of own colour",
                                                         "of the enemy's colour", "red"};
    int group = feature / game->cells;
    const char *colour = colours[group % CASCADE_COLOURS];
    if (group < CASCADE_COLOURS)
        text_add(out, "stone %s, ", colour);
    else
        text_add(out, "empty with one stone %s it, %s, ",
                 group < 2 * CASCADE_COLOURS ? "above" : "below", colour);
    cascade_write_cell(cascade_board(game), feature % game->cells, out);
}
