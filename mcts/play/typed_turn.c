#include "mcts/play/typed_turn.h"

#include "core/game/perft.h"

#include <strings.h>

/* Copies the line without blanks; false: it is empty or too long. */
static bool squeeze(const char *line, char text[TYPED_TURN_TEXT]) {
    size_t length = 0;
    for (const char *p = line; *p; p++) {
        if (*p == ' ' || *p == '\t')
            continue;
        if (length + 1 == TYPED_TURN_TEXT)
            return false;
        text[length++] = *p;
    }
    text[length] = 0;
    return length > 0;
}

/* --- Whole texts -------------------------------------------------------------------- */

typedef struct reading {
    const game_t *game;
    const char *text;
    int player;
    typed_turn_t *turn;
    size_t farthest; /* characters of the text that actions have covered */
} reading_t;

/* Reads the text from `at` on as actions after those that `joined` shows. */
static bool read_from(reading_t *reading, const state_t *state, const text_t *joined,
                      size_t at) {
    const game_t *game = reading->game;
    typed_turn_t *turn = reading->turn;
    action_t actions[GAME_MAX_LEGAL];
    reading->farthest = at > reading->farthest ? at : reading->farthest;
    if (!reading->text[at])
        return true;
    if (game_outcome(game, state).over || game_player(game, state) != reading->player ||
        turn->count == TYPED_TURN_ACTIONS)
        return false;
    int count = game_legal(game, state, actions);
    for (int i = 0; i < 2 * count; i++) { /* joined to those before, and alone */
        char buffer[TURN_TEXT], alone[GAME_ACTION_TEXT];
        text_t longer = text_into(buffer, sizeof buffer);
        text_add(&longer, "%s", joined->buffer);
        turn_text_add(game, actions[i / 2], &longer);
        game_write_action(game, actions[i / 2], alone);
        const char *form = i % 2 ? alone : buffer + joined->used;
        if (strncasecmp(reading->text + at, form, strlen(form)) != 0)
            continue;
        state_t next = *state;
        game_apply(game, &next, actions[i / 2]);
        turn->actions[turn->count++] = actions[i / 2];
        if (read_from(reading, &next, &longer, at + strlen(form)))
            return true;
        turn->count--;
    }
    return false;
}

static bool read_whole(const game_t *game, const state_t *state, const char *text,
                       typed_turn_t *turn, size_t *farthest) {
    char empty[1] = "";
    text_t joined = text_into(empty, sizeof empty);
    reading_t reading = {
        .game = game, .text = text, .turn = turn, .player = game_player(game, state)};
    turn->count = 0;
    bool ok = read_from(&reading, state, &joined, 0);
    *farthest = reading.farthest;
    return ok;
}

bool typed_turn_read_whole(const game_t *game, const state_t *state, const char *line,
                           typed_turn_t *turn) {
    char text[TYPED_TURN_TEXT];
    size_t farthest;
    return squeeze(line, text) && read_whole(game, state, text, turn, &farthest);
}

/* --- Numbers, beginnings and errors ------------------------------------------------- */

bool typed_turn_begins(const game_t *game, action_t action, const char *start) {
    char text[GAME_ACTION_TEXT], name[GAME_CELL_TEXT];
    text_t out = text_into(name, sizeof name);
    uint8_t cells[GAME_ACTION_CELLS];
    game_write_action(game, action, text);
    if (strncasecmp(text, start, strlen(start)) == 0)
        return true;
    if (game_action_cells(game, action, cells) != 1)
        return false;
    game_write_cell(game, cells[0], &out);
    return strcasecmp(name, start) == 0;
}

/* Lists the actions that begin with the text: some, and "all 192", if they are many.
 * Returns how many there are, and the last one in *action. */
static int add_choices(const game_t *game, const action_t *actions, int count,
                       const char *start, text_t *out, action_t *action) {
    enum { FEW = 10 };
    int found = 0;
    for (int i = 0; i < count; i++) {
        char text[GAME_ACTION_TEXT];
        if (!typed_turn_begins(game, actions[i], start))
            continue;
        *action = actions[i];
        game_write_action(game, actions[i], text);
        if (found++ < FEW)
            text_add(out, " %s", text);
    }
    if (found > FEW)
        text_add(out, " ... (all %d: moves)", found);
    return found;
}

/* Adds "; did you mean d1-d2?" or how far the text is a turn. */
static void add_advice(const game_t *game, const state_t *state, const char *text,
                       const action_t *actions, int count, text_t *out) {
    char names[GAME_MAX_LEGAL][GAME_ACTION_TEXT];
    const char *list[GAME_MAX_LEGAL];
    typed_turn_t turn;
    size_t farthest;
    for (int i = 0; i < count; i++) {
        game_write_action(game, actions[i], names[i]);
        list[i] = names[i];
    }
    read_whole(game, state, text, &turn, &farthest);
    const char *meant = text_nearest(text, list, count);
    if (farthest > 0)
        text_add(out, "; %.*s is, but not followed by \"%.40s\".", (int)farthest, text,
                 text + farthest);
    else if (meant)
        text_add(out, "; did you mean %s?", meant);
    else
        text_add(out, ".");
}

bool typed_turn_read_short(const game_t *game, const state_t *state, const char *line,
                           typed_turn_t *turn, failure_t *error) {
    char text[TYPED_TURN_TEXT], buffer[512];
    text_t out = text_into(buffer, sizeof buffer);
    action_t actions[GAME_MAX_LEGAL], action;
    int count = game_legal(game, state, actions);
    const char *end = text;
    long number = 0;
    failure_t reason = {"it is too long"};
    if (!squeeze(line, text))
        return error_set(error, "the line is empty, or too long for a turn");
    if (text[strspn(text, "0123456789")] == 0) {
        if (!text_read_number(&end, count, &number) || number < 1)
            return error_set(
                error, "actions have numbers from 1 to %d (moves lists them)", count);
        *turn = (typed_turn_t){.actions = {actions[number - 1]}, .count = 1};
        return true;
    }
    int found = add_choices(game, actions, count, text, &out, &action);
    if (found == 1) {
        *turn = (typed_turn_t){.actions = {action}, .count = 1};
        return true;
    }
    if (found > 1)
        return error_set(error, "\"%s\" is ambiguous:%s", text, buffer);
    game_read_action(game, state, text, &action, &reason);
    text_add(&out, "%.120s", reason.message);
    add_advice(game, state, text, actions, count, &out);
    text_add(&out, " Legal:");
    add_choices(game, actions, count, "", &out, &action);
    return error_set(error, "%s", buffer);
}
