#include "eval/complexity/complexity.h"

#include "core/base/json.h"
#include "core/base/table/result.h"
#include "core/base/text.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>

#define COUNT(columns) ((int)(sizeof(columns) / sizeof(columns)[0]))

/* --- In words ----------------------------------------------------------------------- */

enum { WORDS = 400, LINE = 4000 };

typedef struct words {
    const char *game, *variant;
    char positions[WORDS], boards[WORDS], shortest[WORDS], line[LINE], games[WORDS],
        rules[WORDS];
} words_t;

#define WORD(name) FIGURE_FIELD(words_t, name), .flags = FIGURE_SHOWN
static const figure_column_t word_columns[] = {
    {FIGURE_WORD, "game", "Game", NULL, FIGURE_FIELD(words_t, game)},
    {FIGURE_WORD, "variant", "Variant", NULL, FIGURE_FIELD(words_t, variant)},
    {FIGURE_WORD, "positions", "Positions", NULL, WORD(positions)},
    {FIGURE_WORD, "boards", "Boards", NULL, WORD(boards)},
    {FIGURE_WORD, "shortest", "Shortest game", NULL, WORD(shortest)},
    {FIGURE_WORD, "shortest_line", "Its actions", NULL, FIGURE_FIELD(words_t, line)},
    {FIGURE_WORD, "games", "Games", NULL, WORD(games)},
    {FIGURE_WORD, "rules", "Rules", NULL, WORD(rules)}};

/* Numbers below 10^12 are written out. */
static void add_number(text_t *out, double log) {
    char text[TEXT_THOUSANDS];
    if (log < 12)
        text_add(out, "%s", text_thousands((uint64_t)(pow(10, log) + 0.5), text));
    else
        text_add(out, "10^%.1f", log);
}

static void write_space(const complexity_t *found, words_t *words) {
    const state_space_t *space = &found->space;
    text_t out = text_into(words->positions, WORDS);
    text_add(&out, space->exact ? "" : "at least ");
    add_number(&out, space->at_least);
    if (space->at_length >= 0)
        text_add(&out, " (95 %%): from collisions of %d playouts after %d actions",
                 found->order.playouts, space->at_length);
    else
        text_add(&out, space->exact ? ", counted exactly" : ", counted one by one");
    out = text_into(words->boards, WORDS);
    text_add(&out, "at most ");
    add_number(&out, space->boards);
    text_add(&out, ": %d cells with %d contents each", found->game->cells,
             space->contents);
}

static void write_shortest(const complexity_t *found, words_t *words) {
    const state_space_t *space = &found->space;
    text_t out = text_into(words->shortest, WORDS), line = text_into(words->line, LINE);
    if (space->shortest < 0) {
        text_add(&out, "more than %d action%s", space->whole_length,
                 TEXT_PLURAL(space->whole_length));
        if (space->shortest_played >= 0)
            text_add(&out, "; the shortest playout had %d", space->shortest_played);
        return;
    }
    state_t state;
    game_start(found->game, &state);
    for (int i = 0; i < space->shortest; i++) {
        char action[GAME_ACTION_TEXT];
        game_apply(found->game, &state, space->line[i]);
        game_write_action(found->game, space->line[i], action);
        if (line.size - line.used > 2 * GAME_ACTION_TEXT)
            text_add(&line, "%s%s", i > 0 ? " " : "", action);
    }
    text_add(&out, "%d action%s, %d turn%s (", space->shortest,
             TEXT_PLURAL(space->shortest), space->shortest_turns,
             TEXT_PLURAL(space->shortest_turns));
    game_add_outcome(found->game, &state, space->outcome, &out);
    text_add(&out, "); no game is shorter");
}

