#define _GNU_SOURCE /* MAP_STACK */
#include "tests/nights/night_world.h"

#include "core/base/error.h"
#include "tests/nights/night_statics.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { STACK_BYTES = 1 << 20, SIGNALS = 32, MESSAGE = 400 };

struct process {
    world_t *world;
    process_t *next; /* list of the world's processes */
    process_body_t body;
    void *argument;
    ucontext_t context;
    void *stack;
    statics_t *statics;
    int node, status, saved_errno;
    long number;
    double wakes;
    process_t *waits_for;
    bool done, killed, mark;
    void (*handlers[SIGNALS])(int);
    open_file_t files[MOST_OPEN];
    char message[MESSAGE];
};

typedef struct event {
    double when;
    void (*call)(void *, int);
    void *context;
    int which;
    struct event *next;
} event_t;

/* A process that sleeps, in a heap by time; out of date if it wakes at another one. */
typedef struct sleeper {
    double wakes;
    process_t *process;
} sleeper_t;

struct world {
    disk_t *disk;
    pcg32_t rng;
    double now;
    world_traits_t traits;
    process_t *processes;
    sleeper_t *sleepers;
    size_t num_sleepers, capacity;
    event_t *events; /* by time */
    ucontext_t scheduler;
    long numbers;
    FILE *trace;
};

static process_t *running;

/* Stacks of ended processes, for reuse. */
static void *stacks[64];
static int num_stacks;

/* --- The world ---------------------------------------------------------------------- */

world_t *world_new(disk_t *disk, uint64_t seed) {
    world_t *world = memory_new(1, sizeof *world);
    world->disk = disk;
    world->rng = pcg32_seed(seed, 2);
    world->traits = (world_traits_t){.call_s = 0.01, .search_s = 10};
    return world;
}

double world_now(const world_t *world) {
    return world->now;
}

disk_t *world_disk(world_t *world) {
    return world->disk;
}

world_traits_t *world_traits(world_t *world) {
    return &world->traits;
}

uint32_t world_chance(world_t *world, uint32_t bound) {
    return pcg32_below(&world->rng, bound);
}

double world_real(world_t *world, double low, double high) {
    return low + (high - low) * pcg32_real(&world->rng);
}

void world_trace(world_t *world, FILE *file) {
    world->trace = file;
}

void world_log(const world_t *world, const char *format, ...) {
    if (!world->trace)
        return;
    va_list arguments;
    va_start(arguments, format);
    fprintf(world->trace, "%9.1f ", world->now);
    if (running)
        fprintf(world->trace, "node %d process %ld%s ", running->node, running->number,
                running->killed ? " (killed)" : "");
    vfprintf(world->trace, format, arguments);
    fputc('\n', world->trace);
    va_end(arguments);
}

void world_at(world_t *world, double when, void (*call)(void *, int), void *context,
              int which) {
    event_t *event = memory_new(1, sizeof *event), **link = &world->events;
    *event = (event_t){when, call, context, which, NULL};
    while (*link && (*link)->when <= when)
        link = &(*link)->next;
    event->next = *link;
    *link = event;
}

static void free_process(process_t *process) {
    statics_free(process->statics);
    free(process);
}

void world_free(world_t *world) {
    for (process_t *process = world->processes, *next; process; process = next) {
        next = process->next;
        process_kill(process);
        free_process(process);
    }
    for (event_t *event = world->events, *next; event; event = next) {
        next = event->next;
        free(event);
    }
    free(world->sleepers);
    free(world);
}

/* --- Who is next -------------------------------------------------------------------- */

static void wake_at(process_t *process, double when) {
    world_t *world = process->world;
    size_t at = world->num_sleepers;
    process->wakes = when;
    world->sleepers = memory_grow(world->sleepers, &world->capacity,
                                  ++world->num_sleepers, sizeof *world->sleepers);
    for (; at > 0 && world->sleepers[(at - 1) / 2].wakes > when; at = (at - 1) / 2)
        world->sleepers[at] = world->sleepers[(at - 1) / 2];
    world->sleepers[at] = (sleeper_t){when, process};
}

static void take_first(world_t *world) {
    sleeper_t *heap = world->sleepers, last = heap[--world->num_sleepers];
    size_t at = 0, count = world->num_sleepers;
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        child += child + 1 < count && heap[child + 1].wakes < heap[child].wakes;
        if (heap[child].wakes >= last.wakes)
            break;
        heap[at] = heap[child];
    }
    heap[at] = last;
}

/* NULL: all have ended, or wait for another. */
static process_t *first_to_wake(world_t *world) {
    while (world->num_sleepers > 0) {
        process_t *process = world->sleepers[0].process;
        if (!process->done && !process->waits_for &&
            process->wakes == world->sleepers[0].wakes)
            return process;
        take_first(world);
    }
    return NULL;
}

/* --- Fibres ------------------------------------------------------------------------- */

static void *take_stack(void) {
    if (num_stacks > 0)
        return stacks[--num_stacks];
    void *stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    REQUIRE(stack != MAP_FAILED);
    return stack;
}

static void give_stack(void *stack) {
    if (num_stacks < (int)(sizeof stacks / sizeof stacks[0]))
        stacks[num_stacks++] = stack;
    else
        munmap(stack, STACK_BYTES);
}

static void run_body(void) {
    process_t *process = running;
    int status = process->body(process->argument);
    process->status = process->killed ? PROCESS_KILLED : status;
    process->done = true;
    for (int i = 0; i < MOST_OPEN; i++)
        if (process->files[i].inode && !process->killed)
            disk_close(process->world->disk, process->node, process->files[i].inode);
    for (process_t *other = process->world->processes; other; other = other->next)
        if (other->waits_for == process) {
            other->waits_for = NULL;
            wake_at(other, process->world->now);
        }
    swapcontext(&process->context, &process->world->scheduler);
}

