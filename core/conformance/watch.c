#include "core/conformance/watch.h"

#include "core/game/features.h"
#include "core/game/planes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD = 64, GUARD_BYTE = 0xa5 };

static watch_log_t unread, *watch_log = &unread;

void watch_log_to(watch_log_t *log) {
    watch_log = log;
}

void watch_begin(const char *function) {
    watch_log->calls++;
    watch_log->function = function;
}

void watch_end(void) {
    watch_log->last = watch_log->function;
    watch_log->function = NULL;
}

void watch_start(bool walks) {
    watch_log->walks = walks;
    watch_log->played[0] = 0;
}

void watch_play(const char *action) {
    static const char full[] = " ...";
    char *played = watch_log->played;
    size_t used = strlen(played), added = strlen(action) + 1;
    if (used + added + sizeof full <= WATCH_PLAYED)
        snprintf(played + used, WATCH_PLAYED - used, "%s%s", used > 0 ? " " : "", action);
    else if (strcmp(played + used - strlen(full), full) != 0)
        snprintf(played + used, WATCH_PLAYED - used, "%s", full);
}

void watch_add_played(const watch_log_t *log, failure_t *error) {
    char message[sizeof error->message];
    log = log ? log : watch_log;
    if (!log->walks)
        return;
    memcpy(message, error->message, sizeof message);
    error_set(error, "%.1000s\nactions played: %s", message,
              *log->played ? log->played : "none");
}

/* --- A call ------------------------------------------------------------------------- */

/* A call of one function, which may call others. The state that it gets is a copy between
 * two guard zones, of which the second begins behind the bytes that the game uses. */
typedef struct call {
    const game_t *game;
    const char *function, *outer;
    const void *given; /* the caller's state; NULL: none */
    const struct call *within;
    _Alignas(16) unsigned char state[GUARD + GAME_STATE_BYTES + GUARD];
} call_t;

_Noreturn static void violates(const call_t *call, const char *what) {
    error_throw("%s %s\n%s %s", call->game->class->name, call->game->variant_text,
                call->function, what);
}

static const game_t *inner(const game_t *game) {
    return ((const watched_t *)(const void *)game)->inner;
}

/* Fills the zones around `bytes` bytes; returns where those begin. */
static void *guarded(unsigned char *memory, size_t bytes) {
    memset(memory, GUARD_BYTE, GUARD);
    memset(memory + GUARD + bytes, GUARD_BYTE, GUARD);
    return memory + GUARD;
}

static void check_guards(const call_t *call, const unsigned char *memory, size_t bytes,
                         const char *what) {
    unsigned char untouched[GUARD];
    char text[64];
    memset(untouched, GUARD_BYTE, GUARD);
    bool front = memcmp(memory, untouched, GUARD) == 0;
    if (front && memcmp(memory + GUARD + bytes, untouched, GUARD) == 0)
        return;
    snprintf(text, sizeof text, "writes %s %s", front ? "behind" : "in front of", what);
    violates(call, text);
}

static const call_t *running; /* the innermost call */

/* Names the function, the action, and the position that it was given. */
void watch_fault(const char *text) {
    char position[GAME_POSITION_TEXT] = "";
    const call_t *call = running;
    running = NULL; /* a fault in what follows is reported as such */
    state_t state = {0};
    if (call && call->given) {
        memcpy(&state, call->given, (size_t)call->game->state_bytes);
        game_write_position(inner(call->game), &state, POSITION_FULL, position);
    }
    error_throw("%s\n%s%s%s: %s%s%s", watch_log->game,
                watch_log->function ? watch_log->function : "a function",
                *watch_log->action ? " of " : "", watch_log->action, text,
                *position ? "\nin the position " : "", position);
}

static void *begin(call_t *call, const game_t *game, const char *function,
                   const void *state) {
    size_t bytes = (size_t)game->state_bytes;
    call->game = game;
    call->function = function;
    call->outer = watch_log->function;
    call->given = state;
    call->within = running;
    running = call;
    watch_begin(function);
    if (!state)
        return NULL;
    return memcpy(guarded(call->state, bytes), state, bytes);
}

