#include "tests/support/weights_writer.h"

#include "core/base/json.h"
#include "mcts/evaluate/convolution/network.h"
#include "mcts/evaluate/integer/integer_network.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define METADATA "__metadata__"

void test_weights_set(cJSON *header, const char *key, const char *text) {
    cJSON *metadata = cJSON_GetObjectItemCaseSensitive(header, METADATA);
    cJSON_DeleteItemFromObjectCaseSensitive(metadata, key);
    if (text)
        cJSON_AddStringToObject(metadata, key, text);
}

static void set_number(cJSON *header, const char *key, int number) {
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    test_weights_set(header, key, text);
}

static void set_integer(const integer_network_t *network, cJSON *header) {
    test_weights_set(header, "format", "fulcrum integer network");
    test_weights_set(header, "variant", network->rows->text);
    set_number(header, "features_version", network->rows->features_version);
    set_number(header, "planes_version", network->weights.game->networks.planes->version);
    set_number(header, "units", network->units);
}

static void set_convolutional(const network_t *network, cJSON *header) {
    const architecture_t *a = &network->architecture;
    test_weights_set(header, "format", "fulcrum network");
    set_number(header, "planes_version", network->shape.version);
    set_number(header, "channels", a->channels);
    set_number(header, "blocks", a->blocks);
    set_number(header, "pool_every", a->pool_every);
    set_number(header, "pair_size", a->pair_size);
    set_number(header, "hidden", a->hidden);
    test_weights_set(header, "seen_variants", network->seen);
}

cJSON *test_weights_header(const weights_t *weights) {
    char hash[WEIGHTS_HASH];
    cJSON *header =
        safetensors_header(cJSON_CreateObject(), weights->tensors, weights->num_tensors);
    weights_write_hash(weights, hash);
    test_weights_set(header, "game", weights->game->name);
    test_weights_set(header, "hash", hash);
    if (weights->variant)
        set_integer(integer_network_of(weights), header);
    else
        set_convolutional(network_of(weights), header);
    return header;
}

void test_weights_write_with(const weights_t *weights, cJSON *header, const char *path) {
    char *text = json_line(header);
    uint64_t length = strlen(text);
    FILE *file = fopen(path, "wb");
    REQUIRE(file && fwrite(&length, sizeof length, 1, file) == 1 &&
            fwrite(text, length, 1, file) == 1);
    for (int i = 0; i < weights->num_tensors; i++)
        REQUIRE(fwrite(weights->tensors[i].values, tensor_bytes(&weights->tensors[i]), 1,
                       file) == 1);
    REQUIRE(fclose(file) == 0);
    free(text);
}

void test_weights_write(const weights_t *weights, const char *path) {
    test_weights_write_with(weights, test_weights_header(weights), path);
}
