/* fulcrum.h - libfulcrum: games, searches and recorded games for other programs.
 * Use: fulcrum_game_t *game = fulcrum_game_new("seesaw", "size=4");
 *      fulcrum_state_t state;
 *      fulcrum_state_start(game, &state);
 *      while (!fulcrum_outcome(game, &state).over) {
 *          int count = fulcrum_legal(game, &state, actions);
 *          fulcrum_apply(game, &state, actions[pick(count)]);
 *      }
 *      fulcrum_game_free(game);
 * Build with `pkg-config --cflags --libs fulcrum`, or in CMake find_package(fulcrum) and
 * target_link_libraries(program fulcrum::fulcrum).
 * Terms: an action is one atomic choice; a turn may take several by the same player, so
 * query each position for the player to move. Players are 0 and 1 (shown as player 1 and
 * player 2); 2 stands for nobody. Values are expected scores for the player to move: 1
 * won, 1/2 drawn, 0 lost.
 * Errors: the library prints nothing and never ends the program. A function that fails
 *      returns a negative fulcrum_status_t, or NULL, and sets the calling thread's error
 *      message: fulcrum_error(). When a call runs out of memory, what it had allocated is
 *      lost. A pointer that is NULL where that has no meaning, a negative count and a
 *      struct without its size are such failures; states and handles are not checked
 *      otherwise: only the library makes them, and they are valid until freed.
 * Owns: the caller frees every result of a _new or _open with its _free or _close, which
 *      accept NULL; a game has to outlive everything made with it.
 * Threads: games are immutable; any number of threads may share them, and make calls on
 *      them and on states of their own. An env, a search or an opened file of games may
 *      be used by one thread at a time. Call fulcrum_load_game before all other functions
 *      on games. Files are read by one thread at a time, whoever asks; a program
 *      that itself uses HDF5 in another thread at that time needs a thread-safe HDF5.
 * Versions: FULCRUM_API_VERSION is raised when programs must be recompiled; structs
 *      that begin with `size`, which is their sizeof, may grow without that.
 */
#ifndef FULCRUM_H
#define FULCRUM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(FULCRUM_BUILDING)
#define FULCRUM_API __attribute__((visibility("default")))
#else
#define FULCRUM_API
#endif

#define FULCRUM_API_VERSION 1

/* --- The library -------------------------------------------------------------------- */

typedef enum fulcrum_status {
    FULCRUM_OK = 0,
    FULCRUM_WRONG_CALL = -1, /* an argument, a text or a configuration is wrong */
    FULCRUM_NO_FILE = -2, /* a file cannot be read, is damaged, or has the wrong type */
    FULCRUM_NO_MEMORY = -3,
    FULCRUM_STOPPED = -4,       /* by the caller's function */
    FULCRUM_INTERNAL_ERROR = -5 /* a bug, or invalid states */
} fulcrum_status_t;

FULCRUM_API int fulcrum_api_version(void);     /* FULCRUM_API_VERSION of the library */
FULCRUM_API const char *fulcrum_version(void); /* "0.1.0 (abcdef0)" */

/* The message of the calling thread's last failed call, until the next one fails: what
 * was wrong, where, and what is allowed; "" before any failure. And its status. */
FULCRUM_API const char *fulcrum_error(void);
FULCRUM_API int fulcrum_error_status(void);

/* --- Games -------------------------------------------------------------------------- */

typedef struct fulcrum_game fulcrum_game_t;

enum {
    FULCRUM_STATE_BYTES = 256,
    FULCRUM_NOBODY = 2,
    FULCRUM_ACTION_TEXT = 16, /* bytes that hold any text of its kind, with the final 0 */
    FULCRUM_POSITION_TEXT = 2048,
    FULCRUM_PICTURE_TEXT = 16384
};

/* The names of all games, by an index from 0; NULL after the last. */
FULCRUM_API const char *fulcrum_game_name(int index);

/* Adds a game from a C file, which is compiled, or a shared object (core/game/README.md
 * tells how to write one), until the process ends; or those of the environment variable
 * FULCRUM_GAMES, paths separated by colons. A file that is already loaded is skipped. */
FULCRUM_API int fulcrum_load_game(const char *path);
FULCRUM_API int fulcrum_load_games_of_environment(void);

