#include "eval/rating/bradley_terry.h"

#include "core/base/error.h"
#include "core/stats/normal.h"
#include "core/stats/student.h"
#include "eval/rating/bradley_terry_problem.h"
#include "eval/stats/cholesky.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ELO BRADLEY_TERRY_ELO

const bradley_terry_prior_t bradley_terry_weak_prior = {1000, 500, 3};

static double log_likelihood(const problem_t *problem, const double *at) {
    double sum = 0, draw = at[problem->agents + 1];
    for (int i = 0; i < problem->count; i++) {
        const bradley_terry_result_t *r = &problem->results[i];
        double d = problem_advantage_over(problem, at, r);
        double games = r->won + r->drawn + r->lost;
        sum += (r->won - r->lost) * d / 2 + r->drawn * draw -
               games * problem_chances(d, draw).log_sum;
    }
    return sum;
}

static double log_posterior(const problem_t *problem, const double *at) {
    double sum = log_likelihood(problem, at);
    for (int i = 0; i < problem->size; i++) {
        double off = at[i] - problem->centre[i];
        sum -= problem->precision[i] * off * off / 2;
    }
    return sum;
}

/* The gradient, and the factor of the curvature, which the prior alone makes positive
 * definite. */
static void expand(const problem_t *problem, const double *at, double *gradient,
                   double *factor) {
    int n = problem->size;
    memset(factor, 0, (size_t)n * (size_t)n * sizeof *factor);
    for (int i = 0; i < n; i++) {
        gradient[i] = -problem->precision[i] * (at[i] - problem->centre[i]);
        factor[i * n + i] = problem->precision[i];
    }
    for (int i = 0; i < problem->count; i++)
        problem_add_result(problem, &problem->results[i], at, gradient, factor);
    REQUIRE(cholesky_factor(factor, n));
}

/* Newton's method with step halving: the posterior is concave, so it converges. Leaves
 * the factor of the curvature at the maximum. */
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

/* Covariances of ratings minus their mean. */
static void centre(bradley_terry_t *fit) {
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
}

static void covariance_in_elo(bradley_terry_t *fit) {
    int n = fit->agents + 2;
    double *c = fit->covariance;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            c[i * n + k] *= (i < n - 1 ? ELO : 1) * (k < n - 1 ? ELO : 1);
}

/* Agents of a group have all scored points against each other, directly or through
 * others; agents with given ratings are in one group. */
