/* schema.h - the columns of recorded games: one table for memory, files and documents.
 * Three kinds of rows: games, positions (one per search), legal actions (of a search). A
 * column is an array in memory (record.h) and a dataset in a file (shard.h) of the same
 * name, type and order; FORMAT.md documents all. A change of meaning raises
 * SCHEMA_VERSION.
 */
#ifndef SELFPLAY_SCHEMA_H
#define SELFPLAY_SCHEMA_H

#include "core/game/game.h"

#define SCHEMA_FORMAT "fulcrum games"
enum { SCHEMA_VERSION = 2 };

typedef enum { TABLE_GAMES, TABLE_POSITIONS, TABLE_LEGAL, TABLE_COUNT } table_t;
typedef enum { TYPE_U8, TYPE_U16, TYPE_U32, TYPE_I64, TYPE_U64, TYPE_F32 } column_type_t;

typedef enum {
    GAMES_ID,             /* number of the game in the run */
    GAMES_SEED,           /* its own seed */
    GAMES_WINNER,         /* player 0 or 1, or 2: nobody */
    GAMES_WINNER_SIDE,    /* side 0 or 1, or 2: nobody */
    GAMES_REASON,         /* reason_t */
    GAMES_AGENT,          /* by player: index of the agent that played */
    GAMES_TURNS,          /* complete turns of either player */
    GAMES_DECISIONS,      /* positions of the game */
    GAMES_FIRST_POSITION, /* row of its first position */
    POSITIONS_STATE,      /* packed, game->packed_bytes */
    POSITIONS_SIDE,       /* to move */
    POSITIONS_PLAYER,     /* to move */
    POSITIONS_PLY,        /* actions before it */
    POSITIONS_TURN,       /* complete turns before it */
    POSITIONS_CHOSEN,     /* the action played */
    POSITIONS_ROOT_VALUE, /* expected score of the player to move */
    POSITIONS_ROOT_PROOF, /* proof_t, for the player to move */
    POSITIONS_VISITS,     /* sum of the visits below */
    POSITIONS_SIMULATIONS,
    POSITIONS_FULL,        /* 1: the visits are a policy target (learning.h) */
    POSITIONS_SURPRISE,    /* surprise.h */
    POSITIONS_LEGAL,       /* number of legal actions */
    POSITIONS_FIRST_LEGAL, /* row of the first of them */
    LEGAL_ACTION,          /* ascending within a position */
    LEGAL_VISITS,
    LEGAL_PRUNED, /* of these, not in the policy target (forced_playouts.h) */
    COLUMN_COUNT
} column_id_t;

typedef struct column {
    const char *path; /* of the dataset: "games/id" */
    table_t table;
    column_type_t type;
    int width; /* values per row; 0: game->packed_bytes; 1: a one-dimensional dataset */
} column_t;

extern const column_t schema_columns[COLUMN_COUNT];

size_t column_type_bytes(column_type_t type);

/* Values of a column in a row, for a game. */
static inline size_t column_width(column_id_t id, const game_t *game) {
    int width = schema_columns[id].width;
    return (size_t)(width > 0 ? width : game->packed_bytes);
}

#endif
