#include "eval/rating/rating.h"

#include "core/base/error.h"
#include "core/stats/normal.h"
#include "eval/rating/bradley_terry.h"
#include "eval/stats/comparison.h"

#include <math.h>
#include <stdlib.h>

/* --- Results ------------------------------------------------------------------------ */

typedef struct sorted_pair {
    int a, b;
    size_t pair;
} sorted_pair_t;

static int compare_pairs(const void *left, const void *right) {
    const sorted_pair_t *x = left, *y = right;
    if (x->a != y->a)
        return x->a - y->a;
    if (x->b != y->b)
        return x->b - y->b;
    return (x->pair > y->pair) - (x->pair < y->pair);
}

static sorted_pair_t *sort_pairs(const rating_games_t *games) {
    sorted_pair_t *sorted = memory_new(games->num_pairs, sizeof *sorted);
    for (size_t i = 0; i < games->num_pairs; i++) {
        const rating_pair_t *pair = &games->pairs[i];
        sorted[i] = (sorted_pair_t){pair->agents[0], pair->agents[1], i};
    }
    if (games->num_pairs > 0)
        qsort(sorted, games->num_pairs, sizeof *sorted, compare_pairs);
    return sorted;
}

/* The pairing of the sorted pairs [start, end). */
static rating_pairing_t pairing_of(const rating_games_t *games,
                                   const sorted_pair_t *sorted, size_t start,
                                   size_t end) {
    rating_pairing_t pairing = {sorted[start].a, sorted[start].b,
                                .points = outcome_counts_of_pairs(), .p = 1};
    uint64_t *hashes = memory_new(end - start, sizeof *hashes);
    for (size_t i = start; i < end; i++) {
        const rating_pair_t *pair = &games->pairs[sorted[i].pair];
        hashes[i - start] = pair->hash;
        for (int first = 0; first < 2; first++)
            pairing.results[first][pair->results[first]]++;
        outcome_counts_add(&pairing.points,
                           pair->results[0] + RATING_WON - pair->results[1]);
    }
    pairing.pairs = duplicates_of(hashes, end - start);
    free(hashes);
    return pairing;
}

static void find_pairings(rating_t *rating) {
    const rating_games_t *games = rating->games;
    sorted_pair_t *sorted = sort_pairs(games);
    for (size_t start = 0, end; start < games->num_pairs; start = end) {
        for (end = start + 1; end < games->num_pairs; end++)
            if (sorted[end].a != sorted[start].a || sorted[end].b != sorted[start].b)
                break;
        size_t count = (size_t)rating->num_pairings++;
        rating->pairings =
            memory_resize(rating->pairings, count + 1, sizeof *rating->pairings);
        rating->pairings[count] = pairing_of(games, sorted, start, end);
    }
    free(sorted);
}

static void find_records(rating_t *rating) {
    rating->records =
        memory_new((size_t)rating->games->num_agents, sizeof *rating->records);
    for (int i = 0; i < rating->num_pairings; i++) {
        const rating_pairing_t *pairing = &rating->pairings[i];
        if (pairing->a == pairing->b)
            continue;
        for (int first = 0; first < 2; first++) {
            const uint64_t *results = pairing->results[first];
            rating_record_t *mover = &rating->records[first ? pairing->b : pairing->a];
            rating_record_t *other = &rating->records[first ? pairing->a : pairing->b];
            uint64_t sum = results[0] + results[1] + results[2];
            mover->games += sum;
            other->games += sum;
            mover->won += results[RATING_WON];
            other->won += results[RATING_LOST];
            mover->drawn += results[RATING_DRAWN];
            other->drawn += results[RATING_DRAWN];
        }
    }
}

static void count_duplicates(rating_t *rating) {
    const rating_games_t *games = rating->games;
    uint64_t *hashes = memory_new(games->num_pairs, sizeof *hashes);
    for (size_t i = 0; i < games->num_pairs; i++)
        hashes[i] = games->pairs[i].hash;
    rating->pairs = duplicates_of(hashes, games->num_pairs);
    free(hashes);
}

/* --- The fit ------------------------------------------------------------------------ */

