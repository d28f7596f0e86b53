/* kit.h - games in one short file: the rules as four functions over a position.
 * Use: #define CELLS 225                           the most cells; OWNERS, LAYERS: see
 *      #include <fulcrum/kit.h>                    kit_position.h
 *      typedef struct variant { int64_t size; } variant_t;
 *      KEYS(NUMBER(size, 15, 5, 15, "cells per side"))
 *      static void setup(kit_t *k, const variant_t *v) { square(...); places(k, ""); }
 *      static void start(const kit_t *k, position_t *p) {}
 *      static void legal(const kit_t *k, const position_t *p, choices_t *c) { ... }
 *      static void apply(const kit_t *k, position_t *p, move_t m) { ... }
 *      static outcome_t stands(const kit_t *k, const position_t *p) { ... }
 *      GAME("gomoku", .title = "Gomoku", .side_names = {"Black", "White"}, .guide = "")
 * start gets an empty board with side 0 to move. legal gets no choices, and offers the
 * actions of a position that is unfinished by `stands`; a side without any is stuck, and
 * k->stuck says what follows. apply plays a legal action, and ends the turn (pass_turn).
 * `stands` looks at the position alone, not at legal actions. These functions must take
 * any position that its letters can write: from a text, pieces may stand anywhere.
 * NO_KEYS instead of KEYS: a game without variants. GAME's further arguments are fields
 * of game_class_t (game_table.h).
 */
#ifndef CORE_KIT_H
#define CORE_KIT_H

#include "core/game/outside_game.h"
#include "core/kit/kit_class.h"
#include "core/kit/kit_misuse.h"
#include "core/kit/kit_rules.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* rules have no use for some */

/* GAME's arguments may be fields that it sets itself. */
#ifdef __clang__
#pragma clang diagnostic ignored "-Winitializer-overrides"
#else
#pragma GCC diagnostic ignored "-Woverride-init"
#endif

struct variant;
static void setup(kit_t *k, const struct variant *v);
static void start(const kit_t *k, position_t *p);
static inline void legal(const kit_t *k, const position_t *p, choices_t *c);
static inline void apply(const kit_t *k, position_t *p, move_t m);
static inline outcome_t stands(const kit_t *k, const position_t *p);

#define NUMBER(field, ...) KEY_INT(#field, variant_t, field, __VA_ARGS__)
#define FLAG(field, ...) KEY_BOOL(#field, variant_t, field, __VA_ARGS__)
#define CHOICE(field, ...) KEY_CHOICE(#field, variant_t, field, __VA_ARGS__)
#define KEYS(...)                                                                        \
    static const config_key_t kit_keys[] = {__VA_ARGS__};                                \
    enum { KIT_KEY_COUNT = KEYSET_COUNT(kit_keys) };
/* The keys' values, in the rules. */
#define VARIANT ((const variant_t *)k->variant)
#define NO_KEYS                                                                          \
    typedef struct variant {                                                             \
        char none;                                                                       \
    } variant_t;                                                                         \
    static const config_key_t kit_keys[1];                                               \
    enum { KIT_KEY_COUNT = 0 };

/* What many games would write for three of the four functions. */
#define EMPTY_START                                                                      \
    static void start(const kit_t *k, position_t *p) {                                   \
    }
/* A turn places a piece of the side to move on any empty cell, by group 0. */
#define PLACE_ON_EMPTY                                                                   \
    static void legal(const kit_t *k, const position_t *p, choices_t *c) {               \
        choose(k, c, 0, empty(k, p));                                                    \
    }                                                                                    \
    static void apply(const kit_t *k, position_t *p, move_t m) {                         \
        put(p, p->side, m.to);                                                           \
        pass_turn(p);                                                                    \
    }

/* The game ends when the side to move is stuck, and never otherwise. */
#define ENDS_WHEN_STUCK                                                                  \
    static outcome_t stands(const kit_t *k, const position_t *p) {                       \
        return unfinished();                                                             \
    }

/* --- What the kit makes of the four functions --------------------------------------- */

static void kit_setup(kit_t *k) {
    setup(k, k->variant);
}
static inline void kit_start(const kit_t *k, void *state) {
    position_t *p = state;
    start(k, p);
}
/* Searches call this function and the next; playouts have copies of their own. */
static __attribute__((noinline)) uint8_t kit_result(const kit_t *k, const void *state) {
    return kit_encode(stands(k, state));
}
KIT_INLINE void kit_find_choices(const kit_t *k, const position_t *p, choices_t *c) {
    no_choices(c);
    if (!p->result && !kit_is_cut_off(k, p->played))
        legal(k, p, c);
}