process_t *world_start(world_t *world, int node, process_body_t body, void *argument) {
    process_t *process = memory_new(1, sizeof *process);
    *process = (process_t){.world = world,
                           .next = world->processes,
                           .body = body,
                           .argument = argument,
                           .stack = take_stack(),
                           .statics = statics_new(),
                           .node = node,
                           .number = 1000 + ++world->numbers};
    world->processes = process;
    wake_at(process, world->now + world_real(world, 0, 1));
    REQUIRE(getcontext(&process->context) == 0);
    process->context.uc_stack.ss_sp = process->stack;
    process->context.uc_stack.ss_size = STACK_BYTES;
    makecontext(&process->context, run_body, 0);
    return process;
}

/* Runs a process until its next call, or to its end. */
static void resume(process_t *process) {
    world_t *world = process->world;
    process_t *before = running;
    ucontext_t scheduler = world->scheduler;
    int saved = errno;
    if (before)
        statics_leave(before->statics);
    running = process;
    statics_enter(process->statics);
    errno = process->saved_errno;
    swapcontext(&world->scheduler, &process->context);
    process->saved_errno = errno;
    statics_leave(process->statics);
    running = before;
    if (before)
        statics_enter(before->statics);
    errno = saved;
    world->scheduler = scheduler;
    if (process->done && process->stack) {
        give_stack(process->stack);
        process->stack = NULL;
    }
}

void world_end(void) {
    while (num_stacks > 0)
        munmap(stacks[--num_stacks], STACK_BYTES);
}

/* --- Time --------------------------------------------------------------------------- */

void world_run(world_t *world, double until) {
    for (;;) {
        process_t *first = first_to_wake(world);
        double wakes = first ? first->wakes : DBL_MAX;
        double due = world->events ? world->events->when : DBL_MAX;
        if ((!first && !world->events) || (wakes > until && due > until)) {
            if (isfinite(until) && until > world->now)
                world->now = until;
            return;
        }
        if (due <= wakes) {
            event_t *event = world->events;
            world->events = event->next;
            world->now = event->when > world->now ? event->when : world->now;
            event->call(event->context, event->which);
            free(event);
        } else {
            world->now = wakes > world->now ? wakes : world->now;
            take_first(world);
            resume(first);
        }
    }
}

void process_sleep(double seconds) {
    process_t *process = running;
    if (process->killed)
        return;
    wake_at(process, process->world->now + seconds);
    swapcontext(&process->context, &process->world->scheduler);
}

int process_wait(process_t *child) {
    process_t *process = running;
    if (!child->done && !process->killed) {
        process->waits_for = child;
        swapcontext(&process->context, &process->world->scheduler);
    }
    return child->status;
}

/* --- Processes ---------------------------------------------------------------------- */

bool *process_mark(void) {
    return &running->mark;
}

process_t *process_now(void) {
    return running;
}

bool process_is_done(const process_t *process) {
    return process->done;
}

bool process_is_killed(const process_t *process) {
    return process->killed;
}

int process_status(const process_t *process) {
    return process->status;
}

world_t *process_world(const process_t *process) {
    return process->world;
}

int process_node(const process_t *process) {
    return process->node;
}

long process_number(const process_t *process) {
    return process->number;
}

const char *process_message(const process_t *process) {
    return process->message;
}

void process_say(const char *message) {
    process_t *process = running;
    if (process->killed)
        return;
    snprintf(process->message, sizeof process->message, "%s", message);
    world_log(process->world, "says: %s", message);
}

void process_kill(process_t *process) {
    if (process->done)
        return;
    process->killed = true;
    process->waits_for = NULL;
    if (process == running)
        return;
    while (!process->done)
        resume(process);
}

void world_kill_node(world_t *world, int node) {
    for (process_t *process = world->processes; process; process = process->next)
        if (process->node == node)
            process_kill(process);
}

bool world_has_process(const world_t *world, int node, long number) {
    for (process_t *process = world->processes; process; process = process->next)
        if (process->node == node && process->number == number && !process->done)
            return true;
    return false;
}

void process_listen(int number, void (*handler)(int)) {
    REQUIRE(number > 0 && number < SIGNALS);
    running->handlers[number] = handler;
}

void process_signal(process_t *process, int number) {
    void (*handler)(int) = process->handlers[number];
    if (process->done)
        return;
    if (!handler) {
        process_kill(process);
        process->status = 128 + number;
        return;
    }
    process_t *before = running;
    if (before)
        statics_leave(before->statics);
    running = process;
    statics_enter(process->statics);
    handler(number);
    statics_leave(process->statics);
    running = before;
    if (before)
        statics_enter(before->statics);
}

open_file_t *process_file(int number) {
    int index = number - PROCESS_FILES;
    open_file_t *file = index >= 0 && index < MOST_OPEN ? &running->files[index] : NULL;
    return file && file->inode ? file : NULL;
}

int process_open(inode_t *inode, const char *path, bool appends) {
    for (int i = 0; i < MOST_OPEN; i++)
        if (!running->files[i].inode) {
            open_file_t *file = &running->files[i];
            *file = (open_file_t){.inode = inode, .appends = appends};
            REQUIRE(strlen(path) < sizeof file->path);
            snprintf(file->path, sizeof file->path, "%s", path);
            return PROCESS_FILES + i;
        }
    errno = EMFILE;
    return -1;
}
