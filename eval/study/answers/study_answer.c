#include "eval/study/answers/study_answer.h"

#include "eval/study/answers/study_words.h"
#include "eval/study/study_result.h"

#include <stdint.h>

typedef struct about {
    const char *folder;
    bool is_complete;
    double level, margin;
} about_t;

static const figure_column_t about_columns[] = {
    {FIGURE_WORD, "folder", "games are in", "The study's folder.",
     FIGURE_FIELD(about_t, folder)},
    {FIGURE_YES_NO, "complete", "complete", "Whether nothing is left to play.",
     FIGURE_FIELD(about_t, is_complete)},
    {FIGURE_SHARE, "level", "level of intervals", "Of each alone.",
     FIGURE_FIELD(about_t, level)},
    {FIGURE_SHARE, "margin", "margin", "A score within this of 50 % is balanced.",
     FIGURE_FIELD(about_t, margin)},
};

result_t *study_answer(const study_result_t *result) {
    char headline[STUDY_HEADLINE];
    const about_t about = {result->out, result->is_complete, result->level,
                           result->study->margin};
    result_t *out = result_new(), *next = result_new();
    study_next(next, result);
    const result_part_t *steps = result_find_titled(next, STUDY_NEXT_TITLE);
    study_headline(result, headline);
    result_sentence(out, "title", "%s", result->study->title);
    result_sentence(out, "headline", "%s", headline);
    study_summary(out, result, steps);
    result_detail(out);
    study_tables_first(out, result);
    study_caveats(out, result);
    result_copy_list(out, STUDY_NEXT_TITLE, steps, SIZE_MAX);
    result_free(next);
    figures_row(result_record(out, NULL, NULL, about_columns, 4), &about);
    study_tables_rest(out, result);
    result_json(out, "study", study_json(result->study));
    return out;
}
