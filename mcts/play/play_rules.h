/* play_rules.h - shows the rules during play.
 * Use: play_rules_print(game, "", 80);       the guide, and which sections there are
 *      play_rules_print(game, "3", 80);      section 3 of RULES.md, with 3.1 and so on
 *      play_rules_print(game, "all", 80);
 * Prints to standard output, in lines of this width, as the page has it.
 */
#ifndef MCTS_PLAY_RULES_H
#define MCTS_PLAY_RULES_H

typedef struct game game_t; /* core/game/game.h */

void play_rules_print(const game_t *game, const char *section, int columns);

#endif
