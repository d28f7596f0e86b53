#include "selfplay/run/summary.h"

#include "core/base/json.h"
#include "core/base/text.h"
#include "selfplay/config/run_config.h"
#include "selfplay/store/game_result.h"
#include "selfplay/store/record.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>

void summary_init(summary_t *summary, const game_t *game) {
    *summary = (summary_t){.game = game,
                           .of_player = outcome_counts_of_pairs(),
                           .of_side = outcome_counts_of_pairs()};
}

void summary_clear(summary_t *summary) {
    free(summary->hashes);
    free(summary->turns);
    free(summary->num_actions);
    summary_init(summary, summary->game);
}

void summary_know(summary_t *summary, const run_config_t *config) {
    summary->learning = config->learning;
    summary->seed = (uint64_t)config->seed;
    summary->is_match = config->num_agents == 2;
}

/* A game of a match, after its number 2k comes 2k + 1: files hold whole pairs. */
static void add_to_pair(summary_t *summary, const record_t *record, size_t row) {
    const int player = half_points(record_u8(record, GAMES_WINNER)[row], 0),
              side = half_points(record_u8(record, GAMES_WINNER_SIDE)[row], 0);
    if (summary->games % 2 > 0) {
        outcome_counts_add(&summary->of_player, summary->open_player + player);
        outcome_counts_add(&summary->of_side, summary->open_side + side);
    }
    summary->open_player = player;
    summary->open_side = side;
}

static void add_game(summary_t *summary, const record_t *record, size_t row) {
    if (summary->is_match)
        add_to_pair(summary, record, row);
    summary->wins_of_player[record_u8(record, GAMES_WINNER)[row] % 3]++;
    summary->wins_of_side[record_u8(record, GAMES_WINNER_SIDE)[row] % 3]++;
    summary->reasons[record_u8(record, GAMES_REASON)[row] % REASON_COUNT]++;
    summary->hashes[summary->games++] = record_game_hash(record, row);
    resignations_add(&summary->resignations, &summary->learning, summary->seed, record,
                     row);
    if (!resignation_end_counts(&summary->learning, summary->seed, record, row))
        return;
    summary->turns[summary->measured] = record_u32(record, GAMES_TURNS)[row];
    summary->num_actions[summary->measured++] = record_u32(record, GAMES_DECISIONS)[row];
}

void summary_add(summary_t *summary, const record_t *record, uint64_t file_bytes) {
    size_t needed = summary->games + record->rows[TABLE_GAMES];
    if (needed > summary->capacity) {
        summary->capacity = 2 * needed;
        summary->hashes =
            memory_resize(summary->hashes, summary->capacity, sizeof *summary->hashes);
        summary->turns =
            memory_resize(summary->turns, summary->capacity, sizeof *summary->turns);
        summary->num_actions = memory_resize(summary->num_actions, summary->capacity,
                                             sizeof *summary->num_actions);
    }
    for (size_t row = 0; row < record->rows[TABLE_GAMES]; row++)
        add_game(summary, record, row);
    for (size_t row = 0; row < record->rows[TABLE_POSITIONS]; row++) {
        summary->simulations += record_u32(record, POSITIONS_SIMULATIONS)[row];
        summary->searched += record_u32(record, POSITIONS_VISITS)[row] > 0;
        summary->full += record_u8(record, POSITIONS_FULL)[row];
    }
    summary->positions += record->rows[TABLE_POSITIONS];
    summary->file_bytes += file_bytes;
    summary->record_bytes += record_bytes(record);
}

/* --- As a row of a table ------------------------------------------------------------ */

static estimate_t score_of(uint64_t won, uint64_t drawn, uint64_t lost,
                           double effective) {
    outcome_counts_t counts = outcome_counts_of_games();
    counts.count[0] = lost;
    counts.count[1] = drawn;
    counts.count[2] = won;
    return outcome_counts_score_of_effective(&counts, effective, INTERVAL_LEVEL);
}

/* Of a match. */
static void score_pairs(const summary_t *summary, summary_figures_t *figures) {
    const size_t pairs = summary->games / 2;
    uint64_t *hashes = memory_new(pairs + 1, sizeof *hashes);
    for (size_t i = 0; i < pairs; i++)
        hashes[i] =
            game_result_pair_hash(summary->hashes[2 * i], summary->hashes[2 * i + 1]);
    const double effective = duplicates_of(hashes, pairs).effective;
    free(hashes);
    figures->score =
        outcome_counts_score_of_effective(&summary->of_player, effective, INTERVAL_LEVEL);
    figures->side_score =
        outcome_counts_score_of_effective(&summary->of_side, effective, INTERVAL_LEVEL);
}

