#include "mcts/evaluate/integer/integer_inference.h"

#include "core/game/features.h"
#include "mcts/tree/value.h"

#include <stdlib.h>

enum { REFERENCES = 4 };

/* The sums of a position, for side 0 and for side 1. */
typedef struct reference {
    int16_t sums[2][INTEGER_MAX_UNITS];
    uint64_t bits[FEATURES_WORDS]; /* its features */
} reference_t;

struct integer_inference {
    _Alignas(64) uint8_t x[2 * INTEGER_MAX_UNITS]; /* the mover's units, the other's */
    _Alignas(64) uint8_t hidden[INTEGER_HIDDEN];
    _Alignas(64) reference_t references[REFERENCES];
    reference_t *last; /* used */
    const integer_network_t *network;
    const game_t *game;
    const variant_rows_t *variant;
    const integer_kernels_t *kernels;
    int words; /* of a position's features */
    /* By side: the weight rows of features and of actions. */
    uint16_t feature_rows[2][FEATURES_MAX];
    action_t *action_rows[2];
    uint32_t exps[INTEGER_EXPS];
    int32_t result[INTEGER_RESULTS + 1];
    uint16_t rows[GAME_MAX_LEGAL];
    int32_t logits[GAME_MAX_LEGAL + INTEGER_OUT_STEP];
    uint32_t shares[GAME_MAX_LEGAL];
};

void integer_fill_exps(uint32_t exps[INTEGER_EXPS]) {
    const uint64_t step = UINT64_C(4162825044); /* exp(-1 / 32) in units of 2^-32 */
    exps[0] = INTEGER_EXP_ONE;
    for (int i = 1; i < INTEGER_EXPS; i++)
        exps[i] = (uint32_t)(exps[i - 1] * step >> 32);
}

/* --- Creating ----------------------------------------------------------------------- */

/* What is summed in every position: the bias, and the rules of the variant. */
static void init_reference(const integer_inference_t *inference, reference_t *reference) {
    const integer_network_t *network = inference->network;
    const int16_t *weights = integer_network_values(network, INTEGER_FEATURES_WEIGHT);
    size_t bytes = (size_t)network->units * sizeof(int16_t);
    for (int side = 0; side < 2; side++) {
        memcpy(reference->sums[side],
               integer_network_values(network, INTEGER_FEATURES_BIAS), bytes);
        inference->kernels->add(reference->sums[side], weights, network->units,
                                inference->variant->rules, inference->variant->num_rules);
    }
}

/* Sets the rows of features and actions as the sides see their images. */
static void set_rows(integer_inference_t *inference, int symmetry) {
    const game_t *game = inference->game;
    const variant_rows_t *variant = inference->variant;
    for (int side = 0; side < 2; side++) {
        for (int f = 0; f < features_count(game); f++)
            inference->feature_rows[side][f] =
                variant->features[side][features_image(game, symmetry, f)];
        for (int a = 0; a < game->num_actions; a++) {
            const action_t image =
                symmetry == 0 ? (action_t)a
                              : game_symmetry_action(game, symmetry, (action_t)a);
            inference->action_rows[side][a] = variant->actions[side][image];
        }
    }
}

integer_inference_t *integer_inference_new(const integer_network_t *network,
                                           const game_t *game,
                                           const integer_kernels_t *kernels) {
    const int variant = integer_rows_find(network->rows, game);
    REQUIRE(variant >= 0);
    integer_inference_t *inference = memory_new_vectors(sizeof *inference);
    inference->network = network;
    inference->game = game;
    inference->variant = &network->rows->variants[variant];
    inference->kernels = kernels;
    inference->words = features_words(game);
    for (int side = 0; side < 2; side++)
        inference->action_rows[side] =
            memory_new((size_t)game->num_actions, sizeof(action_t));
    set_rows(inference, 0);
    inference->last = inference->references;
    integer_fill_exps(inference->exps);
    for (int i = 0; i < REFERENCES; i++)
        init_reference(inference, &inference->references[i]);
    return inference;
}

