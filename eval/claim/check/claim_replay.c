#include "eval/claim/check/claim_replay.h"

#include "core/base/pcg.h"
#include "eval/claim/claim_about.h"
#include "eval/claim/claim_table.h"
#include "mcts/evaluate/convolution/network_instructions.h"
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
    size_t row;    /* in the table */
    double budget; /* simulations per action: longer games first */
    bool is_done;
    const char *what; /* in what it differs; NULL: in nothing */
} drawn_t;

typedef struct replaying {
    const claim_about_t *about;
    const claim_table_t *table;
    const claim_replay_order_t *order;
    claim_replay_t *replay;
    study_t *studies;  /* of each variant: its agents have the bundle's weights */
    study_run_t *runs; /* those that can be played are bound */
    bool *is_played;
    drawn_t *drawn;
    size_t count;
    int threads;
    progress_t progress;
} replaying_t;

/* --- Agents ------------------------------------------------------------------------- */

static void tell(const replaying_t *replaying, const char *what) {
    replaying->order->tell(replaying->order->context, what);
}

static const claim_weights_t *find_weights(const claim_agents_t *agents,
                                           const char *path) {
    for (int i = 0; i < agents->num_weights; i++)
        if (strcmp(agents->weights[i].path, path) == 0)
            return &agents->weights[i];
    return NULL;
}

/* An agent plays with the bundle's file, or that of the checker's folder, not with the
 * path in the study. */
static bool place_weights(const replaying_t *replaying, agent_t *agent,
                          const char *bundle, failure_t *error) {
    network_choice_t *network = &agent->search.evaluator.network;
    const claim_weights_t *found =
        find_weights(&replaying->about->agents, network->weights);
    if (!claim_agent_has_weights(agent))
        return true;
    if (!found)
        return error_set(error, "%s: has no weights of strength \"%s\"", bundle,
                         agent->name);
    bool is_apart = !*found->file;
    const char *folder = is_apart ? replaying->order->weights : bundle;
    const char *name = is_apart ? claim_weights_name(found) : found->file;
    if (!folder)
        return error_set(error,
                         "%s: the weights %s are kept apart from the bundle: give their "
                         "folder with --weights",
                         bundle, name);
    if (snprintf(network->weights, sizeof network->weights, "%s/%s", folder, name) >=
        (int)sizeof network->weights)
        return error_set(error, "%.100s...: the path is too long", folder);
    return !is_apart || access(network->weights, R_OK) == 0 ||
           error_set(error, "%s: cannot be read: %s", network->weights, strerror(errno));
}

/* A strength level with the agents of a variant. */
static bool make_strength(const replaying_t *replaying, const claim_players_t *players,
                          study_strength_t *strength, const char *bundle,
                          failure_t *error) {
    agent_t agent;
    for (int i = 0; i < strength->num_networks; i++) {
        study_network_t *network = &strength->networks[i];
        agent = players->of[i];
        if (!place_weights(replaying, &agent, bundle, error))
            return false;
        memcpy(network->weights, agent.search.evaluator.network.weights,
               sizeof network->weights);
        memcpy(network->hash, agent.search.evaluator.network.hash, sizeof network->hash);
    }
    strength->agent = players->of[0];
    return place_weights(replaying, &strength->agent, bundle, error);
}

static bool make_studies(replaying_t *replaying, const char *bundle, failure_t *error) {
    const claim_about_t *about = replaying->about;
    for (int variant = 0; variant < about->subject.facts.variants; variant++) {
        study_t *study = &replaying->studies[variant];
        *study = *about->subject.variants[variant].study;
        for (int i = 0; i < study->num_strengths; i++) {
            if (!make_strength(replaying, claim_agents_at(&about->agents, variant, i),
                               &study->strengths[i], bundle, error))
                return false;
        }
    }
    return true;
}

/* Whether the instruction set that a network was evaluated with is available. */
static bool has_instructions(const agent_t *agent) {
    network_instructions_t instructions =
        (network_instructions_t)agent->search.evaluator.network.instructions;
    return agent->search.evaluator.kind != EVALUATOR_NETWORK ||
           (instructions != INSTRUCTIONS_AUTO &&
            network_instructions_are_there(instructions));
}

static bool open_run(replaying_t *replaying, int which, failure_t *error) {
    const claim_run_t *of = &replaying->about->subject.runs[which];
    const study_t *study = &replaying->studies[of->variant];
    const agent_t *agent = &study->strengths[of->part.strength].agent;
    study_run_t *run = &replaying->runs[which];
    failure_t wrong;
    size_t games;
    (void)claim_table_run(replaying->table, which, &games);
    if (!study_run_imagine(run, study, of->part, CLAIM_FOLDER, error))
        return false;
    if (!claim_agent_repeats(agent))
        replaying->replay->outside += games;
    else if (!has_instructions(agent))
        replaying->replay->elsewhere += games;
    else if (!run_config_bind(&run->config, "weights", &wrong)) {
        if (error_is_of_system(&wrong)) {
            *error = wrong;
            return false;
        }
        replaying->replay->weights++;
        tell(replaying, wrong.message);
    } else {
        replaying->is_played[which] = true;
        replaying->replay->games += games;
    }
    return true;
}

