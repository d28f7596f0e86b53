/* network_advantage.h - what moving first is worth to the agents of a strength level: the
 * games of each network, or of the agent without a list, against itself at unequal
 * budgets.
 * Use: for (int i = 0; i < network_advantage_parts(strength); i++)
 *          network_advantage_configure(study, variant, strength, i, &config);
 *      network_advantage_add(&advantage, &run, wanted);                  each run
 *      network_advantage_finish(&advantage, level);
 *      if (network_advantage_compare(&advantage, &other, level, &pair)) ... pair.nearer
 * Three runs a network, OUT/VARIANT/STRENGTH/advantage/NETWORK-RATIO: the budget of the
 * strength level against itself; twice and four times it, in pairs with seats exchanged.
 * So there are "advantage" games of each ratio from 4:1 to 1:4. They begin as those of
 * the other networks: from "openings", each equally often, or from the start.
 */
#ifndef EVAL_NETWORK_ADVANTAGE_H
#define EVAL_NETWORK_ADVANTAGE_H

#include "core/base/interval.h"
#include "eval/stats/budgets/advantage.h"
#include "eval/study/study.h"

typedef struct run_config run_config_t; /* selfplay/config/run_config.h */
typedef struct study_run study_run_t;   /* eval/study/study_run.h */

enum { ADVANTAGE_RATIOS = 3, ADVANTAGE_POINTS = 5 };

typedef struct network_advantage {
    int networks;
    advantage_point_t points[STUDY_MAX_NETWORKS][ADVANTAGE_POINTS];
    advantage_t of[STUDY_MAX_NETWORKS];
    uint64_t games, wanted;
    bool exists;      /* all of them have one */
    estimate_t value; /* in doublings: of one network, or the mean over networks */
} network_advantage_t;

int network_advantage_parts(const study_strength_t *strength);
bool network_advantage_has_two(int part); /* agents in its run */
void network_advantage_configure(const study_t *study, int variant, int strength,
                                 int part, run_config_t *config);
uint64_t network_advantage_games(const study_t *study, int strength, int part);
/* "2-4x" */
enum { ADVANTAGE_NAME = 32 };
void network_advantage_name(int part, char name[ADVANTAGE_NAME]);

/* wanted: games of the run. */
void network_advantage_add(network_advantage_t *advantage, const study_run_t *run,
                           uint64_t wanted);
void network_advantage_finish(network_advantage_t *advantage, double level);

/* Whether all games are there, and each network has an advantage. */
bool network_advantage_is_known(const network_advantage_t *advantage);

/* Of one strength level on two variants. False: one is not known, or there is only one
 * network. */
bool network_advantage_compare(const network_advantage_t *a, const network_advantage_t *b,
                               double level, advantage_pair_t *found);

#endif
