#include "eval/report/report_sections.h"

#include "core/base/table/figures.h"
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

/* --- Maps of a variant -------------------------------------------------------------- */

/* What the maps show: the score after a turn, or how often it is chosen. */
typedef struct shown {
    bool is_choice;
    opening_map_t maps[OPENING_MAPS];
    int count;
    uint64_t games; /* in all */
    const char *strength;
} shown_t;

typedef struct boards {
    board_drawing_t board;
    cell_drawing_t start[GAME_MAX_CELLS];
    double level; /* of intervals */
    shown_t worth, choice;
} boards_t;

static void fill(shown_t *shown, const first_turns_t *turns, const study_cell_t *cell,
                 const game_t *game) {
    shown->count = opening_maps_of(turns, game, shown->maps);
    shown->strength = cell->strength;
    for (size_t i = 0; i < turns->count; i++) {
        outcome_counts_t counts = first_turn_counts(&turns->turns[i]);
        shown->games += outcome_counts_trials(&counts);
    }
}

static void paint(const boards_t *boards, const shown_t *shown,
                  const outcome_counts_t *counts, const char *name, heat_cell_t *heat) {
    outcome_counts_t of = *counts;
    uint64_t games = outcome_counts_trials(counts),
             all = shown->is_choice ? shown->games : games;
    char words[FIGURE_WORDS];
    if (shown->is_choice) { /* chosen: won */
        of = outcome_counts_of_games();
        of.count[2] = games;
        of.count[0] = all - games;
    }
    estimate_t share = outcome_counts_score_estimate(&of, boards->level);
    double off = share.value - 0.5;
    if (shown->is_choice)
        mix(chosen_colour, share.value / FULL_CHOICE, heat->colour);
    else
        mix(off > 0 ? first_colour : second_colour, fabs(off) / FULL_COLOUR,
            heat->colour);
    if (all < FEW_GAMES)
        snprintf(heat->colour, sizeof heat->colour, FEW_COLOUR);
    snprintf(heat->label, sizeof heat->label, "%.0f", 100 * share.value);
    snprintf(heat->tip, sizeof heat->tip, "%s: %s, %llu of %llu games", name,
             figure_words(FIGURE_SCORE, share, words), (unsigned long long)games,
             (unsigned long long)shown->games);
}

static void write_map(const boards_t *boards, const shown_t *shown,
                      const opening_map_t *map, FILE *page) {
    heat_cell_t *heat = memory_new(GAME_MAX_CELLS, sizeof *heat);
    for (int cell = 0; cell < boards->board.cells; cell++) {
        const char *name = boards->board.name[cell];
        snprintf(heat[cell].tip, sizeof heat[cell].tip, "%s: no games", name);
        if (outcome_counts_trials(&map->cells[cell]) > 0)
            paint(boards, shown, &map->cells[cell], name, &heat[cell]);
    }
    fputs("<figure>", page);
    board_svg_heat(&boards->board, heat, boards->start,
                   "First turns, cell by cell; the figures are in the tables of first "
                   "turns",
                   page);
    fputs("<figcaption>", page);
    html_format(page,
                shown->is_choice
                    ? "Choice: in how many of 100 games players of strength level %s "
                      "begin with an action like “%s” here or on a mirror image."
                    : "Worth: at strength level %s, the first player's score, in %%, "
                      "after a random first turn with an action like “%s” here.",
                shown->strength, map->example);
    fputs("</figcaption></figure>\n", page);
    free(heat);
}

static const opening_map_t *find_map(const shown_t *shown, const char *kind) {
    for (int i = 0; i < shown->count; i++)
        if (strcmp(shown->maps[i].kind, kind) == 0)
            return &shown->maps[i];
    return NULL;
}

/* The maps of one kind side by side. */
static void write_pair(const boards_t *boards, const char *kind, FILE *page) {
    const opening_map_t *worth = find_map(&boards->worth, kind),
                        *choice = find_map(&boards->choice, kind);
    fputs("<div class=\"pair\">", page);
    if (worth)
        write_map(boards, &boards->worth, worth, page);
    if (choice)
        write_map(boards, &boards->choice, choice, page);
    fputs("</div>\n", page);
}

static const study_cell_t *strongest_drawn(const report_t *report, int variant) {
    for (int j = report->result->study->num_strengths - 1; j >= 0; j--)
        if (report->result->cells[variant][j].drawn_games > 0)
            return &report->result->cells[variant][j];
    return NULL;
}

static void write_variant(const report_t *report, int variant, FILE *page) {
    const study_variant_t *played = &report->result->study->variants[variant];
    int strength = study_strongest(report->result, variant);
    if (strength < 0)
        return;
    const study_cell_t *drawn = strongest_drawn(report, variant),
                       *chosen = &report->result->cells[variant][strength];
    if (study_cell_has_networks(chosen))
        return; /* their openings are fixed: they are in a table */
    boards_t *boards = memory_new(1, sizeof *boards);
    state_t state;
    boards->level = report->result->level;
    boards->choice.is_choice = true;
    board_draw(played->game, &boards->board);
    game_start(played->game, &state);
    board_draw_cells(played->game, &state, boards->start);
    if (drawn)
        fill(&boards->worth, &drawn->drawn, drawn, played->game);
    fill(&boards->choice, &chosen->first_turns, chosen, played->game);
    fputs("<h3>", page);
    html_text(page, played->name);
    fputs("</h3>\n<div class=\"pairs\">\n", page);
    for (int i = 0; i < boards->worth.count; i++)
        write_pair(boards, boards->worth.maps[i].kind, page);
    for (int i = 0; i < boards->choice.count; i++)
        if (!find_map(&boards->worth, boards->choice.maps[i].kind))
            write_pair(boards, boards->choice.maps[i].kind, page);
    fputs("</div>\n", page);
    free(boards);
}

void report_openings(const report_t *report, FILE *page) {
    fputs("<p>What a first turn is worth, and how often players choose it, cell by cell, "
          "at the strongest level of each variant. Point at a cell for its figures and "
          "their intervals; all of them are in the tables of first turns. Mirror images "
          "of a turn count as one.</p>\n",
          page);
    fprintf(/* one colour scale for all maps */
            page,
            "<p class=\"legend\"><span><i class=\"ramp value\"></i>worth: the first "
            "player scores %.0f %% or less … 50 %% … %.0f %% or more</span> <span><i "
            "class=\"ramp choice\"></i>choice: 0 %% … %.0f %% of the games or "
            "more</span> "
            "<span><i class=\"ramp few\"></i>fewer than %d games</span> <span><i "
            "class=\"ramp none\"></i>no games</span> Discs: pieces at the start.</p>\n",
            100 * (0.5 - FULL_COLOUR), 100 * (0.5 + FULL_COLOUR), 100 * FULL_CHOICE,
            FEW_GAMES);
    for (int i = 0; i < report->result->study->num_variants; i++)
        write_variant(report, i, page);
}
