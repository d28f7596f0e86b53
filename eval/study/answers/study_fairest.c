#include "eval/study/answers/study_fairest.h"

#include "core/base/text.h"
#include "eval/study/answers/study_words.h"
#include "eval/study/study_result.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- Which is the fairer ------------------------------------------------------------ */

/* How far from even a score may be, at least and at most. */
static double least_off(const estimate_t *sure) {
    return fmax(0, fmax(sure->low - 0.5, 0.5 - sure->high));
}
static double most_off(const estimate_t *sure) {
    return fmax(sure->high - 0.5, 0.5 - sure->low);
}

/* 1 or -1 for a side of even that the interval is on: then a difference says which of
 * two is nearer. */
static int side_of_even(const estimate_t *sure) {
    return sure->low >= 0.5 ? 1 : sure->high <= 0.5 ? -1 : 0;
}

int study_fairer(const study_result_t *result, const study_difference_t *found) {
    const study_cell_t *a = &result->cells[found->a][found->strength];
    const study_cell_t *b = &result->cells[found->b][found->strength];
    int side = side_of_even(&a->sure);
    if (most_off(&a->sure) < least_off(&b->sure))
        return 0;
    if (most_off(&b->sure) < least_off(&a->sure))
        return 1;
    if (side == 0 || side != side_of_even(&b->sure) ||
        found->adjusted > result->study->error_rate)
        return NOBODY;
    return (found->difference.value > 0) == (side > 0) ? 1 : 0;
}

int study_fairest(const study_result_t *result, int strength) {
    int beaten[STUDY_MAX_VARIANTS] = {0};
    for (int i = 0; i < result->num_differences; i++) {
        const study_difference_t *found = &result->differences[i];
        int fairer = found->strength == strength ? study_fairer(result, found) : NOBODY;
        if (fairer != NOBODY)
            beaten[fairer == 0 ? found->a : found->b]++;
    }
    for (int i = 0; i < result->study->num_variants; i++)
        if (beaten[i] > 0 && beaten[i] == result->study->num_variants - 1)
            return i;
    return -1;
}

/* --- The headline ------------------------------------------------------------------- */

enum { ROOM = 500 }; /* bytes that one more variant may take */

int study_contrary_level(const study_result_t *result, int variant, int strength) {
    const study_cell_t *cell = &result->cells[variant][strength];
    double margin = result->study->margin;
    for (int j = result->study->num_strengths - 1; j > strength; j--) {
        const study_cell_t *stronger = &result->cells[variant][j];
        const estimate_t *score = &stronger->score;
        if (stronger->games == 0)
            continue;
        balance_t balance = balance_decide(score, 0.5, margin);
        bool is_apart = score->low > cell->score.high || score->high < cell->score.low;
        bool is_contrary = cell->balance != BALANCE_NOT_DECIDED &&
                           balance != BALANCE_NOT_DECIDED && balance != cell->balance;
        if (is_apart || is_contrary)
            return j;
    }
    return -1;
}

/* "but stronger play, at 1600 simulations per action, comes to 50.0 % (43.1 to 56.9) in
 * 80 games", where a stronger level says otherwise. */
static void add_contrary(const study_result_t *result, int variant, int strength,
                         const char *before, const char *after, text_t *out) {
    int contrary = study_contrary_level(result, variant, strength);
    char level[STUDY_LEVEL_WORDS], score[STUDY_SCORE_WORDS];
    if (contrary < 0)
        return;
    const study_cell_t *cell = &result->cells[variant][contrary];
    text_add(out, "%sbut stronger play, %s, comes to %s in %llu game%s%s", before,
             study_level_words(result, contrary, level), study_score_words(cell, score),
             (unsigned long long)cell->games, TEXT_PLURAL(cell->games), after);
}

static void add_one(const study_result_t *result, text_t *out) {
    int strength = study_strongest(result, 0);
    const study_cell_t *cell = &result->cells[0][strength];
    double margin = 100 * result->study->margin;
    char score[STUDY_SCORE_WORDS], level[STUDY_LEVEL_WORDS];
    text_add(out, "%s: the first player scores %s %s", result->study->variants[0].name,
             study_score_words(cell, score), study_level_words(result, strength, level));
    if (cell->balance == BALANCE_YES)
        text_add(out, "; that is fair, within %g points of 50 %%", margin);
    else if (cell->balance == BALANCE_NO)
        text_add(out, "; that is not fair: more than %g points from 50 %%", margin);
    else
        text_add(out, "; whether that is fair, within %g points, is not decided yet",
                 margin);
    add_contrary(result, 0, strength, "; ", "", out);
    text_add(out, ".");
}

/* Variants by the distance of their scores from 50 % at a level, the nearest first; of
 * equals the first named. */
static void sort_by_distance(const study_result_t *result, int strength,
                             int order[STUDY_MAX_VARIANTS]) {
    double off[STUDY_MAX_VARIANTS];
    for (int i = 0; i < result->study->num_variants; i++) {
        double own = fabs(result->cells[i][strength].score.value - 0.5);
        int at = i;
        for (; at > 0 && own < off[at - 1]; at--) {
            off[at] = off[at - 1];
            order[at] = order[at - 1];
        }
        off[at] = own;
        order[at] = i;
    }
}

