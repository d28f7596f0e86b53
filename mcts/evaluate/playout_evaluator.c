/* Values leaves by uniform playouts: the result of one from each position. The leaves of
 * a batch are played in the lanes of a vector, if the game supports it (game_playouts); a
 * lane is refilled as soon as its playout ends. A leaf that wants its actions noted is
 * played by itself. */
#include "core/game/playout.h"
#include "mcts/evaluate/evaluator_choice.h"
#include "mcts/tree/value.h"

#include <stdlib.h>

typedef struct playout_evaluator {
    evaluator_t base;
    const game_t *game;
} playout_evaluator_t;

static void set_result(leaf_t *leaf, const playout_t *playout) {
    leaf->evaluation.value = value_of_winner(playout->outcome.winner);
    leaf->evaluation.bounds = BOUNDS_NONE;
}

static void play_alone(const game_t *game, leaf_t *leaf) {
    playout_t playout =
        leaf->notes ? game_playout_noted(game, &leaf->state, leaf->rng, leaf->notes)
                    : game_playout(game, &leaf->state, leaf->rng);
    set_result(leaf, &playout);
}

/* A vectorized batch: a slot for each leaf. */
typedef struct lanes {
    const game_t *game;
    leaf_batch_t *batch;
    playout_slot_t slots[PLAYOUT_SLOTS];
    bool playing[PLAYOUT_SLOTS];
} lanes_t;

/* Stores the result of a slot's leaf and refills the slot. */
static bool next_playout(void *context, int i) {
    lanes_t *lanes = context;
    playout_slot_t *slot = &lanes->slots[i];
    leaf_t **leaf = &lanes->batch->leaves[i];
    if (lanes->playing[i]) {
        *(*leaf)->rng = slot->rng;
        set_result(*leaf, &slot->result);
        lanes->playing[i] = leaf_batch_refill(lanes->batch, i);
        if (!lanes->playing[i])
            return false;
    }
    while ((*leaf)->notes) {
        play_alone(lanes->game, *leaf);
        if (!leaf_batch_refill(lanes->batch, i))
            return false;
    }
    game_copy(lanes->game, &slot->state, &(*leaf)->state);
    slot->rng = *(*leaf)->rng;
    return lanes->playing[i] = true;
}

static void run(evaluator_t *base, leaf_batch_t *batch) {
    const game_t *game = ((playout_evaluator_t *)base)->game;
    if (batch->count == 1 || batch->count > PLAYOUT_SLOTS || !game_has_playouts(game)) {
        for (int i = 0; i < batch->count; i++)
            do
                play_alone(game, batch->leaves[i]);
            while (leaf_batch_refill(batch, i));
        return;
    }
    lanes_t lanes = {.game = game, .batch = batch};
    game_playouts(game,
                  &(playout_feed_t){lanes.slots, batch->count, next_playout, &lanes});
}

static void free_evaluator(evaluator_t *base) {
    free(base);
}

static evaluator_t *make(const evaluator_choice_t *choice, const game_t *game,
                         int batch) {
    playout_evaluator_t *evaluator = memory_new(1, sizeof *evaluator);
    (void)choice, (void)batch;
    evaluator->base.class = &playout_evaluator;
    evaluator->game = game;
    return &evaluator->base;
}

const evaluator_class_t playout_evaluator = {.name = "rollouts",
                                             .is_exact = true,
                                             .most_leaves = PLAYOUT_SLOTS,
                                             .make = make,
                                             .run = run,
                                             .free = free_evaluator};
