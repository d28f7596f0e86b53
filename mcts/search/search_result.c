#include "mcts/search/search_result.h"

guarantee_t search_guarantee(const search_result_t *result) {
    guarantee_t guarantee = {0};
    for (int i = 0; i < result->count; i++)
        guarantee_add(&guarantee, result->bounds[i]);
    return guarantee;
}

int search_best(const search_result_t *result) {
    guarantee_t guarantee = search_guarantee(result);
    int best = 0;
    if (result->planned >= 0 && result->root_proof == PROOF_NONE &&
        !bounds_dominated(result->bounds[result->planned], guarantee))
        return result->planned;
    for (int i = 1; i < result->count; i++) {
        int rank = (int)bounds_dominated(result->bounds[best], guarantee) -
                   (int)bounds_dominated(result->bounds[i], guarantee);
        if (rank > 0 || (rank == 0 && (result->visits[i] > result->visits[best] ||
                                       (result->visits[i] == result->visits[best] &&
                                        result->values[i] > result->values[best]))))
            best = i;
    }
    return best;
}
