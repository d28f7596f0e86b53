#include "eval/report/report_page.h"

#include "core/base/memory_stream.h"
#include "core/base/table/result.h"
#include "core/base/text.h"
#include "eval/render/figures_html.h"
#include "eval/render/html.h"
#include "eval/render/html_page.h"
#include "eval/report/report.h"
#include "eval/report/report_assets.h"
#include "eval/report/report_cards.h"
#include "eval/report/report_frame.h"
#include "eval/report/report_openings.h"
#include "eval/report/report_plots.h"
#include "eval/report/report_replays.h"
#include "eval/report/report_tables.h"
#include "eval/study/study_result.h"

#include <stdlib.h>
#include <string.h>

typedef struct making {
    const report_t *report;
    const result_t *tables; /* report_tables.h */
    FILE *page;
} making_t;

static void write_part(const making_t *making, const char *key) {
    result_part_html(result_find(making->tables, key), making->page);
}

/* --- Head --------------------------------------------------------------------------- */

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

static void write_head(const making_t *making) {
    const report_t *report = making->report;
    const study_t *study = report->result->study;
    uint64_t games = all_games(report->result);
    char count[TEXT_THOUSANDS];
    FILE *page = making->page;
    const report_frame_t frame = {
        study->title, result_find(making->tables, "headline")->title, report_page_js};
    report_frame_begin(&frame, page);
    fputs("<p class=\"lead\">", page);
    html_format(page,
                "%s: %d variant%s at %d level%s of strength, %s game%s of self-play and "
                "controls. Variants are compared at equal simulations, not between "
                "perfect players. Brackets: the range that contains the truth with %g %% "
                "confidence.",
                study->variants[0].game->class->title, study->num_variants,
                TEXT_PLURAL(study->num_variants), study->num_strengths,
                TEXT_PLURAL(study->num_strengths), text_thousands(games, count),
                TEXT_PLURAL(games), 100 * report->result->level);
    if (report->play_page) {
        fputs(" <a class=\"play\" href=\"", page);
        html_text(page, report->play_page);
        fprintf(page, "\">Play %s yourself</a>.",
                study->num_variants == 1 ? "it" : "these variants");
    }
    fputs("</p>\n", page);
    report_frame_note(false, report->source, page);
    if (!report->result->is_complete)
        report_frame_note(true,
                          "this study is not complete: games are still to be played, and "
                          "figures will get more precise.",
                          page);
    fputs("</header>\n<main>\n", page);
}

/* --- The answer --------------------------------------------------------------------- */

static void write_next(const making_t *making) {
    const result_part_t *next = result_find_titled(making->tables, "Next step");
    fputs("<section id=\"next\">", making->page);
    if (next->count > 0)
        result_part_html(next, making->page);
    else
        fputs("<h2>Next step</h2>\n<p>Nothing is open at this margin. A smaller "
              "<code>margin</code>, or more simulations, would be a harder test.</p>\n",
              making->page);
    if (next->count > 0)
        report_frame_note(false,
                          "Games and minutes are those of all variants and levels that "
                          "the command continues; they are estimated from the current "
                          "figures, and so are rough.",
                          making->page);
    fputs("</section>\n", making->page);
}

static void write_answer(const making_t *making) {
    const report_t *report = making->report;
    fputs("<section id=\"verdict\" class=\"verdict\" aria-labelledby=\"verdict-heading\">"
          "<h2 id=\"verdict-heading\">The answer</h2>\n",
          making->page);
    for (int i = 0; i < report->result->study->num_variants; i++)
        report_cards(report, i, making->page);
    report_cards_sources(making->page);
    write_part(making, "compare");
    write_part(making, "caveats");
    fputs("</section>\n", making->page);
    if (!report->source) /* which has no folder to continue */
        write_next(making);
}

/* --- Folded parts ------------------------------------------------------------------- */

static bool has_games(const report_t *report) {
    for (int i = 0; i < report->result->study->num_variants; i++)
        if (report_strongest(report, i) >= 0)
            return true;
    return false;
}

static void write_plots(const making_t *making) {
    report_frame_open("plots", "Plots", making->page);
    if (has_games(making->report))
        report_plots(making->report, making->page);
    else
        report_frame_note(false, "No games yet.", making->page);
    report_frame_close(making->page);
}

static void write_openings(const making_t *making) {
    report_frame_open("openings", "Openings on the board", making->page);
    report_openings(making->report, making->page);
    write_part(making, "first_turns");
    report_frame_close(making->page);
}

static void write_metrics(const making_t *making) {
    report_frame_open("metrics", "What the games are like", making->page);
    if (!making->report->source) /* most of them need searches */
        report_plot_metrics(making->report, making->page);
    write_part(making, "sizes");
    report_frame_close(making->page);
}

/* All but those that are elsewhere on the page. */
static void write_tables(const making_t *making) {
    report_frame_open("tables", "All figures", making->page);
    if (!making->report->source)
        fputs("<p class=\"lead\">The same as CSV: <code>fulcrum report FOLDER "
              "--csv</code>.</p>\n",
              making->page);
    for (size_t i = 0; i < result_parts(making->tables); i++) {
        const result_part_t *part = result_part_at(making->tables, i);
        if (part->kind == PART_TABLE && strcmp(part->key, "compare") != 0 &&
            strcmp(part->key, "first_turns") != 0 && strcmp(part->key, "sizes") != 0)
            result_part_html(part, making->page);
    }
    report_frame_close(making->page);
}

/* About the game. */
static void write_guide(const making_t *making) {
    const game_class_t *class = making->report->result->study->variants[0].game->class;
    char heading[160];
    snprintf(heading, sizeof heading, "About %s, and how actions are written",
             class->title);
    report_frame_open("about", heading, making->page);
    fputs("<pre tabindex=\"0\">", making->page);
    html_text(making->page, class->guide);
    fputs("</pre>\n", making->page);
    report_frame_close(making->page);
}

static bool write_games(const making_t *making, failure_t *error) {
    if (making->report->source)
        return true;
    report_frame_open("games", "Games to step through", making->page);
    bool ok = report_replays(making->report, making->page, error);
    report_frame_close(making->page);
    return ok;
}

static bool write_page(const making_t *making, failure_t *error) {
    char *text = study_text(making->report->result->study);
    write_head(making);
    write_answer(making);
    write_plots(making);
    write_openings(making);
    bool ok = write_games(making, error);
    write_metrics(making);
    write_tables(making);
    write_guide(making);
    report_frame_repeat("study.json", "", text, making->page);
    fputs("</main>\n", making->page);
    html_run(making->page, report_page_js);
    fputs("</body>\n</html>\n", making->page);
    free(text);
    return ok;
}

char *report_page(const report_t *report, size_t *size, failure_t *error) {
    char *text = NULL;
    FILE *page = memory_stream_open(&text, size);
    result_t *tables = report_tables(report);
    const making_t making = {report, tables, page};
    bool ok = write_page(&making, error);
    result_free(tables);
    memory_stream_close(page);
    if (ok)
        return text;
    free(text);
    return NULL;
}
