/* page_engine.h - the engine of a play page: a game, two seats and their searches;
 * requests are lines of text, answers are JSON. The page's worker runs it as WebAssembly.
 * Use: page_engine_t *engine = page_engine_new();
 *      const char *json = page_engine_ask(engine, "open GAME VARIANT");
 *      json = page_engine_ask(engine, "play @c2");
 *      page_engine_free(engine);
 * Lines:
 *   open GAME VARIANT    a game by its variant_text, at its start; drops the weights
 *   start [POSITION]     a game from its start, or from a position text
 *   seat PLAYER AGENT    sets the search for player 1 or 2 (agent_write_line)
 *   play ACTION          a legal action, by its text
 *   go COUNT             to the position after COUNT actions, back or forth
 *   resign               the player to move resigns
 *   position             the state of the game
 *   think SEED           begins a search for the player to move, by their seat
 *   more COUNT           runs COUNT simulations of it, or fewer at its end
 *   found                the result, and the action that the agent chooses
 * Results depend only on position, agent, seed and the actions since the start: they are
 * bit-identical to those of `fulcrum play`, and at the start to those of `fulcrum
 * analyze` (SEED 1).
 * Answers: {"error": "..."} or, for open to position, the state of the game: "player" and
 * "side" to move (from 0), "over", "result", "legal" (["text", cell ...] each), "played"
 * (texts), "movers" (players), "length" (including undone actions), "resigned" (1 or 2;
 * 0: nobody), "last" (number of actions of the last turn so far, and the cells they
 * named), "lost" and "fell" (cells that it emptied without moving from them, and filled
 * or changed without naming them), "turns" and "position" (text), "cells" ([piece,
 * ground, number]), "svg" (on the ground "board"). For think and more: "done",
 * "simulations". For found: "action", its "value" to the mover and "proof" (none, lost,
 * drawn, won), "visits" of the root, "simulations", "line" and "searched" (["text",
 * visits, value, cell ...] each, the most visited first).
 * Owns: its memory; an answer lives until the next line.   Threads: one caller.
 * Errors: as above; the state is then unchanged.
 */
#ifndef EVAL_PAGE_ENGINE_H
#define EVAL_PAGE_ENGINE_H

#include <stddef.h>

typedef struct page_engine page_engine_t;

page_engine_t *page_engine_new(void);
void page_engine_free(page_engine_t *engine);

const char *page_engine_ask(page_engine_t *engine, const char *line);

/* Loads the weights of an integer network for the open game, the bytes of its file;
 * agents with such an evaluator need them. The answer is {} or an error. */
const char *page_engine_weights(page_engine_t *engine, const unsigned char *bytes,
                                size_t size);

#endif
