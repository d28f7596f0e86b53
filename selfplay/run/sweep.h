/* sweep.h - a sweep: a folder of runs whose configurations differ in the values of some
 * keys.
 * Use: sweep_t sweep;
 *      if (sweep_read(&sweep, "SWEEP", &error)) ... sweep.runs[i].name ...
 *      if (sweep_make(&sweep, text, "CONFIG.json", words, count, "SWEEP", &error) &&
 *          sweep.num_keys > 0) ... sweep.runs[i].config ...     0: it is one run
 *      sweep_clear(&sweep);                                     also after an error
 * SWEEP/sweep.json   keys, and the values of each run; grows with the sweep
 * SWEEP/NAME/        a run (run.h), the same as if it were played alone
 * The keys are those with several values, "search.simulations=25,50", and
 * SWEEP_CONFIGURATION for the object "configurations" of a file, {"NAME": {...}}, whose
 * members are merged over the rest of the file. Commas separate values except in keys
 * that hold a text; a list in brackets, KEY=["a,b", "c"], serves for every key.
 * Errors: a list of a key that is the same for all runs; names or configurations that are
 *      the same; other keys than those of the sweep that the folder holds.
 */
#ifndef SELFPLAY_SWEEP_H
#define SELFPLAY_SWEEP_H

#include "core/base/error.h"
#include "core/base/files/file.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cJSON cJSON;             /* cjson/cJSON.h */
typedef struct figures figures_t;       /* core/base/table/figures.h */
typedef struct run_config run_config_t; /* selfplay/config/run_config.h */

enum { SWEEP_RUNS = 1000, SWEEP_NAME = 128 };
#define SWEEP_CONFIGURATION "configuration"

typedef struct sweep_run {
    char *name;           /* of its folder below the sweep's */
    cJSON *values;        /* {"search.simulations": 25} */
    run_config_t *config; /* NULL: the command does not name it */
    bool is_new;          /* it is not in sweep.json yet */
} sweep_run_t;

typedef struct sweep {
    char **keys;
    size_t num_keys;
    sweep_run_t *runs; /* in the order in which commands added them */
    size_t count;
} sweep_t;

/* Reads SWEEP/sweep.json. */
bool sweep_read(sweep_t *sweep, const char *folder, failure_t *error);

/* From the text of a configuration, `where` in messages, and words key=value; folder: the
 * runs that it already has come first; NULL: none. Nothing is written. */
bool sweep_make(sweep_t *sweep, const char *text, const char *where, char *const *words,
                int count, const char *folder, failure_t *error);

/* Writes SWEEP/sweep.json if a run is new, together with those that other processes have
 * added meanwhile. */
bool sweep_write(sweep_t *sweep, const char *folder, failure_t *error);
void sweep_clear(sweep_t *sweep);

bool sweep_path(const sweep_t *sweep, const char *folder, size_t run,
                char path[FILE_PATH], failure_t *error);

/* The most games requested of a run that is there, which others should have, too. */
uint64_t sweep_most_games(const sweep_t *sweep, const char *folder);

/* A column of a table for each key, which text leaves out, as names have the values; and
 * the beginning of a run's row: its cells there, empty for a run that is none of them. */
void sweep_columns(const sweep_t *sweep, figures_t *table);
void sweep_cells(const sweep_t *sweep, size_t run, figures_t *table);

/* The run with this name, or in this folder; sweep->count: none. */
size_t sweep_find(const sweep_t *sweep, const char *path);

#endif
