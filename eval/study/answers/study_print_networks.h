/* study_print_networks.h - the printed results of strength levels with a list of
 * networks.
 * Threads: pure except for files.
 */
#ifndef EVAL_STUDY_PRINT_NETWORKS_H
#define EVAL_STUDY_PRINT_NETWORKS_H

#include <stdio.h>

typedef struct cJSON cJSON;                 /* cjson/cJSON.h */
typedef struct study_cell study_cell_t;     /* eval/study/study_result.h */
typedef struct study_result study_result_t; /* eval/study/study_result.h */

/* Tables of the scores by cell and by opening; width: that of variants' names. */
void study_print_networks(const study_result_t *result, int width, FILE *file);

/* "networks" of a cell's object; nothing if it has none. */
void study_networks_json(const study_cell_t *cell, cJSON *json);

/* The last columns of a CSV line, in studies with networks; and one line per opening of a
 * cell. begin prints variant, strength and doublings. */
#define STUDY_NETWORKS_COLUMNS ",networks,opening,least,most"
void study_networks_csv_columns(const study_cell_t *cell, FILE *file);
typedef void (*study_csv_begin_t)(const study_result_t *result, int variant, int strength,
                                  FILE *file);
void study_networks_csv_openings(const study_result_t *result, int variant, int strength,
                                 study_csv_begin_t begin, FILE *file);

#endif
