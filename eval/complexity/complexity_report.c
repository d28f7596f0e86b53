#include "eval/complexity/complexity_report.h"

#include "core/base/json.h"
#include "eval/complexity/complexity.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>

/* --- Figures ------------------------------------------------------------------------ */

typedef enum {
    SIZE_POSITIONS,
    SIZE_BOARDS,
    SIZE_GAMES,
    SIZE_NODES,
    SIZE_LENGTH,
    SIZE_CUT_OFF,
    SIZE_SHORTEST,
    SIZE_SHORTEST_TURNS,
    SIZE_GUIDE,
    SIZE_PAGE,
    SIZE_COMPRESSED,
    SIZE_KEYS,
    SIZE_FIGURES
} figure_t;

static const struct {
    const char *key, *unit;
} figures[SIZE_FIGURES] = {[SIZE_POSITIONS] = {"positions", "log10 positions"},
                           [SIZE_BOARDS] = {"boards", "log10 boards"},
                           [SIZE_GAMES] = {"games", "log10 games"},
                           [SIZE_NODES] = {"nodes", "log10 sequences"},
                           [SIZE_LENGTH] = {"length", "actions"},
                           [SIZE_CUT_OFF] = {"cut_off", "share of games"},
                           [SIZE_SHORTEST] = {"shortest", "actions"},
                           [SIZE_SHORTEST_TURNS] = {"shortest_turns", "turns"},
                           [SIZE_GUIDE] = {"guide_words", "words"},
                           [SIZE_PAGE] = {"rules_words", "words"},
                           [SIZE_COMPRESSED] = {"rules_bytes", "bytes, compressed"},
                           [SIZE_KEYS] = {"rules_keys", "keys"}};

static estimate_t of_number(double value) {
    return (estimate_t){value, value, value};
}

/* Without a page there is no figure. */
static estimate_t of_page(const complexity_t *found, size_t count) {
    return of_number(found->rules.page_bytes > 0 ? (double)count : (double)NAN);
}

static estimate_t space_figure(const complexity_t *found, figure_t figure) {
    const state_space_t *space = &found->space;
    bool known = found->has_space && space->shortest >= 0;
    if (figure == SIZE_POSITIONS && found->has_space)
        return (estimate_t){space->exact ? space->at_least : (double)NAN, space->at_least,
                            space->exact ? space->at_least : HUGE_VAL};
    if (figure == SIZE_BOARDS && found->has_space)
        return of_number(space->boards);
    if (figure == SIZE_SHORTEST && known)
        return of_number(space->shortest);
    if (figure == SIZE_SHORTEST && found->has_space)
        return (estimate_t){(double)NAN, space->whole_length + 1,
                            space->shortest_played >= 0 ? space->shortest_played
                                                        : HUGE_VAL};
    if (figure == SIZE_SHORTEST_TURNS && known)
        return of_number(space->shortest_turns);
    return of_number((double)NAN);
}

static estimate_t figure_of(const complexity_t *found, figure_t figure) {
    const tree_size_t *tree = &found->tree;
    switch (figure) {
    case SIZE_POSITIONS:
    case SIZE_BOARDS:
    case SIZE_SHORTEST:
    case SIZE_SHORTEST_TURNS:
        return space_figure(found, figure);
    case SIZE_GAMES:
        return found->has_tree ? tree->games : of_number((double)NAN);
    case SIZE_NODES:
        return found->has_tree ? tree->nodes : of_number((double)NAN);
    case SIZE_LENGTH:
        return of_number(found->has_tree ? tree->length : (double)NAN);
    case SIZE_CUT_OFF:
        return of_number(found->has_tree ? tree->cut_off : (double)NAN);
    case SIZE_GUIDE:
        return of_number((double)found->rules.guide_words);
    case SIZE_PAGE:
        return of_page(found, found->rules.page_words);
    case SIZE_COMPRESSED:
        return of_page(found, found->rules.compressed_bytes);
    case SIZE_KEYS:
        return of_number((double)found->rules.variant_keys);
    case SIZE_FIGURES:
        break;
    }
    return of_number((double)NAN);
}

/* --- Text --------------------------------------------------------------------------- */

/* Numbers below 10^12 are written out. */
static void print_number(double log, FILE *file) {
    char text[TEXT_THOUSANDS];
    if (log < 12)
        fputs(text_thousands((uint64_t)(pow(10, log) + 0.5), text), file);
    else
        fprintf(file, "10^%.1f", log);
}