void integer_inference_turn(integer_inference_t *inference, int symmetry) {
    if (symmetry > 0)
        set_rows(inference, symmetry);
}

void integer_inference_free(integer_inference_t *inference) {
    for (int side = 0; inference && side < 2; side++)
        free(inference->action_rows[side]);
    free(inference);
}

/* --- Sums of features --------------------------------------------------------------- */

/* Features as side 0 and as side 1 see them. */
typedef struct seen {
    uint16_t rows[2][FEATURES_MAX];
    int count;
} seen_t;

/* Lists the features that are on in one position and off in another. Which they are is
 * hard to predict, so only their number is branched on. */
static inline void list_features(const integer_inference_t *inference, const uint64_t *on,
                                 const uint64_t *off, seen_t *list) {
    uint64_t words[FEATURES_WORDS + 1];
    int firsts[FEATURES_WORDS + 1], num_words = 0, at = 0;
    list->count = 0;
    for (int w = 0; w < inference->words; w++) {
        words[num_words] = on[w] & ~off[w];
        firsts[num_words] = 64 * w;
        list->count += __builtin_popcountll(words[num_words]);
        num_words += words[num_words] != 0;
    }
    words[num_words] = 0;
    uint64_t word = words[0];
    /* NOLINTBEGIN(clang-analyzer-core.UndefinedBinaryOperatorResult): it cannot see that
     * the words have this many */
    for (int i = 0; i < list->count; i++) {
        const uint64_t rest = word & (word - 1), ends = rest == 0;
        const int feature = firsts[at] + __builtin_ctzll(word);
        list->rows[0][i] = inference->feature_rows[0][feature];
        list->rows[1][i] = inference->feature_rows[1][feature];
        word = rest | (words[at + 1] & -ends);
        at += (int)ends;
    }
    /* NOLINTEND(clang-analyzer-core.UndefinedBinaryOperatorResult) */
}

static int count_differences(const uint64_t *a, const uint64_t *b, int words) {
    int count = 0;
    for (int w = 0; w < words; w++)
        count += __builtin_popcountll(a[w] ^ b[w]);
    return count;
}

/* The reference with the fewest differences; the last one at once, if it has few. */
static reference_t *nearest(integer_inference_t *inference, const uint64_t *bits) {
    enum { FEW = 20 };
    reference_t *best = inference->last;
    int least = count_differences(bits, best->bits, inference->words);
    for (int i = 0; i < REFERENCES && least > FEW; i++) {
        reference_t *reference = &inference->references[i];
        int count = count_differences(bits, reference->bits, inference->words);
        if (count < least) {
            best = reference;
            least = count;
        }
    }
    inference->last = best;
    return best;
}

/* Turns the nearest reference into that of a position: so searches that are evaluated
 * together get separate references. */
static void update(const integer_inference_t *inference, reference_t *reference,
                   const uint64_t *bits) {
    const integer_network_t *network = inference->network;
    const int16_t *weights = integer_network_values(network, INTEGER_FEATURES_WEIGHT);
    seen_t added, removed;
    list_features(inference, bits, reference->bits, &added);
    list_features(inference, reference->bits, bits, &removed);
    memcpy(reference->bits, bits, (size_t)inference->words * sizeof *bits);
    for (int side = 0; side < 2; side++) {
        int16_t *sums = reference->sums[side];
        inference->kernels->add(sums, weights, network->units, added.rows[side],
                                added.count);
        inference->kernels->subtract(sums, weights, network->units, removed.rows[side],
                                     removed.count);
    }
}

static const reference_t *sum_features(integer_inference_t *inference,
                                       const state_t *state) {
    uint64_t bits[FEATURES_WORDS];
    features_write(inference->game, state, bits);
    reference_t *reference = nearest(inference, bits);
    update(inference, reference, bits);
    return reference;
}

/* --- Layers ------------------------------------------------------------------------- */

