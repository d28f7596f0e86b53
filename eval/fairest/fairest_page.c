#include "eval/fairest/fairest_answer.h"

#include "core/base/memory_stream.h"
#include "core/base/text.h"
#include "eval/fairest/fairest.h"
#include "eval/fairest/fairest_result.h"
#include "eval/render/figures_html.h"
#include "eval/report/report_chart.h"
#include "eval/report/report_frame.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BARS = 24 };

/* "size=4 swap=true" is "4, true" where it would not fit. */
static void name_bar(const char *name, char into[REPORT_CHART_NAME]) {
    enum { FITS = 30 };
    text_t out = text_into(into, REPORT_CHART_NAME);
    if (strlen(name) <= FITS) {
        text_add(&out, "%s", name);
        return;
    }
    for (const char *word = name; *word && out.used < FITS - 2;
         word += strcspn(word, " ")) {
        word += strspn(word, " ");
        const char *value = word + strcspn(word, "= ");
        value += *value == '=';
        text_add(&out, "%s%.*s", out.used > 0 ? ", " : "",
                 (int)fmin((double)strcspn(value, " "), FITS - (double)out.used), value);
    }
}

/* Scores in the order of the ranking, of the best. */
static void write_chart(const fairest_result_t *result, FILE *page) {
    report_bar_t bars[BARS];
    report_chart_t chart = {.title = result->fairest->title,
                            .level = result->level,
                            .margin = result->fairest->margin,
                            .range = 0.5,
                            .bars = bars,
                            .count = result->num_rows < BARS ? result->num_rows : BARS};
    for (int i = 0; i < chart.count; i++) {
        const fairest_row_t *row = &result->rows[i];
        bars[i] = (report_bar_t){
            .has_games = row->judged > 0, .has_interval = true, .value = row->score};
        name_bar(fairest_variant_name(result, i), bars[i].name);
    }
    report_chart_bars(&chart, page);
    fprintf(page,
            "<p class=\"note\">In the order of the ranking%s; intervals hold "
            "simultaneously.</p>\n",
            chart.count < result->num_rows ? ", the first 24" : "");
}

char *fairest_page(const fairest_result_t *result, const char *source, size_t *size) {
    char *text = NULL, *question = fairest_text(result->fairest);
    result_t *out = fairest_answer(result);
    const char *const no_scripts[] = {NULL};
    const report_frame_t frame = {result->fairest->title,
                                  result_find(out, "headline")->title, no_scripts};
    FILE *page = memory_stream_open(&text, size);
    report_frame_begin(&frame, page);
    report_frame_note(false, source, page);
    if (!result->is_complete)
        report_frame_note(true, "games are still to be played.", page);
    fputs("</header>\n<main id=\"verdict\">\n", page);
    write_chart(result, page);
    result_part_html(result_find(out, "variants"), page);
    result_part_html(result_find(out, "basis"), page);
    result_part_html(result_find(out, "rounds"), page);
    report_frame_repeat(result->fairest->study->variants[0].game->class, "fairest.json",
                        " --find fairest", question, page);
    fputs("</main>\n</body>\n</html>\n", page);
    memory_stream_close(page);
    result_free(out);
    free(question);
    return text;
}
