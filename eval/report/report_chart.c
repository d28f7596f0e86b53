#include "eval/report/report_chart.h"

#include "core/base/table/figures.h"
#include "eval/render/html.h"
#include "eval/study/answers/study_words.h"
#include "eval/study/study_result.h"

#include <math.h>

/* In the drawing's own units; the names are to the left of LEFT. */
enum { WIDTH = 600, LEFT = 210, RIGHT = 520, TOP = 24, ROW = 30, BOTTOM = 34 };

static double x_of(const report_chart_t *chart, double score) {
    const double x = (score - 0.5 + chart->range) / (2 * chart->range);
    return LEFT + (RIGHT - LEFT) * fmin(fmax(x, 0), 1);
}

static void draw_ground(const report_chart_t *chart, double bottom, FILE *file) {
    const double from = x_of(chart, 0.5 - chart->margin),
                 to = x_of(chart, 0.5 + chart->margin);
    fprintf(file,
            "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%.1f\" "
            "fill=\"currentColor\" fill-opacity=\"0.12\"/>\n",
            from, TOP, to - from, bottom - TOP);
    for (int tick = -1; tick <= 1; tick++) {
        const double score = 0.5 + tick * chart->range, x = x_of(chart, score);
        fprintf(file,
                "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%.1f\" "
                "stroke=\"currentColor\" stroke-opacity=\"%g\"/>\n"
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%g %%</text>\n",
                x, x, TOP, bottom, tick == 0 ? 0.9 : 0.25, x, bottom + 18, 100 * score);
    }
}

static void draw_bar(const report_chart_t *chart, const report_bar_t *bar, double y,
                     FILE *file) {
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
    html_text(file, figure_words(FIGURE_SCORE, bar->score, words));
    fputs("</title>", file);
    if (bar->has_interval)
        fprintf(file,
                "<line class=\"reach\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" "
                "y2=\"%.1f\" stroke-width=\"6\" stroke=\"currentColor\" "
                "stroke-opacity=\"0.45\"/>",
                x_of(chart, bar->score.low), x_of(chart, bar->score.high), y, y);
    fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"6\" fill=\"currentColor\"/></g>\n",
            x_of(chart, bar->score.value), y);
    fprintf(file, "<text x=\"%d\" y=\"%.1f\">%.1f %%</text>\n", RIGHT + 12, y + 5,
            100 * bar->score.value);
}

void report_chart_bars(const report_chart_t *chart, FILE *file) {
    const double bottom = TOP + ROW * chart->count;
    fprintf(file,
            REPORT_CHART_BEGINS
            "xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 %d %.0f\" "
            "font-family=\"sans-serif\" font-size=\"15\" fill=\"currentColor\" "
            "aria-label=\"Scores of the first player, by "
            "variant\">\n<title>",
            WIDTH, bottom + BOTTOM);
    html_text(file, chart->title);
    fputs("</title>\n", file);
    fprintf(file,
            "<text x=\"8\" y=\"15\">The first player scores (%g %% intervals; fair in "
            "the band)</text>\n",
            100 * chart->level);
    draw_ground(chart, bottom, file);
    for (int i = 0; i < chart->count; i++)
        draw_bar(chart, &chart->bars[i], TOP + ROW * (i + 0.5), file);
    fputs("</svg>\n", file);
}

void report_chart(const study_result_t *result, FILE *file) {
    report_bar_t bars[STUDY_MAX_VARIANTS];
    const report_chart_t chart = {.title = result->study->title,
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
                                 .score = cell->score};
        snprintf(bars[i].name, sizeof bars[i].name, "%s",
                 study_short_name(result, i, name));
    }
    report_chart_bars(&chart, file);
}
