#include "selfplay/verify/game_checker.h"

#include "core/base/process/task_queue.h"
#include "mcts/evaluate/process/process_evaluator.h"
#include "selfplay/run/progress.h"
#include "selfplay/store/record.h"
#include "selfplay/verify/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

/* Positions and files being replayed at once; positions of a task, which must be worth
 * its overhead; games and bytes that are collected before their searches are run. */
enum {
    MOST_POSITIONS = 1 << 16,
    MOST_PARTS = 512,
    TASK_POSITIONS = 1 << 10,
    WAITING_OF_THREAD = 32, /* a check that is stopped ends them first */
    MOST_WAITING = 512,
    MOST_WAITING_BYTES = 64 << 20
};

/* Games of one file, replayed by tasks of some games each. */
typedef struct part {
    const game_checker_t *checker;
    record_t record;
    game_origin_t origin;
    uint64_t number;         /* index of the first, among all games */
    replay_fault_t **faults; /* for each game; NULL: none */
    size_t task_games, sampled;
    task_group_t tasks;
} part_t;

/* A game whose searches are to be repeated. */
typedef struct waiting {
    game_origin_t origin;
    bool same;
    record_t record; /* of one game */
    replay_fault_t fault;
} waiting_t;

struct game_checker {
    checker_setting_t setting;
    part_t *parts;    /* a ring */
    record_t *spares; /* empty, with their memory: as many as were ever in use at once */
    size_t num_spares;
    size_t first, count, positions;
    size_t sampled; /* games of the parts whose searches will be repeated */
    waiting_t *waiting;
    size_t num_waiting, waiting_bytes;
    play_t **plays; /* by thread of the team, created when needed */
    uint64_t repeated;
};

bool game_checker_is_sampled(uint64_t number, uint64_t total, uint64_t sample) {
    if (sample == 0 || sample >= total)
        return sample > 0;
    /* Part `part` begins at part * total / sample, rounded up; products stay below 2^63
     * for the 10^9 games of the longest run. */
    uint64_t part = number * sample / total;
    uint64_t first = (part * total + sample - 1) / sample;
    uint64_t end = ((part + 1) * total + sample - 1) / sample;
    return number == first + mix64(part) % (end - first);
}

void game_origin_init(game_origin_t *origin, const char *path, uint64_t shard) {
    struct stat status = {0};
    *origin = (game_origin_t){.shard = shard};
    snprintf(origin->path, sizeof origin->path, "%s", path);
    if (stat(path, &status) != 0)
        return;
    origin->inode = (int64_t)status.st_ino;
    origin->size = (int64_t)status.st_size;
    origin->modified_ns =
        (int64_t)status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec;
}

game_checker_t *game_checker_new(const checker_setting_t *setting) {
    game_checker_t *checker = memory_new(1, sizeof *checker);
    checker->setting = *setting;
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers */
    checker->plays = memory_new((size_t)setting->threads, sizeof *checker->plays);
    checker->waiting = memory_new(MOST_WAITING, sizeof *checker->waiting);
    checker->parts = memory_new(MOST_PARTS, sizeof *checker->parts);
    checker->spares = memory_new(MOST_PARTS, sizeof *checker->spares);
    return checker;
}

void game_checker_free(game_checker_t *checker) {
    for (int t = 0; t < checker->setting.threads; t++)
        play_free(checker->plays[t]);
    for (size_t i = 0; i < checker->num_spares; i++)
        record_clear(&checker->spares[i]);
    for (size_t i = 0; i < checker->count; i++)
        record_clear(&checker->parts[(checker->first + i) % MOST_PARTS].record);
    free(checker->spares);
    free(checker->parts);
    free(checker->plays);
    free(checker->waiting);
    free(checker);
}

uint64_t game_checker_repeated(const game_checker_t *checker) {
    return checker->repeated;
}

/* --- By the rules ------------------------------------------------------------------- */

static bool is_sampled(const game_checker_t *checker, const part_t *part, size_t row) {
    const checker_setting_t *setting = &checker->setting;
    return game_checker_is_sampled(part->number + row, setting->total, setting->sample);
}

/* How many games are collected before their searches are run. */
static size_t most_waiting(const game_checker_t *checker) {
    const size_t most = WAITING_OF_THREAD * (size_t)checker->setting.threads;
    return most < MOST_WAITING ? most : MOST_WAITING;
}

static void check_game(part_t *part, size_t row) {
    const checker_setting_t *setting = &part->checker->setting;
    replay_fault_t fault;
    if (!replay_rules(&part->record, row, setting->config, &fault)) {
        part->faults[row] = memory_new(1, sizeof fault);
        *part->faults[row] = fault;
    }
    if (!is_sampled(part->checker, part, row))
        progress_game(setting->progress);
}

/* The games of a task. */
static void check_games(void *context, size_t task, int thread) {
    part_t *part = context;
    size_t end = (task + 1) * part->task_games, games = part->record.rows[TABLE_GAMES];
    (void)thread;
    for (size_t row = task * part->task_games; row < end && row < games; row++)
        check_game(part, row);
}

