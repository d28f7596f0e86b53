#include "eval/report/report_sections.h"

#include "core/base/table/figures.h"
#include "core/base/text.h"
#include "eval/render/chart.h"
#include "eval/render/html.h"
#include "eval/report/report.h"
#include "eval/study/study_result.h"

#include <math.h>
#include <stdlib.h>

enum { WORDS = 320, POINTS = STUDY_MAX_STRENGTHS * STUDY_MAX_NETWORKS };

/* The points of a variant, and what their tips say. */
typedef struct series {
    double x[POINTS];
    estimate_t y[POINTS];
    const char *at[POINTS]; /* names of places; NULL: the number x */
    uint64_t games[POINTS]; /* 0: not named */
    int network[POINTS];    /* from 1 on; 0: not of one */
    int count;
} series_t;

typedef struct plot plot_t;
typedef void (*fill_t)(const report_t *report, const plot_t *plot, int variant,
                       series_t *series);

struct plot {
    const char *heading, *title, *unit, *caption;
    fill_t fill, dots; /* dots: small points besides; NULL: none */
    metric_id_t metric;
    chart_axis_t x;
    double from, to; /* the y axis shows at least this */
    double margin;   /* of a band around 50 %; 0: none */
    double middle;   /* a line across */
    bool is_percent, is_small, is_curve, has_middle;
};

static void add_point(series_t *series, double x, const char *at, estimate_t y,
                      uint64_t games) {
    REQUIRE(series->count < POINTS);
    series->x[series->count] = x;
    series->at[series->count] = at;
    series->games[series->count] = games;
    series->y[series->count++] = y;
}

static estimate_t in_percent(estimate_t share) {
    return (estimate_t){100 * share.value, 100 * share.low, 100 * share.high};
}

/* --- Strength levels ---------------------------------------------------------------- */

/* In doublings: the offset between variants, so that intervals do not hide each other;
 * budgets too near to be distinguished. */
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

/* By doublings of the simulations, or, if levels differ in something else, one after the
 * other. */
static double place_of(const study_t *study, int strength) {
    return has_budgets(study) ? study_doublings(&study->strengths[strength]) : strength;
}

static chart_axis_t strength_axis(const study_t *study) {
    chart_axis_t axis = {.label = has_budgets(study)
                                      ? "simulations per action (logarithmic)"
                                      : "strength level"};
    double least = place_of(study, 0), most = least;
    for (int j = 0; j < study->num_strengths; j++) {
        double at = place_of(study, j);
        least = fmin(least, at);
        most = fmax(most, at);
        chart_tick(&axis, at, study->strengths[j].name);
    }
    axis.low = least - 0.4;
    axis.high = most + 0.4;
    return axis;
}

static void add_level(const report_t *report, int variant, int strength, estimate_t y,
                      uint64_t games, series_t *series) {
    const study_t *study = report->result->study;
    double apart = APART * (variant - (study->num_variants - 1) / 2.0);
    if (games > 0 && !isnan(y.value))
        add_point(series, place_of(study, strength) + apart,
                  study->strengths[strength].name, y, games);
}

static void fill_scores(const report_t *report, const plot_t *plot, int variant,
                        series_t *series) {
    (void)plot;
    for (int j = 0; j < report->result->study->num_strengths; j++) {
        const study_cell_t *cell = &report->result->cells[variant][j];
        add_level(report, variant, j, in_percent(cell->score), cell->games, series);
    }
}

static void fill_skill(const report_t *report, const plot_t *plot, int variant,
                       series_t *series) {
    (void)plot;
    for (int j = 0; j < report->result->study->num_strengths; j++) {
        const study_cell_t *cell = &report->result->cells[variant][j];
        add_level(report, variant, j, in_percent(cell->skill_score), cell->skill_games,
                  series);
    }
}

