/* watch.h - a game whose functions are watched while they run.
 * Use: watched_t watched;
 *      const game_t *game = watch_game(&watched, inner);     within error_catch
 *      watch_log_to(log);             memory that another process reads
 * Each function works on copies between guard zones. It throws (error_throw) when it
 * writes in front of or behind what it was given, changes a state that it must not, or
 * returns a number out of range; and it is named in the log while it runs.
 * Owns: watched_t is the caller's; the inner game must outlive it.
 */
#ifndef CORE_WATCH_H
#define CORE_WATCH_H

#include "core/base/error.h"
#include "core/game/game.h"

typedef struct watched {
    game_t game; /* the first member: functions get a pointer to it */
    const game_t *inner;
} watched_t;

const game_t *watch_game(watched_t *watched, const game_t *inner);

enum { WATCH_PLAYED = 1024 };

/* What is running, for a process that must tell after this one has died. */
typedef struct watch_log {
    const char *volatile function; /* "rules.legal"; a constant; NULL: none */
    const char *volatile last;     /* the one before that */
    volatile uint64_t calls;
    volatile bool done; /* the checks have ended by themselves */
    char game[GAME_VARIANT_TEXT + 64];
    char action[GAME_ACTION_TEXT]; /* that rules.apply plays */
    bool walks;                    /* positions are walked through */
    char played[WATCH_PLAYED];     /* the actions from the start to the present one */
} watch_log_t;

void watch_log_to(watch_log_t *log);

/* Names in the log a function that is called without a game (`make`), and the game. */
void watch_begin(const char *function);
void watch_end(void);

/* Logs that a game starts, or that none does; that an action has been played, or "..." if
 * the log is full. */
void watch_start(bool walks);
void watch_play(const char *action);
/* Adds the actions to a message, if a game has started. log: NULL for the one in use. */
void watch_add_played(const watch_log_t *log, failure_t *error);

/* What a game that is compiled to be checked calls (sanitizer_messages.h). */
void watch_fault(const char *text);

#endif
