/* matrix_rows_tiles.h - rows_multiply for one vector width: only for matrix_rows.c, which
 * includes it once per width.
 * Use: #define TILES_NAME multiply_avx2
 *      #define TILES_TARGET __attribute__((target("avx2")))
 *      #define TILES_LANES 8       floats of a vector
 *      #define TILES_VECTORS 2     of a row at a time
 *      #include "mcts/evaluate/convolution/matrix_rows_tiles.h"
 * A tile of sums must stay in registers, or each product goes through memory: vectors
 * wider than the processor's do not stay there (gcc 12), and a tile has room for what it
 * adds.
 */

#define TILES_PASTED(name, suffix) name##suffix
#define TILES_PASTE(name, suffix) TILES_PASTED(name, suffix)
#define TILES_OWN(suffix) TILES_PASTE(TILES_NAME, suffix)
#define TILES_INLINE TILES_TARGET static inline __attribute__((always_inline))

typedef float TILES_OWN(_lanes_t)
    __attribute__((vector_size(TILES_LANES * sizeof(float))));

TILES_INLINE void TILES_OWN(_tile)(const rows_matrix_t *matrix, const float *const *in,
                                   int rows, int first, float *const *out) {
    TILES_OWN(_lanes_t) sums[TILE][TILES_VECTORS], weights[TILES_VECTORS];
    const float *from = matrix->weights + first;
    for (int r = 0; r < rows; r++)
        for (int v = 0; v < TILES_VECTORS; v++)
            memcpy(&sums[r][v], out[r] + first + v * TILES_LANES, sizeof sums[r][v]);
    for (int i = 0; i < matrix->inputs; i++, from += matrix->padded) {
        for (int v = 0; v < TILES_VECTORS; v++)
            memcpy(&weights[v], from + v * TILES_LANES, sizeof weights[v]);
        for (int r = 0; r < rows; r++)
            for (int v = 0; v < TILES_VECTORS; v++)
                sums[r][v] += weights[v] * in[r][i];
    }
    for (int r = 0; r < rows; r++)
        for (int v = 0; v < TILES_VECTORS; v++)
            memcpy(out[r] + first + v * TILES_LANES, &sums[r][v], sizeof sums[r][v]);
}

TILES_TARGET static void TILES_NAME(const rows_matrix_t *matrix, const float *const *in,
                                    int count, float *const *out) {
    for (int first = 0; first < matrix->padded; first += TILES_LANES * TILES_VECTORS) {
        int row = 0;
        for (; row + TILE <= count; row += TILE)
            TILES_OWN(_tile)(matrix, in + row, TILE, first, out + row);
        for (; row < count; row++)
            TILES_OWN(_tile)(matrix, in + row, 1, first, out + row);
    }
}

#undef TILES_NAME
#undef TILES_TARGET
#undef TILES_LANES
#undef TILES_VECTORS
#undef TILES_PASTED
#undef TILES_PASTE
#undef TILES_OWN
#undef TILES_INLINE
