#include "eval/claim/claim_make.h"

#include "eval/claim/claim_about.h"
#include "eval/claim/claim_files.h"
#include "eval/claim/claim_metrics.h"
#include "eval/claim/claim_result.h"
#include "eval/claim/claim_sample.h"
#include "eval/claim/claim_table.h"
#include "selfplay/run/progress.h"

#include <stdlib.h>
#include <string.h>

static const size_t most_weights = (size_t)1 << 30;

typedef struct bundling {
    claim_about_t *about;
    claim_table_t table;
    claim_metrics_t metrics;
    claim_sample_t sample;
    claim_files_t files;
    progress_t progress;
    bool has_metrics;         /* of games */
    const study_run_t *run;   /* that is being read */
    bool is_measured;         /* that run */
    game_metrics_t measuring; /* for measuring its games */
    char name[CLAIM_RUN_NAME];
} bundling_t;

/* --- Games -------------------------------------------------------------------------- */

static bool add_metrics(bundling_t *bundling, const record_t *record, size_t row,
                        failure_t *error) {
    measured_game_t *measured = &bundling->measuring.game_now;
    if (!bundling->is_measured)
        return true;
    if (!game_metrics_measure(&bundling->measuring, record, row, measured, error))
        return false;
    claim_metrics_add(&bundling->metrics, bundling->table.count - 1, measured->values);
    return true;
}

static bool add_game(void *context, const record_t *record, size_t row,
                     failure_t *error) {
    bundling_t *bundling = context;
    claim_table_t *table = &bundling->table;
    claim_table_add(table, bundling->run, record, row);
    claim_place_t place = {.run = bundling->name,
                           .row = table->count - 1,
                           .checksum = table->rows[table->count - 1].checksum};
    progress_game(&bundling->progress);
    return add_metrics(bundling, record, row, error) &&
           claim_sample_offer(&bundling->sample, &place, record, row, error);
}

static bool add_run(bundling_t *bundling, int which, const char *out, failure_t *error) {
    const claim_subject_t *subject = &bundling->about->subject;
    const claim_run_t *of = &subject->runs[which];
    study_run_t run;
    claim_subject_run_name(subject, which, bundling->name);
    if (!study_run_look(out, &run, of->study, of->part, error))
        return false;
    bundling->run = &run;
    bundling->is_measured = bundling->has_metrics && claim_run_is_measured(of);
    game_metrics_init(&bundling->measuring, run.config.game);
    claim_table_begin_run(&bundling->table);
    progress_expect(&bundling->progress, run.count);
    bool right = study_run_visit(&run, add_game, bundling, error);
    game_metrics_clear(&bundling->measuring);
    study_run_close(&run);
    return right;
}

static bool add_games(bundling_t *bundling, const char *out, bool quiet,
                      failure_t *error) {
    bool right = true;
    progress_init(&bundling->progress, 0, quiet);
    for (int run = 0; right && run < bundling->about->subject.num_runs; run++)
        right = add_run(bundling, run, out, error);
    progress_finish(&bundling->progress);
    return right && (bundling->table.count > 0 ||
                     error_set(error, "%s: there are no games yet", out));
}

/* --- Files -------------------------------------------------------------------------- */

static void add_text(bundling_t *bundling, const char *name, char *text) {
    REQUIRE(claim_files_add(&bundling->files, name, text, strlen(text)));
}

/* The figures of the table and those of the folder's games must be equal. */
static bool add_texts(bundling_t *bundling, const claim_result_t *result,
                      const claim_result_t *there, const char *out, failure_t *error) {
    size_t size;
    char *json = claim_result_text(result, CLAIM_JSON, &size);
    char *now = claim_result_text(there, CLAIM_JSON, &size);
    bool right = strcmp(json, now) == 0 ||
                 error_set(error,
                           "%s: games were added while it was being read; wait until the "
                           "study is finished, or stop it",
                           out);
    add_text(bundling, CLAIM_RESULTS_JSON, json);
    add_text(bundling, CLAIM_RESULTS_CSV, claim_result_text(result, CLAIM_CSV, &size));
    free(now);
    return right;
}

