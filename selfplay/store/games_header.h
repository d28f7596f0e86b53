/* about.h - what a file of games says of itself: its game, the run's configuration, and
 * the program that made it.
 * Use: about_write(file, game, config, &maker)         attributes of the open file
 *      about_read(&about, file, path, NULL, &damaged, &error)   ...   about_clear(&about);
 * Owns: about_clear releases game and text, unless they are borrowed of another file of
 *      the same run.
 * Threads: as hdf5_values.h.
 * Errors: read: no file of games, another schema, no configuration, a game or version of
 *      its rules that this program has not, another configuration than expected.
 */
#ifndef SELFPLAY_ABOUT_H
#define SELFPLAY_ABOUT_H

#include "selfplay/hdf5_values.h"

/* What made a file, or all files that were merged: "fulcrum 0.1.0 (abcdef0)". */
typedef struct about_maker {
    char program[256], compiler[256], instructions[128];
} about_maker_t;

void about_this_program(about_maker_t *maker);

/* Adds what another maker says, where it is not said yet: "A | B". */
void about_add_maker(about_maker_t *maker, const about_maker_t *other);

/* Of the game alone: game, rules_version, variant, num_actions, cells, sides
 * ("FIRST|SECOND"), reasons ("goes on|win|..."). */
bool about_write_game(hid_t where, const game_t *game);

bool about_write(hid_t file, const game_t *game, const char *config,
                 const about_maker_t *maker);

typedef struct about {
    game_t *game;
    char *config; /* the run's */
    about_maker_t maker;
    int rules_version;
    bool borrowed; /* game and config are those of another, which outlives this */
} about_t;

/* expected: what the file has to be about, and whose game it then borrows; or NULL.
 * *damaged on failure: no such file is written by any version of this program, or it is
 * not the one that was expected. */
bool about_read(about_t *about, hid_t file, const char *path, const about_t *expected,
                bool *damaged, failure_t *error);
void about_clear(about_t *about);

#endif