static void print_space(const complexity_t *found, FILE *file) {
    const state_space_t *space = &found->space;
    fputs("positions   ", file);
    if (!space->exact)
        fputs("at least ", file);
    print_number(space->at_least, file);
    if (space->exact)
        fputs(", counted exactly\n", file);
    else if (space->at_length < 0)
        fputs(", counted one by one\n", file);
    else
        fprintf(file, " (95 %%): from collisions of %d playouts after %d actions\n",
                found->order.playouts, space->at_length);
    fputs("boards      at most ", file);
    print_number(space->boards, file);
    fprintf(file, ": %d cells with %d contents each\n", found->game->cells,
            space->contents);
}

static void print_line(const complexity_t *found, FILE *file) {
    for (int i = 0; i < found->space.shortest; i++) {
        char text[GAME_ACTION_TEXT];
        game_write_action(found->game, found->space.line[i], text);
        fprintf(file, " %s", text);
    }
}

static void print_shortest(const complexity_t *found, FILE *file) {
    const state_space_t *space = &found->space;
    char words[256];
    text_t text = text_into(words, sizeof words);
    fputs("shortest    ", file);
    if (space->shortest < 0) {
        fprintf(file, "more than %d action%s", space->whole_length,
                TEXT_PLURAL(space->whole_length));
        if (space->shortest_played >= 0)
            fprintf(file, "; the shortest playout had %d", space->shortest_played);
        fputc('\n', file);
        return;
    }
    state_t state;
    game_start(found->game, &state);
    for (int i = 0; i < space->shortest; i++)
        game_apply(found->game, &state, space->line[i]);
    game_add_outcome(found->game, &state, space->outcome, &text);
    fprintf(file, "%d action%s, %d turn%s (%s); no game is shorter:", space->shortest,
            TEXT_PLURAL(space->shortest), space->shortest_turns,
            TEXT_PLURAL(space->shortest_turns), words);
    print_line(found, file);
    fputc('\n', file);
}

static void print_tree(const complexity_t *found, FILE *file) {
    const tree_size_t *tree = &found->tree;
    bool is_bounded = isfinite(tree->games.high);
    fputs(is_bounded ? "games       " : "games       at least ", file);
    print_number(is_bounded ? tree->games.value : tree->games.low, file);
    if (tree->exact)
        fputs(", counted exactly", file);
    else if (is_bounded)
        fprintf(file, " [10^%.2f, 10^%.2f] (95 %%)", tree->games.low, tree->games.high);
    else
        fprintf(file, " (95 %%), estimate 10^%.1f", tree->games.value);
    if (!tree->exact)
        fprintf(file, "; standard error %.2g of the exponent", tree->error);
    fprintf(file, "\n            on average %.1f actions long", tree->length);
    if (tree->cut_off > 0)
        fprintf(file, ", %.3g %% of them cut off", 100 * tree->cut_off);
    fputc('\n', file);
}

static void print_rules(const complexity_t *found, FILE *file) {
    const rule_size_t *rules = &found->rules;
    fprintf(file, "rules       %zu words for a first-time player", rules->guide_words);
    if (rules->page_bytes > 0)
        fprintf(file, "; RULES.md: %zu words, %zu bytes compressed", rules->page_words,
                rules->compressed_bytes);
    fprintf(file, "; %zu variant key%s\n", rules->variant_keys,
            TEXT_PLURAL(rules->variant_keys));
}

/* The first action that is not its own image, and the image. */
static void print_symmetry(const game_t *game, int symmetry, FILE *file) {
    char texts[2][GAME_ACTION_TEXT];
    fprintf(file, "symmetry %d", symmetry);
    for (int i = 0; i < game->num_actions; i++) {
        action_t image = game_symmetry_action(game, symmetry, (action_t)i);
        if (image == i)
            continue;
        game_write_action(game, (action_t)i, texts[0]);
        game_write_action(game, image, texts[1]);
        fprintf(file, " (%s for %s)", texts[1], texts[0]);
        break;
    }
    fputs(game_symmetry_exchanges_sides(game, symmetry) ? ", sides exchanged\n" : "\n",
          file);
}

static void print_mirrors(const complexity_t *found, FILE *file) {
    if (found->num_mirrors > 0)
        fprintf(file,
                "copying     %d games each against %lld simulations: player who copies, "
                "score "
                "[95 %%], share of\n            actions that were copies, symmetry\n",
                found->order.mirror_games, (long long)found->order.simulations);
    for (int i = 0; i < found->num_mirrors; i++) {
        const complexity_mirror_t *mirror = &found->mirrors[i];
        const estimate_t *score = &mirror->play.score;
        fprintf(file, "            player %d %5.1f %% [%4.1f, %5.1f] %3.0f %%  ",
                mirror->seat + 1, 100 * score->value, 100 * score->low, 100 * score->high,
                100 * mirror->play.copied);
        print_symmetry(found->game, mirror->symmetry, file);
    }
}

