/* matrix_rows.h - single-precision products of row vectors and matrices.
 * Use: rows_matrix_t matrix;  rows_matrix_init(&matrix, weights, outputs, inputs, ...);
 *      rows_multiply(&matrix, in, count, out);     out[i] += in[i] * matrix
 *      rows_matrix_clear(&matrix);
 * Each sum is computed in the order of the inputs, one product at a time, without fused
 * operations: results are bit-identical on every processor and for any number of rows.
 * The widest vectors of the processor are used.
 * Owns: a matrix owns its copy of the weights.   Threads: constant after init.
 */
#ifndef MCTS_MATRIX_ROWS_H
#define MCTS_MATRIX_ROWS_H

#include <stdbool.h>
#include <stddef.h>

enum { ROWS_STEP = 16 /* outputs are padded to a multiple of it */ };

typedef struct rows_matrix {
    int inputs, outputs,
        padded;     /* padded: outputs rounded up, the length of a row of `out` */
    float *weights; /* inputs x padded */
} rows_matrix_t;

/* Weight of output o and input i: weights[o * output_stride + i * input_stride]. */
void rows_matrix_init(rows_matrix_t *matrix, const float *weights, int outputs,
                      int inputs, size_t output_stride, size_t input_stride);
void rows_matrix_clear(rows_matrix_t *matrix);

/* Rows may be anywhere; those of `out` must not overlap and hold matrix->padded numbers.
 */
void rows_multiply(const rows_matrix_t *matrix, const float *const *in, int count,
                   float *const *out);

/* In ascending width. rows_bound limits the width used from now on, for tests and
 * measurements; no other thread may be computing. */
typedef enum { ROWS_PLAIN, ROWS_AVX2, ROWS_AVX512 } rows_vectors_t;
void rows_bound(rows_vectors_t most);

/* Whether this build has them and this processor supports them. */
bool rows_are_there(rows_vectors_t vectors);

/* A layer out = in * matrix + bias, for one row. */
typedef struct rows_layer {
    rows_matrix_t matrix;
    float *bias; /* padded */
} rows_layer_t;

void rows_layer_init(rows_layer_t *layer, const float *weights, const float *bias,
                     int outputs, int inputs);
void rows_layer_clear(rows_layer_t *layer);
void rows_layer_run(const rows_layer_t *layer, const float *in, float *out);

/* NETWORK.md's pool: 3 * channels numbers from `cells` rows of `channels`. */
void rows_pool(const float *rows, int cells, int channels, float *out);

#endif
