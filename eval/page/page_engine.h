/* page_engine.h - what plays within a play page: a game, two seats and their searches,
 * asked by lines of text and answering in JSON. The page's worker runs it as WebAssembly.
 * Use: page_engine_t *engine = page_engine_new();
 *      const char *json = page_engine_ask(engine, "open GAME VARIANT");
 *      json = page_engine_ask(engine, "play @c2");
 *      page_engine_free(engine);
 * Lines:
 *   open GAME VARIANT    a game by its variant_text, at its start; weights are forgotten
 *   start [POSITION]     a game from its start, or from a position text
 *   seat PLAYER AGENT    who searches for player 1 or 2 (agent_write_line)
 *   play ACTION          a legal action, by its text
 *   go COUNT             to where so many actions have been played, back or forth
 *   resign               the player to move gives up
 *   position             how it stands
 *   think SEED           begins a search for the player to move, by their seat
 *   more COUNT           runs so many simulations of it, or fewer at its end
 *   found                what it has found, and the action that the agent chooses
 * What an agent finds and chooses depends on position, agent, seed and the actions since
 * the start alone: as in `fulcrum play`, and at the start as in `fulcrum analyze` (SEED
 * 1), to the bit.
 * Answers: {"error": "..."} or, of open to position, how the game stands: "player" and
 * "side" to move (from 0), "over", "result", "legal" (["text", cell ...] each), "played"
 * (texts), "movers" (players), "length" (with what was taken back),
 * "resigned" (1 or 2; 0: nobody), "last" (how many
 * actions the last turn has so far, and the cells that they named), "lost" and "fell"
 * (cells that it emptied without moving from them, and filled or changed without naming
 * them), "turns" and
 * "position" (text), "cells" ([piece, ground, number]), "svg" (on the ground "board"). Of
 * think and more: "done", "simulations". Of found: "action", its "value" to the mover and
 * "proof" (none, lost, drawn, won), "visits" of the root, "simulations", "line" and
 * "searched" (["text", visits, value, cell ...] each, the most visited first).
 * Owns: its memory; an answer lives until the next line.   Threads: one caller.
 * Errors: as above; nothing is changed then.
 */
#ifndef EVAL_PAGE_ENGINE_H
#define EVAL_PAGE_ENGINE_H

#include <stddef.h>

typedef struct page_engine page_engine_t;

page_engine_t *page_engine_new(void);
void page_engine_free(page_engine_t *engine);

const char *page_engine_ask(page_engine_t *engine, const char *line);

/* Gives the weights of an integer network of the game that is open, as
 * integer_network_write_bytes wrote them; agents with such an evaluator need them. The
 * answer: {} or an error. */
const char *page_engine_weights(page_engine_t *engine, const unsigned char *bytes,
                                size_t size);

#endif
