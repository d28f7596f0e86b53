/* weights_writer.h - writes the weights of networks as files, right or wrong.
 * Use: test_weights_write(&network->weights, path);
 *      cJSON *header = test_weights_header(&network->weights);      ... change it ...
 *      test_weights_write_with(&network->weights, header, path);      deletes the header
 */
#ifndef TESTS_WEIGHTS_WRITER_H
#define TESTS_WEIGHTS_WRITER_H

#include "mcts/evaluate/weights.h"

#include <cjson/cJSON.h>

/* Aborts the program on failure. */
void test_weights_write(const weights_t *weights, const char *path);

cJSON *test_weights_header(const weights_t *weights);
void test_weights_write_with(const weights_t *weights, cJSON *header, const char *path);

/* Sets a text of the header's `__metadata__`; NULL: removes it. */
void test_weights_set(cJSON *header, const char *key, const char *text);

#endif
