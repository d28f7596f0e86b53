/* game_table.h - what a game is: the table of functions and facts that a game's module
 * fills in, in groups by who needs them.
 * Use: const game_class_t nim_class = {
 *          .name = "nim", ..., .make = make,
 *          .rules = {.legal = legal, .apply = apply, ...}, .text = {...}, ...};
 * What is marked "default" may be left out; README.md in this folder explains how to
 * write a game from these groups, and has an example. Everybody else calls game.h.
 * Conventions: a state comes in as a pointer to game->state_bytes bytes, aligned as a
 * state_t. start, read_position, unpack, set_contents and symmetry write all of them,
 * whatever was there; no call writes beyond them. All calls are pure functions of their
 * arguments. The pie rule is added from outside (pie_rule.h): in these tables the player
 * is the side, and an outcome names the winning side.
 * Threads: every call may run side by side on one game_t.
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

/* Numbers of actions: 0 ... game->num_actions - 1, stable for a game, a variant and a
 * rules version. Recorded policies and policy heads use them. */
typedef uint16_t action_t;
#define ACTION_NONE UINT16_MAX

typedef struct state {
    _Alignas(16) unsigned char bytes[GAME_STATE_BYTES];
} state_t;

/* Player 1 has index 0 and, before any exchange, side 0, which moves first. */
enum { NOBODY = 2 };

/* How a game can end; what a record says of it. */
typedef enum {
    REASON_NONE,       /* it goes on */
    REASON_WIN,        /* won by the aim of the game */
    REASON_STUCK,      /* a mover without an action has lost */
    REASON_DRAW,       /* drawn by the aim of the game */
    REASON_BOTH_STUCK, /* drawn: neither side could move */
    REASON_CUT_OFF,    /* drawn by a limit on the game's length */
    REASON_RESIGNED,   /* given up by the loser: no rule of the game says so */
    REASON_COUNT
} reason_t;

extern const char *const reason_names[REASON_COUNT]; /* "goes on", "win", ... */

typedef struct outcome {
    bool over;
    uint8_t winner; /* 0 or 1, or NOBODY: drawn, or not over */
    uint8_t reason; /* reason_t */
} outcome_t;

/* What a cell of the board holds, for all games alike: whose it is, and above that bit
 * field a kind of the game's own, from 0 (its README or header says which). 0:
 * nothing. */
enum {
    CELL_EMPTY = 0,
    CELL_OF_SIDE0 = 1,
    CELL_OF_SIDE1 = 2,
    CELL_OF_NOBODY = 3, /* something that belongs to neither side */
    CELL_OWNER = 3,     /* mask of the owner */
    CELL_KIND = 4,      /* times the kind */
    CELL_REMOVED = 4    /* without an owner: no part of the board any more */
};

/* A playout: a game of uniformly random actions, played to its end. */
typedef struct playout {
    outcome_t outcome;
    uint32_t length; /* in actions */
} playout_t;

/* An action of a playout. */
typedef struct noted {
    action_t action;
    uint8_t player;
} noted_t;

/* The actions of a playout in their order, as far as there is room. */
typedef struct playout_notes {
    noted_t *actions;
    uint32_t count, room;
} playout_notes_t;

/* Playouts side by side: each slot is a place for one at a time. */
enum { PLAYOUT_SLOTS = 8 };

typedef struct playout_slot {
    state_t state;    /* where the playout begins; after it of no meaning */
    pcg32_t rng;      /* its generator: before, and after */
    playout_t result; /* of the slot's last playout */
} playout_slot_t;

typedef struct playout_feed {
    playout_slot_t *slots;
    int count; /* of slots, 1 to PLAYOUT_SLOTS */
    /* Fills in a slot's next state and generator, after the playout before it; false: the
     * slot is not needed any more. Slots are asked in no particular order. */
    bool (*next)(void *context, int slot);
    void *context;
} playout_feed_t;

/* How a position text is written: with everything, or without a counter of turns that
 * only matters for the cut-off. */
typedef enum { POSITION_FULL, POSITION_WITHOUT_TURN } position_form_t;

typedef struct game game_t;                   /* game.h */
typedef struct planes_class planes_class_t;   /* planes.h */
typedef struct policy_output policy_output_t; /* planes.h */
typedef struct region region_t;               /* position_numbering.h */
typedef struct region_step region_step_t;     /* position_numbering.h */
struct board_drawing;                         /* board_drawing.h */
struct cell_drawing;                          /* board_drawing.h */

/* --- Rules: what a simulation calls ------------------------------------------------- */

