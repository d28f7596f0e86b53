#include "eval/claim/claim_kind.h"

#include "eval/fairest/fairest.h"
#include "eval/fairest/fairest_page.h"
#include "eval/fairest/fairest_print.h"
#include "eval/fairest/fairest_result.h"
#include "eval/study/study_result.h"

#include <stdlib.h>

static void *read_fairest(cJSON *json, const char *where, failure_t *error) {
    fairest_t *fairest = memory_new(1, sizeof *fairest);
    if (fairest_read_json(fairest, json, where, NULL, 0, error))
        return fairest;
    free(fairest);
    return NULL;
}

static void free_fairest(void *question) {
    fairest_clear(question);
    free(question);
}

static char *text_of(const void *question) {
    return fairest_text(question);
}

static claim_facts_t facts_of(const void *question) {
    const fairest_t *fairest = question;
    return (claim_facts_t){fairest->title, fairest->seed, fairest->num_variants};
}

/* Each variant is a study of its own. */
static const study_t *variant_of(const void *question, int number, int *index) {
    const fairest_t *fairest = question;
    *index = 0;
    return fairest->variants[number].study;
}

static void *figures_of(const void *question, const char *out,
                        const study_source_t *source, failure_t *error) {
    return fairest_result_from(question, out, source, error);
}

static void free_figures(void *figures) {
    fairest_result_free(figures);
}

static void print(const void *figures, claim_form_t form, FILE *file) {
    fairest_print(figures, form == CLAIM_JSON ? FAIREST_PRINT_JSON : FAIREST_PRINT_CSV,
                  file);
}

static char *page_of(const void *figures, const claim_games_t *games, const char *source,
                     size_t *size) {
    (void)games;
    return fairest_page(figures, source, size);
}

const claim_kind_t claim_of_fairest = {.file = FAIREST_FILE,
                                       .read = read_fairest,
                                       .free = free_fairest,
                                       .text = text_of,
                                       .facts = facts_of,
                                       .variant = variant_of,
                                       .figures = figures_of,
                                       .free_figures = free_figures,
                                       .print = print,
                                       .page = page_of};
