#include "mcts/evaluate/evaluation_logits.h"

#include "core/base/portable_math.h"
#include "mcts/tree/value.h"

#include <math.h>

bool logits_are_finite(const float *logits, int count) {
    for (int i = 0; i < count; i++)
        if (!isfinite(logits[i]))
            return false;
    return true;
}

void logits_to_shares(const float *logits, int count, double *shares) {
    enum { LOWEST = -80 };
    float largest = logits[0];
    double sum = 0;
    if (!logits_are_finite(logits, count)) {
        for (int i = 0; i < count; i++)
            shares[i] = 1.0 / count;
        return;
    }
    for (int i = 1; i < count; i++)
        largest = logits[i] > largest ? logits[i] : largest;
    for (int i = 0; i < count; i++) {
        double difference = (double)logits[i] - (double)largest;
        sum += shares[i] = difference < LOWEST ? 0 : portable_exp(difference);
    }
    for (int i = 0; i < count; i++)
        shares[i] /= sum;
}

void evaluation_set_score(evaluation_t *evaluation, int player, double score) {
    evaluation->value = value_for_player(player, (uint32_t)(score * VALUE_ONE + 0.5));
    evaluation->bounds = BOUNDS_NONE;
}

void evaluation_set_logits(evaluation_t *evaluation, const float *logits) {
    double shares[GAME_MAX_LEGAL];
    logits_to_shares(logits, evaluation->count, shares);
    for (int i = 0; i < evaluation->count; i++)
        evaluation->priors[i] = (uint16_t)(shares[i] * UINT16_MAX + 0.5);
}
