#include "eval/study/answers/study_verdict.h"

#include "eval/study/answers/study_words.h"
#include "eval/study/study_matched.h"
#include "eval/study/study_result.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

const char *const verdict_headings[VERDICT_TOPICS] = {
    [VERDICT_BALANCE] = "Is it balanced?",
    [VERDICT_DIFFERENCE] = "Do the variants differ?",
    [VERDICT_FAIRER] = "Which is fairer?",
    [VERDICT_TREND] = "As players get stronger",
    [VERDICT_FIRST_TURNS] = "What the first turn is worth",
    [VERDICT_SKILL] = "Does thinking pay?",
    [VERDICT_CONTROLS] = "Can the figures be trusted?"};

/* Share of distinct games below which repetition is reported. */
#define DISTINCT_ENOUGH 0.9
/* A p-value of a control below this is reported. */
#define CONTROL_LEVEL 0.001
/* Share of cut-off games from which on draws say little about the rules. */
#define CUT_OFF_MANY 0.01

enum { SENTENCE = 1200 };

typedef struct telling {
    const study_result_t *result;
    verdict_visit_t visit;
    void *context;
} telling_t;

static void tell(const telling_t *telling, verdict_topic_t topic, bool warning,
                 const char *format, ...) PRINTF_LIKE(4, 5);
static void tell(const telling_t *telling, verdict_topic_t topic, bool warning,
                 const char *format, ...) {
    char sentence[SENTENCE];
    va_list values;
    va_start(values, format);
    vsnprintf(sentence, sizeof sentence, format, values);
    va_end(values);
    telling->visit(telling->context, topic, warning, sentence);
}

enum { SHARE_WORDS = 64, CHANGE_WORDS = 160 };

/* "53.1 % (51.2 to 55.0)" */
static const char *share_words(estimate_t share, char words[SHARE_WORDS]) {
    snprintf(words, SHARE_WORDS, "%.1f %% (%.1f to %.1f)", 100 * share.value,
             100 * share.low, 100 * share.high);
    return words;
}

static const char *variant_name(const telling_t *telling, int variant) {
    return telling->result->study->variants[variant].name;
}

static const char *strength_name(const telling_t *telling, int strength) {
    return telling->result->study->strengths[strength].name;
}

/* --- Balance ------------------------------------------------------------------------ */

static void tell_balance_of(const telling_t *telling, int variant, int strength) {
    const study_cell_t *cell = &telling->result->cells[variant][strength];
    double margin = 100 * telling->result->study->margin;
    char words[STUDY_SCORE_WORDS];
    study_score_words(cell, words);
    const char *who = variant_name(telling, variant);
    const char *with = strength_name(telling, strength);
    if (cell->balance == BALANCE_YES)
        tell(telling, VERDICT_BALANCE, false,
             "%s is balanced within %g points at strength level %s: the first player "
             "scores %s.",
             who, margin, with, words);
    else if (cell->balance == BALANCE_NO)
        tell(telling, VERDICT_BALANCE, false,
             "%s is not balanced at strength level %s: the first player scores %s, more "
             "than %g points from 50 %%.",
             who, with, words, margin);
    else
        tell(telling, VERDICT_BALANCE, false,
             "%s: not decided yet at strength level %s whether it is balanced within %g "
             "points; the first player scores %s.",
             who, with, margin, words);
}

static void tell_exact(const telling_t *telling, int variant) {
    const study_exact_t *exact = &telling->result->exact[variant];
    char words[STUDY_EXACT_WORDS];
    if (exact->value != VALUE_OPEN)
        tell(telling, VERDICT_BALANCE, false, "%s is solved: with best play %s.",
             variant_name(telling, variant), study_exact_words(exact, words));
}

static void tell_balance(const telling_t *telling) {
    for (int i = 0; i < telling->result->study->num_variants; i++) {
        int speaks = study_strongest(telling->result, i);
        tell_exact(telling, i);
        if (speaks < 0) {
            tell(telling, VERDICT_BALANCE, true, "%s: no games yet.",
                 variant_name(telling, i));
            continue;
        }
        tell_balance_of(telling, i, speaks);
        for (int j = 0; j < telling->result->study->num_strengths; j++) {
            const study_cell_t *cell = &telling->result->cells[i][j];
            if (cell->games > 0 &&
                cell->balance != telling->result->cells[i][speaks].balance)
                tell_balance_of(telling, i, j);
        }
    }
}

