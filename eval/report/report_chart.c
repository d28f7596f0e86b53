#include "eval/report/report_chart.h"

#include "core/base/table/figures.h"
#include "eval/render/html.h"
#include "eval/study/answers/study_words.h"
#include "eval/study/study_result.h"

#include <math.h>

/* In the drawing's own units; the names are to the left of LEFT. */
enum { WIDTH = 720, LEFT = 230, RIGHT = 620, TOP = 24, ROW = 30, BOTTOM = 34 };

typedef struct bars {
    const study_result_t *result;
    double range; /* on each side of 50 % */
    FILE *file;
} bars_t;

static double x_of(const bars_t *bars, double score) {
    const double x = (score - 0.5 + bars->range) / (2 * bars->range);
    return LEFT + (RIGHT - LEFT) * fmin(fmax(x, 0), 1);
}

/* NULL: no games yet. */
static const study_cell_t *cell_of(const study_result_t *result, int variant) {
    const int strength = study_strongest(result, variant);
    return strength < 0 ? NULL : &result->cells[variant][strength];
}

static void draw_ground(const bars_t *bars, double bottom) {
    const double margin = bars->result->study->margin;
    const double from = x_of(bars, 0.5 - margin), to = x_of(bars, 0.5 + margin);
    fprintf(bars->file,
            "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%.1f\" "
            "fill=\"currentColor\" fill-opacity=\"0.12\"/>\n",
            from, TOP, to - from, bottom - TOP);
    for (int tick = -1; tick <= 1; tick++) {
        const double score = 0.5 + tick * bars->range, x = x_of(bars, score);
        fprintf(bars->file,
                "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%.1f\" "
                "stroke=\"currentColor\" stroke-opacity=\"%g\"/>\n"
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%g %%</text>\n",
                x, x, TOP, bottom, tick == 0 ? 0.9 : 0.25, x, bottom + 18, 100 * score);
    }
}

static void draw_row(const bars_t *bars, int variant, double y) {
    const study_cell_t *cell = cell_of(bars->result, variant);
    char name[STUDY_NAME], words[FIGURE_WORDS];
    FILE *file = bars->file;
    fprintf(file, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", LEFT - 12, y + 5);
    html_text(file, study_short_name(bars->result, variant, name));
    fputs("</text>\n", file);
    if (!cell) {
        fprintf(file, "<text x=\"%d\" y=\"%.1f\">no games yet</text>\n", RIGHT + 12,
                y + 5);
        return;
    }
    fputs("<g><title>", file);
    html_text(file, figure_words(FIGURE_SCORE, cell->score, words));
    fputs("</title>", file);
    if (study_has_interval(cell))
        fprintf(
            file,
            "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke-width=\"6\" "
            "stroke=\"currentColor\" stroke-opacity=\"0.45\"/>",
            x_of(bars, cell->score.low), x_of(bars, cell->score.high), y, y);
    fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"6\" fill=\"currentColor\"/></g>\n",
            x_of(bars, cell->score.value), y);
    fprintf(file, "<text x=\"%d\" y=\"%.1f\">%.1f %%</text>\n", RIGHT + 12, y + 5,
            100 * cell->score.value);
}

void report_chart(const study_result_t *result, FILE *file) {
    const bars_t bars = {result, study_score_range(result), file};
    const int count = result->study->num_variants;
    const double bottom = TOP + ROW * count;
    fprintf(file,
            REPORT_CHART_BEGINS
            "xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 %d %.0f\" "
            "font-family=\"sans-serif\" font-size=\"15\" fill=\"currentColor\" "
            "aria-label=\"Scores of the first player, by "
            "variant\">\n<title>",
            WIDTH, bottom + BOTTOM);
    html_text(file, result->study->title);
    fputs("</title>\n", file);
    fprintf(file,
            "<text x=\"%d\" y=\"15\">The first player scores (%g %% intervals; fair in "
            "the band)</text>\n",
            LEFT, 100 * result->level);
    draw_ground(&bars, bottom);
    for (int i = 0; i < count; i++)
        draw_row(&bars, i, TOP + ROW * (i + 0.5));
    fputs("</svg>\n", file);
}
