#include "eval/rating/bradley_terry.h"

#include "core/base/error.h"
#include "core/base/portable_math.h"
#include "core/stats/normal.h"
#include "eval/stats/cholesky.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ELO BRADLEY_TERRY_ELO

const bradley_terry_prior_t bradley_terry_weak_prior = {1000, 500, 3};

/* The parameters stand in one array: ratings, advantage, draw; natural units. */
typedef struct problem {
    int agents, size; /* size: agents + 2 */
    const bradley_terry_result_t *results;
    int count;
    double *precision; /* of the prior, of each parameter */
} problem_t;

typedef struct chances {
    double won, drawn, lost;
    double log_sum; /* ln(e^(d/2) + e^draw + e^(-d/2)) */
} chances_t;

/* e to the x below 0; what is out of range is as good as 0. */
static double exp_of(double x) {
    return x < -700 ? 0 : portable_exp(x);
}

static chances_t chances_of(double d, double draw) {
    double most = fmax(fabs(d) / 2, draw);
    double won = exp_of(d / 2 - most), drawn = exp_of(draw - most),
           lost = exp_of(-d / 2 - most);
    double sum = won + drawn + lost;
    return (chances_t){won / sum, drawn / sum, lost / sum, most + portable_log(sum)};
}

static double advantage_over(const problem_t *problem, const double *at,
                             const bradley_terry_result_t *result) {
    return at[result->first] - at[result->second] + at[problem->agents];
}

static double log_likelihood(const problem_t *problem, const double *at) {
    double sum = 0, draw = at[problem->agents + 1];
    for (int i = 0; i < problem->count; i++) {
        const bradley_terry_result_t *r = &problem->results[i];
        double d = advantage_over(problem, at, r);
        double games = r->won + r->drawn + r->lost;
        sum += (r->won - r->lost) * d / 2 + r->drawn * draw -
               games * chances_of(d, draw).log_sum;
    }
    return sum;
}

static double log_posterior(const problem_t *problem, const double *at) {
    double sum = log_likelihood(problem, at);
    for (int i = 0; i < problem->size; i++)
        sum -= problem->precision[i] * at[i] * at[i] / 2;
    return sum;
}

/* What one line of results adds to gradient and curvature: it touches four parameters, of
 * which d has first, second and advantage with the signs 1, -1, 1. */
static void add_result(const problem_t *problem, const bradley_terry_result_t *r,
                       const double *at, double *gradient, double *curvature) {
    int n = problem->size, index[4] = {r->first, r->second, n - 2, n - 1};
    chances_t p = chances_of(advantage_over(problem, at, r), at[n - 1]);
    double games = r->won + r->drawn + r->lost, half = (p.won - p.lost) / 2;
    double by_d = (r->won - r->lost) / 2 - games * half;
    double by_draw = r->drawn - games * p.drawn;
    double dd = games * ((p.won + p.lost) / 4 - half * half);
    double d_draw = -games * half * p.drawn;
    double draw_draw = games * p.drawn * (1 - p.drawn);
    static const double sign[3] = {1, -1, 1};
    for (int i = 0; i < 3; i++) {
        gradient[index[i]] += sign[i] * by_d;
        for (int k = 0; k < 3; k++)
            curvature[index[i] * n + index[k]] += sign[i] * sign[k] * dd;
        curvature[index[i] * n + n - 1] += sign[i] * d_draw;
        curvature[(n - 1) * n + index[i]] += sign[i] * d_draw;
    }
    gradient[n - 1] += by_draw;
    curvature[(n - 1) * n + n - 1] += draw_draw;
}

/* The gradient, and the factor of the curvature: positive definite by the prior alone. */
static void expand(const problem_t *problem, const double *at, double *gradient,
                   double *factor) {
    int n = problem->size;
    memset(factor, 0, (size_t)n * (size_t)n * sizeof *factor);
    for (int i = 0; i < n; i++) {
        gradient[i] = -problem->precision[i] * at[i];
        factor[i * n + i] = problem->precision[i];
    }
    for (int i = 0; i < problem->count; i++)
        add_result(problem, &problem->results[i], at, gradient, factor);
    REQUIRE(cholesky_factor(factor, n));
}

