#include "eval/claim/claim_replay.h"

#include "core/base/pcg.h"
#include "eval/claim/claim.h"
#include "eval/claim/claim_difference.h"
#include "eval/claim/claim_power.h"
#include "eval/claim/claim_table.h"
#include "mcts/evaluate/convolution/network_instructions.h"
#include "mcts/evaluate/evaluator_choice.h"
#include "selfplay/play/run_game.h"
#include "selfplay/run/progress.h"
#include "selfplay/run/stop.h"
#include "selfplay/store/record.h"

#include <errno.h>
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct drawn {
    int run;
    size_t game, row; /* in the run; in the table */
    double budget;    /* simulations per action: longer games first */
    bool is_done;
    const char *what; /* in what it differs; NULL: in nothing */
} drawn_t;

typedef struct replaying {
    const claim_question_t *question;
    const claim_table_t *table;
    const claim_check_order_t *order;
    claim_replay_t *replay;
    claim_differences_t *differences;
    study_t *studies;  /* of each variant: its agents have the bundle's weights */
    study_run_t *runs; /* those that can be played are bound */
    bool *is_played;
    drawn_t *drawn;
    size_t count;
    int threads;
    progress_t progress;
} replaying_t;

/* --- Agents ------------------------------------------------------------------------- */

/* The bundle's file, or that of the checker's folder: never the path in the question.
 * path: NOT_THERE if there is no such file. */
#define NOT_THERE "(kept apart)"
static bool place(const claim_replay_games_t *games, const claim_weights_t *weights,
                  const char *apart, char path[NETWORK_PATH], failure_t *error) {
    bool inside = *weights->file != 0;
    const char *folder = inside ? games->bundle : apart;
    const char *name = inside ? weights->file : claim_weights_name(games->claim, weights);
    snprintf(path, NETWORK_PATH, NOT_THERE);
    if (!folder)
        return true;
    if (snprintf(path, NETWORK_PATH, "%s/%s", folder, name) >= NETWORK_PATH)
        return error_set(error, "%.100s...: the path is too long", folder);
    if (inside || access(path, R_OK) == 0)
        return true;
    if (errno != ENOENT || access(folder, F_OK) != 0)
        return error_set(error, "%s: cannot be read: %s", path, strerror(errno));
    snprintf(path, NETWORK_PATH, NOT_THERE);
    return true;
}

static bool make_studies(replaying_t *replaying, const claim_replay_games_t *games,
                         failure_t *error) {
    const claim_t *claim = games->claim;
    for (int i = 0; i < claim->question.study->num_variants; i++)
        replaying->studies[i] = *claim->question.study;
    for (int i = 0; i < claim->num_weights; i++) {
        const claim_weights_t *weights = &claim->weights[i];
        study_strength_t *strength =
            &replaying->studies[weights->variant].strengths[weights->strength];
        study_network_t *network = &strength->networks[weights->network];
        network_choice_t *first = &strength->agent.search.evaluator.network;
        if (!place(games, weights, replaying->order->weights, network->weights, error))
            return false;
        memcpy(network->hash, weights->hash, sizeof network->hash);
        if (weights->network > 0)
            continue;
        memcpy(first->weights, network->weights, sizeof first->weights);
        memcpy(first->hash, network->hash, sizeof first->hash);
        first->instructions = weights->instructions;
    }
    return true;
}

/* Whether the instruction set that a network was evaluated with is available. */
static bool has_instructions(const agent_t *agent) {
    network_instructions_t instructions =
        (network_instructions_t)agent->search.evaluator.network.instructions;
    return evaluator_choice_class(&agent->search.evaluator)->is_exact ||
           (instructions != INSTRUCTIONS_AUTO &&
            network_instructions_are_there(instructions));
}

static bool has_networks(const run_config_t *config) {
    for (int i = 0; i < config->num_agents; i++)
        if (strcmp(config->agents[i].search.evaluator.network.weights, NOT_THERE) == 0)
            return false;
    return true;
}

static bool open_run(replaying_t *replaying, int which, failure_t *error) {
    const study_part_t *part = &replaying->question->runs[which];
    const study_t *study = &replaying->studies[part->variant];
    study_run_t *run = &replaying->runs[which];
    failure_t wrong;
    size_t games;
    (void)claim_table_run(replaying->table, which, &games);
    if (!study_run_imagine(run, study, *part, CLAIM_FOLDER, error))
        return false;
    if (!claim_run_repeats(replaying->question, which)) {
        replaying->replay->outside += games;
    } else if (!has_networks(&run->config)) {
        replaying->replay->apart += games;
    } else if (!has_instructions(&study->strengths[part->strength].agent)) {
        replaying->replay->elsewhere += games;
    } else if (run_config_bind(&run->config, "weights", &wrong)) {
        replaying->is_played[which] = true;
        replaying->replay->games += games;
    } else if (error_is_of_system(&wrong)) {
        *error = wrong;
        return false;
    } else {
        claim_differs(replaying->differences, "%s", wrong.message);
    }
    return true;
}

/* --- Drawing ------------------------------------------------------------------------ */

static int compare_rows(const void *a, const void *b) {
    const drawn_t *x = a, *y = b;
    return (x->row > y->row) - (x->row < y->row);
}

static int compare_budgets(const void *a, const void *b) {
    const drawn_t *x = a, *y = b;
    int order = (x->budget < y->budget) - (x->budget > y->budget);
    return order ? order : compare_rows(a, b);
}

