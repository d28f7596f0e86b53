/* run_resources.h - what threads that play a run need: games side by side, and memory.
 * Use: int places = run_places(&config, games, threads);
 *      long memory_mb = run_memory_of_thread(&config);
 * Threads: pure.   Errors: none.
 */
#ifndef SELFPLAY_RUN_RESOURCES_H
#define SELFPLAY_RUN_RESOURCES_H

#include <stdint.h>

typedef struct run_config run_config_t; /* selfplay/run/run_config.h */

/* How many of so many games a thread plays side by side, 1 or more. */
int run_places(const run_config_t *config, uint64_t games, int threads);

/* MiB that a thread needs at most: its searches' trees and caches, and what is beside
 * them. With games side by side trees are smaller; this is for a batch system. */
long run_memory_of_thread(const run_config_t *config);

#endif
