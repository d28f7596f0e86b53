/* play_rules.h - the rules for somebody at play: the guide, and the game's page of rules
 * section by section.
 * Use: play_rules_print(game, "", 80);       the guide and the sections
 *      play_rules_print(game, "3", 80);      section 3, with 3.1, 3.2 and so on
 * Threads: one caller.   Errors: a section that there is not is said, with those that
 * are.
 */
#ifndef MCTS_PLAY_RULES_H
#define MCTS_PLAY_RULES_H

#include "core/game/game.h"

/* section: "", a section's number, or "all"; to standard output, in lines of so many
 * columns. */
void play_rules_print(const game_t *game, const char *section, int columns);

#endif
