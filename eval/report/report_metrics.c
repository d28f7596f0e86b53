#include "eval/report/report_metrics.h"

#include "core/base/text.h"
#include "eval/render/chart.h"
#include "eval/render/html.h"
#include "eval/report/report.h"
#include "eval/report/study_chart.h"
#include "eval/study/study_result.h"

#include <math.h>

/* The metrics plotted, in reading order. */
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

/* Axes start at 0, so that small differences look small; returns the largest value, or
 * below 0 where there is none. */
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
            x[count] = study_chart_place(study, variant, j);
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
        chart_interval(chart, variant, study_chart_place(study, variant, j), &value,
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
                                     .x = study_chart_axis(report->result->study),
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

/* --- Size of the game --------------------------------------------------------------- */

/* Countable numbers are written out. */
static void write_number(double log, FILE *page) {
    char text[TEXT_THOUSANDS];
    if (log < 9)
        fputs(text_thousands((uint64_t)(pow(10, log) + 0.5), text), page);
    else
        fprintf(page, "10<sup>%.0f</sup>", floor(log));
}

static void write_games(const tree_size_t *tree, FILE *page) {
    if (tree->exact) {
        write_number(tree->games.value, page);
        fputs(" different games", page);
    } else {
        bool is_bounded = isfinite(tree->games.high);
        fputs(is_bounded ? "about " : "at least ", page);
        write_number(is_bounded ? tree->games.value : tree->games.low, page);
        fputs(" different games", page);
        if (is_bounded) {
            fputs(" (", page);
            write_number(tree->games.low, page);
            fputs(" to ", page);
            write_number(tree->games.high, page);
            fputs(")", page);
        }
    }
    if (tree->cut_off > 0.01)
        fprintf(page, ", %.0f %% of those found were cut off by a limit",
                100 * tree->cut_off);
}

static void write_shortest(const complexity_t *size, FILE *page) {
    const state_space_t *space = &size->space;
    if (space->shortest < 0) {
        fprintf(page, "No game can have fewer than %d actions. ",
                space->whole_length + 1);
        return;
    }
    fprintf(page,
            "The shortest game that the rules allow has %d action%s:", space->shortest,
            TEXT_PLURAL(space->shortest));
    for (int i = 0; i < space->shortest; i++) {
        char text[GAME_ACTION_TEXT];
        game_write_action(size->game, space->line[i], text);
        html_format(page, " %s", text);
    }
    fputs(". ", page);
}

static void write_size(const report_t *report, int variant, FILE *page) {
    const complexity_t *size = &report->sizes[variant];
    fputs("<li><strong>", page);
    html_text(page, report->result->study->variants[variant].name);
    fputs("</strong>: ", page);
    if (!size->space.exact)
        fputs("at least ", page);
    write_number(size->space.at_least, page);
    fputs(" positions, ", page);
    write_games(&size->tree, page);
    fputs(". ", page);
    write_shortest(size, page);
    fprintf(page, "Explaining the rules to a first-time player takes %zu words.</li>\n",
            size->rules.guide_words);
}

static void write_sizes(const report_t *report, FILE *page) {
    fputs("<h3>Size of the game</h3>\n<p>From the rules alone, by small samples. "
          "Positions are those reachable in play; all games count equally, whether "
          "anybody would play them or not. <code>fulcrum complexity</code> gives more, "
          "and defines each figure.</p>\n<ul>\n",
          page);
    for (int i = 0; i < report->result->study->num_variants; i++)
        write_size(report, i, page);
    fputs("</ul>\n", page);
}

static void write_metrics(const report_t *report, FILE *page) {
    fputs("<p>Metrics that others have found to correlate with good games, by strength "
          "level, with intervals; all axes start at 0. None of them is good or bad in "
          "itself: compare variants at the same strength level. All metrics are in the "
          "table of metrics; <code>fulcrum metrics --explain</code> gives their "
          "sources.</p>\n",
          page);
    study_chart_legend(report->result->study, page);
    fputs("<div class=\"multiples\">\n", page);
    for (int i = 0; i < SHOWN; i++)
        write_metric(report, shown[i], page);
    fputs("</div>\n", page);
}

void report_metrics(const report_t *report, FILE *page) {
    if (!report->source) /* most of them need searches */
        write_metrics(report, page);
    write_sizes(report, page);
}