/* Of independent games. */
static void score_games(const summary_t *summary, summary_figures_t *figures) {
    const uint64_t *wins = summary->wins_of_player, *side_wins = summary->wins_of_side;
    const double effective = figures->duplicates.effective;
    figures->score = score_of(wins[0], wins[NOBODY], wins[1], effective);
    figures->side_score =
        score_of(side_wins[0], side_wins[NOBODY], side_wins[1], effective);
}

static int compare_lengths(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Of sorted lengths, at least one. */
static uint32_t quantile(const uint32_t *lengths, size_t count, double share) {
    return lengths[(size_t)(share * (double)(count - 1) + 0.5)];
}

/* "97/115/130", with the number of games if these are not all. */
static void write_lengths(const summary_t *summary, uint32_t *lengths, char text[64]) {
    size_t count = summary->measured;
    text_t out = text_into(text, 64);
    if (count == 0)
        return;
    qsort(lengths, count, sizeof *lengths, compare_lengths);
    text_add(&out, "%u/%u/%u", quantile(lengths, count, 0.1),
             quantile(lengths, count, 0.5), quantile(lengths, count, 0.9));
    if (count < summary->games)
        text_add(&out, " of %zu game%s", count, TEXT_PLURAL(count));
}

/* "win 98, cut off 2" */
static void write_reasons(const summary_t *summary, char text[160]) {
    text_t out = text_into(text, 160);
    for (int reason = 1; reason < REASON_COUNT; reason++)
        if (summary->reasons[reason] > 0)
            text_add(&out, "%s%s %llu", out.used > 0 ? ", " : "", reason_names[reason],
                     (unsigned long long)summary->reasons[reason]);
}

static double per(uint64_t part, uint64_t all) {
    return all > 0 ? (double)part / (double)all : nan("");
}

summary_figures_t summary_figures(summary_t *summary) {
    const resignations_t *resigned = &summary->resignations;
    uint64_t wrongly = resigned->drawn + resigned->won;
    summary_figures_t figures = {.all = *summary,
                                 .game = summary->game->class->name,
                                 .variant = summary->game->variant_text,
                                 .duplicates =
                                     duplicates_of(summary->hashes, summary->games),
                                 .played_out = (double)(resigned->lost + wrongly)};
    figures.wanted = summary->games < summary->wanted ? summary->wanted : 0;
    (summary->is_match ? score_pairs : score_games)(summary, &figures);
    figures.has_sides = summary->game->swap;
    figures.resigned_wrongly = score_of(wrongly, 0, resigned->lost, figures.played_out);
    figures.has_resignations = resignation_is_on(&summary->learning);
    figures.has_played_out = figures.played_out > 0;
    write_reasons(summary, figures.ended);
    write_lengths(summary, summary->turns, figures.turns);
    write_lengths(summary, summary->num_actions, figures.num_actions);
    figures.turns_median = summary->measured > 0
                               ? quantile(summary->turns, summary->measured, 0.5)
                               : nan("");
    figures.simulations = per(summary->simulations, summary->searched);
    figures.full_share = per(summary->full, summary->searched);
    figures.bytes = per(summary->file_bytes, summary->positions);
    figures.bytes_before = per(summary->record_bytes, summary->positions);
    return figures;
}

/* --- Columns ------------------------------------------------------------------------ */

static void add_reasons(figures_t *figures, const void *row) {
    cJSON *json = cJSON_CreateObject();
    for (int reason = 1; reason < REASON_COUNT; reason++)
        json_add_number(json, reason_names[reason],
                        ((const summary_figures_t *)row)->all.reasons[reason]);
    figures_add_json(figures, json);
}

static void add_config(figures_t *figures, const void *row) {
    const char *config = ((const summary_figures_t *)row)->config;
    if (config)
        figures_add_json(figures, json_read(config, "config", NULL));
    else
        figures_add_nothing(figures, NULL);
}

#define FIELD(field) FIGURE_FIELD(summary_figures_t, field)
#define IF(field) FIGURE_IF(summary_figures_t, field)
enum { DETAIL = FIGURE_DETAIL, DATA = FIGURE_DATA, SHOWN = FIGURE_SHOWN };

const figure_column_t summary_columns[SUMMARY_COLUMNS] = {
    {FIGURE_WORD, "path", "Run", NULL, FIELD(path)},
    {FIGURE_COUNT, "files", "Files", NULL, FIELD(files), IF(files), .flags = DETAIL},
    {FIGURE_WORD, "program", "Program", "That played.", FIELD(program), .flags = DETAIL},
    {FIGURE_WORD, "game", "Game", NULL, FIELD(game), .flags = DETAIL},
    {FIGURE_WORD, "variant", "Variant", NULL, FIELD(variant), .flags = DETAIL},
    {FIGURE_COUNT, "rules_version", "Version of the rules", NULL, FIELD(rules_version),
     IF(rules_version), .flags = DETAIL},
    {FIGURE_COUNT, "games", "Games", NULL, FIELD(all.games)},
    {FIGURE_COUNT, "games_wanted", "of", "Games of the run, if it is incomplete.",
     FIELD(wanted), IF(wanted)},
    {FIGURE_COUNT, "positions", "Positions", NULL, FIELD(all.positions), .flags = DETAIL},
    {FIGURE_COUNT, "simulations", "Simulations", NULL, FIELD(all.simulations),
     .flags = DATA},
    {FIGURE_COUNT, "full_searches", "Full searches", "With the whole budget.",
     FIELD(all.full), .flags = DATA},
    {FIGURE_SCORE, "player1_score", "Player 1's score",
     "Who moves first; 1 for a win, 1/2 for a draw. The interval of a match is by pairs.",
     FIELD(score)},
    {FIGURE_SCORE, "side1_score", "First side's score", "If players may swap sides.",
     FIELD(side_score), IF(has_sides), .flags = DETAIL},
    {FIGURE_COUNT, "player1_wins", "Won by player 1", NULL, FIELD(all.wins_of_player[0]),
     .flags = DETAIL},
    {FIGURE_COUNT, "player2_wins", "Won by player 2", NULL, FIELD(all.wins_of_player[1]),
     .flags = DETAIL},
    {FIGURE_COUNT, "draws", "Drawn", NULL, FIELD(all.wins_of_player[NOBODY]),
     .flags = DETAIL},
    {FIGURE_COUNT, "cut_off", "Cut off", NULL, FIELD(all.reasons[REASON_CUT_OFF])},
    {FIGURE_WORD, "ended", "Ended by", NULL, FIELD(ended), .flags = DETAIL | SHOWN},
    {FIGURE_JSON, "reasons", "Ended by", NULL, .add = add_reasons, .flags = DATA},
    {FIGURE_COUNT, "distinct_games", "Distinct games", NULL, FIELD(duplicates.distinct),
     .flags = DETAIL},
    {FIGURE_NUMBER, "effective_games", "Effective games",
     "As many tell as much as these, some of which are repeated.",
     FIELD(duplicates.effective), .flags = DETAIL},
    {FIGURE_NUMBER, "resignations_played_out", "Resignations played out", NULL,
     FIELD(played_out), IF(has_resignations), .flags = DETAIL},
    {FIGURE_SCORE, "resigned_wrongly", "Resigned wrongly",
     "Of these, not lost by the player who would have resigned.", FIELD(resigned_wrongly),
     IF(has_played_out), .flags = DETAIL},
    {FIGURE_COUNT, "resignations_won", "Of these won", NULL, FIELD(all.resignations.won),
     IF(has_resignations), .flags = DATA},
    {FIGURE_COUNT, "resignations_drawn", "Of these drawn", NULL,
     FIELD(all.resignations.drawn), IF(has_resignations), .flags = DATA},
    {FIGURE_WORD, "turns", "Turns 10/50/90",
     "Quantiles in percent, of the games played to their end.", FIELD(turns),
     .flags = SHOWN},
    {FIGURE_WORD, "actions", "Actions 10/50/90", NULL, FIELD(num_actions),
     .flags = DETAIL | SHOWN},
    {FIGURE_NUMBER, "turns_median", "Turns", "Median of the games played to their end.",
     FIELD(turns_median), .flags = DATA},
    {FIGURE_COUNT, "turns_median_games", "Games", "Of which the median is.",
     FIELD(all.measured), .flags = DATA},
    {FIGURE_NUMBER, "simulations_per_search", "Simulations a search", NULL,
     FIELD(simulations), .flags = DETAIL},
    {FIGURE_SHARE, "full_share", "With the whole budget", "Of the searches.",
     FIELD(full_share), .flags = DETAIL},
    {FIGURE_NUMBER, "games_per_second", "Games/s", "Of all processes together.",
     FIELD(games_per_second), IF(has_rate)},
    {FIGURE_NUMBER, "bytes_per_position", "Bytes/pos.", NULL, FIELD(bytes)},
    {FIGURE_NUMBER, "bytes_before", "Before compression", NULL, FIELD(bytes_before),
     .flags = DETAIL},
    {FIGURE_COUNT, "file_bytes", "Bytes", NULL, FIELD(all.file_bytes), .flags = DATA},
    {FIGURE_JSON, "config", "Configuration", NULL, .add = add_config, .flags = DETAIL},
};
