/* Reasons not to take a study's figures at face value, and whether its controls found
 * any. */
#include "core/base/text.h"
#include "eval/study/answers/study_answer.h"
#include "eval/study/answers/study_words.h"
#include "eval/study/study_plan.h"
#include "eval/study/study_result.h"

/* Share of distinct games below which repetition is reported. */
#define DISTINCT_ENOUGH 0.9
/* A p-value of a control below this is reported. */
#define CONTROL_LEVEL 0.001
/* Share of cut-off games from which on draws say little about the rules. */
#define CUT_OFF_MANY 0.01

enum { SENTENCE = 512 };

/* --- Of cells ----------------------------------------------------------------------- */

/* A caveat of a cell: adds its words; false: it does not apply. */
typedef bool (*caveat_t)(const study_cell_t *cell, text_t *out);

static bool add_never_swapped(const study_cell_t *cell, text_t *out) {
    if (cell->swap_offered == 0 || cell->swaps.count[2] > 0)
        return false;
    text_add(
        out,
        "nobody swapped in any of %llu games between these players, so they say nothing "
        "about the worth of the pie rule",
        (unsigned long long)cell->swap_offered);
    return true;
}

static bool add_always_swapped(const study_cell_t *cell, text_t *out) {
    if (cell->swap_offered == 0 || cell->swaps.count[2] < cell->swap_offered)
        return false;
    text_add(
        out,
        "player 2 swapped in every one of %llu games between these players: player 1 "
        "plays first turns that are worth taking over, without accounting for the "
        "pie rule",
        (unsigned long long)cell->swap_offered);
    return true;
}

static bool add_seats(const study_cell_t *cell, text_t *out) {
    char score[FIGURE_WORDS];
    if (cell->seats_games == 0 || cell->seats_even)
        return false;
    text_add(out,
             "against itself with seats exchanged an agent scores %s, and not 50 %% (p = "
             "%.2g): the search favours one copy",
             figure_words(FIGURE_SCORE, cell->seats_score, score), cell->seats_p);
    return true;
}

static bool add_mirrors(const study_cell_t *cell, text_t *out) {
    if (cell->games == 0 || cell->orientations.p_value >= CONTROL_LEVEL)
        return false;
    text_add(
        out,
        "mirror images of games end differently (p = %.2g): rules or search favour a "
        "direction",
        cell->orientations.p_value);
    return true;
}

static bool add_repeated(const study_cell_t *cell, text_t *out) {
    double games = (double)cell->games;
    if (cell->games == 0 || cell->duplicates.effective >= DISTINCT_ENOUGH * games)
        return false;
    text_add(out,
             "games are repeated: %llu of %.0f are distinct, and all together are worth "
             "%.0f distinct ones for the width of intervals",
             (unsigned long long)cell->duplicates.distinct, games,
             cell->duplicates.effective);
    return true;
}

static bool add_cut_off(const study_cell_t *cell, text_t *out) {
    double games = (double)cell->games;
    if (cell->games == 0 || (double)cell->cut_off <= CUT_OFF_MANY * games)
        return false;
    text_add(
        out,
        "%.1f %% of the games were cut off by the limit on their length and count as "
        "drawn",
        100 * (double)cell->cut_off / games);
    return true;
}

static const caveat_t caveats[] = {add_never_swapped, add_always_swapped, add_seats,
                                   add_mirrors,       add_repeated,       add_cut_off};

static void say_first(result_t *out, const char *first, int count, const char *noun) {
    if (count == 1)
        result_item(out, true, "%s.", first);
    else if (count > 1)
        result_item(out, true, "%s; similarly in %d other %s%s.", first, count - 1, noun,
                    TEXT_PLURAL(count - 1));
}

/* One sentence: the first cell that it applies to, and how many others. */
static void say_of_cells(result_t *out, const study_result_t *result, caveat_t caveat) {
    char first[SENTENCE] = "", other[SENTENCE];
    int count = 0;
    for (int i = 0; i < study_num_cells(result); i++) {
        const study_cell_t *cell = study_cell_at(result, i);
        text_t words = text_into(count == 0 ? first : other, SENTENCE);
        text_add(&words, "%s, strength level %s: ", cell->variant, cell->strength);
        count += caveat(cell, &words);
    }
    say_first(out, first, count, "cell");
}

