#include "tests/support/unit.h"

#include "core/game/perft.h"
#include "tests/naive/against_naive.h"
#include "tests/support/variants.h"

#include <stdlib.h>

typedef struct pair {
    const naive_game_t *naive;
    const game_t *game;
    const char *variant;
    naive_action_t *naive_list;
    naive_action_t *fast_list;
} pair_t;

static int compare_actions(const void *a, const void *b) {
    return strcmp(a, b);
}

static void compare_positions(const pair_t *pair, const state_t *state, void *position) {
    char fast[GAME_POSITION_TEXT], slow[NAIVE_TEXT];
    game_write_position(pair->game, state, POSITION_FULL, fast);
    pair->naive->print(position, slow);
    if (strcmp(fast, slow) != 0)
        fail_msg("%s %s\nfast:  %s\nnaive: %s", pair->naive->name, pair->variant, fast,
                 slow);
}

static naive_result_t fast_result(const pair_t *pair, const state_t *state) {
    outcome_t outcome = game_outcome(pair->game, state);
    if (!outcome.over)
        return NAIVE_GOES_ON;
    if (outcome.reason == REASON_CUT_OFF)
        return NAIVE_CUT_OFF;
    return outcome.winner == 0   ? NAIVE_SIDE0_WON
           : outcome.winner == 1 ? NAIVE_SIDE1_WON
                                 : NAIVE_DRAW;
}

/* Both lists of actions, sorted; returns their number. */
static int compare_action_sets(const pair_t *pair, const state_t *state, void *position) {
    action_t actions[GAME_MAX_LEGAL];
    int fast = game_legal(pair->game, state, actions);
    int slow = pair->naive->actions(position, pair->naive_list);
    for (int i = 0; i < fast; i++)
        game_write_action(pair->game, actions[i], pair->fast_list[i]);
    qsort(pair->fast_list, (size_t)fast, sizeof *pair->fast_list, compare_actions);
    qsort(pair->naive_list, (size_t)slow, sizeof *pair->naive_list, compare_actions);
    for (int i = 0; i < fast || i < slow; i++) {
        const char *a = i < fast ? pair->fast_list[i] : "(none)";
        const char *b = i < slow ? pair->naive_list[i] : "(none)";
        if (strcmp(a, b) != 0) {
            char text[GAME_POSITION_TEXT];
            game_write_position(pair->game, state, POSITION_FULL, text);
            fail_msg("%s %s\nat %s\nfast has %s, naive has %s", pair->naive->name,
                     pair->variant, text, a, b);
        }
    }
    return fast;
}

static void apply_text(const pair_t *pair, state_t *state, void *position,
                       const char *text) {
    action_t action;
    failure_t error;
    if (!game_read_action(pair->game, state, text, &action, &error))
        fail_msg("%s", error.message);
    game_apply(pair->game, state, action);
    pair->naive->apply(position, text);
}

static void compare_ends(const pair_t *pair, const state_t *state, void *position) {
    assert_int_equal(fast_result(pair, state), pair->naive->result(position));
    compare_positions(pair, state, position);
}

static void *copy_of(const naive_game_t *naive, const void *position) {
    return memcpy(memory_new(1, naive->bytes), position, naive->bytes);
}

static void compare_successors(const pair_t *pair, const state_t *state,
                               const void *position, int count) {
    for (int i = 0; i < count; i++) {
        state_t next = *state;
        void *copy = copy_of(pair->naive, position);
        apply_text(pair, &next, copy, pair->fast_list[i]);
        compare_ends(pair, &next, copy);
        free(copy);
    }
}

/* A set of position texts, for the ends of turns. */
typedef struct texts {
    char **texts;
    size_t count, capacity;
} texts_t;

static void texts_add(texts_t *texts, const char *text) {
    if (texts->count == texts->capacity) {
        texts->capacity = 2 * texts->capacity + 64;
        texts->texts = memory_resize(texts->texts, texts->capacity, sizeof(char *));
    }
    size_t bytes = strlen(text) + 1;
    texts->texts[texts->count] = memory_new(bytes, 1);
    memcpy(texts->texts[texts->count++], text, bytes);
}

