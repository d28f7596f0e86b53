#include "eval/study/orientation.h"

#include "selfplay/store/record.h"

void orientations_init(orientations_t *of, const game_t *game) {
    state_t start, image;
    *of = (orientations_t){.game = game};
    game_start(game, &start);
    REQUIRE(game->num_symmetries <= ORIENTATIONS_MAX);
    for (int symmetry = 0; symmetry < game->num_symmetries; symmetry++) {
        game_symmetry(game, symmetry, &start, &image);
        if (!game_symmetry_exchanges_sides(game, symmetry) &&
            game_equal(game, &start, &image))
            of->symmetries[of->count++] = symmetry;
    }
    REQUIRE(of->count > 0 && of->symmetries[0] == 0);
}

/* Below 0: the actions under symmetry a come before those under b. */
static int compare_images(const game_t *game, int a, int b, const uint16_t *actions,
                          uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        int difference = game_symmetry_action(game, a, actions[i]) -
                         game_symmetry_action(game, b, actions[i]);
        if (difference != 0)
            return difference;
    }
    return 0;
}

int orientation_of_game(const orientations_t *of, const record_t *record, size_t row) {
    const uint16_t *actions =
        record_u16(record, POSITIONS_CHOSEN) + record_first_position(record, row);
    uint32_t count = record_u32(record, GAMES_DECISIONS)[row];
    int least = 0;
    for (int i = 1; i < of->count; i++)
        if (compare_images(of->game, of->symmetries[i], of->symmetries[least], actions,
                           count) < 0)
            least = i;
    return least;
}

int orientation_of_state(const orientations_t *of, const state_t *state, state_t *least) {
    const game_t *game = of->game;
    unsigned char best[GAME_PACKED_BYTES], bytes[GAME_PACKED_BYTES];
    int which = 0;
    for (int i = 0; i < of->count; i++) {
        state_t image;
        game_symmetry(game, of->symmetries[i], state, &image);
        game_pack(game, &image, bytes);
        if (i > 0 && memcmp(bytes, best, (size_t)game->packed_bytes) >= 0)
            continue;
        memcpy(best, bytes, (size_t)game->packed_bytes);
        *least = image;
        which = i;
    }
    return which;
}