static __attribute__((noinline)) void kit_choices(const kit_t *k, const position_t *p,
                                                  choices_t *c) {
    kit_find_choices(k, p, c);
}

static outcome_t kit_stuck(const kit_t *k, const position_t *p) {
    return kit_outcome_of_stuck(k, p->side, count(p->of[0]), count(p->of[1]));
}

static outcome_t kit_outcome(const game_t *game, const void *state) {
    const kit_t *k = game->tables;
    const position_t *p = state;
    choices_t c;
    if (p->result)
        return kit_decode(p->result);
    if (kit_is_cut_off(k, p->played))
        return kit_decode(KIT_CUT_OFF);
    kit_choices(k, p, &c);
    return c.count > 0 ? unfinished() : kit_stuck(k, p);
}

static int kit_legal(const game_t *game, const void *state, action_t *actions) {
    const kit_t *k = game->tables;
    choices_t c;
    int listed = 0;
    kit_choices(k, state, &c);
    KIT_REQUIRE(c.count <= game->max_legal, "legal: offers %d actions; allowed: %d",
                c.count, game->max_legal);
    for (int i = 0; i < c.used; i++) {
        int kind = c.some[i].kind;
        int before = i > 0 ? c.some[i - 1].kind : -1;
        if (kind <= before || kind >= k->num_kinds)
            kit_refuse_kind(k, before, kind);
        EACH (cell, c.some[i].cells) {
            int number = k->number[k->kind[kind].first + cell];
            if (number >= k->num_actions)
                kit_refuse_cell(k, kind, cell);
            actions[listed++] = (action_t)number;
        }
    }
    return listed;
}

/* Plays the action of a cell and a kind; the result is the caller's to set. */
KIT_INLINE void kit_play(const kit_t *k, position_t *p, int kind, int cell) {
    const kit_kind_t *of = &k->kind[kind];
    apply(k, p,
          (move_t){of->group, cell, k->target[of->first + cell], of->direction,
                   of->distance});
    p->played = (uint16_t)(p->played + (p->played < k->most_played));
}

static void kit_apply(const game_t *game, void *state, action_t action) {
    const kit_t *k = game->tables;
    position_t *p = state;
    kit_play(k, p, k->action[action].kind, k->action[action].cell);
    p->result = kit_result(k, p);
}

/* The same as playout_generic, from the same random numbers, without lists of actions. */
static playout_t kit_playout(const game_t *game, void *state, pcg32_t *rng) {
    const kit_t *k = game->tables;
    position_t p;
    pcg32_t random = *rng;
    uint32_t length = 0, most = (uint32_t)game->max_game_length;
    choices_t c;
    memcpy(&p, state, sizeof p);
    outcome_t outcome = kit_decode(p.result);
    while (!outcome.over) {
        kit_find_choices(k, &p, &c);
        if (c.count == 0 || length == most) {
            outcome = kit_is_cut_off(k, p.played) || c.count > 0 ? kit_decode(KIT_CUT_OFF)
                                                                 : kit_stuck(k, &p);
            break;
        }
        int rank = (int)pcg32_below(&random, (uint32_t)c.count), i = c.used - 1;
        while (c.some[i].before > rank)
            i--;
        kit_play(k, &p, c.some[i].kind, pick(c.some[i].cells, rank - c.some[i].before));
        outcome = stands(k, &p);
        p.result = kit_encode(outcome);
        length++;
    }
    memcpy(state, &p, sizeof p);
    *rng = random;
    return (playout_t){outcome, length};
}

static bool kit_make(game_t *game, failure_t *error) {
    static const kit_layout_t layout = {.words = KIT_WORDS,
                                        .owners = OWNERS,
                                        .layers = LAYERS,
                                        .history = HISTORY,
                                        .bytes = sizeof(position_t),
                                        .setup = kit_setup,
                                        .start = kit_start,
                                        .result = kit_result};
    return kit_make_game(game, &layout, error);
}

#define GAME(game_name, ...)                                                             \
    static const game_class_t kit_class = {.name = game_name,                            \
                                           .rules_version = 1,                           \
                                           .variant_keys = {kit_keys, KIT_KEY_COUNT},    \
                                           .variant_bytes = sizeof(variant_t),           \
                                           .tables_bytes = sizeof(kit_t),                \
                                           .make = kit_make,                             \
                                           .rules = {.legal = kit_legal,                 \
                                                     .apply = kit_apply,                 \
                                                     .outcome = kit_outcome,             \
                                                     .playout = kit_playout},            \
                                           .networks = {.planes = &kit_planes},          \
                                           __VA_ARGS__};                                 \
    OUTSIDE_GAME(game_name, kit_class)

#endif
