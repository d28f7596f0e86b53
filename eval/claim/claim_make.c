#include "eval/claim/claim_make.h"

#include "eval/claim/claim_about.h"
#include "eval/claim/claim_files.h"
#include "eval/claim/claim_result.h"
#include "eval/claim/claim_table.h"
#include "selfplay/run/progress.h"

#include <stdlib.h>
#include <string.h>

typedef struct bundling {
    claim_about_t *about;
    claim_table_t table;
    claim_files_t files;
    progress_t progress;
    const study_run_t *run; /* that is being read */
} bundling_t;

/* --- Games -------------------------------------------------------------------------- */

static bool add_game(void *context, const record_t *record, size_t row,
                     failure_t *error) {
    bundling_t *bundling = context;
    (void)error;
    claim_table_add(&bundling->table, bundling->run, record, row);
    progress_game(&bundling->progress);
    return true;
}

static bool add_run(bundling_t *bundling, int which, const char *out, failure_t *error) {
    const claim_run_t *of = &bundling->about->subject.runs[which];
    study_run_t run;
    if (!study_run_look(out, &run, of->study, of->part, error))
        return false;
    bundling->run = &run;
    claim_table_begin_run(&bundling->table);
    progress_expect(&bundling->progress, run.count);
    bool ok = study_run_visit(&run, add_game, bundling, error);
    study_run_close(&run);
    return ok;
}

static bool add_games(bundling_t *bundling, const char *out, bool quiet,
                      failure_t *error) {
    bool ok = true;
    progress_init(&bundling->progress, 0, quiet);
    for (int run = 0; ok && run < bundling->about->subject.num_runs; run++)
        ok = add_run(bundling, run, out, error);
    progress_finish(&bundling->progress);
    return ok && (bundling->table.count > 0 ||
                  error_set(error, "%s: there are no games yet", out));
}

/* --- Files -------------------------------------------------------------------------- */

static bool add_file(bundling_t *bundling, const char *name, char *bytes, size_t size,
                     size_t most, failure_t *error) {
    REQUIRE(claim_files_add(&bundling->files, name, bytes, size));
    return size <= most ||
           error_set(error, "%s would be too large for a bundle: %zu bytes", name, size);
}

static bool add_text(bundling_t *bundling, const char *name, char *text,
                     failure_t *error) {
    return add_file(bundling, name, text, strlen(text), CLAIM_TEXT_BYTES, error);
}

static bool add_table(bundling_t *bundling, failure_t *error) {
    size_t length, size;
    char *text = claim_table_text(&bundling->table, &length);
    char *bytes = claim_gzip(text, length, &size);
    free(text);
    return add_file(bundling, CLAIM_TABLE_FILE, bytes, size,
                    claim_table_most(bundling->table.count), error);
}

static bool add_results(bundling_t *bundling, failure_t *error) {
    size_t size;
    claim_result_t *result = claim_result_new(bundling->about, &bundling->table, error);
    bool ok = result && add_text(bundling, CLAIM_RESULTS,
                                 claim_result_text(result, CLAIM_JSON, &size), error);
    claim_result_free(result);
    return ok;
}

static bool add_weights(bundling_t *bundling, failure_t *error) {
    const claim_agents_t *agents = &bundling->about->agents;
    for (int i = 0; i < agents->num_weights; i++) {
        const claim_weights_t *weights = &agents->weights[i];
        size_t size;
        if (!*weights->file)
            continue;
        char *bytes = claim_file_load(weights->path, CLAIM_WEIGHTS_BYTES, &size, error);
        if (!bytes)
            return false;
        REQUIRE(claim_files_add(&bundling->files, weights->file, bytes, size));
    }
    return true;
}

static bool add_files(bundling_t *bundling, failure_t *error) {
    const claim_about_t *about = bundling->about;
    const claim_kind_t *kind = about->subject.kind;
    return add_text(bundling, kind->file, kind->text(about->subject.question), error) &&
           add_text(bundling, CLAIM_ABOUT_FILE, claim_about_text(about, &bundling->table),
                    error) &&
           add_table(bundling, error) && add_results(bundling, error) &&
           add_weights(bundling, error);
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
    bool ok = bundling->about && add_games(bundling, out, order->quiet, error) &&
              add_files(bundling, error) &&
              claim_files_publish(&bundling->files, bundle, error);
    if (ok)
        tell(bundling, made);
    claim_files_clear(&bundling->files);
    claim_table_clear(&bundling->table);
    claim_about_free(bundling->about);
    free(bundling);
    return ok;
}
