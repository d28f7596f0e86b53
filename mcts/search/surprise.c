#include "mcts/search/surprise.h"

#include "core/base/portable_math.h"
#include "mcts/search/search_result.h"

double search_surprise(const search_result_t *result) {
    double total = 0, sum = 0;
    for (int i = 0; i < result->count; i++)
        total += result->visits[i] - result->pruned[i];
    for (int i = 0; i < result->count; i++) {
        double share = (result->visits[i] - result->pruned[i]) / total;
        if (share > 0)
            sum += share * portable_log(share / (double)result->priors[i]);
    }
    return sum > 0 ? sum : 0; /* rounding may make it negative */
}
