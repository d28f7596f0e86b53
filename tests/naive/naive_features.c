#include "tests/support/unit.h"

#include "tests/naive/naive_features.h"

#include <stdlib.h>

/* --- Meanings ----------------------------------------------------------------------- */

static int cell_of_name(const game_t *game, const char *name) {
    for (int cell = 0; cell < game->cells; cell++) {
        char text[GAME_CELL_TEXT];
        text_t out = text_into(text, sizeof text);
        game_write_cell(game, cell, &out);
        if (strcmp(text, name) == 0)
            return cell;
    }
    return NAIVE_NO_CELL;
}

static int number_of_fact(naive_features_t *naive, const char *fact) {
    int i = 0;
    while (i < naive->fact_count && strcmp(naive->facts[i], fact) != 0)
        i++;
    if (i == naive->fact_count) {
        assert_true(i < NAIVE_FACTS);
        snprintf(naive->facts[naive->fact_count++], NAIVE_FACT_TEXT, "%s", fact);
    }
    return i;
}

void naive_features_init(naive_features_t *naive, const game_t *game) {
    memset(naive, 0, sizeof *naive);
    naive->game = game;
    naive->shape = planes_shape(game);
    for (int feature = 0; feature < features_count(game); feature++) {
        char text[NAIVE_FACT_TEXT];
        text_t out = text_into(text, sizeof text);
        features_meaning(game, feature, &out);
        char *comma = strrchr(text, ',');
        int cell = comma ? cell_of_name(game, comma + 2) : NAIVE_NO_CELL;
        if (cell != NAIVE_NO_CELL)
            *comma = '\0';
        naive->cell[feature] = cell;
        naive->fact[feature] = number_of_fact(naive, text);
    }
    for (int action = 0; action < game->num_actions; action++) {
        uint8_t cells[GAME_ACTION_CELLS];
        policy_output_t output = planes_output(game, 0, (action_t)action);
        if (output.kind == OUTPUT_CELL &&
            game_action_cells(game, (action_t)action, cells) == 1)
            naive->place[cells[0]] = output.from;
    }
}

int naive_feature_find(const naive_features_t *naive, int fact, int cell) {
    for (int feature = 0; feature < features_count(naive->game); feature++)
        if (naive->fact[feature] == fact && naive->cell[feature] == cell)
            return feature;
    return -1;
}

/* --- Planes ------------------------------------------------------------------------- */

static int turns_left(const game_t *game, const state_t *state) {
    const char *limit = strstr(game->variant_text, "no_capture_limit=");
    char text[GAME_POSITION_TEXT];
    state_t copy = *state;
    game_write_position(game, state, POSITION_FULL, text);
    if (limit)
        return atoi(strchr(limit, '=') + 1) - atoi(strstr(text, " q") + 2);
    int left = game_forget_turns(game, &copy);
    return left == INT_MAX ? -1 : left;
}

void naive_features_look(naive_features_t *naive, const state_t *state) {
    planes_write(naive->game, state, naive->planes);
    naive->turns_left = turns_left(naive->game, state);
}

static int places_of(const naive_features_t *naive) {
    return naive->shape.height * naive->shape.width;
}

static const uint8_t *plane(const naive_features_t *naive, const char *meaning) {
    for (int p = 0; p < naive->shape.planes; p++)
        if (strcmp(planes_meaning(naive->game, p), meaning) == 0)
            return naive->planes + p * places_of(naive);
    fail_msg("no plane is called \"%s\"", meaning);
    return NULL;
}

static int largest(const naive_features_t *naive, const char *meaning) {
    const uint8_t *values = plane(naive, meaning);
    int most = 0;
    for (int i = 0; i < places_of(naive); i++)
        most = values[i] > most ? values[i] : most;
    return most;
}

/* The place that many rows and columns away, or -1 off the board. */
static int place_at(const naive_features_t *naive, int place, int rows, int columns) {
    int row = place / naive->shape.width + rows;
    int column = place % naive->shape.width + columns;
    if (row < 0 || row >= naive->shape.height || column < 0 ||
        column >= naive->shape.width)
        return -1;
    place = row * naive->shape.width + column;
    return naive->planes[place] ? place : -1;
}

/* Splits "own ..." and "enemy ..." into who, and the rest. */
static const char *whose(const char *fact, const char **who, const char **other) {
    bool own = strncmp(fact, "own ", 4) == 0;
    assert_true(own || strncmp(fact, "enemy ", 6) == 0);
    *who = own ? "own" : "enemy";
    *other = own ? "enemy" : "own";
    return fact + (own ? 4 : 6);
}

static const uint8_t *plane_of(const naive_features_t *naive, const char *who,
                               const char *what) {
    char meaning[NAIVE_FACT_TEXT];
    snprintf(meaning, sizeof meaning, "%s %s", who, what);
    return plane(naive, meaning);
}

