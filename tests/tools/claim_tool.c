/* Writes results.json of claims again, and the checksums, after their form has changed:
 * claim_tool BUNDLE... The games stay as they are. */
#include "core/base/files/file.h"
#include "core/base/files/publish.h"
#include "eval/claim/claim.h"
#include "eval/claim/claim_difference.h"
#include "eval/claim/claim_figures.h"
#include "eval/claim/claim_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool write_again(const char *bundle, failure_t *error) {
    static claim_files_t files;
    claim_differences_t found = {0};
    claim_table_t table;
    char path[FILE_PATH], sums[CLAIM_MOST_FILES * 160], sum[SHA256_TEXT];
    size_t size = 0, used = 0;
    if (!claim_files_read(&files, bundle, &found, error))
        return false;
    claim_t *claim = claim_read(&files, error);
    const char *bytes =
        claim ? claim_files_load(&files, CLAIM_TABLE_FILE, claim_table_most(claim->games),
                                 &size, error)
              : NULL;
    const claim_packed_t packed = {bytes, size, claim ? claim->question.num_runs : 0,
                                   claim ? claim->games : 0};
    claim_figures_t *figures =
        bytes && claim_table_unpack(&table, &packed, CLAIM_TABLE_FILE, error)
            ? claim_figures_new(claim, &table, error)
            : NULL;
    if (!figures)
        return false;
    char *text = claim_figures_text(figures, RESULT_JSON, &size);
    for (int i = 0; i < files.count; i++) {
        claim_file_t *file = &files.files[i];
        memcpy(sum, file->sum, sizeof sum);
        if (strcmp(file->name, CLAIM_RESULTS) == 0)
            sha256_write(text, size, sum);
        used += (size_t)snprintf(sums + used, sizeof sums - used, "%s  %s\n", sum,
                                 file->name);
    }
    snprintf(path, sizeof path, "%.4000s/" CLAIM_RESULTS, bundle);
    bool ok = publish_file(path, text, size, error);
    snprintf(path, sizeof path, "%.4000s/" CLAIM_MANIFEST, bundle);
    ok = ok && publish_file(path, sums, used, error);
    free(text);
    claim_figures_free(figures);
    claim_table_clear(&table);
    claim_free(claim);
    claim_files_clear(&files);
    return ok;
}

int main(int count, char **words) {
    failure_t error;
    for (int i = 1; i < count; i++)
        if (!write_again(words[i], &error)) {
            fprintf(stderr, "%s\n", error.message);
            return 1;
        }
    return 0;
}