/* --- Of variants -------------------------------------------------------------------- */

static void say_contrary(result_t *out, const study_result_t *result, int variant,
                         int strength) {
    int contrary = study_contrary_level(result, variant, strength);
    char level[STUDY_LEVEL_WORDS], score[STUDY_SCORE_WORDS];
    if (contrary < 0)
        return;
    const study_cell_t *cell = &result->cells[variant][contrary];
    result_item(out, true, "%s: stronger play, %s, comes to %s in %llu game%s.",
                cell->variant, study_level_words(result, contrary, level),
                study_score_words(cell, score), (unsigned long long)cell->games,
                TEXT_PLURAL(cell->games));
}

static bool add_trend(const study_result_t *result, int variant, text_t *out) {
    const study_trend_t *trend = &result->trends[variant];
    static const char *const changes[] = {[TREND_NOT_DECIDED] = "may still change",
                                          [TREND_RISES] = "still rises",
                                          [TREND_FALLS] = "still falls"};
    char change[FIGURE_WORDS];
    if (!trend->exists && study_has_others(result))
        text_add(out,
                 "%s: games at fewer than two budgets, so nothing is known of stronger "
                 "play",
                 result->study->variants[variant].name);
    if (trend->exists && trend->fit.state != TREND_LEVEL)
        text_add(out,
                 "%s: the first player's score %s between the two largest budgets: %s "
                 "points from %s to %s, so stronger players may score otherwise",
                 trend->variant, changes[trend->fit.state],
                 figure_words(FIGURE_POINTS, trend->fit.step, change), trend->before,
                 trend->last);
    return out->used > 0;
}

/* One sentence: the first variant, and how many others. */
static void say_trends(result_t *out, const study_result_t *result) {
    char first[SENTENCE] = "", other[SENTENCE];
    int count = 0;
    for (int i = 0; i < result->study->num_variants; i++) {
        text_t words = text_into(count == 0 ? first : other, SENTENCE);
        count += add_trend(result, i, &words);
    }
    say_first(out, first, count, "variant");
}

static void say_of_variants(result_t *out, const study_result_t *result) {
    for (int i = 0; i < result->study->num_variants; i++) {
        int strength = study_strongest(result, i);
        if (strength >= 0)
            say_contrary(out, result, i, strength);
        else if (study_plan_levels(result->study) > 0)
            result_item(out, true, "%s: no games yet.", result->study->variants[i].name);
    }
    say_trends(out, result);
}

/* Nothing measures whether two variants are played by equally strong players. */
static void say_matched(result_t *out, const study_result_t *result) {
    bool any = false;
    for (int i = MATCHED_DOUBLING; i < result->num_matched; i += MATCHED_KINDS)
        any = any || result->matched[i].exists;
    if (result->num_matched > 0 && !any)
        result_item(out, true,
                    "Which variant is fairer between equally strong players is open: the "
                    "same budget need not be the same strength, and %s.",
                    study_has_others(result)
                        ? "no score of twice the budget (\"skill\") is surely reached on "
                          "two of them"
                        : "between networks of a list the score of twice the budget was "
                          "not measured");
}

/* Other tables count the games of networks as those of one player. */
static void say_networks(result_t *out, const study_result_t *result) {
    for (int i = 0; i < study_num_cells(result); i++)
        if (study_cell_has_networks(study_cell_at(result, i))) {
            result_item(
                out, false,
                "Between networks, scores and their differences hold whichever of "
                "them is left out. Intervals of draws, lengths, first turns and metrics "
                "are for games of just these networks.");
            return;
        }
}

/* --- Of all together ---------------------------------------------------------------- */

typedef struct controls {
    unsigned seats_wanted, seats, mirrored, bad;
} controls_t;

static controls_t count_controls(const study_result_t *result) {
    controls_t found = {0};
    for (int i = 0; i < study_num_cells(result); i++) {
        const study_cell_t *cell = study_cell_at(result, i);
        found.seats_wanted += cell->seats_wanted > 0;
        found.seats += cell->seats_games > 0;
        found.mirrored += cell->games > 0 && cell->orientations.degrees > 0;
        found.bad += (cell->seats_games > 0 && !cell->seats_even) ||
                     (cell->games > 0 && cell->orientations.p_value < CONTROL_LEVEL);
    }
    return found;
}