static void fill_metric(const report_t *report, const plot_t *plot, int variant,
                        series_t *series) {
    for (int j = 0; j < report->result->study->num_strengths; j++) {
        const report_games_t *games = &report->games[variant][j];
        if (games->count == 0)
            continue;
        metric_t found =
            game_metrics_get(&games->metrics, plot->metric, report->result->level);
        add_level(report, variant, j, found.estimate, found.games, series);
    }
}

/* --- Moving first ------------------------------------------------------------------- */

/* Variants stand side by side at a level, each with its mean left of its networks: the
 * place of a share of a variant's room. */
static double place_beside(const study_t *study, int variant, int strength,
                           double share) {
    double room = 0.8;
    for (int j = 1; j < study->num_strengths; j++)
        room = fmin(room, fabs(place_of(study, j) - place_of(study, j - 1)));
    return place_of(study, strength) +
           0.8 * room * ((variant + share) / study->num_variants - 0.5);
}

static void fill_advantages(const report_t *report, const plot_t *plot, int variant,
                            series_t *series) {
    const study_t *study = report->result->study;
    (void)plot;
    for (int j = 0; j < study->num_strengths; j++) {
        const network_advantage_t *of = &report->result->cells[variant][j].advantage;
        if (of->exists)
            add_point(series, place_beside(study, variant, j, 0.15),
                      study->strengths[j].name, of->value, of->games);
    }
}

static void fill_network_advantages(const report_t *report, const plot_t *plot,
                                    int variant, series_t *series) {
    const study_t *study = report->result->study;
    (void)plot;
    for (int j = 0; j < study->num_strengths; j++) {
        const network_advantage_t *of = &report->result->cells[variant][j].advantage;
        for (int i = 0; of->networks > 1 && i < of->networks; i++) {
            if (!of->of[i].exists)
                continue;
            series->network[series->count] = i + 1;
            add_point(
                series,
                place_beside(study, variant, j, 0.3 + 0.6 * (i + 0.5) / of->networks),
                study->strengths[j].name, of->of[i].doublings, 0);
        }
    }
}

/* --- Curves of the strongest level -------------------------------------------------- */

enum { LENGTH_BINS = 24 };

/* Of a variant that has games. */
static const length_counts_t *lengths_of(const report_t *report, int variant) {
    return &report->result->cells[variant][study_strongest(report->result, variant)]
                .lengths;
}

/* A whole number of turns per bin, so that all bins span equally many lengths. */
static int bin_width(const report_t *report) {
    double longest = 0;
    for (int i = 0; i < report->result->study->num_variants; i++)
        if (study_strongest(report->result, i) >= 0)
            longest = fmax(longest, length_counts_reached(lengths_of(report, i), 0.99));
    return (int)fmax(1, ceil((longest + 1) / LENGTH_BINS));
}

static void fill_lengths(const report_t *report, const plot_t *plot, int variant,
                         series_t *series) {
    const length_counts_t *lengths = lengths_of(report, variant);
    int width = bin_width(report);
    (void)plot;
    for (int bin = 0; bin < LENGTH_BINS; bin++) {
        uint64_t games =
            length_counts_between(lengths, (uint32_t)(bin * width), (uint32_t)width);
        double percent = 100 * (double)games / (double)lengths->games;
        add_point(series, bin * width + (width - 1) / 2.0, NULL,
                  (estimate_t){percent, percent, percent}, games);
    }
}

static void fill_leads(const report_t *report, const plot_t *plot, int variant,
                       series_t *series) {
    const game_metrics_t *metrics =
        &report->games[variant][study_strongest(report->result, variant)].metrics;
    (void)plot;
    for (int i = 0; i < LEAD_SHARES; i++) {
        const sample_t *sample = &metrics->winner_lead[i];
        if (sample->count == 0)
            continue;
        estimate_t mean =
            sample_mean(sample, game_metrics_effective(metrics, sample->count), 0, 1,
                        report->result->level);
        add_point(series, 100.0 * i / (LEAD_SHARES - 1), NULL, in_percent(mean), 0);
    }
}

/* --- Drawing ------------------------------------------------------------------------ */

