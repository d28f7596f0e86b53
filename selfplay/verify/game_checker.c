#include "selfplay/verify/game_checker.h"

#include "core/base/process/task_queue.h"
#include "mcts/evaluate/process/process_evaluator.h"
#include "selfplay/run/progress.h"
#include "selfplay/store/record.h"
#include "selfplay/verify/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

/* Positions of a batch, and of a task: shards may be small, and a task must be worth
 * its overhead. Files of a batch. Games and bytes that are collected before their
 * searches are run. */
enum {
    BATCH_POSITIONS = 1 << 15,
    TASK_POSITIONS = 1 << 10,
    BATCH_PARTS = 512,
    MOST_WAITING = 512,
    MOST_WAITING_BYTES = 64 << 20
};

/* Games of one file. */
typedef struct part {
    record_t record;
    game_origin_t origin;
    uint64_t number;         /* index of the first, among all games */
    replay_fault_t **faults; /* for each game; NULL: none */
} part_t;

/* A game by its place in a batch. */
typedef struct place {
    size_t part, row;
} place_t;

/* Task i checks the games from ends[i] up to ends[i + 1]. */
typedef struct batch {
    part_t *parts;
    size_t count, positions;
    place_t *ends;
    size_t num_ends, capacity;
} batch_t;

/* A game whose searches are to be repeated. */
typedef struct waiting {
    game_origin_t
        *origin; /* shared by games of one file; the first that has it owns it */
    bool owns_origin, same;
    record_t record; /* of one game */
    replay_fault_t fault;
} waiting_t;

struct game_checker {
    checker_setting_t setting;
    batch_t batches[2]; /* one is filled while tasks process the other */
    batch_t *filling, *working;
    task_group_t at_work; /* on the batch */
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
    for (int i = 0; i < 2; i++)
        checker->batches[i].parts = memory_new(BATCH_PARTS, sizeof(part_t));
    checker->filling = &checker->batches[0];
    checker->working = &checker->batches[1];
    return checker;
}

static void free_batch(batch_t *batch) {
    for (size_t p = 0; p < BATCH_PARTS; p++)
        if (batch->parts[p].record.game)
            record_clear(&batch->parts[p].record);
    free(batch->parts);
    free(batch->ends);
}

