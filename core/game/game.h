/* game.h - a game of one variant: the interface that search, records and tools use.
 * Use: game_t *game = game_new("seesaw", words, num_words, &error);
 *      state_t state;
 *      game_start(game, &state);
 *      while (!game_outcome(game, &state).over) {
 *          int n = game_legal(game, &state, actions);
 *          game_apply(game, &state, actions[pick(n)]);
 *      }
 *      game_free(game);
 * The unit of play is the action: a turn is all actions of one player until the other is
 * to move or the game is over. A side is what a piece belongs to (South and North); a
 * player is who plays a side. They differ only after the pie rule has exchanged sides:
 * search and statistics use players, positions use sides.
 * A state is plain bytes without pointers: copied by assignment, compared by memcmp.
 * The function groups of a game_t are called only by the functions below and those of
 * board_drawing.h, features.h, planes.h, playout.h and position_numbering.h.
 * Owns: game_new makes a game_t that never changes; game_free releases it.
 * Threads: all functions may run concurrently on one game_t.
 * Errors: only game_new and functions that read something can fail.
 */
#ifndef CORE_GAME_H
#define CORE_GAME_H

#include "core/base/error.h"
#include "core/base/pcg.h"
#include "core/base/text.h"
#include "core/config/keys.h"
#include "core/game/game_table.h"

#include <limits.h>
#include <string.h>

typedef struct cJSON cJSON; /* cjson/cJSON.h */

/* A game of one variant. Read its fields; only make writes them. */
struct game {
    game_rules_t rules; /* of the class, completed by defaults */
    game_board_t board;
    game_text_t text;
    game_drawing_t drawing;
    game_networks_t networks;
    game_features_t features;
    game_solver_t solver;
    const game_class_t *class;
    const void *variant; /* the game's own struct of values */
    void *tables;        /* the game's own tables */
    bool swap;           /* pie rule */
    int rules_build;     /* the instruction set of its rules (rules_build.h) */
    int cells;           /* of the board, 1 to GAME_MAX_CELLS */
    int num_actions;
    int state_bytes;
    /* Bound on the actions of a game, or the length at which it is cut off. */
    int max_game_length;
    int packed_bytes; /* default: 1 + cells */
    int max_legal;    /* bound on the legal actions of a position; default: num_actions */
    int num_symmetries; /* default: 1, the identity */
    /* Rows and columns, from the lower left: cell = row * grid_width + column, unless the
     * game writes its own planes. Default: one row. */
    int grid_height, grid_width;
    /* The game below the pie rule (pie_rule.c), which adds one to num_actions,
     * state_bytes, packed_bytes, max_legal and max_game_length. */
    const struct pie_rule_base *pie_rule_base;
    char variant_text[GAME_VARIANT_TEXT]; /* "size=4 stuck=pass ... swap=false" */
};

/* The classes, in display order: those of games.def, then those of shared objects
 * (outside_game.h). Only game_class_add changes them, before there are threads; it
 * returns false if the table is full. */
enum { GAME_MOST_CLASSES = 64 };
extern const game_class_t *game_classes[GAME_MOST_CLASSES];
extern int game_class_count;
bool game_class_add(const game_class_t *class);
bool game_class_is_outside(const game_class_t *class);

const game_class_t *game_class_find(const char *name, failure_t *error);

/* Gives a class another name, by which game_class_find finds it: the path of the source
 * that it has been compiled from. Before there are threads. */
void game_class_name(const char *path, const game_class_t *class);

/* All keys of a class's variants: its own and `swap`, a bool behind its struct. */
enum { GAME_KEY_ROWS = 2 };
keyset_t game_class_keys(const game_class_t *class, config_key_t rows[GAME_KEY_ROWS]);

/* Whether a word that should name a file names a game instead; then *error is "WORD is a
 * game, not a file: NEEDED". */
bool game_instead_of_file(const char *word, const char *needed, failure_t *error);

/* Whether a word that may name a game or a file is letters alone, and names neither. */
bool game_is_unknown(const char *word, failure_t *error);

/* Makes a game of a variant, a JSON object or NULL for the defaults, with the overrides
 * of the command line, or NULL. where: the source of `variant`, and prefix: what precedes
 * its keys, for messages. NULL on error. */
