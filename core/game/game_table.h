/* game_table.h - the table of functions and constants that a game's module fills in,
 * grouped by who uses them. README.md in this folder explains how to write a game, with
 * an example; all other code calls the functions of game.h.
 * Use: const game_class_t nim_class = {
 *          .name = "nim", ..., .make = make,
 *          .rules = {.legal = legal, .apply = apply, ...}, .text = {...}, ...};
 * Entries marked "Default" may be omitted. A state is game->state_bytes bytes, aligned as
 * a state_t. start, read_position, unpack, set_contents and symmetry write all of them,
 * whatever was there; no function writes beyond them. All functions are pure, and may run
 * concurrently on one game_t. The pie rule is a wrapper (pie_rule.h): here the player is
 * the side, and an outcome names the winning side.
 */
#ifndef CORE_GAME_TABLE_H
#define CORE_GAME_TABLE_H

#include "core/base/error.h"
#include "core/base/pcg.h"
#include "core/base/text.h"
#include "core/config/keys.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    GAME_STATE_BYTES = 256,  /* the largest state of any variant */
    GAME_PACKED_BYTES = 512, /* the largest packed state */
    GAME_MAX_LEGAL = 4096,   /* more than any position's legal actions */
    GAME_POSITION_TEXT = 2048,
    GAME_ACTION_TEXT = 16,
    GAME_VARIANT_TEXT = 256,
    GAME_PICTURE_TEXT = 16384,
    GAME_MAX_CELLS = 256, /* more than any board's */
    GAME_CELL_TEXT = 8,   /* a cell's name */
    GAME_ACTION_CELLS = 2 /* the most that an action names */
};

/* Action numbers: 0 ... game->num_actions - 1, stable for a game, a variant and a rules
 * version. Recorded policies and policy heads use them. */
typedef uint16_t action_t;
#define ACTION_NONE UINT16_MAX

typedef struct state {
    _Alignas(16) unsigned char bytes[GAME_STATE_BYTES];
} state_t;

/* Player 1 has index 0 and, before any exchange, side 0, which moves first. */
enum { NOBODY = 2 };

/* A game's result for a player, in half points: 0 lost, 1 drawn, 2 won. */
static inline int half_points(int winner, int player) {
    return winner == NOBODY ? 1 : winner == player ? 2 : 0;
}

/* How a game can end, as recorded. */
typedef enum {
    REASON_NONE,       /* the game continues */
    REASON_WIN,        /* won by the aim of the game */
    REASON_STUCK,      /* a mover without an action has lost */
    REASON_DRAW,       /* drawn by the aim of the game */
    REASON_BOTH_STUCK, /* drawn: neither side could move */
    REASON_CUT_OFF,    /* drawn by a limit on the game's length */
    REASON_RESIGNED,   /* resigned by the loser: not by a rule of the game */
    REASON_COUNT
} reason_t;

extern const char *const reason_names[REASON_COUNT]; /* "goes on", "win", ... */

typedef struct outcome {
    bool over;
    uint8_t winner; /* 0 or 1, or NOBODY: drawn, or not over */
    uint8_t reason; /* reason_t */
} outcome_t;

/* The content of a cell, the same for all games: an owner, and above that bit field a
 * game-specific kind, from 0 (documented in the game's README or header). 0: nothing. */
enum {
    CELL_EMPTY = 0,
    CELL_OF_SIDE0 = 1,
    CELL_OF_SIDE1 = 2,
    CELL_OF_NOBODY = 3, /* something that belongs to neither side */
    CELL_OWNER = 3,     /* mask of the owner */
    CELL_KIND = 4,      /* times the kind */
    CELL_REMOVED = 4    /* without an owner: no longer part of the board */
};

/* A playout: uniformly random actions from a position to the end of the game. */
typedef struct playout {
    outcome_t outcome;
    uint32_t length; /* in actions */
} playout_t;

