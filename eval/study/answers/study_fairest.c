#include "eval/study/answers/study_words.h"

#include "eval/stats/budgets/matched_score.h"
#include "eval/study/study_result.h"

#include <math.h>

/* 1 or -1 for a side of even that the interval is on: then a difference says which of
 * two is nearer. */
static int side_of_even(const estimate_t *score) {
    return score->low >= 0.5 ? 1 : score->high <= 0.5 ? -1 : 0;
}

int study_fairer(const study_result_t *result, const study_difference_t *found) {
    const estimate_t *a = &result->cells[found->a][found->strength].simultaneous;
    const estimate_t *b = &result->cells[found->b][found->strength].simultaneous;
    int nearer = matched_fairer(a, b), side = side_of_even(a);
    if (nearer >= 0)
        return nearer;
    if (side == 0 || side != side_of_even(b) ||
        found->adjusted > result->study->error_rate)
        return -1;
    return (found->difference.value > 0) == (side > 0) ? 1 : 0;
}

int study_fairest(const study_result_t *result, int strength) {
    int beaten[STUDY_MAX_VARIANTS] = {0};
    for (int i = 0; i < result->num_differences; i++) {
        const study_difference_t *found = &result->differences[i];
        int fairer = found->strength == strength ? study_fairer(result, found) : -1;
        if (fairer >= 0)
            beaten[fairer == 0 ? found->a : found->b]++;
    }
    for (int i = 0; i < result->study->num_variants; i++)
        if (beaten[i] > 0 && beaten[i] == result->study->num_variants - 1)
            return i;
    return -1;
}

void study_sort_by_distance(const study_result_t *result, int strength, int *order) {
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

int study_contrary_level(const study_result_t *result, int variant, int strength) {
    const study_cell_t *cell = &result->cells[variant][strength];
    for (int j = result->study->num_strengths - 1; j > strength; j--) {
        const study_cell_t *stronger = &result->cells[variant][j];
        const estimate_t *score = &stronger->score;
        balance_t balance = balance_decide(score, 0.5, result->study->margin);
        bool is_apart = score->low > cell->score.high || score->high < cell->score.low;
        bool is_contrary = cell->balance != BALANCE_NOT_DECIDED &&
                           balance != BALANCE_NOT_DECIDED && balance != cell->balance;
        if (stronger->games > 0 && (is_apart || is_contrary))
            return j;
    }
    return -1;
}
