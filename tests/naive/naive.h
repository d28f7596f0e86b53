/* naive.h - the interface of naive game implementations, the tests' reference.
 *
 * Each naive game is written from its RULES.md alone, by someone who has not read the
 * fast one, with plain arrays and loops. Tests run playouts with both and compare
 * positions, actions and results as text, so nothing but the rules is shared.
 * Use: void *p = naive->parse("size=4 stuck=loss", NULL);      NULL: the start
 *      int n = naive->actions(p, list);  naive->apply(p, list[0]);
 *      naive->print(p, text);  free(p);
 * Owns: parse returns `bytes` bytes from malloc, which can be copied.
 * Errors: parse returns NULL for a text that RULES.md does not allow.
 * Source: core/games/NAME/RULES.md. The pie rule (swap) is not part of a naive game.
 */
#ifndef TESTS_NAIVE_H
#define TESTS_NAIVE_H

#include <stddef.h>

enum {
    NAIVE_TEXT = 4096,   /* bytes for a position text, with its final 0 */
    NAIVE_ACTION = 16,   /* bytes for an action text, with its final 0 */
    NAIVE_ACTIONS = 8192 /* most actions of a position */
};

typedef char naive_action_t[NAIVE_ACTION];

/* The result of a game in a position. Side 0 moves first. */
typedef enum {
    NAIVE_GOES_ON,
    NAIVE_SIDE0_WON,
    NAIVE_SIDE1_WON,
    NAIVE_DRAW,
    NAIVE_CUT_OFF /* a draw by a limit on the game's length */
} naive_result_t;

typedef struct naive_game {
    const char *name;
    size_t bytes; /* of a position */
    /* variant: "key=value key=value", missing keys at their defaults; text: a position
     * text as RULES.md defines it, or NULL for the start. */
    void *(*parse)(const char *variant, const char *text);
    /* Position text, with the tokens in the order that RULES.md gives. */
    void (*print)(const void *position, char text[NAIVE_TEXT]);
    /* The legal actions' texts, in any order, each once; 0 when the game is over. */
    int (*actions)(const void *position, naive_action_t list[NAIVE_ACTIONS]);
    void (*apply)(void *position, const char *action);
    int (*mover)(const void *position); /* side to move: 0 or 1 */
    naive_result_t (*result)(const void *position);
} naive_game_t;

extern const naive_game_t naive_seesaw, naive_situ, naive_seega, naive_cascade;

#endif