/* Newton's method with halved steps: the posterior is concave, so it gets there. Leaves
 * the factor of the curvature at the top. */
static int climb(const problem_t *problem, double *at, double *factor) {
    int n = problem->size, steps = 0;
    double *step = memory_new((size_t)n, sizeof *step);
    double *next = memory_new((size_t)n, sizeof *next);
    double height = log_posterior(problem, at), largest = 1;
    while (largest > 1e-10 && steps < 200) {
        expand(problem, at, step, factor);
        cholesky_solve(factor, n, step);
        double higher = height;
        for (int halved = 0; halved < 40; halved++) {
            for (int i = 0; i < n; i++)
                next[i] = at[i] + ldexp(step[i], -halved);
            higher = log_posterior(problem, next);
            if (higher >= height - 1e-12 * fabs(height))
                break;
        }
        largest = 0;
        for (int i = 0; i < n; i++)
            largest = fmax(largest, fabs(next[i] - at[i]));
        memcpy(at, next, (size_t)n * sizeof *at);
        height = higher;
        steps++;
    }
    expand(problem, at, step, factor);
    free(step);
    free(next);
    return steps;
}

/* What is gathered of clusters. */
typedef struct clusters {
    double *squares, *gradient;
    int *touched;
    int *count,
        *last; /* of each agent: its clusters, and the start of the last one + 1 */
} clusters_t;

static void count_cluster(clusters_t *clusters, int agent, int start) {
    clusters->count[agent] += clusters->last[agent] != start + 1;
    clusters->last[agent] = start + 1;
}

/* The gradients of a cluster add up to a vector that is 0 in the mean: the sum of their
 * squares is what the curvature would be, if the games were independent. Clusters have
 * few players, so the squares touch few elements; `touched` lists them. */
static int add_cluster(const problem_t *problem, const double *at, int start,
                       clusters_t *clusters) {
    int n = problem->size, end = start, count = 0;
    const bradley_terry_result_t *results = problem->results;
    double *squares = clusters->squares, *gradient = clusters->gradient;
    int *touched = clusters->touched;
    for (; end < problem->count && results[end].cluster == results[start].cluster;
         end++) {
        const bradley_terry_result_t *r = &results[end];
        count_cluster(clusters, r->first, start);
        count_cluster(clusters, r->second, start);
        chances_t p = chances_of(advantage_over(problem, at, r), at[n - 1]);
        double games = r->won + r->drawn + r->lost;
        double by_d = (r->won - r->lost - games * (p.won - p.lost)) / 2;
        gradient[r->first] += by_d;
        gradient[r->second] -= by_d;
        gradient[n - 2] += by_d;
        gradient[n - 1] += r->drawn - games * p.drawn;
    }
    for (int i = 0; i < n; i++)
        if (fabs(gradient[i]) > 0)
            touched[count++] = i;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            squares[touched[i] * n + touched[k]] +=
                gradient[touched[i]] * gradient[touched[k]];
    for (int i = 0; i < count; i++)
        gradient[touched[i]] = 0;
    return end;
}

/* Clusters that all came out alike do not differ, and that is no certainty: each agent's
 * count as two more, which differ as the model has it. */
static void add_clusters_of_model(const problem_t *problem, const double *at,
                                  const int *clusters_of, double *squares,
                                  double *unused) {
    for (int i = 0; i < problem->count; i++) {
        bradley_terry_result_t r = problem->results[i];
        int a = clusters_of[r.first], b = clusters_of[r.second];
        double share = 2.0 / (a < b ? a : b);
        r.won *= share;
        r.drawn *= share;
        r.lost *= share;
        add_result(problem, &r, at, unused, squares);
    }
}

