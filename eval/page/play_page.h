/* play_page.h - one HTML file in which variants of a game are played: against the search,
 * against each other, or by two searches.
 * Use: play_page_t page = {.count = 2, .games = {a, b}, .names = {"size=4", "size=5"}};
 *      char *text = play_page_write(&page, &size, &error);       free(text);
 * The file needs nothing else: rules and searches are in it as WebAssembly
 * (page_engine.h), with the pages of rules, and the weights of a network where there is
 * one. The page's scripts draw what the engine says; its games are files of `fulcrum
 * play` (saved_game.h).
 * Owns: games and names are borrowed.   Threads: one caller.
 * Errors: the program was built without WebAssembly; a game of a shared object, which is
 *      not in it; weights that cannot be read, or that
 *      play none of the variants.
 */
#ifndef EVAL_PLAY_PAGE_H
#define EVAL_PLAY_PAGE_H

#include "core/base/error.h"

#include <stddef.h>

typedef struct game game_t; /* core/game/game.h */

enum { PLAY_PAGE_VARIANTS = 24, PLAY_PAGE_NAME = 128 };

typedef struct play_page {
    int count;
    const game_t *games[PLAY_PAGE_VARIANTS]; /* of one game; no variant twice */
    char names[PLAY_PAGE_VARIANTS][PLAY_PAGE_NAME];
    const char *network; /* a file of an integer network of one variant; NULL: none */
} play_page_t;

/* How a page begins, and nothing else does. */
#define PLAY_PAGE_BEGINS                                                                 \
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"            \
    "<meta name=\"generator\" content=\"fulcrum page\">\n"

/* The whole page; the caller frees it. */
char *play_page_write(const play_page_t *page, size_t *size, failure_t *error);

#endif