/* --- Differences -------------------------------------------------------------------- */

static bool is_shown(const study_result_t *result, const study_difference_t *found) {
    return found->adjusted <= result->study->error_rate;
}

static void tell_difference(const telling_t *telling, const study_difference_t *found) {
    double points = 100 * fabs(found->difference.value);
    bool more = found->difference.value > 0;
    const char *alone =
        telling->result->num_differences > 1
            ? ", for this difference alone; it is also shown for all together"
            : "";
    char words[STUDY_SCORE_WORDS];
    study_difference_words(telling->result, found, &found->difference, words);
    tell(telling, VERDICT_DIFFERENCE, false,
         "At strength level %s the first player scores %.1f points %s on %s than on %s "
         "(difference %s%s).",
         strength_name(telling, found->strength), points, more ? "more" : "less",
         variant_name(telling, found->a), variant_name(telling, found->b), words, alone);
}

/* The differences of a level that are not shown, in one sentence: how many, and the one
 * whose interval reaches farthest from 0. */
static void tell_not_shown(const telling_t *telling, int strength) {
    const study_result_t *result = telling->result;
    const study_difference_t *widest = NULL;
    double most = 0;
    int count = 0;
    for (int i = 0; i < result->num_differences; i++) {
        const study_difference_t *found = &result->differences[i];
        double reach = fmax(-found->sure.low, found->sure.high);
        if (found->strength != strength || is_shown(result, found) ||
            !study_difference_is_there(result, found))
            continue;
        count++;
        widest = reach > most ? found : widest;
        most = fmax(most, reach);
    }
    if (!widest)
        return;
    char others[48] = "", together[64] = "", words[STUDY_SCORE_WORDS];
    study_difference_words(result, widest, &widest->sure, words);
    if (result->num_differences > 1)
        snprintf(together, sizeof together,
                 ", an interval that holds for all %d simultaneously",
                 result->num_differences);
    if (count > 1)
        snprintf(others, sizeof others, ", nor between %d other pair%s", count - 1,
                 TEXT_PLURAL(count - 1));
    tell(telling, VERDICT_DIFFERENCE, false,
         "At strength level %s no difference is shown between %s and %s: %+.1f points "
         "(%s%s)%s.",
         strength_name(telling, strength), variant_name(telling, widest->a),
         variant_name(telling, widest->b), 100 * widest->difference.value, words,
         together, others);
}

/* All that are shown; those that are not, at the common strength level. */
static void tell_differences(const telling_t *telling) {
    const study_result_t *result = telling->result;
    for (int i = 0; i < result->num_differences; i++)
        if (study_difference_is_there(result, &result->differences[i]) &&
            is_shown(result, &result->differences[i]))
            tell_difference(telling, &result->differences[i]);
    if (study_common_strength(result) >= 0)
        tell_not_shown(telling, study_common_strength(result));
}

/* Two variants at budgets that are equal in some measure. */
static void tell_matched(const telling_t *telling) {
    char sentence[SENTENCE];
    for (int i = 0; i < telling->result->num_matched; i += MATCHED_KINDS) {
        const study_matched_t *first = &telling->result->matched[i];
        bool any = false;
        for (int kind = 0; kind < MATCHED_KINDS; kind++)
            any |= first[kind].exists;
        if (!any)
            continue;
        bool warning =
            study_matched_tell(telling->result, first, sentence, sizeof sentence);
        tell(telling, VERDICT_FAIRER, warning, "%s", sentence);
    }
}

/* --- Trends ------------------------------------------------------------------------- */

/* "by +1.2 points (-0.3 to 2.7) from 400 to 1600 simulations" without the last word. */
static const char *change_words(const telling_t *telling, const estimate_t *change,
                                int from, int to, char words[CHANGE_WORDS]) {
    snprintf(words, CHANGE_WORDS, "%+.1f points (%+.1f to %+.1f) from %s to %s",
             100 * change->value, 100 * change->low, 100 * change->high,
             strength_name(telling, from), strength_name(telling, to));
    return words;
}