/* "side 4, 400: 51.9 [47.8, 56.1] first player scores, %, 400 games" */
static void tip_words(const plot_t *plot, const char *variant, const series_t *series,
                      int i, char words[WORDS]) {
    char figure[FIGURE_WORDS], place[64] = "";
    text_t out = text_into(words, WORDS);
    estimate_t y = series->y[i];
    if (y.low == y.high)
        y.low = y.high = (double)NAN;
    if (!series->at[i])
        snprintf(place, sizeof place, "%s %.4g", plot->x.label, series->x[i]);
    text_add(&out, "%s, %s: %s %s", variant, series->at[i] ? series->at[i] : place,
             figure_words(FIGURE_ESTIMATE, y, figure), plot->unit);
    if (series->network[i] > 0)
        text_add(&out, ", network %d", series->network[i]);
    if (series->games[i] > 0)
        text_add(&out, ", %llu game%s", (unsigned long long)series->games[i],
                 TEXT_PLURAL(series->games[i]));
}

static void draw_series(const chart_t *chart, const plot_t *plot, const char *variant,
                        int number, const series_t *series) {
    double y[POINTS], low[POINTS], high[POINTS];
    char words[WORDS];
    for (int i = 0; i < series->count; i++) {
        y[i] = series->y[i].value;
        low[i] = series->y[i].low;
        high[i] = series->y[i].high;
    }
    if (plot->is_curve)
        chart_area(chart, number, series->x, low, high, series->count);
    chart_path(chart, number, series->x, y, series->count);
    for (int i = 0; i < series->count; i++) {
        tip_words(plot, variant, series, i, words);
        if (plot->is_curve)
            chart_words_at(chart, number, series->x[i], y[i], words);
        else
            chart_interval(chart, number, series->x[i], &series->y[i], words);
    }
}

static void draw_dots(const chart_t *chart, const plot_t *plot, const char *variant,
                      int number, const series_t *series) {
    char words[WORDS];
    for (int i = 0; i < series->count; i++) {
        tip_words(plot, variant, series, i, words);
        chart_dot(chart, number, series->x[i], series->y[i].value, words);
    }
}

/* The colour and mark of each variant. */
static void write_legend(const study_t *study, FILE *page) {
    const char *names[STUDY_MAX_VARIANTS];
    for (int i = 0; i < study->num_variants; i++)
        names[i] = study->variants[i].name;
    chart_legend(names, study->num_variants, page);
}

static void write_chart(const report_t *report, const plot_t *plot,
                        const series_t *series, const series_t *dots, FILE *page) {
    const study_t *study = report->result->study;
    double low = plot->from, high = plot->to;
    chart_t chart;
    for (int i = 0; i < study->num_variants; i++) {
        for (int k = 0; k < series[i].count; k++) {
            low = fmin(low, series[i].y[k].low);
            high = fmax(high, series[i].y[k].high);
        }
        for (int k = 0; k < dots[i].count; k++) {
            low = fmin(low, dots[i].y[k].value);
            high = fmax(high, dots[i].y[k].value);
        }
    }
    if (plot->is_percent) {
        low = fmax(0, low);
        high = fmin(100, high);
    }
    const chart_frame_t frame = {.title = plot->title,
                                 .x = plot->x,
                                 .y = chart_axis_of_numbers(low, high, plot->unit),
                                 .is_small = plot->is_small};
    chart_begin(&chart, &frame, page);
    if (plot->margin > 0)
        chart_band(&chart, 50 - plot->margin, 50 + plot->margin);
    if (plot->has_middle)
        chart_across(&chart, plot->middle);
    for (int i = 0; i < study->num_variants; i++)
        draw_dots(&chart, plot, study->variants[i].name, i, &dots[i]);
    for (int i = 0; i < study->num_variants; i++)
        draw_series(&chart, plot, study->variants[i].name, i, &series[i]);
    chart_end(&chart);
}