/* A recorded action of a playout. */
typedef struct noted {
    action_t action;
    uint8_t player;
} noted_t;

/* The actions of a playout in order, as far as there is room. */
typedef struct playout_notes {
    noted_t *actions;
    uint32_t count, room;
} playout_notes_t;

enum { PLAYOUT_SLOTS = 8 };

/* Several playouts in lockstep: each slot holds one at a time. */

typedef struct playout_slot {
    state_t state;    /* where the playout begins; undefined after it */
    pcg32_t rng;      /* its generator, advanced by the playout */
    playout_t result; /* of the slot's last playout */
} playout_slot_t;

typedef struct playout_feed {
    playout_slot_t *slots;
    int count; /* of slots, 1 to PLAYOUT_SLOTS */
    /* Sets a slot's next state and generator, after its previous playout has ended;
     * false: the slot is no longer needed. Called for slots in no particular order. */
    bool (*next)(void *context, int slot);
    void *context;
} playout_feed_t;

/* How a position text is written: in full, or without a turn counter that only matters
 * for the cut-off. */
typedef enum { POSITION_FULL, POSITION_WITHOUT_TURN } position_form_t;

typedef struct game game_t;                   /* game.h */
typedef struct planes_class planes_class_t;   /* planes.h */
typedef struct policy_output policy_output_t; /* planes.h */
typedef struct region region_t;               /* position_numbering.h */
typedef struct region_step region_step_t;     /* position_numbering.h */
struct board_drawing;                         /* board_drawing.h */
struct cell_drawing;                          /* board_drawing.h */

/* --- Rules: called in simulations --------------------------------------------------- */

typedef struct game_rules {
    /* Default: all bytes are zero. */
    void (*start)(const game_t *game, void *state);
    /* Legal actions in ascending order, at most game->max_legal; 0 exactly when the game
     * is over. */
    int (*legal)(const game_t *game, const void *state, action_t *actions);
    void (*apply)(const game_t *game, void *state, action_t action); /* a legal one */
    /* Side to move, 0 or 1; after the end either, but always the same for a state. */
    int (*side)(const game_t *game, const void *state);
    /* Set by the pie rule, under which the player is not always the side. */
    int (*player)(const game_t *game, const void *state);
    outcome_t (*outcome)(const game_t *game, const void *state);
    /* Plays uniformly random legal actions to the end, where the state is left; cuts off
     * after game->max_game_length actions. Default: playout_generic. */
    playout_t (*playout)(const game_t *game, void *state, pcg32_t *rng);
    /* Plays the same playout from the same generator, and adds its actions to the notes.
     * Default: uses legal and apply. */
    playout_t (*playout_noted)(const game_t *game, void *state, pcg32_t *rng,
                               playout_notes_t *notes);
    /* Plays those of the feed's slots until no slot is needed, each exactly as `playout`
     * would. Default: one after the other. */
    void (*playouts)(const game_t *game, const playout_feed_t *feed);
    /* Whether the second turn of the game is about to begin, for the pie rule; after the
     * end any result will do. Default: side 1 is to move, and the content of exactly one
     * cell differs from the start. */
    bool (*first_turn_just_over)(const game_t *game, const void *state);
    /* Gives the turn counter the same value in all positions that differ, by the rules,
     * in the cut-off alone; returns the turns that were left. Default: there is no
     * counter. */
    int (*forget_turns)(const game_t *game, void *state);
} game_rules_t;

/* --- Board: the contents of cells, and symmetries ----------------------------------- */

