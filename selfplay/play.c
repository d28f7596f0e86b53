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

bool play_game(search_t *search, const run_config_t *config, uint64_t id,
               record_t *record, play_watcher_t watcher, void *context) {
    const game_t *game = config->game;
    uint64_t run_seed = (uint64_t)config->seed;
    state_t state = {0};
    uint32_t turn = 0, ply = 0;
    search_result_t result;
    game_start(game, &state);
    search_forget(search);
    for (; !outcome_of(game, &state, ply).over; ply++) {
        pcg32_t choice_rng = pcg32_for(run_seed, id, ply, PCG_FOR_CHOICE);
        search_start(search, &state, pcg32_for(run_seed, id, ply, PCG_FOR_SEARCH));
        search_run(search, UINT32_MAX);
        search_read(search, &result);
        double temperature = temperature_at(&config->temperature, (int)turn);
        int chosen = choose_decision(&result, temperature, &choice_rng);
        action_t action = result.actions[chosen];
        record_add_position(record, &state, ply, turn, &result, action);
        int player = game_player(game, &state);
        search_advance(search, action);
        game_apply(game, &state, action);
        if (game_outcome(game, &state).over || game_player(game, &state) != player)
            turn++;
        if (watcher && !watcher(context, result.simulations))
            return false;
    }
    game_end_t end = {.id = id,
                      .seed = pcg_seed_of_game(run_seed, id),
                      .outcome = outcome_of(game, &state, ply),
                      .turns = turn};
    end.winner_side = side_of_winner(game, &state, end.outcome.winner);
    record_end_game(record, &end);
    return true;
}
