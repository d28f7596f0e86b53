/* play_page.h - one HTML file to play variants of a game in: against the search, between
 * two people, or by two searches.
 * Use: play_page_t page = {.count = 2, .games = {a, b}, .names = {"size=4", "size=5"}};
 *      char *text = play_page_write(&page, &size, &error);       free(text);
 * The file has all that it needs: rules and search as WebAssembly (page_engine.c), the
 * rules pages, and the weights of a network if there is one. Games are saved as files of
 * `fulcrum play` (saved_game.h).
 * Owns: games and names are borrowed.
 * Errors: the program was built without WebAssembly; a game from a shared object, or
 * whose
 *      source does not compile; weights that cannot be read, or fit none of the variants.
 */
#ifndef EVAL_PLAY_PAGE_H
#define EVAL_PLAY_PAGE_H

#include "core/base/error.h"

#include <stddef.h>

typedef struct game game_t; /* core/game/game.h */

enum { PLAY_PAGE_VARIANTS = 24, PLAY_PAGE_NAME = 128 };

typedef struct play_page {
    int count;
    const game_t *games[PLAY_PAGE_VARIANTS]; /* of the same game; distinct variants */
    char names[PLAY_PAGE_VARIANTS][PLAY_PAGE_NAME];
    const char *network; /* file of an integer network for one variant; NULL: none */
} play_page_t;

/* The beginning of a play page, by which it is recognised. */
#define PLAY_PAGE_BEGINS                                                                 \
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"            \
    "<meta name=\"generator\" content=\"fulcrum page\">\n"

/* Returns the complete page; the caller frees it. */
char *play_page_write(const play_page_t *page, size_t *size, failure_t *error);

#endif
