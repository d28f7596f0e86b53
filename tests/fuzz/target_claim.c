/* Claims. An input: study.json, or fairest.json if it has a "grid", claim.json, and the
 * unpacked games.csv.gz, separated by bytes of value 30. Reading gives figures and a page
 * or an error; no games are played. */
#include "tests/fuzz/fuzz.h"

#include "eval/claim/check/claim_difference.h"
#include "eval/claim/claim_about.h"
#include "eval/claim/claim_result.h"
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

static void look_at_page(const claim_about_t *about, const claim_table_t *table,
                         const claim_result_t *result) {
    const claim_games_t games = {&about->subject, table};
    size_t size;
    char *page = result->kind->page(result->figures, &games, "<b>", &size);
    REQUIRE(size > 0 && !strstr(page, "<b>"));
    free(page);
}

/* A table that was read is written back unchanged, and figures can be written as texts.
 */
static void look_at_table(const claim_about_t *about, const claim_table_t *table,
                          const char *text, size_t length) {
    size_t size;
    failure_t error = {""};
    char what[CLAIM_DIFFERENCE];
    char *again = claim_table_text(table, &size);
    REQUIRE(size == length && memcmp(text, again, length) == 0);
    free(again);
    char *said = claim_about_text(about, table);
    (void)claim_difference_find(text, said, what);
    free(said);
    claim_result_t *result = claim_result_new(about, table, &error);
    if (!result) {
        REQUIRE(error.message[0]);
        return;
    }
    char *json = claim_result_text(result, CLAIM_JSON, &size);
    (void)claim_difference_find(text, json, what);
    free(json);
    free(claim_result_text(result, CLAIM_CSV, &size));
    look_at_page(about, table, result);
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
        const claim_packed_t games = {bytes, packed, about->subject.num_runs, MOST_GAMES};
        if (claim_table_unpack(&table, &games, "games", &error)) {
            look_at_table(about, &table, text, length);
            claim_table_clear(&table);
        }
        free(text);
        free(bytes);
    }
    claim_about_free(about);
    claim_files_clear(&files);
    return 0;
}
