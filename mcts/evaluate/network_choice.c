#include "mcts/evaluate/network_choice.h"

#include "core/base/plain_text.h"
#include "core/base/text.h"
#include "mcts/evaluate/convolution/network_inference.h"

#include <errno.h>
#include <unistd.h>

_Static_assert((int)NETWORK_CHOICE_HASH == (int)NETWORK_HASH_TEXT, "room for a hash");

static network_inference_t *make(const network_choice_t *choice, const game_t *game,
                                 int batch, failure_t *error) {
    return network_inference_new(
        choice->opened, game, (network_instructions_t)choice->instructions, batch, error);
}

/* Makes an inference for self-play batches, evaluates the start position, and frees it.
 */
static bool try_inference(const network_choice_t *choice, const game_t *game,
                          failure_t *error) {
    network_inference_t *inference = make(choice, game, PLAYOUT_SLOTS, error);
    state_t start = {0};
    if (!inference)
        return false;
    game_start(game, &start);
    bool says = network_inference_is_finite(inference, &start);
    network_inference_free(inference);
    return says || error_set(error,
                             "%s: its weights are so large that the value of the start "
                             "position is not a number",
                             choice->weights);
}

/* Once per network and variant, as several agents of a command may be alike. Called only
 * by the thread that opens networks. */
static void warn_of_unseen(const network_choice_t *choice, const game_t *game) {
    static uint64_t warned[16];
    static size_t count;
    const network_t *network = choice->opened;
    uint64_t key = network->hash ^ text_hash(game->variant_text);
    if (network_has_seen(network, game))
        return;
    for (size_t i = 0; i < count && i < sizeof warned / sizeof warned[0]; i++)
        if (warned[i] == key)
            return;
    warned[count++ % (sizeof warned / sizeof warned[0])] = key;
    message("%s: the network was not trained on %s %s, but on %s; its evaluations of "
            "other sizes and rules are guesses",
            choice->weights, game->class->name, game->variant_text, network->seen);
}

bool network_choice_find(const network_choice_t *choice, const char *where,
                         failure_t *error) {
    if (access(choice->weights, F_OK) == 0 || errno != ENOENT)
        return true;
    return error_set(
        error, "%s: \"network.weights\": %s: there is no such file%s", where,
        choice->weights,
        *choice->weights == '/' ? "" : "; relative paths start at the current folder");
}

bool network_choice_bind(network_choice_t *choice, const game_t *game, const char *where,
                         failure_t *error) {
    char hash[NETWORK_HASH_TEXT];
    choice->opened = network_open(choice->weights, error);
    if (!choice->opened)
        return error_prefix(error, "%s", where);
    network_write_hash(choice->opened, hash);
    if (*choice->hash && strcmp(choice->hash, hash) != 0)
        return error_set(error, "%s: \"network.hash\" is %s, but that of %s is %s", where,
                         choice->hash, choice->weights, hash);
    memcpy(choice->hash, hash, sizeof hash);
    if (!network_instructions_settle(&choice->instructions, where, error))
        return false;
    if (!try_inference(choice, game, error))
        return error_prefix(error, "%s", where);
    warn_of_unseen(choice, game);
    return true;
}

network_inference_t *network_choice_inference(const network_choice_t *choice,
                                              const game_t *game, int batch) {
    failure_t error;
    REQUIRE(choice->opened);
    network_inference_t *inference = make(choice, game, batch, &error);
    REQUIRE(inference); /* bind has made one */
    return inference;
}
