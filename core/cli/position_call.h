/* position_call.h - what the commands that look at a position share: the words GAME
 * [key=value ...], --position and --json, reading the position, and the output.
 * Use: typedef struct call { position_call_t at; int depth; } call_t;
 *      static bool show(void *call, const position_t *position, cJSON *json,
 *                       failure_t *error);    prints text, or adds to *json
 *      static int run(void *call) { return position_run(call, show, 0); }
 *      ... .arguments = {ARGUMENTS_GAME(call_t, at.words)},
 *          .groups = {{...}, POSITION_OPTIONS(call_t, at)}
 * In JSON the object begins with game, variant and position.
 */
#ifndef CORE_POSITION_CALL_H
#define CORE_POSITION_CALL_H

#include "core/base/error.h"
#include "core/cli/option_table.h"
#include "core/game/game.h"

#include <stdbool.h>

typedef struct cJSON cJSON; /* cjson/cJSON.h */

/* The first member of a command's call. */
typedef struct position_call {
    cli_words_t words;
    const char *position; /* NULL: the start */
    bool json;
} position_call_t;

extern const option_t position_options[];
enum { NUM_POSITION_OPTIONS = 2 };
#define POSITION_OPTIONS(type, field)                                                    \
    {                                                                                    \
        .options = position_options, .count = NUM_POSITION_OPTIONS,                      \
        .offset = offsetof(type, field)                                                  \
    }

typedef struct position {
    const game_t *game;
    state_t state;
} position_t;

/* Prints a position as text, or, if json is not NULL, adds to the object. */
typedef bool position_show_t(void *call, const position_t *position, cJSON *json,
                             failure_t *error);

/* Makes the game, reads the position and shows it; returns the exit status. UNFINISHED: a
 * position in which the game is over is an error. */
enum { POSITION_UNFINISHED = 1 };
int position_run(void *call, position_show_t *show, int requirement);

/* Reads a position (text NULL: the start) and shows it. */
bool position_show(void *call, const game_t *game, const char *text,
                   position_show_t *show, int requirement, failure_t *error);

/* Calls visit for each legal action, or, for turns, each distinct position at a turn's
 * end: text, the position after it, and the action's number, -1 for a turn. Returns false
 * if more than `most` positions within turns would have to be examined. */
typedef void position_visit_t(void *context, const char *text, const position_t *after,
                              int action);
bool position_follow(const position_t *position, bool turns, size_t most,
                     position_visit_t *visit, void *context);

#endif
