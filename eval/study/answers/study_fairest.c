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

/* Both on one side of even: then a difference says which is nearer. */
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

/* "at 400 simulations an action", or the level's name. */
static void add_level(const study_result_t *result, int strength, text_t *out) {
    const study_strength_t *level = &result->study->strengths[strength];
    if (isnan(study_doublings(level)))
        text_add(out, "at strength level %s", level->name);
    else
        text_add(out, "at %lld simulations per action",
                 (long long)level->agent.search.simulations);
}

static void add_one(const study_result_t *result, text_t *out) {
    int strength = study_strongest(result, 0);
    const study_cell_t *cell = &result->cells[0][strength];
    double margin = 100 * result->study->margin;
    char score[STUDY_SCORE_WORDS];
    text_add(out, "%s: the first player scores %s ", result->study->variants[0].name,
             study_score_words(cell, score));
    add_level(result, strength, out);
    if (cell->balance == BALANCE_YES)
        text_add(out, "; that is fair, within %g points of 50 %%.", margin);
    else if (cell->balance == BALANCE_NO)
        text_add(out, "; that is not fair: more than %g points from 50 %%.", margin);
    else
        text_add(out, "; whether that is fair, within %g points, is not decided yet.",
                 margin);
}

/* The variant whose score is nearest to even, or farthest from it, at a level. */
static int by_distance(const study_result_t *result, int strength, bool nearest,
                       int but) {
    int best = -1;
    for (int i = 0; i < result->study->num_variants; i++) {
        double off = fabs(result->cells[i][strength].score.value - 0.5);
        double best_off =
            best < 0 ? 0 : fabs(result->cells[best][strength].score.value - 0.5);
        if (i != but && (best < 0 || (nearest ? off < best_off : off > best_off)))
            best = i;
    }
    return best;
}

static void add_fairest(const study_result_t *result, int fairest, int strength,
                        text_t *out) {
    const study_t *study = result->study;
    int next = by_distance(result, strength, true, fairest);
    char score[STUDY_SCORE_WORDS], other[STUDY_SCORE_WORDS];
    text_add(out, "At equal simulations %s is the %s: ", study->variants[fairest].name,
             study->num_variants == 2 ? "fairer" : "fairest");
    add_level(result, strength, out);
    text_add(out, " the first player scores %s there, and %s on %s.",
             study_score_words(&result->cells[fairest][strength], score),
             study_score_words(&result->cells[next][strength], other),
             study->variants[next].name);
}

static void add_open(const study_result_t *result, int strength, text_t *out) {
    const study_t *study = result->study;
    int near = by_distance(result, strength, true, -1);
    int far = by_distance(result, strength, false, near);
    char score[STUDY_SCORE_WORDS], other[STUDY_SCORE_WORDS];
    text_add(out, "It is not shown yet which is the %s: ",
             study->num_variants == 2 ? "fairer" : "fairest");
    add_level(result, strength, out);
    text_add(out, " the first player scores %s on %s and %s on %s.",
             study_score_words(&result->cells[near][strength], score),
             study->variants[near].name,
             study_score_words(&result->cells[far][strength], other),
             study->variants[far].name);
}

/* Equal simulations need not be equal strength: what is said where twice the budget
 * scores the same on both of two variants. */
static void add_matched(const study_result_t *result, text_t *out) {
    const study_variant_t *variants = result->study->variants;
    if (result->num_matched != MATCHED_KINDS)
        return;
    const study_matched_t *found = &result->matched[MATCHED_DOUBLING];
    if (found->is_there && found->fairer >= 0)
        text_add(out, " Between equally strong players %s is the fairer.",
                 variants[found->fairer ? found->b : found->a].name);
    else
        text_add(out,
                 " Which is fairer between players of one strength is not known yet.");
}

/* "Fair within 5 points: A, B." of the variants with an answer. */
static void add_balanced(const study_result_t *result, balance_t balance,
                         const char *words, text_t *out) {
    bool any = false;
    for (int i = 0; i < result->study->num_variants; i++) {
        int strength = study_strongest(result, i);
        if (strength < 0 || result->cells[i][strength].balance != balance ||
            out->size - out->used < 200)
            continue;
        text_add(out, "%s%s", any ? ", " : words, result->study->variants[i].name);
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
        if (exact->value == VALUE_OPEN || out->size - out->used < 200)
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
    char fair[64];
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
        snprintf(fair, sizeof fair,
                 " Fair, within %g points of 50 %%: ", 100 * result->study->margin);
        add_balanced(result, BALANCE_YES, fair, &out);
        add_balanced(result, BALANCE_NO, " Not fair: ", &out);
    }
    add_solved(result, &out);
}
