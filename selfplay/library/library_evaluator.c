#include "selfplay/library/library_evaluator.h"

#include "core/game/planes.h"
#include "mcts/evaluate/evaluation_logits.h"
#include "mcts/evaluate/evaluator.h"
#include "mcts/evaluate/evaluator_choice.h"
#include "mcts/tree/value.h"
#include "selfplay/library/library_game.h"
#include "selfplay/library/library_networks.h"

#include <math.h>
#include <stdlib.h>

typedef struct given_evaluator {
    evaluator_t base;
    library_maker_t *maker;
    const game_t *game;
    size_t planes_bytes; /* 0: the game has none */
    fulcrum_state_t *states;
    uint8_t *planes, *mask;
    float *values, *priors;
} given_evaluator_t;

/* Adds a leaf at place i, and stores its legal actions. */
static void show_leaf(given_evaluator_t *given, int i, leaf_t *leaf) {
    const game_t *game = given->game;
    evaluation_t *evaluation = &leaf->evaluation;
    size_t actions = (size_t)game->num_actions, place = (size_t)i;
    uint8_t *mask = given->mask + place * actions;
    game_copy(game, library_state_out(&given->states[i]), &leaf->state);
    evaluation->count = game_legal(game, &leaf->state, evaluation->actions);
    memset(mask, 0, actions);
    library_mark(mask, evaluation->actions, evaluation->count, 1);
    if (given->planes)
        planes_write(game, &leaf->state, given->planes + place * given->planes_bytes);
}

static bool refuse(given_evaluator_t *given, const char *what, int place) {
    given->maker->status = FULCRUM_WRONG_CALL;
    given->base.failed = true;
    return error_set(&given->maker->error, "the evaluator's %s leaf %d", what, place);
}

/* Weights of the legal actions as parts of 65535. */
static bool take_priors(given_evaluator_t *given, int place, const float *weights,
                        evaluation_t *evaluation) {
    double sum = 0;
    for (int a = 0; a < evaluation->count; a++) {
        double weight = (double)weights[evaluation->actions[a]];
        if (!(weight >= 0 && isfinite(weight)))
            return refuse(
                given, "priors contain a NaN, an infinity or a negative number:", place);
        sum += weight;
    }
    for (int a = 0; a < evaluation->count; a++) {
        double weight = (double)weights[evaluation->actions[a]];
        double share = sum > 0 ? weight / sum : 1.0 / evaluation->count;
        evaluation->priors[a] = (uint16_t)(share * UINT16_MAX + 0.5);
    }
    return true;
}

static bool take_answer(given_evaluator_t *given, int i, leaf_t *leaf) {
    evaluation_t *evaluation = &leaf->evaluation;
    double value = (double)given->values[i];
    if (!(value >= 0 && value <= 1))
        return refuse(given, "value is not from 0 to 1:", i);
    evaluation_set_score(evaluation, game_player(given->game, &leaf->state), value);
    return take_priors(given, i,
                       given->priors + (size_t)i * (size_t)given->game->num_actions,
                       evaluation);
}

/* The evaluation given to a search that is about to be ended. */
static void answer_nothing(leaf_t *leaf) {
    leaf->evaluation.value = VALUE_DRAW;
    leaf->evaluation.bounds = BOUNDS_NONE;
    memset(leaf->evaluation.priors, 0, sizeof leaf->evaluation.priors);
}

static void ask(given_evaluator_t *given, int count) {
    library_maker_t *maker = given->maker;
    size_t actions = (size_t)count * (size_t)given->game->num_actions;
    memset(given->values, 0xff, (size_t)count * sizeof *given->values); /* not a number */
    memset(given->priors, 0, actions * sizeof *given->priors);
    const fulcrum_leaves_t leaves = {.size = sizeof leaves,
                                     .count = count,
                                     .num_actions = given->game->num_actions,
                                     .states = given->states,
                                     .planes = given->planes,
                                     .mask = given->mask,
                                     .values = given->values,
                                     .priors = given->priors};
    if (maker->evaluator.evaluate(maker->evaluator.context, &leaves) != 0) {
        maker->status = FULCRUM_STOPPED;
        given->base.failed = true;
        error_set(&maker->error, "the evaluator has stopped the searches");
    }
}

static void run(evaluator_t *base, leaf_batch_t *batch) {
    given_evaluator_t *given = (given_evaluator_t *)base;
    REQUIRE(batch->count <= given->maker->evaluator.batch);
    for (int i = 0; i < batch->count; i++)
        show_leaf(given, i, batch->leaves[i]);
    if (given->maker->status == FULCRUM_OK)
        ask(given, batch->count);
    for (int i = 0; i < batch->count; i++)
        if (given->maker->status != FULCRUM_OK ||
            !take_answer(given, i, batch->leaves[i]))
            answer_nothing(batch->leaves[i]);
}

static void free_evaluator(evaluator_t *base) {
    given_evaluator_t *given = (given_evaluator_t *)base;
    free(given->states);
    free(given->planes);
    free(given->mask);
    free(given->values);
    free(given->priors);
    free(given);
}

/* The batch of a search that is run alone, which none is, may be smaller. */
static evaluator_t *make(const evaluator_choice_t *choice, const game_t *game,
                         int batch) {
    given_evaluator_t *given = memory_new(1, sizeof *given);
    size_t count = (size_t)batch, actions = (size_t)game->num_actions;
    given->base.class = choice->given;
    /* Const except for the status. */
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): the pointer is copied */
    memcpy(&given->maker, &choice->given, sizeof given->maker);
    given->game = game;
    given->states = memory_new(count, sizeof *given->states);
    given->mask = memory_new(count, actions);
    given->values = memory_new(count, sizeof *given->values);
    given->priors = memory_new(count * actions, sizeof *given->priors);
    if (given->maker->has_planes) {
        given->planes_bytes = planes_bytes(game);
        given->planes = memory_new(count, given->planes_bytes);
    }
    return &given->base;
}

bool library_maker_init(library_maker_t *maker, const fulcrum_evaluator_t *evaluator,
                        bool has_planes, failure_t *error) {
    if (evaluator->size < sizeof *evaluator || !evaluator->evaluate)
        return error_set(error, "the evaluator has no function, or the wrong size");
    if (evaluator->batch < 1 || evaluator->batch > LIBRARY_MOST_BATCH)
        return error_set(error, "the evaluator's batch must be from 1 to %d",
                         LIBRARY_MOST_BATCH);
    *maker = (library_maker_t){.class = {.name = "given",
                                         .has_priors = true,
                                         .is_batched = true,
                                         .most_leaves = evaluator->batch,
                                         .make = make,
                                         .run = run,
                                         .free = free_evaluator},
                               .evaluator = *evaluator,
                               .has_planes = has_planes,
                               .status = FULCRUM_OK};
    return true;
}
