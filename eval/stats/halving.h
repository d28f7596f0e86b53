/* halving.h - sequential halving: which of many variants has the score nearest to 1/2,
 * for a number of games fixed beforehand.
 * Use: halving_plan_t plan;
 *      if (!halving_plan(&plan, &wish)) ... the budget is less than halving_least(&wish)
 *      halving_follow(&plan, arms, &state);      by the games so far
 *      while (state.stage < HALVING_WHOLE) ... play state.wanted games of each of the
 *          first state.num_in of state.order, from number 0 on, and follow it again
 * An arm is a variant; its games are independent of each other and of those of other
 * arms. In each round all remaining arms have the same number of games; the half (rounded
 * up) whose score is nearest to 1/2 stays, down to the finalists. These play as many
 * fresh games, which had no part in choosing them.
 * The ranking criterion is the squared distance from 1/2 minus what chance adds to it:
 * (score - 1/2)^2 - variance / (games - 1). This is unbiased, while the distance itself
 * is biased upwards, more so for games without draws: by distance a drawish variant would
 * look better than it is. Where the criterion is not above 0, chance alone explains the
 * distance: such arms are tied, and are ordered by (score - 1/2)^2 over what chance adds
 * (halving_key), which favours neither many draws nor few. Without draws the order is
 * that of the distance. Draws count half; among equals the arm with the lower number is
 * first.
 * Guarantee, whatever the scores: see halving_gap().
 * Reproducibility: the four operations only, hence the same order on every machine.
 * Errors: a budget that is too small.
 * Source: Karnin, Koren and Somekh, Almost optimal exploration in multi-armed bandits,
 *      2013 (algorithm 3); Hoeffding 1963; here an arm keeps the games of earlier rounds.
 */
#ifndef EVAL_HALVING_H
#define EVAL_HALVING_H

#include "core/stats/outcome_counts.h"

#include <stdbool.h>
#include <stdint.h>

enum { HALVING_ARMS = 256, HALVING_ROUNDS = 8 /* halve them down to one */ };

typedef struct halving_wish {
    int arms, finalists; /* as many finalists as arms, or more: nothing is dropped */
    uint64_t budget;     /* games of all arms together */
    uint64_t block;      /* games are played in complete blocks of this size */
    double fresh;        /* share of the budget for fresh games of finalists, 0 to 1 */
} halving_wish_t;

typedef struct halving_plan {
    int arms, finalists, rounds;
    int round_arms[HALVING_ROUNDS + 1]; /* that play each round; the last: finalists */
    uint64_t round_games[HALVING_ROUNDS + 1]; /* of each arm at the round's end; the
                                                 last: fresh games included */
    uint64_t games;                           /* of all arms, at most the budget */
} halving_plan_t;

bool halving_plan(halving_plan_t *plan, const halving_wish_t *wish);
uint64_t halving_least(const halving_wish_t *wish);

/* The number of the first fresh game of a finalist. */
uint64_t halving_fresh_from(const halving_plan_t *plan);

/* An arm's games from number 0 on: half points of the player whose score should be even.
 */
typedef struct halving_arm {
    const uint8_t *half_points;
    uint64_t games;
} halving_arm_t;

outcome_counts_t halving_counts(const halving_arm_t *arm, uint64_t from, uint64_t end);

/* The ranking criterion; not above 0 where chance alone explains the distance. Needs at
 * least two games. halving_key: what arms are sorted by: the criterion where it is above
 * 0, else how far below what chance explains the distance is, -1 to 0. */
double halving_distance(const outcome_counts_t *counts);
double halving_key(const outcome_counts_t *counts);

/* The progress of a plan. */
enum { HALVING_WHOLE = HALVING_ROUNDS + 1 }; /* a stage: nothing is left to play */
typedef struct halving_state {
    int stage;                    /* the current round; plan.rounds: fresh games */
    int num_in;                   /* arms still in it */
    uint64_t wanted;              /* games that each of them should have */
    int order[HALVING_ARMS];      /* those still in, then those dropped: of the last round
                                     the nearest to 1/2 first */
    int last_round[HALVING_ARMS]; /* of each arm: in which it was dropped; plan.rounds:
                                     still in, or a finalist */
} halving_state_t;

void halving_follow(const halving_plan_t *plan, const halving_arm_t *arms,
                    halving_state_t *state);

/* The games by which an arm is judged: those of the last round that it played. */
uint64_t halving_games_of(const halving_plan_t *plan, const halving_state_t *state,
                          int arm);

/* An upper bound on the probability that the fairest arm is not a finalist, if the score
 * of every other is farther from 1/2 by `gap` or more; and the least gap for which that
 * bound is 1 - level, or 1 if there is none. For any scores and any draws: two errors
 * that together bridge the gap have probability at most 4 exp(-games x^2) by Hoeffding's
 * inequality, where x is the gap minus the possible effect of the correction; the
 * expected number of arms that overtake the fairest then bounds the probability that
 * enough do. */
double halving_miss_bound(const halving_plan_t *plan, double gap);
double halving_gap(const halving_plan_t *plan, double level);

/* Levels of single intervals so that all hold simultaneously with probability `level`:
 * those of finalists are for their fresh games, whose number is fixed beforehand; those
 * of dropped arms are for all their games and must be anytime-valid
 * (confidence_sequence.h), as the results chose the number. pass: 0 for a single plan;
 * from 1 on, the number in an open-ended series of plans, all of which hold
 * simultaneously. */
typedef struct halving_levels {
    double finalist, dropped;
} halving_levels_t;
halving_levels_t halving_levels(const halving_plan_t *plan, int pass, double level);

#endif