static void tell_trend(const telling_t *telling, int variant) {
    const study_trend_t *found = &telling->result->trends[variant];
    const score_trend_t *trend = &found->fit;
    const char *who = variant_name(telling, variant);
    char words[CHANGE_WORDS];
    if (!found->exists && !study_has_others(telling->result))
        return;
    if (!found->exists) {
        tell(telling, VERDICT_TREND, true,
             "%s: games at fewer than two budgets, so nothing is known of stronger play.",
             who);
        return;
    }
    change_words(telling, &trend->step, trend->before, trend->last, words);
    if (trend->state == TREND_LEVEL)
        tell(telling, VERDICT_TREND, false,
             "%s: between the two largest budgets the first player's score hardly "
             "changes: %s. What stronger players would score was not measured.",
             who, words);
    else if (trend->state == TREND_NOT_DECIDED)
        tell(telling, VERDICT_TREND, true,
             "%s: not decided whether the first player's score still changes between the "
             "two largest budgets: %s. What stronger players would score was not "
             "measured.",
             who, words);
    else
        tell(telling, VERDICT_TREND, true,
             "%s: the first player's score still %s between the two largest budgets: %s. "
             "Stronger players may score otherwise.",
             who, trend_state_names[trend->state], words);
}

/* --- First turns and skill ---------------------------------------------------------- */

/* What a pie rule would leave to the first player; nothing where the variant has it. */
static void pie_words(const telling_t *telling, int variant,
                      const first_turns_value_t *value, char *words, size_t size) {
    char pie[SHARE_WORDS];
    if (telling->result->study->variants[variant].game->swap) {
        *words = '\0';
        return;
    }
    share_words(value->under_pie, pie);
    snprintf(words, size,
             " Under a pie rule they would score %s if both players choose correctly "
             "(one half of the games picks the turn, the other half judges it; the "
             "interval holds for all judged turns simultaneously).",
             pie);
}

/* Between networks of a list, from given openings. */
static void tell_openings(const telling_t *telling, int variant, int strength) {
    const study_cell_t *cell = &telling->result->cells[variant][strength];
    char words[STUDY_OPENINGS_WORDS];
    if (*study_openings_words(cell, words))
        tell(telling, VERDICT_FIRST_TURNS, !cell->is_done, "%s, strength level %s: %s",
             variant_name(telling, variant), strength_name(telling, strength), words);
}

static void tell_first_turns(const telling_t *telling, int variant, int strength) {
    const study_cell_t *cell = &telling->result->cells[variant][strength];
    const first_turns_value_t *value = &cell->drawn_value;
    char fairest[SHARE_WORDS], pie[SHARE_WORDS + 220];
    tell_openings(telling, variant, strength);
    if (cell->drawn_games == 0 || value->turns == 0)
        return;
    if (!first_turns_value_tells(value)) {
        tell(telling, VERDICT_FIRST_TURNS, false,
             "%s, strength level %s: too few games to say which first turn is the "
             "fairest (%d first turn%s judged, with %llu of %llu games; at least %d "
             "judged "
             "turns, %d games and half of all are needed).",
             variant_name(telling, variant), strength_name(telling, strength),
             value->turns, TEXT_PLURAL(value->turns), (unsigned long long)value->games,
             (unsigned long long)value->all_games, FIRST_TURNS_LEAST_JUDGED,
             FIRST_TURNS_LEAST_GAMES);
        return;
    }
    share_words(value->fairest_score, fairest);
    pie_words(telling, variant, value, pie, sizeof pie);
    tell(telling, VERDICT_FIRST_TURNS, false,
         "%s, strength level %s: %d judged first turns differ by a standard deviation of "
         "%.1f points. After the one that looks fairest (%s) the first player scores "
         "%s.%s",
         variant_name(telling, variant), strength_name(telling, strength), value->turns,
         100 * value->spread, value->fairest->text, fairest, pie);
}

