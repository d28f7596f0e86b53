#include "eval/report/report_frame.h"

#include "core/base/build_info.h"
#include "core/game/outside_game.h"
#include "eval/render/html.h"
#include "eval/render/html_page.h"
#include "eval/report/report_assets.h"

#include <stdlib.h>
#include <time.h>

void report_frame_begin(const report_frame_t *frame, FILE *page) {
    fputs(REPORT_BEGINS, page);
    html_head(page, frame->title, report_page_css, frame->scripts, "");
    fputs("<a class=\"skip\" href=\"#verdict\">To the answer</a>\n<header>\n<h1>", page);
    html_text(page, frame->title);
    fputs("</h1>\n<p class=\"headline\">", page);
    html_words(page, frame->headline);
    fputs("</p>\n", page);
}

void report_frame_note(bool is_warning, const char *text, FILE *page) {
    if (!text)
        return;
    fputs(is_warning ? "<p class=\"warning\"><strong>Note:</strong> "
                     : "<p class=\"note\">",
          page);
    html_text(page, text);
    fputs("</p>\n", page);
}

void report_frame_open(const char *id, const char *heading, FILE *page) {
    fprintf(page, "<details class=\"part\" id=\"%s\"><summary><h2>", id);
    html_text(page, heading);
    fputs("</h2></summary>\n", page);
}

void report_frame_close(FILE *page) {
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

void report_frame_repeat(const game_class_t *class, const char *file, const char *option,
                         const char *text, FILE *page) {
    char date[32], call[OUTSIDE_GAME_CALL];
    date_words(date);
    report_frame_open("repeat", "How to repeat it", page);
    fputs("<p>", page);
    html_format(page,
                "This page was made on %s by %s (%s, %s). Saving the question below as "
                "%s and running",
                date, build_program, build_compiler, build_instructions, file);
    fputs("</p>\n<pre>", page);
    html_text(page, outside_game_call(class, call));
    fprintf(page, " study %s%s --out again\n", file, option);
    html_text(page, outside_game_call(class, call));
    fputs(" report again</pre>\n"
          "<p>with the same version gives the same games and the same figures, on any "
          "number of threads and machines.</p>\n<details><summary>The question, every "
          "setting</summary>\n<pre tabindex=\"0\">",
          page);
    html_text(page, text);
    fputs("</pre></details>\n", page);
    report_frame_close(page);
}
