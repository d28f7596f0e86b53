#include "eval/match/match.h"

#include "core/base/json.h"
#include "core/base/table/result.h"
#include "core/base/text.h"
#include "eval/stats/confidence_sequence.h"
#include "selfplay/config/run_config.h"
#include "selfplay/run/run.h"

#include <cjson/cJSON.h>
#include <inttypes.h>

typedef struct match_row {
    const match_t *match;
    const char *game, *variant, *a, *b, *folder;
    char players[2][AGENT_NAME + AGENT_WORDS];
    char played[200], test[200];
    bool whole;
    bool is_fixed; /* the number of games was, so that fixed-sample intervals hold */
    uint64_t pairs, distinct, cut_off, later;
    double superiority, effective, llr;
    estimate_t score, always, elo, normalized_elo, first_player;
} match_row_t;

static void add_score(figures_t *table, const void *of) {
    const match_row_t *row = of;
    if (row->pairs == 0)
        figures_add_nothing(table, "no games yet");
    else
        figures_add_estimate(table, row->score);
}

static void add_seat(figures_t *table, const uint64_t *results) {
    cJSON *seat = cJSON_CreateObject();
    json_add_number(seat, "wins", results[MATCH_WIN]);
    json_add_number(seat, "draws", results[MATCH_DRAW]);
    json_add_number(seat, "losses", results[MATCH_LOSS]);
    figures_add_json(table, seat);
}

static void add_player1(figures_t *table, const void *row) {
    add_seat(table, ((const match_row_t *)row)->match->seats[0]);
}

static void add_player2(figures_t *table, const void *row) {
    add_seat(table, ((const match_row_t *)row)->match->seats[1]);
}

static void add_pentanomial(figures_t *table, const void *row) {
    const match_row_t *of = row;
    cJSON *counts = cJSON_CreateArray();
    for (int i = 0; i < OUTCOMES_MAX; i++)
        cJSON_AddItemToArray(counts, json_number(of->match->pairs.count[i]));
    figures_add_json(table, counts);
}

static void add_test(result_t *result, const match_row_t *row) {
    static const char *const states[] = {
        [SPRT_GO_ON] = "undecided", [SPRT_H0] = "H0", [SPRT_H1] = "H1"};
    const sprt_t *test = row->match->test;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "state", states[row->match->state]);
    json_add_number(json, "llr", row->llr);
    json_add_number(json, "lower", test->lower);
    json_add_number(json, "upper", test->upper);
    json_add_number(json, "nelo0", test->nelo0);
    json_add_number(json, "nelo1", test->nelo1);
    json_add_number(json, "alpha", test->alpha);
    json_add_number(json, "beta", test->beta);
    result_json(result, "sprt", json);
}

#define FIELD(name) FIGURE_FIELD(match_row_t, name)
#define IF_PAIRS(name) FIELD(name), FIGURE_IF(match_row_t, pairs)
#define IF_FIXED(name) FIELD(name), FIGURE_IF(match_row_t, is_fixed)
static const figure_column_t columns[] = {
    {FIGURE_WORD, "game", "Game", NULL, FIELD(game)},
    {FIGURE_WORD, "variant", "Variant", NULL, FIELD(variant)},
    {FIGURE_WORD, "a", "A", NULL, FIELD(a), .flags = FIGURE_DATA},
    {FIGURE_WORD, "b", "B", NULL, FIELD(b), .flags = FIGURE_DATA},
    {FIGURE_WORD, "player_a", "A", NULL, FIELD(players[0]), .flags = FIGURE_SHOWN},
    {FIGURE_WORD, "player_b", "B", NULL, FIELD(players[1]), .flags = FIGURE_SHOWN},
    {FIGURE_YES_NO, "whole", "Complete", NULL, FIELD(whole), .flags = FIGURE_DATA},
    {FIGURE_COUNT, "pairs", "Pairs", NULL, FIELD(pairs), .flags = FIGURE_DATA},
    {FIGURE_WORD, "played", "Pairs of games", NULL, FIELD(played), .flags = FIGURE_SHOWN},
    {FIGURE_SCORE, "score", "A's score", NULL, .add = add_score},
    {FIGURE_ELO, "elo", "Elo", NULL, IF_PAIRS(elo)},
    {FIGURE_ELO, "normalized_elo", "Normalised Elo", NULL, IF_FIXED(normalized_elo)},
    {FIGURE_SCORE, "score_anytime_valid", "Score, anytime-valid", NULL, IF_PAIRS(always),
     .flags = FIGURE_DATA},
    {FIGURE_CHANCE, "superiority", "A is the stronger", NULL, IF_FIXED(superiority)},
    {FIGURE_JSON, "player1", "A as player 1", NULL, .add = add_player1},
    {FIGURE_JSON, "player2", "A as player 2", NULL, .add = add_player2},
    {FIGURE_SCORE, "player1_score", "Player 1's score", NULL, IF_PAIRS(first_player)},
    {FIGURE_JSON, "pentanomial", "Pairs by half points", "Of A: 0, 1, 2, 3, 4.",
     .add = add_pentanomial},
    {FIGURE_COUNT, "distinct_pairs", "Distinct pairs", "Mirror images are one.",
     IF_PAIRS(distinct)},
    {FIGURE_NUMBER, "effective_pairs", "Effectively", NULL, IF_PAIRS(effective)},
    {FIGURE_COUNT, "cut_off", "Games cut off", NULL, FIELD(cut_off)},
    {FIGURE_WORD, "test", "Sequential test", NULL, FIELD(test), .flags = FIGURE_SHOWN},
    {FIGURE_COUNT, "later_pairs", "Pairs played later", "They do not count.",
     FIELD(later)},
    {FIGURE_WORD, "folder", "Games are in", NULL, FIELD(folder)}};

