#include "eval/report/report_plots.h"

#include "core/base/table/figures.h"
#include "core/base/text.h"
#include "eval/render/chart.h"
#include "eval/render/html.h"
#include "eval/report/report.h"
#include "eval/report/study_chart.h"
#include "eval/study/study_result.h"

#include <math.h>

enum { WORDS = 320 };

static estimate_t in_percent(estimate_t share) {
    return (estimate_t){100 * share.value, 100 * share.low, 100 * share.high};
}

/* --- Figures against strength ------------------------------------------------------- */

/* A figure of a cell, and the number of its games; false: there is none. */
typedef struct plot plot_t;
typedef bool (*figure_of_t)(const report_t *report, const plot_t *plot, int variant,
                            int strength, estimate_t *figure, uint64_t *games);
struct plot {
    const char *heading, *title, *unit, *caption;
    figure_of_t figure_of;
    metric_id_t metric;
    figure_kind_t kind; /* FIGURE_SCORE: axes and points are in percent */
    double from, to;    /* the axis shows at least this */
    double margin;      /* of a band around 50 %; 0: none */
    bool is_small, has_middle;
};

static bool first_players_score(const report_t *report, const plot_t *plot, int variant,
                                int strength, estimate_t *figure, uint64_t *games) {
    const study_cell_t *cell = &report->result->cells[variant][strength];
    (void)plot;
    *figure = in_percent(cell->score);
    *games = cell->games;
    return cell->games > 0;
}

static bool skill_score(const report_t *report, const plot_t *plot, int variant,
                        int strength, estimate_t *figure, uint64_t *games) {
    const study_cell_t *cell = &report->result->cells[variant][strength];
    (void)plot;
    *figure = in_percent(cell->skill_score);
    *games = cell->skill_games;
    return cell->skill_games > 0;
}

static bool metric_value(const report_t *report, const plot_t *plot, int variant,
                         int strength, estimate_t *figure, uint64_t *games) {
    const report_games_t *of = &report->games[variant][strength];
    if (of->count == 0)
        return false;
    metric_t found = game_metrics_get(&of->metrics, plot->metric, report->result->level);
    *figure = (estimate_t){found.value, found.low, found.high};
    *games = found.games;
    return !isnan(found.value);
}

static void plot_variant(const chart_t *chart, const report_t *report, const plot_t *plot,
                         int variant) {
    const study_t *study = report->result->study;
    double x[STUDY_MAX_STRENGTHS], y[STUDY_MAX_STRENGTHS];
    char words[WORDS], figure_text[FIGURE_WORDS];
    estimate_t figure;
    uint64_t games;
    int count = 0;
    for (int j = 0; j < study->num_strengths; j++)
        if (plot->figure_of(report, plot, variant, j, &figure, &games)) {
            x[count] = study_chart_place(study, variant, j);
            y[count++] = figure.value;
        }
    chart_path(chart, variant, x, y, count);
    for (int j = 0; j < study->num_strengths; j++)
        if (plot->figure_of(report, plot, variant, j, &figure, &games)) {
            figure_words(FIGURE_ESTIMATE, figure, figure_text);
            snprintf(words, sizeof words, "%s, %s: %s %s, %llu game%s",
                     study->variants[variant].name, study->strengths[j].name, figure_text,
                     plot->unit, (unsigned long long)games, TEXT_PLURAL(games));
            chart_interval(chart, variant, study_chart_place(study, variant, j), &figure,
                           words);
        }
}

/* What the axis has to show; returns how many points there are. */
static int find_range(const report_t *report, const plot_t *plot, double *low,
                      double *high) {
    const study_t *study = report->result->study;
    estimate_t figure;
    uint64_t games;
    int count = 0;
    *low = plot->from;
    *high = plot->to;
    for (int i = 0; i < study->num_variants; i++)
        for (int j = 0; j < study->num_strengths; j++)
            if (plot->figure_of(report, plot, i, j, &figure, &games)) {
                *low = fmin(*low, figure.low);
                *high = fmax(*high, figure.high);
                count++;
            }
    if (plot->kind == FIGURE_SCORE) {
        *low = fmax(0, *low);
        *high = fmin(100, *high);
    }
    return count;
}

static void close_figure(const report_t *report, const char *caption, bool has_legend,
                         FILE *page) {
    if (has_legend)
        study_chart_legend(report->result->study, page);
    fputs("<figcaption>", page);
    html_text(page, caption);
    fputs("</figcaption></figure>\n", page);
}

static void open_figure(const char *heading, FILE *page) {
    fputs("<figure class=\"plot\"><h3>", page);
    html_text(page, heading);
    fputs("</h3>", page);
}

