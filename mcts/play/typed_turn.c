#include "mcts/play/typed_turn.h"

#include "core/game/perft.h"

#include <stdlib.h>
#include <strings.h>

/* The line without blanks; false: it is empty or too long. */
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

static bool read_from(reading_t *reading, const state_t *state, const text_t *joined,
                      size_t at);

/* Whether the action is at text[at], by itself or joined to those before, and the rest of
 * the text can be read after it. */
static bool try_action(reading_t *reading, const state_t *state, const text_t *joined,
                       size_t at, action_t action) {
    char alone[GAME_ACTION_TEXT], buffer[TURN_TEXT];
    text_t longer = text_into(buffer, sizeof buffer);
    text_add(&longer, "%s", joined->buffer);
    turn_text_add(reading->game, action, &longer);
    game_write_action(reading->game, action, alone);
    const char *forms[] = {buffer + joined->used, alone};
    for (int i = 0; i < 2; i++) {
        size_t length = strlen(forms[i]);
        bool again = i == 1 && strcmp(forms[0], forms[1]) == 0;
        if (again || strncasecmp(reading->text + at, forms[i], length) != 0)
            continue;
        state_t next = *state;
        game_apply(reading->game, &next, action);
        reading->turn->actions[reading->turn->count++] = action;
        if (read_from(reading, &next, &longer, at + length))
            return true;
        reading->turn->count--;
    }
    return false;
}

static bool read_from(reading_t *reading, const state_t *state, const text_t *joined,
                      size_t at) {
    action_t actions[GAME_MAX_LEGAL];
    const game_t *game = reading->game;
    if (at > reading->farthest)
        reading->farthest = at;
    if (!reading->text[at])
        return true;
    if (game_outcome(game, state).over || game_player(game, state) != reading->player ||
        reading->turn->count == TYPED_TURN_ACTIONS)
        return false;
    int count = game_legal(game, state, actions);
    for (int i = 0; i < count; i++)
        if (try_action(reading, state, joined, at, actions[i]))
            return true;
    return false;
}

static bool read_whole(const game_t *game, const state_t *state, const char *text,
                       typed_turn_t *turn, size_t *farthest) {
    char empty[1] = "";
    text_t joined = text_into(empty, sizeof empty);
    reading_t reading = {.game = game, .text = text, .turn = turn};
    reading.player = game_player(game, state);
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

/* --- Numbers, beginnings and errors ------------------------------------------------- */

typedef struct legal {
    const game_t *game;
    int count;
    char texts[GAME_MAX_LEGAL][GAME_ACTION_TEXT];
    const char *names[GAME_MAX_LEGAL];
    action_t actions[GAME_MAX_LEGAL];
} legal_t;

static void gather(const game_t *game, const state_t *state, legal_t *legal) {
    legal->game = game;
    legal->count = game_legal(game, state, legal->actions);
    for (int i = 0; i < legal->count; i++) {
        game_write_action(game, legal->actions[i], legal->texts[i]);
        legal->names[i] = legal->texts[i];
    }
}

/* Adds the actions that begin with the text; if there are many, some and "all 192". */
static int add_choices(const legal_t *legal, const char *text, text_t *out) {
    enum { FEW = 10 };
    int found = 0;
    for (int i = 0; i < legal->count; i++)
        if (typed_turn_begins(legal->game, legal->actions[i], text) && found++ < FEW)
            text_add(out, " %s", legal->texts[i]);
    if (found > FEW)
        text_add(out, " ... (all %d: moves)", found);
    return found;
}

/* A suggested action: the only one containing the text, or the nearest. */
static const char *perhaps(const legal_t *legal, const char *text) {
    const char *within = NULL;
    int found = 0;
    for (int i = 0; i < legal->count; i++)
        if (strstr(legal->texts[i], text)) {
            within = legal->texts[i];
            found++;
        }
    return found == 1 ? within : text_nearest(text, legal->names, legal->count);
}

static bool explain(const game_t *game, const state_t *state, const char *text,
                    const legal_t *legal, size_t farthest, failure_t *error) {
    char buffer[512];
    text_t out = text_into(buffer, sizeof buffer);
    action_t action;
    failure_t reason = {"it is too long"};
    const char *meant = perhaps(legal, text);
    game_read_action(game, state, text, &action, &reason);
    text_add(&out, "%.120s", reason.message);
    if (farthest > 0)
        text_add(&out, "; %.*s is, but not followed by \"%.40s\".", (int)farthest, text,
                 text + farthest);
    else if (meant)
        text_add(&out, "; did you mean %s?", meant);
    else
        text_add(&out, ".");
    text_add(&out, " Legal:");
    add_choices(legal, "", &out);
    return error_set(error, "%s", buffer);
}

static bool read_short(const game_t *game, const state_t *state, const char *text,
                       const legal_t *legal, typed_turn_t *turn, failure_t *error) {
    const char *end = text;
    long number = 0;
    char buffer[512];
    text_t out = text_into(buffer, sizeof buffer);
    bool is_number = text[strspn(text, "0123456789")] == 0;
    if (is_number && text_read_number(&end, legal->count, &number) && number >= 1) {
        *turn = (typed_turn_t){.actions = {legal->actions[number - 1]}, .count = 1};
        return true;
    }
    if (is_number)
        return error_set(error, "actions have numbers from 1 to %d (moves lists them)",
                         legal->count);
    int found = add_choices(legal, text, &out);
    if (found > 1)
        return error_set(error, "\"%s\" is ambiguous:%s", text, buffer);
    for (int i = 0; found == 1 && i < legal->count; i++)
        if (typed_turn_begins(game, legal->actions[i], text)) {
            *turn = (typed_turn_t){.actions = {legal->actions[i]}, .count = 1};
            return true;
        }
    size_t farthest;
    read_whole(game, state, text, turn, &farthest);
    return explain(game, state, text, legal, farthest, error);
}

bool typed_turn_read_short(const game_t *game, const state_t *state, const char *line,
                           typed_turn_t *turn, failure_t *error) {
    char text[TYPED_TURN_TEXT];
    turn->count = 0;
    if (!squeeze(line, text))
        return error_set(error, "the line is empty, or too long for a turn");
    legal_t *legal = memory_new(1, sizeof *legal);
    gather(game, state, legal);
    bool ok = read_short(game, state, text, legal, turn, error);
    free(legal);
    return ok;
}
