#include "selfplay/run/summary.h"

#include "core/base/text.h"
#include "core/base/text_layout.h"
#include "core/stats/outcome_counts.h"
#include "selfplay/config/run_config.h"
#include "selfplay/store/game_hash.h"
#include "selfplay/store/record.h"

#include <math.h>
#include <stdlib.h>

enum { TURNS_TEXT = 64 };

void summary_init(summary_t *summary, const game_t *game) {
    *summary = (summary_t){.game = game};
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
}

/* From the numbers of games won, drawn and lost. */
static estimate_t score_of(uint64_t won, uint64_t drawn, uint64_t lost,
                           double effective) {
    outcome_counts_t counts = outcome_counts_of_games();
    counts.count[0] = lost;
    counts.count[1] = drawn;
    counts.count[2] = won;
    return outcome_counts_score_of_effective(&counts, effective, INTERVAL_LEVEL);
}

estimate_t summary_resigned_wrongly(const summary_t *summary, double *games) {
    const resignations_t *counts = &summary->resignations;
    uint64_t wrongly = counts->drawn + counts->won;
    *games = (double)(counts->lost + wrongly);
    estimate_t share = score_of(wrongly, 0, counts->lost, *games);
    if (!(*games > 0))
        share.value = nan("");
    return share;
}

