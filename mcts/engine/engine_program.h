/* engine_program.h - an outside program that plays or evaluates, and its time limits, as
 * configured.
 * Use: KEY_COMMAND("evaluator.command", ..., program.command, ...) and so on; engine_keys
 *      if (engine_program_is_set(&program)) ...
 *      char **words = engine_program_words(&program);
 *      engine_program_free_words(words);
 * Errors: of check, incompatible keys.
 */
#ifndef MCTS_ENGINE_PROGRAM_H
#define MCTS_ENGINE_PROGRAM_H

#include "core/base/error.h"
#include "core/config/keys.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    ENGINE_COMMAND = 1024,
    ENGINE_SOCKET = 104, /* the limit of a Unix socket's address */
    ENGINE_NAME = 64,
    ENGINE_LABEL = 200,
    ENGINE_TIMEOUT_MS = 60000 /* default */
};

typedef struct engine_program {
    char command[ENGINE_COMMAND]; /* JSON: a list of texts; empty: none */
    char socket[ENGINE_SOCKET];   /* instead: of a running server; or empty */
    /* As reported by the program; empty before it is asked. A configured one must match.
     */
    char name[ENGINE_NAME], version[ENGINE_NAME];
    int64_t start_ms;   /* until it has answered hello and the game */
    int64_t timeout_ms; /* for each answer after that */
    /* Set by engine_pool_try, by nothing that is read: a command that names no program
     * starts none that a file names. */
    bool may_start;
} engine_program_t;

static inline bool engine_program_is_set(const engine_program_t *program) {
    return *program->command || *program->socket;
}

/* Whether both are the same program, ignoring limits. */
bool engine_program_equal(const engine_program_t *a, const engine_program_t *b);

/* Checks for a command or a socket, not both; key: "engine" or "evaluator", for messages.
 */
bool engine_program_check(const engine_program_t *program, const char *key,
                          const char *where, failure_t *error);

/* The words of the command, terminated by NULL. */
char **engine_program_words(const engine_program_t *program);
void engine_program_free_words(char **words);

/* The command's words, separated by blanks, or the socket; a label is cut to fit into
 * messages. */
enum { ENGINE_TEXT = ENGINE_COMMAND + ENGINE_SOCKET };
void engine_program_text(const engine_program_t *program, char text[ENGINE_TEXT]);
void engine_program_label(const engine_program_t *program, char label[ENGINE_LABEL]);

/* --- As a player -------------------------------------------------------------------- */

/* An agent's "engine". */
typedef struct engine_choice {
    engine_program_t program;
    int64_t simulations, time_ms; /* sent with each "go"; 0: not sent */
    int64_t repeats; /* restarts of a game after a crash or time-out, before failing */
} engine_choice_t;

extern const keyset_t engine_keys; /* "engine.…" */

static inline bool engine_choice_is_set(const engine_choice_t *choice) {
    return engine_program_is_set(&choice->program);
}

bool engine_choice_check(const engine_choice_t *choice, const char *where,
                         failure_t *error);

#endif
