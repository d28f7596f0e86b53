/* complexity_report.h - the complexity of games as text, JSON and CSV.
 * Use: complexity_report_text(&found, stdout);
 *      json_print_line(complexity_report_json(&found), stdout);
 *      complexity_report_csv(&found, stdout);         including a heading
 * Owns: nothing; a JSON object is the caller's.   Threads: pure.
 */
#ifndef EVAL_COMPLEXITY_REPORT_H
#define EVAL_COMPLEXITY_REPORT_H

#include <stdio.h>

typedef struct cJSON cJSON;             /* cjson/cJSON.h */
typedef struct complexity complexity_t; /* eval/complexity/complexity.h */

void complexity_report_text(const complexity_t *found, FILE *file);
cJSON *complexity_report_json(const complexity_t *found);

/* game,variant,key,value,low,high,unit: one line per figure; missing ones are empty. */
void complexity_report_csv(const complexity_t *found, FILE *file);

#endif
