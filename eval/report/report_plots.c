#include "eval/report/report_plots.h"

#include "core/base/text.h"
#include "eval/render/chart.h"
#include "eval/render/html.h"
#include "eval/report/report.h"
#include "eval/report/study_chart.h"
#include "eval/study/study_result.h"

#include <math.h>

enum { WORDS = 256 };

static estimate_t in_percent(estimate_t share) {
    return (estimate_t){100 * share.value, 100 * share.low, 100 * share.high};
}

static void open_figure(const char *heading, FILE *page) {
    fprintf(page, "<figure class=\"plot\"><h3>%s</h3>", heading);
}

static void close_figure(const report_t *report, const char *caption, FILE *page) {
    study_chart_legend(report->result->study, page);
    fputs("<figcaption>", page);
    html_text(page, caption);
    fputs("</figcaption></figure>\n", page);
}

/* --- Scores against strength -------------------------------------------------------- */

/* The words and the figure of a cell's point; false: there is none. */
typedef bool (*score_of_t)(const study_cell_t *cell, estimate_t *score, uint64_t *games);

static bool first_players_score(const study_cell_t *cell, estimate_t *score,
                                uint64_t *games) {
    *score = in_percent(cell->score);
    *games = cell->games;
    return cell->games > 0;
}

static bool skill_score(const study_cell_t *cell, estimate_t *score, uint64_t *games) {
    *score = in_percent(cell->skill_score);
    *games = cell->skill_games;
    return cell->skill_games > 0;
}

static void plot_variant(const chart_t *chart, const study_result_t *result, int variant,
                         score_of_t score_of) {
    const study_t *study = result->study;
    double x[STUDY_MAX_STRENGTHS], y[STUDY_MAX_STRENGTHS];
    estimate_t score;
    uint64_t games;
    int count = 0;
    for (int j = 0; j < study->num_strengths; j++)
        if (score_of(&result->cells[variant][j], &score, &games)) {
            x[count] = study_chart_place(study, variant, j);
            y[count++] = score.value;
        }
    chart_path(chart, variant, x, y, count);
    for (int j = 0; j < study->num_strengths; j++) {
        char words[WORDS];
        if (!score_of(&result->cells[variant][j], &score, &games))
            continue;
        snprintf(words, sizeof words, "%s, %s: %.1f %% (%.1f to %.1f), %llu game%s",
                 study->variants[variant].name, study->strengths[j].name, score.value,
                 score.low, score.high, (unsigned long long)games, TEXT_PLURAL(games));
        chart_interval(chart, variant, study_chart_place(study, variant, j), &score,
                       words);
    }
}

/* At least 30 to 70 %, so that a small advantage looks small. */
static chart_axis_t score_axis(const report_t *report, score_of_t score_of, double least,
                               double most, const char *label) {
    const study_result_t *result = report->result;
    estimate_t score;
    uint64_t games;
    for (int i = 0; i < result->study->num_variants; i++)
        for (int j = 0; j < result->study->num_strengths; j++)
            if (score_of(&result->cells[i][j], &score, &games)) {
                least = fmin(least, score.low);
                most = fmax(most, score.high);
            }
    return chart_axis_of_numbers(fmax(0, least), fmin(100, most), label);
}

/* A note for an axis that does not begin at 0. */
static void write_axis_words(const chart_axis_t *axis, char *words, size_t size) {
    snprintf(words, size, " The axis shows %g to %g %% only.", axis->low, axis->high);
    if (axis->low <= 0 && axis->high >= 100)
        *words = '\0';
}

void report_plot_scores(const report_t *report, FILE *page) {
    const study_t *study = report->result->study;
    double margin = 100 * study->margin;
    char caption[640], axis[64];
    chart_t chart;
    const chart_frame_t frame = {
        .title = "The first player's score against strength level, by variant; the "
                 "figures are in the table of scores.",
        .x = study_chart_axis(study),
        .y = score_axis(report, first_players_score, 30, 70, "first player scores, %")};
    open_figure("First player's score, by strength", page);
    chart_begin(&chart, &frame, page);
    chart_band(&chart, 50 - margin, 50 + margin);
    chart_across(&chart, 50);
    for (int i = 0; i < study->num_variants; i++)
        plot_variant(&chart, report->result, i, first_players_score);
    chart_end(&chart);
    write_axis_words(&frame.y, axis, sizeof axis);
    snprintf(
        caption, sizeof caption,
        "Points: measured, with intervals. Green band: balanced, within %g points of "
        "50 %%.%s",
        margin, axis);
    close_figure(report, caption, page);
}

/* --- Skill -------------------------------------------------------------------------- */

static bool has_skill(const report_t *report) {
    for (int i = 0; i < report->result->study->num_variants; i++)
        for (int j = 0; j < report->result->study->num_strengths; j++)
            if (report->result->cells[i][j].skill_games > 0)
                return true;
    return false;
}

void report_plot_skill(const report_t *report, FILE *page) {
    char caption[320], axis[64];
    chart_t chart;
    const chart_frame_t frame = {
        .title = "The score of thinking twice as long, by strength level; the figures "
                 "are in the table of skill.",
        .x = study_chart_axis(report->result->study),
        .y = score_axis(report, skill_score, 40, 100, "twice the simulations score, %")};
    if (!has_skill(report))
        return;
    open_figure("Does thinking longer pay?", page);
    chart_begin(&chart, &frame, page);
    chart_across(&chart, 50);
    for (int i = 0; i < report->result->study->num_variants; i++)
        plot_variant(&chart, report->result, i, skill_score);
    chart_end(&chart);
    write_axis_words(&frame.y, axis, sizeof axis);
    snprintf(caption, sizeof caption,
             "The score of a player who thinks twice as long. At 50 %% thinking does not "
             "pay; high at every strength level: a deep game.%s",
             axis);
    close_figure(report, caption, page);
}

/* --- Lengths ------------------------------------------------------------------------ */

enum { LENGTH_BINS = 24 };

/* Of a variant that has games. */
static const length_counts_t *lengths_of(const report_t *report, int variant) {
    return &report->result->cells[variant][report_strongest(report, variant)].lengths;
}

/* A whole number of turns per bin, so that all bins span equally many lengths. */
static int bin_width(const report_t *report) {
    double longest = 0;
    for (int i = 0; i < report->result->study->num_variants; i++) {
        if (report_strongest(report, i) >= 0)
            longest = fmax(longest, length_counts_reached(lengths_of(report, i), 0.99));
    }
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

void report_plot_lengths(const report_t *report, FILE *page) {
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
                 page);
}

/* --- Leads -------------------------------------------------------------------------- */

static void plot_leads(const chart_t *chart, const report_t *report, int variant) {
    const report_games_t *games =
        &report->games[variant][report_strongest(report, variant)];
    double x[LEAD_SHARES], y[LEAD_SHARES], low[LEAD_SHARES], high[LEAD_SHARES];
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
        char words[WORDS];
        snprintf(
            words, sizeof words, "%s, after %.0f %% of the game: %.1f %% (%.1f to %.1f)",
            report->result->study->variants[variant].name, x[i], y[i], low[i], high[i]);
        chart_words_at(chart, variant, x[i], y[i], words);
    }
}

void report_plot_leads(const report_t *report, FILE *page) {
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
                 page);
}