typedef struct game_board {
    /* Writes the content of each of game->cells cells: CELL_EMPTY and so on. Required. */
    void (*contents)(const game_t *game, const void *state, uint8_t *contents);
    /* The inverse, from contents that have letters; false, with the reason, if there is
     * no such position. Position texts, packed states, checks and symmetries have
     * defaults that use it. NULL: the state holds more than cells and side. */
    bool (*set_contents)(const game_t *game, const uint8_t *contents, int side,
                         void *state, failure_t *error);
    /* A letter for each content from CELL_EMPTY on, in position texts and pictures; '?'
     * for contents that never occur. Default: ".xo". */
    const char *letters;
    /* Writes the cells that an action names, none, one, or from and to; returns how many.
     * Default, with at least as many actions as cells: action c names cell c, actions
     * past the last cell none; else none. */
    int (*action_cells)(const game_t *game, action_t action,
                        uint8_t cells[GAME_ACTION_CELLS]);
    /* The image of a cell under a symmetry from 1 to game->num_symmetries - 1; 0 is the
     * identity. */
    int (*symmetry_cell)(const game_t *game, int symmetry, int cell);
    /* Writes the image of a state; sides and mover may be exchanged. Default: from
     * symmetry_cell and set_contents. */
    void (*symmetry)(const game_t *game, int symmetry, const void *state, void *image);
    /* The image of an action. Default, with at least as many actions as cells: from
     * symmetry_cell; actions past the last cell are unchanged. */
    action_t (*symmetry_action)(const game_t *game, int symmetry, action_t action);
    /* Default: no. */
    bool (*symmetry_exchanges_sides)(const game_t *game, int symmetry);
} game_board_t;

/* --- Text and packed states --------------------------------------------------------- */

typedef struct game_text {
    /* A cell's name. Default: "a1" is the lower left of the grid, "b1" right of it. */
    void (*write_cell)(const game_t *game, int cell, text_t *out);
    /* Tokens separated by blanks, none of them "swapped". Default: the mover, 1 or 2, and
     * the cells' letters, on a grid row by row from the top: "2 .../.x./..." */
    void (*write_position)(const game_t *game, const void *state, position_form_t form,
                           text_t *out);
    /* False, with the token's column, for malformed text; `check` is called next. */
    bool (*read_position)(const game_t *game, const char *text, void *state,
                          failure_t *error);
    /* Unique to each action, without blanks, and not "swap"; a turn is shown as its
     * actions one after the other (turn_text_add in perft.h). Default: the cells that it
     * names, "b2" or "a1-b2"; for an action that names none its number, or "pass" if
     * there is one action more than cells. */
    void (*write_action)(const game_t *game, action_t action, text_t *out);
    /* Reads the text of any action, legal or not. Default: compares all. */
    bool (*read_action)(const game_t *game, const char *text, action_t *action);
    /* game->packed_bytes bytes, the same on every machine; documented by the game. unpack
     * accepts exactly what pack writes. Default: the side to move, then the content of
     * each cell. */
    void (*pack)(const game_t *game, const void *state, unsigned char *bytes);
    /* False for bytes that are no valid state: check is not called after it. */
    bool (*unpack)(const game_t *game, const unsigned char *bytes, void *state,
                   failure_t *error);
    /* Checks every invariant of a state: false with what is wrong. Default: whether
     * set_contents makes the same state from the cells' contents. */
    bool (*check)(const game_t *game, const void *state, failure_t *error);
} game_text_t;

/* --- Drawing ------------------------------------------------------------------------ */

/* How a picture marks a cell during play, besides its content. */
enum {
    MARK_TARGET = 1, /* it can be chosen: its name if it is empty, else [x] */
    MARK_LAST = 2    /* the last turn named or changed it, and it is no target: (x) */
};

typedef struct picture_form {
    bool colour;          /* with ANSI colours */
    const uint8_t *marks; /* of each cell; NULL: not during play */
} picture_form_t;

typedef struct game_drawing {
    /* Fills in how the board is drawn (board_drawing.h), but for the cells' number and
     * names. Default: squares on the grid. */
    void (*draw_board)(const game_t *game, struct board_drawing *board);
    /* Adds what is shown on cells beyond their contents. Default: nothing. */
    void (*draw_cells)(const game_t *game, const void *state, struct cell_drawing *cells);
    /* Complete lines for the terminal. Default: letters on the grid, and the mover. */
    void (*picture)(const game_t *game, const void *state, const picture_form_t *form,
                    text_t *out);
} game_drawing_t;

