#include "eval/rating/bradley_terry_check.h"

#include "core/base/error.h"
#include "core/stats/normal.h"
#include "eval/stats/comparison.h"

#include <math.h>
#include <stdlib.h>

/* Sums of a pairing, for a's points. */
typedef struct sums {
    double games, points;
    double residual;  /* points observed minus points expected */
    double variance;  /* of the points, by the model */
    double squares;   /* of the clusters' residuals */
    double *slope;    /* of the points expected, by each parameter */
    double *together; /* clusters' residuals times their gradients */
} sums_t;

typedef struct check {
    const bradley_terry_t *model;
    size_t size; /* parameters */
    int *number; /* index a * agents + b, in both orders: the pairing, or -1 */
    sums_t *sums;
    double *squares; /* of the clusters' gradients */
} check_t;

/* The first mover's points of one result, and their gradients. */
typedef struct line {
    double games, residual, spread, by_draw, gradient_draw;
} line_t;

static line_t line_of(const bradley_terry_t *model, const bradley_terry_result_t *r) {
    double p[3], games = r->won + r->drawn + r->lost;
    bradley_terry_chances(model, r->first, r->second, p);
    double half = (p[0] - p[2]) / 2;
    return (line_t){.games = games,
                    .residual = (r->won - r->lost) / 2 - games * half,
                    .spread = games * ((p[0] + p[2]) / 4 - half * half),
                    .by_draw = -games * half * p[1],
                    .gradient_draw = r->drawn - games * p[1]};
}

static int number_of(const check_t *check, const bradley_terry_result_t *r) {
    return check->number[r->first * check->model->agents + r->second];
}

static void add_line(const check_t *check, const bradley_terry_pairing_t *pairings,
                     const bradley_terry_result_t *r) {
    int number = number_of(check, r);
    if (number < 0)
        return;
    line_t line = line_of(check->model, r);
    sums_t *sums = &check->sums[number];
    double sign = r->first == pairings[number].a ? 1 : -1;
    sums->games += line.games;
    sums->points += sign > 0 ? r->won + r->drawn / 2 : r->lost + r->drawn / 2;
    sums->residual += sign * line.residual;
    sums->variance += line.spread;
    sums->slope[r->first] += sign * line.spread;
    sums->slope[r->second] -= sign * line.spread;
    sums->slope[check->size - 2] += sign * line.spread;
    sums->slope[check->size - 1] += sign * line.by_draw;
}

/* --- Clusters ----------------------------------------------------------------------- */

/* A cluster's gradient, and its residual in each pairing; both are sparse. */
typedef struct cluster {
    double *gradient, *residual;
    int *parameters, *pairings, num_parameters, num_pairings;
} cluster_t;

static void touch(double *values, int *touched, int *count, int index, double value) {
    for (int i = 0; i < *count; i++)
        if (touched[i] == index) {
            values[index] += value;
            return;
        }
    touched[(*count)++] = index;
    values[index] = value;
}

static void add_to_cluster(const check_t *check, const bradley_terry_pairing_t *pairings,
                           const bradley_terry_result_t *r, cluster_t *cluster) {
    int number = number_of(check, r), size = (int)check->size;
    line_t line = line_of(check->model, r);
    const int index[4] = {r->first, r->second, size - 2, size - 1};
    const double by[4] = {line.residual, -line.residual, line.residual,
                          line.gradient_draw};
    for (int i = 0; i < 4; i++)
        touch(cluster->gradient, cluster->parameters, &cluster->num_parameters, index[i],
              by[i]);
    if (number >= 0)
        touch(cluster->residual, cluster->pairings, &cluster->num_pairings, number,
              r->first == pairings[number].a ? line.residual : -line.residual);
}

static void end_cluster(const check_t *check, cluster_t *cluster) {
    for (int i = 0; i < cluster->num_parameters; i++) {
        double *row = check->squares + (size_t)cluster->parameters[i] * check->size;
        for (int k = 0; k < cluster->num_parameters; k++)
            row[cluster->parameters[k]] += cluster->gradient[cluster->parameters[i]] *
                                           cluster->gradient[cluster->parameters[k]];
    }
    for (int i = 0; i < cluster->num_pairings; i++) {
        double residual = cluster->residual[cluster->pairings[i]];
        sums_t *sums = &check->sums[cluster->pairings[i]];
        sums->squares += residual * residual;
        for (int k = 0; k < cluster->num_parameters; k++)
            sums->together[cluster->parameters[k]] +=
                residual * cluster->gradient[cluster->parameters[k]];
    }
    cluster->num_parameters = cluster->num_pairings = 0;
}

