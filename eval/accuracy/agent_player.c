#include "eval/accuracy/agent_player.h"

#include "mcts/engine/engine_player.h"
#include "mcts/evaluate/evaluator.h"
#include "mcts/evaluate/evaluator_choice.h"
#include "mcts/evaluate/process/process_evaluator.h"
#include "mcts/search/search.h"

#include <stdlib.h>

struct agent_player {
    const agent_t *agent;
    const game_t *game;
    /* One of them: */
    evaluator_t *evaluator;
    search_t *search;
    engine_player_t *engine;
    leaf_t *leaf;            /* of the evaluator */
    search_result_t *result; /* of the others */
};

bool agent_has_priors(const agent_t *agent, const game_t *game) {
    if (agent_is_engine(agent))
        return false;
    evaluator_t *evaluator = evaluator_choice_make(&agent->search.evaluator, game, 1);
    bool has_priors = evaluator->class->has_priors;
    evaluator_free(evaluator);
    return has_priors;
}

agent_player_t *agent_player_new(const agent_t *agent, const game_t *game,
                                 player_form_t form) {
    agent_player_t *player = memory_new(1, sizeof *player);
    *player = (agent_player_t){.agent = agent, .game = game};
    if (form == PLAYER_PRIORS) {
        player->evaluator = evaluator_choice_make(&agent->search.evaluator, game, 1);
        REQUIRE(player->evaluator->class->has_priors);
        player->leaf = memory_new(1, sizeof *player->leaf);
        return player;
    }
    player->result = memory_new(1, sizeof *player->result);
    if (agent_is_engine(agent))
        player->engine = engine_player_new(&agent->engine, game);
    else
        player->search = agent_search_new(agent, game);
    return player;
}

void agent_player_free(agent_player_t *player) {
    if (!player)
        return;
    evaluator_free(player->evaluator);
    search_free(player->search);
    engine_player_free(player->engine);
    free(player->leaf);
    free(player->result);
    free(player);
}

static bool choose_by_priors(agent_player_t *player, const agent_asked_t *asked,
                             action_t *action, failure_t *error) {
    leaf_t *leaf = player->leaf;
    const agent_moment_t *moment = &asked->moment;
    pcg32_t rng = pcg32_for(moment->seed, moment->game, moment->ply, PCG_FOR_CHOICE);
    game_copy(player->game, &leaf->state, asked->state);
    leaf->rng = &rng;
    evaluator_run(player->evaluator, &(leaf_batch_t){.leaves = &leaf, .count = 1});
    if (process_evaluator_failed(error))
        return false;
    const evaluation_t *evaluation = &leaf->evaluation;
    int best = 0;
    uint32_t equal = 1;
    for (int i = 1; i < evaluation->count; i++) {
        if (evaluation->priors[i] > evaluation->priors[best]) {
            best = i;
            equal = 1;
        } else if (evaluation->priors[i] == evaluation->priors[best] &&
                   pcg32_below(&rng, ++equal) == 0) {
            best = i;
        }
    }
    *action = evaluation->actions[best];
    return true;
}

static bool ask_program(agent_player_t *player, const agent_asked_t *asked,
                        action_t *action, failure_t *error) {
    static const action_t none;
    engine_problem_t problem;
    engine_turn_t turn = {.state = asked->state,
                          .played = asked->moment.ply > 0 ? asked->played : &none,
                          .num_played = (int)asked->moment.ply,
                          .seed = asked->moment.seed,
                          .game = asked->moment.game,
                          .ply = asked->moment.ply,
                          .turn = asked->moment.turn};
    int chosen;
    if (!engine_player_choose(player->engine, &turn, NULL, player->result, &chosen,
                              &problem))
        return error_set(error, "%s", problem.failure.message);
    *action = player->result->actions[chosen];
    return true;
}

bool agent_player_choose(agent_player_t *player, const agent_asked_t *asked,
                         action_t *action, failure_t *error) {
    if (player->evaluator)
        return choose_by_priors(player, asked, action, error);
    if (player->engine)
        return ask_program(player, asked, action, error);
    search_forget(player->search);
    int chosen = agent_choose(player->agent, player->search, asked->state, asked->moment,
                              player->result);
    *action = player->result->actions[chosen];
    return !process_evaluator_failed(error);
}