static void write_words(match_row_t *row, const run_config_t *config) {
    const sprt_t *test = row->match->test;
    const opening_config_t *opening = &config->opening;
    for (int i = 0; i < 2; i++) {
        char words[AGENT_WORDS];
        snprintf(row->players[i], sizeof row->players[i], "%s: %s",
                 config->agents[i].name, agent_words(&config->agents[i], words));
    }
    snprintf(row->played, sizeof row->played,
             "%" PRIu64 "%s, openings of %s%" PRId64 " random turn%s", row->pairs,
             row->whole ? "" : ", more to be played",
             opening->actions ? "opening.actions and " : "", opening->turns,
             TEXT_PLURAL(opening->turns));
    if (test)
        snprintf(row->test, sizeof row->test,
                 "%s; llr %.2f in [%.2f, %.2f], %g against %g normalised Elo",
                 row->match->state == SPRT_H1   ? "A is stronger (H1)"
                 : row->match->state == SPRT_H0 ? "A is not stronger (H0)"
                                                : "not decided",
                 row->llr, test->lower, test->upper, test->nelo0, test->nelo1);
}

/* Of a point of view: a fixed-sample interval, or else one that holds whenever games end.
 */
static estimate_t score_of(const outcome_counts_t *pairs, const duplicates_t *duplicates,
                           bool is_fixed) {
    const weighed_counts_t weighed = {*pairs, duplicates_weight(duplicates)};
    return is_fixed ? outcome_counts_score_of_effective(pairs, duplicates->effective,
                                                        INTERVAL_LEVEL)
                    : confidence_sequence_weighed(&weighed, INTERVAL_LEVEL);
}

result_t *match_result(const match_t *match, const run_t *run, bool whole) {
    const run_config_t *config = run->config;
    const outcome_counts_t *pairs = &match->pairs;
    const double level = INTERVAL_LEVEL;
    duplicates_t duplicates = match_duplicates(match);
    const double effective = duplicates.effective;
    const bool is_fixed = whole && !match->test && !match->had_test;
    const estimate_t score = score_of(pairs, &duplicates, is_fixed);
    match_row_t row = {
        .match = match,
        .game = config->game->class->name,
        .variant = config->game->variant_text,
        .a = config->agents[0].name,
        .b = config->agents[1].name,
        .folder = run->folder,
        .whole = whole,
        .is_fixed = is_fixed && outcome_counts_trials(pairs) > 0,
        .pairs = outcome_counts_trials(pairs),
        .distinct = duplicates.distinct,
        .cut_off = match->cut_off,
        .later = match->later,
        .superiority = outcome_counts_superiority_of_effective(pairs, effective),
        .effective = effective,
        .llr = match->test ? sprt_llr(match->test, pairs) : 0,
        .score = score,
        .always = score_of(pairs, &duplicates, false),
        .elo = outcome_counts_elo_of_score(score),
        .normalized_elo =
            outcome_counts_normalized_elo_of_effective(pairs, effective, level),
        .first_player = score_of(&match->first_player, &duplicates, is_fixed)};
    result_t *result = result_new();
    write_words(&row, config);
    figures_row(
        result_record(result, NULL, NULL, columns, sizeof columns / sizeof columns[0]),
        &row);
    if (match->test)
        add_test(result, &row);
    return result;
}