/* inverse squares inverse, with the prior's share of the curvature in the squares. */
static void make_robust(const problem_t *problem, const double *at, double *covariance) {
    size_t n = (size_t)problem->size;
    clusters_t clusters = {.squares = memory_new(n * n, sizeof(double)),
                           .gradient = memory_new(n, sizeof(double)),
                           .touched = memory_new(n, sizeof(int)),
                           .count = memory_new(n, sizeof(int)),
                           .last = memory_new(n, sizeof(int))};
    double *squares = clusters.squares;
    int num_clusters = 0;
    double *half = memory_new(n * n, sizeof *half);
    for (int start = 0; start < problem->count; num_clusters++)
        start = add_cluster(problem, at, start, &clusters);
    double small_numbers = num_clusters > 1 ? num_clusters / (num_clusters - 1.0) : 1;
    for (size_t i = 0; i < n * n; i++)
        squares[i] *= small_numbers;
    add_clusters_of_model(problem, at, clusters.count, squares, clusters.gradient);
    for (size_t i = 0; i < n; i++)
        squares[i * n + i] += problem->precision[i];
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            for (size_t m = 0; m < n; m++)
                half[i * n + m] += covariance[i * n + k] * squares[k * n + m];
    memset(squares, 0, n * n * sizeof *squares);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            for (size_t m = 0; m < n; m++)
                squares[i * n + m] += half[i * n + k] * covariance[k * n + m];
    double of_draws = covariance[n * n - 1]; /* by the model */
    memcpy(covariance, squares, n * n * sizeof *squares);
    covariance[n * n - 1] = fmax(covariance[n * n - 1], of_draws);
    free(squares);
    free(half);
    free(clusters.gradient);
    free(clusters.touched);
    free(clusters.count);
    free(clusters.last);
}

/* Covariances of ratings less their mean, in Elo. */
static void anchor(bradley_terry_t *fit) {
    int n = fit->agents + 2;
    double *c = fit->covariance;
    for (int pass = 0; pass < 2; pass++) /* rows, then columns */
        for (int k = 0; k < n; k++) {
            int step = pass ? 1 : n, start = pass ? k * n : k;
            double mean = 0;
            for (int i = 0; i < fit->agents; i++)
                mean += c[start + i * step] / fit->agents;
            for (int i = 0; i < fit->agents; i++)
                c[start + i * step] -= mean;
        }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            c[i * n + k] *= (i < n - 1 ? ELO : 1) * (k < n - 1 ? ELO : 1);
}

/* Agents of a group each took points, directly or through others, from each other. */
static void find_groups(bradley_terry_t *fit, const bradley_terry_result_t *results,
                        int count) {
    size_t n = (size_t)fit->agents;
    bool *reaches = memory_new(n * n, sizeof *reaches);
    for (int i = 0; i < count; i++) {
        size_t a = (size_t)results[i].first, b = (size_t)results[i].second;
        reaches[a * n + b] |= results[i].won > 0 || results[i].drawn > 0;
        reaches[b * n + a] |= results[i].lost > 0 || results[i].drawn > 0;
    }
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < n; i++)
            if (reaches[i * n + k])
                for (size_t j = 0; j < n; j++)
                    reaches[i * n + j] |= reaches[k * n + j];
    for (size_t i = 0; i < n; i++) {
        fit->group[i] = -1;
        for (size_t j = 0; j < i && fit->group[i] < 0; j++)
            if (reaches[i * n + j] && reaches[j * n + i])
                fit->group[i] = fit->group[j];
        if (fit->group[i] < 0)
            fit->group[i] = fit->groups++;
    }
    free(reaches);
}

static void check_results(int agents, const bradley_terry_result_t *results, int count) {
    REQUIRE(agents >= 1 && agents <= BRADLEY_TERRY_MAX_AGENTS && count >= 0);
    for (int i = 0; i < count; i++) {
        const bradley_terry_result_t *r = &results[i];
        REQUIRE(r->first >= 0 && r->first < agents && r->second >= 0 &&
                r->second < agents);
        REQUIRE(r->cluster >= 0 && (r->cluster == 0) == (results[0].cluster == 0));
        REQUIRE(r->won >= 0 && r->drawn >= 0 && r->lost >= 0);
    }
}

static double precision_of(double deviation) {
    REQUIRE(deviation > 0);
    return 1 / (deviation * deviation);
}