static void add_game(summary_t *summary, const record_t *record, size_t row) {
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

duplicates_t summary_duplicates(const summary_t *summary) {
    return duplicates_of(summary->hashes, summary->games);
}

static estimate_t score_of_wins(const uint64_t wins[3], int winner, double effective) {
    return score_of(wins[winner], wins[NOBODY], wins[1 - winner], effective);
}

estimate_t summary_score(const summary_t *summary) {
    return score_of_wins(summary->wins_of_player, 0,
                         summary_duplicates(summary).effective);
}

static int compare_lengths(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

uint32_t summary_quantile(uint32_t *lengths, size_t count, double share) {
    if (count == 0)
        return 0;
    qsort(lengths, count, sizeof *lengths, compare_lengths);
    size_t at = (size_t)(share * (double)(count - 1) + 0.5);
    return lengths[at];
}

static void print_wins(const summary_t *summary, const char *label,
                       const uint64_t wins[3], int winner, FILE *file) {
    estimate_t score = score_of_wins(wins, winner, summary_duplicates(summary).effective);
    fprintf(file, "  %-22s %6.2f %%  [%6.2f, %6.2f]   %llu won\n", label,
            100 * score.value, 100 * score.low, 100 * score.high,
            (unsigned long long)wins[winner]);
}

/* Duplicate games, which the intervals account for. */
static void print_duplicates(const summary_t *summary, FILE *file) {
    duplicates_t duplicates = summary_duplicates(summary);
    fprintf(file, "  %-22s %llu", "distinct games",
            (unsigned long long)duplicates.distinct);
    if (duplicates.distinct < duplicates.games)
        fprintf(file, "; intervals are those of %.1f games", duplicates.effective);
    fputc('\n', file);
}

static void print_lengths(const summary_t *summary, const char *label, uint32_t *lengths,
                          FILE *file) {
    static const double shares[] = {0, 0.1, 0.5, 0.9, 1};
    size_t count = summary->measured;
    fprintf(file, "  %-22s", label);
    for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++)
        if (count > 0)
            fprintf(file, " %6u", summary_quantile(lengths, count, shares[i]));
        else
            fprintf(file, " %6s", "-");
    fprintf(file, "   (least, 10 %%, median, 90 %%, most");
    if (count < summary->games)
        fprintf(file, ", of %zu game%s selected to be played out", count,
                TEXT_PLURAL(count));
    fprintf(file, ")\n");
}

/* The share of wrong resignations. */
static void print_resignations(const summary_t *summary, FILE *file) {
    const resignations_t *counts = &summary->resignations;
    double games;
    estimate_t share = summary_resigned_wrongly(summary, &games);
    if (!resignation_is_on(&summary->learning))
        return;
    fprintf(file, "  %-22s ", "resigned wrongly");
    if (games > 0)
        fprintf(file, "%6.2f %%  [%6.2f, %6.2f]   ", 100 * share.value, 100 * share.low,
                100 * share.high);
    fprintf(file, "%llu won and %llu drawn of %.0f played out\n",
            (unsigned long long)counts->won, (unsigned long long)counts->drawn, games);
}

static bool is_unfinished(const summary_t *summary) {
    return summary->games < summary->wanted;
}

/* "100 of 1,000" */
enum { OF_WANTED = 2 * TEXT_THOUSANDS + 8 };
static const char *of_wanted(const summary_t *summary, char text[OF_WANTED]) {
    char there[TEXT_THOUSANDS], wanted[TEXT_THOUSANDS];
    snprintf(text, OF_WANTED, "%s of %s", text_thousands(summary->games, there),
             text_thousands(summary->wanted, wanted));
    return text;
}

void summary_print(summary_t *summary, FILE *file) {
    const game_t *game = summary->game;
    char numbers[OF_WANTED];
    fprintf(file, "%s %s\n", game->class->name, game->variant_text);
    if (is_unfinished(summary))
        fprintf(file, "  %-22s %s\n", "games", of_wanted(summary, numbers));
    else if (summary->games > 0)
        fprintf(file, "  %-22s %llu\n", "games", (unsigned long long)summary->games);
    else
        fprintf(file, "  no games yet\n");
    if (summary->games == 0)
        return;
    fprintf(file, "  %-22s %6s    95 %% interval\n", "score", "mean");
    char label[64];
    for (int winner = 0; winner < 2; winner++) {
        snprintf(label, sizeof label, "%s%s", game->swap ? "player " : "",
                 game->swap ? (winner ? "2" : "1") : game->class->side_names[winner]);
        print_wins(summary, label, summary->wins_of_player, winner, file);
    }
    for (int side = 0; game->swap && side < 2; side++)
        print_wins(summary, game->class->side_names[side], summary->wins_of_side, side,
                   file);
    for (int reason = 1; reason < REASON_COUNT; reason++)
        if (summary->reasons[reason] > 0)
            fprintf(file, "  ended by %-13s %llu\n", reason_names[reason],
                    (unsigned long long)summary->reasons[reason]);
    print_duplicates(summary, file);
    print_resignations(summary, file);
    print_lengths(summary, "turns a game", summary->turns, file);
    print_lengths(summary, "actions a game", summary->num_actions, file);
    if (summary->searched > 0)
        fprintf(file, "  %-22s %.1f\n", "simulations a search",
                (double)summary->simulations / (double)summary->searched);
    if (summary->full < summary->searched)
        fprintf(file, "  %-22s %.1f %% (%llu)\n", "with the whole budget",
                100 * (double)summary->full / (double)summary->searched,
                (unsigned long long)summary->full);
    fprintf(file, "  %-22s %.1f (%.1f before compression)\n", "bytes a position",
            (double)summary->file_bytes / (double)summary->positions,
            (double)summary->record_bytes / (double)summary->positions);
}

/* The turns in a line, with the number of games if that is not all. */
static void write_turns(summary_t *summary, char text[TURNS_TEXT]) {
    size_t count = summary->measured;
    if (count == 0) {
        snprintf(text, TURNS_TEXT, "-");
        return;
    }
    int length = snprintf(text, TURNS_TEXT, "%u/%u/%u",
                          summary_quantile(summary->turns, count, 0.1),
                          summary_quantile(summary->turns, count, 0.5),
                          summary_quantile(summary->turns, count, 0.9));
    if (count < summary->games)
        snprintf(text + length, TURNS_TEXT - (size_t)length, " of %zu", count);
}

enum { RUN_ROOM = 22 /* for the path; a longer one gets its own line */ };

void summary_print_heading(FILE *file) {
    fprintf(file,
            "%-*s %6s  %-18s %4s %-11s %7s %5s\n"
            "%-*s %6s  %-18s %4s %-11s %7s %5s\n",
            RUN_ROOM, "run", "games", "player 1's score", "cut", "turns", "games/s",
            "bytes", RUN_ROOM, "", "", "in % [95 %]", "off", "10/50/90 %", "", "/pos.");
}

void summary_print_line(summary_t *summary, const char *name, double games_per_second,
                        FILE *file) {
    estimate_t score = summary_score(summary);
    char turns[TURNS_TEXT], rate[32] = "-", numbers[OF_WANTED];
    write_turns(summary, turns);
    if (games_per_second > 0)
        snprintf(rate, sizeof rate, games_per_second < 1000 ? "%.2f" : "%.0f",
                 games_per_second);
    text_print_padded(file, name, RUN_ROOM);
    if (text_width(name) > RUN_ROOM)
        fprintf(file, "\n%*s", RUN_ROOM, "");
    if (summary->games == 0) {
        fprintf(file, " %6d  no games yet", 0);
        if (is_unfinished(summary))
            fprintf(file, ": %s games", of_wanted(summary, numbers));
        fputc('\n', file);
        return;
    }
    fprintf(file, " %6llu  %4.1f [%4.1f, %5.1f] %4llu %-11s %7s %5.1f",
            (unsigned long long)summary->games, 100 * score.value, 100 * score.low,
            100 * score.high, (unsigned long long)summary->reasons[REASON_CUT_OFF], turns,
            rate,
            summary->positions ? (double)summary->file_bytes / (double)summary->positions
                               : 0);
    if (is_unfinished(summary))
        fprintf(file, "\n%*s %s games", RUN_ROOM, "", of_wanted(summary, numbers));
    fputc('\n', file);
}
