#include "eval/match/match_report.h"

#include "core/base/interval.h"
#include "core/base/json.h"
#include "eval/match/match.h"
#include "eval/stats/confidence_sequence.h"
#include "selfplay/config/run_config.h"
#include "selfplay/run/run.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>

static const char *const seat_names[] = {"player1", "player2"};
static const char *const result_names[] = {"wins", "draws", "losses"};

/* The figures of both formats. */
typedef struct findings {
    estimate_t score, elo, normalized_elo, always, first_player;
    double superiority, llr;
    duplicates_t duplicates;
    uint64_t pairs;
} findings_t;

static findings_t find(const match_t *match) {
    const outcome_counts_t *pairs = &match->pairs;
    duplicates_t duplicates = match_duplicates(match);
    double effective = duplicates.effective, weight = duplicates_weight(&duplicates);
    weighed_counts_t weighed = {*pairs, weight};
    return (findings_t){
        .score = outcome_counts_score_of_effective(pairs, effective, INTERVAL_LEVEL),
        .elo = outcome_counts_elo_of_effective(pairs, effective, INTERVAL_LEVEL),
        .normalized_elo =
            outcome_counts_normalized_elo_of_effective(pairs, effective, INTERVAL_LEVEL),
        .always = confidence_sequence_weighed(&weighed, INTERVAL_LEVEL),
        .first_player = outcome_counts_score_of_effective(&match->first_player, effective,
                                                          INTERVAL_LEVEL),
        .superiority = outcome_counts_superiority_of_effective(pairs, effective),
        .duplicates = duplicates,
        .pairs = outcome_counts_trials(pairs),
        .llr = match->test ? sprt_llr(match->test, pairs) : 0};
}

static const char *verdict(const match_t *match) {
    return match->state == SPRT_H1   ? "A is stronger (H1)"
           : match->state == SPRT_H0 ? "A is not stronger (H0)"
                                     : "not decided";
}

/* --- Text --------------------------------------------------------------------------- */

static void print_share(FILE *file, const char *name, const estimate_t *estimate) {
    fprintf(file, "  %-24s %6.2f %%   [%6.2f, %6.2f]\n", name, 100 * estimate->value,
            100 * estimate->low, 100 * estimate->high);
}

/* The ends may be infinite: "+inf". */
static void print_elo(FILE *file, const char *name, const estimate_t *elo) {
    fprintf(file, "  %-24s %+6.0f     [%+6.0f, %+6.0f]\n", name, elo->value, elo->low,
            elo->high);
}

/* Nearly certain is not certain. */
static void print_superiority(FILE *file, double chance) {
    double percent = 100 * chance;
    bool is_near = percent > 99.99 || percent < 0.01;
    fprintf(file, "  %-24s %s%.2f %%\n", "A is the stronger",
            !is_near       ? " "
            : percent > 50 ? ">"
                           : "<",
            is_near ? (percent > 50 ? 99.99 : 0.01) : percent);
}

/* The figures of a match with complete pairs. */
static void print_found(const match_t *match, const findings_t *found, FILE *file) {
    const uint64_t *c = match->pairs.count;
    print_share(file, "A's score", &found->score);
    print_elo(file, "Elo", &found->elo);
    print_elo(file, "normalised Elo", &found->normalized_elo);
    print_share(file, "score, anytime-valid", &found->always);
    print_superiority(file, found->superiority);
    for (int seat = 0; seat < 2; seat++) {
        const uint64_t *results = match->seats[seat];
        fprintf(file,
                "  A as player %d            %" PRIu64 " won, %" PRIu64 " drawn, %" PRIu64
                " lost\n",
                seat + 1, results[MATCH_WIN], results[MATCH_DRAW], results[MATCH_LOSS]);
    }
    print_share(file, "player 1's score", &found->first_player);
    fprintf(file,
            "  %-24s %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
            "   (of 0, 1/2, 1, 3/2, 2 points)\n",
            "pairs", c[0], c[1], c[2], c[3], c[4]);
    fprintf(file, "  %-24s %" PRIu64 " of %" PRIu64 " (mirror images as one)",
            "distinct pairs", found->duplicates.distinct, found->pairs);
    if (found->duplicates.distinct < found->pairs)
        fprintf(file, ", effectively %.1f", found->duplicates.effective);
    fputc('\n', file);
    fprintf(file, "  %-24s %" PRIu64 "\n", "games cut off", match->cut_off);
}