static void write_tree(const complexity_t *found, words_t *words) {
    const tree_size_t *tree = &found->tree;
    bool is_bounded = isfinite(tree->games.high);
    text_t out = text_into(words->games, WORDS);
    text_add(&out, is_bounded ? "" : "at least ");
    add_number(&out, is_bounded ? tree->games.value : tree->games.low);
    if (tree->exact)
        text_add(&out, ", counted exactly");
    else if (is_bounded)
        text_add(&out, " [10^%.2f, 10^%.2f] (95 %%)", tree->games.low, tree->games.high);
    else
        text_add(&out, " (95 %%), estimate 10^%.1f", tree->games.value);
    if (!tree->exact)
        text_add(&out, "; standard error %.2g of the exponent", tree->error);
    text_add(&out, "; on average %.1f actions long", tree->length);
    if (tree->cut_off > 0)
        text_add(&out, ", %.3g %% of them cut off", 100 * tree->cut_off);
}

static void write_rules(const rule_size_t *rules, words_t *words) {
    text_t out = text_into(words->rules, WORDS);
    text_add(&out, "%zu words for a first-time player", rules->guide_words);
    if (rules->page_bytes > 0)
        text_add(&out, "; RULES.md: %zu words, %zu bytes compressed", rules->page_words,
                 rules->compressed_bytes);
    text_add(&out, "; %zu variant key%s", rules->variant_keys,
             TEXT_PLURAL(rules->variant_keys));
}

/* --- For programs ------------------------------------------------------------------- */

typedef struct figure_row {
    const char *key, *unit;
    estimate_t value;
} figure_row_t;

static const figure_column_t figure_columns[] = {
    {FIGURE_WORD, "figure", "Figure", NULL, FIGURE_FIELD(figure_row_t, key)},
    {FIGURE_ESTIMATE, "value", "Value", NULL, FIGURE_FIELD(figure_row_t, value)},
    {FIGURE_WORD, "unit", "Unit", NULL, FIGURE_FIELD(figure_row_t, unit)}};

static void add(figures_t *table, const char *key, const char *unit, estimate_t value) {
    figures_row(table, &(figure_row_t){key, unit, value});
}

/* exists: else there is no such figure. */
static void add_exact(figures_t *table, const char *key, const char *unit, bool exists,
                      double value) {
    value = exists ? value : (double)NAN;
    add(table, key, unit, (estimate_t){value, value, value});
}

static void add_figures(result_t *result, const complexity_t *found) {
    const state_space_t *space = &found->space;
    const tree_size_t *tree = &found->tree;
    const rule_size_t *rules = &found->rules;
    const estimate_t none = {(double)NAN, (double)NAN, (double)NAN};
    bool has_space = found->has_space, has_tree = found->has_tree,
         has_page = rules->page_bytes > 0, has_end = has_space && space->shortest >= 0;
    double least = space->at_least;
    estimate_t shortest = {(double)NAN, space->whole_length + 1,
                           space->shortest_played >= 0 ? space->shortest_played
                                                       : HUGE_VAL};
    if (has_end)
        shortest = (estimate_t){space->shortest, space->shortest, space->shortest};
    figures_t *table =
        result_table(result, "figures", NULL, figure_columns, COUNT(figure_columns));
    add(table, "positions", "log10 positions",
        !has_space     ? none
        : space->exact ? (estimate_t){least, least, least}
                       : (estimate_t){(double)NAN, least, HUGE_VAL});
    add_exact(table, "boards", "log10 boards", has_space, space->boards);
    add(table, "games", "log10 games", has_tree ? tree->games : none);
    add(table, "nodes", "log10 sequences", has_tree ? tree->nodes : none);
    add_exact(table, "length", "actions", has_tree, tree->length);
    add_exact(table, "cut_off", "share of games", has_tree, tree->cut_off);
    add(table, "shortest", "actions", has_space ? shortest : none);
    add_exact(table, "shortest_turns", "turns", has_end, space->shortest_turns);
    add_exact(table, "guide_words", "words", true, (double)rules->guide_words);
    add_exact(table, "rules_words", "words", has_page, (double)rules->page_words);
    add_exact(table, "rules_bytes", "bytes, compressed", has_page,
              (double)rules->compressed_bytes);
    add_exact(table, "rules_keys", "keys", true, (double)rules->variant_keys);
}

