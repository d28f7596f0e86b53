#include "eval/report/report.h"

#include "core/base/memory_stream.h"
#include "core/base/table/result.h"
#include "core/base/text.h"
#include "eval/render/figures_html.h"
#include "eval/render/html.h"
#include "eval/render/html_page.h"
#include "eval/report/report_assets.h"
#include "eval/report/report_chart.h"
#include "eval/report/report_frame.h"
#include "eval/report/report_sections.h"
#include "eval/study/answers/study_answer.h"
#include "eval/study/study_plan.h"
#include "eval/study/study_result.h"

#include <stdlib.h>
#include <string.h>

static const char *const scripts[] = {board_svg_js, report_page_js, NULL};

typedef struct sections {
    const report_t *report;
    const result_t *tables; /* report_tables() */
    FILE *page;
} sections_t;

static void write_part(const sections_t *of, const char *key) {
    result_part_html(result_find(of->tables, key), of->page);
}

/* --- Head --------------------------------------------------------------------------- */

static void write_head(const sections_t *of) {
    const report_t *report = of->report;
    const study_t *study = report->result->study;
    uint64_t games = study_all_games(report->result);
    char count[TEXT_THOUSANDS];
    FILE *page = of->page;
    const report_frame_t frame = {study->title,
                                  result_find(of->tables, "headline")->title, scripts};
    report_frame_begin(&frame, page);
    report_chart(report->result, false, page);
    fputs("<p class=\"lead\">", page);
    html_format(
        page,
        "%s: %d variant%s at %d level%s of strength, %s game%s of self-play and "
        "controls. Variants are compared at equal simulations, not between "
        "perfect players. Bars and brackets: the range that contains the truth with "
        "%g %% confidence%s.",
        study->variants[0].game->class->title, study->num_variants,
        TEXT_PLURAL(study->num_variants), study->num_strengths,
        TEXT_PLURAL(study->num_strengths), text_thousands(games, count),
        TEXT_PLURAL(games), 100 * report->result->level,
        study->num_variants == 1
            ? ""
            : "; an answer needs the wider ranges of all variants together");
    if (!report->source)
        fputs(" <a href=\"#next\">What to do next</a>.", page);
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

static void write_next(const sections_t *of) {
    const result_part_t *next = result_find_titled(of->tables, STUDY_NEXT_TITLE);
    fputs("<section id=\"next\">", of->page);
    if (next->count > 0)
        result_part_html(next, of->page);
    else
        fputs("<h2>Next step</h2>\n<p>Nothing is open at this margin. A smaller "
              "<code>margin</code>, or more simulations, would be a harder test.</p>\n",
              of->page);
    if (next->count > 0)
        report_frame_note(false,
                          "Games and minutes are those of all variants and levels that "
                          "the command continues; they are estimated from the current "
                          "figures, and so are rough.",
                          of->page);
    fputs("</section>\n", of->page);
}

static void write_answer(const sections_t *of) {
    const report_t *report = of->report;
    fputs("<section id=\"verdict\" class=\"verdict\" aria-labelledby=\"verdict-heading\">"
          "<h2 id=\"verdict-heading\">The answer</h2>\n",
          of->page);
    if (study_plan_levels(report->result->study) > 0) {
        for (int i = 0; i < report->result->study->num_variants; i++)
            report_cards(report, i, of->page);
        report_cards_sources(of->page);
    }
    write_part(of, "compare");
    write_part(of, "caveats");
    fputs("</section>\n", of->page);
    if (!report->source) /* which has no folder to continue */
        write_next(of);
}

/* --- Folded parts ------------------------------------------------------------------- */

static bool has_games(const report_t *report) {
    for (int i = 0; i < report->result->study->num_variants; i++)
        if (study_strongest(report->result, i) >= 0)
            return true;
    return false;
}

static void write_plots(const sections_t *of) {
    report_frame_open("plots", "Plots", of->page);
    if (has_games(of->report))
        report_plots(of->report, of->page);
    else
        report_frame_note(false, "No games yet.", of->page);
    report_frame_close(of->page);
}

static void write_openings(const sections_t *of) {
    report_frame_open("openings", "Openings on the board", of->page);
    report_openings(of->report, of->page);
    write_part(of, "first_turns");
    report_frame_close(of->page);
}

static void write_metrics(const sections_t *of) {
    report_frame_open("metrics", "What the games are like", of->page);
    if (!of->report->source) /* most of them need searches */
        report_plot_metrics(of->report, of->page);
    write_part(of, "sizes");
    report_frame_close(of->page);
}

/* All but those that are elsewhere on the page. */
static void write_tables(const sections_t *of) {
    report_frame_open("tables", "All figures", of->page);
    if (!of->report->source)
        fputs("<p class=\"lead\">The same as CSV: <code>fulcrum report FOLDER "
              "--csv</code>.</p>\n",
              of->page);
    for (size_t i = 0; i < result_parts(of->tables); i++) {
        const result_part_t *part = result_part_at(of->tables, i);
        if (part->kind == PART_TABLE && part->key && strcmp(part->key, "compare") != 0 &&
            strcmp(part->key, "first_turns") != 0 && strcmp(part->key, "sizes") != 0)
            result_part_html(part, of->page);
    }
    report_frame_close(of->page);
}

/* About the game. */
static void write_guide(const sections_t *of) {
    const game_class_t *class = of->report->result->study->variants[0].game->class;
    char heading[160];
    snprintf(heading, sizeof heading, "About %s, and how actions are written",
             class->title);
    report_frame_open("about", heading, of->page);
    fputs("<pre tabindex=\"0\">", of->page);
    html_text(of->page, class->guide);
    fputs("</pre>\n", of->page);
    report_frame_close(of->page);
}

static bool write_games(const sections_t *of, failure_t *error) {
    if (of->report->source)
        return true;
    report_frame_open("games", "Games to step through", of->page);
    bool ok = report_replays(of->report, of->page, error);
    report_frame_close(of->page);
    return ok;
}

static bool write_page(const sections_t *of, failure_t *error) {
    char *text = study_text(of->report->result->study);
    write_head(of);
    bool ok = true;
    write_answer(of);
    if (study_plan_levels(of->report->result->study) > 0) {
        write_plots(of);
        write_openings(of);
        ok = write_games(of, error);
        write_metrics(of);
    } else {
        report_plot_advantages(of->report, of->page);
    }
    write_tables(of);
    write_guide(of);
    report_frame_repeat(of->report->result->study->variants[0].game->class, "study.json",
                        "", text, of->page);
    fputs("</main>\n", of->page);
    for (const char *const *script = scripts; *script; script++)
        html_run(of->page, *script);
    fputs("</body>\n</html>\n", of->page);
    free(text);
    return ok;
}

char *report_page(const report_t *report, size_t *size, failure_t *error) {
    char *text = NULL;
    FILE *page = memory_stream_open(&text, size);
    result_t *tables = report_tables(report);
    const sections_t of = {report, tables, page};
    bool ok = write_page(&of, error);
    result_free(tables);
    memory_stream_close(page);
    if (ok)
        return text;
    free(text);
    return NULL;
}
