#include "eval/claim/claim.h"

#include "core/base/text.h"
#include "core/game/source/game_source.h"
#include "eval/claim/claim_figures.h"
#include "eval/claim/claim_files.h"
#include "eval/claim/claim_table.h"
#include "selfplay/run/progress.h"
#include "selfplay/store/record.h"

#include <stdlib.h>
#include <string.h>

typedef struct bundling {
    claim_t *claim;
    claim_table_t table;
    claim_files_t files;
    progress_t progress;
    const study_run_t *run; /* that is being read */
} bundling_t;

/* --- Games -------------------------------------------------------------------------- */

static bool add_shard(void *context, uint64_t shard, const record_t *games) {
    bundling_t *bundling = context;
    (void)shard;
    for (size_t row = 0; row < games->rows[TABLE_GAMES]; row++) {
        claim_table_add(&bundling->table, bundling->run, games, row);
        progress_game(&bundling->progress);
    }
    return true;
}

static bool add_run(bundling_t *bundling, study_part_t part, const char *out,
                    failure_t *error) {
    study_run_t run;
    if (!study_run_look(out, &run, bundling->claim->question.study, part, error))
        return false;
    bundling->run = &run;
    claim_table_begin_run(&bundling->table);
    progress_expect(&bundling->progress, run.count);
    bool ok = study_run_visit(&run, add_shard, bundling, error);
    study_run_close(&run);
    return ok;
}

static bool add_games(bundling_t *bundling, const char *out, bool quiet,
                      failure_t *error) {
    const claim_question_t *question = &bundling->claim->question;
    bool ok = true;
    progress_init(&bundling->progress, 0, quiet);
    for (int run = 0; ok && run < question->num_runs; run++)
        ok = add_run(bundling, question->runs[run], out, error);
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

static bool add_figures(bundling_t *bundling, failure_t *error) {
    size_t size;
    claim_figures_t *figures =
        claim_figures_new(bundling->claim, &bundling->table, error);
    bool ok = figures && add_text(bundling, CLAIM_RESULTS,
                                  claim_figures_text(figures, RESULT_JSON, &size), error);
    claim_figures_free(figures);
    return ok;
}

static bool add_weights(bundling_t *bundling, failure_t *error) {
    const claim_t *claim = bundling->claim;
    for (int i = 0; i < claim->num_weights; i++) {
        const claim_weights_t *weights = &claim->weights[i];
        size_t size;
        if (!*weights->file || claim_files_find(&bundling->files, weights->file))
            continue;
        unsigned char *bytes =
            file_read_bytes(weights->path, CLAIM_WEIGHTS_BYTES, &size, error);
        if (!bytes)
            return false;
        REQUIRE(claim_files_add(&bundling->files, weights->file, (char *)bytes, size));
    }
    return true;
}

static bool add_files(bundling_t *bundling, failure_t *error) {
    const claim_t *claim = bundling->claim;
    const game_source_t *source = claim_source(claim);
    const claim_table_t *table = &bundling->table;
    size_t size;
    if (!add_text(bundling, claim_question_file(&claim->question),
                  claim_question_text(&claim->question), error) ||
        !add_text(bundling, CLAIM_FILE, claim_text(claim, table), error) ||
        (source && !add_text(bundling, GAME_SOURCE_FILE, text_copy(source->text), error)))
        return false;
    char *packed = claim_table_pack(table, &size);
    return add_file(bundling, CLAIM_TABLE_FILE, packed, size,
                    claim_table_most(table->count), error) &&
           add_figures(bundling, error) && add_weights(bundling, error);
}

static void report(const bundling_t *bundling, claim_made_t *made) {
    const claim_question_t *question = &bundling->claim->question;
    memcpy(made->id, bundling->files.id, sizeof made->id);
    made->games = bundling->table.count;
    for (int i = 0; i < bundling->files.count; i++)
        made->bytes += bundling->files.files[i].size;
    for (int run = 0; run < question->num_runs; run++) {
        size_t games;
        (void)claim_table_run(&bundling->table, run, &games);
        made->outside += claim_run_repeats(question, run) ? 0 : games;
    }
}

bool claim_make(const char *out, const char *bundle, bool apart, bool quiet,
                claim_made_t *made, failure_t *error) {
    bundling_t *bundling = memory_new(1, sizeof *bundling);
    *made = (claim_made_t){0};
    if (claim_files_may_publish(bundle, error))
        bundling->claim = claim_new(out, apart, error);
    bool ok = bundling->claim && add_games(bundling, out, quiet, error) &&
              add_files(bundling, error) &&
              claim_files_publish(&bundling->files, bundle, error);
    if (ok)
        report(bundling, made);
    claim_files_clear(&bundling->files);
    claim_table_clear(&bundling->table);
    claim_free(bundling->claim);
    free(bundling);
    return ok;
}