/* variant: "size=5 swap=true", or a JSON object; missing keys, or all with NULL, have
 * their defaults. `fulcrum games` lists the keys. A name that ends in ".c" is the path of
 * a game, loaded as by fulcrum_load_game. */
FULCRUM_API fulcrum_game_t *fulcrum_game_new(const char *name, const char *variant);
FULCRUM_API void fulcrum_game_free(fulcrum_game_t *game);

typedef enum fulcrum_fact {
    FULCRUM_NAME,       /* "seesaw" */
    FULCRUM_TITLE,      /* "Seesaw" */
    FULCRUM_VARIANT,    /* "size=4 ... swap=false": every key */
    FULCRUM_FIRST_SIDE, /* "South" */
    FULCRUM_SECOND_SIDE,
    FULCRUM_GUIDE /* a few lines for new players */
} fulcrum_fact_t;

FULCRUM_API const char *fulcrum_game_fact(const fulcrum_game_t *game, int fact);

typedef struct fulcrum_numbers {
    size_t size;
    int32_t rules_version;
    int32_t num_actions; /* actions are 0 ... num_actions - 1 */
    int32_t max_legal;   /* of any position, at most */
    /* Maximum actions per game; if the rules set no bound, the number at which runs and
     * envs cut a game off. */
    int32_t max_game_length;
    int32_t cells, grid_height, grid_width; /* of the board */
    int32_t num_symmetries;                 /* 1: the identity alone */
    int32_t state_bytes, packed_bytes;      /* used of a state; of fulcrum_pack */
    /* Network input: bytes of planes x height x width, row-major; planes 0: the game has
     * none. */
    int32_t planes_version, planes, planes_height, planes_width;
    int32_t features_version, features, features_words; /* uint64_t that hold them */
} fulcrum_numbers_t;

/* The caller sets numbers->size; at most that many bytes of *numbers are filled in. */
FULCRUM_API int fulcrum_game_numbers(const fulcrum_game_t *game,
                                     fulcrum_numbers_t *numbers);

/* --- States ------------------------------------------------------------------------- */

/* Plain bytes: copied by assignment, equal when all bytes are. Only the library creates
 * valid states; a state belongs to one variant, this version of the library and this kind
 * of processor: to store it, use its text or fulcrum_pack. */
typedef struct fulcrum_state {
    unsigned char bytes[FULCRUM_STATE_BYTES];
} __attribute__((aligned(16))) fulcrum_state_t;

FULCRUM_API int fulcrum_state_start(const fulcrum_game_t *game, fulcrum_state_t *state);

/* Writes the legal actions in ascending order (room for max_legal) and returns how many:
 * 0 exactly when the game is over. */
FULCRUM_API int fulcrum_legal(const fulcrum_game_t *game, const fulcrum_state_t *state,
                              uint16_t *actions);

/* Plays an action; FULCRUM_WRONG_CALL, with the state unchanged, if it is illegal. The
 * second form is for actions returned by fulcrum_legal: it does not check them. */
FULCRUM_API int fulcrum_apply(const fulcrum_game_t *game, fulcrum_state_t *state,
                              int action);
FULCRUM_API void fulcrum_apply_legal(const fulcrum_game_t *game, fulcrum_state_t *state,
                                     int action);

/* The player to move, 0 or 1. */
FULCRUM_API int fulcrum_player(const fulcrum_game_t *game, const fulcrum_state_t *state);

typedef struct fulcrum_outcome {
    int32_t over, winner, reason; /* winner: a player, or FULCRUM_NOBODY */
} fulcrum_outcome_t;

/* If a pointer is NULL: over, won by nobody, and the reason is FULCRUM_WRONG_CALL. */
FULCRUM_API fulcrum_outcome_t fulcrum_outcome(const fulcrum_game_t *game,
                                              const fulcrum_state_t *state);
/* "win", "cut off", ...; NULL for an invalid reason. */
FULCRUM_API const char *fulcrum_reason(int reason);

/* --- Texts -------------------------------------------------------------------------- */

/* Texts are zero-terminated, and truncated if they exceed `room`; the return value is the
 * length of the full text. With room 0, `text` may be NULL. */
FULCRUM_API int fulcrum_position_text(const fulcrum_game_t *game,
                                      const fulcrum_state_t *state, char *text,
                                      size_t room);
