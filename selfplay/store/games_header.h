/* games_header.h - what a file of games says of itself: its game, the run's
 * configuration, and the program that made it.
 * Use: games_header_write(file, game, config, &maker)         attributes of the open file
 *      games_header_read(&header, file, path, NULL, &damaged, &error) ...
 *      games_header_clear(&header);
 * Owns: games_header_clear releases game and text, unless they are borrowed from another
 *      file of the same run.
 * Threads: as hdf5_values.h.
 * Errors: read: no file of games, another schema, no configuration, a game or version of
 *      its rules that this program has not, another configuration than expected, an
 *      attribute about who made it that cannot be read.
 */
#ifndef SELFPLAY_GAMES_HEADER_H
#define SELFPLAY_GAMES_HEADER_H

#include "core/base/error.h"

#include <hdf5.h>
#include <stdbool.h>

typedef struct game game_t; /* core/game/game.h */

/* What made a file, or all files that were merged: "fulcrum 0.1.0 (abcdef0)". */
typedef struct producer {
    char program[256], compiler[256], instructions[128];
} producer_t;

void producer_this_program(producer_t *maker);

/* Adds what another maker says, where it is not said yet: "A | B". */
void producer_add(producer_t *maker, const producer_t *other);

/* Of the game alone: game, rules_version, variant, num_actions, cells, sides
 * ("FIRST|SECOND"), reasons ("goes on|win|..."). */
bool games_header_write_game(hid_t where, const game_t *game);

bool games_header_write(hid_t file, const game_t *game, const char *config,
                        const producer_t *maker);

typedef struct games_header {
    game_t *game;
    char *config; /* the run's, as this version writes it */
    producer_t maker;
    int rules_version;
    bool borrowed; /* game and config are those of another, which outlives this */
} games_header_t;

/* expected: what the file has to be header, and whose game it then borrows; or NULL.
 * *damaged on failure: no such file is written by any version of this program, or it is
 * not the one that was expected. */
bool games_header_read(games_header_t *header, hid_t file, const char *path,
                       const games_header_t *expected, bool *damaged, failure_t *error);

/* The same of a file whose format and version the caller knows to be right. */
bool games_header_read_any(games_header_t *header, hid_t file, const char *path,
                           const games_header_t *expected, bool *damaged,
                           failure_t *error);

/* Whether a file has every attribute that FORMAT.md lists, and those about the game and
 * its agents say what the game and the configuration say: false with the one that does
 * not. */
bool games_header_check(const games_header_t *header, hid_t file, const char *path,
                        failure_t *error);
void games_header_clear(games_header_t *header);

#endif
