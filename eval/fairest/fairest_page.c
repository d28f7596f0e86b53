#include "eval/fairest/fairest_page.h"

#include "core/base/memory_stream.h"
#include "core/base/table/result.h"
#include "eval/fairest/fairest.h"
#include "eval/fairest/fairest_print.h"
#include "eval/fairest/fairest_result.h"
#include "eval/fairest/fairest_words.h"
#include "eval/render/chart.h"
#include "eval/render/figures_html.h"
#include "eval/report/report_frame.h"

#include <stdlib.h>

/* Scores in the order of the ranking. */
static void write_chart(const fairest_result_t *result, FILE *page) {
    double margin = 100 * result->fairest->margin;
    chart_t chart;
    const chart_frame_t frame = {
        .title = "First player's scores and their intervals, by rank",
        .x = chart_axis_of_numbers(0, result->num_rows + 1, "rank"),
        .y = chart_axis_of_numbers(0, 100, "first player scores, %")};
    fputs("<figure class=\"plot\">", page);
    chart_begin(&chart, &frame, page);
    chart_band(&chart, 50 - margin, 50 + margin);
    chart_across(&chart, 50);
    for (int i = 0; i < result->num_rows; i++) {
        const fairest_row_t *row = &result->rows[i];
        bool is_finalist = result->has_answer && row->round == result->pass.plan.rounds;
        const estimate_t percent = {100 * row->score.value, 100 * row->score.low,
                                    100 * row->score.high};
        char score[FIGURE_WORDS], words[FAIREST_NAME + FIGURE_WORDS + 16];
        snprintf(words, sizeof words, "%d. %s: %s", i + 1,
                 fairest_variant_name(result, i),
                 figure_words(FIGURE_SCORE, row->score, score));
        chart_interval(&chart, is_finalist ? 2 : 0, i + 1, &percent, words);
    }
    chart_end(&chart);
    fputs("<figcaption>First player's score of each variant, in the order of the "
          "ranking, with simultaneous intervals; the band is what counts as fair, "
          "diamonds are finalists.</figcaption></figure>\n",
          page);
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
    report_frame_repeat("fairest.json", " --find fairest", question, page);
    fputs("</main>\n</body>\n</html>\n", page);
    memory_stream_close(page);
    result_free(out);
    free(question);
    return text;
}
