#include "eval/report/report_openings.h"

#include "core/game/board_drawing.h"
#include "eval/render/board_svg.h"
#include "eval/render/html.h"
#include "eval/report/report.h"
#include "eval/study/study_result.h"

#include <math.h>
#include <stdlib.h>

/* Points from even, and the share of games, at which a colour saturates: the same in all
 * maps. Cells with fewer games are grey. */
#define FULL_COLOUR 0.25
#define FULL_CHOICE 0.5
enum { FEW_GAMES = 20 };
#define FEW_COLOUR "#c4c8cd"

/* --- Maps --------------------------------------------------------------------------- */

/* The text of an action without the names of its cells; the last of them, or -1. */
static int kind_of(const game_t *game, const board_drawing_t *board, action_t action,
                   char kind[GAME_ACTION_TEXT]) {
    uint8_t cells[GAME_ACTION_CELLS];
    int count = game_action_cells(game, action, cells);
    game_write_action(game, action, kind);
    char *rest = kind;
    for (int i = 0; i < count; i++) {
        size_t length = strlen(board->name[cells[i]]);
        char *name = strstr(rest, board->name[cells[i]]);
        if (!name)
            return -1;
        memmove(name, name + length, strlen(name + length) + 1);
        rest = name;
    }
    return count > 0 ? cells[count - 1] : -1;
}

static opening_map_t *map_of_kind(opening_map_t maps[OPENING_MAPS], int *count,
                                  const char *kind, const game_t *game,
                                  action_t example) {
    for (int i = 0; i < *count; i++)
        if (strcmp(maps[i].kind, kind) == 0)
            return &maps[i];
    if (*count == OPENING_MAPS)
        return NULL;
    opening_map_t *map = &maps[(*count)++];
    snprintf(map->kind, sizeof map->kind, "%s", kind);
    game_write_action(game, example, map->example);
    for (int cell = 0; cell < GAME_MAX_CELLS; cell++)
        map->cells[cell] = outcome_counts_of_games();
    return map;
}

/* The cells for which a turn counts, in each map: with its mirror images, each once. */
static void add_turn(const first_turns_t *turns, const first_turn_t *turn,
                     const game_t *game, const board_drawing_t *board,
                     opening_map_t maps[OPENING_MAPS], int *count) {
    bool counts_for[OPENING_MAPS][GAME_MAX_CELLS] = {{false}};
    outcome_counts_t results = first_turn_counts(turn);
    for (int i = 0; i < turn->num_actions; i++)
        for (int s = 0; s < turns->orientations.count; s++) {
            char kind[GAME_ACTION_TEXT];
            action_t image = game_symmetry_action(game, turns->orientations.symmetries[s],
                                                  turn->actions[i]);
            int cell = kind_of(game, board, image, kind);
            opening_map_t *map =
                cell < 0 ? NULL : map_of_kind(maps, count, kind, game, image);
            if (map)
                counts_for[map - maps][cell] = true;
        }
    for (int m = 0; m < *count; m++)
        for (int cell = 0; cell < game->cells; cell++)
            if (counts_for[m][cell])
                outcome_counts_merge(&maps[m].cells[cell], &results);
}

int opening_maps_of(const first_turns_t *turns, const game_t *game,
                    opening_map_t maps[OPENING_MAPS]) {
    board_drawing_t board;
    int count = 0;
    board_draw(game, &board);
    for (size_t i = 0; i < turns->count; i++)
        add_turn(turns, &turns->turns[i], game, &board, maps, &count);
    return count;
}

/* --- Colours ------------------------------------------------------------------------ */

typedef struct rgb {
    double red, green, blue;
} rgb_t;

static const rgb_t pale = {247, 247, 247}, first_colour = {33, 102, 172},
                   second_colour = {200, 90, 10}, chosen_colour = {84, 39, 143};

static void mix(rgb_t to, double share, char colour[8]) {
    share = fmin(1, fmax(0, share));
    snprintf(colour, 8, "#%02x%02x%02x",
             (unsigned)(pale.red + share * (to.red - pale.red)) & 255U,
             (unsigned)(pale.green + share * (to.green - pale.green)) & 255U,
             (unsigned)(pale.blue + share * (to.blue - pale.blue)) & 255U);
}

/* --- Figures ------------------------------------------------------------------------ */

typedef enum { MAP_VALUE, MAP_CHOSEN } map_of_t;

