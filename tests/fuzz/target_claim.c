/* Claims. An input: study.json, or fairest.json if it has a "grid", claim.json, and the
 * unpacked games.csv.gz, sample.jsonl and metrics.csv.gz, separated by bytes of value 30.
 * Reading gives figures or an error; no games are played. */
#include "tests/fuzz/fuzz.h"

#include "eval/claim/check/claim_difference.h"
#include "eval/claim/claim_about.h"
#include "eval/claim/claim_metrics.h"
#include "eval/claim/claim_result.h"
#include "eval/claim/claim_sample.h"
#include "eval/claim/claim_table.h"
#include "eval/fairest/fairest.h"
#include "eval/study/study_result.h"

#include <stdlib.h>
#include <string.h>

enum { SEPARATOR = 30, MOST_GAMES = 200 };

/* The bytes before the next separator, followed by a 0. */
static char *take_part(fuzz_input_t *input, size_t *size) {
    const uint8_t *end =
        input->size > 0 ? memchr(input->data, SEPARATOR, input->size) : NULL;
    *size = end ? (size_t)(end - input->data) : input->size;
    char *part = memory_new(*size + 1, 1);
    if (*size > 0)
        memcpy(part, input->data, *size);
    input->data += end ? *size + 1 : *size;
    input->size -= end ? *size + 1 : *size;
    return part;
}

static void look_at_sample(const claim_about_t *about, const claim_table_t *table,
                           fuzz_input_t *input) {
    size_t length, size;
    failure_t error = {""};
    claim_sample_t sample;
    char *text = take_part(input, &length), *bytes = claim_gzip(text, length, &size);
    if (claim_sample_unpack(&sample, bytes, size, &error)) {
        if (!claim_sample_is_of(&sample, about, table, &error))
            REQUIRE(error.message[0]);
        claim_sample_clear(&sample);
    } else {
        REQUIRE(error.message[0]);
    }
    free(text);
    free(bytes);
}

/* Metrics that were read can be written, and give the tables of a page. */
static void look_at_metrics(const claim_about_t *about, const claim_table_t *table,
                            fuzz_input_t *input) {
    size_t length, size;
    int held, all;
    failure_t error = {""};
    claim_metrics_t metrics;
    char *text = take_part(input, &length), *bytes = claim_gzip(text, length, &size);
    if (claim_metrics_unpack(&metrics, &about->subject, table, bytes, size, &error)) {
        const claim_games_t games = {&about->subject, table, &metrics};
        free(claim_metrics_pack(&metrics, &about->subject, table, &size));
        claim_result_t *result = claim_result_new(about, table, &error);
        if (result)
            claim_result_look(result, &games, text, false, &held, &all);
        claim_result_free(result);
        claim_metrics_clear(&metrics);
    } else {
        REQUIRE(error.message[0]);
    }
    free(text);
    free(bytes);
}

/* A table that was read is written back unchanged, and figures can be written as texts.
 */
static void look_at_table(const claim_about_t *about, const claim_files_t *files,
                          const claim_table_t *table, const char *text, size_t length) {
    size_t size, unpacked;
    int held, all;
    failure_t error = {""};
    char what[CLAIM_DIFFERENCE];
    char *bytes = claim_table_pack(table, &size);
    char *again = claim_gunzip(bytes, size, length + 1, &unpacked);
    REQUIRE(again && unpacked == length && memcmp(text, again, length) == 0);
    free(again);
    free(bytes);
    if (!claim_about_fits(about, files, table, &error))
        REQUIRE(error.message[0]);
    claim_result_t *result = claim_result_new(about, table, &error);
    if (!result)
        return;
    char *json = claim_result_text(result, CLAIM_JSON, &size);
    char *csv = claim_result_text(result, CLAIM_CSV, &size);
    (void)claim_difference_find(text, json, what);
    (void)claim_difference_find(text, csv, what);
    const claim_metrics_t none = {0};
    const claim_games_t games = {&about->subject, table, &none};
    for (int rows_only = 0; rows_only < 2; rows_only++) {
        claim_result_look(result, &games, text, rows_only, &held, &all);
        REQUIRE(held <= all);
    }
    free(json);
    free(csv);
    claim_result_free(result);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input_t input = {data, size};
    claim_files_t files = {0};
    failure_t error = {""};
    size_t length, packed;
    char *part = take_part(&input, &length);
    const char *question = strstr(part, "\"grid\"") ? FAIREST_FILE : STUDY_FILE;
    REQUIRE(claim_files_add(&files, question, part, length));
    part = take_part(&input, &length);
    REQUIRE(claim_files_add(&files, CLAIM_ABOUT_FILE, part, length));
    claim_about_t *about = claim_about_read(&files, "claim", &error);
    if (about) {
        claim_table_t table;
        char *text = take_part(&input, &length);
        char *bytes = claim_gzip(text, length, &packed);
        if (claim_table_unpack(&table, bytes, packed, about->subject.num_runs, "games",
                               &error)) {
            look_at_table(about, &files, &table, text, length);
            if (table.count <= MOST_GAMES) {
                look_at_sample(about, &table, &input);
                look_at_metrics(about, &table, &input);
            }
            claim_table_clear(&table);
        }
        free(text);
        free(bytes);
    }
    claim_about_free(about);
    claim_files_clear(&files);
    return 0;
}
