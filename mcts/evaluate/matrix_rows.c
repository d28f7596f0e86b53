#include "mcts/evaluate/matrix_rows.h"

#include "core/base/error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* As many rows at a time as keep their sums in the registers of AVX2. */
enum { TILE = 6 };

typedef float lanes_t __attribute__((vector_size(ROWS_STEP * sizeof(float))));

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

/* --- Tiles of rows, for one width of vectors after the other ------------------------ */

#define ALWAYS static inline __attribute__((always_inline))

ALWAYS void multiply_tile(const rows_matrix_t *matrix, const float *const *in, int rows,
                          int first, float *const *out) {
    lanes_t sums[TILE], weights;
    const float *from = matrix->weights + first;
    for (int r = 0; r < rows; r++)
        memcpy(&sums[r], out[r] + first, sizeof sums[r]);
    for (int i = 0; i < matrix->inputs; i++, from += matrix->padded) {
        memcpy(&weights, from, sizeof weights);
        for (int r = 0; r < rows; r++)
            sums[r] += weights * in[r][i];
    }
    for (int r = 0; r < rows; r++)
        memcpy(out[r] + first, &sums[r], sizeof sums[r]);
}

ALWAYS void multiply_all(const rows_matrix_t *matrix, const float *const *in, int count,
                         float *const *out) {
    for (int first = 0; first < matrix->padded; first += ROWS_STEP) {
        int row = 0;
        for (; row + TILE <= count; row += TILE)
            multiply_tile(matrix, in + row, TILE, first, out + row);
        for (; row < count; row++)
            multiply_tile(matrix, in + row, 1, first, out + row);
    }
}

typedef void (*multiply_t)(const rows_matrix_t *matrix, const float *const *in, int count,
                           float *const *out);

static void multiply_plain(const rows_matrix_t *matrix, const float *const *in, int count,
                           float *const *out) {
    multiply_all(matrix, in, count, out);
}

#if ROWS_TARGETS
__attribute__((target("avx2"))) static void multiply_avx2(const rows_matrix_t *matrix,
                                                          const float *const *in,
                                                          int count, float *const *out) {
    multiply_all(matrix, in, count, out);
}

__attribute__((target("avx512f"))) static void
multiply_avx512(const rows_matrix_t *matrix, const float *const *in, int count,
                float *const *out) {
    multiply_all(matrix, in, count, out);
}
#endif

static multiply_t find_multiply(void) {
#if ROWS_TARGETS
    if (__builtin_cpu_supports("avx512f"))
        return multiply_avx512;
    if (__builtin_cpu_supports("avx2"))
        return multiply_avx2;
#endif
    return multiply_plain;
}

void rows_multiply(const rows_matrix_t *matrix, const float *const *in, int count,
                   float *const *out) {
    find_multiply()(matrix, in, count, out);
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
