#include "mcts/evaluate/network_choice.h"

#include "mcts/evaluate/network_inference.h"

_Static_assert((int)NETWORK_CHOICE_HASH == (int)NETWORK_HASH_TEXT, "room for a hash");

static network_inference_t *make(const network_choice_t *choice, const game_t *game,
                                 int batch, failure_t *error) {
    return network_inference_new(
        choice->opened, game, (network_instructions_t)choice->instructions, batch, error);
}

/* Makes and frees one for the batches of self-play. */
static bool try_inference(const network_choice_t *choice, const game_t *game,
                          failure_t *error) {
    network_inference_t *inference = make(choice, game, PLAYOUT_SLOTS, error);
    network_inference_free(inference);
    return inference != NULL;
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
    return try_inference(choice, game, error) || error_prefix(error, "%s", where);
}

network_inference_t *network_choice_inference(const network_choice_t *choice,
                                              const game_t *game, int batch) {
    failure_t error;
    REQUIRE(choice->opened);
    network_inference_t *inference = make(choice, game, batch, &error);
    REQUIRE(inference); /* bind has made one */
    return inference;
}
