/* integer_tool: evaluates positions of games with integer networks of random weights,
 * trains networks on made-up targets, and prints hashes of all results. It needs no HDF5,
 * so that tests/cli/mcts/cli_aarch64.sh can compile it for another processor. */
#include "core/game/features.h"
#include "mcts/evaluate/integer/integer_inference.h"
#include "selfplay/train/trainer.h"

#include <inttypes.h>
#include <stdlib.h>

enum { POSITIONS = 200, STEPS = 12 };

/* The position after some random actions; false: the game is over. */
static bool position(const game_t *game, uint64_t seed, state_t *state) {
    pcg32_t rng = pcg32_for(1, seed, 0, PCG_FOR_TEST);
    game_start(game, state);
    for (uint64_t ply = 0; ply < seed % 24; ply++) {
        action_t actions[GAME_MAX_LEGAL];
        const int count = game_legal(game, state, actions);
        if (count == 0)
            return false;
        game_apply(game, state, actions[pcg32_below(&rng, (uint32_t)count)]);
    }
    return !game_outcome(game, state).over;
}

/* --- Evaluation --------------------------------------------------------------------- */

static uint64_t sum_of(const integer_network_t *network, const game_t *game) {
    integer_inference_t *inference =
        integer_inference_new(network, game, integer_kernels_best());
    evaluation_t *evaluation = memory_new(1, sizeof *evaluation);
    uint64_t sum = 0;
    state_t state;
    for (uint64_t i = 0; i < POSITIONS; i++) {
        if (!position(game, i, &state))
            continue;
        integer_inference_run(inference, &state, evaluation);
        sum = mix64(sum ^ evaluation->value);
        for (int k = 0; k < INTEGER_RESULTS; k++)
            sum = mix64(sum ^ (uint32_t)integer_inference_result(inference)[k]);
        for (int k = 0; k < evaluation->count; k++) {
            sum = mix64(sum ^ (uint32_t)integer_inference_policy(inference)[k]);
            sum = mix64(sum ^ evaluation->priors[k]);
        }
    }
    integer_inference_free(inference);
    free(evaluation);
    return sum;
}

/* --- Training ----------------------------------------------------------------------- */

/* Adds a position as a row, with targets that depend on its number. */
static void add_row(train_group_t *group, const game_t *game, uint64_t number) {
    uint64_t bits[FEATURES_WORDS];
    uint16_t on[FEATURES_MAX];
    state_t state;
    if (!position(game, number, &state))
        return;
    const size_t row = group->count++;
    const int side = game_side(game, &state);
    features_write(game, &state, bits);
    const int count = features_list(bits, features_words(game), on);
    for (int k = 0; k < count; k++)
        group->features[group->first_feature[row] + (size_t)k] =
            (uint16_t)features_seen(game, side, on[k]);
    group->first_feature[row + 1] = group->first_feature[row] + (size_t)count;
    const size_t first = group->first_action[row];
    const int legal = game_legal(game, &state, group->actions + first);
    for (int k = 0; k < legal; k++)
        group->shares[first + (size_t)k] = k == (int)(number % (uint64_t)legal) ? 1 : 0;
    group->first_action[row + 1] = first + (size_t)legal;
    group->rows[row] =
        (train_row_t){.value = {(float)(number % 3) / 2, 0, 1 - (float)(number % 3) / 2},
                      .log_turns = (float)(number % 5),
                      .side = (uint8_t)side,
                      .has_policy = true,
                      .has_turns = number % 7 > 0};
}

static void train(const char *name, const char *variant) {
    failure_t error;
    train_rows_t *rows = memory_new(1, sizeof *rows);
    train_group_t *group = &rows->groups[TRAIN_ROWS];
    game_t *game = game_of_text(name, variant, &error);
    train_losses_t losses;
    REQUIRE(game);
    rows->num_variants = 1;
    rows->variants[0] =
        (train_variant_t){.game = game, .symmetries = game->num_symmetries};
    REQUIRE(symmetry_maps_make(&rows->variants[0].maps, game, false, true, &error));
    group->rows = memory_new(POSITIONS, sizeof *group->rows);
    group->first_feature = memory_new(POSITIONS + 1, sizeof(size_t));
    group->first_action = memory_new(POSITIONS + 1, sizeof(size_t));
    group->features =
        memory_new((size_t)POSITIONS * (size_t)features_most(game), sizeof(uint16_t));
    group->actions = memory_new((size_t)POSITIONS * GAME_MAX_LEGAL, sizeof(action_t));
    group->shares = memory_new((size_t)POSITIONS * GAME_MAX_LEGAL, sizeof(float));
    for (uint64_t i = 0; i < POSITIONS; i++)
        add_row(group, game, i);
    train_options_t options = TRAIN_OPTIONS;
    options.batch = 128;
    trainer_t *trainer = trainer_new(rows, &options, STEPS, 2, &error);
    for (int step = 0; step < STEPS; step++)
        trainer_step(trainer, rows, &losses);
    integer_network_t *network = trainer_network(trainer, rows);
    printf("%s, trained: weights %016" PRIx64 ": %016" PRIx64 "\n", name,
           network->weights.hash, sum_of(network, game));
    integer_network_free(network);
    trainer_free(trainer);
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
    failure_t error;
    game_t *game = game_of_text("cascade", "size=5 swap=true", &error);
    for (int units = INTEGER_UNITS_STEP; units <= INTEGER_MAX_UNITS;
         units += INTEGER_UNITS_STEP) {
        integer_network_t *network = integer_network_new(game, units, &error);
        REQUIRE(network);
        integer_network_randomize(network, (uint64_t)units);
        printf("%d units, weights %016" PRIx64 ": %016" PRIx64 "\n", units,
               network->weights.hash, sum_of(network, game));
        integer_network_free(network);
    }
    train("seesaw", "size=4");
    train("situ", "");
    train("seega", "");
    train("cascade", "size=6 swap=true");
    print_largest(integer_kernels_best());
    fprintf(stderr, "%s\n", integer_kernels_best()->name);
    game_free(game);
    return 0;
}