void game_checker_free(game_checker_t *checker) {
    for (int t = 0; t < checker->setting.threads; t++)
        play_free(checker->plays[t]);
    free_batch(checker->filling);
    free_batch(checker->working);
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

static void check_game(game_checker_t *checker, part_t *part, size_t row) {
    replay_fault_t fault;
    if (!replay_rules(&part->record, row, checker->setting.config, &fault)) {
        part->faults[row] = memory_new(1, sizeof fault);
        *part->faults[row] = fault;
    }
    if (!is_sampled(checker, part, row))
        progress_game(checker->setting.progress);
}

/* The games of a task of the current batch. */
static void check_games(void *context, size_t task, int thread) {
    game_checker_t *checker = context;
    place_t at = checker->working->ends[task], to = checker->working->ends[task + 1];
    (void)thread;
    while (at.part < to.part || (at.part == to.part && at.row < to.row)) {
        part_t *part = &checker->working->parts[at.part];
        if (at.row < part->record.rows[TABLE_GAMES])
            check_game(checker, part, at.row++);
        else
            at = (place_t){at.part + 1, 0};
    }
}

static void add_end(batch_t *batch, place_t at) {
    if (batch->num_ends == batch->capacity) {
        batch->capacity = batch->capacity ? 2 * batch->capacity : 64;
        batch->ends = memory_resize(batch->ends, batch->capacity, sizeof *batch->ends);
    }
    batch->ends[batch->num_ends++] = at;
}

/* Splits the current batch into tasks of about TASK_POSITIONS for the team. */
static void deal(game_checker_t *checker) {
    batch_t *batch = checker->working;
    place_t at = {0, 0};
    size_t positions = TASK_POSITIONS;
    batch->num_ends = 0;
    for (; at.part < batch->count; at = (place_t){at.part + 1, 0}) {
        const record_t *record = &batch->parts[at.part].record;
        for (; at.row < record->rows[TABLE_GAMES]; at.row++) {
            if (positions >= TASK_POSITIONS) {
                positions = 0;
                add_end(batch, at);
            }
            positions += record_u32(record, GAMES_DECISIONS)[at.row];
        }
    }
    add_end(batch, at);
    for (size_t task = 0; task + 1 < batch->num_ends; task++)
        task_queue_add(checker->setting.queue, &checker->at_work, check_games, checker,
                       task);
}

static void tell(game_checker_t *checker, const game_origin_t *origin,
                 const record_t *record, size_t row, bool of_search,
                 const replay_fault_t *fault) {
    checker->setting.tell(checker->setting.context,
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
            tell(checker, game->origin, &game->record, 0, true, &game->fault);
        record_clear(&game->record);
    }
    for (size_t i = 0; i < checker->num_waiting; i++)
        if (checker->waiting[i].owns_origin)
            free(checker->waiting[i].origin);
    checker->repeated += checker->num_waiting;
    checker->num_waiting = checker->waiting_bytes = 0;
}

/* The searches of an illegal game are not worth repeating. */
static void let_wait(game_checker_t *checker, const part_t *part, size_t row) {
    if (checker->num_waiting == MOST_WAITING ||
        checker->waiting_bytes > MOST_WAITING_BYTES)
        repeat_waiting(checker);
    size_t index = checker->num_waiting++;
    waiting_t *game = &checker->waiting[index];
    *game = (waiting_t){.owns_origin = true};
    if (index > 0 && strcmp(game[-1].origin->path, part->origin.path) == 0) {
        game->origin = game[-1].origin;
        game->owns_origin = false;
    } else {
        game->origin = memory_new(1, sizeof *game->origin);
        *game->origin = part->origin;
    }
    record_init(&game->record, part->record.game);
    record_append_games(&game->record, &part->record, row, 1);
    checker->waiting_bytes += record_bytes(&game->record);
}

/* --- Batches ------------------------------------------------------------------------ */

static void finish_part(game_checker_t *checker, part_t *part) {
    for (size_t row = 0; row < part->record.rows[TABLE_GAMES]; row++) {
        bool wrong = part->faults[row] != NULL;
        if (wrong)
            tell(checker, &part->origin, &part->record, row, false, part->faults[row]);
        free(part->faults[row]);
        if (!is_sampled(checker, part, row))
            continue;
        if (wrong)
            progress_game(checker->setting.progress);
        else
            let_wait(checker, part, row);
    }
    free(part->faults);
    part->faults = NULL;
    record_empty(&part->record);
}

/* Waits for the current batch, reports its faults, and starts the other. */
static void change_batches(game_checker_t *checker) {
    batch_t *done = checker->working;
    task_queue_wait(checker->setting.queue, &checker->at_work);
    for (size_t p = 0; p < done->count; p++)
        finish_part(checker, &done->parts[p]);
    done->count = done->positions = 0;
    checker->working = checker->filling;
    checker->filling = done;
    if (checker->working->count > 0)
        deal(checker);
}

void game_checker_add(game_checker_t *checker, const game_origin_t *origin,
                      uint64_t number, record_t *record) {
    batch_t *batch = checker->filling;
    part_t *part = &batch->parts[batch->count++];
    record_t empty = part->record;
    if (!empty.game)
        record_init(&empty, record->game);
    batch->positions += record->rows[TABLE_POSITIONS];
    part->record = *record;
    *record = empty;
    part->origin = *origin;
    part->number = number;
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers */
    part->faults = memory_new(part->record.rows[TABLE_GAMES], sizeof *part->faults);
    if (batch->count == BATCH_PARTS || batch->positions >= BATCH_POSITIONS)
        change_batches(checker);
}

void game_checker_flush(game_checker_t *checker) {
    change_batches(checker);
    change_batches(checker);
    repeat_waiting(checker);
}
