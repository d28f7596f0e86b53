/* Claims. An input: study.json, or fairest.json if it has a "grid", claim.json, and the
 * unpacked games.csv.gz, separated by bytes of value 30. Reading gives figures and a page
 * or an error; no games are played. */
#include "tests/fuzz/fuzz.h"

#include "eval/claim/claim.h"
#include "eval/claim/claim_difference.h"
#include "eval/claim/claim_figures.h"
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

/* A table that was read is written back unchanged, and figures can be written as texts
 * and as a page. */
static void look_at_table(const claim_t *claim, const claim_table_t *table,
                          const char *text, size_t length) {
    size_t size;
    failure_t error = {""};
    claim_differences_t found = {0};
    char *again = claim_table_text(table, &size);
    REQUIRE(size == length && memcmp(text, again, length) == 0);
    free(again);
    char *said = claim_text(claim, table);
    (void)claim_compare(&found, CLAIM_FILE, text, said);
    free(said);
    claim_differences_clear(&found);
    claim_figures_t *figures = claim_figures_new(claim, table, &error);
    if (!figures) {
        REQUIRE(error.message[0]);
        return;
    }
    free(claim_figures_text(figures, RESULT_JSON, &size));
    free(claim_figures_text(figures, RESULT_CSV, &size));
    char *page = claim_figures_page(figures, "<b>", &size);
    REQUIRE(size > 0 && !strstr(page, "<b>"));
    free(page);
    claim_figures_free(figures);
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
    REQUIRE(claim_files_add(&files, CLAIM_FILE, part, length));
    claim_t *claim = claim_read(&files, &error);
    if (claim) {
        claim_table_t table;
        char *text = take_part(&input, &length);
        char *bytes = claim_gzip(text, length, &packed);
        const claim_packed_t games = {bytes, packed, claim->question.num_runs,
                                      MOST_GAMES};
        if (claim_table_unpack(&table, &games, "games", &error)) {
            look_at_table(claim, &table, text, length);
            claim_table_clear(&table);
        }
        free(text);
        free(bytes);
    }
    claim_free(claim);
    claim_files_clear(&files);
    return 0;
}
