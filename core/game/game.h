/* game.h - the one interface of a game: all that search, records and tools know.
 * Use: game_t *game = game_new("seesaw", words, num_words, &error);
 *      state_t state;
 *      game_start(game, &state);
 *      while (!game_outcome(game, &state).over) {
 *          int n = game_legal(game, &state, actions);
 *          game_apply(game, &state, actions[pick(n)]);
 *      }
 *      game_free(game);
 * A decision, not a turn, is the unit: a turn is all decisions of one player up to the
 * one after which the other is to move, or the game is over. So to pass is a decision.
 * A side is what a piece belongs to (South and North); a player is who plays a side.
 * They are the same unless a pie rule lets the players exchange sides: search and
 * statistics are about players, positions are about sides.
 * A state is plain bytes without pointers: copied by assignment, equal when memcmp says
 * so (bytes past game->state_bytes are not part of it).
 * Owns: game_new makes a game_t that never changes; game_free releases it.
 * Threads: every call may run side by side on one game_t.
 * Errors: only game_new and the parsing calls can fail; misuse is a REQUIRE or an assert.
 * Source: the design page of the project; how to add a game: core/README.md.
 */
#ifndef CORE_GAME_H
#define CORE_GAME_H

#include "core/base/error.h"
#include "core/base/keys.h"
#include "core/base/pcg.h"
#include "core/base/text.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
    GAME_STATE_BYTES = 256,  /* the largest state of any variant */
    GAME_PACKED_BYTES = 512, /* the largest packed state */
    GAME_MAX_LEGAL = 4096,   /* more than any position's legal decisions */
    GAME_POSITION_TEXT = 2048,
    GAME_DECISION_TEXT = 16,
    GAME_VARIANT_TEXT = 256,
    GAME_PICTURE_TEXT = 16384,
    GAME_MAX_CELLS = 256, /* more than any board's */
    GAME_ACTION_CELLS = 2 /* the most that a decision names */
};

/* Numbers of decisions: 0 ... game->num_actions - 1, stable for a game, a variant and a
 * rules version. Recorded policies and policy heads speak them. */
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
    REASON_STUCK,      /* a mover without a decision has lost */
    REASON_DRAW,       /* drawn by the aim of the game */
    REASON_BOTH_STUCK, /* drawn: neither side could move */
    REASON_CUT_OFF,    /* drawn by a limit on the game's length */
    REASON_RESIGNED,   /* given up by who lost: no rules say so, but who plays */
    REASON_COUNT
} reason_t;

extern const char *const reason_names[REASON_COUNT]; /* "goes on", "win", ... */

typedef struct outcome {
    bool over;
    uint8_t winner; /* player 0 or 1, or NOBODY: drawn, or not over */
    uint8_t reason; /* reason_t */
} outcome_t;

/* A random game played to its end. */
typedef struct playout {
    outcome_t outcome;
    uint32_t decisions;
} playout_t;

/* A decision of a random game. */
typedef struct noted {
    action_t action;
    uint8_t player;
} noted_t;

/* The decisions of a random game in their order, as far as there is room. */
typedef struct playout_notes {
    noted_t *decisions;
    uint32_t count, room;
} playout_notes_t;

/* Random games side by side: each slot is a place for one at a time. */
enum { PLAYOUT_SLOTS = 8 };

typedef struct playout_slot {
    state_t state;    /* where the random game begins; after it of no meaning */
    pcg32_t rng;      /* its generator: before, and after */
    playout_t result; /* of the slot's last game */
} playout_slot_t;

typedef struct playout_feed {
    playout_slot_t *slots;
    int count; /* of slots, 1 to PLAYOUT_SLOTS */
    /* Fills in a slot's next state and generator, after the game before it; false: the
     * slot is not needed any more. Slots take turns in no particular order. */
    bool (*next)(void *context, int slot);
    void *context;
} playout_feed_t;

typedef struct game game_t;
struct board_drawing;
struct cell_drawing;

/* What a cell of the board holds, for all games alike: whose it is, and above that bit
 * field a kind of the game's own, from 0 (its README or header says which). 0: nothing. */