static void end(const call_t *call) {
    size_t bytes = (size_t)call->game->state_bytes;
    watch_end();
    running = call->within;
    watch_log->function = call->outer;
    if (call->given)
        check_guards(call, call->state, bytes, "the state");
}

static void end_reading(const call_t *call) {
    end(call);
    if (memcmp(call->state + GUARD, call->given, (size_t)call->game->state_bytes) != 0)
        violates(call, "changes a state that it only reads");
}

static void end_writing(const call_t *call, void *state) {
    end(call);
    memcpy(state, call->state + GUARD, (size_t)call->game->state_bytes);
}

/* Ends a call that wrote `bytes` bytes between guards, and copies the `used` first. */
static void take(const call_t *call, const unsigned char *memory, size_t bytes,
                 const char *what, void *to, size_t used) {
    check_guards(call, memory, bytes, what);
    memcpy(to, memory + GUARD, used);
}

static int in_range(const call_t *call, int result, int least, int most) {
    char text[96];
    if (result < least || result > most) {
        snprintf(text, sizeof text, "returns %d; allowed: %d to %d", result, least, most);
        violates(call, text);
    }
    return result;
}

/* --- Functions that follow a pattern ------------------------------------------------ */

#define NOTHING
#define WITH(...) , __VA_ARGS__

/* A function of the game alone, and of values: returns a number in a range. */
#define WATCH_VALUE(type, group, name, parameters, arguments, least, most)               \
    static type watched_##group##_##name(const game_t *game parameters) {                \
        call_t call;                                                                     \
        (void)begin(&call, game, #group "." #name, NULL);                                \
        type result = inner(game)->group.name(game arguments);                           \
        end(&call);                                                                      \
        return (type)in_range(&call, (int)result, least, most);                          \
    }

/* A function of the game and of values that returns nothing. */
#define WATCH_CALL(group, name, parameters, arguments)                                   \
    static void watched_##group##_##name(const game_t *game parameters) {                \
        call_t call;                                                                     \
        (void)begin(&call, game, #group "." #name, NULL);                                \
        inner(game)->group.name(game arguments);                                         \
        end(&call);                                                                      \
    }