static void add_tasks(part_t *part) {
    size_t games = part->record.rows[TABLE_GAMES];
    size_t positions = part->record.rows[TABLE_POSITIONS];
    part->task_games = 1 + TASK_POSITIONS * games / (positions + 1);
    for (size_t task = 0; task * part->task_games < games; task++)
        task_queue_add(part->checker->setting.queue, &part->tasks, check_games, part,
                       task);
}

static void report(game_checker_t *checker, const game_origin_t *origin,
                   const record_t *record, size_t row, bool of_search,
                   const replay_fault_t *fault) {
    checker->setting.report(checker->setting.context,
                            &(game_fault_t){.origin = origin,
                                            .game = record_i64(record, GAMES_ID)[row],
                                            .of_search = of_search,
                                            .fault = fault});
}

/* --- Searches ----------------------------------------------------------------------- */

static bool watch(void *context, uint32_t simulations) {
    progress_simulations(context, simulations);
    return true;
}

static void repeat(void *context, size_t index, int thread) {
    game_checker_t *checker = context;
    waiting_t *game = &checker->waiting[index];
    play_t **play = &checker->plays[thread];
    if (!*play)
        *play = play_new(checker->setting.config);
    failure_t failed; /* reported by verify_path: not a fault of the game */
    game->same = replay_searches(*play, &game->record, 0, watch,
                                 checker->setting.progress, &game->fault) ||
                 process_evaluator_failed(&failed);
    progress_game(checker->setting.progress);
}

static void repeat_waiting(game_checker_t *checker) {
    task_group_t group = {0};
    for (size_t i = 0; i < checker->num_waiting; i++)
        task_queue_add(checker->setting.queue, &group, repeat, checker, i);
    task_queue_wait(checker->setting.queue, &group);
    for (size_t i = 0; i < checker->num_waiting; i++) {
        waiting_t *game = &checker->waiting[i];
        if (!game->same)
            report(checker, &game->origin, &game->record, 0, true, &game->fault);
        record_clear(&game->record);
    }
    checker->repeated += checker->num_waiting;
    checker->num_waiting = checker->waiting_bytes = 0;
}

/* The searches of an illegal game are not worth repeating. */
static void let_wait(game_checker_t *checker, const part_t *part, size_t row) {
    if (checker->num_waiting >= most_waiting(checker) ||
        checker->waiting_bytes > MOST_WAITING_BYTES)
        repeat_waiting(checker);
    waiting_t *game = &checker->waiting[checker->num_waiting++];
    *game = (waiting_t){.origin = part->origin};
    record_init(&game->record, part->record.game);
    record_append_games(&game->record, &part->record, row, 1);
    checker->waiting_bytes += record_bytes(&game->record);
}

/* --- Parts -------------------------------------------------------------------------- */

/* Waits for the oldest part, and reports its faults. */
static void finish_part(game_checker_t *checker) {
    part_t *part = &checker->parts[checker->first];
    task_queue_wait(checker->setting.queue, &part->tasks);
    for (size_t row = 0; row < part->record.rows[TABLE_GAMES]; row++) {
        bool wrong = part->faults[row] != NULL;
        if (wrong)
            report(checker, &part->origin, &part->record, row, false, part->faults[row]);
        free(part->faults[row]);
        if (!is_sampled(checker, part, row))
            continue;
        if (wrong)
            progress_game(checker->setting.progress);
        else
            let_wait(checker, part, row);
    }
    free(part->faults);
    checker->positions -= part->record.rows[TABLE_POSITIONS];
    checker->sampled -= part->sampled;
    record_empty(&part->record);
    checker->spares[checker->num_spares++] = part->record;
    checker->first = (checker->first + 1) % MOST_PARTS;
    checker->count--;
}

void game_checker_add(game_checker_t *checker, const game_origin_t *origin,
                      uint64_t number, record_t *record) {
    while (checker->count == MOST_PARTS || checker->positions >= MOST_POSITIONS ||
           checker->sampled >= most_waiting(checker))
        finish_part(checker);
    part_t *part = &checker->parts[(checker->first + checker->count++) % MOST_PARTS];
    record_t empty;
    if (checker->num_spares > 0)
        empty = checker->spares[--checker->num_spares];
    else
        record_init(&empty, record->game);
    *part = (part_t){
        .checker = checker, .record = *record, .origin = *origin, .number = number};
    *record = empty;
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers */
    part->faults = memory_new(part->record.rows[TABLE_GAMES], sizeof *part->faults);
    checker->positions += part->record.rows[TABLE_POSITIONS];
    for (size_t row = 0; row < part->record.rows[TABLE_GAMES]; row++)
        part->sampled += is_sampled(checker, part, row);
    checker->sampled += part->sampled;
    add_tasks(part);
}

void game_checker_flush(game_checker_t *checker) {
    while (checker->count > 0)
        finish_part(checker);
    repeat_waiting(checker);
}