/* --- Networks: input planes, and the policy output of each action (planes.h) -------- */

typedef struct game_networks {
    const planes_class_t *planes; /* NULL: networks cannot play the game */
    /* Writes the mask and the game's own planes of a position that is not over, into
     * zeroed memory. Default: those of planes_of_cells. */
    void (*write_planes)(const game_t *game, const void *state, uint8_t *planes);
    /* The policy output of an action with this side to move, unique to each action.
     * Default: grid place a for action a, whole-board heads for actions past the last
     * place. */
    policy_output_t (*policy_output)(const game_t *game, int side, action_t action);
} game_networks_t;

/* --- Features: facts that are on or off (features.h) -------------------------------- */

/* Without `write` the whole group has defaults: a feature for each cell and each content
 * that has a letter (board.letters). Otherwise the game provides the whole group, and
 * make sets the numbers. */
typedef struct game_features {
    int version; /* incremented whenever numbers or meanings change; default: 1 */
    int count;   /* of the variant's features */
    int most;    /* that are on at once in any position */
    /* Writes (count + 63) / 64 words, from side 0's point of view. */
    void (*write)(const game_t *game, const void *state, uint64_t *bits);
    /* The number under which side 1 sees a feature: an involution. */
    int (*seen)(const game_t *game, int feature);
    /* The image of a feature under a symmetry that keeps the sides, other than the
     * identity: a permutation. NULL: not available. */
    int (*image)(const game_t *game, int symmetry, int feature);
    /* "own stone, d4": side 0's point of view, and for a feature of a cell its name. */
    void (*meaning)(const game_t *game, int feature, text_t *out);
} game_features_t;

/* --- Solver: positions as numbers (position_numbering.h) ---------------------------- */

typedef struct game_solver {
    uint64_t (*most_positions)(const game_t *game); /* NULL: no numbering */
    bool (*open)(const game_t *game, const void *state, region_t *region);
    bool (*number)(const region_t *region, const void *state, uint64_t *number);
    void (*state)(const region_t *region, uint64_t number, void *state);
    int (*following)(region_t *region, uint64_t number, region_step_t *steps);
    int (*preceding)(region_t *region, uint64_t number, region_step_t *steps);
} game_solver_t;

/* --- The game table ----------------------------------------------------------------- */

/* About the middle of the best values for the games of core/games. */
#define GAME_UCT_EXPLORATION 0.4

typedef struct game_class {
    const char *name;  /* "seesaw": lower-case letters */
    const char *title; /* "Seesaw" */
    const char *side_names[2];
    /* For first-time players: the aim, what a turn is, how actions are written; lines of
     * at most 78 characters, each ending in a newline. */
    const char *guide;
    int rules_version; /* incremented whenever the same actions could lead elsewhere */
    keyset_t variant_keys; /* without `swap`, which every game has; may be empty */
    /* "key=value ..." of the variants that `fulcrum bench` and `games` show; none: the
     * default variant. */
    const char *showcase[4];
    /* UCT's best exploration constant for playouts (experiments/exploration), the default
     * of search.uct_exploration. Default: GAME_UCT_EXPLORATION. */
    double uct_exploration;
    size_t variant_bytes; /* size of the struct that the keys describe */
    size_t tables_bytes;  /* of game->tables, for any variant; may be 0 */
    /* Fills in the numeric fields of game_t from `cells` to `grid_width` and the tables
     * (zeroed; freed as one block, so that they must not own memory), and replaces
     * functions that differ between variants; false for values that cannot be combined.
     */
    bool (*make)(game_t *game, failure_t *error);
    game_rules_t rules;
    game_board_t board;
    game_text_t text;
    game_drawing_t drawing;
    game_networks_t networks;
    game_features_t features;
    game_solver_t solver;
} game_class_t;

#endif
