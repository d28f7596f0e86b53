/* night_world.h - processes on the nodes of a simulated cluster, and its clock: the
 * program's own code, each process of it a fibre, switched at every call to the system.
 * Use: world_t *world = world_new(disk, seed);
 *      process_t *process = world_start(world, node, body, argument);
 *      world_at(world, 3600, event, context);
 *      world_run(world, until);
 *      world_free(world);
 * A process runs from one call to the next, takes some time for it by the world's clock,
 * and then it is the turn of whoever comes first by that clock: a night is decided by its
 * seed. A process that is killed is seen by nobody from then on: its calls fail and
 * change nothing, and so it runs to its end, which frees what it had. Each process has
 * what is static in the program (stop.c, process_name.c) for itself, and each node a
 * clock of its own, which may be wrong.
 * Owns: a process is the world's, and stays until world_free.   Threads: one.
 * Errors: none.
 */
#ifndef TESTS_NIGHT_WORLD_H
#define TESTS_NIGHT_WORLD_H

#include "tests/nights/night_disk.h"

#include <stdio.h>

typedef struct world world_t;
typedef struct process process_t;
typedef int (*process_body_t)(void *argument);

enum { PROCESS_KILLED = 128 + 9 };

world_t *world_new(disk_t *disk, uint64_t seed);
void world_free(world_t *world);
void world_end(void); /* when no more worlds come */
double world_now(const world_t *world);
disk_t *world_disk(world_t *world);
uint32_t world_chance(world_t *world, uint32_t bound);
double world_real(world_t *world, double low, double high);

/* Calls event(context, which) when it is time. */
void world_at(world_t *world, double when, void (*event)(void *context, int which),
              void *context, int which);

/* Until nothing is left to happen, or the time is over (HUGE_VAL: it never is). */
void world_run(world_t *world, double until);

/* A process on a node; its exit status is what the body gives. */
process_t *world_start(world_t *world, int node, process_body_t body, void *argument);
bool process_is_done(const process_t *process);
int process_status(const process_t *process);
const char *process_message(const process_t *process); /* the last that it said */
void process_kill(process_t *process);
void process_signal(process_t *process, int number);
void world_kill_node(world_t *world, int node); /* all processes there */
bool world_has_process(const world_t *world, int node, long number); /* that lives */

/* How slow calls and searches are: seconds, on average; how wrong the clock of a node is;
 * whether each call that takes room fails for want of it, and one in how many for no
 * reason (0: none). */
typedef struct world_traits {
    double call_s, search_s, clock_error_s[DISK_NODES];
    bool disk_is_full;
    uint32_t one_fails_in;
    void (*on_call)(void *context); /* before each; NULL: nothing */
    void *context;
} world_traits_t;
world_traits_t *world_traits(world_t *world);

/* Of the process that runs now; NULL: none does, and calls are the system's own. */
process_t *process_now(void);
bool process_is_killed(const process_t *process);
world_t *process_world(const process_t *process);
int process_node(const process_t *process);
long process_number(const process_t *process);
void process_sleep(double seconds);
int process_wait(process_t *child); /* its status */
bool *process_mark(void);           /* a mark of the running one's, for planted faults */
void process_say(const char *message);

/* What a process has open; numbers begin at PROCESS_FILES. */
enum { PROCESS_FILES = 4096, MOST_OPEN = 24, OPEN_PATH = 200 };
typedef struct open_file {
    inode_t *inode; /* NULL: free */
    size_t offset;
    bool appends;
    char path[OPEN_PATH];
} open_file_t;
open_file_t *process_file(int number); /* NULL: no such file is open */
int process_open(inode_t *inode, const char *path, bool appends);

/* Of signals that the program listens to: once is the handler forgotten when called. */
void process_listen(int number, void (*handler)(int), bool once);

/* For who looks at one night: what happens, a line each. */
void world_trace(world_t *world, FILE *file); /* what happens, a line each */
void world_log(const world_t *world, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
