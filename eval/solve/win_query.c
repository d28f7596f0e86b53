#include "eval/solve/win_query.h"

int win_query_normalise(const game_t *game, win_query_kind_t kind, int depth,
                        win_query_t *question) {
    state_t state, image;
    game_copy(game, &state, &question->state);
    int left = kind == WIN_QUERY_COUNTED ? INT_MAX : game_forget_turns(game, &state);
    uint8_t attacker = question->attacker;
    question->kind = (uint8_t)kind;
    game_copy(game, &question->state, &state);
    if (game->num_symmetries > WIN_QUERY_FEW_IMAGES && depth >= WIN_QUERY_IMAGE_DEPTH)
        return left;
    for (int i = 1; i < game->num_symmetries; i++) {
        bool exchanges = game_symmetry_exchanges_sides(game, i);
        if (exchanges && kind == WIN_QUERY_FIXED)
            continue;
        game_symmetry(game, i, &state, &image);
        int order = memcmp(&image, &question->state, (size_t)game->state_bytes);
        uint8_t image_attacker = attacker ^ (uint8_t)exchanges;
        if (order < 0 || (order == 0 && image_attacker < question->attacker)) {
            game_copy(game, &question->state, &image);
            question->attacker = image_attacker;
        }
    }
    return left;
}

uint64_t win_query_hash(const game_t *game, const win_query_t *question) {
    uint64_t salt = (uint64_t)(question->attacker + 2 * question->kind);
    return game_hash(game, &question->state) ^ salt * UINT64_C(0x9e3779b97f4a7c15);
}