static void add_how(result_t *result, const complexity_t *found) {
    const complexity_order_t *order = &found->order;
    cJSON *how = cJSON_CreateObject();
    if (found->has_space) {
        cJSON_AddBoolToObject(how, "positions_exact", found->space.exact);
        json_add_number(how, "positions_seen", found->space.positions);
        json_add_number(how, "playouts", found->space.exact ? 0 : order->playouts);
        json_add_number(how, "positions_at_length", found->space.at_length);
        json_add_number(how, "whole_length", found->space.whole_length);
        json_add_number(how, "cell_contents", found->space.contents);
    }
    if (found->has_tree) {
        cJSON_AddBoolToObject(how, "games_exact", found->tree.exact);
        json_add_number(how, "games_error", found->tree.error);
        json_add_number(how, "population", order->population);
        json_add_number(how, "repeats", order->repeats);
    }
    json_add_number(how, "seed", order->seed);
    result_json(result, "how", how);
}

/* --- Copying ------------------------------------------------------------------------ */

typedef struct copying_row {
    int player;
    complexity_mirror_t of;
    bool exchanges_sides;
    char as[2 * GAME_ACTION_TEXT + 8];
} copying_row_t;

#define COPYING(name) FIGURE_FIELD(copying_row_t, name)
static const figure_column_t copying_columns[] = {
    {FIGURE_COUNT, "player", "Player who copies", NULL, COPYING(player)},
    {FIGURE_SCORE, "score", "Score", "Theirs, with its 95 % interval.",
     COPYING(of.play.score)},
    {FIGURE_SHARE, "copied", "Copies", "The share of their actions that were copies.",
     COPYING(of.play.copied)},
    {FIGURE_COUNT, "won", "Won", NULL, COPYING(of.play.won)},
    {FIGURE_COUNT, "drawn", "Drawn", NULL, COPYING(of.play.drawn)},
    {FIGURE_COUNT, "lost", "Lost", NULL, COPYING(of.play.lost)},
    {FIGURE_NUMBER, "effective_games", "Effectively", NULL, COPYING(of.play.effective),
     .flags = FIGURE_DETAIL},
    {FIGURE_COUNT, "symmetry", "Symmetry", NULL, COPYING(of.symmetry)},
    {FIGURE_YES_NO, "exchanges_sides", "Exchanges sides", NULL, COPYING(exchanges_sides)},
    {FIGURE_WORD, "example", "For example", NULL, COPYING(as)}};

/* The first action that is not its own image, and the image. */
static void write_example(const game_t *game, int symmetry, copying_row_t *row) {
    char texts[2][GAME_ACTION_TEXT];
    for (int i = 0; i < game->num_actions && !*row->as; i++) {
        action_t image = game_symmetry_action(game, symmetry, (action_t)i);
        game_write_action(game, (action_t)i, texts[0]);
        game_write_action(game, image, texts[1]);
        if (image != i)
            snprintf(row->as, sizeof row->as, "%s for %s", texts[1], texts[0]);
    }
}

static void add_copying(result_t *result, const complexity_t *found) {
    char title[120];
    snprintf(title, sizeof title,
             "Copying, in %d games each against %" PRId64 " simulations",
             found->order.mirror_games, found->order.simulations);
    figures_t *table =
        result_table(result, "copying", title, copying_columns, COUNT(copying_columns));
    for (int i = 0; i < found->num_mirrors; i++) {
        const complexity_mirror_t *mirror = &found->mirrors[i];
        copying_row_t row = {.player = mirror->seat + 1,
                             .of = *mirror,
                             .exchanges_sides = game_symmetry_exchanges_sides(
                                 found->game, mirror->symmetry)};
        write_example(found->game, mirror->symmetry, &row);
        figures_row(table, &row);
    }
}

result_t *complexity_result(const complexity_t *found) {
    result_t *result = result_new();
    words_t words = {.game = found->game->class->name,
                     .variant = found->game->variant_text};
    if (found->has_space) {
        write_space(found, &words);
        write_shortest(found, &words);
    }
    if (found->has_tree)
        write_tree(found, &words);
    write_rules(&found->rules, &words);
    figures_row(result_record(result, NULL, NULL, word_columns, COUNT(word_columns)),
                &words);
    add_how(result, found);
    if (found->num_mirrors > 0)
        add_copying(result, found);
    result_detail(result);
    add_figures(result, found);
    return result;
}
