#include "mcts/evaluate/convolution/matrix_rows.h"

#include "core/base/error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rows at a time whose sums fit in registers: 12 of 16 with two vectors per row. */
enum { TILE = 6 };

#if defined(__x86_64__) && defined(__GNUC__)
#define ROWS_TARGETS 1
#else
#define ROWS_TARGETS 0
#endif

void rows_matrix_init(rows_matrix_t *matrix, const float *weights, int outputs,
                      int inputs, size_t output_stride, size_t input_stride) {
    int padded = (outputs + ROWS_STEP - 1) / ROWS_STEP * ROWS_STEP;
    *matrix = (rows_matrix_t){.inputs = inputs, .outputs = outputs, .padded = padded};
    matrix->weights = memory_new((size_t)inputs * (size_t)padded, sizeof(float));
    for (int i = 0; i < inputs; i++)
        for (int o = 0; o < outputs; o++)
            matrix->weights[(size_t)i * (size_t)padded + (size_t)o] =
                weights[(size_t)o * output_stride + (size_t)i * input_stride];
}

void rows_matrix_clear(rows_matrix_t *matrix) {
    free(matrix->weights);
    *matrix = (rows_matrix_t){0};
}

/* --- Tiles of rows, for each vector width ------------------------------------------- */

#define TILES_NAME multiply_plain
#define TILES_TARGET
#define TILES_LANES 4
#define TILES_VECTORS 2
#include "mcts/evaluate/convolution/matrix_rows_tiles.h"

#if ROWS_TARGETS
#define TILES_NAME multiply_avx2
#define TILES_TARGET __attribute__((target("avx2")))
#define TILES_LANES 8
#define TILES_VECTORS 2
#include "mcts/evaluate/convolution/matrix_rows_tiles.h"

#define TILES_NAME multiply_avx512
#define TILES_TARGET __attribute__((target("avx512f")))
#define TILES_LANES 16
#define TILES_VECTORS 1
#include "mcts/evaluate/convolution/matrix_rows_tiles.h"
#endif

static rows_vectors_t bound = ROWS_AVX512;

void rows_bound(rows_vectors_t most) {
    bound = most;
}

bool rows_are_there(rows_vectors_t vectors) {
#if ROWS_TARGETS
    if (vectors == ROWS_AVX512)
        return __builtin_cpu_supports("avx512f");
    if (vectors == ROWS_AVX2)
        return __builtin_cpu_supports("avx2");
#endif
    return vectors == ROWS_PLAIN;
}

void rows_multiply(const rows_matrix_t *matrix, const float *const *in, int count,
                   float *const *out) {
#if ROWS_TARGETS
    if (bound >= ROWS_AVX512 && rows_are_there(ROWS_AVX512)) {
        multiply_avx512(matrix, in, count, out);
        return;
    }
    if (bound >= ROWS_AVX2 && rows_are_there(ROWS_AVX2)) {
        multiply_avx2(matrix, in, count, out);
        return;
    }
#endif
    multiply_plain(matrix, in, count, out);
}

/* --- Layers ------------------------------------------------------------------------- */

void rows_layer_init(rows_layer_t *layer, const float *weights, const float *bias,
                     int outputs, int inputs) {
    rows_matrix_init(&layer->matrix, weights, outputs, inputs, (size_t)inputs, 1);
    layer->bias = memory_new((size_t)layer->matrix.padded, sizeof(float));
    memcpy(layer->bias, bias, (size_t)outputs * sizeof(float));
}

void rows_layer_clear(rows_layer_t *layer) {
    rows_matrix_clear(&layer->matrix);
    free(layer->bias);
    layer->bias = NULL;
}

void rows_layer_run(const rows_layer_t *layer, const float *in, float *out) {
    memcpy(out, layer->bias, (size_t)layer->matrix.padded * sizeof(float));
    rows_multiply(&layer->matrix, &in, 1, &out);
}

void rows_pool(const float *rows, int cells, int channels, float *out) {
    float *mean = out, *sized = out + channels, *largest = sized + channels;
    float size = (sqrtf((float)cells) - 8) / 8;
    memset(mean, 0, (size_t)channels * sizeof *mean);
    memcpy(largest, rows, (size_t)channels * sizeof *largest);
    for (int cell = 0; cell < cells; cell++)
        for (int c = 0; c < channels; c++) {
            float value = rows[cell * channels + c];
            mean[c] += value;
            largest[c] = value > largest[c] ? value : largest[c];
        }
    for (int c = 0; c < channels; c++) {
        mean[c] /= (float)cells;
        sized[c] = mean[c] * size;
    }
}
