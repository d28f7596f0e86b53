#include "eval/study/networks/network_advantage.h"

#include "eval/study/networks/study_networks.h"
#include "eval/study/study_run.h"
#include "selfplay/config/run_config.h"

#include <stdio.h>

static int network_of(int part) {
    return part / ADVANTAGE_RATIOS;
}
/* Of the stronger's budget. */
static int doublings_of(int part) {
    return part % ADVANTAGE_RATIOS;
}

int network_advantage_parts(const study_strength_t *strength) {
    const int networks = strength->num_networks > 0 ? strength->num_networks : 1;
    return strength->games.advantage > 0 ? ADVANTAGE_RATIOS * networks : 0;
}

bool network_advantage_has_two(int part) {
    return doublings_of(part) > 0;
}

void network_advantage_name(int part, char name[ADVANTAGE_NAME]) {
    snprintf(name, ADVANTAGE_NAME, "%d-%dx", network_of(part) + 1,
             1 << doublings_of(part));
}

static void set_agent(agent_t *agent, const study_strength_t *strength, int network,
                      int doublings) {
    study_networks_agent(strength, network, agent);
    snprintf(agent->name, sizeof agent->name, "%d times", 1 << doublings);
    agent_set_simulations(agent, agent_simulations(agent) << doublings);
}

void network_advantage_configure(const study_t *study, int variant, int strength,
                                 int part, run_config_t *config) {
    const study_strength_t *with = &study->strengths[strength];
    set_agent(&config->agents[0], with, network_of(part), doublings_of(part));
    if (config->num_agents > 1)
        set_agent(&config->agents[1], with, network_of(part), 0);
    else
        *config->agents[0].name = '\0';
    study_networks_begin(study, variant, (uint64_t)(1000000 + part) << 40, config);
}

uint64_t network_advantage_games(const study_t *study, int strength, int part) {
    const uint64_t shard = (uint64_t)study->shard,
                   each = (uint64_t)study->strengths[strength].games.advantage,
                   games = network_advantage_has_two(part) ? 2 * each : each;
    return (games + shard - 1) / shard * shard;
}

void network_advantage_add(network_advantage_t *advantage, const study_run_t *run,
                           uint64_t wanted) {
    enum { EVEN = ADVANTAGE_POINTS / 2 };
    const int network = network_of(run->part.pair), by = doublings_of(run->part.pair);
    advantage_point_t *points = advantage->points[network];
    if (network >= advantage->networks)
        advantage->networks = network + 1;
    for (int i = 0; i < ADVANTAGE_POINTS; i++)
        points[i].doublings = i - EVEN;
    for (uint64_t i = 0; i < run->count; i++) {
        const bool is_stronger_first = run_config_agent(&run->config, i, 0) == 0;
        advantage_point_t *point = &points[EVEN + (is_stronger_first ? by : -by)];
        point->games++;
        point->points += game_result_points(&run->games[i]) / 2.0;
    }
    advantage->games += run->count;
    advantage->wanted += wanted;
}

_Static_assert((int)STUDY_MAX_NETWORKS <= (int)ADVANTAGE_PLAYERS,
               "all networks can be compared");

static void list_values(const network_advantage_t *advantage,
                        double values[ADVANTAGE_PLAYERS]) {
    for (int i = 0; i < advantage->networks; i++)
        values[i] = advantage->of[i].doublings.value;
}

void network_advantage_finish(network_advantage_t *advantage, double level) {
    double values[ADVANTAGE_PLAYERS];
    advantage->exists = advantage->networks > 0;
    for (int i = 0; i < advantage->networks; i++)
        advantage->exists &= advantage_of(advantage->points[i], ADVANTAGE_POINTS, level,
                                          &advantage->of[i]);
    list_values(advantage, values);
    if (advantage->exists)
        advantage->value = advantage->networks == 1
                               ? advantage->of[0].doublings
                               : advantage_mean(values, advantage->networks, level);
}

bool network_advantage_is_known(const network_advantage_t *advantage) {
    return advantage->exists && advantage->games >= advantage->wanted;
}

bool network_advantage_compare(const network_advantage_t *a, const network_advantage_t *b,
                               double level, advantage_pair_t *found) {
    double of_a[ADVANTAGE_PLAYERS], of_b[ADVANTAGE_PLAYERS];
    if (!network_advantage_is_known(a) || !network_advantage_is_known(b) ||
        a->networks < 2 || a->networks != b->networks)
        return false;
    list_values(a, of_a);
    list_values(b, of_b);
    *found = advantage_compare(of_a, of_b, a->networks, level);
    return true;
}