enum {
    CELL_EMPTY = 0,
    CELL_OF_SIDE0 = 1,
    CELL_OF_SIDE1 = 2,
    CELL_OF_NOBODY = 3, /* something that belongs to neither side */
    CELL_OWNER = 3,     /* mask of the owner */
    CELL_KIND = 4,      /* times the kind */
    CELL_REMOVED = 4    /* without an owner: no part of the board any more */
};
typedef struct planes_class planes_class_t;   /* planes.h */
typedef struct policy_output policy_output_t; /* planes.h */
typedef struct numbering numbering_t;         /* numbering.h */
typedef struct region region_t;               /* numbering.h */

/* How a position text is written: with everything, or without a counter of turns that
 * only matters for the cut-off. */
typedef enum { POSITION_FULL, POSITION_WITHOUT_TURN } position_form_t;

/* What a game is, for a class of its variants: the table that a game module fills in.
 * Every call is needed but those that may be NULL. The pie rule is added by swap.c and none of their business: here
 * player is side, and an outcome names the winning side.
 * States come in as pointers to game->state_bytes bytes, aligned as a state_t. start,
 * read_position, unpack and symmetry write all of them, whatever was there; no call
 * writes beyond them. */
typedef struct game_rules {
    void (*start)(const game_t *game, void *state);
    /* Legal decisions in ascending order, at most game->max_legal; 0 exactly when the
     * game is over. */
    int (*legal)(const game_t *game, const void *state, action_t *actions);
    void (*apply)(const game_t *game, void *state, action_t action); /* a legal one */
    int (*side)(const game_t *game, const void *state);   /* side to move, 0 or 1 */
    int (*player)(const game_t *game, const void *state); /* player to move, 0 or 1 */
    outcome_t (*outcome)(const game_t *game, const void *state);
    /* Plays uniformly random legal decisions to the end; the state becomes the last
     * position. */
    playout_t (*playout)(const game_t *game, void *state, pcg32_t *rng);
    /* The same game for the same generator, whose decisions are added to the notes. NULL:
     * it is played as playout_generic does. */
    playout_t (*playout_noted)(const game_t *game, void *state, pcg32_t *rng,
                               playout_notes_t *notes);
    /* Plays random games in the feed's slots until none is needed any more: each as
     * `playout` does, the same for the same generator. NULL: one after the other. */
    void (*playouts)(const game_t *game, const playout_feed_t *feed);
    /* The first turn of the game is over and the second has not begun: all that the pie
     * rule has to know. After the end any answer will do. */
    bool (*first_turn_just_over)(const game_t *game, const void *state);

    /* Tokens between blanks; none is "swapped". */
    void (*write_position)(const game_t *game, const void *state, position_form_t form,
                           text_t *out);
    /* False, with the token's column, for a text that is none; what is wrong with the
     * position it gives is left to check, which game_read_position calls next. */
    bool (*read_position)(const game_t *game, const char *text, void *state,
                          failure_t *error);
    /* Different for each action, without blanks, and not "swap". A turn is shown as the
     * texts of its decisions one after the other (turn_text_add in perft.h). */
    void (*write_decision)(const game_t *game, action_t action, text_t *out);
    /* Reads a decision's text; whether it is legal is another question. */
    bool (*read_decision)(const game_t *game, const char *text, action_t *action);
    /* game->packed_bytes bytes, the same on every machine; documented by the game. What
     * unpack accepts is what pack writes. */
    void (*pack)(const game_t *game, const void *state, unsigned char *bytes);
    /* False for bytes that are no state: nobody calls check after it. */
    bool (*unpack)(const game_t *game, const unsigned char *bytes, void *state,
                   failure_t *error);
    /* From 0, the identity, to game->num_symmetries - 1; a symmetry may exchange the
     * sides (then the mover, too). Image and state are different memory. */
    void (*symmetry)(const game_t *game, int symmetry, const void *state, void *image);
    action_t (*symmetry_action)(const game_t *game, int symmetry, action_t action);
    bool (*symmetry_exchanges_sides)(const game_t *game, int symmetry);
    /* What each of game->cells cells holds: CELL_EMPTY and so on, numbered as in actions. */
    void (*contents)(const game_t *game, const void *state, uint8_t *contents);
    /* The cells that a decision names, in the order of its text: none, where a piece is
     * put or taken away, or from and to. How many. */
    int (*action_cells)(const game_t *game, action_t action,
                        uint8_t cells[GAME_ACTION_CELLS]);
    /* How the board looks, on zeroed memory with the number of cells; and what is seen on
     * its cells besides what `contents` says, on top of that (board_drawing.h). draw_cells
     * may be NULL. */
    void (*draw_board)(const game_t *game, struct board_drawing *board);
    void (*draw_cells)(const game_t *game, const void *state, struct cell_drawing *cells);
    /* Whole lines for the terminal; colour: with ANSI colours. */
    void (*picture)(const game_t *game, const void *state, bool colour, text_t *out);
    /* Every invariant of a state: false with what is wrong. */
    bool (*check)(const game_t *game, const void *state, failure_t *error);
    /* For states with a counter of turns that matters for the cut-off and perhaps for the
     * first turn: sets it to one value for all positions that the rules tell apart by the
     * cut-off alone. Returns the turns that were left before. NULL: there is no such
     * counter. */
    int (*forget_turns)(const game_t *game, void *state);

    /* For networks (planes.h, mcts/evaluate/NETWORK.md); NULL, with class->planes: none plays it. */
    /* Writes the mask and the game's own planes of a position that is not over; all bytes
     * are 0 before. */
    void (*planes)(const game_t *game, const void *state, uint8_t *planes);
    /* The output that speaks of an action with this side to move: another for each. */
    policy_output_t (*policy_output)(const game_t *game, int side, action_t action);

    /* Numbers of positions, for the solver (numbering.h); NULL: the game has none. */
    const numbering_t *numbering;
} game_rules_t;

