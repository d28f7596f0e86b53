/* situ_features.h - Situ's features over bitboards; included by situ_rules.h, for each
 * number of words.
 * Source: mcts/evaluate/integer/INTEGER.md (features), RULES.md §3 (control).
 */
#ifndef CORE_SITU_FEATURES_H
#define CORE_SITU_FEATURES_H

static inline void put_set(features_writer_t *writer, const board_t *set, int cells) {
    for (int w = 0; w < WORDS; w++)
        features_put(writer, set->word[w], w < WORDS - 1 ? 64 : cells - 64 * w);
}

static inline board_t both(const board_t *a, const board_t *b) {
    board_t set;
    for (int w = 0; w < WORDS; w++)
        set.word[w] = a->word[w] & b->word[w];
    return set;
}

static void write_features(const game_t *game, const void *bytes, uint64_t *bits) {
    const tables_t *tables = tables_of(game);
    const situ_state_t *state = bytes;
    const field_t *field = &state->field;
    features_writer_t writer = features_writer(bits);
    board_t empty = empty_nodes(tables, state), removed, by[3]; /* nobody, 0, 1 */
    for (int w = 0; w < WORDS; w++) {
        uint64_t maroon = maroon_controls(field, w, tables->surplus);
        uint64_t white = white_controls(field, w, tables->surplus);
        by[0].word[w] = ~(maroon | white);
        by[1].word[w] = maroon;
        by[2].word[w] = white;
        removed.word[w] = tables->board.word[w] & ~empty.word[w] &
                          ~(field->stones[0].word[w] | field->stones[1].word[w]);
    }
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < 3; i++) {
            board_t stones = both(&field->stones[s], &by[i]);
            put_set(&writer, &stones, game->cells);
        }
    for (int s = 0; s < 2; s++) {
        board_t nodes = both(&empty, &by[1 + s]);
        put_set(&writer, &nodes, game->cells);
    }
    put_set(&writer, &removed, game->cells);
    features_put_fact(&writer, state->side, state->phase < SITU_FIRST0);
    features_put_fact(&writer, state->side, state->phase == SITU_FIRST0);
    features_put_fact(&writer, state->side, state->phase == SITU_DOUBLE1);
    features_finish(&writer);
}

#endif