void complexity_report_text(const complexity_t *found, FILE *file) {
    fprintf(file, "game        %s %s\n", found->game->class->name,
            found->game->variant_text);
    if (found->has_space) {
        print_space(found, file);
        print_shortest(found, file);
    }
    if (found->has_tree)
        print_tree(found, file);
    print_rules(found, file);
    print_mirrors(found, file);
}

/* --- JSON --------------------------------------------------------------------------- */

static void add_how(cJSON *json, const complexity_t *found) {
    if (found->has_space) {
        cJSON_AddBoolToObject(json, "positions_exact", found->space.exact);
        json_add_number(json, "positions_seen", found->space.positions);
        json_add_number(json, "playouts", found->space.exact ? 0 : found->order.playouts);
        json_add_number(json, "positions_at_length", found->space.at_length);
        json_add_number(json, "whole_length", found->space.whole_length);
        json_add_number(json, "cell_contents", found->space.contents);
        cJSON *line = cJSON_AddArrayToObject(json, "shortest_line");
        for (int i = 0; i < found->space.shortest; i++) {
            char text[GAME_ACTION_TEXT];
            game_write_action(found->game, found->space.line[i], text);
            cJSON_AddItemToArray(line, cJSON_CreateString(text));
        }
    }
    if (found->has_tree) {
        cJSON_AddBoolToObject(json, "games_exact", found->tree.exact);
        json_add_number(json, "games_error", found->tree.error);
        json_add_number(json, "population", found->order.population);
        json_add_number(json, "repeats", found->order.repeats);
    }
    json_add_number(json, "seed", found->order.seed);
}

static void add_mirrors(cJSON *json, const complexity_t *found) {
    cJSON *list = cJSON_AddArrayToObject(json, "copying");
    for (int i = 0; i < found->num_mirrors; i++) {
        const complexity_mirror_t *mirror = &found->mirrors[i];
        cJSON *entry = cJSON_CreateObject();
        json_add_number(entry, "symmetry", mirror->symmetry);
        cJSON_AddBoolToObject(
            entry, "exchanges_sides",
            game_symmetry_exchanges_sides(found->game, mirror->symmetry));
        json_add_number(entry, "player", mirror->seat + 1);
        json_add_number(entry, "simulations", found->order.simulations);
        json_add_number(entry, "won", mirror->play.won);
        json_add_number(entry, "drawn", mirror->play.drawn);
        json_add_number(entry, "lost", mirror->play.lost);
        json_add_number(entry, "effective_games", mirror->play.effective);
        json_add_estimate(entry, "score", &mirror->play.score);
        json_add_number(entry, "copied", mirror->play.copied);
        cJSON_AddItemToArray(list, entry);
    }
}

static void add_estimate(cJSON *json, const char *key, const char *unit,
                         const estimate_t *estimate) {
    cJSON *object = cJSON_AddObjectToObject(json, key);
    json_add_number(object, "value", estimate->value);
    json_add_number(object, "low", estimate->low);
    json_add_number(object, "high", estimate->high);
    cJSON_AddStringToObject(object, "unit", unit);
}

cJSON *complexity_report_json(const complexity_t *found) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "game", found->game->class->name);
    cJSON_AddStringToObject(json, "variant", found->game->variant_text);
    for (figure_t figure = 0; figure < SIZE_FIGURES; figure++) {
        estimate_t estimate = figure_of(found, figure);
        add_estimate(json, figures[figure].key, figures[figure].unit, &estimate);
    }
    add_how(json, found);
    add_mirrors(json, found);
    return json;
}

/* --- CSV ---------------------------------------------------------------------------- */

static void print_field(double value, FILE *file) {
    fputc(',', file);
    if (isfinite(value))
        fprintf(file, "%.9g", value);
}

static void print_row(const complexity_t *found, const char *key,
                      const estimate_t *estimate, const char *unit, FILE *file) {
    fprintf(file, "%s,", found->game->class->name);
    text_print_quoted(file, '"', found->game->variant_text);
    fprintf(file, ",%s", key);
    print_field(estimate->value, file);
    print_field(estimate->low, file);
    print_field(estimate->high, file);
    fputc(',', file);
    text_print_quoted(file, '"', unit);
    fputc('\n', file);
}

void complexity_report_csv(const complexity_t *found, FILE *file) {
    fputs("game,variant,key,value,low,high,unit\n", file);
    for (figure_t figure = 0; figure < SIZE_FIGURES; figure++) {
        estimate_t estimate = figure_of(found, figure);
        print_row(found, figures[figure].key, &estimate, figures[figure].unit, file);
    }
    for (int i = 0; i < found->num_mirrors; i++) {
        const complexity_mirror_t *mirror = &found->mirrors[i];
        char key[64];
        snprintf(key, sizeof key, "copying_symmetry%d_player%d", mirror->symmetry,
                 mirror->seat + 1);
        print_row(found, key, &mirror->play.score, "score of who copies", file);
    }
}
