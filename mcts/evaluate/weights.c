#include "mcts/evaluate/weights.h"

#include "core/base/pcg.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

uint64_t weights_find_hash(const weights_t *weights, const char *about) {
    uint64_t sum = 0, index = 0;
    for (const char *p = about; *p; p++)
        sum += ((uint64_t)(unsigned char)*p + 1) * mix64(index++);
    for (int i = 0; i < weights->num_tensors; i++)
        for (size_t k = 0; k < weights->tensors[i].count; k++)
            sum += ((uint64_t)tensor_word(&weights->tensors[i], k) + 1) * mix64(index++);
    return mix64(sum);
}

void weights_write_hash(const weights_t *weights, char text[WEIGHTS_HASH]) {
    snprintf(text, WEIGHTS_HASH, "0x%016" PRIx64, weights->hash);
}

/* Whether a variant is among those that a text lists. */
static bool lists(const char *list, const char *variant) {
    const size_t length = strlen(variant), gap = strlen(WEIGHTS_SEPARATOR);
    for (const char *at = list; at; at = strstr(at, WEIGHTS_SEPARATOR)) {
        at += at > list ? gap : 0;
        if (strncmp(at, variant, length) == 0 &&
            (!at[length] || strncmp(at + length, WEIGHTS_SEPARATOR, gap) == 0))
            return true;
    }
    return false;
}

bool weights_fit(const weights_t *weights, const game_t *game, failure_t *error) {
    const char *name = weights->game->name;
    if (weights->game != game->class)
        return error_set(error, "the network plays %s, not %s", name, game->class->name);
    return !weights->variant || lists(weights->variant, game->variant_text) ||
           error_set(error, "the network plays %s with %s, not with %s", name,
                     weights->variant, game->variant_text);
}

void weights_allocate_tensors(weights_t *weights) {
    for (int i = 0; i < weights->num_tensors; i++)
        tensor_allocate(&weights->tensors[i]);
}

void weights_clear_tensors(weights_t *weights) {
    for (int i = 0; i < weights->num_tensors; i++)
        free(weights->tensors[i].values);
    free(weights->tensors);
}
