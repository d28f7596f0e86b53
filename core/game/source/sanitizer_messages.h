/* sanitizer_messages.h - what a game that is compiled to be checked exports: how it says
 * where it does what C leaves undefined (a sum that overflows, an index outside of an
 * array).
 * Use: fulcrum_game_fault_t **fault = dlsym(object, GAME_FAULT_SYMBOL);
 *      if (fault) *fault = function;        called with "game.c:12: ...", does not return
 */
#ifndef CORE_SANITIZER_MESSAGES_H
#define CORE_SANITIZER_MESSAGES_H

#include <stdint.h>

typedef void fulcrum_game_fault_t(const char *text);

#define GAME_FAULT_SYMBOL "fulcrum_game_fault"
extern fulcrum_game_fault_t *fulcrum_game_fault;

/* Calls it, or prints the text and ends the process. */
_Noreturn void sanitizer_fault(const char *text);

/* Where the compilers' checks of addresses have their shadow on x86-64 Linux: 16 TiB of
 * address space, of which hardly anything is used. */
#define ADDRESS_SHADOW UINT64_C(0x7fff8000)
#define ADDRESS_SHADOW_BYTES ((size_t)1 << 44)
#define ADDRESS_SHADOW_MAPPING                                                           \
    (MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE)

#endif
