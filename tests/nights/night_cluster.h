/* night_cluster.h - a run of a thousand tasks at once on a simulated cluster, and what
 * they ask of a slow server of metadata.
 * Use: cluster_t cluster = {.tasks = 1000, .games = 100000, .shard_games = 100,
 *                           .calls_a_second = 1000};
 *      if (!cluster_play(&cluster, seed, stdout)) ...
 * Tasks start within five minutes. The server does so many calls on names a second, one
 * after another (open, create, stat, rename, link, unlink, mkdir, rmdir, a folder's
 * names, a folder's fsync; no cache spares it one), and answers 10 ms later; the contents
 * of files pass it by. Nodes see folders up to 30 s late, one in twenty is ten times
 * slower, and one in twenty loses power; Slurm starts its tasks again. Then a last job
 * plays what is left, and `status`, `verify` and `merge` run. Prints a row for each kind
 * of call and file: calls, the same a start and a shard, turns (how often another process
 * called than the last time), names that folders returned; the files with most turns; the
 * load of the server.
 * Threads: one.   Errors: false, with a line, if a file is not what one machine makes
 * that nothing disturbs, or one is missing.
 */
#ifndef TESTS_NIGHT_CLUSTER_H
#define TESTS_NIGHT_CLUSTER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct cluster {
    unsigned tasks, games, shard_games;
    double calls_a_second; /* of the server */
} cluster_t;

bool cluster_play(const cluster_t *cluster, uint64_t seed, FILE *out);

#endif
