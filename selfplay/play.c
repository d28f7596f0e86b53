#include "selfplay/play.h"

#include "selfplay/opening.h"

#include <stdlib.h>

struct play {
    const run_config_t *config;
    search_t *searches[RUN_MAX_AGENTS];
    search_t *judge; /* of openings, or NULL */
    /* The game under way. */
    state_t state;
    agent_moment_t moment;
};

play_t *play_new(const run_config_t *config) {
    play_t *play = memory_new(1, sizeof *play);
    play->config = config;
    for (int i = 0; i < config->num_agents; i++)
        play->searches[i] = agent_search_new(&config->agents[i], config->game);
    play->judge = opening_judge_new(config);
    return play;
}

void play_free(play_t *play) {
    if (!play)
        return;
    for (int i = 0; i < play->config->num_agents; i++)
        search_free(play->searches[i]);
    search_free(play->judge);
    free(play);
}

bool play_can_go_on(const run_config_t *config) {
    for (int i = 0; i < config->num_agents; i++)
        if (config->agents[i].search.reuse)
            return false;
    return true;
}

static void take_decision(play_t *play, action_t action) {
    const game_t *game = play->config->game;
    int player = game_player(game, &play->state);
    for (int i = 0; i < play->config->num_agents; i++)
        search_advance(play->searches[i], action);
    game_apply(game, &play->state, action);
    if (game_outcome(game, &play->state).over ||
        game_player(game, &play->state) != player)
        play->moment.turn++;
    play->moment.ply++;
}

/* Nobody has searched: all visits are 0. */
static void record_opening(play_t *play, record_t *record) {
    const game_t *game = play->config->game;
    action_t actions[OPENING_MAX];
    int count =
        opening_draw(play->config, opening_number(play->config, play->moment.game),
                     play->judge, actions);
    for (int i = 0; i < count; i++) {
        search_result_t none = {.root_value = 0.5f, .planned = -1};
        none.count = game_legal(game, &play->state, none.actions);
        record_add_position(record, &play->state, play->moment.ply, play->moment.turn,
                            &none, actions[i]);
        take_decision(play, actions[i]);
    }
}

/* To behind the positions that the record has, or behind the opening. */
static void begin(play_t *play, uint64_t id, record_t *record) {
    const game_t *game = play->config->game;
    size_t first = record_open_position(record), end = record->rows[TABLE_POSITIONS];
    play->moment = (agent_moment_t){.seed = (uint64_t)play->config->seed, .game = id};
    memset(&play->state, 0, sizeof play->state);
    game_start(game, &play->state);
    for (int i = 0; i < play->config->num_agents; i++)
        search_forget(play->searches[i]);
    for (size_t row = first; row < end; row++)
        take_decision(play, record_u16(record, POSITIONS_CHOSEN)[row]);
    if (first == end)
        record_opening(play, record);
    else
        REQUIRE(play_can_go_on(play->config));
}

/* false: the watcher stopped it. *seen: simulations that the watcher knows of. */
static bool run_search(search_t *search, play_watcher_t watcher, void *context,
                       uint32_t *seen) {
    *seen = 0;
    while (!search_run(search, PLAY_WATCH)) {
        uint32_t simulations = search_simulations(search);
        if (watcher && !watcher(context, simulations - *seen))
            return false;
        *seen = simulations;
    }
    return true;
}

/* Searches, decides, records; false: the watcher stopped it. */
static bool play_decision(play_t *play, record_t *record, play_watcher_t watcher,
                          void *context) {
    const game_t *game = play->config->game;
    int i = run_config_agent(play->config, play->moment.game,
                             game_player(game, &play->state));
    search_t *search = play->searches[i];
    search_result_t result;
    uint32_t seen;
    agent_start(search, &play->state, play->moment);
    if (!run_search(search, watcher, context, &seen))
        return false;
    int chosen = agent_decide(&play->config->agents[i], search, play->moment, &result);
    action_t action = result.actions[chosen];
    record_add_position(record, &play->state, play->moment.ply, play->moment.turn,
                        &result, action);
    take_decision(play, action);
    return !watcher || watcher(context, result.simulations - seen);
}

static void end_game(const play_t *play, record_t *record) {
    const run_config_t *config = play->config;
    const game_t *game = config->game;
    uint64_t id = play->moment.game;
    game_end_t end = {.id = id,
                      .seed = pcg_seed_of_game((uint64_t)config->seed, id),
                      .outcome = game_outcome_at(game, &play->state, play->moment.ply),
                      .turns = play->moment.turn};
    int winner = end.outcome.winner;
    end.winner_side =
        (uint8_t)(winner == NOBODY ? NOBODY : game_side_of(game, &play->state, winner));
    for (int player = 0; player < 2; player++)
        end.agents[player] = (uint8_t)run_config_agent(config, id, player);
    record_end_game(record, &end);
}

bool play_game(play_t *play, uint64_t id, record_t *record, play_watcher_t watcher,
               void *context) {
    begin(play, id, record);
    while (!game_outcome_at(play->config->game, &play->state, play->moment.ply).over)
        if (!play_decision(play, record, watcher, context))
            return false;
    end_game(play, record);
    return true;
}
