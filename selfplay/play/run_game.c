#include "selfplay/play/run_game.h"

#include "mcts/engine/engine_player.h"
#include "mcts/search/search.h"
#include "selfplay/play/opening.h"
#include "selfplay/play/resignation.h"
#include "selfplay/store/record.h"

#include <stdlib.h>

struct play {
    const run_config_t *config;
    search_t *searches[RUN_MAX_AGENTS];       /* NULL where there is: */
    engine_player_t *engines[RUN_MAX_AGENTS]; /* an outside program, or NULL */
    engine_patience_t patience;
    engine_problem_t problem;
    search_t *fast;  /* with the small budget (learning.h), or NULL */
    search_t *judge; /* of openings, or NULL */
    /* The game in progress. */
    record_t *record;
    state_t state;
    agent_moment_t moment;
};

play_t *play_new(const run_config_t *config) {
    play_t *play = memory_new(1, sizeof *play);
    play->config = config;
    for (int i = 0; i < config->num_agents; i++)
        if (agent_is_engine(&config->agents[i]))
            play->engines[i] = engine_player_new(&config->agents[i].engine, config->game);
        else
            play->searches[i] = agent_search_new(&config->agents[i], config->game);
    if (learning_has_fast(&config->learning)) {
        agent_t fast = learning_fast_agent(&config->learning, &config->agents[0]);
        play->fast = agent_search_new(&fast, config->game);
    }
    play->judge = opening_judge_new(config);
    return play;
}

void play_free(play_t *play) {
    if (!play)
        return;
    for (int i = 0; i < play->config->num_agents; i++) {
        search_free(play->searches[i]);
        engine_player_free(play->engines[i]);
    }
    search_free(play->fast);
    search_free(play->judge);
    free(play);
}

bool play_can_go_on(const run_config_t *config) {
    for (int i = 0; i < config->num_agents; i++)
        if (config->agents[i].search.reuse)
            return false;
    return true;
}

static void apply_action(play_t *play, action_t action) {
    const game_t *game = play->config->game;
    int player = game_player(game, &play->state);
    for (int i = 0; i < play->config->num_agents; i++)
        if (play->searches[i])
            search_advance(play->searches[i], action);
    if (play->fast)
        search_advance(play->fast, action);
    game_apply(game, &play->state, action);
    if (game_outcome(game, &play->state).over ||
        game_player(game, &play->state) != player)
        play->moment.turn++;
    play->moment.ply++;
}

/* A position without a search: all visits are 0. */
static void record_opening(play_t *play) {
    const game_t *game = play->config->game;
    action_t actions[OPENING_MAX];
    int count =
        opening_draw(play->config, opening_number(play->config, play->moment.game),
                     play->judge, actions);
    for (int i = 0; i < count; i++) {
        search_result_t none = {.root_value = 0.5f, .planned = -1};
        none.count = game_legal(game, &play->state, none.actions);
        record_add_position(play->record, &play->state, play->moment.ply,
                            play->moment.turn, &none, actions[i]);
        apply_action(play, actions[i]);
    }
}

/* Advances past the positions in the record, or past the opening. */
void play_begin(play_t *play, uint64_t id, record_t *record) {
    const game_t *game = play->config->game;
    size_t first = record_open_position(record), end = record->rows[TABLE_POSITIONS];
    play->moment = (agent_moment_t){.seed = (uint64_t)play->config->seed, .game = id};
    play->record = record;
    memset(&play->state, 0, sizeof play->state);
    game_start(game, &play->state);
    for (int i = 0; i < play->config->num_agents; i++)
        if (play->searches[i])
            search_forget(play->searches[i]);
    if (play->fast)
        search_forget(play->fast);
    for (size_t row = first; row < end; row++)
        apply_action(play, record_u16(record, POSITIONS_CHOSEN)[row]);
    if (first == end)
        record_opening(play);
    else
        REQUIRE(play_can_go_on(play->config));
}

/* The agent to move. */
static int agent_to_move(const play_t *play) {
    return run_config_agent(play->config, play->moment.game,
                            game_player(play->config->game, &play->state));
}

static bool is_full(const play_t *play) {
    return learning_is_full(&play->config->learning, play->moment.seed, play->moment.game,
                            play->moment.ply);
}

/* The search that chooses an action. */
static search_t *search_to_move(const play_t *play) {
    return is_full(play) ? play->searches[agent_to_move(play)] : play->fast;
}

