#include "selfplay/game_checker.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

/* Games a task; games and bytes that wait for their searches before these are run. */
enum { GRAIN = 8, MOST_WAITING = 512, MOST_WAITING_BYTES = 64 << 20 };

/* A game whose searches are to be repeated. */
typedef struct waiting {
    game_origin_t *origin; /* shared by games of one file; the first that has it owns it */
    bool owns_origin, same;
    record_t record; /* of one game */
    replay_fault_t fault;
} waiting_t;

struct game_checker {
    checker_setting_t setting;
    record_t record; /* the batch that tasks are at work on */
    game_origin_t origin;
    uint64_t number;
    replay_fault_t **faults; /* for each of its games; NULL: it is right */
    waiting_t *waiting;
    size_t num_waiting, waiting_bytes;
    search_t **searches; /* by thread of the team, made when needed */
    int num_threads;
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
    checker->num_threads = omp_get_num_threads();
    checker->searches =
        memory_new((size_t)checker->num_threads, sizeof *checker->searches);
    checker->waiting = memory_new(MOST_WAITING, sizeof *checker->waiting);
    return checker;
}

void game_checker_free(game_checker_t *checker) {
    for (int t = 0; t < checker->num_threads; t++)
        search_free(checker->searches[t]);
    if (checker->record.game)
        record_clear(&checker->record);
    free(checker->searches);
    free(checker->waiting);
    free(checker->faults);
    free(checker);
}

uint64_t game_checker_repeated(const game_checker_t *checker) {
    return checker->repeated;
}

/* --- By the rules ----------------------------------------------------------------------
 */

static bool is_sampled(const game_checker_t *checker, size_t row) {
    const checker_setting_t *setting = &checker->setting;
    return game_checker_is_sampled(checker->number + row, setting->total,
                                   setting->sample);
}

static void check_games(game_checker_t *checker, size_t first, size_t end) {
    for (size_t row = first; row < end; row++) {
        replay_fault_t fault;
        if (!replay_rules(&checker->record, row, checker->setting.config, &fault)) {
            checker->faults[row] = memory_new(1, sizeof fault);
            *checker->faults[row] = fault;
        }
        if (!is_sampled(checker, row))
            progress_game(checker->setting.progress);
    }
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

/* --- Searches --------------------------------------------------------------------------
 */

static bool watch(void *context, uint32_t simulations) {
    progress_simulations(context, simulations);
    return true;
}

static void repeat(game_checker_t *checker, waiting_t *game) {
    const run_config_t *config = checker->setting.config;
    search_t **search = &checker->searches[omp_get_thread_num()];
    if (!*search)
        *search = search_new(config->game, &config->search);
    game->same = replay_searches(*search, &game->record, 0, config, watch,
                                 checker->setting.progress, &game->fault);
    progress_game(checker->setting.progress);
}

static void repeat_waiting(game_checker_t *checker) {
    for (size_t i = 0; i < checker->num_waiting; i++) {
        waiting_t *game = &checker->waiting[i];
#pragma omp task firstprivate(checker, game)
        repeat(checker, game);
    }
#pragma omp taskwait
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

/* The searches of a game that the rules do not allow are not worth repeating. */
static void let_wait(game_checker_t *checker, size_t row) {
    if (checker->num_waiting == MOST_WAITING ||
        checker->waiting_bytes > MOST_WAITING_BYTES)
        repeat_waiting(checker);
    size_t index = checker->num_waiting++;
    waiting_t *game = &checker->waiting[index];
    *game = (waiting_t){.owns_origin = true};
    if (index > 0 && strcmp(game[-1].origin->path, checker->origin.path) == 0) {
        game->origin = game[-1].origin;
        game->owns_origin = false;
    } else {
        game->origin = memory_new(1, sizeof *game->origin);
        *game->origin = checker->origin;
    }
    record_init(&game->record, checker->record.game);
    record_append_games(&game->record, &checker->record, row, 1);
    checker->waiting_bytes += record_bytes(&game->record);
}

/* --- Batches ---------------------------------------------------------------------------
 */

/* Waits for the batch that is at work and tells what came of it. */
static void finish_batch(game_checker_t *checker) {
#pragma omp taskwait
    if (!checker->record.game)
        return;
    for (size_t row = 0; row < checker->record.rows[TABLE_GAMES]; row++) {
        bool wrong = checker->faults[row] != NULL;
        if (wrong)
            tell(checker, &checker->origin, &checker->record, row, false,
                 checker->faults[row]);
        free(checker->faults[row]);
        if (!is_sampled(checker, row))
            continue;
        if (wrong)
            progress_game(checker->setting.progress);
        else
            let_wait(checker, row);
    }
    record_empty(&checker->record);
}

void game_checker_add(game_checker_t *checker, const game_origin_t *origin,
                      uint64_t number, record_t *record) {
    finish_batch(checker);
    record_t empty = checker->record;
    if (!empty.game)
        record_init(&empty, record->game);
    checker->record = *record;
    *record = empty;
    checker->origin = *origin;
    checker->number = number;
    size_t games = checker->record.rows[TABLE_GAMES];
    free(checker->faults);
    checker->faults = memory_new(games, sizeof *checker->faults);
    for (size_t first = 0; first < games; first += GRAIN) {
        size_t end = first + GRAIN < games ? first + GRAIN : games;
#pragma omp task firstprivate(checker, first, end)
        check_games(checker, first, end);
    }
}

void game_checker_flush(game_checker_t *checker) {
    finish_batch(checker);
    repeat_waiting(checker);
}
