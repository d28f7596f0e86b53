#include "mcts/select/action_choice.h"

#include "core/base/portable_math.h"
#include "mcts/search/search_result.h"

static const config_key_t keys[] = {
    KEY_REAL("temperature.start", temperature_t, start, 1, 0, 100,
             "sample actions of the first turns by visits^(1/temperature)"),
    KEY_REAL("temperature.end", temperature_t, end, 0, 0, 100,
             "temperature of all later turns; 0: the most visited action"),
    KEY_INT("temperature.turns", temperature_t, turns, 10, 0, 1000000,
            "number of first turns, counting both sides"),
};
const keyset_t temperature_keys = {keys, KEYSET_COUNT(keys)};

double temperature_at(const temperature_t *temperature, int turn) {
    return turn < temperature->turns ? temperature->start : temperature->end;
}

/* One of the actions tied with the best. Always taking the first would favour one
 * direction on the board, which biases the results of games between weak searches. */
static int any_of_the_best(const search_result_t *result, int best, pcg32_t *rng) {
    guarantee_t guarantee = search_guarantee(result);
    bool dominated = bounds_dominated(result->bounds[best], guarantee);
    int chosen = best;
    uint32_t equal = 1;
    for (int i = 0; i < result->count; i++)
        if (i != best && result->visits[i] == result->visits[best] &&
            result->values[i] == result->values[best] &&
            bounds_dominated(result->bounds[i], guarantee) == dominated &&
            pcg32_below(rng, ++equal) == 0)
            chosen = i;
    return chosen;
}

int choose_action(const search_result_t *result, double temperature, pcg32_t *rng) {
    double weights[GAME_MAX_LEGAL], sum = 0;
    int best = search_best(result);
    guarantee_t guarantee = search_guarantee(result);
    if (result->planned >= 0)
        return best;
    if (!(temperature > 0) || result->bounds[best] == BOUNDS_WON ||
        result->bounds[best] == BOUNDS_LOST || result->visits[best] == 0)
        return any_of_the_best(result, best, rng);
    for (int i = 0; i < result->count; i++) {
        double share =
            (double)(result->visits[i] - result->pruned[i]) / result->visits[best];
        bool dominated = bounds_dominated(result->bounds[i], guarantee);
        weights[i] = dominated ? 0 : portable_pow(share, 1 / temperature);
        sum += weights[i];
    }
    double drawn = pcg32_real(rng) * sum;
    for (int i = 0; i < result->count; i++) {
        drawn -= weights[i];
        if (drawn < 0 && weights[i] > 0)
            return i;
    }
    return best;
}