static void run_value(integer_inference_t *inference) {
    static const uint16_t rows[INTEGER_RESULTS] = {0, 1, 2};
    const integer_network_t *network = inference->network;
    const integer_kernels_t *kernels = inference->kernels;
    const int32_t *bias = integer_network_values(network, INTEGER_VALUE_BIAS);
    kernels->hidden(network->hidden_groups,
                    integer_network_values(network, INTEGER_HIDDEN_BIAS),
                    2 * network->units, inference->x, inference->hidden);
    kernels->dots(integer_network_values(network, INTEGER_VALUE_WEIGHT), INTEGER_HIDDEN,
                  rows, INTEGER_RESULTS, inference->hidden, inference->result);
    for (int i = 0; i < INTEGER_RESULTS; i++)
        inference->result[i] += bias[i];
}

static void run_policy(integer_inference_t *inference, int side, const action_t *actions,
                       int count) {
    const integer_network_t *network = inference->network;
    const int32_t *bias = integer_network_values(network, INTEGER_POLICY_BIAS);
    uint16_t *rows = inference->rows;
    for (int i = 0; i < count; i++)
        rows[i] = inference->action_rows[side][actions[i]];
    inference->kernels->dots(integer_network_values(network, INTEGER_POLICY_WEIGHT),
                             2 * network->units, rows, count, inference->x,
                             inference->logits);
    for (int i = 0; i < count; i++)
        inference->logits[i] += bias[rows[i]];
}

/* --- From logits to shares ---------------------------------------------------------- */

static uint64_t exponentials(const integer_inference_t *inference, const int32_t *logits,
                             int count, uint32_t *out) {
    int32_t largest = logits[0];
    uint64_t sum = 0;
    for (int i = 1; i < count; i++)
        largest = logits[i] > largest ? logits[i] : largest;
    for (int i = 0; i < count; i++)
        sum += out[i] = integer_exp(inference->exps, largest - logits[i]);
    return sum;
}

static uint32_t value_to_mover(const integer_inference_t *inference) {
    uint32_t shares[INTEGER_RESULTS];
    uint64_t sum = exponentials(inference, inference->result, INTEGER_RESULTS, shares);
    uint64_t score = 2 * (uint64_t)shares[0] + shares[1];
    return (uint32_t)((score * VALUE_ONE + sum) / (2 * sum));
}

/* Quotients of doubles, rounded down, are exact: dividends and divisors are whole numbers
 * below 2^53, and a quotient below 2^16 that is not whole is at least 2^-36 off the next
 * whole number. */
static void set_priors(integer_inference_t *inference, evaluation_t *evaluation) {
    uint64_t sum =
        exponentials(inference, inference->logits, evaluation->count, inference->shares);
    REQUIRE(sum > 0); /* a position has an action, and the likeliest has weight 1 */
    const uint64_t half = sum / 2;
    for (int i = 0; i < evaluation->count; i++)
        evaluation->priors[i] =
            (uint16_t)(int32_t)(((double)(int32_t)inference->shares[i] * UINT16_MAX +
                                 (double)half) /
                                (double)sum);
}

void integer_inference_run(integer_inference_t *inference, const state_t *state,
                           evaluation_t *evaluation) {
    const game_t *game = inference->game;
    const integer_kernels_t *kernels = inference->kernels;
    int units = inference->network->units, side = game_side(game, state);
    const reference_t *reference = sum_features(inference, state);
    kernels->activate(reference->sums[side], units, inference->x);
    kernels->activate(reference->sums[1 - side], units, inference->x + units);
    evaluation->count = game_legal(game, state, evaluation->actions);
    run_value(inference);
    run_policy(inference, side, evaluation->actions, evaluation->count);
    set_priors(inference, evaluation);
    evaluation->value =
        value_for_player(game_player(game, state), value_to_mover(inference));
    evaluation->bounds = BOUNDS_NONE;
}

const int32_t *integer_inference_result(const integer_inference_t *inference) {
    return inference->result;
}

const int32_t *integer_inference_policy(const integer_inference_t *inference) {
    return inference->logits;
}
