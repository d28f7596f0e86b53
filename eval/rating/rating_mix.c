#include "eval/rating/rating_mix.h"

#include "core/base/pcg.h"
#include "eval/rating/nash_average.h"
#include "eval/rating/rating.h"

#include <math.h>
#include <stdlib.h>

#define STREAM 0x6d69780au

/* Points and games of each agent against each other, n * n. */
static void add_pair(const rating_pair_t *pair, int n, double *points, double *games) {
    int a = pair->agents[0], b = pair->agents[1];
    double of_a = (pair->results[0] + RATING_WON - pair->results[1]) / 2.0;
    if (a == b)
        return;
    points[a * n + b] += of_a;
    points[b * n + a] += 2 - of_a;
    games[a * n + b] += 2;
    games[b * n + a] += 2;
}

/* Start of each cluster; after the last one, the number of pairs. */
static size_t *starts_of(const rating_games_t *games) {
    size_t *starts = memory_new((size_t)games->num_clusters + 1, sizeof *starts);
    int count = 0;
    for (size_t i = 0; i < games->num_pairs; i++)
        if (i == 0 || games->pairs[i].cluster != games->pairs[i - 1].cluster)
            starts[count++] = i;
    starts[count] = games->num_pairs;
    return starts;
}

/* The mix from clusters drawn with replacement or, without a generator, from all
 * clusters. False if a pairing has no games. */
static bool mix_of(const rating_games_t *games, const size_t *starts, pcg32_t *rng,
                   double *work, double *mix, double *value) {
    int n = games->num_agents;
    size_t size = (size_t)n * (size_t)n;
    double *points = work, *played = work + size;
    for (size_t i = 0; i < 2 * size; i++)
        work[i] = 0;
    for (int i = 0; i < games->num_clusters; i++) {
        int drawn = rng ? (int)pcg32_below(rng, (uint32_t)games->num_clusters) : i;
        for (size_t k = starts[drawn]; k < starts[drawn + 1]; k++)
            add_pair(&games->pairs[k], n, points, played);
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            if (i != k && !(played[i * n + k] > 0))
                return false;
            points[i * n + k] = i == k ? 0.5 : points[i * n + k] / played[i * n + k];
        }
    nash_average(points, n, mix, value);
    return true;
}

/* The smallest number of clusters with games of a pairing. */
static int least_clusters(const rating_games_t *games, const size_t *starts) {
    int n = games->num_agents, least = games->num_clusters;
    size_t size = (size_t)n * (size_t)n;
    int *clusters = memory_new(2 * size, sizeof *clusters), *last = clusters + size;
    for (int i = 0; i < games->num_clusters; i++)
        for (size_t k = starts[i]; k < starts[i + 1]; k++) {
            const int *agents = games->pairs[k].agents; /* the lower number first */
            int pairing = agents[0] * n + agents[1];
            clusters[pairing] += last[pairing] != i + 1;
            last[pairing] = i + 1;
        }
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++)
            least = clusters[a * n + b] < least ? clusters[a * n + b] : least;
    free(clusters);
    return least;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Number of resamples beyond either end of an interval, and how many must have games of
 * every pairing: those that do are a selection. */
enum {
    OUTSIDE = RATING_MIX_RESAMPLES / 200,
    LEAST_RESAMPLES = RATING_MIX_RESAMPLES / 20 * 19
};

/* Widens the estimate's interval to the middle of the resamples. */
static void widen(estimate_t *estimate, double *drawn, int count) {
    qsort(drawn, (size_t)count, sizeof *drawn, by_value);
    estimate->low = fmin(estimate->value, drawn[OUTSIDE]);
    estimate->high = fmax(estimate->value, drawn[count - 1 - OUTSIDE]);
}

static void resample(rating_mix_t *mix, const rating_games_t *games, const size_t *starts,
                     double *work) {
    size_t n = (size_t)mix->agents;
    double *drawn = memory_new(n * RATING_MIX_RESAMPLES, sizeof *drawn);
    double *now = memory_new(2 * n, sizeof *now);
    int count = 0;
    for (uint64_t r = 0; r < RATING_MIX_RESAMPLES; r++) {
        pcg32_t rng = pcg32_seed(STREAM, r);
        if (!mix_of(games, starts, &rng, work, now, now + n))
            continue;
        for (size_t i = 0; i < n; i++)
            drawn[i * RATING_MIX_RESAMPLES + (size_t)count] = now[i];
        count++;
    }
    for (size_t i = 0; i < n && count >= LEAST_RESAMPLES; i++)
        widen(&mix->weight[i], drawn + i * RATING_MIX_RESAMPLES, count);
    free(drawn);
    free(now);
}

bool rating_mix_is_wanted(const rating_t *rating) {
    for (int i = 0; i < rating->num_pairings; i++)
        if (rating->pairings[i].check.p < RATING_ALARM)
            return true;
    return false;
}

rating_mix_t *rating_mix_new(const rating_t *rating) {
    const rating_games_t *games = rating->games;
    size_t n = (size_t)games->num_agents;
    if (games->num_agents > NASH_MAX_AGENTS || games->num_pairs == 0)
        return NULL;
    size_t *starts = starts_of(games);
    double *work = memory_new(2 * n * n, sizeof *work);
    double *whole = memory_new(2 * n, sizeof *whole);
    rating_mix_t *mix = NULL;
    if (mix_of(games, starts, NULL, work, whole, whole + n)) {
        mix = memory_new(1, sizeof *mix);
        mix->agents = games->num_agents;
        mix->weight = memory_new(n, sizeof *mix->weight);
        for (size_t i = 0; i < n; i++)
            mix->weight[i] = (estimate_t){whole[i], 0, 1};
        if (least_clusters(games, starts) >= RATING_CLUSTERS)
            resample(mix, games, starts, work);
    }
    free(starts);
    free(work);
    free(whole);
    return mix;
}

void rating_mix_free(rating_mix_t *mix) {
    if (!mix)
        return;
    free(mix->weight);
    free(mix);
}