/* The maps of a variant that are shown side by side. */
typedef struct shown {
    map_of_t what;
    board_drawing_t board;
    cell_drawing_t start[GAME_MAX_CELLS];
    opening_map_t maps[OPENING_MAPS];
    int count;
    double games, level; /* in all; of intervals */
    const char *strength;
} shown_t;

static uint64_t games_of(const first_turns_t *turns) {
    uint64_t games = 0;
    for (size_t i = 0; i < turns->count; i++) {
        outcome_counts_t counts = first_turn_counts(&turns->turns[i]);
        games += outcome_counts_trials(&counts);
    }
    return games;
}

static void paint_value(const outcome_counts_t *counts, const char *name, double level,
                        heat_cell_t *cell) {
    estimate_t score = outcome_counts_score_estimate(counts, level);
    double off = score.value - 0.5;
    uint64_t games = outcome_counts_trials(counts);
    mix(off > 0 ? first_colour : second_colour, fabs(off) / FULL_COLOUR, cell->colour);
    if (games < FEW_GAMES)
        snprintf(cell->colour, sizeof cell->colour, FEW_COLOUR);
    snprintf(cell->label, sizeof cell->label, "%.0f", 100 * score.value);
    snprintf(cell->tip, sizeof cell->tip, "%s: %.1f %% (%.1f to %.1f), %llu game%s", name,
             100 * score.value, 100 * score.low, 100 * score.high,
             (unsigned long long)games, TEXT_PLURAL(games));
}

static void paint_chosen(const outcome_counts_t *counts, const char *name, double all,
                         double level, heat_cell_t *cell) {
    double games = (double)outcome_counts_trials(counts);
    outcome_counts_t chosen = outcome_counts_of_games();
    chosen.count[2] = (uint64_t)games;
    chosen.count[0] = (uint64_t)(all - games);
    estimate_t share = outcome_counts_score_estimate(&chosen, level);
    mix(chosen_colour, games / all / FULL_CHOICE, cell->colour);
    if (all < FEW_GAMES)
        snprintf(cell->colour, sizeof cell->colour, FEW_COLOUR);
    snprintf(cell->label, sizeof cell->label, "%.0f", 100 * games / all);
    snprintf(cell->tip, sizeof cell->tip,
             "%s: %.1f %% (%.1f to %.1f) of the games, %.0f of %.0f", name,
             100 * share.value, 100 * share.low, 100 * share.high, games, all);
}

/* Half the width of a typical cell's interval, in points. */
static double typical_width(const opening_map_t *map, int cells, double level) {
    double sum = 0, count = 0;
    for (int cell = 0; cell < cells; cell++)
        if (outcome_counts_trials(&map->cells[cell]) > 0) {
            estimate_t score = outcome_counts_score_estimate(&map->cells[cell], level);
            sum += 50 * (score.high - score.low);
            count++;
        }
    return count > 0 ? sum / count : 0;
}

static void write_caption(const opening_map_t *map, map_of_t what, int cells,
                          const char *strength, double level, FILE *page) {
    fputs("<figcaption>", page);
    if (what == MAP_VALUE)
        html_format(page,
                    "Worth: the first player's score, in %%, after a random first turn "
                    "with an action like “%s” here. Strength level %s; each figure has "
                    "an interval of about ±%.0f points.",
                    map->example, strength, typical_width(map, cells, level));
    else
        html_format(page,
                    "Choice: in how many of 100 games players of strength level %s begin "
                    "with an action like “%s” here or on a mirror image of the cell.",
                    strength, map->example);
    fputs("</figcaption>", page);
}

static void write_map(const opening_map_t *map, const shown_t *shown, FILE *page) {
    heat_cell_t *heat = memory_new(GAME_MAX_CELLS, sizeof *heat);
    for (int cell = 0; cell < shown->board.cells; cell++) {
        const outcome_counts_t *counts = &map->cells[cell];
        const char *name = shown->board.name[cell];
        snprintf(heat[cell].tip, sizeof heat[cell].tip, "%s: no games", name);
        if (outcome_counts_trials(counts) == 0)
            continue;
        if (shown->what == MAP_VALUE)
            paint_value(counts, name, shown->level, &heat[cell]);
        else
            paint_chosen(counts, name, shown->games, shown->level, &heat[cell]);
    }
    fputs("<figure>", page);
    board_svg_heat(
        &shown->board, heat, shown->start,
        shown->what == MAP_VALUE
            ? "The board: the first player's score by cell of the first turn; "
              "the figures are in the tables of first turns"
            : "The board: how often each cell is chosen in the first turn; the "
              "figures are in the tables of first turns",
        page);
    write_caption(map, shown->what, shown->board.cells, shown->strength, shown->level,
                  page);
    fputs("</figure>\n", page);
    free(heat);
}