/* A function that reads a state, and returns a number in a range, or nothing. */
#define WATCH_READER(type, group, name, parameters, arguments, least, most)              \
    static type watched_##group##_##name(const game_t *game,                             \
                                         const void *state parameters) {                 \
        call_t call;                                                                     \
        const void *copy = begin(&call, game, #group "." #name, state);                  \
        type result = inner(game)->group.name(game, copy arguments);                     \
        end_reading(&call);                                                              \
        return (type)in_range(&call, (int)result, least, most);                          \
    }

#define WATCH_SHOWER(group, name, parameters, arguments)                                 \
    static void watched_##group##_##name(const game_t *game,                             \
                                         const void *state parameters) {                 \
        call_t call;                                                                     \
        const void *copy = begin(&call, game, #group "." #name, state);                  \
        inner(game)->group.name(game, copy arguments);                                   \
        end_reading(&call);                                                              \
    }

/* A function that reads a state and writes an array of `bytes` bytes. */
/* NOLINTBEGIN(bugprone-macro-parentheses): a type */
#define WATCH_FILLER(type, group, name, bytes)                                           \
    static void watched_##group##_##name(const game_t *game, const void *state,          \
                                         type *out) {                                    \
        call_t call;                                                                     \
        size_t size = bytes;                                                             \
        const void *copy = begin(&call, game, #group "." #name, state);                  \
        unsigned char *memory = memory_new(1, GUARD + size + GUARD);                     \
        void *room = guarded(memory, size);                                              \
        memcpy(room, out, size); /* some arrays come zeroed */                           \
        inner(game)->group.name(game, copy, room);                                       \
        end_reading(&call);                                                              \
        take(&call, memory, size, "its array", out, size);                               \
        free(memory);                                                                    \
    }
/* NOLINTEND(bugprone-macro-parentheses) */

/* A function that writes a state. */
#define WATCH_WRITER(type, group, name, before, after, arguments)                        \
    static type watched_##group##_##name(const game_t *game before, void *state after) { \
        call_t call;                                                                     \
        void *copy = begin(&call, game, #group "." #name, state);                        \
        type result = inner(game)->group.name arguments;                                 \
        end_writing(&call, state);                                                       \
        return result;                                                                   \
    }

WATCH_READER(int, rules, side, NOTHING, NOTHING, 0, 1)
WATCH_READER(int, rules, player, NOTHING, NOTHING, 0, 1)
WATCH_READER(bool, rules, first_turn_just_over, NOTHING, NOTHING, 0, 1)
WATCH_WRITER(int, rules, forget_turns, NOTHING, NOTHING, (game, copy))
WATCH_WRITER(playout_t, rules, playout, NOTHING, WITH(pcg32_t *rng), (game, copy, rng))
WATCH_WRITER(playout_t, rules, playout_noted, NOTHING,
             WITH(pcg32_t *rng, playout_notes_t *notes), (game, copy, rng, notes))
WATCH_CALL(rules, playouts, WITH(const playout_feed_t *feed), WITH(feed))
WATCH_FILLER(uint8_t, board, contents, (size_t)game->cells)
WATCH_WRITER(bool, board, set_contents, WITH(const uint8_t *contents, int side),
             WITH(failure_t *error), (game, contents, side, copy, error))
WATCH_VALUE(int, board, symmetry_cell, WITH(int symmetry, int cell), WITH(symmetry, cell),
            0, game->cells - 1)
WATCH_VALUE(action_t, board, symmetry_action, WITH(int symmetry, action_t action),
            WITH(symmetry, action), 0, game->num_actions - 1)
WATCH_VALUE(bool, board, symmetry_exchanges_sides, WITH(int symmetry), WITH(symmetry), 0,
            1)
WATCH_CALL(text, write_cell, WITH(int cell, text_t *out), WITH(cell, out))
WATCH_CALL(text, write_action, WITH(action_t action, text_t *out), WITH(action, out))
WATCH_SHOWER(text, write_position, WITH(position_form_t form, text_t *out),
             WITH(form, out))
WATCH_WRITER(bool, text, read_position, WITH(const char *text), WITH(failure_t *error),
             (game, text, copy, error))
WATCH_VALUE(bool, text, read_action, WITH(const char *text, action_t *action),
            WITH(text, action), 0, 1)
WATCH_FILLER(unsigned char, text, pack, (size_t)game->packed_bytes)
WATCH_WRITER(bool, text, unpack, WITH(const unsigned char *bytes), WITH(failure_t *error),
             (game, bytes, copy, error))
WATCH_READER(bool, text, check, WITH(failure_t *error), WITH(error), 0, 1)
WATCH_CALL(drawing, draw_board, WITH(struct board_drawing *board), WITH(board))
WATCH_SHOWER(drawing, draw_cells, WITH(struct cell_drawing *cells), WITH(cells))
WATCH_SHOWER(drawing, picture, WITH(const picture_form_t *form, text_t *out),
             WITH(form, out))
WATCH_FILLER(uint8_t, networks, write_planes, planes_bytes(game))
WATCH_FILLER(uint64_t, features, write, sizeof(uint64_t) * (size_t)features_words(game))
WATCH_VALUE(int, features, seen, WITH(int feature), WITH(feature), 0,
            game->features.count - 1)
WATCH_VALUE(int, features, image, WITH(int symmetry, int feature),
            WITH(symmetry, feature), 0, game->features.count - 1)
WATCH_CALL(features, meaning, WITH(int feature, text_t *out), WITH(feature, out))

/* --- The others --------------------------------------------------------------------- */

static void watched_rules_start(const game_t *game, void *state) {
    call_t call;
    inner(game)->rules.start(game, begin(&call, game, "rules.start", state));
    end_writing(&call, state);
}

static void watched_rules_apply(const game_t *game, void *state, action_t action) {
    call_t call;
    game_write_action(inner(game), action, watch_log->action);
    void *copy = begin(&call, game, "rules.apply", state);
    inner(game)->rules.apply(game, copy, action);
    end_writing(&call, state);
    watch_log->action[0] = 0;
}

static int watched_rules_legal(const game_t *game, const void *state, action_t *actions) {
    _Alignas(
        action_t) unsigned char memory[GUARD + GAME_MAX_LEGAL * sizeof(action_t) + GUARD];
    size_t bytes = (size_t)game->max_legal * sizeof(action_t);
    call_t call;
    const void *copy = begin(&call, game, "rules.legal", state);
    int count = inner(game)->rules.legal(game, copy, guarded(memory, bytes));
    end_reading(&call);
    (void)in_range(&call, count, 0, game->max_legal);
    take(&call, memory, bytes, "its array", actions, (size_t)count * sizeof *actions);
    return count;
}

static outcome_t watched_rules_outcome(const game_t *game, const void *state) {
    call_t call;
    outcome_t outcome =
        inner(game)->rules.outcome(game, begin(&call, game, "rules.outcome", state));
    end_reading(&call);
    (void)in_range(&call, outcome.winner, 0, NOBODY);
    (void)in_range(&call, outcome.reason, 0, REASON_COUNT - 1);
    return outcome;
}

static int watched_board_action_cells(const game_t *game, action_t action,
                                      uint8_t cells[GAME_ACTION_CELLS]) {
    unsigned char memory[GUARD + GAME_ACTION_CELLS + GUARD];
    call_t call;
    (void)begin(&call, game, "board.action_cells", NULL);
    int count =
        inner(game)->board.action_cells(game, action, guarded(memory, GAME_ACTION_CELLS));
    end(&call);
    (void)in_range(&call, count, 0, GAME_ACTION_CELLS);
    take(&call, memory, GAME_ACTION_CELLS, "its array", cells, (size_t)count);
    for (int i = 0; i < count; i++)
        (void)in_range(&call, cells[i], 0, game->cells - 1);
    return count;
}

static void watched_board_symmetry(const game_t *game, int symmetry, const void *state,
                                   void *image) {
    _Alignas(16) unsigned char memory[GUARD + GAME_STATE_BYTES + GUARD];
    size_t bytes = (size_t)game->state_bytes;
    call_t call;
    const void *copy = begin(&call, game, "board.symmetry", state);
    memcpy(guarded(memory, bytes), image, bytes);
    inner(game)->board.symmetry(game, symmetry, copy, memory + GUARD);
    end_reading(&call);
    take(&call, memory, bytes, "the image", image, bytes);
}

static policy_output_t watched_networks_policy_output(const game_t *game, int side,
                                                      action_t action) {
    call_t call;
    (void)begin(&call, game, "networks.policy_output", NULL);
    policy_output_t output = inner(game)->networks.policy_output(game, side, action);
    end(&call);
    return output;
}

#define WATCH(group, name)                                                               \
    (game->group.name = game->group.name ? watched_##group##_##name : NULL)

static void watch_rules(game_t *game) {
    WATCH(rules, start);
    WATCH(rules, legal);
    WATCH(rules, apply);
    WATCH(rules, side);
    WATCH(rules, player);
    WATCH(rules, outcome);
    WATCH(rules, playout);
    WATCH(rules, playout_noted);
    WATCH(rules, playouts);
    WATCH(rules, first_turn_just_over);
    WATCH(rules, forget_turns);
}

static void watch_board(game_t *game) {
    WATCH(board, contents);
    WATCH(board, set_contents);
    WATCH(board, action_cells);
    WATCH(board, symmetry_cell);
    WATCH(board, symmetry);
    WATCH(board, symmetry_action);
    WATCH(board, symmetry_exchanges_sides);
    WATCH(drawing, draw_board);
    WATCH(drawing, draw_cells);
    WATCH(drawing, picture);
}

static void watch_texts(game_t *game) {
    WATCH(text, write_cell);
    WATCH(text, write_position);
    WATCH(text, read_position);
    WATCH(text, write_action);
    WATCH(text, read_action);
    WATCH(text, pack);
    WATCH(text, unpack);
    WATCH(text, check);
    WATCH(networks, write_planes);
    WATCH(networks, policy_output);
    WATCH(features, write);
    WATCH(features, seen);
    WATCH(features, image);
    WATCH(features, meaning);
}

const game_t *watch_game(watched_t *watched, const game_t *game) {
    watched->game = *game;
    watched->inner = game;
    watch_rules(&watched->game);
    watch_board(&watched->game);
    watch_texts(&watched->game);
    snprintf(watch_log->game, sizeof watch_log->game, "%.31s %s", game->class->name,
             game->variant_text);
    return &watched->game;
}
