/* sanitizer_messages.h - what a game that is compiled to be checked exports: how it says
 * where it does what C leaves undefined (a sum that overflows, an index outside of an
 * array).
 * Use: fulcrum_game_fault_t **fault = dlsym(object, GAME_FAULT_SYMBOL);
 *      if (fault) *fault = function;        called with "game.c:12: ...", does not return
 */
#ifndef CORE_SANITIZER_MESSAGES_H
#define CORE_SANITIZER_MESSAGES_H

typedef void fulcrum_game_fault_t(const char *text);

#define GAME_FAULT_SYMBOL "fulcrum_game_fault"
extern fulcrum_game_fault_t *fulcrum_game_fault;

#endif