static int compare_texts(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Sorts and removes duplicates. */
static void texts_settle(texts_t *texts) {
    size_t kept = 0;
    qsort(texts->texts, texts->count, sizeof(char *), compare_texts);
    for (size_t i = 0; i < texts->count; i++) {
        if (kept > 0 && strcmp(texts->texts[kept - 1], texts->texts[i]) == 0)
            free(texts->texts[i]);
        else
            texts->texts[kept++] = texts->texts[i];
    }
    texts->count = kept;
}

static void texts_clear(texts_t *texts) {
    for (size_t i = 0; i < texts->count; i++)
        free(texts->texts[i]);
    free(texts->texts);
}

/* The positions in which the turn can end, by the naive game. */
static void gather_naive_ends(const naive_game_t *naive, const void *position, int mover,
                              texts_t *ends) {
    naive_action_t *list = memory_new(NAIVE_ACTIONS, sizeof *list);
    int count = naive->actions(position, list);
    for (int i = 0; i < count; i++) {
        char text[NAIVE_TEXT];
        void *next = copy_of(naive, position);
        naive->apply(next, list[i]);
        if (naive->result(next) != NAIVE_GOES_ON || naive->mover(next) != mover) {
            naive->print(next, text);
            texts_add(ends, text);
        } else {
            gather_naive_ends(naive, next, mover, ends);
        }
        free(next);
    }
    free(list);
}

/* The same, by the fast game. */
static void gather_fast_ends(const pair_t *pair, const state_t *state, texts_t *ends) {
    turn_list_t turns;
    turn_list_init(&turns, pair->game, state, SIZE_MAX);
    for (size_t i = 0; i < turns.ends.count; i++) {
        state_t end = {0};
        char text[GAME_POSITION_TEXT];
        state_set_at(&turns.ends, i, &end);
        game_write_position(pair->game, &end, POSITION_FULL, text);
        texts_add(ends, text);
    }
    turn_list_clear(&turns);
}

static void compare_turns(const pair_t *pair, const state_t *state,
                          const void *position) {
    texts_t fast = {0}, slow = {0};
    gather_fast_ends(pair, state, &fast);
    gather_naive_ends(pair->naive, position, pair->naive->mover(position), &slow);
    size_t turns = fast.count;
    texts_settle(&fast);
    texts_settle(&slow);
    assert_int_equal(fast.count, turns); /* distinct states have distinct texts */
    assert_int_equal(fast.count, slow.count);
    for (size_t i = 0; i < fast.count; i++)
        assert_string_equal(fast.texts[i], slow.texts[i]);
    texts_clear(&fast);
    texts_clear(&slow);
}

static void walk_game(const pair_t *pair, const char *start, uint64_t number) {
    pcg32_t rng = pcg32_for(2, number, 0, PCG_FOR_TEST);
    failure_t error;
    state_t state;
    void *position = pair->naive->parse(pair->variant, start);
    if (!position)
        fail_msg("naive %s %s refuses %s", pair->naive->name, pair->variant,
                 start ? start : "the start");
    if (!game_read_position(pair->game, start, &state, &error))
        fail_msg("%s", error.message);
    for (uint64_t ply = number;; ply++) {
        compare_ends(pair, &state, position);
        int count = compare_action_sets(pair, &state, position);
        assert_true((count == 0) == game_outcome(pair->game, &state).over);
        if (count == 0)
            break;
        assert_int_equal(game_side(pair->game, &state), pair->naive->mover(position));
        if (ply % 16 == 0)
            compare_successors(pair, &state, position, count);
        if (ply % 64 == 0 && count <= 70)
            compare_turns(pair, &state, position);
        apply_text(pair, &state, position,
                   pair->fast_list[pcg32_below(&rng, (uint32_t)count)]);
    }
    free(position);
}

void against_naive_from(const naive_game_t *naive, const char *variant,
                        const char *position, int games) {
    test_variant_t test_variant = {naive->name, variant};
    game_t *game = test_variant_game(&test_variant);
    pair_t pair = {naive, game, variant,
                   memory_new(NAIVE_ACTIONS, sizeof(naive_action_t)),
                   memory_new(NAIVE_ACTIONS, sizeof(naive_action_t))};
    for (int i = 0; i < games; i++)
        walk_game(&pair, position, (uint64_t)i);
    free(pair.naive_list);
    free(pair.fast_list);
    game_free(game);
}

void against_naive(const naive_game_t *naive, const char *variant, int games) {
    against_naive_from(naive, variant, NULL, games);
}
