#include "eval/render/chart.h"

#include "eval/render/html.h"

#include <math.h>
#include <string.h>

enum { MARKS = 5 };

/* --- Axes --------------------------------------------------------------------------- */

/* A tick step: 1, 2 or 5 times a power of ten, so that a few fill the span. */
static double round_step(double span) {
    double step = pow(10, floor(log10(span / 4)));
    double times = span / 4 / step;
    return step * (times < 1.5 ? 1 : times < 3.5 ? 2 : times < 7.5 ? 5 : 10);
}

void chart_tick(chart_axis_t *axis, double at, const char *text) {
    if (axis->num_ticks == CHART_TICKS)
        return;
    axis->ticks[axis->num_ticks] = at;
    snprintf(axis->texts[axis->num_ticks++], CHART_TICK_TEXT, "%s", text);
}

chart_axis_t chart_axis_of_numbers(double low, double high, const char *label) {
    chart_axis_t axis = {.label = label};
    double span = high - low > 1e-9 ? high - low : fmax(1e-3, fabs(high) / 10);
    double step = round_step(span);
    axis.low = floor(low / step + 1e-9) * step;
    axis.high = ceil((low + span) / step - 1e-9) * step;
    int steps = (int)lround((axis.high - axis.low) / step);
    for (int i = 0; i <= steps; i++) {
        char text[CHART_TICK_TEXT];
        double at = axis.low + i * step;
        snprintf(text, sizeof text, "%.6g", fabs(at) < step / 1e6 ? 0 : at);
        chart_tick(&axis, at, text);
    }
    return axis;
}

/* --- Frame -------------------------------------------------------------------------- */

static double place_x(const chart_t *chart, double x) {
    const chart_axis_t *axis = &chart->frame->x;
    double share =
        (fmin(axis->high, fmax(axis->low, x)) - axis->low) / (axis->high - axis->low);
    return chart->left + share * (chart->right - chart->left);
}

static double place_y(const chart_t *chart, double y) {
    const chart_axis_t *axis = &chart->frame->y;
    double share =
        (fmin(axis->high, fmax(axis->low, y)) - axis->low) / (axis->high - axis->low);
    return chart->bottom - share * (chart->bottom - chart->top);
}

