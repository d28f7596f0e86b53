/* search_config.h - the configuration of one search, and its keys.
 * Use: keyset_set_defaults(&search_keys, &config); keyset_read_json(&search_keys, ...);
 *      search_config_check(&config, "FILE", &error);
 * Values (of positions) are expected scores: 1 won, 1/2 drawn, 0 lost.
 * Errors: of check and bind; they name the incompatible keys.
 * Source of the methods: mcts/README.md.
 */
#ifndef MCTS_SEARCH_CONFIG_H
#define MCTS_SEARCH_CONFIG_H

#include "core/base/error.h"
#include "core/config/keys.h"
#include "core/game/game.h"
#include "mcts/evaluate/evaluator_choice.h"

typedef enum { ROOT_SAME, ROOT_GUMBEL } root_selection_t;
typedef enum { FPU_FIRST, FPU_VALUE, FPU_REDUCTION } fpu_t;

/* Visits of an edge are counted in 26 bits. */
#define SEARCH_MAX_SIMULATIONS ((1 << 26) - 1)
#define SEARCH_MAX_THREADS 256
#define SEARCH_MAX_VIRTUAL_LOSS 100

/* The simulation limit of a search that is to end otherwise. It also fits with many
 * threads, whose virtual losses are counted in the same bits. */
#define SEARCH_MOST_SIMULATIONS                                                          \
    (SEARCH_MAX_SIMULATIONS - SEARCH_MAX_THREADS * SEARCH_MAX_VIRTUAL_LOSS)

typedef struct search_config {
    int64_t simulations;        /* root visits at the end of a search */
    int64_t max_nodes, time_ms; /* other limits; 0: none (budget.h) */
    bool stop_when_settled;
    int selection; /* selection_t of selection_rules.h */
    double uct_exploration, puct_exploration;
    int fpu; /* fpu_t: value of untried actions */
    double fpu_value;
    int64_t expand_after;   /* visits of an edge before it gets a node */
    bool solve;             /* backs up proven bounds */
    int64_t amaf_reference; /* amaf.h; 0: none */
    double amaf_bias;
    bool reuse;                       /* keeps the subtree of the action played */
    int64_t memory_mb;                /* of the tree, MiB */
    double noise_weight, noise_total; /* share; sum of the Dirichlet parameters */
    double forced_playouts;           /* k of forced_playouts.h; 0: none */
    int root_selection;               /* root_selection_t */
    int64_t gumbel_considered;
    double gumbel_visit_offset, gumbel_scale;
    bool gumbel_noise;
    evaluator_choice_t evaluator;
} search_config_t;

extern const keyset_t search_keys; /* "search.…", "noise.…", "network.…" */

/* How many threads search one tree. Not part of search_config_t, as results of more than
 * one thread are not reproducible: recorded games use one. */
typedef struct search_parallel {
    int64_t threads;
    int64_t virtual_loss; /* lost visits that a simulation counts as until backup */
} search_parallel_t;

extern const keyset_t search_parallel_keys; /* "search.threads", ... */

/* The default values with this budget. */
search_config_t search_config_of(int64_t simulations);

/* Before the keys of `json` are read: without a number of simulations or nodes among
 * them, the search is to end after this time. */
void search_config_set_time(search_config_t *config, const cJSON *json, int64_t time_ms);

/* Whether a search with these values can be run by this many threads. */
bool search_parallel_check(const search_parallel_t *parallel,
                           const search_config_t *config, const char *where,
                           failure_t *error);

/* Opens what the configuration's evaluator needs for a game, and completes the
 * configuration with it (evaluator_choice.h). Required before a search is created. */
bool search_config_bind(search_config_t *config, const game_t *game, const char *where,
                        failure_t *error);

/* Replaces "the game's default" with the game's values. */
void search_config_settle(search_config_t *config, const game_t *game);

/* False: incompatible values; the error names both keys. */
bool search_config_check(const search_config_t *config, const char *where,
                         failure_t *error);

/* The same for the limits alone, for a caller that has changed only them. */
bool search_config_check_ends(const search_config_t *config, const char *where,
                              failure_t *error);

#endif
