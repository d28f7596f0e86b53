/* The writer of a form. */
#include "core/base/json.h"
#include "core/base/table/result.h"

/* The first table that has a key, or else the first record. */
static void print_csv(const result_t *result, FILE *file) {
    const figures_t *found = NULL;
    for (size_t i = result_parts(result); i-- > 0;)
        if (result_part_at(result, i)->kind == PART_RECORD)
            found = result_part_at(result, i)->figures;
    for (size_t i = result_parts(result); i-- > 0;)
        if (result_part_at(result, i)->kind == PART_TABLE &&
            result_part_at(result, i)->key)
            found = result_part_at(result, i)->figures;
    if (found)
        figures_csv(found, file);
}

void result_print(const result_t *result, result_form_t form, FILE *file) {
    if (form == RESULT_JSON)
        json_print_line(result_as_json(result), file);
    else if (form == RESULT_CSV)
        print_csv(result, file);
    else
        result_text(result, form == RESULT_DETAIL, file);
}