typedef struct game_rules {
    /* Default: all bytes are zero. */
    void (*start)(const game_t *game, void *state);
    /* Legal actions in ascending order, at most game->max_legal; 0 exactly when the game
     * is over. */
    int (*legal)(const game_t *game, const void *state, action_t *actions);
    void (*apply)(const game_t *game, void *state, action_t action); /* a legal one */
    /* Side to move, 0 or 1; after the end any answer that does not change. */
    int (*side)(const game_t *game, const void *state);
    /* Left to the pie rule, under which the player is not always the side. */
    int (*player)(const game_t *game, const void *state);
    outcome_t (*outcome)(const game_t *game, const void *state);
    /* Plays uniformly random legal actions to the end; the state becomes the last
     * position. A playout of game->max_game_length actions is cut off: where the rules
     * know no bound it has to count, or would never return. Default: playout_generic. */
    playout_t (*playout)(const game_t *game, void *state, pcg32_t *rng);
    /* The same playout for the same generator, whose actions are added to the notes.
     * Default: by legal and apply. */
    playout_t (*playout_noted)(const game_t *game, void *state, pcg32_t *rng,
                               playout_notes_t *notes);
    /* Plays the playouts of the feed's slots until none is needed any more: each as
     * `playout` does, the same for the same generator. Default: one after the other. */
    void (*playouts)(const game_t *game, const playout_feed_t *feed);
    /* The first turn of the game is over and the second has not begun: all that the pie
     * rule has to know. After the end any answer will do. Default: side 1 is to move, and
     * one cell holds something else than at the start. */
    bool (*first_turn_just_over)(const game_t *game, const void *state);
    /* For states with a counter of turns that matters for the cut-off and perhaps for the
     * first turn: sets it to one value for all positions that the rules tell apart by the
     * cut-off alone. Returns the turns that were left before. Default: there is no such
     * counter. */
    int (*forget_turns)(const game_t *game, void *state);
} game_rules_t;

/* --- Board: what the cells hold, and what looks the same ---------------------------- */

typedef struct game_board {
    /* What each of game->cells cells holds: CELL_EMPTY and so on. Needed. */
    void (*contents)(const game_t *game, const void *state, uint8_t *contents);
    /* The reverse, for games whose state is given by their cells and the side to move:
     * makes the state (all game->state_bytes of it) from contents that have letters;
     * false with what is wrong where no position is like that. With it texts of
     * positions, packed states, checks and symmetries have defaults. NULL: the state
     * holds more, and the game writes those itself. */
    bool (*set_contents)(const game_t *game, const uint8_t *contents, int side,
                         void *state, failure_t *error);
    /* A letter for each content from CELL_EMPTY on, in position texts and pictures; '?'
     * for what no cell holds. Default: ".xo". */
    const char *letters;
    /* The cells that an action names, in the order of its text: none, where a piece is
     * put or taken away, or from and to. How many. Default, where there are as many
     * actions as cells or more: action c names cell c, those after the cells none; else
     * none. */
    int (*action_cells)(const game_t *game, action_t action,
                        uint8_t cells[GAME_ACTION_CELLS]);
    /* The cell that a symmetry takes a cell to: all that a symmetry of the board needs.
     * Symmetries have numbers from 0, the identity, which is not asked for here, to
     * game->num_symmetries - 1. */
    int (*symmetry_cell)(const game_t *game, int symmetry, int cell);
    /* A symmetry may exchange the sides (then the mover, too). Image and state are
     * different memory. Default: by symmetry_cell and set_contents; the identity. */
    void (*symmetry)(const game_t *game, int symmetry, const void *state, void *image);
    /* Default, where there are as many actions as cells or more: by symmetry_cell, and
     * those after the cells stay. Games with fewer actions and a symmetry need it. */
    action_t (*symmetry_action)(const game_t *game, int symmetry, action_t action);
    bool (*symmetry_exchanges_sides)(const game_t *game, int symmetry); /* none does */
} game_board_t;

/* --- Text and packed states --------------------------------------------------------- */

typedef struct game_text {
    /* A cell's name, as in actions. Default: "a1" is the lower left of the grid, "b1" is
     * to the right of it. */
    void (*write_cell)(const game_t *game, int cell, text_t *out);
    /* Tokens between blanks; none is "swapped". Default: the mover, 1 or 2, and the
     * cells' letters, on a grid row by row from the top: "2 .../.x./..." */
    void (*write_position)(const game_t *game, const void *state, position_form_t form,
                           text_t *out);
    /* False, with the token's column, for a text that is none; what is wrong with the
     * position it gives is left to check, which game_read_position calls next. */
    bool (*read_position)(const game_t *game, const char *text, void *state,
                          failure_t *error);
    /* Different for each action, without blanks, and not "swap". A turn is shown as the
     * texts of its actions one after the other (turn_text_add in perft.h). Default: the
     * cells that it names, "b2" or "a1-b2"; "pass" for one that names none. */
    void (*write_action)(const game_t *game, action_t action, text_t *out);
    /* Reads an action's text; whether it is legal is another question. Default: writes
     * all actions and compares. */
    bool (*read_action)(const game_t *game, const char *text, action_t *action);
    /* game->packed_bytes bytes, the same on every machine; documented by the game. What
     * unpack accepts is what pack writes. Default: the side to move, then what each cell
     * holds. */
    void (*pack)(const game_t *game, const void *state, unsigned char *bytes);
    /* False for bytes that are no state: nobody calls check after it. */
    bool (*unpack)(const game_t *game, const unsigned char *bytes, void *state,
                   failure_t *error);
    /* Every invariant of a state: false with what is wrong. Default: set_contents makes
     * the same state from what the cells hold. */
    bool (*check)(const game_t *game, const void *state, failure_t *error);
} game_text_t;

