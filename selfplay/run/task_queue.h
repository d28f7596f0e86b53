/* task_queue.h - pieces of work for a team of threads that sleep while there is none.
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
 * Tasks of a group are waited for together, and other groups' go on meanwhile: who reads
 * and what is done with what was read share the threads. Tasks of urgent groups, for
 * which thread 0 waits at once, are taken before those of others.
 * OpenMP's own tasks are done by threads that spin until there is one: beside a reader
 * that is busy most of the time they would take the machine from others for nothing.
 * Owns: the list of tasks, and the threads that it has started.
 * Threads: work by any but thread 0; the other calls by thread 0.
 * Errors: none; where no more threads can be had there are fewer.
 */
#ifndef SELFPLAY_TASK_QUEUE_H
#define SELFPLAY_TASK_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct task_queue task_queue_t;

/* Zeros before its first task; the queue's until they are done. */
typedef struct task_group {
    size_t unfinished; /* tasks: under the queue's lock */
    bool is_urgent;
} task_group_t;

/* thread: who does it, 0 ... threads - 1. */
typedef void (*task_run_t)(void *context, size_t index, int thread);

task_queue_t *task_queue_new(void);
void task_queue_free(task_queue_t *queue); /* NULL is fine */

/* With threads 1 ... threads - 1, which task_queue_free ends; threads: 0: as many as
 * there are. */
task_queue_t *task_queue_start(int threads);

/* queue: NULL: the task is done at once. */
void task_queue_add(task_queue_t *queue, task_group_t *group, task_run_t run,
                    void *context, size_t index);

/* Does tasks, of other groups, too, until all of the group are done. What they wrote can
 * be read then. */
void task_queue_wait(task_queue_t *queue, task_group_t *group);

/* So many things, `at_once` of them (the last: as many as are left) by each of the tasks
 * 0, 1, ... of a group of their own, until all are done. */
void task_queue_do_all(task_queue_t *queue, bool is_urgent, size_t things, size_t at_once,
                       task_run_t run, void *context);

/* Does tasks until the queue is closed. */
void task_queue_work(task_queue_t *queue, int thread);
void task_queue_close(task_queue_t *queue);

#endif
