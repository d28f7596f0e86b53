#include "eval/rating/rating_levels.h"

#include "core/stats/outcome_counts.h"
#include "eval/rating/rating.h"

#include <stdlib.h>

/* Points of the pairing's first agent, pair by pair. */
static outcome_counts_t counts_of(const rating_t *rating,
                                  const rating_pairing_t *pairing) {
    const rating_games_t *games = rating->games;
    outcome_counts_t counts = outcome_counts_of_pairs();
    for (size_t i = 0; i < games->num_pairs; i++) {
        const rating_pair_t *pair = &games->pairs[i];
        if (pair->agents[0] == pairing->a && pair->agents[1] == pairing->b)
            outcome_counts_add(&counts, pair->results[0] + RATING_WON - pair->results[1]);
    }
    return counts;
}

/* The stronger agent's score against the weaker, or its lower end; 0 if they have not
 * played. */
static double score_against(const rating_t *rating, int strong, int weak,
                            rating_levels_kind_t kind) {
    int a = strong < weak ? strong : weak, b = strong < weak ? weak : strong;
    for (int i = 0; i < rating->num_pairings; i++) {
        const rating_pairing_t *pairing = &rating->pairings[i];
        if (pairing->a != a || pairing->b != b || pairing->pairs.games == 0)
            continue;
        outcome_counts_t counts = counts_of(rating, pairing);
        if (strong == b)
            counts = outcome_counts_mirrored(&counts);
        return kind == RATING_LEVELS_SEEN
                   ? outcome_counts_score(&counts)
                   : outcome_counts_score_of_effective(&counts, pairing->pairs.effective,
                                                       INTERVAL_LEVEL)
                         .low;
    }
    return 0;
}

/* The longest chain up to each agent, from the weakest; before: the agent below. */
static void find_levels(const rating_t *rating, rating_levels_kind_t kind, int *level,
                        int *before) {
    int count = rating->games->num_agents;
    for (int up = 0; up < count; up++) {
        int agent = rating->order[count - 1 - up];
        level[agent] = up == 0 ? 0 : -1;
        before[agent] = -1;
        for (int below = 0; below < up; below++) {
            int weaker = rating->order[count - 1 - below];
            if (level[weaker] < 0 || level[weaker] < level[agent] ||
                score_against(rating, agent, weaker, kind) < LEVEL_SCORE)
                continue;
            level[agent] = level[weaker] + 1;
            before[agent] = weaker;
        }
    }
}

rating_levels_t *rating_levels_new(const rating_t *rating, rating_levels_kind_t kind) {
    size_t count = (size_t)rating->games->num_agents;
    rating_levels_t *levels = memory_new(1, sizeof *levels);
    int *before = memory_new(count, sizeof *before), top = -1;
    *levels = (rating_levels_t){.level = memory_new(count, sizeof(int)),
                                .chain = memory_new(count, sizeof(int))};
    find_levels(rating, kind, levels->level, before);
    for (size_t i = 0; i < count; i++) /* the weakest of equals */
        top = top < 0 || levels->level[rating->order[count - 1 - i]] > levels->level[top]
                  ? rating->order[count - 1 - i]
                  : top;
    levels->count = levels->level[top];
    for (int i = levels->count; i >= 0; i--) {
        levels->chain[i] = top;
        top = before[top];
    }
    free(before);
    return levels;
}

void rating_levels_free(rating_levels_t *levels) {
    if (!levels)
        return;
    free(levels->level);
    free(levels->chain);
    free(levels);
}
