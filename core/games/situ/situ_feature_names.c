/* The names of Situ's features, and the number under which side 1 sees each;
 * mcts/evaluate/integer/INTEGER.md has the table. */
#include "core/games/situ/situ_feature_groups.h"
#include "core/games/situ/situ_position.h"

void situ_make_features(game_t *game) {
    game->features.count = SITU_GROUPS * game->cells + SITU_FACTS;
    game->features.most = game->cells + 1; /* and a fact about the phase */
}

/* The same group with the sides exchanged: both sides see the same nodes. */
static int group_seen(int group) {
    static const int seen[SITU_GROUPS] = {3, 5, 4, 0, 2, 1, 7, 6, 8};
    return seen[group];
}

int situ_feature_seen(const game_t *game, int feature) {
    int cells = game->cells, fact = feature - SITU_GROUPS * cells;
    return fact >= 0 ? SITU_GROUPS * cells + (fact ^ 1)
                     : group_seen(feature / cells) * cells + feature % cells;
}

int situ_feature_image(const game_t *game, int symmetry, int feature) {
    int cells = game->cells, cell = feature % cells;
    return feature >= SITU_GROUPS * cells
               ? feature
               : feature - cell + situ_board(game)->geometry.image[symmetry][cell];
}

void situ_feature_meaning(const game_t *game, int feature, text_t *out) {
    static const char *const groups[SITU_GROUPS] = {
        "own stone, controlled by nobody",
        "own stone, controlled by its side",
        "own stone, controlled by the enemy",
        "enemy stone, controlled by nobody",
        "enemy stone, controlled by the own side",
        "enemy stone, controlled by the enemy",
        "empty, controlled by the own side",
        "empty, controlled by the enemy",
        "removed node"};
    static const char *const facts[SITU_FACTS / 2] = {"turn to remove nodes",
                                                      "turn to place the first stone",
                                                      "second action of the turn"};
    int cells = game->cells, fact = feature - SITU_GROUPS * cells;
    if (fact >= 0) {
        text_add(out, "%s %s", fact % 2 == 0 ? "own" : "enemy", facts[fact / 2]);
        return;
    }
    text_add(out, "%s, ", groups[feature / cells]);
    situ_write_cell(&situ_board(game)->geometry, feature % cells, out);
}
