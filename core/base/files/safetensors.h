/* safetensors.h - files of named arrays, in the format of that name: 8 bytes of length, a
 * JSON header that gives each array's type, shape and place, then the arrays' bytes.
 * Use: safetensors_t *file = safetensors_read(bytes, size, &error);
 *      const char *game = safetensors_text(file, "game");
 *      if (!safetensors_integer(file, "units", 1, 512, &units, &error)) ...
 *      tensor_t tensors[] = {tensor_of("bias", TENSOR_I16, 1, (int[]){units}), ...};
 *      if (!safetensors_fill(file, tensors, count, &error)) ...
 *      safetensors_free(file);
 * Reading checks the whole header before a value is used: arrays of known types that
 * neither overlap nor leave bytes out, and a size for each that its shape needs. Memory
 * is allocated for what the caller expects, never for what a file says.
 * Owns: the file its header; the bytes are borrowed. Tensors own their values.
 * Errors: a file that is cut off, damaged, or has other arrays, with the reason but
 *      without the path.
 * Source: https://huggingface.co/docs/safetensors, "Format".
 */
#ifndef CORE_SAFETENSORS_H
#define CORE_SAFETENSORS_H

#include "core/base/error.h"

#include <stdint.h>

typedef enum {
    TENSOR_F32,
    TENSOR_I8,
    TENSOR_I16,
    TENSOR_I32,
    TENSOR_TYPES
} tensor_type_t;

enum { TENSOR_NAME = 32, TENSOR_RANK = 4 };

typedef struct tensor {
    char name[TENSOR_NAME];
    tensor_type_t type;
    int rank, dimensions[TENSOR_RANK];
    size_t count; /* of values */
    void *values; /* row-major, aligned for vectors */
} tensor_t;

/* Without values; allocates them, all 0. The caller frees them. */
tensor_t tensor_of(const char *name, tensor_type_t type, int rank, const int *dimensions);
void tensor_allocate(tensor_t *tensor);

size_t tensor_bytes(const tensor_t *tensor);
/* The bits of a value, sign-extended. */
uint32_t tensor_word(const tensor_t *tensor, size_t i);
/* Sets a value of a tensor of integers, whose type it fits. */
void tensor_set(const tensor_t *tensor, size_t i, int32_t value);

typedef struct safetensors safetensors_t;

safetensors_t *safetensors_read(const unsigned char *bytes, size_t size,
                                failure_t *error);
void safetensors_free(safetensors_t *file); /* NULL is fine */

/* What `__metadata__` has under a key: a text (NULL: nothing); a text that is an integer
 * within limits (false: another text, or none). */
const char *safetensors_text(const safetensors_t *file, const char *key);
bool safetensors_integer(const safetensors_t *file, const char *key, int min, int max,
                         int *value, failure_t *error);

/* Allocates the tensors' values and copies them from the file's arrays, which must be
 * exactly these, and numbers that are finite. */
bool safetensors_fill(const safetensors_t *file, tensor_t *tensors, int count,
                      failure_t *error);

typedef struct cJSON cJSON; /* cjson/cJSON.h */
/* The header of a file of these tensors, in this order; metadata, an object of texts,
 * becomes part of it. */
cJSON *safetensors_header(cJSON *metadata, const tensor_t *tensors, int count);

/* The bytes of a file of these tensors, which the caller frees. The metadata is
 * deleted. */
unsigned char *safetensors_write(cJSON *metadata, const tensor_t *tensors, int count,
                                 size_t *size);

#endif
