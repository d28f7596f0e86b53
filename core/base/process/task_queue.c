#include "core/base/process/task_queue.h"

#include "core/base/error.h"

#include <omp.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct task {
    task_group_t *group;
    task_run_t run;
    void *context;
    size_t index;
} task_t;

/* Pending tasks, in the order in which they were added. */
typedef struct task_list {
    task_t *tasks;
    size_t first, end, capacity;
} task_list_t;

/* A thread started by the queue. */
typedef struct own_thread {
    task_queue_t *queue;
    pthread_t thread;
    int number;
} own_thread_t;

struct task_queue {
    pthread_mutex_t lock; /* of everything below */
    pthread_cond_t changed, done;
    task_list_t urgent, others;
    bool closed;
    own_thread_t *own; /* of thread 0 alone */
    int num_own;
};

task_queue_t *task_queue_new(void) {
    task_queue_t *queue = memory_new(1, sizeof *queue);
    REQUIRE(pthread_mutex_init(&queue->lock, NULL) == 0 &&
            pthread_cond_init(&queue->changed, NULL) == 0 &&
            pthread_cond_init(&queue->done, NULL) == 0);
    return queue;
}

static void *work(void *context) {
    const own_thread_t *own = context;
    task_queue_work(own->queue, own->number);
    return NULL;
}

task_queue_t *task_queue_start(int threads) {
    task_queue_t *queue = task_queue_new();
    if (threads == 0)
        threads = omp_get_max_threads();
    queue->own = memory_new((size_t)threads, sizeof *queue->own);
    for (int number = 1; number < threads; number++) {
        own_thread_t *own = &queue->own[number - 1];
        *own = (own_thread_t){.queue = queue, .number = number};
        if (pthread_create(&own->thread, NULL, work, own) != 0)
            break;
        queue->num_own++;
    }
    return queue;
}

/* The list with the next task; NULL: there is none. */
static task_list_t *next_list(task_queue_t *queue) {
    return queue->urgent.first < queue->urgent.end   ? &queue->urgent
           : queue->others.first < queue->others.end ? &queue->others
                                                     : NULL;
}

void task_queue_free(task_queue_t *queue) {
    if (!queue)
        return;
    REQUIRE(!next_list(queue));
    task_queue_close(queue);
    for (int i = 0; i < queue->num_own; i++)
        pthread_join(queue->own[i].thread, NULL);
    free(queue->own);
    pthread_cond_destroy(&queue->changed);
    pthread_cond_destroy(&queue->done);
    pthread_mutex_destroy(&queue->lock);
    free(queue->urgent.tasks);
    free(queue->others.tasks);
    free(queue);
}

static void append(task_list_t *list, task_t task) {
    if (list->first == list->end)
        list->first = list->end = 0;
    list->tasks =
        memory_grow(list->tasks, &list->capacity, list->end + 1, sizeof *list->tasks);
    list->tasks[list->end++] = task;
}

void task_queue_add(task_queue_t *queue, task_group_t *group, task_run_t run,
                    void *context, size_t index) {
    if (!queue) {
        run(context, index, 0);
        return;
    }
    pthread_mutex_lock(&queue->lock);
    append(group->is_urgent ? &queue->urgent : &queue->others,
           (task_t){group, run, context, index});
    group->unfinished++;
    pthread_cond_signal(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
}

/* Runs the next task of a list; the lock is held before and after, but not during. */
static void do_next(task_queue_t *queue, task_list_t *list, int thread) {
    task_t task = list->tasks[list->first++];
    pthread_mutex_unlock(&queue->lock);
    task.run(task.context, task.index, thread);
    pthread_mutex_lock(&queue->lock);
    if (--task.group->unfinished == 0)
        pthread_cond_signal(&queue->done);
}

void task_queue_wait(task_queue_t *queue, task_group_t *group) {
    task_list_t *list;
    if (!queue)
        return;
    pthread_mutex_lock(&queue->lock);
    while (group->unfinished > 0)
        if ((list = next_list(queue)))
            do_next(queue, list, 0);
        else
            pthread_cond_wait(&queue->done, &queue->lock);
    pthread_mutex_unlock(&queue->lock);
}

void task_queue_do_all(task_queue_t *queue, bool is_urgent, size_t things, size_t at_once,
                       task_run_t run, void *context) {
    task_group_t group = {.is_urgent = is_urgent};
    for (size_t i = 0; i * at_once < things; i++)
        task_queue_add(queue, &group, run, context, i);
    task_queue_wait(queue, &group);
}

void task_queue_work(task_queue_t *queue, int thread) {
    task_list_t *list;
    pthread_mutex_lock(&queue->lock);
    while (!queue->closed)
        if ((list = next_list(queue)))
            do_next(queue, list, thread);
        else
            pthread_cond_wait(&queue->changed, &queue->lock);
    pthread_mutex_unlock(&queue->lock);
}

void task_queue_close(task_queue_t *queue) {
    pthread_mutex_lock(&queue->lock);
    queue->closed = true;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
}
