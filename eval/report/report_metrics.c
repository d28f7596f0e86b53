#include "eval/report/report_metrics.h"

#include "eval/report/html.h"
#include "eval/report/report.h"
#include "eval/report/report_axis.h"
#include "eval/report/report_plot.h"
#include "eval/study/study_result.h"

#include <math.h>

/* What is shown as plots, in reading order. */
static const metric_id_t shown[] = {
    METRIC_TURNS,       METRIC_BRANCHING,    METRIC_EFFECTIVE_CHOICES,
    METRIC_DRAMA_MEAN,  METRIC_LEAD_CHANGES, METRIC_UNCERTAINTY,
    METRIC_KILLER_MOVE, METRIC_PERMANENCE,   METRIC_DECISIVENESS_THRESHOLD,
    METRIC_COVERAGE,    METRIC_DRAWISHNESS,  METRIC_DECIDED_SHARE};
enum { SHOWN = sizeof shown / sizeof shown[0] };

static void write_points(const report_t *report, int variant, metric_id_t id,
                         FILE *script) {
    const study_t *study = report->result->study;
    report_axis_data(script, "metric", variant);
    for (int j = 0; j < study->num_strengths; j++) {
        const report_games_t *games = &report->games[variant][j];
        if (games->count == 0)
            continue;
        metric_t found = game_metrics_get(&games->metrics, id, report->result->level);
        if (!isnan(found.value))
            fprintf(script, "%g %.10g %.10g %.10g\n",
                    report_axis_place(study, j) + report_axis_apart(study, variant),
                    found.value, found.low, found.high);
    }
    fputs("END\n", script);
}

static void plot_metric(const report_t *report, metric_id_t id, FILE *script) {
    const study_t *study = report->result->study;
    fputs(REPORT_PLOT_SMALL "unset key\n", script);
    for (int i = 0; i < study->num_variants; i++)
        write_points(report, i, id, script);
    report_axis_write(study, script);
    fputs("set xtics rotate by -35\nunset xlabel\nset yrange [*:*]\nplot ", script);
    for (int i = 0; i < study->num_variants; i++)
        fprintf(script,
                "%s$metric%d using 1:2 with lines lw 1 lc rgb '%s', "
                "$metric%d using 1:2:3:4 with yerrorbars pt %d ps 0.7 lw 1.5 lc rgb '%s'",
                i ? ", " : "", i, report_plot_colour(i), i, report_plot_point(i),
                report_plot_colour(i));
    fputs("\n", script);
}

/* Whether any cell has a value: without one there is nothing to plot. */
static bool has_values(const report_t *report, metric_id_t id) {
    for (int i = 0; i < report->result->study->num_variants; i++)
        for (int j = 0; j < report->result->study->num_strengths; j++) {
            const report_games_t *games = &report->games[i][j];
            if (games->count > 0 &&
                !isnan(game_metrics_get(&games->metrics, id, 0.95).value))
                return true;
        }
    return false;
}

static bool write_metric(const report_t *report, metric_id_t id, FILE *page,
                         failure_t *error) {
    const metric_info_t *info = &metric_table[id];
    report_plot_t plot;
    char title[160];
    fputs("<figure class=\"plot\"><h3>", page);
    html_text(page, info->title);
    fputs("</h3>", page);
    if (report->has_plots && has_values(report, id)) {
        snprintf(title, sizeof title,
                 "%s against strength; the figures are in the table of metrics",
                 info->title);
        if (!report_plot_begin(&plot, info->key, error))
            return false;
        plot_metric(report, id, plot.script);
        if (!report_plot_end(&plot, title, page, error))
            return false;
    }
    fputs("<figcaption>", page);
    html_format(page, "%s (%s)", info->definition, info->unit);
    fputs("</figcaption></figure>\n", page);
    return true;
}

/* What the colours of all small plots stand for. */
static void write_legend(const study_t *study, FILE *page) {
    fputs("<p class=\"legend\">", page);
    for (int i = 0; i < study->num_variants; i++) {
        fprintf(page, "<span><i style=\"background:%s\"></i>", report_plot_colour(i));
        html_text(page, study->variants[i].name);
        fputs("</span> ", page);
    }
    fputs("</p>\n", page);
}

bool report_metrics(const report_t *report, FILE *page, failure_t *error) {
    bool right = true;
    fputs(
        "<section id=\"metrics\" aria-labelledby=\"metrics-heading\">"
        "<h2 id=\"metrics-heading\">What the games are like</h2>\n"
        "<p>Figures that others have found to go with good games, by strength of play, "
        "with intervals. None of them is good or bad in itself: compare variants at the "
        "same strength. All metrics are in the table of metrics.</p>\n",
        page);
    write_legend(report->result->study, page);
    fputs("<div class=\"multiples\">\n", page);
    for (int i = 0; i < SHOWN && right; i++)
        right = write_metric(report, shown[i], page, error);
    fputs("</div></section>\n", page);
    return right;
}
