/* integer_tool: evaluates pseudo-random positions of a made-up game with integer networks
 * of random weights, and prints hashes of all results. It needs neither HDF5 nor the
 * games, so that tests/cli/mcts/cli_aarch64.sh can compile it for another processor. */
#include "core/game/planes.h"
#include "mcts/evaluate/integer/integer_inference.h"

#include <inttypes.h>
#include <stdlib.h>

enum { FEATURES = 300, MOST = 40, ACTIONS = 500, LEGAL = 30, POSITIONS = 200 };

/* --- The game: a state is a seed ---------------------------------------------------- */

static uint64_t seed_of(const void *state) {
    uint64_t seed;
    memcpy(&seed, state, sizeof seed);
    return seed;
}

static int side(const game_t *game, const void *state) {
    (void)game;
    return (int)(seed_of(state) >> 5 & 1);
}

static int legal(const game_t *game, const void *state, action_t *actions) {
    int count = 1 + (int)(mix64(seed_of(state)) % LEGAL);
    (void)game;
    for (int i = 0; i < count; i++)
        actions[i] = (action_t)(i * (ACTIONS / LEGAL) + (int)(seed_of(state) % 7));
    return count;
}

static void write(const game_t *game, const void *state, uint64_t *bits) {
    pcg32_t rng = pcg32_seed(seed_of(state), 1);
    (void)game;
    memset(bits, 0, (FEATURES + 63) / 64 * sizeof *bits);
    for (int i = 0; i < MOST; i++) {
        uint32_t feature = pcg32_below(&rng, FEATURES);
        bits[feature / 64] |= UINT64_C(1) << feature % 64;
    }
}

void features_seen_all(const game_t *game, int viewer, uint16_t *seen) {
    (void)game;
    for (int f = 0; f < FEATURES; f++)
        seen[f] = (uint16_t)(viewer ? f ^ 1 : f);
}

int features_image(const game_t *game, int symmetry, int feature) {
    (void)game, (void)symmetry;
    return feature; /* the identity is the only symmetry */
}

void features_seen_actions(const game_t *game, int viewer, action_t *seen) {
    (void)game;
    for (int a = 0; a < ACTIONS; a++)
        seen[a] = (action_t)(viewer ? ACTIONS - 1 - a : a);
}

/* --- Hashes of the results ---------------------------------------------------------- */

static uint64_t sum_of(integer_inference_t *inference, evaluation_t *evaluation) {
    uint64_t sum = 0;
    for (uint64_t i = 0; i < POSITIONS; i++) {
        state_t state = {0};
        memcpy(state.bytes, &i, sizeof i);
        integer_inference_run(inference, &state, evaluation);
        sum = mix64(sum ^ evaluation->value);
        for (int k = 0; k < INTEGER_RESULTS; k++)
            sum = mix64(sum ^ (uint32_t)integer_inference_result(inference)[k]);
        for (int k = 0; k < evaluation->count; k++) {
            sum = mix64(sum ^ (uint32_t)integer_inference_policy(inference)[k]);
            sum = mix64(sum ^ evaluation->priors[k]);
        }
    }
    return sum;
}

/* The largest possible products: two rows, one of them negative. */
static void print_largest(const integer_kernels_t *kernels) {
    enum { WIDTH = INTEGER_MAX_UNITS, ROWS = 2, GROUPS = WIDTH * INTEGER_HIDDEN };
    static _Alignas(64) int8_t weights[GROUPS];
    static _Alignas(64) uint8_t in[WIDTH], out[INTEGER_HIDDEN];
    static const int32_t bias[INTEGER_HIDDEN];
    const uint16_t rows[ROWS] = {0, 1};
    int32_t products[INTEGER_OUT_STEP];
    uint64_t sum = 0;
    memset(in, 127, sizeof in);
    for (int i = 0; i < GROUPS; i++)
        weights[i] = i / WIDTH % 2 ? -127 : 127;
    kernels->dots(weights, WIDTH, rows, ROWS, in, products);
    for (int i = 0; i < GROUPS; i++)
        weights[i] = i / 4 % 2 ? -127 : 127;
    kernels->hidden(weights, bias, WIDTH, in, out);
    for (int unit = 0; unit < INTEGER_HIDDEN; unit++)
        sum = mix64(sum ^ out[unit]);
    printf("largest: %d %d %016" PRIx64 "\n", (int)products[0], (int)products[1], sum);
}

int main(void) {
    static const planes_class_t planes = {.version = 1};
    static const game_class_t class = {.name = "random", .networks = {.planes = &planes}};
    game_t game = {.class = &class,
                   .rules = {.side = side, .player = side, .legal = legal},
                   .features = {1, FEATURES, MOST, write, NULL, NULL},
                   .num_actions = ACTIONS};
    evaluation_t *evaluation = memory_new(1, sizeof *evaluation);
    failure_t error;
    for (int units = INTEGER_UNITS_STEP; units <= INTEGER_MAX_UNITS;
         units += INTEGER_UNITS_STEP) {
        integer_network_t *network = integer_network_new(&game, units, &error);
        REQUIRE(network);
        integer_network_randomize(network, (uint64_t)units);
        integer_inference_t *inference =
            integer_inference_new(network, &game, integer_kernels_best());
        printf("%d units, weights %016" PRIx64 ": %016" PRIx64 "\n", units,
               network->weights.hash, sum_of(inference, evaluation));
        integer_inference_free(inference);
        integer_network_free(network);
    }
    print_largest(integer_kernels_best());
    fprintf(stderr, "%s\n", integer_kernels_best()->name);
    free(evaluation);
    return 0;
}
