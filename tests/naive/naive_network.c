#include "tests/naive/naive_network.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct image {
    int channels, height, width;
    double *value; /* channel, row, column */
} image_t;

static image_t image_new(int channels, int height, int width) {
    image_t image = {channels, height, width, NULL};
    image.value = memory_new((size_t)(channels * height * width), sizeof(double));
    return image;
}

static double at(const image_t *image, int channel, int row, int column) {
    if (row < 0 || column < 0 || row >= image->height || column >= image->width)
        return 0;
    return image->value[(channel * image->height + row) * image->width + column];
}

static void set(image_t *image, int channel, int row, int column, double value) {
    image->value[(channel * image->height + row) * image->width + column] = value;
}

static const float *tensor(const network_t *network, const char *layer,
                           const char *kind) {
    char name[64];
    snprintf(name, sizeof name, "%s.%s", layer, kind);
    return network_tensor(network, name);
}

/* A convolution with kernels of 1x1 or 3x3. */
static image_t convolve(const network_t *network, const char *layer, int outputs,
                        int kernel, const image_t *in) {
    const float *weight = tensor(network, layer, "weight");
    const float *bias = tensor(network, layer, "bias");
    image_t out = image_new(outputs, in->height, in->width);
    for (int o = 0; o < outputs; o++)
        for (int row = 0; row < in->height; row++)
            for (int column = 0; column < in->width; column++) {
                double sum = (double)bias[o];
                for (int i = 0; i < in->channels; i++)
                    for (int y = 0; y < kernel; y++)
                        for (int x = 0; x < kernel; x++)
                            sum +=
                                (double)weight[((o * in->channels + i) * kernel + y) *
                                                   kernel +
                                               x] *
                                at(in, i, row + y - kernel / 2, column + x - kernel / 2);
                set(&out, o, row, column, sum);
            }
    return out;
}

/* relu(image + added) * mask; added: an image, or a number a channel, or neither. */
static void rectify(image_t *image, const image_t *added, const double *by_channel,
                    const image_t *mask) {
    for (int c = 0; c < image->channels; c++)
        for (int row = 0; row < image->height; row++)
            for (int column = 0; column < image->width; column++) {
                double value = at(image, c, row, column);
                value += added ? at(added, c, row, column) : 0;
                value += by_channel ? by_channel[c] : 0;
                set(image, c, row, column,
                    value > 0 ? value * at(mask, 0, row, column) : 0);
            }
}

static double *pool(const image_t *image, const image_t *mask) {
    double *out = memory_new((size_t)(3 * image->channels), sizeof(double));
    for (int c = 0; c < image->channels; c++) {
        double sum = 0, most = -1e300;
        int cells = 0;
        for (int row = 0; row < image->height; row++)
            for (int column = 0; column < image->width; column++)
                if (at(mask, 0, row, column) > 0) {
                    sum += at(image, c, row, column);
                    most = fmax(most, at(image, c, row, column));
                    cells++;
                }
        out[c] = sum / cells;
        out[image->channels + c] = sum / cells * (sqrt(cells) - 8) / 8;
        out[2 * image->channels + c] = most;
    }
    return out;
}

static double *linear(const network_t *network, const char *layer, int outputs,
                      const double *in, int inputs) {
    double *out = memory_new((size_t)outputs, sizeof(double));
    for (int o = 0; o < outputs; o++) {
        out[o] = (double)tensor(network, layer, "bias")[o];
        for (int i = 0; i < inputs; i++)
            out[o] += (double)tensor(network, layer, "weight")[o * inputs + i] * in[i];
    }
    return out;
}

static image_t read_planes(const game_t *game, const state_t *state) {
    planes_shape_t shape = planes_shape(game);
    int places = shape.height * shape.width;
    uint8_t *bytes = memory_new(planes_bytes(game), 1);
    image_t image = image_new(shape.planes, shape.height, shape.width);
    planes_write(game, state, bytes);
    for (int p = 0; p < shape.planes; p++)
        for (int i = 0; i < places; i++)
            image.value[p * places + i] =
                bytes[p * places + i] * (double)planes_scale(game, p);
    free(bytes);
    return image;
}

static image_t run_trunk(const network_t *network, const image_t *planes) {
    int channels = network->architecture.channels;
    image_t x = convolve(network, "stem", channels, 3, planes);
    rectify(&x, NULL, NULL, planes);
    for (int i = 0; i < network->architecture.blocks; i++) {
        char name[32];
        snprintf(name, sizeof name, "blocks.%d.first", i);
        image_t y = convolve(network, name, channels, 3, &x);
        rectify(&y, NULL, NULL, planes);
        int every = network->architecture.pool_every;
        if (every > 0 && (i + 1) % every == 0) {
            snprintf(name, sizeof name, "blocks.%d.pool", i);
            double *pooled = pool(&y, planes);
            double *added = linear(network, name, channels, pooled, 3 * channels);
            rectify(&y, NULL, added, planes);
            free(pooled);
            free(added);
        }
        snprintf(name, sizeof name, "blocks.%d.second", i);
        image_t z = convolve(network, name, channels, 3, &y);
        rectify(&z, &x, NULL, planes);
        free(x.value);
        free(y.value);
        x = z;
    }
    return x;
}

static void run_heads(const network_t *network, const game_t *game, const state_t *state,
                      const image_t *x, const image_t *planes, naive_outputs_t *out) {
    const architecture_t *a = &network->architecture;
    const planes_shape_t *shape = &network->shape;
    double *pooled = pool(x, planes);
    double *hidden = linear(network, "hidden", a->hidden, pooled, 3 * a->channels);
    for (int i = 0; i < a->hidden; i++)
        hidden[i] = fmax(hidden[i], 0);
    double *value = linear(network, "value", 3, hidden, a->hidden);
    double *whole = linear(network, "whole", shape->whole_heads, hidden, a->hidden);
    image_t cell = convolve(network, "cell", shape->cell_heads, 1, x), q = {0}, k = {0};
    if (shape->pair_heads > 0) {
        q = convolve(network, "pair_from", shape->pair_heads * a->pair_size, 1, x);
        k = convolve(network, "pair_to", shape->pair_heads * a->pair_size, 1, x);
    }
    for (int i = 0; i < 3; i++)
        out->result[i] = value[i];
    out->count = game_legal(game, state, out->actions);
    for (int i = 0; i < out->count; i++) {
        policy_output_t o = planes_output(game, game_side(game, state), out->actions[i]);
        int width = x->width, d0 = o.head * a->pair_size;
        double logit = o.kind == OUTPUT_WHOLE ? whole[o.head] : 0;
        if (o.kind == OUTPUT_CELL)
            logit = at(&cell, o.head, o.from / width, o.from % width);
        for (int d = d0; o.kind == OUTPUT_PAIR && d < d0 + a->pair_size; d++)
            logit += at(&q, d, o.from / width, o.from % width) *
                     at(&k, d, o.to / width, o.to % width) / sqrt(a->pair_size);
        out->logits[i] = logit;
    }
    double *all[] = {pooled, hidden, value, whole, cell.value, q.value, k.value};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        free(all[i]);
}

void naive_network(const network_t *network, const game_t *game, const state_t *state,
                   naive_outputs_t *out) {
    image_t planes = read_planes(game, state);
    image_t x = run_trunk(network, &planes);
    run_heads(network, game, state, &x, &planes, out);
    free(planes.value);
    free(x.value);
}