/* How often a pie rule was used. A swap rate of 0 or 100 % does not test the rule. */
static void tell_swaps(const telling_t *telling, int variant, int strength) {
    const study_cell_t *cell = &telling->result->cells[variant][strength];
    const char *who = variant_name(telling, variant);
    const char *with = strength_name(telling, strength);
    uint64_t swaps = cell->swaps.count[2], games = cell->swap_offered;
    char words[SHARE_WORDS];
    share_words(cell->swap_share, words);
    if (games == 0)
        return;
    if (swaps == 0)
        tell(telling, VERDICT_FIRST_TURNS, true,
             "%s, strength level %s: nobody swapped in any of %llu game%s, %s: the games "
             "say nothing about the worth of the pie rule.",
             who, with, (unsigned long long)games, TEXT_PLURAL(games), words);
    else if (swaps == games)
        tell(telling, VERDICT_FIRST_TURNS, true,
             "%s, strength level %s: player 2 swapped in every one of %llu game%s, %s: "
             "player 1 plays first turns that are worth taking over, without accounting "
             "for the pie rule.",
             who, with, (unsigned long long)games, TEXT_PLURAL(games), words);
    else
        tell(telling, VERDICT_FIRST_TURNS, false,
             "%s, strength level %s: player 2 swapped in %s of %llu game%s.", who, with,
             words, (unsigned long long)games, TEXT_PLURAL(games));
}

static void tell_skill(const telling_t *telling, int variant, int strength) {
    const study_cell_t *cell = &telling->result->cells[variant][strength];
    char words[SHARE_WORDS];
    if (cell->skill_games == 0)
        return;
    tell(telling, VERDICT_SKILL, false,
         "%s: twice the budget of strength level %s scores %s.",
         variant_name(telling, variant), strength_name(telling, strength),
         share_words(cell->skill_score, words));
}

static void tell_skill_trace(const telling_t *telling, int variant) {
    const study_skill_t *skill = &telling->result->skills[variant];
    const estimate_t *value = &skill->trace.value;
    if (skill->exists)
        tell(telling, VERDICT_SKILL, false,
             "%s: skill trace %.2f (%.2f to %.2f), on a scale from 0, where strength "
             "never pays, to 1.",
             variant_name(telling, variant), value->value, value->low, value->high);
}

/* --- Controls ----------------------------------------------------------------------- */

static void tell_controls(const telling_t *telling, int variant, int strength) {
    const study_cell_t *cell = &telling->result->cells[variant][strength];
    const char *who = variant_name(telling, variant);
    const char *with = strength_name(telling, strength);
    char words[SHARE_WORDS];
    double games = (double)cell->games;
    if (cell->seats_games > 0 && !cell->seats_even)
        tell(telling, VERDICT_CONTROLS, true,
             "%s, strength level %s: against itself with seats exchanged an agent scores "
             "%s, and not 50 %% (p = %.2g): the search favours one copy.",
             who, with, share_words(cell->seats_score, words), cell->seats_p);
    if (cell->games > 0 && cell->orientations.p_value < CONTROL_LEVEL)
        tell(telling, VERDICT_CONTROLS, true,
             "%s, strength level %s: mirror images of games end differently (p = %.2g): "
             "rules or search favour a direction.",
             who, with, cell->orientations.p_value);
    if (cell->games > 0 && cell->duplicates.effective < DISTINCT_ENOUGH * games)
        tell(telling, VERDICT_CONTROLS, true,
             "%s, strength level %s: some lines of play are repeated: %llu of %.0f games "
             "are distinct, and all together are worth %.0f distinct ones.",
             who, with, (unsigned long long)cell->duplicates.distinct, games,
             cell->duplicates.effective);
    if (cell->games > 0 && (double)cell->cut_off > CUT_OFF_MANY * games)
        tell(telling, VERDICT_CONTROLS, true,
             "%s, strength level %s: %.1f %% of the games were cut off by the limit on "
             "their length and count as drawn.",
             who, with, 100 * (double)cell->cut_off / games);
}

typedef struct controls {
    uint64_t asked, seats, mirrored; /* asked: for seats */
    int bad;
} controls_t;

