#include "eval/report/report_metrics.h"

#include "eval/report/html.h"
#include "eval/report/report.h"
#include "eval/report/report_chart.h"
#include "eval/study/study_result.h"

#include <math.h>

/* What is shown as plots, in reading order. */
static const metric_id_t shown[] = {
    METRIC_TURNS,       METRIC_BRANCHING,    METRIC_EFFECTIVE_CHOICES,
    METRIC_DRAMA_MEAN,  METRIC_LEAD_CHANGES, METRIC_UNCERTAINTY,
    METRIC_KILLER_MOVE, METRIC_PERMANENCE,   METRIC_DECISIVENESS_THRESHOLD,
    METRIC_COVERAGE,    METRIC_DRAWISHNESS,  METRIC_DECIDED_SHARE};
enum { SHOWN = sizeof shown / sizeof shown[0] };

static bool value_of(const report_t *report, int variant, int strength, metric_id_t id,
                     metric_t *found) {
    const report_games_t *games = &report->games[variant][strength];
    if (games->count == 0)
        return false;
    *found = game_metrics_get(&games->metrics, id, report->result->level);
    return !isnan(found->value);
}

/* From 0 on, so that small differences look small; the largest value, or below 0 where
 * there is none. */
static double largest(const report_t *report, metric_id_t id, double *least) {
    double most = -1;
    metric_t found;
    *least = 0;
    for (int i = 0; i < report->result->study->num_variants; i++)
        for (int j = 0; j < report->result->study->num_strengths; j++)
            if (value_of(report, i, j, id, &found)) {
                most = fmax(most, fmax(1e-6, found.high));
                *least = fmin(*least, found.low);
            }
    return most;
}

static void plot_variant(const chart_t *chart, const report_t *report, int variant,
                         metric_id_t id) {
    const study_t *study = report->result->study;
    double x[STUDY_MAX_STRENGTHS], y[STUDY_MAX_STRENGTHS];
    metric_t found;
    int count = 0;
    for (int j = 0; j < study->num_strengths; j++)
        if (value_of(report, variant, j, id, &found)) {
            x[count] = chart_place(study, j) + chart_apart(study, variant);
            y[count++] = found.value;
        }
    chart_path(chart, variant, x, y, count);
    for (int j = 0; j < study->num_strengths; j++) {
        char words[256];
        if (!value_of(report, variant, j, id, &found))
            continue;
        snprintf(words, sizeof words, "%s, %s: %.3g (%.3g to %.3g) %s, %llu games",
                 study->variants[variant].name, study->strengths[j].name, found.value,
                 found.low, found.high, found.info->unit,
                 (unsigned long long)found.games);
        const estimate_t value = {found.value, found.low, found.high};
        chart_interval(chart, variant,
                       chart_place(study, j) + chart_apart(study, variant), &value,
                       words);
    }
}

static void write_metric(const report_t *report, metric_id_t id, FILE *page) {
    const metric_info_t *info = &metric_table[id];
    double least, most = largest(report, id, &least);
    char title[160];
    fputs("<figure class=\"plot\"><h3>", page);
    html_text(page, info->title);
    fputs("</h3>", page);
    if (most >= 0) {
        chart_t chart;
        snprintf(title, sizeof title,
                 "%s against strength; the figures are in the table of metrics",
                 info->title);
        const chart_frame_t frame = {.title = title,
                                     .x = chart_axis_of_study(report->result->study),
                                     .y = chart_axis_of_numbers(least, most, info->unit),
                                     .is_small = true};
        chart_begin(&chart, &frame, page);
        for (int i = 0; i < report->result->study->num_variants; i++)
            plot_variant(&chart, report, i, id);
        chart_end(&chart);
    }
    fputs("<figcaption>", page);
    html_format(page, "%s (%s)", info->definition, info->unit);
    fputs("</figcaption></figure>\n", page);
}

void report_metrics(const report_t *report, FILE *page) {
    fputs(
        "<p>Figures that others have found to go with good games, by strength of play, "
        "with intervals; all axes begin at 0. None of them is good or bad in itself: "
        "compare variants at the same strength. All metrics are in the table of metrics, "
        "with their sources in <code>fulcrum metrics --explain</code>.</p>\n",
        page);
    chart_legend(report->result->study, page);
    fputs("<div class=\"multiples\">\n", page);
    for (int i = 0; i < SHOWN; i++)
        write_metric(report, shown[i], page);
    fputs("</div>\n", page);
}
