#include "eval/study/study_live.h"

#include "core/base/clock.h"
#include "core/base/duration.h"
#include "core/base/memory_stream.h"
#include "core/base/table/result.h"
#include "core/base/text_layout.h"
#include "core/terminal/terminal.h"
#include "eval/stats/confidence_sequence.h"
#include "eval/study/study.h"
#include "eval/study/study_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DRAW_S 0.2  /* between two redraws on a terminal */
#define LINE_S 30.0 /* between two lines elsewhere */
enum { COLUMN = 23, NAME_MOST = 30, PLAIN_WIDTH = 80 };

void study_live_init(study_live_t *live, const study_t *study, bool quiet) {
    *live = (study_live_t){.study = study,
                           .quiet = quiet,
                           .terminal = isatty(STDERR_FILENO) != 0,
                           .start = clock_seconds()};
}

double study_live_seconds(const study_live_t *live) {
    return clock_seconds() - live->start;
}

/* --- The table ---------------------------------------------------------------------- */

/* The first player's points in a cell's games so far. */
static outcome_counts_t points_of(const study_run_t *runs, int count, int variant,
                                  int strength) {
    outcome_counts_t all = outcome_counts_of_games();
    for (int i = 0; i < count; i++) {
        const study_part_t *part = &runs[i].part;
        if ((part->kind != STUDY_SELF && part->kind != STUDY_NETWORKS) ||
            part->variant != variant || part->strength != strength)
            continue;
        const outcome_counts_t counts = study_run_first_player(&runs[i], runs[i].count);
        outcome_counts_merge(&all, &counts);
    }
    return all;
}

static bool has_games(const study_live_t *live, const study_run_t *runs, int count,
                      int strength) {
    for (int i = 0; i < live->study->num_variants; i++) {
        const outcome_counts_t points = points_of(runs, count, i, strength);
        if (outcome_counts_trials(&points) > 0)
            return true;
    }
    return false;
}

/* The first strength level shown, so that the rest fit. */
static int first_shown(const study_live_t *live, const study_run_t *runs, int count,
                       int room) {
    int shown = 0, first = live->study->num_strengths;
    while (first > 0 && (shown + 1) * COLUMN <= room) {
        first--;
        shown += has_games(live, runs, count, first);
    }
    return first;
}

/* Between networks there is no interval before all have their games. */
static void add_score(figures_t *table, const study_strength_t *strength,
                      const outcome_counts_t *points, double error_rate) {
    estimate_t score = confidence_sequence(points, 1 - error_rate);
    if (strength->num_networks > 0)
        score.low = score.high = (double)NAN;
    if (outcome_counts_trials(points) > 0)
        figures_add_estimate(table, score);
    else
        figures_add_nothing(table, NULL);
}

static char *table_text(const study_live_t *live, const study_run_t *runs, int count,
                        const char *now, int width) {
    const study_t *study = live->study;
    char *text, duration[DURATION_TEXT], title[128], name[TEXT_SHORT];
    size_t size;
    int first = first_shown(live, runs, count, width - NAME_MOST);
    result_t *out = result_new();
    duration_write(study_live_seconds(live), duration);
    snprintf(title, sizeof title, "First player's score [%g %%, anytime-valid], after %s",
             100 * (1 - study->error_rate), duration);
    figures_t *table = result_table(out, "scores", title, NULL, 0);
    figures_column(table, (figure_column_t){.kind = FIGURE_WORD,
                                            .key = "variant",
                                            .heading = "simulations"});
    for (int j = first; j < study->num_strengths; j++)
        if (has_games(live, runs, count, j))
            figures_column(table, (figure_column_t){.kind = FIGURE_SCORE,
                                                    .key = study->strengths[j].name,
                                                    .heading = study->strengths[j].name});
    for (int i = 0; i < study->num_variants; i++) {
        figures_add_word(table, text_shorten(study->variants[i].name, NAME_MOST, name));
        for (int j = first; j < study->num_strengths; j++) {
            const outcome_counts_t points = points_of(runs, count, i, j);
            if (has_games(live, runs, count, j))
                add_score(table, &study->strengths[j], &points, study->error_rate);
        }
    }
    FILE *file = memory_stream_open(&text, &size);
    result_text(out, false, file);
    fprintf(file, "%s\n", now);
    memory_stream_close(file);
    result_free(out);
    return text;
}

/* --- Showing ------------------------------------------------------------------------ */

/* Lines longer than the terminal are truncated, as they could not be redrawn. */
static void draw(study_live_t *live, const char *text, int width) {
    if (live->lines > 0)
        fprintf(stderr, "\033[%dA\r\033[J", live->lines);
    live->lines = 0;
    while (*text) {
        int length = (int)strcspn(text, "\n");
        fprintf(stderr, "%.*s\n", length < width ? length : width - 1, text);
        text += length + 1;
        live->lines++;
    }
    fflush(stderr);
}

void study_live_show(study_live_t *live, const study_run_t *runs, int count,
                     const char *now) {
    double time = clock_seconds();
    if (live->quiet || time - live->last < (live->terminal ? DRAW_S : LINE_S) ||
        (!live->terminal && !live->is_rough))
        return;
    live->last = time;
    if (!live->terminal) {
        fprintf(stderr, "%s\n", now);
        return;
    }
    int width = terminal_columns(STDERR_FILENO);
    char *text = table_text(live, runs, count, now, width);
    draw(live, text, width);
    free(text);
}

void study_live_is_rough(study_live_t *live, const study_run_t *runs, int count) {
    if (live->is_rough)
        return;
    live->is_rough = true;
    live->last = clock_seconds();
    if (live->quiet || live->terminal)
        return;
    char *text = table_text(live, runs, count, "A rough answer; the study continues.",
                            PLAIN_WIDTH);
    fputs(text, stderr);
    fflush(stderr);
    free(text);
}

void study_live_end(study_live_t *live) {
    if (!live->quiet && live->terminal && live->lines > 0)
        fprintf(stderr, "\033[%dA\r\033[J", live->lines);
    live->lines = 0;
}
