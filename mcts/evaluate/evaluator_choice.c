#include "mcts/evaluate/evaluator_choice.h"

#include "core/game/features.h"
#include "core/game/game.h"
#include "mcts/evaluate/convolution/convolution_evaluator.h"
#include "mcts/evaluate/integer/integer_evaluator.h"
#include "mcts/evaluate/playout_evaluator.h"
#include "mcts/evaluate/process/process_evaluator.h"
#include "mcts/evaluate/symmetric_evaluator.h"

#include <string.h>

static evaluator_kind_t kind_of(const evaluator_choice_t *choice) {
    return (evaluator_kind_t)choice->kind;
}

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

/* Turns "net-{size}.h5" into "net-4.h5" with size=4: an agent may have one network per
 * variant. */
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

bool evaluator_choice_bind(evaluator_choice_t *choice, const game_t *game,
                           const char *where, failure_t *error) {
    network_choice_t *network = &choice->network;
    switch (kind_of(choice)) {
    case EVALUATOR_NETWORK:
        return fill_in_variant(network->weights, game, where, error) &&
               network_choice_find(network, where, error) &&
               network_choice_bind(network, game, where, error);
    case EVALUATOR_INTEGER:
        return fill_in_variant(network->weights, game, where, error) &&
               network_choice_find(network, where, error) &&
               integer_evaluator_bind(network, game, where, error) &&
               (choice->symmetry == SYMMETRY_NONE || features_have_images(game) ||
                error_set(error,
                          "%s: %s does not say which features are images of each other "
                          "(game_features_t.image); \"search.symmetry\" must be "
                          "\"none\"",
                          where, game->class->name));
    case EVALUATOR_PROCESS:
    case EVALUATOR_GIVEN:
    case EVALUATOR_PLAYOUTS:
        break;
    }
    return true;
}

bool evaluator_choice_start(evaluator_choice_t *choice, const game_t *game,
                            const char *where, failure_t *error) {
    return kind_of(choice) != EVALUATOR_PROCESS ||
           process_evaluator_start(&choice->process, game, where, error);
}

static evaluator_t *make_kind(const evaluator_choice_t *choice, const game_t *game,
                              int batch) {
    switch (kind_of(choice)) {
    case EVALUATOR_NETWORK:
        return convolution_evaluator_new(&choice->network, game, batch);
    case EVALUATOR_INTEGER:
        return integer_evaluator_new(&choice->network, game,
                                     choice->symmetry != SYMMETRY_NONE);
    case EVALUATOR_PROCESS:
        return process_evaluator_new(&choice->process, game);
    case EVALUATOR_GIVEN:
        return choice->given->make(choice->given, game, batch);
    case EVALUATOR_PLAYOUTS:
        break;
    }
    return playout_evaluator_new(game);
}

evaluator_t *evaluator_choice_make(const evaluator_choice_t *choice, const game_t *game,
                                   int batch) {
    evaluator_t *evaluator = make_kind(choice, game, batch);
    bool sees_symmetries = kind_of(choice) == EVALUATOR_INTEGER;
    return choice->symmetry == SYMMETRY_NONE || sees_symmetries
               ? evaluator
               : symmetric_evaluator_new(evaluator, game, batch);
}

int evaluator_choice_batch(const evaluator_choice_t *choice) {
    if (kind_of(choice) == EVALUATOR_GIVEN)
        return choice->given->batch;
    return kind_of(choice) == EVALUATOR_PROCESS ? PROCESS_LEAVES : PLAYOUT_SLOTS;
}

bool evaluator_choice_equal(const evaluator_choice_t *a, const evaluator_choice_t *b) {
    if (a->kind != b->kind || a->symmetry != b->symmetry)
        return false;
    switch (kind_of(a)) {
    case EVALUATOR_NETWORK:
        return a->network.opened == b->network.opened &&
               a->network.instructions == b->network.instructions;
    case EVALUATOR_INTEGER:
        return a->network.integer == b->network.integer;
    case EVALUATOR_PROCESS:
        return engine_program_equal(&a->process.program, &b->process.program);
    case EVALUATOR_GIVEN:
        return a->given == b->given;
    case EVALUATOR_PLAYOUTS:
        break;
    }
    return true;
}
