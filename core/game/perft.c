#include "core/game/perft.h"

#include <ctype.h>
#include <stdlib.h>

uint64_t perft_actions(const game_t *game, const state_t *state, int depth) {
    action_t actions[GAME_MAX_LEGAL];
    if (depth == 0)
        return 1;
    int count = game_legal(game, state, actions);
    if (depth == 1)
        return (uint64_t)count;
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        state_t next;
        game_copy(game, &next, state);
        game_apply(game, &next, actions[i]);
        sum += perft_actions(game, &next, depth - 1);
    }
    return sum;
}

/* Collects the ends of turns below a state; `seen` holds the positions in the middle of
 * the turn, so that each is expanded once. texts: NULL if not wanted. */
typedef struct gathering {
    const game_t *game;
    int player;
    state_set_t *ends, seen;
    turn_list_t *list;
    size_t most; /* positions in both sets together */
} gathering_t;

static bool has_room(const gathering_t *gathering) {
    return gathering->ends->count + gathering->seen.count < gathering->most;
}

static void note_text(turn_list_t *list, const char *text) {
    size_t count = list->ends.count;
    if ((count & (count - 1)) == 0) /* a power of two: double the capacity */
        list->texts = memory_resize(list->texts, 2 * count, sizeof *list->texts);
    memcpy(list->texts[count - 1], text, strlen(text) + 1);
}

static void gather(gathering_t *gathering, const state_t *state, const text_t *turn) {
    const game_t *game = gathering->game;
    action_t actions[GAME_MAX_LEGAL];
    int count = game_legal(game, state, actions);
    for (int i = 0; i < count && has_room(gathering); i++) {
        state_t next;
        char buffer[TURN_TEXT] = "";
        text_t longer = text_into(buffer, sizeof buffer);
        game_copy(game, &next, state);
        game_apply(game, &next, actions[i]);
        if (turn) {
            text_add(&longer, "%s", turn->buffer);
            turn_text_add(game, actions[i], &longer);
        }
        bool ended = game_outcome(game, &next).over ||
                     game_player(game, &next) != gathering->player;
        if (!ended && state_set_add(&gathering->seen, &next))
            gather(gathering, &next, turn ? &longer : NULL);
        else if (ended && state_set_add(gathering->ends, &next) && turn)
            note_text(gathering->list, buffer);
    }
}

/* False: there are more than `most` positions. */
static bool gather_ends(const game_t *game, const state_t *state, state_set_t *ends,
                        turn_list_t *list, size_t most) {
    char empty[1] = "";
    text_t turn = text_into(empty, sizeof empty);
    gathering_t gathering = {.game = game, .ends = ends, .list = list, .most = most};
    gathering.player = game_player(game, state);
    state_set_init(ends, game);
    state_set_init(&gathering.seen, game);
    gather(&gathering, state, list ? &turn : NULL);
    bool whole = has_room(&gathering);
    state_set_clear(&gathering.seen);
    return whole;
}

uint64_t perft_turns(const game_t *game, const state_t *state, int depth) {
    if (depth == 0)
        return 1;
    state_set_t ends;
    (void)gather_ends(game, state, &ends, NULL, SIZE_MAX);
    uint64_t sum = depth == 1 ? ends.count : 0;
    for (size_t i = 0; depth > 1 && i < ends.count; i++) {
        state_t next;
        state_set_at(&ends, i, &next);
        sum += perft_turns(game, &next, depth - 1);
    }
    state_set_clear(&ends);
    return sum;
}

void turn_list_init(turn_list_t *turns, const game_t *game, const state_t *state,
                    size_t most) {
    turns->texts = NULL;
    turns->whole = gather_ends(game, state, &turns->ends, turns, most);
}

void turn_list_clear(turn_list_t *turns) {
    state_set_clear(&turns->ends);
    free(turns->texts);
    turns->texts = NULL;
}

/* Length of a cell's name (a letter and a number) at the start of a text, or 0. */
static size_t cell_name(const char *text) {
    size_t length = 1;
    if (!islower((unsigned char)text[0]) || !isdigit((unsigned char)text[1]))
        return 0;
    while (isdigit((unsigned char)text[length]))
        length++;
    return length;
}

void turn_text_add(const game_t *game, action_t action, text_t *turn) {
    char text[GAME_ACTION_TEXT];
    game_write_action(game, action, text);
    size_t length = cell_name(text), used = turn->used;
    bool moves_on = length > 0 && (text[length] == '-' || text[length] == 'x') &&
                    used > length &&
                    memcmp(turn->buffer + used - length, text, length) == 0 &&
                    strchr("-x", turn->buffer[used - length - 1]) != NULL;
    text_add(turn, "%s", moves_on ? text + length : text);
}
