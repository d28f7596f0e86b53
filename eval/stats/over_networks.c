#include "eval/stats/over_networks.h"

#include "core/base/error.h"
#include "core/stats/normal.h"

#include <float.h>
#include <math.h>

enum { HALVINGS = 50, NONE = -1 };

void network_pairs_add(network_pairs_t *pairs, int first, int second, int half_points) {
    REQUIRE(first >= 0 && first < pairs->networks && second >= 0 &&
            second < pairs->networks && pairs->networks <= OVER_NETWORKS_MOST &&
            half_points >= 0 && half_points <= 2);
    pairs->half_points[first][second] += (uint64_t)half_points;
    pairs->games[first][second]++;
}

uint64_t network_pairs_games(const network_pairs_t *pairs) {
    uint64_t games = 0;
    for (int i = 0; i < pairs->networks; i++)
        for (int j = 0; j < pairs->networks; j++)
            games += pairs->games[i][j];
    return games;
}

static double score_of(const network_pairs_t *pairs, int first, int second) {
    return (double)pairs->half_points[first][second] /
           (2 * (double)pairs->games[first][second]);
}

/* The mean of the pairs without those of one network, and the number of games of a mean
 * in which all pairs count equally: all of them if pairs have equally many. */
static void mean_without(const network_pairs_t *pairs, int left_out, double *mean,
                         double *games) {
    double sum = 0, parts = 0, count = 0;
    for (int i = 0; i < pairs->networks; i++)
        for (int j = 0; j < pairs->networks; j++)
            if (i != left_out && j != left_out) {
                sum += score_of(pairs, i, j);
                parts += 1 / (double)pairs->games[i][j];
                count++;
            }
    *mean = sum / count;
    *games = count * count / parts;
}

/* Lowest and highest score. False: a pair has no games. */
static bool find_range(const network_pairs_t *pairs, over_networks_t *found) {
    for (int i = 0; i < pairs->networks; i++)
        for (int j = 0; j < pairs->networks; j++) {
            if (pairs->games[i][j] == 0)
                return false;
            double score = score_of(pairs, i, j);
            found->least = i + j > 0 ? fmin(found->least, score) : score;
            found->most = i + j > 0 ? fmax(found->most, score) : score;
        }
    return pairs->networks > 0;
}

/* Wilson's upper end, with continuity correction. */
static double high_of_games(double score, double games, double z) {
    double root = z * z + 2 - 1 / games + 4 * score * (games * (1 - score) - 1);
    double high =
        (2 * games * score + z * z + 1 + z * sqrt(fmax(root, 0))) / (2 * (games + z * z));
    return score < 1 ? fmin(1, high) : 1;
}

/* over_networks() for the error probability 1 - level, which may be tiny. */
static bool score_of_all(const network_pairs_t *pairs, double weight, double miss,
                         over_networks_t *found) {
    REQUIRE(weight > 0 && weight <= 1 && pairs->networks <= OVER_NETWORKS_MOST);
    *found = (over_networks_t){.score = {0.5, 0, 1}};
    if (!find_range(pairs, found))
        return false;
    double z = -normal_quantile(miss / 2), mean, games;
    mean_without(pairs, NONE, &mean, &found->games);
    found->games *= weight;
    found->has_interval = true;
    found->score = (estimate_t){mean, mean, mean};
    for (int i = NONE; i < (pairs->networks > 1 ? pairs->networks : 0); i++) {
        mean_without(pairs, i, &mean, &games);
        double low = 1 - high_of_games(1 - mean, weight * games, z);
        found->score.low = fmin(found->score.low, low);
        found->score.high =
            fmax(found->score.high, high_of_games(mean, weight * games, z));
    }
    return true;
}

bool over_networks(const network_pairs_t *pairs, double weight, double level,
                   over_networks_t *found) {
    return score_of_all(pairs, weight, 1 - level, found);
}

/* --- Differences -------------------------------------------------------------------- */

static estimate_t difference_with(const networks_weighed_t *a,
                                  const networks_weighed_t *b, double miss) {
    over_networks_t x, y;
    bool of_a = score_of_all(a->pairs, a->weight, miss, &x);
    bool of_b = score_of_all(b->pairs, b->weight, miss, &y);
    double value = x.score.value - y.score.value;
    if (!of_a || !of_b)
        return (estimate_t){of_a || of_b ? value : 0, -1, 1};
    double below = hypot(x.score.value - x.score.low, y.score.high - y.score.value);
    double above = hypot(x.score.high - x.score.value, y.score.value - y.score.low);
    return (estimate_t){value, fmax(-1, value - below), fmin(1, value + above)};
}

estimate_t over_networks_difference(const networks_weighed_t *a,
                                    const networks_weighed_t *b, double level) {
    return difference_with(a, b, 1 - level);
}

double over_networks_difference_p(const networks_weighed_t *a,
                                  const networks_weighed_t *b) {
    double low = log(DBL_MIN), high = 0;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = (low + high) / 2;
        estimate_t found = difference_with(a, b, exp(middle));
        *(found.low <= 0 && found.high >= 0 ? &low : &high) = middle;
    }
    return exp(high);
}