static void write_plot(const report_t *report, const plot_t *plot, FILE *page) {
    double low, high;
    chart_t chart;
    int count = find_range(report, plot, &low, &high);
    if (count == 0 && !plot->is_small)
        return;
    const chart_frame_t frame = {.title = plot->title,
                                 .x = study_chart_axis(report->result->study),
                                 .y = chart_axis_of_numbers(low, high, plot->unit),
                                 .is_small = plot->is_small};
    open_figure(plot->heading, page);
    if (count > 0) {
        chart_begin(&chart, &frame, page);
        if (plot->margin > 0)
            chart_band(&chart, 50 - plot->margin, 50 + plot->margin);
        if (plot->has_middle)
            chart_across(&chart, 50);
        for (int i = 0; i < report->result->study->num_variants; i++)
            plot_variant(&chart, report, plot, i);
        chart_end(&chart);
    }
    close_figure(report, plot->caption, !plot->is_small, page);
}

static void plot_scores(const report_t *report, FILE *page) {
    double margin = 100 * report->result->study->margin;
    char caption[WORDS];
    snprintf(
        caption, sizeof caption,
        "Points: measured, with intervals. Green band: balanced, within %g points of "
        "50 %%. The axis need not begin at 0.",
        margin);
    const plot_t scores = {
        .heading = "First player's score, by strength",
        .title = "The first player's score against strength level, by variant; the "
                 "figures are in the table of scores.",
        .unit = "first player scores, %",
        .caption = caption,
        .figure_of = first_players_score,
        .kind = FIGURE_SCORE,
        .from = 30, /* so that a small advantage looks small */
        .to = 70,
        .margin = margin,
        .has_middle = true};
    const plot_t skill = {
        .heading = "Does thinking longer pay?",
        .title =
            "The score of thinking twice as long, by strength level; the figures are "
            "in the table of skill.",
        .unit = "twice the simulations score, %",
        .caption =
            "The score of a player who thinks twice as long. At 50 % thinking does "
            "not pay; high at every strength level: a deep game. The axis need not "
            "begin at 0.",
        .figure_of = skill_score,
        .kind = FIGURE_SCORE,
        .from = 40,
        .to = 100,
        .has_middle = true};
    write_plot(report, &scores, page);
    write_plot(report, &skill, page);
}

void report_plot_metrics(const report_t *report, FILE *page) {
    static const metric_id_t shown[] = {
        METRIC_TURNS,       METRIC_BRANCHING,    METRIC_EFFECTIVE_CHOICES,
        METRIC_DRAMA_MEAN,  METRIC_LEAD_CHANGES, METRIC_UNCERTAINTY,
        METRIC_KILLER_MOVE, METRIC_PERMANENCE,   METRIC_DECISIVENESS_THRESHOLD,
        METRIC_COVERAGE,    METRIC_DRAWISHNESS,  METRIC_DECIDED_SHARE};
    fputs("<p>Metrics that others have found to correlate with good games, by strength "
          "level, with intervals; all axes start at 0. None of them is good or bad in "
          "itself: compare variants at the same strength level. All metrics are in the "
          "table of metrics; <code>fulcrum metrics --explain</code> gives their "
          "sources.</p>\n",
          page);
    study_chart_legend(report->result->study, page);
    fputs("<div class=\"multiples\">\n", page);
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++) {
        const metric_info_t *info = &metric_table[shown[i]];
        char title[WORDS], caption[2 * WORDS];
        snprintf(title, sizeof title,
                 "%s against strength; the figures are in the table of metrics",
                 info->title);
        snprintf(caption, sizeof caption, "%s (%s)", info->definition, info->unit);
        const plot_t plot = {.heading = info->title,
                             .title = title,
                             .unit = info->unit,
                             .caption = caption,
                             .figure_of = metric_value,
                             .metric = shown[i],
                             .kind = FIGURE_ESTIMATE,
                             .to = 1e-6,
                             .is_small = true};
        write_plot(report, &plot, page);
    }
    fputs("</div>\n", page);
}

/* --- Of the strongest level --------------------------------------------------------- */

enum { LENGTH_BINS = 24 };

/* Of a variant that has games. */
static const length_counts_t *lengths_of(const report_t *report, int variant) {
    return &report->result->cells[variant][report_strongest(report, variant)].lengths;
}

/* A whole number of turns per bin, so that all bins span equally many lengths. */
static int bin_width(const report_t *report) {
    double longest = 0;
    for (int i = 0; i < report->result->study->num_variants; i++)
        if (report_strongest(report, i) >= 0)
            longest = fmax(longest, length_counts_reached(lengths_of(report, i), 0.99));
    return (int)fmax(1, ceil((longest + 1) / LENGTH_BINS));
}

