#include "eval/report/report_plots.h"

#include "eval/report/html.h"
#include "eval/report/report.h"
#include "eval/report/report_axis.h"
#include "eval/report/report_plot.h"
#include "eval/study/study_result.h"

#include <math.h>

static void write_estimate(FILE *script, double x, const estimate_t *score) {
    fprintf(script, "%g %g %g %g\n", x, 100 * score->value, 100 * score->low,
            100 * score->high);
}

/* --- Figures ------------------------------------------------------------------------ */

static void open_figure(FILE *page) {
    fputs("<figure class=\"plot\">", page);
}

static void close_figure(FILE *page, const char *caption) {
    fputs("<figcaption>", page);
    html_text(page, caption);
    fputs("</figcaption></figure>\n", page);
}

/* --- Scores ------------------------------------------------------------------------- */

static void write_scores(const report_t *report, int variant, FILE *script) {
    const study_t *study = report->result->study;
    report_axis_data(script, "score", variant);
    for (int j = 0; j < study->num_strengths; j++) {
        const study_cell_t *cell = &report->result->cells[variant][j];
        if (cell->games > 0)
            write_estimate(
                script, report_axis_place(study, j) + report_axis_apart(study, variant),
                &cell->score);
    }
    fputs("END\n", script);
}

static void plot_scores(const report_t *report, FILE *script) {
    const study_t *study = report->result->study;
    double margin = 100 * study->margin;
    for (int i = 0; i < study->num_variants; i++)
        write_scores(report, i, script);
    report_axis_write(study, script);
    fprintf(script,
            "set ylabel 'first player scores, %%'\n"
            "set object 1 rectangle from graph 0, first %g to graph 1, first %g "
            "fc rgb '#009e73' fs solid 0.12 noborder behind\n"
            "set arrow 1 from graph 0, first 50 to graph 1, first 50 nohead "
            "lc rgb '#009e73' lw 1.5\nset yrange [*<%g:%g<*]\nplot ",
            50 - margin, 50 + margin, 50 - 1.4 * margin, 50 + 1.4 * margin);
    for (int i = 0; i < study->num_variants; i++) {
        const char *colour = report_plot_colour(i);
        fprintf(script,
                "$score%d using 1:2 with lines lw 1 lc rgb '%s' notitle, "
                "$score%d using 1:2:3:4 with yerrorbars pt %d ps 0.8 lw 1.6 lc rgb '%s' "
                "title ",
                i, colour, i, report_plot_point(i), colour);
        report_plot_text(script, study->variants[i].name);
        fputs(i + 1 < study->num_variants ? ", " : "\n", script);
    }
}

bool report_plot_scores(const report_t *report, FILE *page, failure_t *error) {
    report_plot_t plot;
    if (!report_plot_begin(&plot, "score", error))
        return false;
    plot_scores(report, plot.script);
    open_figure(page);
    if (!report_plot_end(&plot,
                         "The first player's score against strength of play, variant by "
                         "variant; the figures are in the table of scores.",
                         page, error))
        return false;
    close_figure(
        page, "The first player's score. Points: measured, with intervals. Green band: "
              "balanced within the margin; green line: even.");
    return true;
}

/* --- Lengths ------------------------------------------------------------------------ */

enum { LENGTH_BINS = 24 };

/* Whole turns a bin, so that all bins have as many lengths. */
static int bin_width(const report_t *report) {
    double longest = 0;
    for (int i = 0; i < report->result->study->num_variants; i++) {
        int strength = report_strongest(report, i);
        if (strength >= 0)
            longest =
                fmax(longest, report_games_quantile(&report->games[i][strength], 0.99));
    }
    return (int)fmax(1, ceil((longest + 1) / LENGTH_BINS));
}

static void write_lengths(const report_games_t *games, int variant, int width,
                          FILE *script) {
    uint64_t next = 0;
    report_axis_data(script, "length", variant);
    for (int bin = 0; bin < LENGTH_BINS; bin++) {
        uint64_t from = next;
        while (next < games->count && games->turns[next] < (uint32_t)((bin + 1) * width))
            next++;
        fprintf(script, "%g %g\n", (bin + 0.5) * width,
                100 * (double)(next - from) / (double)games->count);
    }
    fputs("END\n", script);
}

bool report_plot_lengths(const report_t *report, FILE *page, failure_t *error) {
    const study_t *study = report->result->study;
    const char *comma = "plot ";
    report_plot_t plot;
    int width = bin_width(report);
    if (!report_plot_begin(&plot, "length", error))
        return false;
    for (int i = 0; i < study->num_variants; i++)
        if (report_strongest(report, i) >= 0)
            write_lengths(&report->games[i][report_strongest(report, i)], i, width,
                          plot.script);
    fprintf(plot.script,
            "set xlabel 'turns of both players'\nset ylabel 'games, %%'\n"
            "set xrange [0:%d]\nset yrange [0:*]\nset boxwidth %d\n",
            LENGTH_BINS * width, width);
    for (int i = 0; i < study->num_variants; i++) {
        int strength = report_strongest(report, i);
        if (strength < 0)
            continue;
        fprintf(plot.script,
                "%s$length%d using 1:2 with boxes fc rgb '%s' notitle, "
                "$length%d using 1:2 with histeps lw 2 lc rgb '%s' title ",
                comma, i, report_plot_colour(i), i, report_plot_colour(i));
        report_plot_text(plot.script, study->variants[i].name);
        comma = ", ";
    }
    fputs("\n", plot.script);
    open_figure(page);
    if (!report_plot_end(&plot,
                         "How long games are, variant by variant; the figures are in the "
                         "table of lengths.",
                         page, error))
        return false;
    close_figure(page, "How long games are, at the strongest level of each variant. A "
                       "long tail to the right: some games drag on.");
    return true;
}

