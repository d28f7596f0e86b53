#include "eval/fairest/fairest_page.h"

#include "core/base/build_info.h"
#include "core/base/memory_stream.h"
#include "core/game/game.h"
#include "eval/fairest/fairest.h"
#include "eval/fairest/fairest_result.h"
#include "eval/fairest/fairest_table.h"
#include "eval/fairest/fairest_words.h"
#include "eval/report/html.h"
#include "eval/report/report_assets.h"
#include "eval/report/report_page.h"
#include "eval/report/tables/report_table.h"

#include <stdio.h>
#include <stdlib.h>

static void write_answer(const fairest_result_t *result, FILE *page) {
    char headline[FAIREST_HEADLINE];
    fairest_headline(result, headline);
    fputs("<p class=\"headline\">", page);
    html_text(page, headline);
    fputs("</p>\n", page);
    if (!result->is_whole)
        fputs("<p class=\"warning\"><strong>Note:</strong> games are still to be played."
              "</p>\n",
              page);
}

static void write_head(const fairest_result_t *result, const char *source, FILE *page) {
    const fairest_t *fairest = result->fairest;
    fputs(REPORT_BEGINS
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<title>",
          page);
    html_text(page, fairest->title);
    fprintf(page, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<header>\n<h1>",
            report_page_css);
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

enum { ROW = 20, NAMES = 330, WIDTH = 560 };

static double at(double score) {
    return NAMES + WIDTH * score;
}

static void write_interval(const fairest_result_t *result, int i, FILE *page) {
    const fairest_row_t *row = &result->rows[i];
    bool is_finalist = result->has_answer && row->round == result->pass.plan.rounds;
    int y = ROW * (i + 1);
    fprintf(page, "<text class=\"tick-y\" x=\"%d\" y=\"%d\">", NAMES - 8, y + 4);
    html_text(page, fairest_variant_name(result, i));
    fprintf(page,
            "</text><g class=\"%s\"><line class=\"reach\" x1=\"%.1f\" x2=\"%.1f\" "
            "y1=\"%d\" y2=\"%d\"/><circle class=\"point\" r=\"4\" cx=\"%.1f\" "
            "cy=\"%d\"/></g>\n",
            is_finalist ? "s2" : "s0", at(row->score.low), at(row->score.high), y, y,
            at(row->score.value), y);
}

static void write_chart(const fairest_result_t *result, FILE *page) {
    int height = ROW * (result->num_rows + 1);
    double margin = result->fairest->margin;
    fprintf(page,
            "<figure><svg class=\"chart\" viewBox=\"0 0 %d %d\" role=\"img\" "
            "aria-label=\"First player's scores and their intervals, 0 to 100 %%\">\n"
            "<rect class=\"band\" x=\"%.1f\" y=\"0\" width=\"%.1f\" height=\"%d\"/>"
            "<line class=\"even\" x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"%d\"/>\n",
            NAMES + WIDTH + 10, height + 16, at(0.5 - margin), 2 * margin * WIDTH, height,
            at(0.5), at(0.5), height);
    for (int i = 0; i < result->num_rows; i++)
        write_interval(result, i, page);
    for (int i = 0; i <= 4; i++)
        fprintf(page, "<text class=\"tick-x\" x=\"%.1f\" y=\"%d\">%d %%</text>\n",
                at(i / 4.0), height + 12, 25 * i);
    fputs("</svg><figcaption>First player's score of each variant, in the order of the "
          "ranking, with simultaneous intervals; the band is what counts as "
          "fair.</figcaption></figure>\n",
          page);
}

/* --- The rest ----------------------------------------------------------------------- */

static void write_sentence(void *context, bool is_warning, const char *sentence) {
    FILE *page = context;
    fprintf(page, "<li%s>", is_warning ? " class=\"warning\"" : "");
    html_text(page, sentence);
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
