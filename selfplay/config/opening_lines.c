#include "selfplay/config/opening_lines.h"

#include <string.h>

/* The next line from `at` on; returns the text after it, NULL after the last. */
static const char *line_end(const char *at, size_t *length) {
    *length = strcspn(at, ";");
    return at[*length] ? at + *length + 1 : NULL;
}

static bool is_start(const char *line, size_t length) {
    static const char word[] = "start";
    size_t blanks = strspn(line, " \t\n"), letters = strlen(word);
    return blanks + letters <= length && strncmp(line + blanks, word, letters) == 0 &&
           blanks + letters + strspn(line + blanks + letters, " \t\n") == length;
}

/* Plays one line from the start; returns the number of actions, -1 on an error. */
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
    const char *at = text;
    for (int line = 1; at; line++) {
        size_t length;
        const char *next = line_end(at, &length);
        failure_t reason;
        bool starts = is_start(at, length);
        int count = starts ? 0 : play_line(game, at, length, actions, &reason);
        if (count == 0 && !starts)
            return error_set(error, "%s: \"opening.actions\": line %d is empty", where,
                             line);
        if (count < 0)
            return error_set(error, "%s: \"opening.actions\": line %d: %s", where, line,
                             reason.message);
        at = next;
    }
    return true;
}

int opening_lines_count(const char *text) {
    int lines = text ? 1 : 0;
    for (const char *at = text; at && (at = strchr(at, ';')); at++)
        lines++;
    return lines;
}

/* The line of an opening; the text must not be NULL. */
static const char *line_of(const char *text, uint64_t number) {
    for (uint64_t skip = number % (uint64_t)opening_lines_count(text); skip > 0; skip--)
        text = strchr(text, ';') + 1;
    return text;
}

void opening_lines_text(const char *text, uint64_t number, char *line, size_t size) {
    size_t used = 0;
    const char *at = text ? line_of(text, number) : "";
    for (; *at && *at != ';' && used + 1 < size; at++) {
        bool is_blank = strchr(" \t\n", *at) != NULL;
        if (!is_blank)
            line[used++] = *at;
        else if (used > 0 && line[used - 1] != ' ')
            line[used++] = ' ';
    }
    while (used > 0 && line[used - 1] == ' ')
        used--;
    line[used] = 0;
}

int opening_lines_read(const char *text, const game_t *game, uint64_t number,
                       action_t actions[OPENING_MAX]) {
    size_t length;
    failure_t reason;
    if (!text)
        return 0;
    text = line_of(text, number);
    line_end(text, &length);
    if (is_start(text, length))
        return 0;
    int count = play_line(game, text, length, actions, &reason);
    REQUIRE(count > 0);
    return count;
}
