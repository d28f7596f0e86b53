#include "eval/stats/over_networks.h"

#include "core/base/error.h"
#include "core/stats/normal.h"
#include "core/stats/student.h"
#include "eval/stats/log_odds.h"

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

/* The mean of the pairs, without those of one network. */
static double mean_without(const network_pairs_t *pairs, int left_out) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < pairs->networks; i++)
        for (int j = 0; j < pairs->networks; j++)
            if (i != left_out && j != left_out) {
                sum += score_of(pairs, i, j);
                count++;
            }
    return sum / count;
}

/* The jackknife variance of a figure of all networks, from the figures without each of
 * them. */
static double jackknife_variance(int networks, double whole, const double *without) {
    double n = networks, middle = 0, squares = 0;
    for (int i = 0; i < networks; i++)
        middle += (n * whole - (n - 1) * without[i]) / n;
    for (int i = 0; i < networks; i++) {
        double off = n * whole - (n - 1) * without[i] - middle;
        squares += off * off;
    }
    return squares / (n - 1) / n;
}

/* Finite, as half a game is added on either side. */
static double log_odds(double mean, double games) {
    return log((mean * games + 0.5) / (games - mean * games + 0.5));
}

/* The jackknife of the mean's log odds: if the score is far from 1/2 or networks differ
 * much, that of the mean is too narrow on the side of 1/2. Beyond 1/4 and 3/4 so few
 * networks are so skewed that its error probability is made smaller, by the variance of a
 * game. */
static interval_t by_log_odds(const network_pairs_t *pairs, double mean, double games,
                              const double *without, double miss) {
    double n = pairs->networks, left = games * (n - 1) * (n - 1) / (n * n);
    double parts[OVER_NETWORKS_MOST], whole = log_odds(mean, games);
    for (int i = 0; i < pairs->networks; i++)
        parts[i] = log_odds(without[i], left);
    double smaller = miss * fmin(1, mean * (1 - mean) / (0.25 * 0.75));
    double t = student_two_sided_miss(smaller, n - 1);
    double half = t * sqrt(jackknife_variance(pairs->networks, whole, parts));
    return (interval_t){score_of_log_odds(whole - half), score_of_log_odds(whole + half)};
}

/* Lowest and highest score, and the number of games of a mean in which all pairs count
 * equally: all of them if pairs have equally many. False: a pair has none. */
static bool add_pairs(const network_pairs_t *pairs, over_networks_t *found) {
    double parts = 0;
    for (int i = 0; i < pairs->networks; i++)
        for (int j = 0; j < pairs->networks; j++) {
            if (pairs->games[i][j] == 0)
                return false;
            double score = score_of(pairs, i, j);
            found->least = parts > 0 ? fmin(found->least, score) : score;
            found->most = parts > 0 ? fmax(found->most, score) : score;
            parts += 1 / (double)pairs->games[i][j];
        }
    double n = (double)pairs->networks * pairs->networks;
    found->games = n * n / parts;
    return n > 0;
}

/* Wilson's interval. */
static interval_t of_games(double score, double games, double miss) {
    double z = -normal_quantile(miss / 2), shrink = 1 + z * z / games;
    double middle = (score + z * z / (2 * games)) / shrink;
    double half =
        z / shrink * sqrt(score * (1 - score) / games + z * z / (4 * games * games));
    return (interval_t){middle - half, middle + half};
}

static interval_t hull(interval_t a, interval_t b) {
    return (interval_t){fmin(a.low, b.low), fmax(a.high, b.high)};
}

/* over_networks() for the error probability 1 - level, which may be tiny. */
static bool score_of_all(const network_pairs_t *pairs, double weight, double miss,
                         over_networks_t *found) {
    REQUIRE(weight > 0 && weight <= 1 && pairs->networks <= OVER_NETWORKS_MOST);
    *found = (over_networks_t){.score = {0.5, 0, 1}};
    if (!add_pairs(pairs, found))
        return false;
    found->games *= weight;
    double mean = mean_without(pairs, NONE);
    found->score.value = mean;
    if (pairs->networks < OVER_NETWORKS_LEAST ||
        fmin(mean, 1 - mean) * found->games < OVER_NETWORKS_POINTS)
        return true;
    found->has_interval = true;
    double without[OVER_NETWORKS_MOST];
    double t = student_two_sided_miss(miss, pairs->networks - 1);
    for (int i = 0; i < pairs->networks; i++)
        without[i] = mean_without(pairs, i);
    found->variance = jackknife_variance(pairs->networks, mean, without);
    double half = t * sqrt(found->variance);
    interval_t of_mean = {mean - half, mean + half};
    found->by_log_odds = by_log_odds(pairs, mean, found->games, without, miss);
    interval_t all =
        hull(hull(of_mean, found->by_log_odds), of_games(mean, found->games, miss));
    found->score.low = fmax(0, all.low);
    found->score.high = fmin(1, all.high);
    return true;
}