FULCRUM_API int fulcrum_action_text(const fulcrum_game_t *game, int action, char *text,
                                    size_t room);
/* The board as lines of text; colour: with terminal colours. */
FULCRUM_API int fulcrum_picture(const fulcrum_game_t *game, const fulcrum_state_t *state,
                                int colour, char *text, size_t room);
FULCRUM_API int fulcrum_position_read(const fulcrum_game_t *game, const char *text,
                                      fulcrum_state_t *state);
/* The number of the action, which must be legal in the state. */
FULCRUM_API int fulcrum_action_read(const fulcrum_game_t *game,
                                    const fulcrum_state_t *state, const char *text);

/* A state as packed_bytes bytes, portable between machines, as in recorded games. */
FULCRUM_API int fulcrum_pack(const fulcrum_game_t *game, const fulcrum_state_t *state,
                             unsigned char *packed);
FULCRUM_API int fulcrum_unpack(const fulcrum_game_t *game, const unsigned char *packed,
                               fulcrum_state_t *state);

/* --- Networks and symmetries -------------------------------------------------------- */

/* Input planes of `count` positions that are not over, consecutively, from the mover's
 * point of view: as bytes, or as floats, which are the bytes times the plane's scale. */
FULCRUM_API int fulcrum_planes(const fulcrum_game_t *game, const fulcrum_state_t *states,
                               int count, uint8_t *planes);
FULCRUM_API int fulcrum_planes_float(const fulcrum_game_t *game,
                                     const fulcrum_state_t *states, int count,
                                     float *planes);
/* Of a plane that does not exist: NULL and 0. */
FULCRUM_API const char *fulcrum_plane_meaning(const fulcrum_game_t *game, int plane);
FULCRUM_API float fulcrum_plane_scale(const fulcrum_game_t *game, int plane);

/* The policy output of a convolutional network for an action in this state: a head of the
 * given kind, and places (row * planes_width + column) from the mover's point of view;
 * `to` is only for pairs. mcts/evaluate/convolution/NETWORK.md. */
typedef enum { FULCRUM_OF_CELL, FULCRUM_OF_PAIR, FULCRUM_OF_WHOLE } fulcrum_output_kind_t;
typedef struct fulcrum_output {
    int32_t kind, head, from, to;
} fulcrum_output_t;

FULCRUM_API int fulcrum_policy_output(const fulcrum_game_t *game,
                                      const fulcrum_state_t *state, int action,
                                      fulcrum_output_t *output);

/* Legal actions as bytes: count x num_actions; 1 legal, 0 not. */
FULCRUM_API int fulcrum_legal_mask(const fulcrum_game_t *game,
                                   const fulcrum_state_t *states, int count,
                                   uint8_t *mask);

/* The sides to move, 0 or 1, in `count` positions that are not over: those whose point of
 * view the planes have. */
FULCRUM_API int fulcrum_sides(const fulcrum_game_t *game, const fulcrum_state_t *states,
                              int count, uint8_t *sides);

/* The number under which a side sees each of num_actions actions, a permutation: two
 * actions seen under one number have the same policy output in planes of their movers. Of
 * side 0, each action itself. */
FULCRUM_API int fulcrum_seen_actions(const fulcrum_game_t *game, int side,
                                     uint16_t *seen);

/* Sparse features from the first side's point of view: features_words words per position;
 * feature f is bit f % 64 of word f / 64. mcts/evaluate/integer/INTEGER.md. */
FULCRUM_API int fulcrum_features(const fulcrum_game_t *game,
                                 const fulcrum_state_t *states, int count,
                                 uint64_t *bits);

/* The image of a state or an action under a symmetry, 0 (the identity) to
 * num_symmetries - 1; whether the symmetry exchanges the sides. */
FULCRUM_API int fulcrum_symmetry(const fulcrum_game_t *game, int symmetry,
                                 const fulcrum_state_t *state, fulcrum_state_t *image);
FULCRUM_API int fulcrum_symmetry_action(const fulcrum_game_t *game, int symmetry,
                                        int action);
FULCRUM_API int fulcrum_symmetry_exchanges_sides(const fulcrum_game_t *game,
                                                 int symmetry);

/* --- Many games at once ------------------------------------------------------------- */

