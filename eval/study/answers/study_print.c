#include "eval/study/answers/study_print.h"

#include "core/base/text.h"
#include "eval/study/answers/study_print_networks.h"
#include "eval/study/answers/study_words.h"
#include "eval/study/study_result.h"

static void print_estimate(FILE *file, const estimate_t *estimate) {
    fprintf(file, ",%.6f,%.6f,%.6f", estimate->value, estimate->low, estimate->high);
}

static void print_csv_names(const study_result_t *result, int variant, int strength,
                            FILE *file) {
    text_print_quoted(file, '"', result->study->variants[variant].name);
    fputc(',', file);
    text_print_quoted(file, '"', result->study->strengths[strength].name);
    fprintf(file, ",%.4f", study_doublings(&result->study->strengths[strength]));
}

static void print_csv_cell(const study_result_t *result, int variant, int strength,
                           FILE *file) {
    const study_cell_t *cell = &result->cells[variant][strength];
    const uint64_t *counts = cell->counts.count;
    print_csv_names(result, variant, strength, file);
    fprintf(file, ",%llu,%llu,%llu,%llu", (unsigned long long)cell->games,
            (unsigned long long)counts[2], (unsigned long long)counts[1],
            (unsigned long long)counts[0]);
    if (cell->games > 0) {
        if (study_cell_has_networks(cell) && !cell->networks.found.has_interval)
            fprintf(file, ",%.6f,,,,,", cell->score.value);
        else
            fprintf(file, ",%.6f,%.6f,%.6f,%.6f,%.6f,", cell->score.value,
                    cell->score.low, cell->score.high, cell->sure.low, cell->sure.high);
        text_print_quoted(file, '"', balance_names[cell->balance]);
    } else {
        fputs(",,,,,,", file);
    }
    fprintf(file, ",%llu,%llu,%.1f,", (unsigned long long)cell->cut_off,
            (unsigned long long)cell->duplicates.distinct, cell->duplicates.effective);
    if (cell->games > 0)
        fprintf(file, "%.2f,%.2f,%.6g", cell->turns, cell->num_actions,
                cell->orientations.p_value);
    else
        fputs(",,", file);
    if (cell->swap_offered > 0)
        print_estimate(file, &cell->swap_share);
    else
        fputs(",,,", file);
    fprintf(file, ",%s", study_exact_name(&result->exact[variant]));
    if (study_has_networks(result))
        study_networks_csv_columns(cell, file);
    fputc('\n', file);
    study_networks_csv_openings(result, variant, strength, print_csv_names, file);
}

static void print_csv(const study_result_t *result, FILE *file) {
    fprintf(file,
            "variant,strength,doublings,games,wins,draws,losses,score,low,high,"
            "sure_low,sure_high,balanced,cut_off,distinct,effective,turns,"
            "decisions,orientations_p,swapped,swapped_low,swapped_high,exact%s\n",
            study_has_networks(result) ? STUDY_NETWORKS_COLUMNS : "");
    for (int i = 0; i < result->study->num_variants; i++)
        for (int j = 0; j < result->study->num_strengths; j++)
            print_csv_cell(result, i, j, file);
}

void study_print(const study_result_t *result, study_print_t as, FILE *file) {
    switch (as) {
    case STUDY_PRINT_TEXT:
        study_print_text(result, file);
        break;
    case STUDY_PRINT_JSON:
        study_print_json(result, file);
        break;
    case STUDY_PRINT_CSV:
        print_csv(result, file);
        break;
    }
}