/* A game's entry in the registry (games.c). */
typedef struct game_class {
    const char *name;  /* "seesaw": lower-case letters */
    const char *title; /* "Seesaw" */
    const char *side_names[2];
    /* For who plays it the first time: the aim, what a turn is, and how decisions are
     * written; a few lines of at most 78 characters, each with its end. */
    const char *guide;
    int rules_version;     /* raised whenever the same decisions could lead elsewhere */
    keyset_t variant_keys; /* without `swap`, which every game has */
    /* "key=value ..." of variants that `fulcrum bench` and `games` show; none: the
     * default one */
    const char *showcase[4];
    /* The constant of UCT, for scores from 0 to 1, that matches found best for random games
     * of this game (experiments/exploration): the default of search.uct_exploration. */
    double uct_exploration;
    const planes_class_t *planes;
    size_t variant_bytes; /* the struct that the keys describe */
    size_t tables_bytes;  /* of game->tables, for any variant; may be 0 */
    /* Given class, variant and tables (zeroed), fills in the tables and sets rules, cells
     * and the numbers after it up to num_symmetries; false for values that do not go
     * together. Nothing else is released with a game: tables own no memory. */
    bool (*make)(game_t *game, failure_t *error);
} game_class_t;

/* A game of one variant. Read its fields; only make writes them. */
struct game {
    const game_rules_t *rules;
    const game_class_t *class;
    const void *variant; /* the game's own struct of values */
    void *tables;        /* the game's own tables */
    bool swap;           /* pie rule */
    int rules_build;     /* by which instructions it is played (rules_build.h) */
    int cells;           /* of the board, at most GAME_MAX_CELLS; no rule hangs on it */
    int num_actions;
    int state_bytes, packed_bytes; /* the pie rule adds a byte to each */
    int max_legal;                 /* bound on the legal decisions of a position */
    /* Bound on the decisions of a game; where the rules know none (situ.h), a patience
     * after which a run counts the game as cut off: such a game needs a playout of its
     * own that ends. */
    int max_decisions;
    int num_symmetries;
    int grid_height, grid_width;               /* of the planes; 0: it has none */
    const struct pie_rule_base *pie_rule_base; /* swap.c: the game under the pie rule */
    char variant_text[GAME_VARIANT_TEXT];      /* "size=4 stuck=pass ... swap=false" */
};

/* The classes, in the order in which they are shown. */
extern const game_class_t *const game_classes[];
extern const int game_class_count;

const game_class_t *game_class_find(const char *name, failure_t *error);

/* Whether a word that should be a file is no file but the name of a game: then the error
 * says so, and what is needed: "a configuration is needed, ...". */
bool game_instead_of_file(const char *word, const char *needed, failure_t *error);

/* Makes a game of a variant; variant: a JSON object or NULL for the defaults; overrides:
 * the command line's, applied on top, or NULL; where: the source of `variant` and prefix:
 * what stands before its keys, both for messages. NULL on error. */
game_t *game_new_overridden(const game_class_t *class, const cJSON *variant,
                            const char *where, const char *prefix, const cJSON *overrides,
                            failure_t *error);