/* Arrays of the caller, filled in by every step; NULL for those not wanted. They have to
 * outlive the env, and the caller must not write to `mask` (steps write only changes). */
typedef struct fulcrum_env_arrays {
    size_t size;
    uint8_t *planes;     /* n x planes x height x width */
    float *planes_float; /* the same, scaled */
    uint8_t *mask;       /* n x num_actions: 1 legal, 0 not */
    uint16_t *legal;     /* n x max_legal: ascending; only the first num_legal[i] count */
    int32_t *num_legal;  /* n, 1 or more */
    uint8_t *player;     /* n: to move, 0 or 1 */
    /* Of the step: */
    float *reward;    /* n x 2, for each player: 1 won, -1 lost, 0 drawn or not over */
    uint8_t *done;    /* n: the step ended a game, and the arrays show the next one */
    uint8_t *winner;  /* n: of the game that ended, or FULCRUM_NOBODY */
    uint8_t *reason;  /* n: why it ended; 0: not over */
    uint32_t *length; /* n: actions of the game; where done, of the one that ended */
} fulcrum_env_arrays_t;

typedef struct fulcrum_env fulcrum_env_t;

/* n games at their starting positions, which the arrays show. threads: size of the OpenMP
 * team that steps them; 1: only the caller's thread (a process that forks later has to
 * use 1). Results never depend on the threads. seed: of fulcrum_env_sample. */
FULCRUM_API fulcrum_env_t *fulcrum_env_new(const fulcrum_game_t *game, int n,
                                           const fulcrum_env_arrays_t *arrays,
                                           uint64_t seed, int threads);
FULCRUM_API void fulcrum_env_free(fulcrum_env_t *env);

/* Restarts all games; the random sequence continues. */
FULCRUM_API int fulcrum_env_reset(fulcrum_env_t *env);

/* Plays an action in each game; a game that ends is replaced by a new one.
 * FULCRUM_WRONG_CALL if any action is illegal: then no game is stepped. */
FULCRUM_API int fulcrum_env_step(fulcrum_env_t *env, const int64_t *actions);

/* A uniformly random legal action for each game. */
FULCRUM_API int fulcrum_env_sample(fulcrum_env_t *env, int64_t *actions);

/* Sets one game to a state that is not over; its length counts from there. */
FULCRUM_API int fulcrum_env_set(fulcrum_env_t *env, int index,
                                const fulcrum_state_t *state);

/* The n states, as for fulcrum_search_run; they change with every step. */
FULCRUM_API const fulcrum_state_t *fulcrum_env_states(const fulcrum_env_t *env);

/* --- Search ------------------------------------------------------------------------- */

/* A batch of leaves to be evaluated by the caller's function. The arrays belong to the
 * library, and are valid until the function returns. */
typedef struct fulcrum_leaves {
    size_t size;
    int32_t count, num_actions;
    const fulcrum_state_t *states;
    const uint8_t *planes; /* count x planes x height x width; NULL: the game has none */
    const uint8_t *mask;   /* count x num_actions */
    float *values;         /* count, to fill in: 0 to 1, for the player to move */
    /* count x num_actions, to fill in: weights of at least 0, which need not sum to 1;
     * those of illegal actions are ignored; all 0 means equal priors. */
    float *priors;
} fulcrum_leaves_t;

/* Returns 0, or anything else to stop the searches (FULCRUM_STOPPED). */
typedef int (*fulcrum_evaluate_t)(void *context, const fulcrum_leaves_t *leaves);

typedef struct fulcrum_evaluator {
    size_t size;
    fulcrum_evaluate_t evaluate;
    void *context;
    int32_t batch; /* leaves per call, at most: the number of concurrent searches */
} fulcrum_evaluator_t;

typedef struct fulcrum_search fulcrum_search_t;

/* config: an agent as JSON ({"search": {"simulations": 400}}) or as words
 * ("search.simulations=400 temperature.start=0"); NULL: the defaults. `fulcrum keys`
 * lists the keys, mcts/README.md the methods; network weights are files named there.
 * evaluator: NULL: the one named in config. With an evaluator, "search.selection" is puct
 * and "search.fpu" reduction by default. threads: concurrent searches with built-in
 * evaluators; the function of an evaluator is called only by the caller's thread. While
 * a search runs, its function may neither run nor free it: the call fails. */