/* --- Drawing ------------------------------------------------------------------------ */

/* What a picture for somebody at play says of a cell besides what is on it. */
enum {
    MARK_TARGET = 1, /* it can be chosen: its name where it is empty, else [x] */
    MARK_LAST = 2    /* the last turn named or changed it, and it is no target: (x) */
};

typedef struct picture_form {
    bool colour;          /* with ANSI colours */
    const uint8_t *marks; /* of each cell; NULL: nobody is at play */
} picture_form_t;

typedef struct game_drawing {
    /* How the board looks, on zeroed memory with the number of cells and their names
     * (board_drawing.h). Default: squares on the grid. */
    void (*draw_board)(const game_t *game, struct board_drawing *board);
    /* What is seen on its cells besides what `contents` says, on top of that. Default:
     * nothing. */
    void (*draw_cells)(const game_t *game, const void *state, struct cell_drawing *cells);
    /* Whole lines for the terminal. Default: the cells' letters on the grid, and who is
     * to move. */
    void (*picture)(const game_t *game, const void *state, const picture_form_t *form,
                    text_t *out);
} game_drawing_t;

/* --- Networks: inputs, and which output is about which action (planes.h) ------------ */

typedef struct game_networks {
    const planes_class_t *planes; /* NULL: no network plays the game */
    /* Writes the mask and the game's own planes of a position that is not over; all bytes
     * are 0 before. Default: for planes_of_cells. */
    void (*write_planes)(const game_t *game, const void *state, uint8_t *planes);
    /* The output that is about an action with this side to move: another for each.
     * Default: action a is about place a of the grid, further ones about the whole. */
    policy_output_t (*policy_output)(const game_t *game, int side, action_t action);
} game_networks_t;

/* --- Features: facts that are on or off (features.h) -------------------------------- */

/* Without `write` the whole group has defaults: a feature for each cell and each content
 * that has a letter (board.letters), of side 0 as "own". Else all of it is the game's:
 * make fills in the numbers, which may differ between variants. */
typedef struct game_features {
    int version; /* raised whenever numbers or meanings change; default: 1 */
    int count;   /* of the variant's features */
    int most;    /* on at once in any position, at most */
    /* Writes (count + 63) / 64 words, in side 0's view. */
    void (*write)(const game_t *game, const void *state, uint64_t *bits);
    /* The feature as which side 1 sees one: an involution. */
    int (*seen)(const game_t *game, int feature);
    /* The same fact on the image's board, for a symmetry that keeps the sides, other than
     * the identity: a permutation. NULL: not known. Default of the default features: by
     * board.symmetry_cell. */
    int (*image)(const game_t *game, int symmetry, int feature);
    /* A fact in side 0's view ("own", "enemy"); of a cell with ", " and its name. */
    void (*meaning)(const game_t *game, int feature, text_t *out);
} game_features_t;

/* --- Solver: positions as numbers (position_numbering.h) ---------------------------- */

typedef struct game_solver {
    uint64_t (*most_positions)(const game_t *game); /* NULL: the game has no numbers */
    bool (*open)(const game_t *game, const void *state, region_t *region);
    bool (*number)(const region_t *region, const void *state, uint64_t *number);
    void (*state)(const region_t *region, uint64_t number, void *state);
    int (*following)(region_t *region, uint64_t number, region_step_t *steps);
    int (*preceding)(region_t *region, uint64_t number, region_step_t *steps);
} game_solver_t;

/* --- The table ---------------------------------------------------------------------- */

/* About the middle of what is best for the games of core/games. */
#define GAME_UCT_EXPLORATION 0.4

typedef struct game_class {
    const char *name;  /* "seesaw": lower-case letters */
    const char *title; /* "Seesaw" */
    const char *side_names[2];
    /* For people who play it the first time: the aim, what a turn is, and how actions are
     * written; a few lines of at most 78 characters, each with its end. */
    const char *guide;
    int rules_version;     /* raised whenever the same actions could lead elsewhere */
    keyset_t variant_keys; /* without `swap`, which every game has; may be empty */
    /* "key=value ..." of variants that `fulcrum bench` and `games` show; none: the
     * default one */
    const char *showcase[4];
    /* The constant of UCT, for scores from 0 to 1, that matches found best for playouts
     * of this game (experiments/exploration): the default of search.uct_exploration.
     * Default: GAME_UCT_EXPLORATION. */
    double uct_exploration;
    size_t variant_bytes; /* the struct that the keys describe */
    size_t tables_bytes;  /* of game->tables, for any variant; may be 0 */
    /* Given class, variant, tables (zeroed) and the groups below, fills in the tables and
     * the numbers of game_t from `cells` to `grid_width`, and replaces what differs
     * between variants in the groups; false for values that do not go together. Nothing
     * else is released with a game: tables own no memory. */
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