static void find_groups(bradley_terry_t *fit, const bradley_terry_result_t *results,
                        int count, const double *given) {
    size_t n = (size_t)fit->agents;
    bool *reaches = memory_new(n * n, sizeof *reaches);
    for (int i = 0; i < count; i++) {
        size_t a = (size_t)results[i].first, b = (size_t)results[i].second;
        reaches[a * n + b] |= results[i].won > 0 || results[i].drawn > 0;
        reaches[b * n + a] |= results[i].lost > 0 || results[i].drawn > 0;
    }
    for (size_t a = 0; given && a < n; a++)
        for (size_t b = 0; b < n; b++)
            reaches[a * n + b] |= !isnan(given[a]) && !isnan(given[b]);
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

#define GIVEN_ELO 1e-3 /* standard deviation of a given rating's prior */

/* Number of given ratings; a narrow prior fixes these, the others' prior is around their
 * mean. */
static int set_prior(problem_t *problem, const bradley_terry_prior_t *prior,
                     const double *given) {
    int agents = problem->agents, held = 0;
    double sum = 0;
    for (int i = 0; given && i < agents; i++)
        if (!isnan(given[i])) {
            sum += given[i] / ELO;
            held++;
        }
    for (int i = 0; i < agents; i++) {
        bool holds = given && !isnan(given[i]);
        problem->precision[i] =
            precision_of((holds ? GIVEN_ELO : prior->rating_elo) / ELO);
        problem->centre[i] = holds ? given[i] / ELO : held > 0 ? sum / held : 0;
    }
    problem->precision[agents] = precision_of(prior->advantage_elo / ELO);
    problem->precision[agents + 1] = precision_of(prior->draw);
    return held;
}

/* Where all games were won, clusters do not differ: there the variance by prior and model
 * is added to that from clusters. */
static void use_clusters(const problem_t *problem, bradley_terry_t *fit) {
    size_t size = (size_t)problem->size * (size_t)problem->size;
    double *model = memory_new(size, sizeof *model);
    memcpy(model, fit->covariance, size * sizeof *model);
    bradley_terry_clusters(problem, fit->rating, fit->covariance, fit->clusters,
                           &fit->even_clusters);
    for (size_t i = 0; i < size && fit->groups > 1; i++)
        fit->covariance[i] += model[i];
    free(model);
}

bradley_terry_t *bradley_terry_fit(int agents, const bradley_terry_result_t *results,
                                   int count, const bradley_terry_prior_t *prior,
                                   const double *given) {
    check_results(agents, results, count);
    problem_t problem = {agents, agents + 2, results, count, NULL, NULL};
    size_t n = (size_t)problem.size;
    problem.precision = memory_new(n, sizeof *problem.precision);
    problem.centre = memory_new(n, sizeof *problem.centre);
    int held = set_prior(&problem, prior, given);

    bradley_terry_t *fit = memory_new(1, sizeof *fit);
    *fit = (bradley_terry_t){.agents = agents,
                             .rating = memory_new(n, sizeof(double)),
                             .covariance = memory_new(n * n, sizeof(double)),
                             .group = memory_new(n, sizeof(int)),
                             .clusters = memory_new(n, sizeof(int))};
    double *factor = memory_new(n * n, sizeof *factor);
    memcpy(fit->rating, problem.centre, n * sizeof *fit->rating);
    fit->steps = climb(&problem, fit->rating, factor);
    fit->log_likelihood = log_likelihood(&problem, fit->rating);
    cholesky_invert(factor, problem.size, fit->covariance);
    find_groups(fit, results, count, given);
    fit->robust = count > 0 && results[0].cluster > 0;
    if (fit->robust)
        use_clusters(&problem, fit);
    if (held == 0)
        centre(fit);
    covariance_in_elo(fit);
    fit->advantage = ELO * fit->rating[agents];
    fit->draw = fit->rating[agents + 1];
    for (int i = 0; i < agents; i++)
        fit->rating[i] *= ELO;
    free(factor);
    free(problem.precision);
    free(problem.centre);
    return fit;
}

void bradley_terry_free(bradley_terry_t *fit) {
    if (!fit)
        return;
    free(fit->rating);
    free(fit->covariance);
    free(fit->group);
    free(fit->clusters);
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

double bradley_terry_difference_deviation(const bradley_terry_t *fit, int a, int b) {
    double variance = covariance_of(fit, a, a) + covariance_of(fit, b, b) -
                      2 * covariance_of(fit, a, b);
    return sqrt(fmax(variance, 0));
}

/* The quantile for an estimate whose spread comes from so few clusters. */
static double quantile_of(const bradley_terry_t *fit, int clusters, double level) {
    return fit->robust ? student_two_sided(level, fmax(clusters - 1, 1))
                       : normal_two_sided(level);
}

double bradley_terry_half_width(const bradley_terry_t *fit, int parameter, double level) {
    int clusters =
        parameter == fit->agents ? fit->even_clusters : fit->clusters[parameter];
    return quantile_of(fit, clusters, level) * bradley_terry_deviation(fit, parameter);
}

double bradley_terry_difference_half_width(const bradley_terry_t *fit, int a, int b,
                                           double level) {
    int clusters =
        fit->clusters[a] < fit->clusters[b] ? fit->clusters[a] : fit->clusters[b];
    return quantile_of(fit, clusters, level) *
           bradley_terry_difference_deviation(fit, a, b);
}

double bradley_terry_superiority(const bradley_terry_t *fit, int a, int b) {
    double deviation = bradley_terry_difference_deviation(fit, a, b);
    if (a == b || !(deviation > 0))
        return 0.5;
    /* The normal quantile equivalent to Student's at 95 %; slightly conservative in the
     * tails. */
    double wider = bradley_terry_difference_half_width(fit, a, b, 0.95) /
                   (normal_two_sided(0.95) * deviation);
    return normal_cdf((fit->rating[a] - fit->rating[b]) / (wider * deviation));
}

void bradley_terry_chances(const bradley_terry_t *fit, int first, int second,
                           double chances[3]) {
    REQUIRE(first >= 0 && first < fit->agents && second >= 0 && second < fit->agents);
    double d = (fit->rating[first] - fit->rating[second] + fit->advantage) / ELO;
    chances_t p = problem_chances(d, fit->draw);
    chances[0] = p.won;
    chances[1] = p.drawn;
    chances[2] = p.lost;
}
