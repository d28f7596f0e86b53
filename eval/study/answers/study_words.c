#include "eval/study/answers/study_words.h"

#include "core/base/table/figures.h"
#include "core/base/text.h"
#include "eval/study/answers/study_fairest.h"
#include "eval/study/study_result.h"

#include <math.h>
#include <stdio.h>

/* --- Phrases ------------------------------------------------------------------------ */

const char *study_score_words(const study_cell_t *cell, char words[STUDY_SCORE_WORDS]) {
    int networks = cell->networks.pairs.networks;
    char score[FIGURE_WORDS];
    figure_words(FIGURE_SCORE, cell->score, score);
    if (networks == 0)
        snprintf(words, STUDY_SCORE_WORDS, "%s", score);
    else if (cell->networks.found.games <= 0)
        snprintf(words, STUDY_SCORE_WORDS,
                 "%.1f %% (not all pairs of networks have games)",
                 100 * cell->score.value);
    else if (!cell->networks.found.has_interval)
        snprintf(words, STUDY_SCORE_WORDS, "%.1f %% (no interval over %d network%s)",
                 100 * cell->score.value, networks, TEXT_PLURAL(networks));
    else
        snprintf(words, STUDY_SCORE_WORDS, "%s over %d networks", score, networks);
    return words;
}

const char *study_level_words(const study_result_t *result, int strength,
                              char words[STUDY_LEVEL_WORDS]) {
    const study_strength_t *level = &result->study->strengths[strength];
    if (isnan(study_doublings(level)))
        snprintf(words, STUDY_LEVEL_WORDS, "at strength level %s", level->name);
    else
        snprintf(words, STUDY_LEVEL_WORDS, "at %lld simulations per action",
                 (long long)study_simulations(&level->agent));
    return words;
}

const char *study_balance_words(balance_t balance, const char *whose, double margin,
                                char words[STUDY_BALANCE_WORDS]) {
    if (balance == BALANCE_YES)
        snprintf(words, STUDY_BALANCE_WORDS, "that is fair%s, within %g points of 50 %%",
                 whose, 100 * margin);
    else if (balance == BALANCE_NO)
        snprintf(words, STUDY_BALANCE_WORDS,
                 "that is not fair%s: more than %g points from 50 %%", whose,
                 100 * margin);
    else
        snprintf(words, STUDY_BALANCE_WORDS,
                 "whether that is fair%s, within %g points, is not decided yet", whose,
                 100 * margin);
    return words;
}

bool study_has_others(const study_result_t *result) {
    for (int i = 0; i < result->study->num_strengths; i++)
        if (result->study->strengths[i].num_networks == 0)
            return true;
    return false;
}

/* --- The headline ------------------------------------------------------------------- */

enum { ROOM = 500 }; /* bytes that one more variant may take */

static void add_one(const study_result_t *result, int strength, text_t *out) {
    const study_cell_t *cell = &result->cells[0][strength];
    char score[STUDY_SCORE_WORDS], level[STUDY_LEVEL_WORDS], fair[STUDY_BALANCE_WORDS];
    text_add(out, "%s: the first player scores %s %s; %s.", cell->variant,
             study_score_words(cell, score), study_level_words(result, strength, level),
             study_balance_words(cell->balance, "", result->study->margin, fair));
}

/* Which is the fairest, or that it is not known: with the scores of the nearest to 50 %,
 * the next and the farthest. */
static void add_fairest(const study_result_t *result, int strength, text_t *out) {
    int order[STUDY_MAX_VARIANTS] = {0}, count = result->study->num_variants;
    int fairest = study_fairest(result, strength);
    const char *what = count == 2 ? "fairer" : "fairest";
    const char *const before[] = {count == 2 ? "" : "nearest to 50 %, ",
                                  count == 2 ? " and " : ", then ",
                                  "; farthest from it, "};
    char level[STUDY_LEVEL_WORDS], score[STUDY_SCORE_WORDS];
    study_sort_by_distance(result, strength, order);
    if (fairest >= 0)
        text_add(out, "At equal simulations %s is the %s",
                 result->study->variants[fairest].name, what);
    else
        text_add(out, "It is not shown yet which is the %s", what);
    text_add(out, ": %s the first player scores ",
             study_level_words(result, strength, level));
    for (int i = 0; i < count && i < 3; i++) {
        const study_cell_t *cell = &result->cells[order[i < 2 ? i : count - 1]][strength];
        text_add(out, "%s%s on %s", before[i], study_score_words(cell, score),
                 cell->variant);
    }
    text_add(out, ".");
}

/* Equal simulations need not be equal strength: the answer where twice the budget scores
 * the same on both of two variants. */
static void add_matched(const study_result_t *result, text_t *out) {
    const study_matched_t *found = &result->matched[MATCHED_DOUBLING];
    if (result->num_matched != MATCHED_KINDS)
        return;
    if (found->fairer_name)
        text_add(out, " Between equally strong players %s is the fairer.",
                 found->fairer_name);
    else
        text_add(out,
                 " Which is fairer between players of one strength is not known yet.");
}

/* " Not fair: A at 400 simulations per action, B." of the variants with an answer; a
 * level that is not common to all is named. */
static void add_balanced(const study_result_t *result, balance_t balance,
                         const char *words, text_t *out) {
    bool is_common = study_common_strength(result) >= 0;
    const char *separator = words;
    char level[STUDY_LEVEL_WORDS];
    for (int i = 0; i < result->study->num_variants; i++) {
        int strength = study_strongest(result, i);
        if (strength < 0 || result->cells[i][strength].balance != balance ||
            out->size - out->used < ROOM)
            continue;
        text_add(out, "%s %s", separator, result->study->variants[i].name);
        if (!is_common)
            text_add(out, " %s", study_level_words(result, strength, level));
        separator = ",";
    }
    if (separator != words)
        text_add(out, ".");
}

static void add_solved(const study_result_t *result, text_t *out) {
    const char *separator = " Solved, with best play: ";
    char words[STUDY_EXACT_WORDS];
    for (int i = 0; i < result->study->num_variants; i++) {
        const study_exact_t *exact = &result->exact[i];
        if (exact->value == VALUE_OPEN || out->size - out->used < ROOM)
            continue;
        text_add(out, "%s%s: %s", separator, result->study->variants[i].name,
                 study_exact_words(exact, words));
        separator = "; ";
    }
    if (*separator == ';')
        text_add(out, ".");
}

void study_headline(const study_result_t *result, char words[STUDY_HEADLINE]) {
    text_t out = text_into(words, STUDY_HEADLINE);
    char fair[64];
    int strength = study_common_strength(result);
    bool is_one = result->study->num_variants == 1;
    if (strength < 0)
        text_add(&out, "No answer yet: not every variant has games.");
    else if (is_one)
        add_one(result, strength, &out);
    else
        add_fairest(result, strength, &out);
    if (strength >= 0)
        add_matched(result, &out);
    if (!is_one) {
        snprintf(fair, sizeof fair,
                 " Fair, within %g points of 50 %%:", 100 * result->study->margin);
        add_balanced(result, BALANCE_YES, fair, &out);
        add_balanced(result, BALANCE_NO, " Not fair:", &out);
    }
    add_solved(result, &out);
}
