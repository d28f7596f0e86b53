/* learn_plan.h - what a folder of `fulcrum learn` will do, with every number, fixed
 * before its first game.
 * Use: learn_plan_t plan;
 *      if (learn_plan_make(&plan, class, variants, words, num_words, seed, &error)) ...
 *      char *text = learn_plan_text(&plan);                       plan.json
 *      if (learn_plan_load(&plan, "FOLDER/plan.json", &error)) ...
 *      learn_step_t step = learn_plan_step(&plan, variant, generation, by_network);
 *      learn_plan_clear(&plan);
 * Words are keys of learning, as in train.units=256, or of the configuration of the games
 * that networks play, as in search.root=gumbel. Numbers count games, positions and steps,
 * never seconds: so weights depend on game, variants, keys, seed and generation alone.
 * Errors: those of keys.h and run_config.h; a game without planes; variants of different
 *      boards.
 */
#ifndef EVAL_LEARN_PLAN_H
#define EVAL_LEARN_PLAN_H

#include "core/base/error.h"
#include "core/config/keys.h"

#include <stdint.h>

typedef struct cJSON cJSON;             /* cjson/cJSON.h */
typedef struct game game_t;             /* core/game/game.h */
typedef struct game_class game_class_t; /* core/game/game.h */

enum { LEARN_VARIANTS = 64, LEARN_LABEL = 80, LEARN_COMMAND = 1024 };

typedef struct learn_variant {
    game_t *game;
    char label[LEARN_LABEL]; /* in names of files: "-swap=true"; "" if it is the only one
                              */
    double mean_actions;     /* of a game of uniform playouts */
} learn_variant_t;

typedef struct learn_plan {
    learn_variant_t variants[LEARN_VARIANTS]; /* of one network */
    int num_variants;
    int64_t seed;
    cJSON *config; /* other keys of the games' configuration */
    struct {
        int64_t positions, least, most; /* of a generation; games, at least and at most */
        int64_t first_simulations;      /* of the playouts of generation 0 */
        int64_t least_simulations, simulations, growth;
        int64_t fast_simulations; /* of searches that are no policy target; 0: none */
        int64_t fast_generations; /* the first, which have them */
        double full_share;        /* share of the others */
        int64_t temperature_turns;
        double noise;
    } games;
    struct {
        int64_t window, fresh_every, full_rate, units, batch;
        double passes, first_passes, fresh_passes, rate, average, root_share;
        double weight_decay;       /* at least */
        double first_weight_decay; /* divided by generation + 1 */
        bool later, continues;
        char start[256];             /* a network to start from; "": none */
        char command[LEARN_COMMAND]; /* an external learner's; "": `fulcrum train` */
    } train;
    struct {
        int64_t games, opening_turns, simulations;
        double elo;
    } gate;
    struct {
        int64_t every, games; /* generations; of a match */
    } curve;
    struct {
        int64_t games, simulations; /* of a rung; playouts of the first */
    } ladder;
    int64_t rejections; /* in a row, after which learning stops */
} learn_plan_t;

typedef struct learn_step {
    int64_t games, simulations; /* simulations: 0: playouts */
    int first_export;           /* of the window */
} learn_step_t;

extern const keyset_t learn_keys;

/* variants: a list of objects of rules' values, at most LEARN_VARIANTS. */
bool learn_plan_make(learn_plan_t *plan, const game_class_t *class, const cJSON *variants,
                     char *const *words, int num_words, int64_t seed, failure_t *error);
/* Reads what learn_plan_text wrote. */
bool learn_plan_load(learn_plan_t *plan, const char *path, failure_t *error);
void learn_plan_clear(learn_plan_t *plan);
char *learn_plan_text(const learn_plan_t *plan);

/* Whether a generation trains from the first weights again (train.fresh_every). */
bool learn_is_fresh(const learn_plan_t *plan, int generation);

/* by_network: whether a network plays the games: the best so far. */
learn_step_t learn_plan_step(const learn_plan_t *plan, int variant, int generation,
                             bool by_network);

/* The seed of what a generation plays. */
typedef enum { LEARN_GAMES, LEARN_GATE, LEARN_CURVE } learn_use_t;
int64_t learn_seed(const learn_plan_t *plan, int generation, learn_use_t use);

/* The configuration of a generation's games of a variant, in JSON; the caller frees it.
 * player: has `search` and, if need be, `network`. */
char *learn_plan_config(const learn_plan_t *plan, int variant, int generation,
                        const learn_step_t *step, const cJSON *player);

#endif
