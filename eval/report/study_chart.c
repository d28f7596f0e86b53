#include "eval/report/study_chart.h"

#include "eval/study/study.h"

#include <math.h>

/* In doublings: the offset between variants; budgets too near to be distinguished. */
#define APART 0.07
#define NEAR 0.1

static bool has_budgets(const study_t *study) {
    for (int j = 0; j < study->num_strengths; j++)
        for (int i = 0; i <= j; i++) {
            double a = study_doublings(&study->strengths[i]);
            double b = study_doublings(&study->strengths[j]);
            if (isnan(b) || (i < j && fabs(a - b) < NEAR))
                return false;
        }
    return true;
}

static double place(const study_t *study, int strength) {
    return has_budgets(study) ? study_doublings(&study->strengths[strength]) : strength;
}

double study_chart_place(const study_t *study, int variant, int strength) {
    return place(study, strength) + APART * (variant - (study->num_variants - 1) / 2.0);
}

chart_axis_t study_chart_axis(const study_t *study) {
    chart_axis_t axis = {.label = has_budgets(study)
                                      ? "simulations per action (logarithmic)"
                                      : "strength level"};
    double least = place(study, 0), most = least;
    for (int j = 0; j < study->num_strengths; j++) {
        double at = place(study, j);
        least = fmin(least, at);
        most = fmax(most, at);
        chart_tick(&axis, at, study->strengths[j].name);
    }
    axis.low = least - 0.4;
    axis.high = most + 0.4;
    return axis;
}

void study_chart_legend(const study_t *study, FILE *page) {
    const char *names[STUDY_MAX_VARIANTS];
    for (int i = 0; i < study->num_variants; i++)
        names[i] = study->variants[i].name;
    chart_legend(names, study->num_variants, page);
}