/* Draws without replacement, each game with the same probability. */
static void draw(replaying_t *replaying) {
    uint64_t games = replaying->replay->games, left = games;
    pcg32_t rng = pcg32_seed(replaying->order->seed, 1);
    REQUIRE(games <= UINT32_MAX);
    uint64_t wanted =
        (uint64_t)fmin(ceil(replaying->order->share * (double)games), (double)games);
    replaying->drawn = memory_new(wanted + 1, sizeof *replaying->drawn);
    for (int run = 0; run < replaying->question->num_runs; run++) {
        size_t count;
        const agent_t *agent = claim_run_agent(replaying->question, run);
        (void)claim_table_run(replaying->table, run, &count);
        for (size_t i = 0; i < count && replaying->is_played[run]; i++, left--)
            if (pcg32_below(&rng, (uint32_t)left) < wanted - replaying->count)
                replaying->drawn[replaying->count++] =
                    (drawn_t){.run = run,
                              .game = i,
                              .row = replaying->table->runs[run] + i,
                              .budget = (double)agent_simulations(agent)};
    }
    qsort(replaying->drawn, replaying->count, sizeof *replaying->drawn, compare_budgets);
}

/* --- Playing ------------------------------------------------------------------------ */

static bool watch(void *context, uint32_t simulations) {
    progress_simulations(context, simulations);
    return !stop_asked();
}

/* The state for playing a run, which a thread keeps for games of the same run. */
typedef struct seat {
    play_t *play;
    int run;
} seat_t;

static void play_again(replaying_t *replaying, drawn_t *drawn, seat_t *seat) {
    const study_run_t *run = &replaying->runs[drawn->run];
    record_t record;
    if (!seat->play || seat->run != drawn->run) {
        play_free(seat->play);
        *seat = (seat_t){play_new(&run->config), drawn->run};
    }
    record_init(&record, run->config.game);
    if (play_game(seat->play, drawn->game, &record, watch, &replaying->progress)) {
        claim_table_t found = {0};
        claim_table_begin_run(&found);
        claim_table_add(&found, run, &record, 0);
        drawn->what = claim_row_difference(
            replaying->table, &replaying->table->rows[drawn->row], &found, found.rows);
        drawn->is_done = true;
        claim_table_clear(&found);
        progress_game(&replaying->progress);
    }
    record_clear(&record);
}

static void play_all(replaying_t *replaying) {
    const int wanted = replaying->order->threads;
    replaying->threads = wanted > 0 ? wanted : omp_get_max_threads();
    progress_init(&replaying->progress, replaying->count,
                  replaying->order->quiet || replaying->count == 0);
#pragma omp parallel num_threads(replaying->threads)
    {
        seat_t seat = {NULL, -1};
        stop_thread_plays();
#pragma omp for schedule(dynamic, 1)
        for (size_t i = 0; i < replaying->count; i++)
            if (!stop_asked())
                play_again(replaying, &replaying->drawn[i], &seat);
        stop_thread_leaves();
        play_free(seat.play);
    }
    progress_finish(&replaying->progress);
}

/* replayed: of each run. */
static void find_weakest(replaying_t *replaying, const uint64_t *replayed) {
    claim_replay_t *replay = replaying->replay;
    double most = 0;
    for (int run = 0; run < replaying->question->num_runs; run++) {
        size_t games;
        (void)claim_table_run(replaying->table, run, &games);
        uint64_t least = claim_power_least(games, replayed[run], CLAIM_POWER_CHANCE);
        double share = least > 0 ? (double)least / (double)games : 1;
        if (games == 0 || !replaying->is_played[run] || share <= most)
            continue;
        most = share;
        replay->weakest_games = games;
        replay->weakest_replayed = replayed[run];
        claim_run_name(replaying->question, run, replay->weakest);
    }
}

static void report(replaying_t *replaying) {
    claim_replay_t *replay = replaying->replay;
    uint64_t *of_run =
        memory_new((size_t)replaying->question->num_runs + 1, sizeof *of_run);
    qsort(replaying->drawn, replaying->count, sizeof *replaying->drawn, compare_rows);
    for (size_t i = 0; i < replaying->count; i++) {
        const drawn_t *drawn = &replaying->drawn[i];
        char name[STUDY_PART_NAME];
        replay->replayed += drawn->is_done;
        of_run[drawn->run] += drawn->is_done;
        if (!drawn->what)
            continue;
        replay->differ++;
        claim_run_name(replaying->question, drawn->run, name);
        claim_differs(replaying->differences,
                      "game %zu of %s, replayed, has a different %s", drawn->game, name,
                      drawn->what);
    }
    if (replay->replayed < replaying->count)
        replay->stopped = stop_reason();
    find_weakest(replaying, of_run);
    free(of_run);
}

bool claim_replay(const claim_replay_games_t *games, const claim_check_order_t *order,
                  claim_replay_t *replay, claim_differences_t *differences,
                  failure_t *error) {
    const claim_question_t *question = &games->claim->question;
    size_t runs = (size_t)question->num_runs,
           variants = (size_t)question->study->num_variants;
    replaying_t *replaying = memory_new(1, sizeof *replaying);
    *replay = (claim_replay_t){0};
    *replaying =
        (replaying_t){.question = question,
                      .table = games->table,
                      .order = order,
                      .replay = replay,
                      .differences = differences,
                      .runs = memory_new(runs, sizeof *replaying->runs),
                      .is_played = memory_new(runs, 1),
                      .studies = memory_new(variants, sizeof *replaying->studies)};
    bool ok = make_studies(replaying, games, error);
    for (size_t run = 0; ok && run < runs; run++)
        ok = open_run(replaying, (int)run, error);
    if (ok) {
        draw(replaying);
        play_all(replaying);
        report(replaying);
    }
    for (size_t run = 0; run < runs; run++)
        study_run_close(&replaying->runs[run]);
    free(replaying->runs);
    free(replaying->is_played);
    free(replaying->studies);
    free(replaying->drawn);
    free(replaying);
    return ok;
}