static void end_game(const play_t *play, outcome_t outcome) {
    const run_config_t *config = play->config;
    uint64_t id = play->moment.game;
    game_end_t end = {.id = id,
                      .seed = pcg_seed_of_game((uint64_t)config->seed, id),
                      .outcome = outcome,
                      .winner_side = NOBODY,
                      .turns = play->moment.turn};
    if (outcome.reason == REASON_RESIGNED)
        end.turns = resignation_turns(config->game, &play->state, play->record,
                                      play->record->rows[TABLE_POSITIONS] - 1, end.turns);
    if (outcome.winner != NOBODY)
        end.winner_side =
            (uint8_t)game_side_of(config->game, &play->state, outcome.winner);
    for (int player = 0; player < 2; player++)
        end.agents[player] = (uint8_t)run_config_agent(config, id, player);
    record_end_game(play->record, &end);
}

/* Whether the game is over, by its rules or by resignation. */
static outcome_t outcome_of(const play_t *play) {
    const learning_t *learning = &play->config->learning;
    const record_t *record = play->record;
    size_t first = record_open_position(record), end = record->rows[TABLE_POSITIONS];
    outcome_t outcome =
        game_outcome_at(play->config->game, &play->state, play->moment.ply);
    bool resigns =
        !outcome.over && resignation_is_due(learning, record, first, end - first) &&
        !resignation_is_played_out(learning, play->moment.seed, play->moment.game);
    return resigns ? resignation_outcome(record, end - 1) : outcome;
}

/* The actions of the game from its start. */
static const action_t *played(const play_t *play, int *count) {
    size_t first = record_open_position(play->record);
    *count = (int)(play->record->rows[TABLE_POSITIONS] - first);
    return *count > 0 ? record_u16(play->record, POSITIONS_CHOSEN) + first : NULL;
}

/* Asks an outside program for its action, and plays it; false: there is a problem. */
static bool ask_engine(play_t *play, engine_player_t *engine) {
    static const action_t none;
    search_result_t result;
    int count, chosen;
    const action_t *actions = played(play, &count);
    engine_turn_t turn = {.state = &play->state,
                          .played = actions ? actions : &none,
                          .num_played = count,
                          .seed = play->moment.seed,
                          .game = play->moment.game,
                          .ply = play->moment.ply,
                          .turn = play->moment.turn};
    if (!engine_player_choose(engine, &turn,
                              play->patience.goes_on ? &play->patience : NULL, &result,
                              &chosen, &play->problem))
        return false;
    record_add_position(play->record, &play->state, play->moment.ply, play->moment.turn,
                        &result, result.actions[chosen]);
    apply_action(play, result.actions[chosen]);
    return true;
}

search_t *play_next(play_t *play) {
    play->problem.fault = ENGINE_FINE;
    for (;;) {
        outcome_t outcome = outcome_of(play);
        if (outcome.over) {
            end_game(play, outcome);
            return NULL;
        }
        engine_player_t *engine = play->engines[agent_to_move(play)];
        if (!engine) {
            search_t *search = search_to_move(play);
            agent_start(search, &play->state, play->moment);
            return search;
        }
        if (!ask_engine(play, engine))
            return NULL;
    }
}

const engine_problem_t *play_problem(const play_t *play) {
    return play->problem.fault == ENGINE_FINE ? NULL : &play->problem;
}

void play_set_patience(play_t *play, engine_patience_t patience) {
    play->patience = patience;
}

void play_decide(play_t *play) {
    int agent = agent_to_move(play);
    search_result_t result;
    int chosen = agent_decide(&play->config->agents[agent], search_to_move(play),
                              play->moment, &result);
    record_add_position(play->record, &play->state, play->moment.ply, play->moment.turn,
                        &result, result.actions[chosen]);
    if (!is_full(play))
        record_mark_fast(play->record);
    apply_action(play, result.actions[chosen]);
}

bool play_game(play_t *play, uint64_t id, record_t *record, play_watcher_t watcher,
               void *context) {
    search_t *search;
    play_begin(play, id, record);
    while ((search = play_next(play)) != NULL) {
        uint32_t seen = 0, simulations;
        while (!search_run(search, PLAY_WATCH)) {
            simulations = search_simulations(search);
            if (watcher && !watcher(context, simulations - seen))
                return false;
            seen = simulations;
        }
        simulations = search_simulations(search);
        play_decide(play);
        if (watcher && !watcher(context, simulations - seen))
            return false;
    }
    return play_problem(play) == NULL;
}