static void add_fairest(const study_result_t *result, int fairest, int strength,
                        text_t *out) {
    const study_t *study = result->study;
    int order[STUDY_MAX_VARIANTS] = {0};
    sort_by_distance(result, strength, order);
    int next = order[0] == fairest ? order[1] : order[0];
    char score[STUDY_SCORE_WORDS], other[STUDY_SCORE_WORDS], level[STUDY_LEVEL_WORDS];
    text_add(out,
             "At equal simulations %s is the %s: %s the first player scores %s there, "
             "and %s on %s%s.",
             study->variants[fairest].name,
             study->num_variants == 2 ? "fairer" : "fairest",
             study_level_words(result, strength, level),
             study_score_words(&result->cells[fairest][strength], score),
             study_score_words(&result->cells[next][strength], other),
             study->num_variants == 2 ? "" : "the next, ", study->variants[next].name);
}

/* Of many variants the nearest to 50 %, the next and the farthest. */
static void add_open(const study_result_t *result, int strength, text_t *out) {
    const study_t *study = result->study;
    int order[STUDY_MAX_VARIANTS] = {0}, count = study->num_variants;
    const char *const words[] = {count == 2 ? "" : "nearest to 50 %, ",
                                 count == 2 ? " and " : ", then ",
                                 "; farthest from it, "};
    char score[STUDY_SCORE_WORDS], level[STUDY_LEVEL_WORDS];
    sort_by_distance(result, strength, order);
    text_add(out, "It is not shown yet which is the %s: %s the first player scores ",
             count == 2 ? "fairer" : "fairest",
             study_level_words(result, strength, level));
    for (int i = 0; i < count && i < 3; i++) {
        int variant = order[i < 2 ? i : count - 1];
        text_add(out, "%s%s on %s", words[i],
                 study_score_words(&result->cells[variant][strength], score),
                 study->variants[variant].name);
    }
    text_add(out, ".");
}

/* Equal simulations need not be equal strength: the answer where twice the budget scores
 * the same on both of two variants. */
static void add_matched(const study_result_t *result, text_t *out) {
    const study_variant_t *variants = result->study->variants;
    if (result->num_matched != MATCHED_KINDS)
        return;
    const study_matched_t *found = &result->matched[MATCHED_DOUBLING];
    if (found->exists && found->fairer >= 0)
        text_add(out, " Between equally strong players %s is the fairer.",
                 variants[found->fairer ? found->b : found->a].name);
    else
        text_add(out,
                 " Which is fairer between players of one strength is not known yet.");
}

/* "Not fair at 400 simulations per action: A, B." of the variants with an answer; without
 * a common level, each with its own. */
static void add_balanced(const study_result_t *result, balance_t balance,
                         const char *words, const char *within, text_t *out) {
    bool is_common = study_common_strength(result) >= 0, any = false;
    char level[STUDY_LEVEL_WORDS];
    for (int i = 0; i < result->study->num_variants; i++) {
        int strength = study_strongest(result, i);
        if (strength < 0 || result->cells[i][strength].balance != balance ||
            out->size - out->used < ROOM)
            continue;
        study_level_words(result, strength, level);
        if (!any)
            text_add(out, "%s%s%s%s:", words, is_common ? " " : "",
                     is_common ? level : "", within);
        text_add(out, "%s %s", any ? "," : "", result->study->variants[i].name);
        if (!is_common)
            text_add(out, " %s", level);
        add_contrary(result, i, strength, " (", ")", out);
        any = true;
    }
    if (any)
        text_add(out, ".");
}

static void add_solved(const study_result_t *result, text_t *out) {
    bool any = false;
    for (int i = 0; i < result->study->num_variants; i++) {
        const study_exact_t *exact = &result->exact[i];
        char words[STUDY_EXACT_WORDS];
        if (exact->value == VALUE_OPEN || out->size - out->used < ROOM)
            continue;
        text_add(out, "%s%s: %s", any ? "; " : " Solved, with best play: ",
                 result->study->variants[i].name, study_exact_words(exact, words));
        any = true;
    }
    if (any)
        text_add(out, ".");
}

void study_headline(const study_result_t *result, char words[STUDY_HEADLINE]) {
    text_t out = text_into(words, STUDY_HEADLINE);
    char within[64];
    int strength = study_common_strength(result);
    int fairest = strength < 0 ? -1 : study_fairest(result, strength);
    if (result->study->num_variants == 1 && strength >= 0)
        add_one(result, &out);
    else if (strength < 0)
        text_add(&out, "No answer yet: not every variant has games.");
    else if (fairest >= 0)
        add_fairest(result, fairest, strength, &out);
    else
        add_open(result, strength, &out);
    if (strength >= 0)
        add_matched(result, &out);
    if (result->study->num_variants > 1) {
        snprintf(within, sizeof within, ", within %g points of 50 %%",
                 100 * result->study->margin);
        add_balanced(result, BALANCE_YES, " Fair", within, &out);
        add_balanced(result, BALANCE_NO, " Not fair", "", &out);
    }
    add_solved(result, &out);
}
