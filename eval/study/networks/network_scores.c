#include "eval/study/networks/network_scores.h"

#include "core/base/error.h"
#include "eval/stats/comparison.h"
#include "eval/study/networks/study_networks.h"
#include "eval/study/study_run.h"
#include "selfplay/config/opening_lines.h"

#include <stdlib.h>

_Static_assert((int)STUDY_MAX_NETWORKS <= (int)OVER_NETWORKS_MOST,
               "a list of networks has room in a table of pairs");

void network_scores_init(network_scores_t *scores, int networks, const char *openings) {
    *scores = (network_scores_t){.pairs = {.networks = networks},
                                 .weight = 1,
                                 .count = opening_lines_count(openings)};
    scores->openings = memory_new((size_t)scores->count + 1, sizeof *scores->openings);
    for (int i = 0; i < scores->count; i++) {
        network_opening_t *opening = &scores->openings[i];
        opening->pairs.networks = networks;
        opening_lines_text(openings, (uint64_t)i, opening->text, sizeof opening->text);
    }
}

void network_scores_clear(network_scores_t *scores) {
    free(scores->openings);
    *scores = (network_scores_t){.count = 0};
}

void network_scores_add(network_scores_t *scores, const study_run_t *run) {
    const study_strength_t *with = &run->study->strengths[run->part.strength];
    int of_pair[2];
    study_networks_pair(with, run->part.pair, &of_pair[0], &of_pair[1]);
    for (uint64_t i = 0; i < run->count; i++) {
        int agent = run_config_agent(&run->config, i, 0);
        int first = of_pair[agent], second = of_pair[1 - agent];
        uint64_t opening = run->config.num_agents == 1 ? i : i / 2;
        int points = game_result_points(&run->games[i]);
        network_pairs_add(&scores->pairs, first, second, points);
        if (scores->count > 0)
            network_pairs_add(&scores->openings[opening % (uint64_t)scores->count].pairs,
                              first, second, points);
    }
}

void network_scores_finish(network_scores_t *scores, double weight, double level) {
    double each = comparison_level_each(level, scores->count > 0 ? scores->count : 1);
    scores->weight = weight;
    (void)over_networks(&scores->pairs, weight, level, &scores->found);
    for (int i = 0; i < scores->count; i++) {
        network_opening_t *opening = &scores->openings[i];
        (void)over_networks(&opening->pairs, weight, level, &opening->found);
        (void)over_networks(&opening->pairs, weight, each, &opening->simultaneous);
    }
}
