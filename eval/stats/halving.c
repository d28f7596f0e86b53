#include "eval/stats/halving.h"

#include "core/base/error.h"

#include <math.h>

/* --- The plan ----------------------------------------------------------------------- */

static int half_of(int arms, int finalists) {
    int half = (arms + 1) / 2;
    return half > finalists ? half : finalists;
}

static void set_rounds(halving_plan_t *plan, const halving_wish_t *wish) {
    REQUIRE(wish->arms >= 1 && wish->arms <= HALVING_ARMS && wish->finalists >= 1 &&
            wish->block >= 2 && wish->fresh >= 0 && wish->fresh < 1);
    *plan = (halving_plan_t){.arms = wish->arms,
                             .finalists = wish->finalists < wish->arms ? wish->finalists
                                                                       : wish->arms};
    int arms = plan->arms;
    for (; arms > plan->finalists; arms = half_of(arms, plan->finalists))
        plan->round_arms[plan->rounds++] = arms;
    plan->round_arms[plan->rounds] = arms;
}

uint64_t halving_least(const halving_wish_t *wish) {
    halving_plan_t plan;
    uint64_t blocks = 0;
    set_rounds(&plan, wish);
    for (int i = 0; i <= plan.rounds; i++)
        blocks += (uint64_t)plan.round_arms[i];
    return blocks * wish->block;
}

/* Games of each arm, in complete blocks, that the games suffice for: at least one block.
 */
static uint64_t share_of(uint64_t games, int arms, uint64_t block) {
    uint64_t each = games / (uint64_t)arms / block * block;
    return each > block ? each : block;
}

/* Each round gets an equal share of the remaining budget, and the fresh games the rest.
 * Later rounds make up for the minimum of one block. */
bool halving_plan(halving_plan_t *plan, const halving_wish_t *wish) {
    set_rounds(plan, wish);
    if (wish->budget < halving_least(wish))
        return false;
    uint64_t fresh = (uint64_t)(wish->fresh * (double)wish->budget), each = 0,
             reserve = 0;
    for (int i = 0; i <= plan->rounds; i++)
        reserve += (uint64_t)plan->round_arms[i] * wish->block;
    for (int i = 0; i <= plan->rounds; i++) {
        uint64_t arms = (uint64_t)plan->round_arms[i], left = wish->budget - plan->games;
        reserve -= arms * wish->block;
        uint64_t kept = i < plan->rounds && fresh > reserve ? fresh : reserve;
        uint64_t free_games = left > kept ? left - kept : 0;
        uint64_t rounds_left = i < plan->rounds ? (uint64_t)(plan->rounds - i) : 1;
        uint64_t more = share_of(free_games / rounds_left, (int)arms, wish->block);
        each += more;
        plan->games += arms * more;
        plan->round_games[i] = each;
    }
    REQUIRE(plan->games <= wish->budget);
    return true;
}

uint64_t halving_fresh_from(const halving_plan_t *plan) {
    return plan->rounds > 0 ? plan->round_games[plan->rounds - 1] : 0;
}

/* --- Ranking ------------------------------------------------------------------------ */

outcome_counts_t halving_counts(const halving_arm_t *arm, uint64_t from, uint64_t end) {
    outcome_counts_t counts = outcome_counts_of_games();
    REQUIRE(end <= arm->games);
    for (uint64_t i = from; i < end; i++)
        outcome_counts_add(&counts, arm->half_points[i]);
    return counts;
}

double halving_distance(const outcome_counts_t *counts) {
    double games = (double)outcome_counts_trials(counts);
    REQUIRE(games >= 2);
    double off = outcome_counts_score(counts) - 0.5;
    return off * off - outcome_counts_variance(counts) / (games - 1);
}

double halving_key(const outcome_counts_t *counts) {
    double distance = halving_distance(counts);
    double variance = outcome_counts_variance(counts);
    if (distance > 0)
        return distance;
    return variance > 0
               ? distance * ((double)outcome_counts_trials(counts) - 1) / variance
               : -1;
}

/* Sorts the first arms of the order by their first games, by insertion: among equals the
 * lower number first. */
static void rank(const halving_arm_t *arms, uint64_t games, int *order, int count) {
    double key[HALVING_ARMS];
    for (int i = 0; i < count; i++) {
        outcome_counts_t counts = halving_counts(&arms[order[i]], 0, games);
        double own = halving_key(&counts);
        int arm = order[i], at = i;
        for (; at > 0 &&
               (own < key[at - 1] || (!(own > key[at - 1]) && arm < order[at - 1]));
             at--) {
            key[at] = key[at - 1];
            order[at] = order[at - 1];
        }
        key[at] = own;
        order[at] = arm;
    }
}

static bool has_played(const halving_state_t *state, const halving_arm_t *arms) {
    for (int i = 0; i < state->num_in; i++)
        if (arms[state->order[i]].games < state->wanted)
            return false;
    return true;
}

void halving_follow(const halving_plan_t *plan, const halving_arm_t *arms,
                    halving_state_t *state) {
    *state = (halving_state_t){.num_in = plan->arms};
    for (int i = 0; i < plan->arms; i++) {
        state->order[i] = i;
        state->last_round[i] = plan->rounds;
    }
    for (int i = 0; i <= plan->rounds; i++) {
        state->stage = i;
        state->wanted = plan->round_games[i];
        if (!has_played(state, arms))
            return;
        rank(arms, state->wanted, state->order, state->num_in);
        if (i == plan->rounds)
            break;
        for (int k = plan->round_arms[i + 1]; k < state->num_in; k++)
            state->last_round[state->order[k]] = i;
        state->num_in = plan->round_arms[i + 1];
    }
    state->stage = HALVING_WHOLE;
}

uint64_t halving_games_of(const halving_plan_t *plan, const halving_state_t *state,
                          int arm) {
    return plan->round_games[state->last_round[arm]];
}

/* --- What is sure ------------------------------------------------------------------- */

/* For one arm that is farther from 1/2 by the gap: an upper bound on the probability that
 * it is ranked before the other. The correction is at most 1 / (4 (games - 1)), and the
 * root of a sum is at most the sum of the roots; the score of a tied arm is within the
 * root of that correction of 1/2. */
static double overtakes(double games, double gap) {
    double x = gap - 0.5 / sqrt(games - 1);
    return x > 0 ? fmin(1, 4 * exp(-games * x * x)) : 1;
}

double halving_miss_bound(const halving_plan_t *plan, double gap) {
    double sum = 0;
    for (int i = 0; i < plan->rounds; i++)
        sum += (plan->arms - 1) * overtakes((double)plan->round_games[i], gap) /
               plan->round_arms[i + 1];
    return fmin(sum, 1);
}

double halving_gap(const halving_plan_t *plan, double level) {
    double low = 0, high = 1;
    if (plan->rounds == 0)
        return 0;
    for (int i = 0; i < 50; i++) {
        double gap = (low + high) / 2;
        *(halving_miss_bound(plan, gap) > 1 - level ? &low : &high) = gap;
    }
    return high;
}

halving_levels_t halving_levels(const halving_plan_t *plan, int pass, double level) {
    REQUIRE(pass >= 0 && level > 0 && level < 1);
    double error = plan->rounds > 0 ? (1 - level) / 2 : 1 - level;
    double of_pass = pass > 0 ? error / ((double)pass * (pass + 1)) : error;
    return (halving_levels_t){1 - of_pass / plan->finalists, 1 - error / plan->arms};
}
