#include "eval/rating/bradley_terry_problem.h"

#include "core/base/portable_math.h"

#include <math.h>

/* exp(x) for x below 0; an underflow counts as 0. */
static double exp_of(double x) {
    return x < -700 ? 0 : portable_exp(x);
}

chances_t problem_chances(double d, double draw) {
    double most = fmax(fabs(d) / 2, draw);
    double won = exp_of(d / 2 - most), drawn = exp_of(draw - most),
           lost = exp_of(-d / 2 - most);
    double sum = won + drawn + lost;
    return (chances_t){won / sum, drawn / sum, lost / sum, most + portable_log(sum)};
}

double problem_advantage_over(const problem_t *problem, const double *at,
                              const bradley_terry_result_t *result) {
    return at[result->first] - at[result->second] + at[problem->agents];
}

void problem_add_result(const problem_t *problem, const bradley_terry_result_t *r,
                        const double *at, double *gradient, double *curvature) {
    int n = problem->size, index[4] = {r->first, r->second, n - 2, n - 1};
    chances_t p = problem_chances(problem_advantage_over(problem, at, r), at[n - 1]);
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
