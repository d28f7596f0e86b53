/* The names of Seesaw's features, and the number under which side 1 sees each;
 * mcts/evaluate/integer/INTEGER.md has the table. */
#include "core/game/features.h"
#include "core/games/seesaw/seesaw_feature_groups.h"
#include "core/games/seesaw/seesaw_position.h"

enum { HALF_TURN = 2 /* the symmetry that exchanges the sides */ };

static const char *const side_words[2] = {"own", "enemy"};

void seesaw_make_features(game_t *game) {
    int cells = game->cells;
    game->features.count = SEESAW_GROUPS * cells + SEESAW_FACT_TURNS + FEATURES_TURNS;
    /* A stack, a tile and reach on each cell; the stack that may continue and its steps,
     * a pass, the first turn, the turns left. */
    game->features.most = 3 * cells + 5;
}

static int place_of_cell(const seesaw_board_t *board, int cell) {
    int place = 0;
    while (board->place_cell[place] != cell)
        place++;
    return place;
}

/* The same fact about the other side. */
static int fact_seen(int fact) {
    if (fact < SEESAW_FACT_PASSED)
        return (fact + SEESAW_STEPS_LEFT) % SEESAW_FACT_PASSED;
    return fact < SEESAW_FACT_TURNS ? fact ^ 1 : fact;
}

static int group_seen(int group) {
    if (group < SEESAW_GROUP_TILES)
        return (group + SEESAW_SIZES) % SEESAW_GROUP_TILES;
    return group ^ 1;
}

/* The place, within its group, of the image of a feature's cell. */
static int place_of_image(const game_t *game, int symmetry, int feature) {
    const seesaw_board_t *board = seesaw_board(game);
    int cell = board->place_cell[feature % game->cells];
    return place_of_cell(board, board->geometry.image[symmetry][cell]);
}

int seesaw_feature_seen(const game_t *game, int feature) {
    int cells = game->cells, group = feature / cells;
    if (group >= SEESAW_GROUPS)
        return SEESAW_GROUPS * cells + fact_seen(feature - SEESAW_GROUPS * cells);
    return group_seen(group) * cells + place_of_image(game, HALF_TURN, feature);
}

int seesaw_feature_image(const game_t *game, int symmetry, int feature) {
    int cells = game->cells, group = feature / cells;
    return group >= SEESAW_GROUPS
               ? feature
               : group * cells + place_of_image(game, symmetry, feature);
}

static void write_fact(int fact, text_t *out) {
    if (fact < SEESAW_FACT_PASSED) {
        int left = fact % SEESAW_STEPS_LEFT + 1;
        text_add(out, "%s stack may go on for %d%s", side_words[fact / SEESAW_STEPS_LEFT],
                 left, left < SEESAW_STEPS_LEFT ? "" : " or more");
    } else if (fact < SEESAW_FACT_FIRST) {
        text_add(out, "%s turn after a pass", side_words[fact - SEESAW_FACT_PASSED]);
    } else if (fact < SEESAW_FACT_TURNS) {
        text_add(out, "%s first turn, restricted", side_words[fact - SEESAW_FACT_FIRST]);
    } else {
        text_add(out, "%s", features_turns_names[fact - SEESAW_FACT_TURNS]);
    }
}

static void write_group(int group, text_t *out) {
    static const char *const sizes[SEESAW_SIZES] = {"1", "2",         "3",
                                                    "4", "5, 7, ...", "6, 8, ..."};
    if (group < SEESAW_GROUP_TILES)
        text_add(out, "%s stack of size %s", side_words[group / SEESAW_SIZES],
                 sizes[group % SEESAW_SIZES]);
    else if (group < SEESAW_GROUP_CHAIN)
        text_add(out, "%s tile", side_words[group - SEESAW_GROUP_TILES]);
    else if (group < SEESAW_GROUP_REACHED)
        text_add(out, "%s stack that may go on", side_words[group - SEESAW_GROUP_CHAIN]);
    else
        text_add(out, "%s stack in reach of a capture",
                 side_words[group - SEESAW_GROUP_REACHED]);
}

void seesaw_feature_meaning(const game_t *game, int feature, text_t *out) {
    const seesaw_board_t *board = seesaw_board(game);
    int cells = game->cells, group = feature / cells;
    if (group >= SEESAW_GROUPS) {
        write_fact(feature - SEESAW_GROUPS * cells, out);
        return;
    }
    write_group(group, out);
    text_add(out, ", ");
    seesaw_write_cell(&board->geometry, board->place_cell[feature % cells], out);
}