bool over_networks(const network_pairs_t *pairs, double weight, double level,
                   over_networks_t *found) {
    return score_of_all(pairs, weight, 1 - level, found);
}

/* --- Differences -------------------------------------------------------------------- */

/* Degrees of freedom of the variance x + y. */
static double welch(double x, int networks_x, double y, int networks_y) {
    double parts = x * x / (networks_x - 1) + y * y / (networks_y - 1);
    return parts > 0 ? fmax(1, (x + y) * (x + y) / parts) : 1;
}

/* The parts of a difference, for one error probability. */
typedef struct difference {
    over_networks_t x, y;
    double value, variance, t; /* over networks; Student's, for a difference */
    double t_x, t_y;           /* for each alone */
} difference_t;

/* False: one has no interval. */
static bool difference_of(const networks_weighed_t *a, const networks_weighed_t *b,
                          double miss, difference_t *found) {
    *found = (difference_t){.value = 0};
    bool of_a = score_of_all(a->pairs, a->weight, miss, &found->x);
    if (!score_of_all(b->pairs, b->weight, miss, &found->y) || !of_a)
        return false;
    found->value = found->x.score.value - found->y.score.value;
    found->variance = found->x.variance + found->y.variance;
    if (!found->x.has_interval || !found->y.has_interval)
        return false;
    found->t = student_two_sided_miss(miss, welch(found->x.variance, a->pairs->networks,
                                                  found->y.variance, b->pairs->networks));
    found->t_x = student_two_sided_miss(miss, a->pairs->networks - 1);
    found->t_y = student_two_sided_miss(miss, b->pairs->networks - 1);
    return true;
}

/* The difference of two scores by their own intervals, whose arms are weighted. */
static interval_t by_arms(const difference_t *found, interval_t of_x, double part_x,
                          interval_t of_y, double part_y) {
    double x = found->x.score.value, y = found->y.score.value;
    return (interval_t){
        found->value - hypot(part_x * (x - of_x.low), part_y * (of_y.high - y)),
        found->value + hypot(part_x * (of_x.high - x), part_y * (y - of_y.low))};
}

/* Newcombe's interval of the games. */
static interval_t difference_of_games(const difference_t *found, double miss) {
    return by_arms(found, of_games(found->x.score.value, found->x.games, miss), 1,
                   of_games(found->y.score.value, found->y.games, miss), 1);
}

static estimate_t difference_with(const networks_weighed_t *a,
                                  const networks_weighed_t *b, double miss) {
    difference_t found;
    if (!difference_of(a, b, miss, &found))
        return (estimate_t){found.value, -1, 1};
    double half = found.t * sqrt(found.variance);
    interval_t of_means = {found.value - half, found.value + half};
    interval_t of_odds = by_arms(&found, found.x.by_log_odds, found.t / found.t_x,
                                 found.y.by_log_odds, found.t / found.t_y);
    interval_t all = hull(hull(of_means, of_odds), difference_of_games(&found, miss));
    return (estimate_t){found.value, fmax(-1, all.low), fmin(1, all.high)};
}

estimate_t over_networks_difference(const networks_weighed_t *a,
                                    const networks_weighed_t *b, double level) {
    return difference_with(a, b, 1 - level);
}

double over_networks_difference_p(const networks_weighed_t *a,
                                  const networks_weighed_t *b) {
    double low = log(DBL_MIN), high = 0;
    difference_t asked;
    if (!difference_of(a, b, 0.05, &asked) || asked.value == 0)
        return 1;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = (low + high) / 2;
        estimate_t found = difference_with(a, b, exp(middle));
        if (found.low <= 0 && found.high >= 0)
            low = middle;
        else
            high = middle;
    }
    return exp(high);
}
