#include "mcts/evaluate/integer/integer_evaluator.h"

#include "mcts/evaluate/integer/integer_inference.h"

#include <stdlib.h>

typedef struct integer_evaluator {
    evaluator_t base;
    int symmetries;
    integer_inference_t *
        *inferences; /* by symmetry; NULL: the symmetry exchanges the sides */
} integer_evaluator_t;

bool integer_evaluator_bind(network_choice_t *choice, const game_t *game,
                            const char *where, failure_t *error) {
    char hash[INTEGER_HASH_TEXT];
    _Static_assert((int)NETWORK_CHOICE_HASH == (int)INTEGER_HASH_TEXT, "room for a hash");
    choice->integer = integer_network_open(choice->weights, error);
    if (!choice->integer || !integer_network_fits(choice->integer, game, error))
        return error_prefix(error, "%s", where);
    integer_network_write_hash(choice->integer, hash);
    if (*choice->hash && strcmp(choice->hash, hash) != 0)
        return error_set(error, "%s: \"network.hash\" is %s, but that of %s is %s", where,
                         choice->hash, choice->weights, hash);
    memcpy(choice->hash, hash, sizeof hash);
    return true;
}

static void run(evaluator_t *base, leaf_batch_t *batch) {
    integer_evaluator_t *evaluator = (integer_evaluator_t *)base;
    for (int i = 0; i < batch->count; i++)
        do {
            leaf_t *leaf = batch->leaves[i];
            int symmetry = evaluator->symmetries > 1 ? leaf->symmetry : 0;
            integer_inference_run(evaluator->inferences[symmetry], &leaf->state,
                                  &leaf->evaluation);
        } while (leaf_batch_refill(batch, i));
}

static void free_evaluator(evaluator_t *base) {
    integer_evaluator_t *evaluator = (integer_evaluator_t *)base;
    for (int s = 0; s < evaluator->symmetries; s++)
        integer_inference_free(evaluator->inferences[s]);
    free(evaluator->inferences);
    free(evaluator);
}

evaluator_t *integer_evaluator_new(const network_choice_t *choice, const game_t *game,
                                   bool symmetries) {
    static const evaluator_class_t class = {
        .name = "integer", .has_priors = true, .run = run, .free = free_evaluator};
    REQUIRE(choice->integer);
    integer_evaluator_t *evaluator = memory_new(1, sizeof *evaluator);
    evaluator->base.class = &class;
    evaluator->symmetries = symmetries ? game->num_symmetries : 1;
    evaluator->inferences =
        memory_new((size_t)evaluator->symmetries, sizeof(integer_inference_t *));
    for (int s = 0; s < evaluator->symmetries; s++)
        if (!game_symmetry_exchanges_sides(game, s)) {
            evaluator->inferences[s] =
                integer_inference_new(choice->integer, game, integer_kernels_best());
            integer_inference_turn(evaluator->inferences[s], s);
        }
    return &evaluator->base;
}
