#include "eval/fairest/fairest_page.h"

#include "core/base/build_info.h"
#include "core/base/memory_stream.h"
#include "core/game/game.h"
#include "eval/fairest/fairest.h"
#include "eval/fairest/fairest_result.h"
#include "eval/fairest/fairest_table.h"
#include "eval/fairest/fairest_words.h"
#include "eval/render/html_page.h"
#include "eval/render/html.h"
#include "eval/report/report_assets.h"
#include "eval/report/report_page.h"
#include "eval/report/tables/report_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_answer(const fairest_result_t *result, FILE *page) {
    char headline[FAIREST_HEADLINE];
    fairest_headline(result, headline);
    fputs("<p class=\"headline\">", page);
    html_words(page, headline);
    fputs("</p>\n", page);
    if (!result->is_whole)
        fputs("<p class=\"warning\"><strong>Note:</strong> games are still to be played."
              "</p>\n",
              page);
}

static void write_head(const fairest_result_t *result, const char *source, FILE *page) {
    const fairest_t *fairest = result->fairest;
    static const char *const no_scripts[] = {NULL};
    fputs(REPORT_BEGINS, page);
    html_head(page, fairest->title, report_page_css, no_scripts, "");
    fputs("<header>\n<h1>", page);
    html_text(page, fairest->title);
    fputs("</h1>\n", page);
    write_answer(result, page);
    if (source) {
        fputs("<p class=\"note\">", page);
        html_text(page, source);
        fputs("</p>\n", page);
    }
    fputs("</header>\n<main>\n", page);
}

/* --- Intervals ---------------------------------------------------------------------- */

/* In a row, the variant's name is above its interval, broken where it is too long. */
enum { LINE = 20, GAP = 24, MARGIN = 30, WIDTH = 540, LETTERS = 58 };

static double at(double score) {
    return MARGIN + WIDTH * score;
}

/* Returns the next line of a name, broken at its last blank, and moves past it. */
static int next_line(const char **name) {
    int length = (int)strlen(*name), used = length;
    if (length > LETTERS)
        for (used = LETTERS; used > 1 && (*name)[used] != ' ';)
            used--;
    if (used == 1)
        used = length; /* no blank: an SVG scales no text */
    *name += used + (used < length);
    return used;
}

/* Returns where the row ends. */
static int write_row(const fairest_result_t *result, int i, int y, FILE *page) {
    const fairest_row_t *row = &result->rows[i];
    bool is_finalist = result->has_answer && row->round == result->pass.plan.rounds;
    const char *name = fairest_variant_name(result, i);
    while (*name) {
        const char *line = name;
        int length = next_line(&name);
        fprintf(page, "<text x=\"%d\" y=\"%d\">", MARGIN, y += LINE);
        html_format(page, "%.*s", length, line);
        fputs("</text>", page);
    }
    fprintf(page,
            "<g class=\"%s\"><line class=\"reach\" x1=\"%.1f\" x2=\"%.1f\" "
            "y1=\"%d\" y2=\"%d\"/><circle class=\"point\" r=\"4\" cx=\"%.1f\" "
            "cy=\"%d\"/></g>\n",
            is_finalist ? "s2" : "s0", at(row->score.low), at(row->score.high), y + 10,
            y + 10, at(row->score.value), y + 10);
    return y + GAP;
}

static int rows_height(const fairest_result_t *result) {
    int height = result->num_rows * GAP;
    for (int i = 0; i < result->num_rows; i++)
        for (const char *name = fairest_variant_name(result, i); *name; height += LINE)
            (void)next_line(&name);
    return height;
}

static void write_chart(const fairest_result_t *result, FILE *page) {
    int height = rows_height(result), y = 0;
    double margin = result->fairest->margin;
    fprintf(page,
            "<figure><svg class=\"chart fairest\" viewBox=\"0 0 %d %d\" role=\"img\" "
            "aria-label=\"First player's scores and their intervals, 0 to 100 %%\">\n"
            "<rect class=\"band\" x=\"%.1f\" y=\"0\" width=\"%.1f\" height=\"%d\"/>"
            "<line class=\"even\" x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"%d\"/>\n",
            WIDTH + 2 * MARGIN, height + 22, at(0.5 - margin), 2 * margin * WIDTH, height,
            at(0.5), at(0.5), height);
    for (int i = 0; i < result->num_rows; i++)
        y = write_row(result, i, y, page);
    for (int i = 0; i <= 4; i++)
        fprintf(page, "<text class=\"tick-x\" x=\"%.1f\" y=\"%d\">%d %%</text>\n",
                at(i / 4.0), height + 14, 25 * i);
    fputs("</svg><figcaption>First player's score of each variant, in the order of the "
          "ranking, with simultaneous intervals; the band is what counts as "
          "fair.</figcaption></figure>\n",
          page);
}

/* --- The rest ----------------------------------------------------------------------- */

static void write_sentence(void *context, bool is_warning, const char *sentence) {
    FILE *page = context;
    fprintf(page, "<li%s>", is_warning ? " class=\"warning\"" : "");
    html_words(page, sentence);
    fputs("</li>\n", page);
}

static void write_reasons(const fairest_result_t *result, FILE *page) {
    fputs("<section><h2>Basis of the answer</h2>\n<ul>\n", page);
    fairest_explain(result, write_sentence, page);
    fputs("</ul></section>\n", page);
}

static void write_ranking(const fairest_result_t *result, FILE *page) {
    report_table_t *table = fairest_table(result);
    report_table_html(table, page);
    report_table_free(table);
}

static void write_repeat(const fairest_result_t *result, FILE *page) {
    char *text = fairest_text(result->fairest);
    fputs("<section><h2>How to repeat it</h2>\n<p>", page);
    html_format(page, "Saving this as fairest.json and running, with %s (%s, %s),",
                build_program, build_compiler, build_instructions);
    fputs("</p>\n<pre>fulcrum study fairest.json --find fairest --out again\nfulcrum "
          "report again</pre>\n<p>gives the same games and figures, on any number of "
          "threads and machines.</p>\n<pre tabindex=\"0\">",
          page);
    html_text(page, text);
    fputs("</pre></section>\n", page);
    free(text);
}

char *fairest_page(const fairest_result_t *result, const char *source, size_t *size) {
    char *text = NULL;
    FILE *page = memory_stream_open(&text, size);
    write_head(result, source, page);
    write_chart(result, page);
    write_reasons(result, page);
    write_ranking(result, page);
    write_repeat(result, page);
    fputs("</main>\n</body>\n</html>\n", page);
    memory_stream_close(page);
    return text;
}
