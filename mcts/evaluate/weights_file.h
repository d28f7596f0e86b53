/* weights_file.h - reads the weights of networks: of files, and of bytes in memory.
 * Use: const weights_t *weights = weights_open("weights.safetensors", &error);
 *      weights_t *own = weights_read(bytes, size, &error);      weights_free(own);
 * The file says of which kind they are; weights->class evaluates with them.
 * Owns: what weights_open returns belongs to the program until it ends, one copy per file
 *      and state of the file, so that configurations that name it stay plain values.
 * Threads: weights_open is for one thread at a time.
 * Errors: those of safetensors.h; of no kind that this program has; of another game or
 *      version; a hash that is not that of the contents.
 */
#ifndef MCTS_WEIGHTS_FILE_H
#define MCTS_WEIGHTS_FILE_H

#include "core/base/error.h"
#include "mcts/evaluate/weights.h"

#define WEIGHTS_BYTES ((size_t)1 << 31) /* of a file, at most */

const weights_t *weights_open(const char *path, failure_t *error);

weights_t *weights_read(const unsigned char *bytes, size_t size, failure_t *error);
void weights_free(weights_t *weights); /* NULL is fine */

#endif