static void write_plot(const report_t *report, const plot_t *plot, FILE *page) {
    series_t *series = memory_new(2 * STUDY_MAX_VARIANTS, sizeof *series);
    series_t *dots = series + STUDY_MAX_VARIANTS;
    int points = 0;
    for (int i = 0; i < report->result->study->num_variants; i++) {
        if (plot->dots || study_strongest(report->result, i) >= 0)
            plot->fill(report, plot, i, &series[i]);
        if (plot->dots)
            plot->dots(report, plot, i, &dots[i]);
        points += series[i].count + dots[i].count;
    }
    if (points > 0 || plot->is_small) {
        fputs("<figure class=\"plot\"><h3>", page);
        html_text(page, plot->heading);
        fputs("</h3>", page);
        if (points > 0)
            write_chart(report, plot, series, dots, page);
        if (!plot->is_small)
            write_legend(report->result->study, page);
        fputs("<figcaption>", page);
        html_text(page, plot->caption);
        fputs("</figcaption></figure>\n", page);
    }
    free(series);
}

/* --- The plots ---------------------------------------------------------------------- */

static void write_scores(const report_t *report, FILE *page) {
    double margin = 100 * report->result->study->margin;
    chart_axis_t x = strength_axis(report->result->study);
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
        .fill = fill_scores,
        .x = x,
        .from = 30, /* so that a small advantage looks small */
        .to = 70,
        .margin = margin,
        .is_percent = true,
        .middle = 50,
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
        .fill = fill_skill,
        .x = x,
        .from = 40,
        .to = 100,
        .is_percent = true,
        .middle = 50,
        .has_middle = true};
    write_plot(report, &scores, page);
    write_plot(report, &skill, page);
    report_plot_advantages(report, page);
}

void report_plot_advantages(const report_t *report, FILE *page) {
    const plot_t advantages = {
        .heading = "What moving first is worth",
        .title =
            "What moving first is worth in doublings of search, by strength level and "
            "variant; the figures are in the table of what moving first is worth.",
        .unit = "doublings of the second player's search",
        .caption = "How many times the second player's search has to double for an even "
                   "game. Small dots: networks, each against itself. With intervals: one "
                   "player, or the mean of players trained alike.",
        .fill = fill_advantages,
        .dots = fill_network_advantages,
        .x = strength_axis(report->result->study),
        .has_middle = true};
    write_plot(report, &advantages, page);
}

void report_plots(const report_t *report, FILE *page) {
    double turns = LENGTH_BINS * bin_width(report);
    const plot_t lengths = {
        .heading = "Length of games",
        .title = "Lengths of games, by variant; the figures are in the table of metrics.",
        .unit = "games, %",
        .caption =
            "Lengths of games, at the strongest level of each variant. A long tail "
            "to the right: some games drag on.",
        .fill = fill_lengths,
        .x = chart_axis_of_numbers(0, turns, "turns of both players"),
        .to = 1,
        .is_percent = true,
        .is_curve = true};
    const plot_t leads = {
        .heading = "When games are decided",
        .title = "The score that the eventual winner expects in the course of the game, "
                 "by variant.",
        .unit = "eventual winner expects to score, %",
        .caption =
            "The score that the search expects for the eventual winner, at each "
            "variant's strongest level. Early to the top: the rest is a formality. "
            "Long near 50 %: open to the end.",
        .fill = fill_leads,
        .x = chart_axis_of_numbers(0, 100, "share of the game played, %"),
        .to = 100,
        .is_percent = true,
        .is_curve = true,
        .middle = 50,
        .has_middle = true};
    fputs("<div class=\"plots\">\n", page);
    write_scores(report, page);
    write_plot(report, &lengths, page);
    if (!report->source) /* a search's values */
        write_plot(report, &leads, page);
    fputs("</div>\n", page);
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
    write_legend(report->result->study, page);
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
                             .fill = fill_metric,
                             .metric = shown[i],
                             .x = strength_axis(report->result->study),
                             .to = 1e-6,
                             .is_small = true};
        write_plot(report, &plot, page);
    }
    fputs("</div>\n", page);
}