/* Games of each bin in percent; returns the largest. */
static double count_lengths(const length_counts_t *lengths, int width, double *percent) {
    double largest = 0;
    for (int bin = 0; bin < LENGTH_BINS; bin++) {
        uint64_t games =
            length_counts_between(lengths, (uint32_t)(bin * width), (uint32_t)width);
        percent[bin] = 100 * (double)games / (double)lengths->games;
        largest = fmax(largest, percent[bin]);
    }
    return largest;
}

static void plot_lengths(const chart_t *chart, const report_t *report, int variant,
                         int width) {
    const length_counts_t *lengths = lengths_of(report, variant);
    double percent[LENGTH_BINS], edges[LENGTH_BINS + 1];
    count_lengths(lengths, width, percent);
    for (int bin = 0; bin <= LENGTH_BINS; bin++)
        edges[bin] = bin * width;
    chart_steps(chart, variant, edges, percent, LENGTH_BINS);
    for (int bin = 0; bin < LENGTH_BINS; bin++) {
        char words[WORDS];
        snprintf(words, sizeof words, "%s: %d to %d turns, %.1f %% of %llu games",
                 report->result->study->variants[variant].name, bin * width,
                 (bin + 1) * width - 1, percent[bin], (unsigned long long)lengths->games);
        if (percent[bin] > 0)
            chart_words_at(chart, variant, (bin + 0.5) * width, percent[bin], words);
    }
}

static void plot_all_lengths(const report_t *report, FILE *page) {
    double most = 1, ignored[LENGTH_BINS];
    int width = bin_width(report), variants = report->result->study->num_variants;
    chart_t chart;
    for (int i = 0; i < variants; i++)
        if (report_strongest(report, i) >= 0)
            most = fmax(most, count_lengths(lengths_of(report, i), width, ignored));
    const chart_frame_t frame = {
        .title = "Lengths of games, by variant; the figures are in the table of lengths.",
        .x = chart_axis_of_numbers(0, LENGTH_BINS * width, "turns of both players"),
        .y = chart_axis_of_numbers(0, most, "games, %")};
    open_figure("Length of games", page);
    chart_begin(&chart, &frame, page);
    for (int i = 0; i < variants; i++)
        if (report_strongest(report, i) >= 0)
            plot_lengths(&chart, report, i, width);
    chart_end(&chart);
    close_figure(report,
                 "Lengths of games, at the strongest level of each variant. A long tail "
                 "to the right: some games drag on.",
                 true, page);
}

static void plot_leads(const chart_t *chart, const report_t *report, int variant) {
    const report_games_t *games =
        &report->games[variant][report_strongest(report, variant)];
    double x[LEAD_SHARES], y[LEAD_SHARES], low[LEAD_SHARES], high[LEAD_SHARES];
    char words[WORDS];
    int count = 0;
    for (int i = 0; i < LEAD_SHARES; i++) {
        const sample_t *sample = &games->metrics.winner_lead[i];
        if (sample->count == 0)
            continue;
        estimate_t mean = in_percent(
            sample_mean(sample, game_metrics_effective(&games->metrics, sample->count), 0,
                        1, report->result->level));
        x[count] = 100.0 * i / (LEAD_SHARES - 1);
        y[count] = mean.value;
        low[count] = mean.low;
        high[count++] = mean.high;
    }
    chart_area(chart, variant, x, low, high, count);
    chart_path(chart, variant, x, y, count);
    for (int i = 0; i < count; i++) {
        snprintf(
            words, sizeof words, "%s, after %.0f %% of the game: %.1f %% [%.1f, %.1f]",
            report->result->study->variants[variant].name, x[i], y[i], low[i], high[i]);
        chart_words_at(chart, variant, x[i], y[i], words);
    }
}

static void plot_all_leads(const report_t *report, FILE *page) {
    chart_t chart;
    const chart_frame_t frame = {
        .title = "The score that the eventual winner expects in the course of the game, "
                 "by variant.",
        .x = chart_axis_of_numbers(0, 100, "share of the game played, %"),
        .y = chart_axis_of_numbers(0, 100, "eventual winner expects to score, %")};
    open_figure("When games are decided", page);
    chart_begin(&chart, &frame, page);
    chart_across(&chart, 50);
    for (int i = 0; i < report->result->study->num_variants; i++)
        if (report_strongest(report, i) >= 0)
            plot_leads(&chart, report, i);
    chart_end(&chart);
    close_figure(report,
                 "The score that the search expects for the eventual winner, at each "
                 "variant's strongest level. Early to the top: the rest is a formality. "
                 "Long near 50 %: open to the end.",
                 true, page);
}

void report_plots(const report_t *report, FILE *page) {
    fputs("<div class=\"plots\">\n", page);
    plot_scores(report, page);
    plot_all_lengths(report, page);
    if (!report->source)
        plot_all_leads(report, page);
    fputs("</div>\n", page);
}
