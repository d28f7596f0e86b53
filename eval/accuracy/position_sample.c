#include "eval/accuracy/position_sample.h"

#include "eval/accuracy/agent_player.h"
#include "eval/solve/win_query.h"

#include <stdlib.h>

/* Random streams of games: those of agents differ from those of playouts. */
#define FIRST_GAME_OF_AGENTS (UINT64_C(1) << 32)

/* A game in progress. */
typedef struct sampled_game {
    state_t state;
    action_t *actions; /* game->max_game_length of them at most */
    agent_moment_t moment;
    uint32_t begins; /* actions before the first position eligible for drawing */
} sampled_game_t;

void position_sample_init(position_sample_t *sample, const game_t *game) {
    *sample = (position_sample_t){.game = game};
    for (int source = 0; source < SAMPLE_SOURCES; source++)
        state_set_init(&sample->drawn[source], game);
}

void position_sample_clear(position_sample_t *sample) {
    for (int source = 0; source < SAMPLE_SOURCES; source++)
        state_set_clear(&sample->drawn[source]);
    free(sample->positions);
    free(sample->actions);
    *sample = (position_sample_t){0};
}

void position_sample_state(const position_sample_t *sample, size_t index,
                           state_t *state) {
    const action_t *actions = position_sample_actions(sample, index);
    game_start(sample->game, state);
    for (uint32_t ply = 0; ply < sample->positions[index].moment.ply; ply++)
        game_apply(sample->game, state, actions[ply]);
}

const action_t *position_sample_actions(const position_sample_t *sample, size_t index) {
    return sample->actions + sample->positions[index].first;
}

/* --- Games -------------------------------------------------------------------------- */

static bool is_over(const game_t *game, const sampled_game_t *played) {
    return game_outcome_at(game, &played->state, played->moment.ply).over;
}

static void apply(const game_t *game, sampled_game_t *played, action_t action) {
    int player = game_player(game, &played->state);
    played->actions[played->moment.ply++] = action;
    game_apply(game, &played->state, action);
    played->moment.turn += game_player(game, &played->state) != player;
}

static void play_at_random(const game_t *game, sampled_game_t *played, uint32_t most,
                           pcg32_t *rng) {
    action_t actions[GAME_MAX_LEGAL];
    while (played->moment.ply < most && !is_over(game, played)) {
        int count = game_legal(game, &played->state, actions);
        apply(game, played, actions[pcg32_below(rng, (uint32_t)count)]);
    }
}

/* Plays a game to its end; false: a program failed. */
static bool play_game(const game_t *game, const sample_plan_t *plan,
                      sampled_game_t *played, pcg32_t *rng, failure_t *error) {
    bool random = plan->source == SAMPLE_PLAYOUTS;
    game_start(game, &played->state);
    played->begins = random ? 0 : pcg32_below(rng, (uint32_t)plan->opening + 1);
    play_at_random(game, played, random ? UINT32_MAX : played->begins, rng);
    while (!is_over(game, played)) {
        uint64_t of = played->moment.game % (uint64_t)plan->num_players;
        agent_asked_t asked = {&played->state, played->actions, played->moment};
        action_t action;
        if (!agent_player_choose(plan->players[of], &asked, &action, error))
            return false;
        apply(game, played, action);
    }
    return true;
}

/* --- Positions ---------------------------------------------------------------------- */

static bool is_new(position_sample_t *sample, sample_source_t source,
                   const state_t *state) {
    win_query_t plain;
    game_copy(sample->game, &plain.state, state);
    plain.attacker = 0;
    (void)win_query_normalise(sample->game, WIN_QUERY_ENDLESS, 0, &plain);
    return state_set_add(&sample->drawn[source], &plain.state);
}

static void keep_actions(position_sample_t *sample, const action_t *actions,
                         uint32_t count) {
    size_t needed = sample->num_actions + count;
    sample->actions = memory_grow(sample->actions, &sample->action_capacity, needed + 1,
                                  sizeof *sample->actions);
    if (count > 0)
        memcpy(sample->actions + sample->num_actions, actions, count * sizeof *actions);
    sample->num_actions = needed;
}

static void keep(position_sample_t *sample, sample_source_t source,
                 const action_t *actions, const agent_moment_t *moment) {
    sample->positions = memory_grow(sample->positions, &sample->capacity,
                                    sample->count + 1, sizeof *sample->positions);
    sample->positions[sample->count++] =
        (sampled_position_t){source, *moment, sample->num_actions};
    keep_actions(sample, actions, moment->ply);
    sample->counts[source]++;
}

/* Draws one position of a finished game. Returns whether it is new. */
static bool draw_position(position_sample_t *sample, sample_source_t source,
                          const sampled_game_t *played, pcg32_t *rng) {
    const game_t *game = sample->game;
    if (played->moment.ply <= played->begins)
        return false;
    agent_moment_t moment = played->moment;
    moment.turn = 0;
    moment.ply = played->begins + pcg32_below(rng, played->moment.ply - played->begins);
    state_t state;
    game_start(game, &state);
    for (uint32_t ply = 0; ply < moment.ply; ply++) {
        int player = game_player(game, &state);
        game_apply(game, &state, played->actions[ply]);
        moment.turn += game_player(game, &state) != player;
    }
    if (!is_new(sample, source, &state))
        return false;
    keep(sample, source, played->actions, &moment);
    return true;
}

bool position_sample_draw(position_sample_t *sample, const sample_plan_t *plan,
                          failure_t *error) {
    const game_t *game = sample->game;
    uint64_t first = plan->source == SAMPLE_AGENTS ? FIRST_GAME_OF_AGENTS : 0;
    uint64_t *games = &sample->games[plan->source];
    size_t *count = &sample->counts[plan->source];
    action_t *actions = memory_new((size_t)game->max_game_length + 1, sizeof *actions);
    bool ok = true;
    for (int tries = 0; ok && *count < plan->positions && tries < SAMPLE_TRIES; tries++) {
        if (plan->go_on && !plan->go_on(plan->context)) {
            sample->stopped = true;
            break;
        }
        sampled_game_t played = {.actions = actions,
                                 .moment = {.seed = plan->seed, .game = first + *games}};
        pcg32_t rng = pcg32_for(plan->seed, played.moment.game, 0, PCG_FOR_POSITIONS);
        ok = play_game(game, plan, &played, &rng, error);
        ++*games;
        if (ok && draw_position(sample, plan->source, &played, &rng))
            tries = 0;
    }
    free(actions);
    return ok;
}