static bool is_own(const char *who) {
    return strcmp(who, "own") == 0;
}

static bool is_like(const char *text, const char *beginning) {
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* --- Seesaw ------------------------------------------------------------------------- */

/* Whether a stack of `sizes` reaches a place by at most its size in steps over empty
 * cells: by trying all steps, with 5 and 6 for larger sizes. */
static bool is_reached(const naive_features_t *naive, int place, const uint8_t *reaching,
                       const uint8_t *others) {
    static const int steps[6][2] = {{1, 0}, {0, -1}, {1, 1}, {-1, 0}, {0, 1}, {-1, -1}};
    int distance[PLANES_MAX_GRID], places = places_of(naive);
    for (int i = 0; i < places; i++)
        distance[i] = i == place ? 0 : 1000;
    for (int round = 0; round < 6; round++)
        for (int from = 0; from < places; from++)
            for (int d = 0; d < 6 && distance[from] == round; d++) {
                int to = place_at(naive, from, steps[d][0], steps[d][1]);
                if (to < 0 || distance[to] <= round + 1)
                    continue;
                int size = reaching[to];
                int far = size <= 6 ? size : size % 2 ? 5 : 6;
                if (size > 0 && round + 1 <= far)
                    return true;
                if (size == 0 && others[to] == 0)
                    distance[to] = round + 1;
            }
    return false;
}

static bool seesaw_fact(const naive_features_t *naive, const char *fact, int place) {
    static const char chain[] = "steps left over, at the stack that may go on";
    const char *who, *other;
    const char *what = whose(fact, &who, &other);
    const uint8_t *sizes = plane_of(naive, who, "stack's size");
    if (is_like(what, "stack of size ")) {
        int size = sizes[place], said = atoi(what + strlen("stack of size "));
        return strstr(what, "...") ? size >= said && size % 2 == said % 2 : size == said;
    }
    if (strcmp(what, "tile") == 0)
        return plane_of(naive, who, "tile")[place] != 0;
    if (strcmp(what, "stack that may go on") == 0)
        return is_own(who) && plane(naive, chain)[place] != 0;
    if (strcmp(what, "stack in reach of a capture") == 0)
        return sizes[place] > 0 &&
               is_reached(naive, place, plane_of(naive, other, "stack's size"), sizes);
    if (is_like(what, "stack may go on for ")) {
        int left = largest(naive, chain);
        int said = atoi(what + strlen("stack may go on for "));
        return is_own(who) && (strstr(what, "more") ? left >= said : left == said);
    }
    if (strcmp(what, "turn after a pass") == 0)
        return is_own(who) && largest(naive, "passes in a row") > 0;
    if (strcmp(what, "first turn, restricted") == 0)
        return is_own(who) && (largest(naive, "this turn has to deploy") ||
                               largest(naive, "this turn has to glide"));
    fail_msg("what is \"%s\"?", fact);
    return false;
}

/* --- Seega -------------------------------------------------------------------------- */

static const int sides_of_square[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

static bool has_neighbour(const naive_features_t *naive, int place,
                          const uint8_t *wanted) {
    for (int d = 0; d < 4; d++) {
        int next = place_at(naive, place, sides_of_square[d][0], sides_of_square[d][1]);
        if (next >= 0 && wanted[next])
            return true;
    }
    return false;
}

static bool is_threatened(const naive_features_t *naive, int place,
                          const uint8_t *captors, const uint8_t *empty) {
    if (largest(naive, "placing") ||
        (plane(naive, "centre")[place] && largest(naive, "safe_centre")))
        return false;
    for (int d = 0; d < 4; d++) {
        int rows = sides_of_square[d][0], columns = sides_of_square[d][1];
        int behind = place_at(naive, place, rows, columns);
        int before = place_at(naive, place, -rows, -columns);
        if (behind >= 0 && before >= 0 && captors[behind] && empty[before] &&
            has_neighbour(naive, before, captors))
            return true;
    }
    return false;
}

static bool seega_fact(const naive_features_t *naive, const char *fact, int place) {
    const char *who, *other;
    const char *what = whose(fact, &who, &other);
    const uint8_t *own = plane_of(naive, who, "piece");
    const uint8_t *enemy = plane_of(naive, other, "piece");
    uint8_t empty[PLANES_MAX_GRID];
    for (int i = 0; i < places_of(naive); i++)
        empty[i] = !own[i] && !enemy[i];
    if (strcmp(what, "piece") == 0)
        return own[place] != 0;
    if (strcmp(what, "piece that can move") == 0)
        return own[place] && has_neighbour(naive, place, empty);
    if (strcmp(what, "piece in danger of capture") == 0)
        return own[place] && is_threatened(naive, place, enemy, empty);
    if (strcmp(what, "piece that may go on") == 0)
        return is_own(who) && plane(naive, "the piece that may go on")[place];
    if (strcmp(what, "turn to place two pieces") == 0)
        return is_own(who) && largest(naive, "placing") &&
               !largest(naive, "second placement of the turn");
    if (strcmp(what, "second placement of the turn") == 0)
        return is_own(who) && largest(naive, what);
    if (strcmp(what, "move after the removal of a piece") == 0)
        return is_own(who) && largest(naive, "a piece was removed and a move is due");
    fail_msg("what is \"%s\"?", fact);
    return false;
}

/* --- Situ --------------------------------------------------------------------------- */

static bool situ_node(const naive_features_t *naive, const char *fact, int place) {
    bool own = plane(naive, "own stone")[place],
         enemy = plane(naive, "enemy stone")[place];
    bool removed = plane(naive, "removed node")[place];
    const char *held = own ? "own stone" : enemy ? "enemy stone" : "empty";
    const char *controls = plane(naive, "own side controls")[place]
                               ? (own ? "its side" : "the own side")
                           : plane(naive, "enemy controls")[place] ? "the enemy"
                                                                   : "nobody";
    char text[NAIVE_FACT_TEXT];
    snprintf(text, sizeof text, "%s, controlled by %s", held, controls);
    return removed ? strcmp(fact, "removed node") == 0 : strcmp(fact, text) == 0;
}

static bool situ_fact(const naive_features_t *naive, const char *fact, int place) {
    const char *who, *other;
    if (place >= 0)
        return situ_node(naive, fact, place);
    const char *what = whose(fact, &who, &other);
    const char *plane_name = strcmp(what, "turn to remove nodes") == 0 ? "removing nodes"
                             : strcmp(what, "turn to place the first stone") == 0
                                 ? "White's first stone"
                                 : what;
    return is_own(who) && largest(naive, plane_name) > 0;
}

/* --- Cascade ------------------------------------------------------------------------ */

/* 0 none, 1 own, 2 enemy's, 3 red. */
static int colour_at(const naive_features_t *naive, int place) {
    return plane(naive, "stone of own colour")[place]           ? 1
           : plane(naive, "stone of the enemy's colour")[place] ? 2
           : plane(naive, "red stone")[place]                   ? 3
                                                                : 0;
}

static bool cascade_fact(const naive_features_t *naive, const char *fact, int place) {
    int colour = strstr(fact, "own colour") ? 1 : strstr(fact, "enemy's colour") ? 2 : 3;
    if (is_like(fact, "stone "))
        return colour_at(naive, place) == colour;
    assert_true(is_like(fact, "empty with one stone "));
    int way = strstr(fact, "above") ? -1 : 1;
    int a = place_at(naive, place, way, 0), b = place_at(naive, place, 0, way);
    if (a < 0 || b < 0 || colour_at(naive, place) != 0)
        return false;
    int found[2] = {colour_at(naive, a), colour_at(naive, b)};
    return (found[0] == 0) != (found[1] == 0) && found[0] + found[1] == colour;
}

/* --- All ---------------------------------------------------------------------------- */

bool naive_feature_is_on(const naive_features_t *naive, int feature) {
    const char *fact = naive->facts[naive->fact[feature]];
    const char *game = naive->game->class->name;
    int cell = naive->cell[feature], left = naive->turns_left;
    int place = cell == NAIVE_NO_CELL ? -1 : naive->place[cell];
    if (strcmp(fact, "own side may swap") == 0)
        return largest(naive, "may swap") > 0;
    if (strcmp(fact, "enemy side may swap") == 0)
        return false;
    if (strcmp(fact, "at most 4 turns left") == 0)
        return left <= 4;
    if (strcmp(fact, "5 to 16 turns left") == 0)
        return left >= 5 && left <= 16;
    if (strcmp(fact, "17 to 64 turns left") == 0)
        return left >= 17 && left <= 64;
    return strcmp(game, "seesaw") == 0    ? seesaw_fact(naive, fact, place)
           : strcmp(game, "seega") == 0   ? seega_fact(naive, fact, place)
           : strcmp(game, "situ") == 0    ? situ_fact(naive, fact, place)
           : strcmp(game, "cascade") == 0 ? cascade_fact(naive, fact, place)
                                          : false;
}

action_t naive_seen_action(const game_t *game, int side, action_t action) {
    policy_output_t output = planes_output(game, side, action);
    for (int like = 0; side != 0 && like < game->num_actions; like++) {
        policy_output_t other = planes_output(game, 0, (action_t)like);
        if (other.kind == output.kind && other.head == output.head &&
            other.from == output.from && other.to == output.to)
            return (action_t)like;
    }
    return action;
}
