/* task_queue.h - tasks for a team of threads that sleep while there are none.
 * Use: #pragma omp parallel num_threads(threads)
 *      if (omp_get_thread_num() > 0)
 *          task_queue_work(queue, omp_get_thread_num());
 *      else {
 *          task_group_t group = {0};
 *          task_queue_add(queue, &group, run, context, i);  ...
 *          task_queue_wait(queue, &group);
 *          task_queue_close(queue);
 *      }
 * or, with threads of its own:
 *      task_queue_t *queue = task_queue_start(threads);
 *      task_queue_add(queue, &group, run, context, i);  ...
 *      task_queue_wait(queue, &group);   task_queue_free(queue);
 * Thread 0 waits for the tasks of a group together, while those of other groups continue:
 * reading and processing share the threads. Tasks of urgent groups, for which thread 0
 * waits at once, have priority.
 * OpenMP's own tasks are run by threads that spin until there is one: next to a reader
 * that is busy most of the time they would waste the machine's CPU time.
 * Owns: the list of tasks, and the threads it has started.
 * Threads: task_queue_work by any but thread 0; the other calls by thread 0.
 * Errors: if threads cannot be created, there are fewer.
 */
#ifndef CORE_TASK_QUEUE_H
#define CORE_TASK_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct task_queue task_queue_t;

/* Zero-initialised; in use by the queue until its tasks are done. */
typedef struct task_group {
    size_t unfinished; /* tasks: under the queue's lock */
    bool is_urgent;
} task_group_t;

/* thread: the one that runs it, 0 ... threads - 1. */
typedef void (*task_run_t)(void *context, size_t index, int thread);

task_queue_t *task_queue_new(void);
void task_queue_free(task_queue_t *queue); /* NULL is fine */

/* Starts threads 1 ... threads - 1, which task_queue_free ends; threads: 0: all
 * available. */
task_queue_t *task_queue_start(int threads);

/* queue: NULL: the task runs at once. */
void task_queue_add(task_queue_t *queue, task_group_t *group, task_run_t run,
                    void *context, size_t index);

/* Runs tasks, also of other groups, until all of the group are done. Their results can
 * then be read. */
void task_queue_wait(task_queue_t *queue, task_group_t *group);

/* Processes this many things in tasks 0, 1, ... of a group of their own, each of
 * `at_once` things (the last: the rest), until all are done. */
void task_queue_do_all(task_queue_t *queue, bool is_urgent, size_t things, size_t at_once,
                       task_run_t run, void *context);

/* Runs tasks until the queue is closed. */
void task_queue_work(task_queue_t *queue, int thread);
void task_queue_close(task_queue_t *queue);

#endif