static void print(const match_t *match, const run_t *run, bool whole, FILE *file) {
    const run_config_t *config = run->config;
    findings_t found = find(match);
    fprintf(file, "%s %s\n  A: %s\n  B: %s\n", config->game->class->name,
            config->game->variant_text, config->agents[0].name, config->agents[1].name);
    fprintf(file, "  %-24s %" PRIu64 "%s, openings of %s%" PRId64 " random turn%s\n",
            "pairs of games", found.pairs, whole ? "" : ", more to be played",
            config->opening.actions ? "opening.actions and " : "", config->opening.turns,
            TEXT_PLURAL(config->opening.turns));
    if (found.pairs > 0)
        print_found(match, &found, file);
    else
        fprintf(file, "  %-24s no games yet\n", "A's score");
    if (match->test)
        fprintf(file,
                "  %-24s %s; llr %.2f in [%.2f, %.2f], %g against %g normalised Elo\n",
                "sequential test", verdict(match), found.llr, match->test->lower,
                match->test->upper, match->test->nelo0, match->test->nelo1);
    if (match->later > 0)
        fprintf(file, "  %-24s %" PRIu64 ", not counted\n", "pairs played later",
                match->later);
    fprintf(file, "  %-24s %s\n", "games are in", run->folder);
}

/* --- JSON --------------------------------------------------------------------------- */

static void add_test(cJSON *json, const match_t *match, double llr) {
    static const char *const states[] = {
        [SPRT_GO_ON] = "undecided", [SPRT_H0] = "H0", [SPRT_H1] = "H1"};
    if (!match->test)
        return;
    cJSON *test = cJSON_AddObjectToObject(json, "sprt");
    cJSON_AddStringToObject(test, "state", states[match->state]);
    json_add_number(test, "llr", llr);
    json_add_number(test, "lower", match->test->lower);
    json_add_number(test, "upper", match->test->upper);
    json_add_number(test, "nelo0", match->test->nelo0);
    json_add_number(test, "nelo1", match->test->nelo1);
    json_add_number(test, "alpha", match->test->alpha);
    json_add_number(test, "beta", match->test->beta);
}

static void print_json(const match_t *match, const run_t *run, bool whole, FILE *file) {
    const run_config_t *config = run->config;
    findings_t found = find(match);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "game", config->game->class->name);
    cJSON_AddStringToObject(json, "variant", config->game->variant_text);
    cJSON_AddStringToObject(json, "a", config->agents[0].name);
    cJSON_AddStringToObject(json, "b", config->agents[1].name);
    cJSON_AddBoolToObject(json, "whole", whole);
    json_add_number(json, "pairs", found.pairs);
    json_add_estimate(json, "score", &found.score);
    json_add_estimate(json, "score_at_every_look", &found.always);
    json_add_estimate(json, "elo", &found.elo);
    json_add_estimate(json, "normalized_elo", &found.normalized_elo);
    json_add_number(json, "superiority", found.superiority);
    json_add_estimate(json, "player1_score", &found.first_player);
    for (int seat = 0; seat < 2; seat++) {
        cJSON *object = cJSON_AddObjectToObject(json, seat_names[seat]);
        for (int result = 0; result < MATCH_RESULTS; result++)
            json_add_number(object, result_names[result], match->seats[seat][result]);
    }
    cJSON *counts = cJSON_AddArrayToObject(json, "pentanomial");
    for (int i = 0; i < OUTCOMES_MAX; i++)
        cJSON_AddItemToArray(counts, json_number(match->pairs.count[i]));
    json_add_number(json, "distinct_pairs", found.duplicates.distinct);
    json_add_number(json, "effective_pairs", found.duplicates.effective);
    json_add_number(json, "cut_off", match->cut_off);
    json_add_number(json, "later_pairs", match->later);
    add_test(json, match, found.llr);
    cJSON_AddStringToObject(json, "folder", run->folder);
    json_print_line(json, file);
}

void match_report(const match_t *match, const run_t *run, bool whole, bool json,
                  FILE *file) {
    if (json)
        print_json(match, run, whole, file);
    else
        print(match, run, whole, file);
}