FULCRUM_API fulcrum_search_t *fulcrum_search_new(const fulcrum_game_t *game,
                                                 const char *config,
                                                 const fulcrum_evaluator_t *evaluator,
                                                 int threads);
FULCRUM_API void fulcrum_search_free(fulcrum_search_t *search);

/* The effective configuration as JSON, with every key. */
FULCRUM_API const char *fulcrum_search_config(const fulcrum_search_t *search);

/* The source of each search's random numbers, so that it finds and plays what self-play
 * of the same configuration, seed and numbers did. A NULL array stands for all 0, but
 * games for 0 ... count - 1. */
typedef struct fulcrum_moments {
    size_t size;
    uint64_t seed;
    const uint64_t *games; /* their numbers in the run */
    const uint32_t *plies; /* actions before the position */
    const uint32_t *turns; /* turns before it, for the temperature */
} fulcrum_moments_t;

/* Arrays to be filled in, for `count` positions; NULL for those not wanted. */
typedef struct fulcrum_found {
    size_t size;
    int64_t *chosen;     /* the action that the agent plays */
    float *value;        /* of the position, for the player to move */
    uint8_t *proof;      /* its fulcrum_proof_t, for the player to move */
    uint32_t *visits;    /* of the root */
    int32_t *num_legal;  /* legal actions */
    uint16_t *actions;   /* count x max_legal: the legal ones, ascending */
    uint32_t *of_action; /* count x max_legal: visits of each */
    float *values;       /* count x max_legal: mean over its visits; 1/2 without any */
    float *priors;       /* count x max_legal: before noise; they sum to 1 */
    float *policy;       /* count x num_actions: policy target, shares of visits */
} fulcrum_found_t;

typedef enum fulcrum_proof {
    FULCRUM_UNPROVEN,
    FULCRUM_PROVEN_LOST,
    FULCRUM_PROVEN_DRAWN,
    FULCRUM_PROVEN_WON
} fulcrum_proof_t;

/* Searches each of the positions, none of which may be over. moments: NULL: seed 0. The
 * result of one does not depend on the others, nor on batches and threads. */
FULCRUM_API int fulcrum_search_run(fulcrum_search_t *search,
                                   const fulcrum_state_t *states, int count,
                                   const fulcrum_moments_t *moments,
                                   const fulcrum_found_t *found);

/* --- Recorded games ----------------------------------------------------------------- */

typedef struct fulcrum_games fulcrum_games_t;

/* Opens a file of games, or the folder of a run, whose shards are read in sequence. */
FULCRUM_API fulcrum_games_t *fulcrum_games_open(const char *path);
FULCRUM_API void fulcrum_games_close(fulcrum_games_t *games);

/* Their game, valid as long as `games`; the run's configuration as JSON; the total number
 * of games. */
FULCRUM_API const fulcrum_game_t *fulcrum_games_game(const fulcrum_games_t *games);
FULCRUM_API const char *fulcrum_games_config(const fulcrum_games_t *games);
FULCRUM_API int64_t fulcrum_games_count(const fulcrum_games_t *games);

/* Reads the next games, a few thousand positions; returns how many games, 0 at the end.
 */
FULCRUM_API int64_t fulcrum_games_next(fulcrum_games_t *games);
/* Back to the first. */
FULCRUM_API int fulcrum_games_rewind(fulcrum_games_t *games);

typedef enum fulcrum_type {
    FULCRUM_U8,
    FULCRUM_U16,
    FULCRUM_U32,
    FULCRUM_I64,
    FULCRUM_U64,
    FULCRUM_F32
} fulcrum_type_t;

typedef struct fulcrum_column {
    size_t size;
    const char *path; /* "games/id": tables are games, positions and legal */
    const void *data; /* rows x width values of the games read last; valid until the next
                         call on `games` */
    int64_t rows, width;
    int32_t type; /* fulcrum_type_t */
} fulcrum_column_t;

/* A column by an index from 0: returns 1; 0 if there is none. selfplay/store/FORMAT.md
 * documents meaning, unit and point of view. games/first_position and
 * positions/first_legal are rows of these columns. */
FULCRUM_API int fulcrum_games_column(const fulcrum_games_t *games, int index,
                                     fulcrum_column_t *column);

#ifdef __cplusplus
}
#endif

#endif