static void look_at(shown_t *shown, map_of_t what, const study_result_t *result,
                    const first_turns_t *turns, const game_t *game, int strength) {
    state_t state;
    shown->what = what;
    board_draw(game, &shown->board);
    game_start(game, &state);
    board_draw_cells(game, &state, shown->start);
    shown->count = opening_maps_of(turns, game, shown->maps);
    shown->games = (double)games_of(turns);
    shown->level = result->level;
    shown->strength = result->study->strengths[strength].name;
}

/* --- All of it ---------------------------------------------------------------------- */

static int strongest_drawn(const report_t *report, int variant) {
    for (int j = report->result->study->num_strengths - 1; j >= 0; j--)
        if (report->result->cells[variant][j].drawn_games > 0)
            return j;
    return -1;
}

/* The maps of one kind side by side: what it is worth, and how often it is chosen. */
static void write_pairs(const shown_t *value, const shown_t *chosen, FILE *page) {
    fputs("<div class=\"pairs\">\n", page);
    for (int m = 0; m < value->count; m++) {
        fputs("<div class=\"pair\">", page);
        write_map(&value->maps[m], value, page);
        for (int c = 0; c < chosen->count; c++)
            if (strcmp(value->maps[m].kind, chosen->maps[c].kind) == 0)
                write_map(&chosen->maps[c], chosen, page);
        fputs("</div>\n", page);
    }
    for (int c = 0; c < chosen->count; c++) {
        bool has_value = false;
        for (int m = 0; m < value->count; m++)
            has_value =
                has_value || strcmp(value->maps[m].kind, chosen->maps[c].kind) == 0;
        if (has_value)
            continue;
        fputs("<div class=\"pair\">", page);
        write_map(&chosen->maps[c], chosen, page);
        fputs("</div>\n", page);
    }
    fputs("</div>\n", page);
}

static void write_variant(const report_t *report, int variant, FILE *page) {
    const study_result_t *result = report->result;
    const study_variant_t *played = &result->study->variants[variant];
    int drawn = strongest_drawn(report, variant);
    int chosen = report_strongest(report, variant);
    if ((drawn < 0 && chosen < 0) ||
        (chosen >= 0 && study_cell_has_networks(&result->cells[variant][chosen])))
        return; /* the openings of a list of networks are fixed: they are in a table */
    shown_t *both = memory_new(2, sizeof *both);
    if (drawn >= 0)
        look_at(&both[0], MAP_VALUE, result, &result->cells[variant][drawn].drawn,
                played->game, drawn);
    if (chosen >= 0)
        look_at(&both[1], MAP_CHOSEN, result, &result->cells[variant][chosen].first_turns,
                played->game, chosen);
    fputs("<h3>", page);
    html_text(page, played->name);
    fputs("</h3>\n", page);
    write_pairs(&both[0], &both[1], page);
    free(both);
}

/* One colour scale for all maps. */
static void write_legend(FILE *page) {
    fprintf(
        page,
        "<p class=\"legend\"><span><i class=\"ramp value\"></i>worth: the first "
        "player scores %.0f %% or less … 50 %% … %.0f %% or more</span> <span><i "
        "class=\"ramp choice\"></i>choice: 0 %% … %.0f %% of the games or more</span> "
        "<span><i class=\"ramp few\"></i>fewer than %d games</span> <span><i "
        "class=\"ramp none\"></i>no games</span> Discs: pieces at the start.</p>\n",
        100 * (0.5 - FULL_COLOUR), 100 * (0.5 + FULL_COLOUR), 100 * FULL_CHOICE,
        FEW_GAMES);
}

void report_openings(const report_t *report, FILE *page) {
    fputs("<p>What a first turn is worth, and how often players choose it, cell by cell, "
          "at the strongest level of each variant. Point at a cell for its figures and "
          "their intervals; all of them are in the tables of first turns. Mirror images "
          "of a turn count as one.</p>\n",
          page);
    write_legend(page);
    for (int i = 0; i < report->result->study->num_variants; i++)
        write_variant(report, i, page);
}
