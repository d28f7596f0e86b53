/* Plays games of random actions and checks their positions. */
#include "core/conformance/conformance.h"
#include "core/conformance/position_checks.h"
#include "core/conformance/watch.h"
#include "core/game/board_drawing.h"
#include "core/game/features.h"

#include <stdio.h>
#include <stdlib.h>

enum { GAMES = 60, NEAR = 400 /* positions */, GUIDE_WIDTH = 78 };

/* Compares the pie rule's test for the end of the first turn with the turns played. The
 * first turn may be the whole game. */
static void check_first_turn(const walk_t *walk, const state_t *state, int num_actions,
                             bool is_just_over) {
    char whole[320];
    if (game_first_turn_just_over(walk->game, state) == is_just_over)
        return;
    snprintf(
        whole, sizeof whole,
        "the first turn has %s after %d action%s, and rules.first_turn_just_over "
        "says otherwise (with the kit: %sk->first_turn is the number of its actions; "
        "without it, a turn places one piece)",
        is_just_over ? "just ended" : "not just ended", num_actions,
        num_actions == 1 ? "" : "s",
        is_just_over ? "" : "`apply` ends a turn by pass_turn; ");
    conformance_is_wrong(walk, state, whole);
}

static void check_length(const walk_t *walk, const state_t *state, int num_actions) {
    char whole[256];
    if (num_actions <= walk->game->max_game_length)
        return;
    snprintf(whole, sizeof whole,
             "the game is longer than its max_game_length of %d actions (with the kit: "
             "k->max_length, if the rules end every game, or k->cut_off to draw it)",
             walk->game->max_game_length);
    conformance_is_wrong(walk, state, whole);
}

/* Nothing of the rules could be checked. */
static void check_start(const walk_t *walk) {
    char whole[256];
    text_t out = text_into(whole, sizeof whole);
    action_t actions[GAME_MAX_LEGAL];
    state_t state = conformance_unset_state();
    game_start(walk->game, &state);
    if (game_legal(walk->game, &state, actions) > 0)
        return;
    outcome_t outcome = game_outcome(walk->game, &state);
    if (!outcome.over)
        return; /* which walk_near finds */
    text_add(&out, "the game is over before the first action: ");
    game_add_outcome(walk->game, &state, outcome, &out);
    conformance_is_wrong(walk, &state, whole);
}

static void play(const walk_t *walk, state_t *state, action_t action) {
    game_apply(walk->game, state, action);
    watch_play(game_action_text(walk->game, action).text);
}

static void walk_game(const walk_t *walk, uint64_t number) {
    pcg32_t rng = pcg32_for(1, number, 0, PCG_FOR_TEST);
    pcg32_t changes = pcg32_for(2, number, 0, PCG_FOR_TEST);
    action_t actions[GAME_MAX_LEGAL];
    state_t state = conformance_unset_state();
    int num_actions = 0, turns = 0, count;
    bool turn_begins = true;
    watch_start(true);
    game_start(walk->game, &state);
    while ((count = game_legal(walk->game, &state, actions)) > 0) {
        conformance_position(walk, &state, actions, count, num_actions);
        if (num_actions % 8 == 0)
            conformance_changed(walk, &state, &changes);
        if (!walk->game->swap) /* with it, a swap is a turn, too */
            check_first_turn(walk, &state, num_actions, turns == 1 && turn_begins);
        int mover = game_side(walk->game, &state);
        play(walk, &state, actions[pcg32_below(&rng, (uint32_t)count)]);
        turn_begins = game_side(walk->game, &state) != mover;
        turns += turn_begins;
        check_length(walk, &state, ++num_actions);
    }
    conformance_state(walk, &state, actions, count);
}

/* A position of those closest to the start, and how it is reached. */
typedef struct near {
    state_t state;
    int from, depth;
    action_t action;
} near_t;

static void log_path(const walk_t *walk, const near_t *near, int to) {
    if (near[to].depth == 0) {
        watch_start(true);
        return;
    }
    log_path(walk, near, near[to].from);
    watch_play(game_action_text(walk->game, near[to].action).text);
}

static bool is_new(const walk_t *walk, const near_t *near, int count,
                   const state_t *state) {
    for (int i = 0; i < count; i++)
        if (game_equal(walk->game, &near[i].state, state))
            return false;
    return true;
}

/* Checks the positions closest to the start, the nearest first: what is wrong is found
 * with as few actions as can be. */
