#include "eval/rating/bradley_terry_problem.h"

#include "core/base/error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One cluster: the contributions of its results to the parameters that they touch. */
typedef struct cluster {
    int *touched, *place; /* parameters; the index of each among them, or -1 */
    int count;
    double *gradient, *curvature; /* of all parameters; nonzero only for those touched */
    double *system, *right;       /* count * count, and count */
} cluster_t;

static void touch(cluster_t *cluster, int parameter) {
    if (cluster->place[parameter] < 0) {
        cluster->place[parameter] = cluster->count;
        cluster->touched[cluster->count++] = parameter;
    }
}

/* Finds the results from `start` in the same cluster. Returns the first that is not. */
static int gather(const problem_t *problem, const double *at, int start,
                  cluster_t *cluster) {
    const bradley_terry_result_t *results = problem->results;
    int end = start;
    for (; end < problem->count && results[end].cluster == results[start].cluster;
         end++) {
        touch(cluster, results[end].first);
        touch(cluster, results[end].second);
        problem_add_result(problem, &results[end], at, cluster->gradient,
                           cluster->curvature);
    }
    touch(cluster, problem->agents);
    touch(cluster, problem->agents + 1);
    return end;
}

static void clear(const problem_t *problem, cluster_t *cluster) {
    for (int i = 0; i < cluster->count; i++) {
        for (int k = 0; k < cluster->count; k++)
            cluster
                ->curvature[cluster->touched[i] * problem->size + cluster->touched[k]] =
                0;
        cluster->gradient[cluster->touched[i]] = 0;
        cluster->place[cluster->touched[i]] = -1;
    }
    cluster->count = 0;
}

/* Solves a x = b by Gaussian elimination with partial pivoting; b becomes x. */
static void solve(double *a, int n, double *b) {
    for (int column = 0; column < n; column++) {
        int pivot = column;
        for (int row = column + 1; row < n; row++)
            if (fabs(a[row * n + column]) > fabs(a[pivot * n + column]))
                pivot = row;
        for (int k = 0; k < n; k++) {
            double swapped = a[pivot * n + k];
            a[pivot * n + k] = a[column * n + k];
            a[column * n + k] = swapped;
        }
        double swapped = b[pivot];
        b[pivot] = b[column];
        b[column] = swapped;
        for (int row = column + 1; row < n; row++) {
            double factor = a[row * n + column] / a[column * n + column];
            for (int k = column; k < n; k++)
                a[row * n + k] -= factor * a[column * n + k];
            b[row] -= factor * b[column];
        }
    }
    for (int row = n - 1; row >= 0; row--) {
        for (int k = row + 1; k < n; k++)
            b[row] -= a[row * n + k] * b[k];
        b[row] /= a[row * n + row];
    }
}

/* How leaving the cluster out moves the parameters, but for the sign: with C the inverse
 * curvature, E the touched parameters, A and s the cluster's curvature and gradient, it
 * is (C^-1 - E A E')^-1 E s = C E (1 - A E'C E)^-1 s. Leaves what follows C E in `right`.
 */
static void leave_out(const problem_t *problem, const double *inverse,
                      cluster_t *cluster) {
    int n = problem->size, m = cluster->count;
    const int *touched = cluster->touched;
    for (int i = 0; i < m; i++) {
        cluster->right[i] = cluster->gradient[touched[i]];
        for (int k = 0; k < m; k++) {
            double sum = i == k;
            for (int j = 0; j < m; j++)
                sum -= cluster->curvature[touched[i] * n + touched[j]] *
                       inverse[touched[j] * n + touched[k]];
            cluster->system[i * m + k] = sum;
        }
    }
    solve(cluster->system, m, cluster->right);
}

/* By how much leaving the cluster out moves the advantage of moving first. */
static double move_of_first(const problem_t *problem, const double *inverse,
                            const cluster_t *cluster) {
    const double *row = inverse + problem->agents * problem->size;
    double move = 0;
    for (int i = 0; i < cluster->count; i++)
        move += row[cluster->touched[i]] * cluster->right[i];
    return move;
}