bradley_terry_t *bradley_terry_fit(int agents, const bradley_terry_result_t *results,
                                   int count, const bradley_terry_prior_t *prior) {
    check_results(agents, results, count);
    problem_t problem = {agents, agents + 2, results, count, NULL};
    size_t n = (size_t)problem.size;
    problem.precision = memory_new(n, sizeof *problem.precision);
    for (int i = 0; i < agents; i++)
        problem.precision[i] = precision_of(prior->rating_elo / ELO);
    problem.precision[agents] = precision_of(prior->advantage_elo / ELO);
    problem.precision[agents + 1] = precision_of(prior->draw);

    bradley_terry_t *fit = memory_new(1, sizeof *fit);
    *fit = (bradley_terry_t){.agents = agents,
                             .rating = memory_new(n, sizeof(double)),
                             .covariance = memory_new(n * n, sizeof(double)),
                             .group = memory_new(n, sizeof(int))};
    double *factor = memory_new(n * n, sizeof *factor);
    fit->steps = climb(&problem, fit->rating, factor);
    fit->log_likelihood = log_likelihood(&problem, fit->rating);
    cholesky_invert(factor, problem.size, fit->covariance);
    find_groups(fit, results, count);
    fit->robust = count > 0 && results[0].cluster > 0 && fit->groups == 1;
    if (fit->robust)
        make_robust(&problem, fit->rating, fit->covariance);
    anchor(fit);
    fit->advantage = ELO * fit->rating[agents];
    fit->draw = fit->rating[agents + 1];
    for (int i = 0; i < agents; i++)
        fit->rating[i] *= ELO;
    free(factor);
    free(problem.precision);
    return fit;
}

void bradley_terry_free(bradley_terry_t *fit) {
    if (!fit)
        return;
    free(fit->rating);
    free(fit->covariance);
    free(fit->group);
    free(fit);
}

void bradley_terry_anchor(bradley_terry_t *fit, int agent, double elo) {
    REQUIRE(agent >= 0 && agent < fit->agents);
    int n = fit->agents + 2;
    double *c = fit->covariance, shift = elo - fit->rating[agent];
    for (int i = 0; i < fit->agents; i++)
        fit->rating[i] += shift;
    for (int pass = 0; pass < 2; pass++) /* rows, then columns */
        for (int k = 0; k < n; k++) {
            int step = pass ? 1 : n, start = pass ? k * n : k;
            double own = c[start + agent * step];
            for (int i = 0; i < fit->agents; i++)
                c[start + i * step] -= own;
        }
}

static double covariance_of(const bradley_terry_t *fit, int a, int b) {
    REQUIRE(a >= 0 && a < fit->agents + 2 && b >= 0 && b < fit->agents + 2);
    return fit->covariance[a * (fit->agents + 2) + b];
}

double bradley_terry_deviation(const bradley_terry_t *fit, int agent) {
    return sqrt(fmax(covariance_of(fit, agent, agent), 0));
}

double bradley_terry_advantage_deviation(const bradley_terry_t *fit) {
    return bradley_terry_deviation(fit, fit->agents);
}

double bradley_terry_difference_deviation(const bradley_terry_t *fit, int a, int b) {
    double variance = covariance_of(fit, a, a) + covariance_of(fit, b, b) -
                      2 * covariance_of(fit, a, b);
    return sqrt(fmax(variance, 0));
}

double bradley_terry_superiority(const bradley_terry_t *fit, int a, int b) {
    double deviation = bradley_terry_difference_deviation(fit, a, b);
    if (a == b || !(deviation > 0))
        return 0.5;
    return normal_cdf((fit->rating[a] - fit->rating[b]) / deviation);
}

void bradley_terry_chances(const bradley_terry_t *fit, int first, int second,
                           double chances[3]) {
    REQUIRE(first >= 0 && first < fit->agents && second >= 0 && second < fit->agents);
    double d = (fit->rating[first] - fit->rating[second] + fit->advantage) / ELO;
    chances_t p = chances_of(d, fit->draw);
    chances[0] = p.won;
    chances[1] = p.drawn;
    chances[2] = p.lost;
}
