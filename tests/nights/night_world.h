/* night_world.h - processes on the nodes of a simulated cluster, and its clock: each
 * process runs the program's own code in a fibre, switched at every system call.
 * Use: world_t *world = world_new(disk, seed);
 *      process_t *process = world_start(world, node, body, argument);
 *      world_at(world, 3600, event, context, 0);
 *      world_run(world, until);
 *      world_free(world);
 * A process runs from one call to the next, which takes some simulated time; then the
 * process that is next by that clock runs: a night is determined by its seed. A killed
 * process is invisible to the others from then on: its calls fail and change nothing, so
 * it runs to its end and frees its memory. Each process has its own copy of the program's
 * static variables (stop.c, process_name.c), and each node its own clock, which may be
 * wrong.
 * Owns: the world owns its processes, until world_free.   Threads: one.
 *
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
void world_end(void); /* after the last world */
double world_now(const world_t *world);
disk_t *world_disk(world_t *world);
uint32_t world_chance(world_t *world, uint32_t bound);
double world_real(world_t *world, double low, double high);

/* Calls event(context, which) at that time. */
void world_at(world_t *world, double when, void (*event)(void *context, int which),
              void *context, int which);

/* Runs until no events are left, or until that time (HUGE_VAL: no limit). */
void world_run(world_t *world, double until);

/* Starts a process on a node; its exit status is the body's result. */
process_t *world_start(world_t *world, int node, process_body_t body, void *argument);
bool process_is_done(const process_t *process);
int process_status(const process_t *process);
const char *process_message(const process_t *process); /* its last message */
void process_kill(process_t *process);
void process_signal(process_t *process, int number);
void world_kill_node(world_t *world, int node); /* all its processes */
bool world_has_process(const world_t *world, int node, long number); /* a running one */

/* The average duration of calls and searches in seconds; the number of nodes (from 1)
 * where searches take ten times as long; the error of a node's clock;
 * until when calls on a node hang;
 * whether calls that need disk space fail, and one in how many calls fails at random (0:
 * none). on_call is called before each, with its name and path, and returns the seconds
 * that it waits besides; or NULL. */
typedef struct world_traits {
    double call_s, search_s, clock_error_s[DISK_NODES], hangs_until[DISK_NODES];
    int slow_nodes;
    bool disk_is_full;
    uint32_t one_fails_in;
    double (*on_call)(void *context, const char *call, const char *path);
    void *context;
} world_traits_t;
world_traits_t *world_traits(world_t *world);

/* The running process; NULL: none, and calls go to the real system. */
process_t *process_now(void);
bool process_is_killed(const process_t *process);
world_t *process_world(const process_t *process);
int process_node(const process_t *process);
long process_number(const process_t *process);
void process_sleep(double seconds);
int process_wait(process_t *child); /* its status */
bool *process_mark(void); /* a mark of the running process, for planted faults */
void process_say(const char *message);

/* Open files of a process; descriptors begin at PROCESS_FILES. */
enum { PROCESS_FILES = 4096, MOST_OPEN = 24, OPEN_PATH = 200 };
typedef struct open_file {
    inode_t *inode; /* NULL: free */
    size_t offset;
    bool appends;
    char path[OPEN_PATH];
} open_file_t;
open_file_t *process_file(int number); /* NULL: no such file is open */
int process_open(inode_t *inode, const char *path, bool appends);

/* Installs a signal handler. */
void process_listen(int number, void (*handler)(int));

/* For debugging one night: a line per event. */
void world_trace(world_t *world, FILE *file);
void world_log(const world_t *world, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
