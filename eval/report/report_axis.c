#include "eval/report/report_axis.h"

#include "eval/report/report_plot.h"
#include "eval/study/study.h"

#include <math.h>
#include <stdbool.h>

/* Doublings: of variants beside each other; of budgets too near to be told apart. */
#define APART 0.07
#define NEAR 0.1

/* More strengths than these stand aslant. */
enum { UPRIGHT = 6 };

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

double report_axis_place(const study_t *study, int strength) {
    return has_budgets(study) ? study_doublings(&study->strengths[strength]) : strength;
}

double report_axis_apart(const study_t *study, int variant) {
    return APART * (variant - (study->num_variants - 1) / 2.0);
}

void report_axis_data(FILE *script, const char *name, int variant) {
    fprintf(script, "$%s%d << END\n? ? ? ?\n", name, variant);
}

void report_axis_write(const study_t *study, FILE *script) {
    double least = report_axis_place(study, 0), most = least;
    fputs("set xtics (", script);
    for (int j = 0; j < study->num_strengths; j++) {
        double x = report_axis_place(study, j);
        least = fmin(least, x);
        most = fmax(most, x);
        if (j)
            fputs(", ", script);
        report_plot_text(script, study->strengths[j].name);
        fprintf(script, " %g", x);
    }
    fputs(")\n", script);
    if (study->num_strengths > UPRIGHT)
        fputs("set xtics rotate by -35\n", script);
    fprintf(script, "set xrange [%g:%g]\nset xlabel '%s'\n", least - 0.4, most + 0.4,
            has_budgets(study) ? "simulations an action" : "strength");
}
