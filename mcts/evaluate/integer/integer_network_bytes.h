/* integer_network_bytes.h - the weights of an integer network as plain bytes, for readers
 * without HDF5.
 * Use: unsigned char *bytes = integer_network_to_bytes(network, &size);      free(bytes);
 *      network = integer_network_of_bytes(game, bytes, size, &error);
 * Little-endian: 8 bytes of hash, 4 of units, and the tensors' values in the
 * order of integer_tensor_name_t.
 * Owns: the caller owns what is returned.   Threads: pure functions.
 * Errors: of reading: a size that does not fit the variant, a wrong hash, weights with
 *      which a sum could overflow.
 */
#ifndef MCTS_INTEGER_NETWORK_BYTES_H
#define MCTS_INTEGER_NETWORK_BYTES_H

#include "core/base/error.h"
#include "mcts/evaluate/integer/integer_network.h"

unsigned char *integer_network_to_bytes(const integer_network_t *network, size_t *size);

/* Release with integer_network_free. */
integer_network_t *integer_network_of_bytes(const game_t *game,
                                            const unsigned char *bytes, size_t size,
                                            failure_t *error);

#endif
