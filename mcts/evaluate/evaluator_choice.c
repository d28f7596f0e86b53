#include "mcts/evaluate/evaluator_choice.h"

#include "mcts/evaluate/symmetric_evaluator.h"
#include "mcts/evaluate/weights_file.h"

#include <string.h>

const evaluator_class_t *evaluator_choice_class(const evaluator_choice_t *choice) {
    return choice->kind == EVALUATOR_GIVEN ? choice->given
                                           : evaluator_classes[choice->kind];
}

/* --- Weights ------------------------------------------------------------------------ */

/* The value of a key in "size=4 stuck=pass ...", and its length; NULL: no such key. */
static const char *value_of(const game_t *game, const char *key, size_t length,
                            size_t *value_length) {
    for (const char *at = game->variant_text; *at; at += strspn(at, " ")) {
        size_t word = strcspn(at, " ");
        if (word > length && at[length] == '=' && memcmp(at, key, length) == 0) {
            *value_length = word - length - 1;
            return at + length + 1;
        }
        at += word;
    }
    return NULL;
}

/* Turns "net-{size}.safetensors" into "net-4.safetensors" with size=4: an agent may have
 * one network per variant. */
static bool fill_in_variant(char weights[NETWORK_PATH], const game_t *game,
                            const char *where, failure_t *error) {
    char path[NETWORK_PATH];
    size_t used = 0;
    for (const char *at = weights; *at;) {
        size_t length = 1, step = 1;
        const char *from = at;
        if (*at == '{') {
            size_t key = strcspn(at + 1, "}");
            from = at[1 + key] ? value_of(game, at + 1, key, &length) : NULL;
            step = key + 2;
            if (!from)
                return error_set(error,
                                 "%s: \"network.weights\" is %s; braces hold a key of "
                                 "the variant, which is %s",
                                 where, weights, game->variant_text);
        }
        if (length >= sizeof path - used)
            return error_set(error, "%s: \"network.weights\" is too long", where);
        memcpy(path + used, from, length);
        used += length;
        at += step;
    }
    path[used] = 0;
    memcpy(weights, path, used + 1);
    return true;
}

static bool open_weights(evaluator_choice_t *choice, const game_t *game,
                         const char *where, failure_t *error) {
    network_choice_t *network = &choice->network;
    char hash[WEIGHTS_HASH];
    _Static_assert((int)NETWORK_CHOICE_HASH == (int)WEIGHTS_HASH, "room for a hash");
    if (!fill_in_variant(network->weights, game, where, error))
        return false;
    network->opened = weights_open(network->weights, error);
    if (!network->opened)
        return error_prefix(error, "%s", where);
    if (network->opened->class != evaluator_choice_class(choice))
        return error_set(error, "%s: %s: is a network for search.evaluator=%s", where,
                         network->weights, network->opened->class->name);
    if (!weights_fit(network->opened, game, error))
        return strcmp(where, network->weights) == 0
                   ? error_prefix(error, "%s", where)
                   : error_prefix(error, "%s: %s", where, network->weights);
    weights_write_hash(network->opened, hash);
    if (*network->hash && strcmp(network->hash, hash) != 0)
        return error_set(error, "%s: \"network.hash\" is %s, but that of %s is %s", where,
                         network->hash, network->weights, hash);
    memcpy(network->hash, hash, sizeof hash);
    return true;
}

void evaluator_choice_take(evaluator_choice_t *choice, const weights_t *weights) {
    choice->network.opened = weights;
    for (int i = 0; i < EVALUATOR_CLASSES; i++)
        if (evaluator_classes[i] == weights->class)
            choice->kind = i;
}

/* --- Kinds -------------------------------------------------------------------------- */

bool evaluator_choice_bind(evaluator_choice_t *choice, const game_t *game,
                           const char *where, failure_t *error) {
    const evaluator_class_t *class = evaluator_choice_class(choice);
    bool is_open = choice->network.opened && !*choice->network.weights;
    return (!class->format || is_open || open_weights(choice, game, where, error)) &&
           (!class->bind || class->bind(choice, game, where, error));
}

bool evaluator_choice_start(evaluator_choice_t *choice, const game_t *game,
                            const char *where, failure_t *error) {
    const evaluator_class_t *class = evaluator_choice_class(choice);
    return !class->start || class->start(choice, game, where, error);
}

evaluator_t *evaluator_choice_make(const evaluator_choice_t *choice, const game_t *game,
                                   int batch) {
    const evaluator_class_t *kind = evaluator_choice_class(choice);
    evaluator_t *evaluator = kind->make(choice, game, batch);
    return choice->symmetry == SYMMETRY_NONE || kind->turns
               ? evaluator
               : symmetric_evaluator_new(evaluator, game, batch);
}

bool evaluator_choice_equal(const evaluator_choice_t *a, const evaluator_choice_t *b) {
    const evaluator_class_t *class = evaluator_choice_class(a);
    return class == evaluator_choice_class(b) && a->symmetry == b->symmetry &&
           (!class->format || (a->network.opened == b->network.opened &&
                               a->network.instructions == b->network.instructions)) &&
           (!class->start ||
            engine_program_equal(&a->process.program, &b->process.program));
}
