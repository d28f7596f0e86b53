/* train_job.h - trains one network on exports, to a weights file.
 * Use: train_job_t job = {.files = paths, .num_files = 3, .options = TRAIN_OPTIONS, ...};
 *      train_done_t done;
 *      if (train_job(&job, &done, &error)) ... done.bytes ...
 *      train_done_clear(&done);
 * The bytes depend on the files' contents and order and on the job's options alone. A
 * training takes seconds to minutes: one that is stopped leaves nothing and is repeated.
 * Threads: one call at a time (HDF5).
 * Errors: those of train_rows.h and trainer.h; no rows; stopped (stop.h).
 */
#ifndef SELFPLAY_TRAIN_JOB_H
#define SELFPLAY_TRAIN_JOB_H

#include "core/base/error.h"
#include "selfplay/train/train_rows.h"
#include "selfplay/train/trainer.h"

typedef struct train_job {
    const train_rows_t *rows; /* of the files, in memory already; or NULL, and: */
    char *const *files;
    int num_files;
    train_targets_t targets;
    train_options_t options;
    const integer_network_t *start; /* instead of random weights; or NULL */
    double passes;                  /* over the rows, but at least: */
    long least_steps;               /* of batches */
    int threads;                    /* 0: all available */
    bool quiet;
    const char *label; /* of the progress line */
} train_job_t;

typedef struct train_done {
    unsigned char *bytes; /* of the weights file */
    size_t size;
    uint64_t hash, steps;
    size_t rows;                      /* for training */
    train_losses_t train, validation; /* over the last steps; at the end */
    bool has_validation;
    char *losses; /* CSV: a row for every TRAIN_INTERVAL steps */
} train_done_t;

enum { TRAIN_INTERVAL = 50, TRAIN_VALIDATION = 2048 };

bool train_job(const train_job_t *job, train_done_t *done, failure_t *error);
void train_done_clear(train_done_t *done);

#endif
