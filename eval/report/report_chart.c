#include "eval/report/report_chart.h"

#include "core/base/table/figures.h"
#include "eval/render/html.h"
#include "eval/study/answers/study_words.h"
#include "eval/study/study_plan.h"
#include "eval/study/study_result.h"

#include <math.h>

/* In the drawing's own units; the names are to the left of LEFT. */
enum { WIDTH = 600, LEFT = 210, RIGHT = 520, TOP = 24, ROW = 30, BOTTOM = 34 };

static const struct unit {
    const char *heading, *says, *after; /* what the drawing says; after a number */
    double fair, factor;                /* of numbers as they are written */
    figure_kind_t kind;
    int decimals;
} units[] = {[REPORT_CHART_SCORES] = {"The first player scores", "fair in the band", " %",
                                      0.5, 100, FIGURE_SCORE, 1},
             [REPORT_CHART_ADVANTAGES] = {"Moving first is worth, in doublings of search",
                                          "dots: networks", "", 0, 1, FIGURE_ESTIMATE,
                                          2}};

static double x_of(const report_chart_t *chart, double value) {
    const double x =
        (value - units[chart->unit].fair + chart->range) / (2 * chart->range);
    return LEFT + (RIGHT - LEFT) * fmin(fmax(x, 0), 1);
}

static void draw_ground(const report_chart_t *chart, double bottom, FILE *file) {
    const struct unit *unit = &units[chart->unit];
    const double from = x_of(chart, unit->fair - chart->margin),
                 to = x_of(chart, unit->fair + chart->margin);
    fprintf(file,
            "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%.1f\" "
            "fill=\"currentColor\" fill-opacity=\"0.12\"/>\n",
            from, TOP, to - from, bottom - TOP);
    for (int tick = -1; tick <= 1; tick++) {
        const double value = unit->fair + tick * chart->range, x = x_of(chart, value);
        fprintf(file,
                "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%.1f\" "
                "stroke=\"currentColor\" stroke-opacity=\"%g\"/>\n"
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%g%s</text>\n",
                x, x, TOP, bottom, tick == 0 ? 0.9 : 0.25, x, bottom + 18,
                unit->factor * value, unit->after);
    }
}

/* Below the bar. */
static void draw_networks(const report_chart_t *chart,
                          const network_advantage_t *networks, double y, FILE *file) {
    for (int i = 0; i < networks->networks; i++)
        if (networks->of[i].exists)
            fprintf(file,
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"currentColor\" "
                    "fill-opacity=\"0.4\"/>\n",
                    x_of(chart, networks->of[i].doublings.value), y + 10);
}

static void draw_bar(const report_chart_t *chart, const report_bar_t *bar, double y,
                     FILE *file) {
    const struct unit *unit = &units[chart->unit];
    char words[FIGURE_WORDS];
    fprintf(file, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", LEFT - 12, y + 5);
    html_text(file, bar->name);
    fputs("</text>\n", file);
    if (!bar->has_games) {
        fprintf(file, "<text x=\"%d\" y=\"%.1f\">no games yet</text>\n", RIGHT + 12,
                y + 5);
        return;
    }
    fputs("<g><title>", file);
    html_text(file, figure_words(unit->kind, bar->value, words));
    fputs("</title>", file);
    if (bar->has_interval)
        fprintf(file,
                "<line class=\"reach\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" "
                "y2=\"%.1f\" stroke-width=\"6\" stroke=\"currentColor\" "
                "stroke-opacity=\"0.45\"/>",
                x_of(chart, bar->value.low), x_of(chart, bar->value.high), y, y);
    fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"6\" fill=\"currentColor\"/></g>\n",
            x_of(chart, bar->value.value), y);
    fprintf(file, "<text x=\"%d\" y=\"%.1f\">%.*f%s</text>\n", RIGHT + 12, y + 5,
            unit->decimals, unit->factor * bar->value.value, unit->after);
    if (bar->networks)
        draw_networks(chart, bar->networks, y, file);
}

void report_chart_bars(const report_chart_t *chart, FILE *file) {
    const double bottom = TOP + ROW * chart->count;
    fprintf(file,
            REPORT_CHART_BEGINS
            "xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 %d %.0f\" "
            "font-family=\"sans-serif\" font-size=\"15\" fill=\"currentColor\" "
            "aria-label=\"%s, by variant\">\n<title>",
            WIDTH, bottom + BOTTOM, units[chart->unit].heading);
    html_text(file, chart->title);
    fputs("</title>\n", file);
    if (chart->is_file)
        fputs("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n", file);
    fprintf(file, "<text x=\"8\" y=\"15\">%s (%g %% intervals; %s)</text>\n",
            units[chart->unit].heading, 100 * chart->level, units[chart->unit].says);
    draw_ground(chart, bottom, file);
    for (int i = 0; i < chart->count; i++)
        draw_bar(chart, &chart->bars[i], TOP + ROW * (i + 0.5), file);
    fputs("</svg>\n", file);
}

static void chart_advantages(const study_result_t *result, bool is_file, FILE *file) {
    report_bar_t bars[STUDY_MAX_VARIANTS];
    report_chart_t chart = {.title = result->study->title,
                            .is_file = is_file,
                            .unit = REPORT_CHART_ADVANTAGES,
                            .level = result->level,
                            .range = 1,
                            .bars = bars,
                            .count = result->study->num_variants};
    for (int i = 0; i < chart.count; i++) {
        const network_advantage_t *edge = study_edge(result, i);
        char name[STUDY_NAME];
        bars[i] = (report_bar_t){.has_games = edge, .has_interval = edge};
        snprintf(bars[i].name, sizeof bars[i].name, "%s",
                 study_short_name(result, i, name));
        if (!edge)
            continue;
        bars[i].value = edge->value;
        if (edge->networks > 1)
            bars[i].networks = edge;
        chart.range = fmax(chart.range, fmax(-edge->value.low, edge->value.high));
        for (int j = 0; j < edge->networks; j++)
            if (edge->of[j].exists)
                chart.range = fmax(chart.range, fabs(edge->of[j].doublings.value));
    }
    chart.range = ceil(chart.range);
    report_chart_bars(&chart, file);
}

void report_chart(const study_result_t *result, bool is_file, FILE *file) {
    if (study_plan_levels(result->study) == 0) {
        chart_advantages(result, is_file, file);
        return;
    }
    report_bar_t bars[STUDY_MAX_VARIANTS];
    const report_chart_t chart = {.title = result->study->title,
                                  .is_file = is_file,
                                  .level = result->level,
                                  .margin = result->study->margin,
                                  .range = study_score_range(result),
                                  .bars = bars,
                                  .count = result->study->num_variants};
    for (int i = 0; i < chart.count; i++) {
        const int strength = study_strongest(result, i);
        const study_cell_t *cell = &result->cells[i][strength < 0 ? 0 : strength];
        char name[STUDY_NAME];
        bars[i] = (report_bar_t){.has_games = strength >= 0,
                                 .has_interval = study_has_interval(cell),
                                 .value = cell->score};
        snprintf(bars[i].name, sizeof bars[i].name, "%s",
                 study_short_name(result, i, name));
    }
    report_chart_bars(&chart, file);
}
