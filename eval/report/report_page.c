#include "eval/report/report_page.h"

#include "core/base/build_info.h"
#include "core/base/memory_stream.h"
#include "eval/render/html_page.h"
#include "eval/render/html.h"
#include "eval/report/report.h"
#include "eval/report/report_answers.h"
#include "eval/report/report_assets.h"
#include "eval/report/report_metrics.h"
#include "eval/report/report_openings.h"
#include "eval/report/report_plots.h"
#include "eval/report/report_replays.h"
#include "eval/report/tables/report_table.h"
#include "eval/report/tables/report_tables.h"
#include "eval/study/study_result.h"

#include <stdlib.h>
#include <time.h>

/* --- Head and foot ------------------------------------------------------------------ */

static uint64_t all_games(const study_result_t *result) {
    uint64_t games = 0;
    for (int i = 0; i < result->study->num_variants; i++)
        for (int j = 0; j < result->study->num_strengths; j++) {
            const study_cell_t *cell = &result->cells[i][j];
            games +=
                cell->games + cell->seats_games + cell->drawn_games + cell->skill_games;
        }
    return games;
}

/* Reservations that come before everything else. */
static void write_notes(const report_t *report, FILE *page) {
    if (report->source) {
        fputs("<p class=\"note\">", page);
        html_text(page, report->source);
        fputs("</p>\n", page);
    }
    if (!report->result->is_whole)
        fputs("<p class=\"warning\"><strong>Note:</strong> this study is not complete: "
              "games are still to be played, and figures will get more precise.</p>\n",
              page);
}

static void write_head(const report_t *report, FILE *page) {
    const study_t *study = report->result->study;
    uint64_t games = all_games(report->result);
    char count[TEXT_THOUSANDS];
    const char *const scripts[] = {report_page_js, NULL};
    fputs(REPORT_BEGINS, page);
    html_head(page, study->title, report_page_css, scripts, "");
    fputs("<a class=\"skip\" href=\"#verdict\">To the answer</a>\n<header>\n<h1>", page);
    html_text(page, study->title);
    fputs("</h1>\n", page);
    report_headline(report, page);
    fputs("<p class=\"lead\">", page);
    html_format(page,
                "%s: %d %s at %d %s of strength, %s game%s of self-play and controls. "
                "Variants are "
                "compared at equal simulations, not between perfect players. ",
                study->variants[0].game->class->title, study->num_variants,
                study->num_variants == 1 ? "variant" : "variants", study->num_strengths,
                study->num_strengths == 1 ? "level" : "levels",
                text_thousands(games, count), TEXT_PLURAL(games));
    html_format(page,
                "Brackets: the range that contains the truth with %g %% confidence.",
                100 * report->result->level);
    if (report->play_page) {
        fputs(" <a class=\"play\" href=\"", page);
        html_text(page, report->play_page);
        fprintf(page, "\">Play %s yourself</a>.",
                study->num_variants == 1 ? "it" : "these variants");
    }
    fputs("</p>\n", page);
    write_notes(report, page);
    fputs("</header>\n<main>\n", page);
}

/* A part of the page that is folded at first. */
static void open_part(const char *id, const char *heading, FILE *page) {
    fprintf(page, "<details class=\"part\" id=\"%s\"><summary><h2>", id);
    html_text(page, heading);
    fputs("</h2></summary>\n", page);
}

static void close_part(FILE *page) {
    fputs("</details>\n", page);
}

/* When the page was made, in UTC; SOURCE_DATE_EPOCH makes pages reproducible. */
static void date_words(char words[32]) {
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    time_t now = epoch ? (time_t)strtoll(epoch, NULL, 10) : time(NULL);
    struct tm date;
    if (!gmtime_r(&now, &date) || strftime(words, 32, "%Y-%m-%d %H:%M UTC", &date) == 0)
        snprintf(words, 32, "unknown");
}

static void write_repeat(const report_t *report, FILE *page) {
    char date[32], *text = study_text(report->result->study);
    date_words(date);
    open_part("repeat", "How to repeat it", page);
    fputs("<p>", page);
    html_format(page,
                "This page was made on %s by %s (%s, %s). Saving the study below as "
                "study.json and running",
                date, build_program, build_compiler, build_instructions);
    fputs("</p>\n<pre>fulcrum study study.json --out again\nfulcrum report "
          "again</pre>\n<p>with the same version gives the same games and the same "
          "figures, on any number of threads and machines.</p>\n<details><summary>The "
          "study, every setting</summary>\n<pre tabindex=\"0\">",
          page);
    html_text(page, text);
    fputs("</pre></details>\n", page);
    close_part(page);
    free(text);
}

/* --- Sections ----------------------------------------------------------------------- */

static bool has_games(const report_t *report) {
    for (int i = 0; i < report->result->study->num_variants; i++)
        if (report_strongest(report, i) >= 0)
            return true;
    return false;
}

static void write_plots(const report_t *report, FILE *page) {
    open_part("plots", "Plots", page);
    if (!has_games(report)) {
        fputs("<p class=\"note\">No games yet.</p>\n", page);
    } else {
        fputs("<div class=\"plots\">\n", page);
        report_plot_scores(report, page);
        report_plot_skill(report, page);
        report_plot_lengths(report, page);
        if (!report->source)
            report_plot_leads(report, page);
        fputs("</div>\n", page);
    }
    close_part(page);
}

static void write_tables(const report_t *report, FILE *page) {
    open_part("tables", "All figures", page);
    if (!report->source)
        fputs("<p class=\"lead\">The same as CSV: <code>fulcrum report FOLDER "
              "--csv</code>.</p>\n",
              page);
    for (int which = REPORT_TABLE_COMPARE + 1; which < REPORT_TABLES; which++) {
        report_table_t *table = report_table_make(which, report);
        if (report_table_rows(table) > 0)
            report_table_html(table, page);
        report_table_free(table);
    }
    close_part(page);
}

/* About the game. */
static void write_guide(const report_t *report, FILE *page) {
    const game_class_t *class = report->result->study->variants[0].game->class;
    char heading[160];
    snprintf(heading, sizeof heading, "About %s, and how actions are written",
             class->title);
    open_part("about", heading, page);
    fputs("<pre tabindex=\"0\">", page);
    html_text(page, class->guide);
    fputs("</pre>\n", page);
    close_part(page);
}

static bool write_games(const report_t *report, FILE *page, failure_t *error) {
    open_part("games", "Games to step through", page);
    bool ok = report_replays(report, page, error);
    close_part(page);
    return ok;
}

/* The folded parts: the longer answers first. */
static bool write_parts(const report_t *report, FILE *page, failure_t *error) {
    open_part("answers", "All answers, with caveats", page);
    report_verdict(report, page);
    close_part(page);
    write_plots(report, page);
    open_part("openings", "Openings on the board", page);
    report_openings(report, page);
    close_part(page);
    bool ok = report->source || write_games(report, page, error);
    open_part("metrics", "What the games are like", page);
    report_metrics(report, page);
    close_part(page);
    write_tables(report, page);
    write_guide(report, page);
    write_repeat(report, page);
    return ok;
}

char *report_page(const report_t *report, size_t *size, failure_t *error) {
    char *text = NULL;
    FILE *page = memory_stream_open(&text, size);
    write_head(report, page);
    report_answers(report, page);
    bool ok = write_parts(report, page, error);
    fputs("</main>\n", page);
    html_run(page, report_page_js);
    fputs("</body>\n</html>\n", page);
    memory_stream_close(page);
    if (ok)
        return text;
    free(text);
    return NULL;
}
