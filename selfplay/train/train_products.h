/* train_products.h - a sum of rows of a matrix times factors, in the order in which they
 * are added, gathered so that a kernel adds many at a time.
 * Use: train_products_t products = train_products_into(sums, n, matrix, kernels);
 *      train_products_add(&products, row, factor);      ...
 *      train_products_end(&products);
 * A factor of 0 adds nothing.
 */
#ifndef SELFPLAY_TRAIN_PRODUCTS_H
#define SELFPLAY_TRAIN_PRODUCTS_H

#include "selfplay/train/train_kernels.h"

#include <stddef.h>

enum { TRAIN_PRODUCTS = 64 };

typedef struct train_products {
    float *sums; /* [n] */
    int n, count;
    const int16_t *matrix; /* [][n] */
    const train_kernels_t *kernels;
    uint32_t rows[TRAIN_PRODUCTS];
    float factors[TRAIN_PRODUCTS];
} train_products_t;

static inline train_products_t train_products_into(float *sums, int n,
                                                   const int16_t *matrix,
                                                   const train_kernels_t *kernels) {
    train_products_t products;
    products.sums = sums;
    products.n = n;
    products.count = 0;
    products.matrix = matrix;
    products.kernels = kernels;
    return products;
}

static inline void train_products_end(train_products_t *products) {
    products->kernels->add_scaled_rows(products->sums, products->matrix, products->n,
                                       products->rows, products->factors,
                                       products->count);
    products->count = 0;
}

static inline void train_products_add(train_products_t *products, size_t row,
                                      float factor) {
    if (factor == 0)
        return;
    products->rows[products->count] = (uint32_t)row;
    products->factors[products->count++] = factor;
    if (products->count == TRAIN_PRODUCTS)
        train_products_end(products);
}

#endif
