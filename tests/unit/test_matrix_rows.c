/* Products of rows: with vectors of every width, bit-identical to a plain loop's sums. */
#include "mcts/evaluate/convolution/matrix_rows.h"
#include "tests/support/unit.h"

#include "core/base/error.h"
#include "core/base/pcg.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 15, MOST_INPUTS = 40, MOST_OUTPUTS = 70, PADDED = 80 };

typedef struct product {
    float weights[MOST_OUTPUTS * MOST_INPUTS];
    float in[MOST_ROWS][MOST_INPUTS], before[MOST_ROWS][PADDED];
    float expected[MOST_ROWS][PADDED], out[MOST_ROWS][PADDED];
} product_t;

static void draw(pcg32_t *rng, float *values, size_t count) {
    for (size_t i = 0; i < count; i++)
        values[i] = (float)(2 * pcg32_real(rng) - 1) * (float)(1 << pcg32_below(rng, 9));
}

/* Adds the products one by one, in the order of the inputs. */
static void multiply(product_t *p, int rows, int inputs, int outputs) {
    for (int r = 0; r < rows; r++)
        for (int o = 0; o < outputs; o++) {
            volatile float sum = p->before[r][o];
            for (int i = 0; i < inputs; i++) {
                volatile float term = p->weights[o * inputs + i] * p->in[r][i];
                sum += term;
            }
            p->expected[r][o] = sum;
        }
}

static void compare(product_t *p, int rows, int inputs, int outputs) {
    const float *in[MOST_ROWS];
    float *out[MOST_ROWS];
    rows_matrix_t matrix;
    rows_matrix_init(&matrix, p->weights, outputs, inputs, (size_t)inputs, 1);
    memcpy(p->out, p->before, sizeof p->out);
    for (int r = 0; r < rows; r++) {
        in[r] = p->in[r];
        out[r] = p->out[r];
    }
    rows_multiply(&matrix, in, rows, out);
    for (int r = 0; r < rows; r++)
        assert_memory_equal(p->out[r], p->expected[r], (size_t)outputs * sizeof(float));
    rows_matrix_clear(&matrix);
}

static void test_all_widths(void **unused) {
    (void)unused;
    product_t *p = memory_new(1, sizeof *p);
    pcg32_t rng = pcg32_for(1, 0, 0, PCG_FOR_TEST);
    for (int rows = 1; rows <= MOST_ROWS; rows++)
        for (int outputs = 1; outputs <= MOST_OUTPUTS; outputs += 23) {
            int inputs = 1 + (int)pcg32_below(&rng, MOST_INPUTS);
            draw(&rng, p->weights, MOST_OUTPUTS * MOST_INPUTS);
            draw(&rng, p->in[0], MOST_ROWS * MOST_INPUTS);
            draw(&rng, p->before[0], MOST_ROWS * PADDED);
            multiply(p, rows, inputs, outputs);
            for (int width = ROWS_PLAIN; width <= ROWS_AVX512; width++) {
                rows_bound((rows_vectors_t)width);
                compare(p, rows, inputs, outputs);
            }
        }
    assert_true(rows_are_there(ROWS_PLAIN));
    free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_widths)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