/* One result per game, in clusters. */
static bradley_terry_result_t *lines_of_clusters(const rating_games_t *games,
                                                 int *count) {
    bradley_terry_result_t *lines = memory_new(2 * games->num_pairs, sizeof *lines);
    *count = 0;
    for (size_t i = 0; i < games->num_pairs; i++) {
        const rating_pair_t *pair = &games->pairs[i];
        for (int game = 0; game < 2; game++) {
            uint8_t result = pair->results[game];
            lines[(*count)++] = (bradley_terry_result_t){
                pair->agents[game],   pair->agents[1 - game], pair->cluster + 1,
                result == RATING_WON, result == RATING_DRAWN, result == RATING_LOST};
        }
    }
    return lines;
}

/* One result for each order of a pairing, which counts no more than its distinct pairs.
 */
static bradley_terry_result_t *lines_of_pairings(const rating_t *rating, int *count) {
    bradley_terry_result_t *lines =
        memory_new(2 * (size_t)rating->num_pairings, sizeof *lines);
    *count = 0;
    for (int i = 0; i < rating->num_pairings; i++) {
        const rating_pairing_t *pairing = &rating->pairings[i];
        double weight = pairing->pairs.effective / (double)pairing->pairs.games;
        for (int first = 0; first < 2; first++) {
            const uint64_t *results = pairing->results[first];
            lines[(*count)++] =
                (bradley_terry_result_t){first ? pairing->b : pairing->a,
                                         first ? pairing->a : pairing->b,
                                         0,
                                         weight * (double)results[RATING_WON],
                                         weight * (double)results[RATING_DRAWN],
                                         weight * (double)results[RATING_LOST]};
        }
    }
    return lines;
}

static bradley_terry_t *fit_lines(const rating_t *rating,
                                  const bradley_terry_result_t *lines, int count) {
    return bradley_terry_fit(rating->games->num_agents, lines, count,
                             &bradley_terry_weak_prior,
                             rating->num_given > 1 ? rating->given : NULL);
}

/* By clusters, if there are enough of them. */
static void fit_games(rating_t *rating) {
    int count = 0;
    bradley_terry_result_t *lines = NULL;
    if (rating->games->num_clusters >= RATING_CLUSTERS) {
        lines = lines_of_clusters(rating->games, &count);
        rating->fit = fit_lines(rating, lines, count);
    }
    if (!rating->fit || !rating->fit->robust) {
        free(lines);
        bradley_terry_free(rating->fit);
        lines = lines_of_pairings(rating, &count);
        rating->fit = fit_lines(rating, lines, count);
    }
    free(lines);
}

/* The score of `a` as the ratings expect it, with the variance of a pair's score, which
 * is that of the model or that seen, the larger one. */
static double expected_score(const rating_t *rating, const rating_pairing_t *pairing,
                             double *variance) {
    double expected = 0, of_model = 0;
    for (int first = 0; first < 2; first++) {
        double chances[3];
        bradley_terry_chances(rating->fit, first ? pairing->b : pairing->a,
                              first ? pairing->a : pairing->b, chances);
        double score = chances[first ? 2 : 0] + chances[1] / 2;
        expected += score / 2;
        of_model += (chances[first ? 2 : 0] + chances[1] / 4 - score * score) / 4;
    }
    *variance = fmax(of_model, outcome_counts_variance(&pairing->points));
    return expected;
}

static void check_pairings(rating_t *rating) {
    double *p = memory_new((size_t)rating->num_pairings, sizeof *p);
    int count = 0;
    for (int i = 0; i < rating->num_pairings; i++) {
        rating_pairing_t *pairing = &rating->pairings[i];
        double variance;
        pairing->score = outcome_counts_score(&pairing->points);
        pairing->expected = expected_score(rating, pairing, &variance);
        pairing->error = sqrt(variance / pairing->pairs.effective);
        if (pairing->a != pairing->b)
            p[count++] = 2 * normal_cdf(-fabs(pairing->score - pairing->expected) /
                                        pairing->error);
    }
    comparison_holm(p, count, count, p);
    for (int i = rating->num_pairings; i-- > 0;)
        if (rating->pairings[i].a != rating->pairings[i].b)
            rating->pairings[i].p = p[--count];
    free(p);
}