static void write_text(const chart_t *chart, const char *class, double x, double y,
                       const char *text) {
    fprintf(chart->page, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", class, x, y);
    html_text(chart->page, text);
    fputs("</text>", chart->page);
}

static void write_x_axis(const chart_t *chart) {
    const chart_axis_t *axis = &chart->frame->x;
    double last = -1e9;
    for (int i = 0; i < axis->num_ticks; i++) {
        double x = place_x(chart, axis->ticks[i]);
        fprintf(chart->page,
                "<line class=\"tick\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>",
                x, x, chart->bottom, chart->bottom + 4);
        if (x - last < 14 + 6.5 * (double)strlen(axis->texts[i]))
            continue; /* would overlap the previous one */
        write_text(chart, "tick-x", x, chart->bottom + 17, axis->texts[i]);
        last = x;
    }
    write_text(chart, "axis-label", (chart->left + chart->right) / 2, chart->height - 5,
               axis->label);
}

static void write_y_axis(const chart_t *chart) {
    const chart_axis_t *axis = &chart->frame->y;
    for (int i = 0; i < axis->num_ticks; i++) {
        double y = place_y(chart, axis->ticks[i]);
        fprintf(chart->page,
                "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>",
                chart->left, chart->right, y, y);
        write_text(chart, "tick-y", chart->left - 6, y + 4, axis->texts[i]);
    }
    write_text(chart, "axis-title", 4, 13, axis->label);
}

void chart_begin(chart_t *chart, const chart_frame_t *frame, FILE *page) {
    double width = frame->is_small ? 330 : 560, height = frame->is_small ? 220 : 350;
    *chart = (chart_t){.frame = frame,
                       .page = page,
                       .width = width,
                       .height = height,
                       .left = 46,
                       .right = width - 12,
                       .top = 26,
                       .bottom = height - 44};
    fprintf(page,
            "<svg class=\"chart\" role=\"img\" viewBox=\"0 0 %.0f %.0f\" aria-label=\"",
            width, height);
    html_text(page, frame->title);
    fputs("\">", page);
    write_y_axis(chart);
    write_x_axis(chart);
}

void chart_end(chart_t *chart) {
    fputs("</svg>\n", chart->page);
}

/* --- Data --------------------------------------------------------------------------- */

void chart_band(const chart_t *chart, double low, double high) {
    double top = place_y(chart, high), bottom = place_y(chart, low);
    fprintf(chart->page,
            "<rect class=\"band\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
            chart->left, top, chart->right - chart->left, bottom - top);
}

void chart_across(const chart_t *chart, double y) {
    fprintf(chart->page,
            "<line class=\"even\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>",
            chart->left, chart->right, place_y(chart, y), place_y(chart, y));
}

static void open_point(const chart_t *chart, int series, const char *words) {
    fprintf(chart->page, "<g class=\"tip s%d\"><title>", series % CHART_COLOURS);
    html_text(chart->page, words);
    fputs("</title>", chart->page);
}

/* A disc, a square, a diamond, or a triangle up or down: distinct without colour. */
static void write_mark(const chart_t *chart, int series, double x, double y) {
    static const char *const paths[MARKS] = {NULL, "m-4 -4h8v8h-8z",
                                             "m0 -5.5l5.5 5.5l-5.5 5.5l-5.5 -5.5z",
                                             "m0 -5l5 9h-10z", "m0 5l5 -9h-10z"};
    const char *path = paths[series % MARKS];
    if (path)
        fprintf(chart->page, "<path class=\"point\" d=\"M%.1f %.1f%s\"/>", x, y, path);
    else
        fprintf(chart->page, "<circle class=\"point\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>",
                x, y);
}

void chart_interval(const chart_t *chart, int series, double x,
                    const estimate_t *estimate, const char *words) {
    double at = place_x(chart, x), y = place_y(chart, estimate->value);
    open_point(chart, series, words);
    fprintf(chart->page,
            "<line class=\"reach\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>", at,
            at, place_y(chart, estimate->low), place_y(chart, estimate->high));
    write_mark(chart, series, at, y);
    fprintf(chart->page,
            "<circle class=\"target\" cx=\"%.1f\" cy=\"%.1f\" r=\"11\"/></g>", at, y);
}

void chart_dot(const chart_t *chart, int series, double x, double y, const char *words) {
    double at = place_x(chart, x), height = place_y(chart, y);
    open_point(chart, series, words);
    fprintf(chart->page,
            "<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\"/>"
            "<circle class=\"target\" cx=\"%.1f\" cy=\"%.1f\" r=\"6\"/></g>",
            at, height, at, height);
}

void chart_path(const chart_t *chart, int series, const double *x, const double *y,
                int count) {
    if (count < 2)
        return;
    fprintf(chart->page, "<path class=\"line s%d\" d=\"", series % CHART_COLOURS);
    for (int i = 0; i < count; i++)
        fprintf(chart->page, "%c%.1f %.1f", i ? 'L' : 'M', place_x(chart, x[i]),
                place_y(chart, y[i]));
    fputs("\"/>", chart->page);
}

void chart_area(const chart_t *chart, int series, const double *x, const double *low,
                const double *high, int count) {
    if (count < 2)
        return;
    fprintf(chart->page, "<path class=\"area s%d\" d=\"", series % CHART_COLOURS);
    for (int i = 0; i < count; i++)
        fprintf(chart->page, "%c%.1f %.1f", i ? 'L' : 'M', place_x(chart, x[i]),
                place_y(chart, high[i]));
    for (int i = count - 1; i >= 0; i--)
        fprintf(chart->page, "L%.1f %.1f", place_x(chart, x[i]), place_y(chart, low[i]));
    fputs("Z\"/>", chart->page);
}

void chart_words_at(const chart_t *chart, int series, double x, double y,
                    const char *words) {
    open_point(chart, series, words);
    fprintf(chart->page, "<circle class=\"target\" cx=\"%.1f\" cy=\"%.1f\" r=\"9\"/></g>",
            place_x(chart, x), place_y(chart, y));
}

void chart_legend(const char *const *names, int count, FILE *page) {
    fputs("<p class=\"legend\">", page);
    for (int i = 0; i < count; i++) {
        fputs("<span><svg class=\"key\" viewBox=\"-10 -8 20 16\" aria-hidden=\"true\">",
              page);
        fprintf(page, "<g class=\"s%d\"><path class=\"line\" d=\"M-10 0H10\"/>",
                i % CHART_COLOURS);
        const chart_t key = {.page = page};
        write_mark(&key, i, 0, 0);
        fputs("</g></svg>", page);
        html_text(page, names[i]);
        fputs("</span> ", page);
    }
    fputs("</p>\n", page);
}