/* The number of normally distributed clusters whose squares would be as even: the smaller
 * it is, the more the variance depends on a few of them, and the less is known about
 * it. */
static int even_clusters(double squares, double fourth_powers, int count) {
    double even = fourth_powers > 0 ? 3 * squares * squares / fourth_powers : count;
    return (int)fmin(count, floor(even));
}

/* Sums the squares of the clusters' moves, to be placed between two inverses; counts
 * clusters for each parameter, and `even`, the effective number for moving first. */
static int add_clusters(const problem_t *problem, const double *at, const double *inverse,
                        double *squares, int *clusters, int *even) {
    size_t n = (size_t)problem->size;
    cluster_t cluster = {.touched = memory_new(n, sizeof(int)),
                         .place = memory_new(n, sizeof(int)),
                         .gradient = memory_new(n, sizeof(double)),
                         .curvature = memory_new(n * n, sizeof(double)),
                         .system = memory_new(n * n, sizeof(double)),
                         .right = memory_new(n, sizeof(double))};
    int count = 0;
    double squares_of_first = 0, fourth_powers = 0;
    for (size_t i = 0; i < n; i++)
        cluster.place[i] = -1;
    for (int start = 0; start < problem->count; count++) {
        start = gather(problem, at, start, &cluster);
        leave_out(problem, inverse, &cluster);
        double square = pow(move_of_first(problem, inverse, &cluster), 2);
        squares_of_first += square;
        fourth_powers += square * square;
        for (int i = 0; i < cluster.count; i++) {
            size_t row = (size_t)cluster.touched[i] * n;
            clusters[cluster.touched[i]]++;
            for (int k = 0; k < cluster.count; k++)
                squares[row + (size_t)cluster.touched[k]] +=
                    cluster.right[i] * cluster.right[k];
        }
        clear(problem, &cluster);
    }
    *even = even_clusters(squares_of_first, fourth_powers, count);
    free(cluster.touched);
    free(cluster.place);
    free(cluster.gradient);
    free(cluster.curvature);
    free(cluster.system);
    free(cluster.right);
    return count;
}

/* Adds two clusters for each agent, with the variance of the model. */
static void add_clusters_of_model(const problem_t *problem, const double *at,
                                  const int *clusters, double *squares) {
    double *unused = memory_new((size_t)problem->size, sizeof *unused);
    for (int i = 0; i < problem->count; i++) {
        bradley_terry_result_t r = problem->results[i];
        int a = clusters[r.first], b = clusters[r.second];
        double share = 2.0 / (a < b ? a : b);
        r.won *= share;
        r.drawn *= share;
        r.lost *= share;
        problem_add_result(problem, &r, at, unused, squares);
    }
    free(unused);
}

/* Replaces the inverse by inverse * squares * inverse. */
static void put_between(double *inverse, const double *squares, size_t n) {
    double *half = memory_new(n * n, sizeof *half);
    double *whole = memory_new(n * n, sizeof *whole);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            for (size_t m = 0; m < n; m++)
                half[i * n + m] += inverse[i * n + k] * squares[k * n + m];
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            for (size_t m = 0; m < n; m++)
                whole[i * n + m] += half[i * n + k] * inverse[k * n + m];
    memcpy(inverse, whole, n * n * sizeof *whole);
    free(half);
    free(whole);
}

void bradley_terry_clusters(const problem_t *problem, const double *at,
                            double *covariance, int *clusters, int *even) {
    size_t n = (size_t)problem->size;
    double *squares = memory_new(n * n, sizeof *squares);
    double of_draws = covariance[n * n - 1]; /* by the model */
    int count = add_clusters(problem, at, covariance, squares, clusters, even);
    for (size_t i = 0; i < n * n; i++)
        squares[i] *= (count - 1.0) / count;
    add_clusters_of_model(problem, at, clusters, squares);
    for (size_t i = 0; i < n; i++)
        squares[i * n + i] += problem->precision[i];
    put_between(covariance, squares, n);
    covariance[n * n - 1] = fmax(covariance[n * n - 1], of_draws);
    free(squares);
}
