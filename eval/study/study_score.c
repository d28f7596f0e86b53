#include "eval/study/study_score.h"

#include "eval/stats/confidence_sequence.h"
#include "eval/stats/over_networks.h"
#include "eval/study/study_result.h"

#include <math.h>

static networks_weighed_t networks_of(const study_cell_t *cell) {
    return (networks_weighed_t){&cell->networks.pairs, cell->networks.weight};
}

estimate_t study_score_at(const study_cell_t *cell, double level) {
    over_networks_t found;
    if (!study_cell_has_networks(cell))
        return confidence_sequence_weighed(&cell->weighed, level);
    if (!over_networks(&cell->networks.pairs, cell->networks.weight, level, &found))
        found.score.value = outcome_counts_score(&cell->counts);
    return found.score;
}

/* Pairs of games of the same number, as a match of one cell against the other: 2 half
 * points of 4 when both had the same result. */
static weighed_counts_t paired(const study_cell_t *a, const study_cell_t *b) {
    weighed_counts_t weighed = {outcome_counts_of_pairs(),
                                fmin(a->weighed.weight, b->weighed.weight)};
    uint64_t both = a->games < b->games ? a->games : b->games;
    for (uint64_t i = 0; i < both; i++)
        outcome_counts_add(&weighed.counts, 2 + a->results[i] - b->results[i]);
    return weighed;
}

estimate_t study_score_difference(const study_cell_t *a, const study_cell_t *b,
                                  bool is_paired, double level) {
    if (study_cell_has_networks(a)) {
        networks_weighed_t x = networks_of(a), y = networks_of(b);
        return over_networks_difference(&x, &y, level);
    }
    if (!is_paired)
        return confidence_sequence_difference(&a->weighed, &b->weighed, level);
    weighed_counts_t differences = paired(a, b);
    return confidence_sequence_paired(&differences, level);
}

double study_score_difference_p(const study_cell_t *a, const study_cell_t *b,
                                bool is_paired) {
    if (study_cell_has_networks(a)) {
        networks_weighed_t x = networks_of(a), y = networks_of(b);
        return over_networks_difference_p(&x, &y);
    }
    if (!is_paired)
        return exp(confidence_sequence_difference_log_p(&a->weighed, &b->weighed));
    weighed_counts_t differences = paired(a, b);
    return exp(confidence_sequence_paired_log_p(&differences));
}