game_t *game_new_overridden(const game_class_t *class, const cJSON *variant,
                            const char *where, const char *prefix, const cJSON *overrides,
                            failure_t *error);

/* Makes a game from "key=value" words; NULL on error. */
game_t *game_new(const char *name, char *const *variant, int count, failure_t *error);
/* The same from one text of such words, as game->variant_text is. */
game_t *game_of_text(const char *name, const char *variant, failure_t *error);
void game_free(game_t *game);

/* Completes a game that its class has made with the defaults of game_table.h; the error
 * names an entry that is missing and has none, or numbers that are inconsistent. */
bool game_complete(game_t *game, failure_t *error);

/* Adds the values of all variant keys to a JSON object. */
void game_write_variant(const game_t *game, cJSON *json);

/* UCT's exploration constant for this game. */
static inline double game_uct_exploration(const game_t *game) {
    double given = game->class->uct_exploration;
    return given > 0 ? given : GAME_UCT_EXPLORATION;
}

/* --- States ------------------------------------------------------------------------- */

static inline void game_start(const game_t *game, state_t *state) {
    game->rules.start(game, state);
}
/* Writes the legal actions in ascending order; returns how many: 0 exactly when the game
 * is over. */
static inline int game_legal(const game_t *game, const state_t *state,
                             action_t *actions) {
    return game->rules.legal(game, state, actions);
}
static inline void game_apply(const game_t *game, state_t *state, action_t action) {
    game->rules.apply(game, state, action);
}
/* The side and the player to move. After the end only whether they differ is meaningful.
 */
static inline int game_side(const game_t *game, const state_t *state) {
    return game->rules.side(game, state);
}
static inline int game_player(const game_t *game, const state_t *state) {
    return game->rules.player(game, state);
}
/* The side that a player plays, also after the end. */
static inline int game_side_of(const game_t *game, const state_t *state, int player) {
    return player ^ (int)(game_side(game, state) != game_player(game, state));
}
/* Names the winning player. */
static inline outcome_t game_outcome(const game_t *game, const state_t *state) {
    return game->rules.outcome(game, state);
}
/* The same after that many actions of a game, which is cut off once it has
 * game->max_game_length. */
static inline outcome_t game_outcome_at(const game_t *game, const state_t *state,
                                        uint32_t actions) {
    outcome_t outcome = game_outcome(game, state);
    if (!outcome.over && actions >= (uint32_t)game->max_game_length)
        outcome = (outcome_t){true, NOBODY, REASON_CUT_OFF};
    return outcome;
}
static inline playout_t game_playout(const game_t *game, state_t *state, pcg32_t *rng) {
    return game->rules.playout(game, state, rng);
}
/* Records an action; notes may be NULL. */
static inline void playout_note(playout_notes_t *notes, int player, action_t action) {
    if (notes && notes->count < notes->room)
        notes->actions[notes->count++] = (noted_t){action, (uint8_t)player};
}
/* Maps all states that differ only in their turn counter to one; returns how many turns
 * are left until the cut-off, INT_MAX if they are not counted. */
static inline int game_forget_turns(const game_t *game, state_t *state) {
    return game->rules.forget_turns ? game->rules.forget_turns(game, state) : INT_MAX;
}
static inline bool game_first_turn_just_over(const game_t *game, const state_t *state) {
    return game->rules.first_turn_just_over(game, state);
}
static inline void game_copy(const game_t *game, state_t *to, const state_t *from) {
    memcpy(to, from, (size_t)game->state_bytes);
}
static inline bool game_equal(const game_t *game, const state_t *a, const state_t *b) {
    return memcmp(a, b, (size_t)game->state_bytes) == 0;
}
/* Equal states have equal hashes, on every machine of the same endianness. */
uint64_t game_hash(const game_t *game, const state_t *state);

/* The index of an action among `actions`, or -1. */
int game_find_action(const action_t *actions, int count, action_t action);

/* Whether an action is legal in a state: for untrusted input. */
bool game_is_legal(const game_t *game, const state_t *state, action_t action);

