/* run_resources.h - concurrent games and memory of each thread that plays a run.
 * Use: int places = run_places(&config, games, threads);
 *      long memory_mb = run_memory_of_thread(&config);
 */
#ifndef SELFPLAY_RUN_RESOURCES_H
#define SELFPLAY_RUN_RESOURCES_H

#include <stdint.h>

typedef struct run_config run_config_t; /* selfplay/config/run_config.h */

/* The number of games that a thread plays concurrently, 1 or more. */
int run_places(const run_config_t *config, uint64_t games, int threads);

/* MiB that a thread needs at most: its searches' trees and caches, and overhead. Trees of
 * concurrent games are smaller; this bound is for batch systems. */
long run_memory_of_thread(const run_config_t *config);

#endif