/* Together they may show what each is too small to show. */
static void say_pooled(result_t *out, const study_result_t *result) {
    char score[FIGURE_WORDS];
    if (!result->seats_even)
        result_item(
            out, true,
            "All exchanged seats together: an agent scores %s against itself (p = "
            "%.2g), so the search favours one copy.",
            figure_words(FIGURE_SCORE, result->seats_score, score), result->seats_p);
    if (result->orientations.p_value < CONTROL_LEVEL)
        result_item(out, true,
                    "All mirror images together: games end differently (p = %.2g), so "
                    "rules or search favour a direction.",
                    result->orientations.p_value);
}

/* Whether intervals are for the end of the study; one to watch has no other. */
static void say_plan(result_t *out, const study_result_t *result) {
    int unplanned = 0;
    for (int i = 0; i < study_num_cells(result); i++) {
        const study_cell_t *cell = study_cell_at(result, i);
        unplanned +=
            cell->games > 0 && !cell->is_planned && !study_cell_has_networks(cell);
    }
    if (result->study->past.replanned && unplanned > 0)
        result_item(out, true,
                    "What ends the games was changed after the study had begun, so its "
                    "intervals are anytime-valid: about 1.6 times as wide as those of a "
                    "study that ends as planned.");
    else if (result->study->purpose != PURPOSE_WATCH && unplanned > 0)
        result_item(out, true,
                    "%d of the scores had not all the games that were planned: their "
                    "intervals are anytime-valid, about 1.6 times as wide as at the end.",
                    unplanned);
    if (!result->is_complete)
        result_item(out, true,
                    "The study is not complete: games are still to be played.");
}

/* Variants that were added or removed after games had been seen. */
static void say_changes(result_t *out, const study_t *study) {
    if (study->past.removed > 0 || study->past.added > 0)
        result_item(out, false,
                    "Variants were added or removed after games had been seen: intervals "
                    "hold simultaneously for all %d, removed ones included, at %g %%; "
                    "all answers so far are right together in at least %.3g %%.",
                    study_plan_variants(study), 100 * (1 - study->error_rate),
                    100 * (1 - study_plan_error_rate(study)));
}

/* How many controls there were, so that a lack of caveats has a meaning. */
static void say_controls(result_t *out, const study_result_t *result) {
    controls_t found = count_controls(result);
    bool is_bad = found.bad > 0 || !result->seats_even ||
                  result->orientations.p_value < CONTROL_LEVEL;
    if (!is_bad && found.seats + found.mirrored > 0)
        result_item(out, false,
                    "Controls found no artefact of the search: %u of exchanged seats, %u "
                    "of mirror images.",
                    found.seats, found.mirrored);
    if (found.seats == 0 && found.seats_wanted > 0)
        result_item(out, true, "Exchanged seats: no games yet.");
    else if (found.seats == 0 && study_has_others(result))
        result_item(
            out, false,
            "Exchanged seats were not tested: set \"seats\": 400 in a strength level.");
    say_plan(out, result);
    say_changes(out, result->study);
}

void study_doubts(result_t *out, const study_result_t *result) {
    static const caveat_t most[] = {add_cut_off, add_seats, add_mirrors};
    result_list(out, NULL, "But");
    for (int i = 0; i < result->study->num_variants; i++) {
        int strength = study_strongest(result, i);
        if (strength >= 0)
            say_contrary(out, result, i, strength);
    }
    for (size_t i = 0; i < sizeof most / sizeof most[0]; i++)
        say_of_cells(out, result, most[i]);
    say_pooled(out, result);
}

void study_caveats(result_t *out, const study_result_t *result) {
    result_list(out, "caveats", "Caveats");
    say_of_variants(out, result);
    say_matched(out, result);
    say_networks(out, result);
    for (size_t i = 0; i < sizeof caveats / sizeof caveats[0]; i++)
        say_of_cells(out, result, caveats[i]);
    say_pooled(out, result);
    say_controls(out, result);
}
