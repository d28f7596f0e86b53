#include "mcts/evaluate/network_choice.h"

#include "mcts/evaluate/evaluator.h"

_Static_assert((int)NETWORK_CHOICE_HASH == (int)NETWORK_HASH_TEXT, "room for a hash");

/* Makes and releases an evaluator of the size that self-play uses. */
static bool try_evaluator(const network_choice_t *choice, const game_t *game,
                          failure_t *error) {
    evaluator_options_t options = {.instructions =
                                       (network_instructions_t)choice->instructions,
                                   .batch = PLAYOUT_SLOTS};
    evaluator_t *evaluator = evaluator_new(choice->opened, game, &options, error);
    evaluator_free(evaluator);
    return evaluator != NULL;
}

bool network_choice_bind(network_choice_t *choice, const game_t *game, const char *where,
                         failure_t *error) {
    char hash[NETWORK_HASH_TEXT];
    choice->opened = network_open(choice->weights, error);
    if (!choice->opened)
        return error_prefix(error, "%s", where);
    network_write_hash(choice->opened, hash);
    if (*choice->hash && strcmp(choice->hash, hash) != 0)
        return error_set(error, "%s: \"network.hash\" is %s, and that of %s is %s", where,
                         choice->hash, choice->weights, hash);
    memcpy(choice->hash, hash, sizeof hash);
    if (!network_instructions_settle(&choice->instructions, where, error))
        return false;
    return try_evaluator(choice, game, error) || error_prefix(error, "%s", where);
}

evaluator_t *network_choice_evaluator(const network_choice_t *choice, const game_t *game,
                                      int batch) {
    failure_t error;
    evaluator_options_t options = {.instructions =
                                       (network_instructions_t)choice->instructions,
                                   .batch = batch,
                                   .cache_bytes = (size_t)choice->cache_mb << 20};
    REQUIRE(choice->opened);
    evaluator_t *evaluator = evaluator_new(choice->opened, game, &options, &error);
    REQUIRE(evaluator); /* bind has made one */
    return evaluator;
}