static void add_clusters(const check_t *check, const bradley_terry_result_t *results,
                         int count, const bradley_terry_pairing_t *pairings,
                         int num_pairings) {
    size_t most = (size_t)num_pairings;
    cluster_t cluster = {.gradient = memory_new(check->size, sizeof *cluster.gradient),
                         .residual = memory_new(most, sizeof *cluster.residual),
                         .parameters =
                             memory_new(check->size, sizeof *cluster.parameters),
                         .pairings = memory_new(most, sizeof *cluster.pairings)};
    for (int i = 0; i < count; i++) {
        add_to_cluster(check, pairings, &results[i], &cluster);
        if (i + 1 == count || results[i + 1].cluster != results[i].cluster)
            end_cluster(check, &cluster);
    }
    free(cluster.gradient);
    free(cluster.residual);
    free(cluster.parameters);
    free(cluster.pairings);
}

/* --- Each pairing ------------------------------------------------------------------- */

/* The model's covariance of two parameters, in natural units. */
static double covariance_of(const check_t *check, size_t i, size_t k) {
    double scale = (i + 1 < check->size ? BRADLEY_TERRY_ELO : 1) *
                   (k + 1 < check->size ? BRADLEY_TERRY_ELO : 1);
    return check->model->covariance[i * check->size + k] / scale;
}

/* A cluster's residual after fitting is its own minus its effect on the parameters: u -
 * slope' covariance gradient. */
static double variance_of(const check_t *check, const sums_t *sums, bool by_clusters) {
    size_t n = check->size;
    double *moves = memory_new(n, sizeof *moves), explained = 0, crossed = 0, moved = 0;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < n; k++)
            moves[i] += covariance_of(check, i, k) * sums->slope[k];
        explained += moves[i] * sums->slope[i];
        crossed += moves[i] * sums->together[i];
    }
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            moved += moves[i] * check->squares[i * n + k] * moves[k];
    free(moves);
    double by_model = sums->variance - explained;
    double seen = by_clusters ? sums->squares - 2 * crossed + moved : 0;
    /* Where the parameters fit a pairing exactly, whatever its results, there is nothing
     * to test. */
    if (!(by_model > 1e-6 * sums->variance))
        return 0;
    return fmax(by_model, seen);
}

static double judge(const check_t *check, const sums_t *sums, bool by_clusters,
                    bradley_terry_pairing_t *pairing) {
    pairing->score = pairing->expected = 0.5;
    pairing->error = 0;
    if (!(sums->games > 0))
        return 1;
    pairing->score = sums->points / sums->games;
    pairing->expected = (sums->points - sums->residual) / sums->games;
    double deviation = sqrt(variance_of(check, sums, by_clusters));
    pairing->error = deviation / sums->games;
    return deviation > 0 ? 2 * normal_cdf(-fabs(sums->residual) / deviation) : 1;
}

void bradley_terry_check(const bradley_terry_t *model,
                         const bradley_terry_result_t *results, int count,
                         bradley_terry_pairing_t *pairings, int num_pairings) {
    size_t agents = (size_t)model->agents, n = agents + 2, most = (size_t)num_pairings;
    bool by_clusters = count > 0 && results[0].cluster > 0;
    check_t check = {.model = model,
                     .size = n,
                     .number = memory_new(agents * agents, sizeof *check.number),
                     .sums = memory_new(most, sizeof *check.sums),
                     .squares = memory_new(n * n, sizeof *check.squares)};
    double *store = memory_new(2 * most * n, sizeof *store);
    double *p = memory_new(most, sizeof *p);
    for (size_t i = 0; i < agents * agents; i++)
        check.number[i] = -1;
    for (int i = 0; i < num_pairings; i++) {
        size_t a = (size_t)pairings[i].a, b = (size_t)pairings[i].b;
        REQUIRE(a < agents && b < agents && a != b);
        check.number[a * agents + b] = check.number[b * agents + a] = i;
        check.sums[i].slope = store + 2 * (size_t)i * n;
        check.sums[i].together = store + (2 * (size_t)i + 1) * n;
    }
    for (int i = 0; i < count; i++)
        add_line(&check, pairings, &results[i]);
    if (by_clusters)
        add_clusters(&check, results, count, pairings, num_pairings);
    for (int i = 0; i < num_pairings; i++)
        p[i] = judge(&check, &check.sums[i], by_clusters, &pairings[i]);
    comparison_holm(p, num_pairings, p);
    for (int i = 0; i < num_pairings; i++)
        pairings[i].p = p[i];
    free(check.number);
    free(check.sums);
    free(check.squares);
    free(store);
    free(p);
}
