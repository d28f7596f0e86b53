#include "eval/claim/claim_result.h"

#include "core/base/memory_stream.h"
#include "eval/claim/claim_about.h"
#include "eval/claim/claim_table.h"
#include "eval/study/study_result.h"
#include "selfplay/config/run_config.h"

#include <stdlib.h>
#include <string.h>

typedef struct source {
    const claim_about_t *about;
    const claim_table_t *table;
} source_t;

static bool is_run(const claim_run_t *run, const study_t *study,
                   const study_part_t *part) {
    const study_part_t *of = &run->part;
    return run->study == study && of->variant == part->variant &&
           of->strength == part->strength && of->kind == part->kind &&
           of->pair == part->pair;
}

static int find_run(const claim_subject_t *subject, const study_t *study,
                    const study_part_t *part) {
    int run = 0;
    while (run < subject->num_runs && !is_run(&subject->runs[run], study, part))
        run++;
    REQUIRE(run < subject->num_runs);
    return run;
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
        study_game_t seen = rows[i].seen;
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
    const source_t *source = context;
    const claim_about_t *about = source->about;
    int which = find_run(&about->subject, study, &part);
    char name[CLAIM_RUN_NAME];
    claim_subject_run_name(&about->subject, which, name);
    if (!study_run_imagine(run, study, part, CLAIM_FOLDER, error))
        return false;
    if (add_games(run, source->table, which, name, error))
        return true;
    study_run_close(run);
    return false;
}

claim_result_t *claim_result_new(const claim_about_t *about, const claim_table_t *table,
                                 failure_t *error) {
    const claim_kind_t *kind = about->subject.kind;
    const source_t games = {about, table};
    const study_source_t source = {.runs = {open_run, &games}, .exact = about->exact};
    void *figures = kind->figures(about->subject.question, CLAIM_FOLDER, &source, error);
    if (!figures)
        return NULL;
    claim_result_t *result = memory_new(1, sizeof *result);
    *result = (claim_result_t){kind, figures};
    return result;
}

void claim_result_free(claim_result_t *result) {
    if (result)
        result->kind->free_figures(result->figures);
    free(result);
}

char *claim_result_text(const claim_result_t *result, claim_form_t form, size_t *size) {
    char *text = NULL;
    FILE *out = memory_stream_open(&text, size);
    result->kind->print(result->figures, form, out);
    memory_stream_close(out);
    return text;
}
