#include "eval/claim/claim_figures.h"

#include "core/base/memory_stream.h"
#include "eval/claim/claim.h"
#include "eval/claim/claim_table.h"
#include "eval/fairest/fairest_answer.h"
#include "eval/fairest/fairest_result.h"
#include "eval/report/report.h"
#include "eval/study/answers/study_answer.h"
#include "eval/study/study_result.h"
#include "selfplay/config/run_config.h"

#include <math.h>
#include <stdlib.h>

/* --- Runs from the table ------------------------------------------------------------ */

static int find_run(const claim_question_t *question, const study_part_t *part) {
    for (int run = 0;; run++) {
        REQUIRE(run < question->num_runs);
        const study_part_t *of = &question->runs[run];
        if (of->variant == part->variant && of->strength == part->strength &&
            of->kind == part->kind && of->pair == part->pair)
            return run;
    }
}

static bool add_games(study_run_t *run, const claim_table_t *table, int which,
                      const char *name, failure_t *error) {
    size_t count;
    const claim_row_t *rows = claim_table_run(table, which, &count);
    if (count % (size_t)run->config.shard_games != 0)
        return error_set(error,
                         CLAIM_TABLE_FILE
                         ": %s has %zu games, which is not a whole number of files",
                         name, count);
    for (size_t i = 0; i < count; i++) {
        game_result_t seen = rows[i].seen;
        seen.first_agent = (uint8_t)run_config_agent(&run->config, i, 0);
        if (seen.orientation >= run->first_turns.orientations.count ||
            !study_run_add(run, &seen, table->actions + rows[i].first_turn,
                           rows[i].length))
            return error_set(
                error,
                CLAIM_TABLE_FILE
                ": game %zu of %s has an orientation or a first turn that does not exist",
                i, name);
    }
    return true;
}

static bool open_run(const void *context, study_run_t *run, const study_t *study,
                     study_part_t part, failure_t *error) {
    const claim_figures_t *figures = context;
    const claim_question_t *question = &figures->claim->question;
    int which = find_run(question, &part);
    char name[STUDY_PART_NAME];
    claim_run_name(question, which, name);
    if (!study_run_imagine(run, study, part, CLAIM_FOLDER, error))
        return false;
    if (add_games(run, figures->table, which, name, error))
        return true;
    study_run_close(run);
    return false;
}

claim_figures_t *claim_figures_new(const claim_t *claim, const claim_table_t *table,
                                   failure_t *error) {
    const claim_question_t *question = &claim->question;
    claim_figures_t *figures = memory_new(1, sizeof *figures);
    figures->claim = claim;
    figures->table = table;
    const study_source_t source = {.runs = {open_run, figures}, .exact = claim->exact};
    if (question->fairest)
        figures->fairest =
            fairest_result_from(question->fairest, CLAIM_FOLDER, &source, error);
    else
        figures->study = study_result_of(question->study, CLAIM_FOLDER, &source, error);
    if (figures->study || figures->fairest)
        return figures;
    free(figures);
    return NULL;
}

void claim_figures_free(claim_figures_t *figures) {
    if (figures && figures->study)
        study_result_free(figures->study);
    if (figures && figures->fairest)
        fairest_result_free(figures->fairest);
    free(figures);
}

/* --- As texts ----------------------------------------------------------------------- */

char *claim_figures_text(const claim_figures_t *figures, result_form_t form,
                         size_t *size) {
    char *text = NULL;
    FILE *file = memory_stream_open(&text, size);
    result_t *out = figures->fairest ? fairest_answer(figures->fairest)
                                     : study_answer(figures->study);
    result_print(out, form, file);
    result_free(out);
    memory_stream_close(file);
    return text;
}

/* Of the metrics of games those that their ends give. */
static void add_metrics(report_t *report, const claim_figures_t *figures, int which) {
    const claim_question_t *question = &figures->claim->question;
    const study_part_t *run = &question->runs[which];
    report_games_t *cell = &report->games[run->variant][run->strength];
    size_t count;
    const claim_row_t *rows = claim_table_run(figures->table, which, &count);
    if (run->kind != STUDY_SELF && run->kind != STUDY_NETWORKS)
        return;
    if (cell->count == 0)
        game_metrics_init(&cell->metrics, question->study->variants[run->variant].game);
    for (size_t i = 0; i < count; i++) {
        const game_result_t *seen = &rows[i].seen;
        const outcome_t outcome = {
            .over = true, .winner = seen->winner, .reason = seen->reason};
        double values[METRIC_COUNT];
        for (metric_id_t m = 0; m < METRIC_COUNT; m++)
            values[m] = (double)NAN;
        game_values_of_end(seen->turns, seen->num_actions, &outcome, values);
        game_metrics_take_values(&cell->metrics, values, seen->hash);
    }
    cell->cell = &report->result->cells[run->variant][run->strength];
    cell->count = cell->metrics.games;
    game_metrics_finish(&cell->metrics);
}

char *claim_figures_page(const claim_figures_t *figures, const char *source,
                         size_t *size) {
    failure_t error;
    if (figures->fairest)
        return fairest_page(figures->fairest, source, size);
    report_t *report = memory_new(1, sizeof *report);
    report_open_figures(report, figures->study, source);
    for (int run = 0; run < figures->claim->question.num_runs; run++)
        add_metrics(report, figures, run);
    char *page = report_page(report, size, &error);
    REQUIRE(page != NULL); /* no file is read */
    report_close(report);
    free(report);
    return page;
}