/* Makes a game from "key=value" words; NULL on error. */
game_t *game_new(const char *name, char *const *variant, int count, failure_t *error);
void game_free(game_t *game);

/* Adds the values of all variant keys to a JSON object. */
void game_write_variant(const game_t *game, cJSON *json);

/* --- States ------------------------------------------------------------------------ */

static inline void game_start(const game_t *game, state_t *state) {
    game->rules->start(game, state);
}
static inline int game_legal(const game_t *game, const state_t *state,
                             action_t *actions) {
    return game->rules->legal(game, state, actions);
}
static inline void game_apply(const game_t *game, state_t *state, action_t action) {
    game->rules->apply(game, state, action);
}
/* The side to move; the player to move. After the end only whether the two differ has a
 * meaning: then the players have exchanged sides. */
static inline int game_side(const game_t *game, const state_t *state) {
    return game->rules->side(game, state);
}
static inline int game_player(const game_t *game, const state_t *state) {
    return game->rules->player(game, state);
}
/* The side that a player plays, also after the end. */
static inline int game_side_of(const game_t *game, const state_t *state, int player) {
    return player ^ (int)(game_side(game, state) != game_player(game, state));
}
static inline outcome_t game_outcome(const game_t *game, const state_t *state) {
    return game->rules->outcome(game, state);
}
/* The same after so many decisions of a game: where the rules let one go on for ever,
 * patience ends, and it is cut off. */
static inline outcome_t game_outcome_at(const game_t *game, const state_t *state,
                                        uint32_t decisions) {
    outcome_t outcome = game_outcome(game, state);
    if (!outcome.over && decisions >= (uint32_t)game->max_decisions)
        outcome = (outcome_t){true, NOBODY, REASON_CUT_OFF};
    return outcome;
}
static inline playout_t game_playout(const game_t *game, state_t *state, pcg32_t *rng) {
    return game->rules->playout(game, state, rng);
}
/* Adds a decision; notes may be NULL. */
static inline void playout_note(playout_notes_t *notes, int player, action_t action) {
    if (notes && notes->count < notes->room)
        notes->decisions[notes->count++] = (noted_t){action, (uint8_t)player};
}
/* Makes one state of all that differ in their counter of turns only; returns how many
 * turns are left until the cut-off, or INT_MAX where turns are not counted. What is
 * decided in a last turn counts: the winner has won. */
static inline int game_forget_turns(const game_t *game, state_t *state) {
    return game->rules->forget_turns ? game->rules->forget_turns(game, state) : INT_MAX;
}
/* What the cells hold, whoever plays the sides; the cells that a decision names. */
static inline void game_contents(const game_t *game, const state_t *state,
                                 uint8_t contents[GAME_MAX_CELLS]) {
    game->rules->contents(game, state, contents);
}
static inline int game_action_cells(const game_t *game, action_t action,
                                    uint8_t cells[GAME_ACTION_CELLS]) {
    return game->rules->action_cells(game, action, cells);
}
static inline void game_copy(const game_t *game, state_t *to, const state_t *from) {
    memcpy(to, from, (size_t)game->state_bytes);
}
static inline bool game_equal(const game_t *game, const state_t *a, const state_t *b) {
    return memcmp(a, b, (size_t)game->state_bytes) == 0;
}
/* Equal states have equal hashes, on every machine of the same endianness. */
uint64_t game_hash(const game_t *game, const state_t *state);

/* Where among `actions` one stands, or -1. */
int game_find_action(const action_t *actions, int count, action_t action);

/* Whether a decision is legal in a state: for what comes from outside. */
bool game_is_legal(const game_t *game, const state_t *state, action_t action);

/* For unpack: whether a state is packed as these bytes, so that none contradicts it. */
bool game_check_packed(const game_t *game, const void *state, const unsigned char *bytes,
                       failure_t *error);

/* --- Text -------------------------------------------------------------------------- */

void game_write_position(const game_t *game, const state_t *state, position_form_t form,
                         char text[GAME_POSITION_TEXT]);
/* Reads a position text; NULL: the start. The message shows the token and its column. */
bool game_read_position(const game_t *game, const char *text, state_t *state,
                        failure_t *error);
void game_write_decision(const game_t *game, action_t action,
                         char text[GAME_DECISION_TEXT]);
/* Reads a decision that has to be legal in the state. */
bool game_read_decision(const game_t *game, const state_t *state, const char *text,
                        action_t *action, failure_t *error);

#endif
