/* play_rules.h - shows the rules during play: the guide, and the sections of the game's
 * rules page.
 * Use: play_rules_print(game, "", 80);       the guide and the sections
 *      play_rules_print(game, "3", 80);      section 3, with 3.1, 3.2 and so on
 * Threads: one caller.   Errors: a missing section is reported, with a list of those
 * that exist.
 */
#ifndef MCTS_PLAY_RULES_H
#define MCTS_PLAY_RULES_H

#include "core/game/game.h"

/* section: "", a section's number, or "all". Prints to standard output, in lines of this
 * width. */
void play_rules_print(const game_t *game, const char *section, int columns);

#endif