/* --- Drawing ------------------------------------------------------------------------ */

static int compare_budgets(const void *a, const void *b) {
    const drawn_t *x = a, *y = b;
    if (x->budget != y->budget)
        return x->budget < y->budget ? 1 : -1;
    return (x->row > y->row) - (x->row < y->row);
}

static int compare_rows(const void *a, const void *b) {
    const drawn_t *x = a, *y = b;
    return (x->row > y->row) - (x->row < y->row);
}

/* Draws without replacement, each game with the same probability. */
static void draw(replaying_t *replaying) {
    uint64_t games = replaying->replay->games, left = games;
    pcg32_t rng = pcg32_seed(replaying->order->seed, 1);
    REQUIRE(games <= UINT32_MAX);
    uint64_t wanted =
        (uint64_t)fmin(ceil(replaying->order->share * (double)games), (double)games);
    replaying->drawn = memory_new(wanted + 1, sizeof *replaying->drawn);
    for (int run = 0; run < replaying->about->subject.num_runs; run++) {
        size_t count;
        const agent_t *agent = claim_run_agent(&replaying->about->subject.runs[run]);
        (void)claim_table_run(replaying->table, run, &count);
        for (size_t i = 0; i < count && replaying->is_played[run]; i++, left--)
            if (pcg32_below(&rng, (uint32_t)left) < wanted - replaying->count)
                replaying->drawn[replaying->count++] =
                    (drawn_t){.run = run,
                              .row = replaying->table->runs[run] + i,
                              .budget = (double)study_simulations(agent)};
    }
    qsort(replaying->drawn, replaying->count, sizeof *replaying->drawn, compare_budgets);
}

/* --- Playing ------------------------------------------------------------------------ */

static bool watch(void *context, uint32_t simulations) {
    progress_simulations(context, simulations);
    return !stop_asked();
}

/* Compares the game in a record with the one that was drawn. */
static void compare(const replaying_t *replaying, drawn_t *drawn,
                    const record_t *record) {
    claim_table_t found = {0};
    claim_table_begin_run(&found);
    claim_table_add(&found, &replaying->runs[drawn->run], record, 0);
    (void)claim_row_equal(replaying->table, &replaying->table->rows[drawn->row], &found,
                          found.rows, &drawn->what);
    drawn->is_done = true;
    claim_table_clear(&found);
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
    if (play_game(seat->play, drawn->row - replaying->table->runs[drawn->run], &record,
                  watch, &replaying->progress)) {
        compare(replaying, drawn, &record);
        progress_game(&replaying->progress);
    }
    record_clear(&record);
}

static void play_all(replaying_t *replaying) {
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

static void tell_of_games(replaying_t *replaying) {
    qsort(replaying->drawn, replaying->count, sizeof *replaying->drawn, compare_rows);
    for (size_t i = 0; i < replaying->count; i++) {
        const drawn_t *drawn = &replaying->drawn[i];
        char name[CLAIM_RUN_NAME], what[2 * CLAIM_RUN_NAME];
        replaying->replay->replayed += drawn->is_done;
        if (!drawn->what)
            continue;
        replaying->replay->differ++;
        claim_subject_run_name(&replaying->about->subject, drawn->run, name);
        snprintf(what, sizeof what, "game %zu of %s, replayed, has a different %s",
                 drawn->row - replaying->table->runs[drawn->run], name, drawn->what);
        tell(replaying, what);
    }
    if (replaying->replay->replayed < replaying->count)
        replaying->replay->stopped = stop_reason();
}

bool claim_replay(const claim_about_t *about, const claim_table_t *table,
                  const char *bundle, const claim_replay_order_t *order,
                  claim_replay_t *replay, failure_t *error) {
    size_t runs = (size_t)about->subject.num_runs;
    size_t variants = (size_t)about->subject.facts.variants;
    replaying_t *replaying = memory_new(1, sizeof *replaying);
    *replay = (claim_replay_t){0};
    *replaying = (replaying_t){
        .about = about,
        .table = table,
        .order = order,
        .replay = replay,
        .runs = memory_new(runs, sizeof *replaying->runs),
        .is_played = memory_new(runs, 1),
        .studies = memory_new(variants, sizeof *replaying->studies),
        .threads = order->threads > 0 ? order->threads : omp_get_max_threads()};
    bool ok = make_studies(replaying, bundle, error);
    for (size_t run = 0; ok && run < runs; run++)
        ok = open_run(replaying, (int)run, error);
    if (ok) {
        draw(replaying);
        play_all(replaying);
        tell_of_games(replaying);
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
