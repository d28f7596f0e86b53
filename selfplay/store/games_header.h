/* games_header.h - the attributes of a file of games: its game, the run's configuration,
 * and the program that made it.
 * Use: games_header_write(file, game, config, &maker)         attributes of the open file
 *      games_header_read(&header, file, path, NULL, &damaged, &error) ...
 *      games_header_clear(&header);
 * Errors: read: not a file of games, another schema, no configuration, a game or version
 *      of its rules that this program does not have, another configuration than expected.
 */
#ifndef SELFPLAY_GAMES_HEADER_H
#define SELFPLAY_GAMES_HEADER_H

#include "core/base/error.h"

#include <hdf5.h>
#include <stdbool.h>

typedef struct game game_t; /* core/game/game.h */

/* The program that made a file, or all merged files: "fulcrum 0.1.0 (abcdef0)". */
typedef struct producer {
    char program[256], compiler[256], instructions[128];
} producer_t;

void producer_this_program(producer_t *maker);

/* Adds another maker's texts, unless they are already included: "A | B". */
void producer_add(producer_t *maker, const producer_t *other);

/* Only those of the game. */
bool games_header_write_game(hid_t where, const game_t *game);

bool games_header_write(hid_t file, const game_t *game, const char *config,
                        const producer_t *maker);

typedef struct games_header {
    game_t *game;
    char *config; /* the run's, in the current version's form */
    producer_t maker;
    int rules_version;
    bool borrowed; /* game and config belong to another header, which outlives this one */
} games_header_t;

/* expected: the required header, whose game is then borrowed; or NULL. *damaged on
 * failure: no version of this program writes such a file, or it is not the expected one.
 */
bool games_header_read(games_header_t *header, hid_t file, const char *path,
                       const games_header_t *expected, bool *damaged, failure_t *error);

/* Checks that a file has every attribute listed in FORMAT.md, and that they match the
 * game and the configuration. */
bool games_header_check(const games_header_t *header, hid_t file, const char *path,
                        failure_t *error);
void games_header_clear(games_header_t *header);

#endif
