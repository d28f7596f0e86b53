#include "eval/accuracy/accuracy.h"

#include "core/stats/outcome_counts.h"

#include <math.h>
#include <stdlib.h>

/* The data of a call. */
typedef struct work {
    const accuracy_order_t *order;
    accuracy_t *accuracy;
    agent_player_t **players; /* as accuracy->players */
    position_sample_t sample;
    action_solver_t *solver;
    action_values_t *values;
    accuracy_progress_t progress;
} work_t;

/* --- Progress ----------------------------------------------------------------------- */

static bool goes_on(void *context) {
    work_t *work = context;
    const accuracy_order_t *order = work->order;
    if (!work->accuracy->stopped && order->go_on)
        work->accuracy->stopped = !order->go_on(order->context, &work->progress);
    return !work->accuracy->stopped;
}

/* --- Positions ---------------------------------------------------------------------- */

static bool goes_on_drawing(void *context) {
    work_t *work = context;
    work->progress.done = work->sample.count;
    return goes_on(context);
}

static bool draw_source(work_t *work, sample_source_t source, failure_t *error) {
    const accuracy_order_t *order = work->order;
    agent_player_t **players =
        memory_new((size_t)order->num_agents + 1, sizeof(agent_player_t *));
    int count = 0;
    for (int i = 0; i < work->accuracy->num_players; i++)
        if (work->accuracy->players[i].form == PLAYER_SEARCH)
            players[count++] = work->players[i];
    const sample_plan_t plan = {.source = source,
                                .positions = order->positions[source],
                                .seed = order->seed,
                                .opening = order->opening,
                                .players = players,
                                .num_players = count,
                                .go_on = goes_on_drawing,
                                .context = work};
    bool ok = position_sample_draw(&work->sample, &plan, error);
    free(players);
    work->accuracy->sources[source].games = work->sample.games[source];
    return ok;
}

static bool draw(work_t *work, failure_t *error) {
    bool ok = true;
    work->progress = (accuracy_progress_t){.stage = ACCURACY_DRAWING};
    for (int source = 0; source < SAMPLE_SOURCES; source++)
        work->progress.of += work->order->positions[source];
    for (int source = 0; ok && source < SAMPLE_SOURCES; source++)
        if (work->order->positions[source] > 0 && !work->accuracy->stopped)
            ok = draw_source(work, (sample_source_t)source, error);
    return ok;
}

/* --- Evaluation --------------------------------------------------------------------- */

static void count_position(accuracy_source_t *source, const action_values_t *values) {
    source->solved[values->best]++;
    if (!action_values_differ(values))
        return;
    source->matter[values->best]++;
    source->uniform[values->best] += (double)values->keeping / values->count;
}

/* Agents are queried only where the choice matters: elsewhere every legal action keeps
 * the value. A position counts once all agents have answered. */
static bool ask_players(work_t *work, size_t index, const state_t *state,
                        failure_t *error) {
    const sampled_position_t *position = &work->sample.positions[index];
    const action_values_t *values = work->values;
    int count = work->accuracy->num_players;
    bool *kept = memory_new((size_t)count, sizeof *kept), ok = true;
    agent_asked_t asked = {state, position_sample_actions(&work->sample, index),
                           position->moment};
    for (int i = 0; ok && i < count && goes_on(work); i++) {
        action_t action;
        ok = agent_player_choose(work->players[i], &asked, &action, error);
        if (!ok)
            break;
        int at = game_find_action(values->actions, values->count, action);
        REQUIRE(at >= 0);
        kept[i] = values->of[at] == values->best;
    }
    if (ok && goes_on(work)) {
        count_position(&work->accuracy->sources[position->source], values);
        for (int i = 0; i < count; i++)
            work->accuracy->players[i].kept[position->source][values->best] += kept[i];
    }
    free(kept);
    return ok;
}

static bool judge(work_t *work, size_t index, failure_t *error) {
    sample_source_t of = work->sample.positions[index].source;
    accuracy_source_t *source = &work->accuracy->sources[of];
    state_t state;
    bool ok = true;
    position_sample_state(&work->sample, index, &state);
    if (!action_solver_find(work->solver, &state, work->values)) {
        if (work->accuracy->stopped)
            return true;
        source->open++;
        work->progress.open++;
    } else if (!action_values_differ(work->values)) {
        count_position(source, work->values);
    } else {
        ok = ask_players(work, index, &state, error);
        work->progress.matter++;
    }
    source->drawn += !work->accuracy->stopped;
    return ok;
}

