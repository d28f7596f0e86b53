#include "selfplay/play/opening_lines.h"

#include <string.h>

/* The next line from `at` on; what is behind it, NULL behind the last. */
static const char *line_end(const char *at, size_t *length) {
    *length = strcspn(at, ";");
    return at[*length] ? at + *length + 1 : NULL;
}

/* Plays one line from the start; how many actions, -1 with what is wrong. */
static int play_line(const game_t *game, const char *line, size_t length,
                     action_t *actions, failure_t *error) {
    state_t state = {0};
    int count = 0;
    game_start(game, &state);
    for (size_t at = 0; at < length;) {
        char word[GAME_ACTION_TEXT];
        size_t blanks = strspn(line + at, " \t\n"), letters;
        at += blanks;
        letters = strcspn(line + at, "; \t\n");
        if (letters == 0)
            continue;
        snprintf(word, sizeof word, "%.*s", (int)letters, line + at);
        if (letters >= sizeof word || count == OPENING_MAX) {
            error_set(error, "\"%s\" is too long", word);
            return -1;
        }
        if (!game_read_action(game, &state, word, &actions[count], error))
            return -1;
        game_apply(game, &state, actions[count++]);
        at += letters;
        if (game_outcome(game, &state).over) {
            error_set(error, "\"%s\" ends the game", word);
            return -1;
        }
    }
    return count;
}

bool opening_lines_check(const char *text, const game_t *game, const char *where,
                         failure_t *error) {
    action_t actions[OPENING_MAX];
    const char *at = *text ? text : NULL;
    for (int line = 1; at; line++) {
        size_t length;
        const char *next = line_end(at, &length);
        failure_t reason;
        int count = play_line(game, at, length, actions, &reason);
        if (count == 0)
            return error_set(error, "%s: \"opening.actions\": line %d is empty", where,
                             line);
        if (count < 0)
            return error_set(error, "%s: \"opening.actions\": line %d: %s", where, line,
                             reason.message);
        at = next;
    }
    return true;
}

int opening_lines_read(const char *text, const game_t *game, uint64_t number,
                       action_t actions[OPENING_MAX]) {
    uint64_t lines = 1;
    size_t length;
    failure_t reason;
    if (!*text)
        return 0;
    for (const char *at = text; *at; at++)
        lines += *at == ';';
    for (uint64_t skip = number % lines; skip > 0; skip--)
        text = strchr(text, ';') + 1;
    line_end(text, &length);
    int count = play_line(game, text, length, actions, &reason);
    REQUIRE(count > 0);
    return count;
}
