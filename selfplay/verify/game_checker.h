/* game_checker.h - replays many recorded games on many threads while others are read.
 * Use: in the thread 0 of a team whose others do task_queue_work(queue, thread):
 *      game_checker_t *checker = game_checker_new(&setting);
 *      game_checker_add(checker, &origin, number, &record);
 *      game_checker_flush(checker);   game_checker_free(checker);
 * Every game is replayed by the rules (replay.h); for sampled games, one from each of N
 * equal parts of all games by a fixed rule, the searches are also repeated. Faults are
 * reported in the order of the games, those of searches after those of the rules, by the
 * caller's thread inside add and flush. Memory is bounded.
 */
#ifndef SELFPLAY_GAME_CHECKER_H
#define SELFPLAY_GAME_CHECKER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct progress progress_t;         /* selfplay/run/progress.h */
typedef struct record record_t;             /* selfplay/store/record.h */
typedef struct replay_fault replay_fault_t; /* selfplay/verify/replay.h */
typedef struct run_config run_config_t;     /* selfplay/config/run_config.h */
typedef struct task_queue task_queue_t;     /* core/base/process/task_queue.h */

/* The file that games come from. */
typedef struct game_origin {
    char path[4096];
    uint64_t shard;
    int64_t inode, size, modified_ns; /* of the file as it was read */
    bool same_program;                /* made by this program's version */
} game_origin_t;

/* The current metadata of a file; all zero if it does not exist. */
void game_origin_init(game_origin_t *origin, const char *path, uint64_t shard);

typedef struct game_fault {
    const game_origin_t *origin;
    int64_t game; /* its number */
    bool of_search;
    const replay_fault_t *fault;
} game_fault_t;

typedef struct checker_setting {
    const run_config_t *config;
    uint64_t total;  /* all games */
    uint64_t sample; /* how many of them to search again; total or more: all */
    task_queue_t *queue;
    int threads; /* of the team */
    progress_t *progress;
    void (*report)(void *context, const game_fault_t *fault);
    void *context;
} checker_setting_t;

typedef struct game_checker game_checker_t;

game_checker_t *game_checker_new(const checker_setting_t *setting);
void game_checker_free(game_checker_t *checker); /* after flush */

/* Takes the games of a record, which is then empty; number: the index of its first game
 * among all, from 0. */
void game_checker_add(game_checker_t *checker, const game_origin_t *origin,
                      uint64_t number, record_t *record);

/* Waits for all games and reports the remaining faults. */
void game_checker_flush(game_checker_t *checker);

/* Games searched again so far. */
uint64_t game_checker_repeated(const game_checker_t *checker);

/* Whether the number-th game of all is in the sample. */
bool game_checker_is_sampled(uint64_t number, uint64_t total, uint64_t sample);

#endif
