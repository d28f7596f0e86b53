#include "selfplay/train/train_job.h"

#include "core/base/clock.h"
#include "core/base/memory_stream.h"
#include "core/terminal/status_line.h"
#include "mcts/evaluate/integer/integer_network.h"
#include "selfplay/run/stop.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void train_done_clear(train_done_t *done) {
    free(done->bytes);
    free(done->losses);
    *done = (train_done_t){0};
}

static bool read_rows(const train_job_t *job, train_rows_t *rows, failure_t *error) {
    for (int i = 0; i < job->num_files; i++)
        if (!train_rows_add(rows, job->files[i], &job->targets, error))
            return false;
    return true;
}

static void write_losses(FILE *csv, uint64_t step, const train_losses_t *train,
                         const train_losses_t *validation) {
    fprintf(csv, "%llu", (unsigned long long)step);
    for (int i = 0; i < LOSSES; i++)
        fprintf(csv, ",%.6g", train->of[i]);
    for (int i = 0; i < LOSSES; i++)
        if (validation)
            fprintf(csv, ",%.6g", validation->of[i]);
        else
            fputc(',', csv);
    fputc('\n', csv);
}

static void write_heading(FILE *csv) {
    fputs("step", csv);
    for (int i = 0; i < LOSSES; i++)
        fprintf(csv, ",%s", loss_names[i]);
    for (int i = 0; i < LOSSES; i++)
        fprintf(csv, ",validation_%s", loss_names[i]);
    fputc('\n', csv);
}

static bool all_steps(const train_job_t *job, trainer_t *trainer,
                      const train_rows_t *rows, train_done_t *done, FILE *csv,
                      failure_t *error) {
    train_losses_t losses, sum = {{0}};
    status_line_t line;
    const double start = clock_seconds();
    uint64_t summed = 0;
    bool ok = true;
    status_line_init(&line, job->quiet);
    for (uint64_t step = 1; ok && step <= done->steps; step++) {
        trainer_step(trainer, rows, &losses);
        summed++;
        for (int i = 0; i < LOSSES; i++)
            sum.of[i] += losses.of[i];
        if (step % TRAIN_INTERVAL == 0 || step == done->steps) {
            for (int i = 0; i < LOSSES; i++)
                done->train.of[i] = sum.of[i] / (double)summed;
            done->has_validation =
                trainer_validate(trainer, rows, TRAIN_VALIDATION, &done->validation);
            write_losses(csv, step, &done->train,
                         done->has_validation ? &done->validation : NULL);
            sum = (train_losses_t){{0}};
            summed = 0;
        }
        if (status_line_is_due(&line))
            status_line_print(&line, "%s: %.0f %% of %llu steps, %.0f s left", job->label,
                              100.0 * (double)step / (double)done->steps,
                              (unsigned long long)done->steps,
                              (clock_seconds() - start) * (double)(done->steps - step) /
                                  (double)step);
        ok = stop_goes_on(error);
    }
    status_line_clear(&line);
    return ok;
}

static bool train(const train_job_t *job, const train_rows_t *rows, train_done_t *done,
                  failure_t *error) {
    done->rows = rows->groups[TRAIN_ROWS].count;
    if (done->rows == 0)
        return error_set(error, "%s: has no rows to train on", job->label);
    done->steps =
        (uint64_t)ceil(job->passes * (double)done->rows / (double)job->options.batch);
    if (done->steps < (uint64_t)job->least_steps)
        done->steps = (uint64_t)job->least_steps;
    trainer_t *trainer =
        trainer_new(rows, &job->options, done->steps, job->threads, error);
    if (!trainer)
        return false;
    if (job->start && !trainer_start(trainer, job->start, error)) {
        trainer_free(trainer);
        return false;
    }
    size_t size;
    FILE *csv = memory_stream_open(&done->losses, &size);
    write_heading(csv);
    bool ok = all_steps(job, trainer, rows, done, csv, error);
    memory_stream_close(csv);
    if (ok) {
        integer_network_t *network = trainer_network(trainer, rows);
        done->hash = network->weights.hash;
        done->bytes = integer_network_write(network, &done->size);
        integer_network_free(network);
    }
    trainer_free(trainer);
    return ok;
}

bool train_job(const train_job_t *job, train_done_t *done, failure_t *error) {
    train_rows_t *rows = job->rows ? NULL : train_rows_new();
    *done = (train_done_t){0};
    const bool ok = (job->rows || read_rows(job, rows, error)) &&
                    train(job, job->rows ? job->rows : rows, done, error);
    train_rows_free(rows);
    if (!ok)
        train_done_clear(done);
    return ok;
}
