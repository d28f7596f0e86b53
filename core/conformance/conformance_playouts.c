/* Compares a game's own playouts with the generic ones. */
#include "core/conformance/conformance.h"
#include "core/conformance/watch.h"
#include "core/game/playout.h"

#define HOLDS(game, condition)                                                           \
    ((condition) ? (void)0                                                               \
                 : error_throw("%s %s: playouts: does not hold: %s",                     \
                               (game)->class->name, (game)->variant_text, #condition))

/* The chi-square statistic of two samples of counts, for equal distributions. */
static double chi_square(const int *a, const int *b, int cells, int *freedom) {
    double sum = 0;
    *freedom = -1;
    for (int i = 0; i < cells; i++)
        if (a[i] + b[i] > 0) {
            sum += (double)(a[i] - b[i]) * (a[i] - b[i]) / (a[i] + b[i]);
            ++*freedom;
        }
    return sum;
}

enum { LENGTHS = 16, OUTCOMES = 3, CELLS = LENGTHS * OUTCOMES };

/* Counts playouts from a state by winner and by length in bins of `width` actions, or, if
 * width is 0, by last position. */
static void sample(const game_t *game, const state_t *start, bool generic, int playouts,
                   uint32_t width, int counts[CELLS]) {
    pcg32_t rng = pcg32_for(3, generic, 0, PCG_FOR_TEST);
    memset(counts, 0, CELLS * sizeof *counts);
    for (int i = 0; i < playouts; i++) {
        state_t state = *start;
        playout_t p = generic ? playout_generic(game, &state, &rng)
                              : game_playout(game, &state, &rng);
        HOLDS(game, p.length <= (uint32_t)game->max_game_length);
        outcome_t end = game_outcome_at(game, &state, p.length);
        HOLDS(game, end.over && end.winner == p.outcome.winner &&
                        end.reason == p.outcome.reason);
        if (width == 0) {
            counts[game_hash(game, &state) % CELLS]++;
            continue;
        }
        uint32_t length = p.length / width;
        counts[p.outcome.winner * LENGTHS +
               (int)(length < LENGTHS ? length : LENGTHS - 1)]++;
    }
}

/* Fails below p = 1e-6 (Wilson-Hilferty approximation); seeds are fixed. */
static void compare_samples(const game_t *game, const int *own, const int *generic) {
    int freedom;
    double sum = chi_square(own, generic, CELLS, &freedom);
    double z = 4.75, n = freedom > 0 ? freedom : 1, c = 2 / (9 * n);
    double root = 1 - c + z * __builtin_sqrt(c);
    if (sum > n * root * root * root)
        error_throw("%s %s: chi-square %.1f with %d degrees of freedom",
                    game->class->name, game->variant_text, sum, freedom);
}

/* A position near the end of a playout, where the last position determines nearly all
 * random choices since. */
static void late_position(const game_t *game, uint64_t number, uint32_t to_go,
                          state_t *state) {
    pcg32_t rng = pcg32_for(7, number, 0, PCG_FOR_TEST);
    pcg32_t again = rng;
    action_t actions[GAME_MAX_LEGAL];
    game_start(game, state);
    uint32_t length = playout_generic(game, state, &rng).length;
    game_start(game, state);
    for (uint32_t ply = 0; ply + to_go < length; ply++) {
        int count = game_legal(game, state, actions);
        game_apply(game, state, actions[pcg32_below(&again, (uint32_t)count)]);
    }
}

static void compare_late_positions(const game_t *game, int percent) {
    int own[CELLS], generic[CELLS], playouts = conformance_share(4000, percent);
    for (uint32_t to_go = 1; to_go <= 3; to_go++) {
        state_t state = {0};
        late_position(game, to_go, to_go, &state);
        sample(game, &state, false, playouts, 0, own);
        sample(game, &state, true, playouts, 0, generic);
        compare_samples(game, own, generic);
    }
}

/* Checks a maximum length shorter than games need: generic playouts obey it, and so do
 * the game's own, unless its rules have a bound of their own. A playout without a bound
 * would not return where random actions go round in circles. */
static void check_patience(const game_t *game, const state_t *start) {
    enum { PATIENCE = 5 };
    pcg32_t rng = pcg32_for(8, 0, 0, PCG_FOR_TEST);
    game_t inner = *game;
    watched_t watched;
    noted_t noted[64];
    bool cut = false, longer = false;
    inner.max_game_length = PATIENCE;
    const game_t *shorter = watch_game(&watched, &inner);
    for (int i = 0; i < 60; i++) {
        playout_notes_t notes = {.actions = noted, .room = 64};
        state_t generic = *start, own = *start, with_notes = *start;
        playout_t first = playout_generic(shorter, &generic, &rng);
        playout_t lengths[] = {game_playout(shorter, &own, &rng),
                               game_playout_noted(shorter, &with_notes, &rng, &notes)};
        HOLDS(game, first.outcome.over && first.length <= PATIENCE);
        for (int k = 0; k < 2; k++) {
            cut = cut || (lengths[k].outcome.reason == REASON_CUT_OFF &&
                          lengths[k].length == PATIENCE);
            longer = longer || lengths[k].length > PATIENCE;
        }
    }
    HOLDS(game, !(cut && longer && game->rules.playout_noted));
    HOLDS(game, !(longer && game->rules.playout == playout_generic));
}

typedef struct trial {
    const game_t *game;
    int percent;
} trial_t;

static void compare_playouts(void *context) {
    const trial_t *trial = context;
    watched_t watched;
    const game_t *game = watch_game(&watched, trial->game);
    int own[CELLS], generic[CELLS], playouts = conformance_share(8000, trial->percent);
    state_t state = {0};
    pcg32_t rng = pcg32_for(4, 0, 0, PCG_FOR_TEST);
    game_start(game, &state);
    for (int from = 0; from < 3; from++) { /* the start, and later positions */
        state_t scratch = state;
        playout_t once = playout_generic(game, &scratch, &rng);
        uint32_t width = once.length / 8 + 1;
        sample(game, &state, false, playouts, width, own);
        sample(game, &state, true, playouts, width, generic);
        compare_samples(game, own, generic);
        check_patience(trial->game, &state);
        for (int d = 0; d < 5; d++) {
            action_t actions[GAME_MAX_LEGAL];
            int count = game_legal(game, &state, actions);
            if (count > 0)
                game_apply(game, &state, actions[pcg32_below(&rng, (uint32_t)count)]);
        }
    }
    compare_late_positions(game, trial->percent);
}

bool conformance_playouts(const game_t *game, int percent, failure_t *error) {
    trial_t trial = {game, percent};
    return error_catch(compare_playouts, &trial, error) == CATCH_NOTHING;
}
