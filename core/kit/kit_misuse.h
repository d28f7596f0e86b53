/* kit_misuse.h - what a game does that the kit does not allow, in a message.
 * Use: KIT_REQUIRE(width <= 30, "setup: %d columns; allowed: 1 to 30", width);
 * The message begins with the function of the game that is to be changed. It ends the
 * making of a game, or its check by `fulcrum conformance`; anywhere else, the program.
 */
#ifndef CORE_KIT_MISUSE_H
#define CORE_KIT_MISUSE_H

_Noreturn void kit_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
#define KIT_REQUIRE(condition, ...) ((condition) ? (void)0 : kit_fail(__VA_ARGS__))

#endif