static bool add_page(bundling_t *bundling, const claim_result_t *there,
                     failure_t *error) {
    size_t size;
    char *page = claim_result_page(there, &size, error);
    if (!page)
        return false;
    char *packed = claim_gzip(page, size, &size);
    REQUIRE(claim_files_add(&bundling->files, CLAIM_PAGE, packed, size));
    free(page);
    return true;
}

static bool add_results(bundling_t *bundling, const char *out, failure_t *error) {
    const claim_about_t *about = bundling->about;
    claim_result_t *result = claim_result_new(about, &bundling->table, error);
    claim_result_t *there = result ? claim_result_of_folder(about, out, error) : NULL;
    bool right = there && add_texts(bundling, result, there, out, error) &&
                 add_page(bundling, there, error);
    claim_result_free(result);
    claim_result_free(there);
    return right;
}

static bool add_weights(bundling_t *bundling, failure_t *error) {
    const claim_agents_t *agents = &bundling->about->agents;
    for (int i = 0; i < agents->num_weights; i++) {
        const claim_weights_t *weights = &agents->weights[i];
        size_t size;
        if (!*weights->file)
            continue;
        char *bytes = claim_file_load(weights->path, most_weights, &size, error);
        if (!bytes)
            return false;
        REQUIRE(claim_files_add(&bundling->files, weights->file, bytes, size));
    }
    return true;
}

static void add_packed(bundling_t *bundling) {
    size_t size;
    char *bytes = claim_table_pack(&bundling->table, &size);
    REQUIRE(claim_files_add(&bundling->files, CLAIM_TABLE_FILE, bytes, size));
    if (bundling->has_metrics) {
        bytes = claim_metrics_pack(&bundling->metrics, &bundling->about->subject,
                                   &bundling->table, &size);
        REQUIRE(claim_files_add(&bundling->files, CLAIM_METRICS_FILE, bytes, size));
    }
    bytes = claim_sample_pack(&bundling->sample, &size);
    REQUIRE(claim_files_add(&bundling->files, CLAIM_SAMPLE_FILE, bytes, size));
}

static void tell(const bundling_t *bundling, claim_made_t *made) {
    const claim_subject_t *subject = &bundling->about->subject;
    memcpy(made->id, bundling->files.id, sizeof made->id);
    made->games = bundling->table.count;
    for (int i = 0; i < bundling->files.count; i++)
        made->bytes += bundling->files.files[i].size;
    for (int run = 0; run < subject->num_runs; run++) {
        size_t games;
        (void)claim_table_run(&bundling->table, run, &games);
        if (!claim_agent_repeats(claim_run_agent(&subject->runs[run])))
            made->outside += games;
    }
}

bool claim_make(const char *out, const char *bundle, const claim_make_order_t *order,
                claim_made_t *made, failure_t *error) {
    bundling_t *bundling = memory_new(1, sizeof *bundling);
    *made = (claim_made_t){0};
    if (claim_files_may_publish(bundle, error))
        bundling->about = claim_about_new(out, order->weights_apart, error);
    if (bundling->about)
        bundling->has_metrics =
            bundling->about->subject.kind->has_metrics && !order->no_metrics;
    bool right = bundling->about && add_games(bundling, out, order->quiet, error);
    if (right) {
        const claim_subject_t *subject = &bundling->about->subject;
        add_text(bundling, subject->kind->file, subject->kind->text(subject->question));
        add_text(bundling, CLAIM_ABOUT_FILE,
                 claim_about_text(bundling->about, &bundling->table));
        add_packed(bundling);
    }
    right = right && add_results(bundling, out, error) && add_weights(bundling, error) &&
            claim_files_publish(&bundling->files, bundle, error);
    if (right)
        tell(bundling, made);
    claim_files_clear(&bundling->files);
    claim_sample_clear(&bundling->sample);
    claim_metrics_clear(&bundling->metrics);
    claim_table_clear(&bundling->table);
    claim_about_free(bundling->about);
    free(bundling);
    return right;
}