/* The strongest first, stable; few enough for insertion sort. */
static void find_order(rating_t *rating) {
    int count = rating->games->num_agents;
    rating->order = memory_new((size_t)count, sizeof *rating->order);
    for (int i = 0; i < count; i++) {
        int place = i;
        for (; place > 0 &&
               rating->fit->rating[rating->order[place - 1]] < rating->fit->rating[i];
             place--)
            rating->order[place] = rating->order[place - 1];
        rating->order[place] = i;
    }
}

/* The fit's groups, numbered in the order of their strongest agents. */
static void find_groups(rating_t *rating) {
    const bradley_terry_t *fit = rating->fit;
    int *number = memory_new((size_t)fit->groups, sizeof *number), groups = 0;
    rating->group = memory_new((size_t)fit->agents, sizeof *rating->group);
    for (int rank = 0; rank < fit->agents; rank++) {
        int agent = rating->order[rank], *of = &number[fit->group[agent]];
        *of = *of ? *of : ++groups;
        rating->group[agent] = *of;
    }
    free(number);
}

static void find_given(rating_t *rating, const rating_anchors_t *anchors) {
    int agents = rating->games->num_agents;
    rating->given = memory_new((size_t)agents, sizeof *rating->given);
    for (int i = 0; i < agents; i++)
        rating->given[i] = (double)NAN;
    for (int i = 0; anchors && i < anchors->count; i++) {
        int agent = rating_games_find(rating->games, anchors->list[i].name);
        if (agent < 0)
            continue;
        rating->num_given += isnan(rating->given[agent]);
        rating->given[agent] = anchors->list[i].elo;
    }
}

/* A single anchor shifts all ratings; several are fixed in the fit. */
static void move_to_anchor(rating_t *rating) {
    for (int i = 0; rating->num_given == 1 && i < rating->games->num_agents; i++)
        if (!isnan(rating->given[i]))
            bradley_terry_anchor(rating->fit, i, rating->given[i]);
}

rating_t *rating_new(const rating_games_t *games, const rating_anchors_t *anchors) {
    REQUIRE(games->num_agents >= 1 && games->num_agents <= BRADLEY_TERRY_MAX_AGENTS);
    rating_t *rating = memory_new(1, sizeof *rating);
    *rating = (rating_t){.games = games};
    find_given(rating, anchors);
    find_pairings(rating);
    find_records(rating);
    count_duplicates(rating);
    fit_games(rating);
    check_pairings(rating);
    move_to_anchor(rating);
    find_order(rating);
    find_groups(rating);
    return rating;
}

void rating_free(rating_t *rating) {
    if (!rating)
        return;
    bradley_terry_free(rating->fit);
    free(rating->pairings);
    free(rating->records);
    free(rating->order);
    free(rating->group);
    free(rating->given);
    free(rating);
}

/* --- Estimates ---------------------------------------------------------------------- */

static estimate_t around(double value, double half) {
    return (estimate_t){value, value - half, value + half};
}

bool rating_has_interval(const rating_t *rating, int parameter) {
    return rating->fit->robust && rating->fit->clusters[parameter] >= RATING_CLUSTERS;
}

/* Half-width of a parameter's interval. */
static double half_width(const rating_t *rating, int parameter) {
    if (parameter < rating->fit->agents && !isnan(rating->given[parameter]))
        return 0;
    return rating_has_interval(rating, parameter)
               ? bradley_terry_half_width(rating->fit, parameter, INTERVAL_LEVEL)
               : HUGE_VAL;
}

estimate_t rating_interval(const rating_t *rating, int agent) {
    return around(rating->fit->rating[agent], half_width(rating, agent));
}

estimate_t rating_advantage(const rating_t *rating) {
    return around(rating->fit->advantage, half_width(rating, rating->fit->agents));
}

static double share_of(double draw) {
    return 1 / (1 + 2 * exp(-draw));
}

estimate_t rating_draws(const rating_t *rating) {
    const bradley_terry_t *fit = rating->fit;
    estimate_t draw = around(fit->draw, half_width(rating, fit->agents + 1));
    return (estimate_t){share_of(draw.value), share_of(draw.low), share_of(draw.high)};
}

double rating_largest_error(const rating_t *rating) {
    double largest = 0;
    for (int i = 0; i < rating->fit->agents; i++)
        largest = fmax(largest, bradley_terry_deviation(rating->fit, i));
    return largest;
}
