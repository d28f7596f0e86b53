#include "selfplay/play.h"

/* The side that the winning player plays at the end. */
static uint8_t side_of_winner(const game_t *game, const state_t *state, uint8_t winner) {
    bool exchanged = game_side(game, state) != game_player(game, state);
    return winner == NOBODY ? NOBODY : (uint8_t)(winner ^ (exchanged ? 1 : 0));
}

/* Where the rules let a game go on for ever, patience ends. */
static outcome_t outcome_of(const game_t *game, const state_t *state, uint32_t ply) {
    outcome_t outcome = game_outcome(game, state);
    if (!outcome.over && ply >= (uint32_t)game->max_decisions)
        outcome = (outcome_t){true, NOBODY, REASON_CUT_OFF};
    return outcome;
}

/* A game under way. */
typedef struct play {
    const game_t *game;
    state_t state;
    uint32_t turn, ply;
} play_t;

static void take_decision(play_t *play, action_t action) {
    const game_t *game = play->game;
    int player = game_player(game, &play->state);
    game_apply(game, &play->state, action);
    if (game_outcome(game, &play->state).over ||
        game_player(game, &play->state) != player)
        play->turn++;
    play->ply++;
}

static void begin(play_t *play, const game_t *game, const record_t *record) {
    *play = (play_t){.game = game};
    game_start(game, &play->state);
    for (size_t row = record_open_position(record); row < record->rows[TABLE_POSITIONS];
         row++)
        take_decision(play, record_u16(record, POSITIONS_CHOSEN)[row]);
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

static void end_game(const play_t *play, uint64_t run_seed, uint64_t id,
                     record_t *record) {
    game_end_t end = {.id = id,
                      .seed = pcg_seed_of_game(run_seed, id),
                      .outcome = outcome_of(play->game, &play->state, play->ply),
                      .turns = play->turn};
    end.winner_side = side_of_winner(play->game, &play->state, end.outcome.winner);
    record_end_game(record, &end);
}

bool play_game(search_t *search, const run_config_t *config, uint64_t id,
               record_t *record, play_watcher_t watcher, void *context) {
    const game_t *game = config->game;
    uint64_t run_seed = (uint64_t)config->seed;
    search_result_t result;
    uint32_t seen;
    play_t play;
    begin(&play, game, record);
    REQUIRE(play.ply == 0 || play_can_go_on(config));
    search_forget(search);
    while (!outcome_of(game, &play.state, play.ply).over) {
        pcg32_t choice_rng = pcg32_for(run_seed, id, play.ply, PCG_FOR_CHOICE);
        search_start(search, &play.state,
                     pcg32_for(run_seed, id, play.ply, PCG_FOR_SEARCH));
        if (!run_search(search, watcher, context, &seen))
            return false;
        search_read(search, &result);
        double temperature = temperature_at(&config->temperature, (int)play.turn);
        action_t action =
            result.actions[choose_decision(&result, temperature, &choice_rng)];
        record_add_position(record, &play.state, play.ply, play.turn, &result, action);
        search_advance(search, action);
        take_decision(&play, action);
        if (watcher && !watcher(context, result.simulations - seen))
            return false;
    }
    end_game(&play, run_seed, id, record);
    return true;
}
