/* kit_class.h - what the library makes of a game's setup: all of the game table but the
 * rules. For kit.h, which a game includes.
 * Use: kit_complete(game, k, &layout, error) in the game's `make`; KIT_FUNCTIONS in its
 *      game_class_t.
 * The library knows a position as a kit_head_t and sets of layout->words words: those of
 * the owners, then the layers.
 * Text: the mover and the cells, as games on a grid write them, and after that what is
 * not as usual: "phase=1 mark=c3 count=0,12 played=0".
 * Packed: the head's side, phase, mark, played and counts (low byte first), contents.
 */
#ifndef CORE_KIT_CLASS_H
#define CORE_KIT_CLASS_H

#include "core/game/game.h"
#include "core/game/planes.h"
#include "core/kit/kit_board.h"

/* What a position is besides its cells. */
typedef struct kit_head {
    uint8_t side;    /* to move */
    uint8_t phase;   /* of a turn or of the game; the setup says how many there are */
    uint8_t mark;    /* a cell that matters, or NO_CELL: a piece that has to capture on */
    uint8_t result;  /* the kit's: how the game stands, by kit_encode */
    uint16_t played; /* the kit's: actions, up to k->most_played */
    uint16_t count[KIT_COUNTERS];
    uint16_t unused;
} kit_head_t;

/* How a game's positions lie in memory, and those of its functions that depend on it. */
typedef struct kit_layout {
    int words, owners, layers, bytes;
    void (*start)(const kit_t *k, void *state);
    uint8_t (*result)(const kit_t *k, const void *state);
} kit_layout_t;

/* Checks and completes the tables after setup; sets the numbers of the game. layout must
 * live as long as the game. */
bool kit_complete(game_t *game, kit_t *k, const kit_layout_t *layout, failure_t *error);

/* An outcome in a byte; 0: unfinished. */
static inline uint8_t kit_encode(outcome_t outcome) {
    return outcome.over ? (uint8_t)(1 + outcome.winner + 3 * outcome.reason) : 0;
}
static inline outcome_t kit_decode(uint8_t result) {
    if (result == 0)
        return (outcome_t){false, NOBODY, REASON_NONE};
    return (outcome_t){true, (uint8_t)((result - 1) % 3), (uint8_t)((result - 1) / 3)};
}
enum { KIT_CUT_OFF = 1 + NOBODY + 3 * REASON_CUT_OFF };

static inline bool kit_is_cut_off(const kit_t *k, int played) {
    return k->cut_off > 0 && played >= k->cut_off;
}

outcome_t kit_outcome_of_stuck(const kit_t *k, int side, int pieces0, int pieces1);

/* For the files of this folder: the image of a state, but for its result; whether a head
 * is within the limits of the setup; sets the numbers of features. */
void kit_map_state(const kit_t *k, const kit_symmetry_t *symmetry, const void *state,
                   void *image);
bool kit_check_head(const kit_t *k, const kit_head_t *head, failure_t *error);
void kit_count_features(game_t *game, const kit_t *k);

/* --- The functions of the game table ------------------------------------------------ */

void kit_begin(const game_t *game, void *state);
int kit_side(const game_t *game, const void *state);
bool kit_first_turn_just_over(const game_t *game, const void *state);
int kit_forget_turns(const game_t *game, void *state);
void kit_contents(const game_t *game, const void *state, uint8_t *contents);
bool kit_set_contents(const game_t *game, const uint8_t *contents, int side, void *state,
                      failure_t *error);
int kit_action_cells(const game_t *game, action_t action,
                     uint8_t cells[GAME_ACTION_CELLS]);
int kit_symmetry_cell(const game_t *game, int symmetry, int cell);
void kit_symmetry(const game_t *game, int symmetry, const void *state, void *image);
action_t kit_symmetry_action(const game_t *game, int symmetry, action_t action);
bool kit_symmetry_exchanges(const game_t *game, int symmetry);
void kit_write_position(const game_t *game, const void *state, position_form_t form,
                        text_t *out);
bool kit_read_position(const game_t *game, const char *text, void *state,
                       failure_t *error);
void kit_write_action(const game_t *game, action_t action, text_t *out);
void kit_pack(const game_t *game, const void *state, unsigned char *bytes);
bool kit_unpack(const game_t *game, const unsigned char *bytes, void *state,
                failure_t *error);
bool kit_check(const game_t *game, const void *state, failure_t *error);
void kit_draw_board(const game_t *game, struct board_drawing *board);
void kit_draw_cells(const game_t *game, const void *state, struct cell_drawing *cells);
void kit_picture(const game_t *game, const void *state, const picture_form_t *form,
                 text_t *out);
extern const planes_class_t kit_planes;
void kit_write_planes(const game_t *game, const void *state, uint8_t *planes);
policy_output_t kit_policy_output(const game_t *game, int side, action_t action);
void kit_write_features(const game_t *game, const void *state, uint64_t *bits);
int kit_feature_seen(const game_t *game, int feature);
int kit_feature_image(const game_t *game, int symmetry, int feature);
void kit_feature_meaning(const game_t *game, int feature, text_t *out);

/* The rules that kit.h does not write, and the other groups of the game table. */
#define KIT_RULES                                                                        \
    .start = kit_begin, .side = kit_side,                                                \
    .first_turn_just_over = kit_first_turn_just_over, .forget_turns = kit_forget_turns
#define KIT_FUNCTIONS                                                                    \
    .board = {.contents = kit_contents,                                                  \
              .set_contents = kit_set_contents,                                          \
              .action_cells = kit_action_cells,                                          \
              .symmetry_cell = kit_symmetry_cell,                                        \
              .symmetry = kit_symmetry,                                                  \
              .symmetry_action = kit_symmetry_action,                                    \
              .symmetry_exchanges_sides = kit_symmetry_exchanges},                       \
    .text = {.write_position = kit_write_position,                                       \
             .read_position = kit_read_position,                                         \
             .write_action = kit_write_action,                                           \
             .pack = kit_pack,                                                           \
             .unpack = kit_unpack,                                                       \
             .check = kit_check},                                                        \
    .drawing = {.draw_board = kit_draw_board,                                            \
                .draw_cells = kit_draw_cells,                                            \
                .picture = kit_picture},                                                 \
    .networks = {.planes = &kit_planes,                                                  \
                 .write_planes = kit_write_planes,                                       \
                 .policy_output = kit_policy_output},                                    \
    .features = {.version = 1,                                                           \
                 .write = kit_write_features,                                            \
                 .seen = kit_feature_seen,                                               \
                 .image = kit_feature_image,                                             \
                 .meaning = kit_feature_meaning}

#endif