/* Alternates between sources, so that a stopped call has evaluated equally many of
 * each. */
static bool judge_all(work_t *work, failure_t *error) {
    const accuracy_order_t *order = work->order;
    action_limits_t limits = order->limits;
    const size_t first[] = {
        [SAMPLE_PLAYOUTS] = 0, [SAMPLE_AGENTS] = work->sample.counts[SAMPLE_PLAYOUTS]};
    state_t start;
    bool ok = true;
    limits.go_on = goes_on;
    limits.context = work;
    game_start(order->game, &start);
    work->solver = action_solver_new(order->game, &start, &limits);
    work->values = memory_new(1, sizeof *work->values);
    work->progress =
        (accuracy_progress_t){.stage = ACCURACY_JUDGING, .of = work->sample.count};
    for (size_t place = 0; ok && place < work->sample.count; place++)
        for (int source = 0; ok && source < SAMPLE_SOURCES; source++) {
            if (place >= work->sample.counts[source] || !goes_on(work))
                continue;
            ok = judge(work, first[source] + place, error);
            work->progress.done++;
        }
    free(work->values);
    action_solver_free(work->solver);
    return ok;
}

/* --- Interface ---------------------------------------------------------------------- */

static void add_player(work_t *work, int agent, player_form_t form) {
    const accuracy_order_t *order = work->order;
    int at = work->accuracy->num_players++;
    work->accuracy->players[at] = (accuracy_player_t){.agent = agent, .form = form};
    work->players[at] = agent_player_new(&order->agents[agent], order->game, form);
}

bool accuracy_find(const accuracy_order_t *order, accuracy_t *accuracy,
                   failure_t *error) {
    size_t most = 2 * (size_t)order->num_agents;
    *accuracy = (accuracy_t){.players = memory_new(most, sizeof *accuracy->players)};
    work_t work = {.order = order,
                   .accuracy = accuracy,
                   .players = memory_new(most, sizeof(agent_player_t *))};
    for (int i = 0; i < order->num_agents; i++) {
        if (agent_has_priors(&order->agents[i], order->game))
            add_player(&work, i, PLAYER_PRIORS);
        add_player(&work, i, PLAYER_SEARCH);
    }
    position_sample_init(&work.sample, order->game);
    bool ok = draw(&work, error) && (accuracy->stopped || judge_all(&work, error));
    position_sample_clear(&work.sample);
    for (int i = 0; i < accuracy->num_players; i++)
        agent_player_free(work.players[i]);
    free(work.players);
    return ok;
}

void accuracy_clear(accuracy_t *accuracy) {
    free(accuracy->players);
    *accuracy = (accuracy_t){0};
}

/* --- Shares ------------------------------------------------------------------------- */

uint64_t accuracy_sum(const uint64_t counts[ACCURACY_VALUES]) {
    uint64_t sum = 0;
    for (int value = 0; value < ACCURACY_VALUES; value++)
        sum += counts[value];
    return sum;
}

static estimate_t share(uint64_t part, uint64_t of) {
    outcome_counts_t counts = {1, {of - part, 0, part}};
    return of > 0 ? outcome_counts_score_estimate(&counts, 0.95)
                  : (estimate_t){(double)NAN, 0, 1};
}

estimate_t accuracy_where_it_matters(const accuracy_t *accuracy, sample_source_t source,
                                     int player) {
    return share(accuracy_sum(accuracy->players[player].kept[source]),
                 accuracy_sum(accuracy->sources[source].matter));
}

estimate_t accuracy_of_all(const accuracy_t *accuracy, sample_source_t source,
                           int player) {
    const accuracy_source_t *of = &accuracy->sources[source];
    uint64_t solved = accuracy_sum(of->solved);
    return share(solved - accuracy_sum(of->matter) +
                     accuracy_sum(accuracy->players[player].kept[source]),
                 solved);
}

static double sum_of_uniform(const accuracy_source_t *source) {
    double sum = 0;
    for (int value = 0; value < ACCURACY_VALUES; value++)
        sum += source->uniform[value];
    return sum;
}

double accuracy_uniform(const accuracy_source_t *source) {
    uint64_t matter = accuracy_sum(source->matter);
    return matter > 0 ? sum_of_uniform(source) / (double)matter : (double)NAN;
}

double accuracy_uniform_of_all(const accuracy_source_t *source) {
    uint64_t solved = accuracy_sum(source->solved);
    double kept =
        (double)(solved - accuracy_sum(source->matter)) + sum_of_uniform(source);
    return solved > 0 ? kept / (double)solved : (double)NAN;
}