/* Checks every invariant of a state: false with what is wrong. */
static inline bool game_check(const game_t *game, const state_t *state,
                              failure_t *error) {
    return game->text.check(game, state, error);
}

/* --- Board -------------------------------------------------------------------------- */

/* The contents of the cells (CELL_EMPTY ...); the cells that an action names. */
static inline void game_contents(const game_t *game, const state_t *state,
                                 uint8_t contents[GAME_MAX_CELLS]) {
    game->board.contents(game, state, contents);
}
static inline int game_action_cells(const game_t *game, action_t action,
                                    uint8_t cells[GAME_ACTION_CELLS]) {
    return game->board.action_cells(game, action, cells);
}
/* The image of a state under a symmetry, 0 (the identity) to game->num_symmetries - 1,
 * and of an action; state and image must not overlap. */
static inline void game_symmetry(const game_t *game, int symmetry, const state_t *state,
                                 state_t *image) {
    game->board.symmetry(game, symmetry, state, image);
}
static inline action_t game_symmetry_action(const game_t *game, int symmetry,
                                            action_t action) {
    return game->board.symmetry_action(game, symmetry, action);
}
static inline bool game_symmetry_exchanges_sides(const game_t *game, int symmetry) {
    return game->board.symmetry_exchanges_sides(game, symmetry);
}
/* The image of a cell; -1: the game does not provide it. */
static inline int game_symmetry_cell(const game_t *game, int symmetry, int cell) {
    if (symmetry == 0)
        return cell;
    return game->board.symmetry_cell ? game->board.symmetry_cell(game, symmetry, cell)
                                     : -1;
}

/* --- Text and packed states --------------------------------------------------------- */

void game_write_position(const game_t *game, const state_t *state, position_form_t form,
                         char text[GAME_POSITION_TEXT]);
/* Reads a position text; NULL: the start. The message shows the token and its column. */
bool game_read_position(const game_t *game, const char *text, state_t *state,
                        failure_t *error);
void game_write_action(const game_t *game, action_t action, char text[GAME_ACTION_TEXT]);

/* The same as values, positions in full: game_action_text(game, action).text */
typedef struct position_text {
    char text[GAME_POSITION_TEXT];
} position_text_t;
typedef struct action_text {
    char text[GAME_ACTION_TEXT];
} action_text_t;
position_text_t game_position_text(const game_t *game, const state_t *state);
action_text_t game_action_text(const game_t *game, action_t action);

/* Reads an action, which must be legal in the state. */
bool game_read_action(const game_t *game, const state_t *state, const char *text,
                      action_t *action, failure_t *error);
/* Reads an action, legal or not; false: the text is no action. */
static inline bool game_parse_action(const game_t *game, const char *text,
                                     action_t *action) {
    return game->text.read_action(game, text, action);
}
/* Describes how a finished game ended: "South (player 1) has won: win", "drawn: cut off".
 */
void game_add_outcome(const game_t *game, const state_t *state, outcome_t outcome,
                      text_t *out);
/* A cell's name, as in actions. */
static inline void game_write_cell(const game_t *game, int cell, text_t *out) {
    game->text.write_cell(game, cell, out);
}
/* The board for the terminal, in complete lines; colour: with ANSI colours. */
static inline void game_picture(const game_t *game, const state_t *state, bool colour,
                                text_t *out) {
    picture_form_t form = {.colour = colour};
    game->drawing.picture(game, state, &form, out);
}
/* The same during play, with marks. */
static inline void game_picture_marked(const game_t *game, const state_t *state,
                                       const picture_form_t *form, text_t *out) {
    game->drawing.picture(game, state, form, out);
}

/* A state as game->packed_bytes bytes, the same on every machine; false for bytes that
 * are no valid state. */
static inline void game_pack(const game_t *game, const state_t *state,
                             unsigned char *bytes) {
    game->text.pack(game, state, bytes);
}
static inline bool game_unpack(const game_t *game, const unsigned char *bytes,
                               state_t *state, failure_t *error) {
    return game->text.unpack(game, bytes, state, error);
}
/* For unpack: whether the state packs to exactly these bytes. */
bool game_check_packed(const game_t *game, const void *state, const unsigned char *bytes,
                       failure_t *error);

#endif