/* --- Skill -------------------------------------------------------------------------- */

static bool has_skill(const report_t *report, int variant) {
    for (int j = 0; j < report->result->study->num_strengths; j++)
        if (report->result->cells[variant][j].skill_games > 0)
            return true;
    return false;
}

bool report_plot_skill(const report_t *report, FILE *page, failure_t *error) {
    const study_t *study = report->result->study;
    const char *comma = "plot ";
    report_plot_t plot;
    bool any = false;
    for (int i = 0; i < study->num_variants; i++)
        any = any || has_skill(report, i);
    if (!any)
        return true;
    if (!report_plot_begin(&plot, "skill", error))
        return false;
    for (int i = 0; i < study->num_variants; i++) {
        report_axis_data(plot.script, "skill", i);
        for (int j = 0; j < study->num_strengths; j++)
            if (report->result->cells[i][j].skill_games > 0)
                write_estimate(plot.script,
                               report_axis_place(study, j) + report_axis_apart(study, i),
                               &report->result->cells[i][j].skill_score);
        fputs("END\n", plot.script);
    }
    report_axis_write(study, plot.script);
    fputs("set ylabel 'twice the simulations score, %'\nset yrange [*<45:100]\n"
          "set arrow 1 from graph 0, first 50 to graph 1, first 50 nohead "
          "lc rgb '#777777' lw 1.5\n",
          plot.script);
    for (int i = 0; i < study->num_variants; i++) {
        const char *colour = report_plot_colour(i);
        if (!has_skill(report, i))
            continue;
        fprintf(plot.script,
                "%s$skill%d using 1:2 with lines lw 1 lc rgb '%s' notitle, "
                "$skill%d using 1:2:3:4 with yerrorbars pt %d ps 0.8 lw 1.6 lc rgb '%s' "
                "title ",
                comma, i, colour, i, report_plot_point(i), colour);
        report_plot_text(plot.script, study->variants[i].name);
        comma = ", ";
    }
    fputs("\n", plot.script);
    open_figure(page);
    if (!report_plot_end(
            &plot,
            "What thinking twice as long scores, by strength; the figures are "
            "in the table of skill.",
            page, error))
        return false;
    close_figure(page, "What a player who thinks twice as long scores. Near 50 %: "
                       "thinking does not pay any more. High at every strength: a deep "
                       "game.");
    return true;
}

/* --- Leads -------------------------------------------------------------------------- */

static void write_leads(const report_games_t *games, int variant, double level,
                        FILE *script) {
    report_axis_data(script, "lead", variant);
    for (int i = 0; i < LEAD_SHARES; i++) {
        const sample_t *sample = &games->metrics.winner_lead[i];
        if (sample->count == 0)
            continue;
        estimate_t mean = sample_mean(
            sample, game_metrics_effective(&games->metrics, sample->count), 0, 1, level);
        write_estimate(script, 100.0 * i / (LEAD_SHARES - 1), &mean);
    }
    fputs("END\n", script);
}

bool report_plot_leads(const report_t *report, FILE *page, failure_t *error) {
    const study_t *study = report->result->study;
    const char *comma = "plot ";
    report_plot_t plot;
    if (!report_plot_begin(&plot, "lead", error))
        return false;
    for (int i = 0; i < study->num_variants; i++) {
        int strength = report_strongest(report, i);
        if (strength >= 0)
            write_leads(&report->games[i][strength], i, report->result->level,
                        plot.script);
    }
    fputs("set xlabel 'share of the game played, %'\nset xrange [0:100]\n"
          "set ylabel 'later winner expects to score, %'\nset yrange [40:100]\n"
          "set arrow 1 from graph 0, first 50 to graph 1, first 50 nohead "
          "lc rgb '#777777' lw 1.5\n",
          plot.script);
    for (int i = 0; i < study->num_variants; i++) {
        const char *colour = report_plot_colour(i);
        if (report_strongest(report, i) < 0)
            continue;
        fprintf(plot.script,
                "%s$lead%d using 1:3:4 with filledcurves fc rgb '%s' notitle, "
                "$lead%d using 1:2 with lines lw 2 lc rgb '%s' title ",
                comma, i, colour, i, colour);
        report_plot_text(plot.script, study->variants[i].name);
        comma = ", ";
    }
    fputs("\n", plot.script);
    open_figure(page);
    if (!report_plot_end(&plot,
                         "What the player who wins in the end expects to score, as the "
                         "game goes on, variant by variant.",
                         page, error))
        return false;
    close_figure(page,
                 "When games are decided: what the search expects of the player who "
                 "wins in the end, at each variant's strongest level. Early to the "
                 "top: the rest is a formality. Long near 50 %: open to the end.");
    return true;
}
