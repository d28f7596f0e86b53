#include "selfplay/store/schema.h"

const column_t schema_columns[COLUMN_COUNT] = {
    [GAMES_ID] = {"games/id", TABLE_GAMES, TYPE_I64, 1},
    [GAMES_SEED] = {"games/seed", TABLE_GAMES, TYPE_U64, 1},
    [GAMES_WINNER] = {"games/winner", TABLE_GAMES, TYPE_U8, 1},
    [GAMES_WINNER_SIDE] = {"games/winner_side", TABLE_GAMES, TYPE_U8, 1},
    [GAMES_REASON] = {"games/reason", TABLE_GAMES, TYPE_U8, 1},
    [GAMES_AGENT] = {"games/agent", TABLE_GAMES, TYPE_U8, 2},
    [GAMES_TURNS] = {"games/turns", TABLE_GAMES, TYPE_U32, 1},
    [GAMES_DECISIONS] = {"games/decisions", TABLE_GAMES, TYPE_U32, 1},
    [GAMES_FIRST_POSITION] = {"games/first_position", TABLE_GAMES, TYPE_I64, 1},
    [POSITIONS_STATE] = {"positions/state", TABLE_POSITIONS, TYPE_U8, 0},
    [POSITIONS_SIDE] = {"positions/side", TABLE_POSITIONS, TYPE_U8, 1},
    [POSITIONS_PLAYER] = {"positions/player", TABLE_POSITIONS, TYPE_U8, 1},
    [POSITIONS_PLY] = {"positions/ply", TABLE_POSITIONS, TYPE_U32, 1},
    [POSITIONS_TURN] = {"positions/turn", TABLE_POSITIONS, TYPE_U32, 1},
    [POSITIONS_CHOSEN] = {"positions/chosen", TABLE_POSITIONS, TYPE_U16, 1},
    [POSITIONS_ROOT_VALUE] = {"positions/root_value", TABLE_POSITIONS, TYPE_F32, 1},
    [POSITIONS_ROOT_PROOF] = {"positions/root_proof", TABLE_POSITIONS, TYPE_U8, 1},
    [POSITIONS_VISITS] = {"positions/visits", TABLE_POSITIONS, TYPE_U32, 1},
    [POSITIONS_SIMULATIONS] = {"positions/simulations", TABLE_POSITIONS, TYPE_U32, 1},
    [POSITIONS_FULL] = {"positions/full", TABLE_POSITIONS, TYPE_U8, 1},
    [POSITIONS_SURPRISE] = {"positions/surprise", TABLE_POSITIONS, TYPE_F32, 1},
    [POSITIONS_LEGAL] = {"positions/legal", TABLE_POSITIONS, TYPE_U32, 1},
    [POSITIONS_FIRST_LEGAL] = {"positions/first_legal", TABLE_POSITIONS, TYPE_I64, 1},
    [LEGAL_ACTION] = {"legal/action", TABLE_LEGAL, TYPE_U16, 1},
    [LEGAL_VISITS] = {"legal/visits", TABLE_LEGAL, TYPE_U32, 1},
    [LEGAL_PRUNED] = {"legal/pruned", TABLE_LEGAL, TYPE_U32, 1},
};

size_t column_type_bytes(column_type_t type) {
    static const uint8_t bytes[] = {[TYPE_U8] = 1,  [TYPE_U16] = 2, [TYPE_U32] = 4,
                                    [TYPE_I64] = 8, [TYPE_U64] = 8, [TYPE_F32] = 4};
    return bytes[type];
}
