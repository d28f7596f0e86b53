#include "mcts/evaluate/integer/integer_network_bytes.h"

enum { HEAD = 12 };

static void write_number(unsigned char *bytes, uint64_t number, int count) {
    for (int i = 0; i < count; i++)
        bytes[i] = (unsigned char)(number >> 8 * i);
}

static uint64_t read_number(const unsigned char *bytes, int count) {
    uint64_t number = 0;
    for (int i = 0; i < count; i++)
        number |= (uint64_t)bytes[i] << 8 * i;
    return number;
}

static size_t bytes_of(const integer_network_t *network) {
    size_t size = HEAD;
    for (int i = 0; i < INTEGER_TENSORS; i++)
        size += network->tensors[i].count * (size_t)network->tensors[i].bytes;
    return size;
}

unsigned char *integer_network_to_bytes(const integer_network_t *network, size_t *size) {
    *size = bytes_of(network);
    unsigned char *bytes = memory_new(*size, 1), *next = bytes + HEAD;
    write_number(bytes, network->hash, 8);
    write_number(bytes + 8, (uint64_t)network->units, 4);
    for (int i = 0; i < INTEGER_TENSORS; i++) {
        const integer_tensor_t *tensor = &network->tensors[i];
        for (size_t k = 0; k < tensor->count; k++, next += tensor->bytes)
            write_number(next, (uint64_t)(int64_t)integer_tensor_value(tensor, k),
                         tensor->bytes);
    }
    return bytes;
}

static void read_tensor(integer_tensor_t *tensor, const unsigned char *bytes) {
    for (size_t k = 0; k < tensor->count; k++, bytes += tensor->bytes) {
        uint64_t number = read_number(bytes, tensor->bytes);
        if (tensor->bytes == 1)
            ((int8_t *)tensor->values)[k] = (int8_t)number;
        else if (tensor->bytes == 2)
            ((int16_t *)tensor->values)[k] = (int16_t)number;
        else
            ((int32_t *)tensor->values)[k] = (int32_t)number;
    }
}

static bool read_all(integer_network_t *network, const unsigned char *bytes, size_t size,
                     failure_t *error) {
    if (size != bytes_of(network))
        return error_set(error, "the weights have %zu bytes instead of %zu", size,
                         bytes_of(network));
    const unsigned char *next = bytes + HEAD;
    for (int i = 0; i < INTEGER_TENSORS; i++) {
        integer_tensor_t *tensor = &network->tensors[i];
        read_tensor(tensor, next);
        next += tensor->count * (size_t)tensor->bytes;
    }
    integer_network_settle(network);
    return integer_network_check(network, error) &&
           (network->hash == read_number(bytes, 8) ||
            error_set(error, "the weights do not match their hash"));
}

integer_network_t *integer_network_of_bytes(const game_t *game,
                                            const unsigned char *bytes, size_t size,
                                            failure_t *error) {
    if (size < HEAD) {
        error_set(error, "the weights have %zu bytes", size);
        return NULL;
    }
    uint64_t units = read_number(bytes + 8, 4);
    integer_network_t *network =
        integer_network_new(game, units > INTEGER_MAX_UNITS ? 0 : (int)units, error);
    if (network && !read_all(network, bytes, size, error)) {
        integer_network_free(network);
        network = NULL;
    }
    return network;
}