static void walk_near(const walk_t *walk, int most) {
    near_t *near = memory_new((size_t)most, sizeof *near);
    action_t actions[GAME_MAX_LEGAL];
    int count = 1;
    watch_start(true);
    near[0].state = conformance_unset_state();
    game_start(walk->game, &near[0].state);
    for (int i = 0; i < count; i++) {
        log_path(walk, near, i);
        int legal = game_legal(walk->game, &near[i].state, actions);
        conformance_position(walk, &near[i].state, actions, legal, near[i].depth);
        for (int a = 0; a < legal && count < most; a++) {
            near_t *next = &near[count];
            *next = (near_t){near[i].state, i, near[i].depth + 1, actions[a]};
            game_apply(walk->game, &next->state, actions[a]);
            count += is_new(walk, near, count, &next->state);
        }
    }
    free(near);
}

/* Checks the texts of a game that are the same in all positions. */
static void check_facts(const walk_t *walk) {
    board_drawing_t board;
    for (const char *line = walk->game->class->guide, *end; *line; line = end + 1) {
        end = strchr(line, '\n');
        if (end - line > GUIDE_WIDTH)
            error_throw("%s: a line of the guide has more than %d characters: %s",
                        walk->name, GUIDE_WIDTH, line);
    }
    board_draw(walk->game, &board);
    for (int cell = 0; cell < board.cells; cell++)
        conformance_line(walk, "the name of a cell", board.name[cell], GAME_CELL_TEXT);
    walk->game->drawing.draw_board(walk->game, &board); /* as the game writes it */
    for (int owner = 0; owner < 3; owner++)
        if (!board_colour_is_valid(board.colour[owner]))
            error_throw("%s: drawing.draw_board: a colour must be \"#rrggbb\"",
                        walk->name);
    for (int feature = 0; feature < features_count(walk->game); feature++) {
        char text[256];
        text_t out = text_into(text, sizeof text);
        features_meaning(walk->game, feature, &out);
        conformance_line(walk, "the meaning of a feature", text, sizeof text);
    }
}

/* Checks that the text of a variant gives the same game, if the class is registered. */
static void check_variant_text(const game_t *game) {
    failure_t error;
    if (game_class_find(game->class->name, NULL) != game->class)
        return;
    game_t *again = game_of_text(game->class->name, game->variant_text, &error);
    if (!again)
        error_throw("%s %s: %s", game->class->name, game->variant_text, error.message);
    bool same = strcmp(again->variant_text, game->variant_text) == 0 &&
                again->num_actions == game->num_actions && again->swap == game->swap;
    game_free(again);
    if (!same)
        error_throw("%s %s: its text reads back as another variant", game->class->name,
                    game->variant_text);
}

typedef struct trial {
    const game_t *game;
    int percent;
} trial_t;

static void walk_games(void *context) {
    const trial_t *trial = context;
    watched_t watched;
    const game_t *game = watch_game(&watched, trial->game);
    check_variant_text(trial->game);
    char name[GAME_VARIANT_TEXT + 32];
    snprintf(name, sizeof name, "%.31s %s", game->class->name, game->variant_text);
    int images[MOST_SYMMETRIES][GAME_MAX_CELLS];
    for (int s = 0; s < MOST_SYMMETRIES; s++)
        for (int cell = 0; cell < GAME_MAX_CELLS; cell++)
            images[s][cell] = CELL_UNKNOWN;
    if (game->num_symmetries > MOST_SYMMETRIES)
        error_throw("%s: has %d symmetries; allowed: 1 to %d", name, game->num_symmetries,
                    MOST_SYMMETRIES);
    walk_t walk = {game, name, images};
    check_facts(&walk);
    check_start(&walk);
    walk_near(&walk, conformance_share(NEAR, trial->percent));
    for (int g = 0; g < conformance_share(GAMES, trial->percent); g++)
        walk_game(&walk, (uint64_t)g);
}

int conformance_share(int full, int percent) {
    int share = (int)((int64_t)full * percent / 100);
    return share > 0 ? share : 1;
}

bool conformance_games(const game_t *game, int percent, failure_t *error) {
    trial_t trial = {game, percent};
    bool ok = error_catch(walk_games, &trial, error) == CATCH_NOTHING;
    if (!ok)
        watch_add_played(NULL, error);
    watch_start(false);
    return ok;
}
