/* rules_build.h - the rules of a game compiled for several instruction sets, and the
 * choice among these builds, by the processor's features, when a game is made.
 * Use: in a source that CMakeLists.txt lists for compilation in each build
 *          #define nim_make_row RULES_MADE_HERE(nim_make_row)
 *      in a header RULES_DECLARE(nim_make_row); and in the class's make
 *          static const rules_makers_t row = {{RULES_MAKERS(nim_make_row)}};
 *          rules_make(&row, game);
 * All builds come from one source and play the same games, bit for bit: `portable` with
 * the flags of the program; `bmi2` (but for AMD's processors before Zen 3, where it is
 * slow); `avx512` adds lanes. A program tuned for its machine, or not for x86-64, has
 * only the first.
 * Threads: call rules_build_bound while none makes games.
 */
#ifndef CORE_RULES_BUILD_H
#define CORE_RULES_BUILD_H

#include "core/game/game.h"

#include <stdbool.h>

/* Each is better than those before it. */
typedef enum {
    RULES_PORTABLE,
    RULES_BMI2,
    RULES_AVX512,
    RULES_BUILD_COUNT
} rules_build_t;

#define RULES_BUILD_CHOICES "portable|bmi2|avx512"

extern const char *const rules_build_names[RULES_BUILD_COUNT];

/* Whether this program has a build and this processor can run it. */
bool rules_build_is_there(rules_build_t build);

/* Limits games made from now on to this build or a lesser: for tests and measurements. */
void rules_build_bound(rules_build_t most);

/* For each build the function that sets up a game's compiled rules; NULL: none. */
typedef struct rules_makers {
    void (*make[RULES_BUILD_COUNT])(game_t *game);
} rules_makers_t;

/* Calls that of the best available build, and sets game->rules_build. */
void rules_make(const rules_makers_t *makers, game_t *game);

/* --- Names of makers, one for each build -------------------------------------------- */

#if defined(RULES_SUFFIX) /* by CMakeLists.txt: _bmi2, _avx512 */
#define RULES_PASTED(name, suffix) name##suffix
#define RULES_PASTE(name, suffix) RULES_PASTED(name, suffix)
#define RULES_MADE_HERE(name) RULES_PASTE(name, RULES_SUFFIX)
#else
#define RULES_MADE_HERE(name) name##_portable
#endif

#define RULES_DECLARE(name)                                                              \
    void name##_portable(game_t *game);                                                  \
    void name##_bmi2(game_t *game);                                                      \
    void name##_avx512(game_t *game)

/* RULES_LANES: for sources that are also compiled for AVX-512. */
#if defined(RULES_DISPATCH)
#define RULES_MAKERS(name) [RULES_PORTABLE] = name##_portable, [RULES_BMI2] = name##_bmi2
#define RULES_LANES(name) [RULES_AVX512] = name##_avx512
#else
#define RULES_MAKERS(name) [RULES_PORTABLE] = name##_portable
#define RULES_LANES(name) [RULES_AVX512] = NULL
#endif

#endif