/* How many controls there were, so that a lack of warnings has a meaning. */
static controls_t count_controls(const study_result_t *result) {
    controls_t found = {0};
    for (int i = 0; i < result->study->num_variants; i++)
        for (int j = 0; j < result->study->num_strengths; j++) {
            const study_cell_t *cell = &result->cells[i][j];
            found.asked += cell->seats_wanted > 0;
            found.seats += cell->seats_games > 0;
            found.mirrored += cell->games > 0 && cell->orientations.degrees > 0;
            found.bad += (cell->seats_games > 0 && !cell->seats_even) ||
                         (cell->games > 0 && cell->orientations.p_value < CONTROL_LEVEL);
        }
    return found;
}

static void tell_pooled_mirrors(const telling_t *telling) {
    double p = telling->result->orientations.p_value;
    if (p < CONTROL_LEVEL)
        tell(telling, VERDICT_CONTROLS, true,
             "All mirror images together: games end differently (p = %.2g, the "
             "probability of differing at least as much if there were no difference).",
             p);
    else
        tell(telling, VERDICT_CONTROLS, false,
             "All mirror images together: no difference is shown in how games end (p = "
             "%.2g of one at least as large if there were none).",
             p);
}

/* All cells together. */
static void tell_pooled_controls(const telling_t *telling) {
    const study_result_t *result = telling->result;
    char words[SHARE_WORDS];
    if (outcome_counts_trials(&result->seats) > 0)
        tell(telling, VERDICT_CONTROLS, !result->seats_even,
             "All exchanged seats together: an agent scores %s against itself%s "
             "(p = %.2g, exact).",
             share_words(result->seats_score, words),
             result->seats_even ? "" : ", so the search favours one copy",
             result->seats_p);
    if (result->orientations.degrees > 0)
        tell_pooled_mirrors(telling);
}

/* Of the controls that there were. */
static void tell_no_artefact(const telling_t *telling, const controls_t *found) {
    char seats[64] = "", mirrored[64] = "";
    if (found->seats > 0)
        snprintf(seats, sizeof seats, "%llu of exchanged seats",
                 (unsigned long long)found->seats);
    if (found->mirrored > 0)
        snprintf(mirrored, sizeof mirrored, "%s%llu of mirror images",
                 found->seats > 0 ? ", " : "", (unsigned long long)found->mirrored);
    tell(telling, VERDICT_CONTROLS, false,
         "Controls found no artefact of the search: %s%s.", seats, mirrored);
}

static void tell_all_controls(const telling_t *telling) {
    controls_t found = count_controls(telling->result);
    for (int i = 0; i < telling->result->study->num_variants; i++)
        for (int j = 0; j < telling->result->study->num_strengths; j++)
            tell_controls(telling, i, j);
    tell_pooled_controls(telling);
    found.bad += !telling->result->seats_even ||
                 telling->result->orientations.p_value < CONTROL_LEVEL;
    if (found.bad == 0 && found.seats + found.mirrored > 0)
        tell_no_artefact(telling, &found);
    if (found.seats == 0 && found.asked > 0)
        tell(telling, VERDICT_CONTROLS, true, "Exchanged seats: no games yet.");
    else if (found.seats == 0 && study_has_others(telling->result))
        tell(telling, VERDICT_CONTROLS, false,
             "Exchanged seats were not tested: set \"seats\": 400 in a strength level.");
    if (!telling->result->is_whole)
        tell(telling, VERDICT_CONTROLS, true,
             "The study is not complete: games are still to be played.");
}

void study_verdict(const study_result_t *result, verdict_visit_t visit, void *context) {
    telling_t telling = {result, visit, context};
    const study_t *study = result->study;
    tell_balance(&telling);
    tell_differences(&telling);
    tell_matched(&telling);
    for (int i = 0; i < study->num_variants; i++)
        tell_trend(&telling, i);
    for (int i = 0; i < study->num_variants; i++)
        for (int j = 0; j < study->num_strengths; j++)
            tell_first_turns(&telling, i, j);
    for (int i = 0; i < study->num_variants; i++)
        for (int j = 0; j < study->num_strengths; j++)
            tell_swaps(&telling, i, j);
    for (int i = 0; i < study->num_variants; i++)
        for (int j = 0; j < study->num_strengths; j++)
            tell_skill(&telling, i, j);
    for (int i = 0; i < study->num_variants; i++)
        tell_skill_trace(&telling, i);
    tell_all_controls(&telling);
}
