#include "core/game/rules_build.h"

const char *const rules_build_names[RULES_BUILD_COUNT] = {"portable", "bmi2", "avx512"};

static rules_build_t bound = RULES_BUILD_COUNT - 1;

#if defined(RULES_DISPATCH)

/* AMD's families 15h and 17h, up to Zen 2, execute pdep bit by bit. */
static bool has_bmi2(void) {
    return __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           !__builtin_cpu_is("amdfam15h") && !__builtin_cpu_is("amdfam17h");
}

static bool has_avx512(void) {
    return has_bmi2() && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512vpopcntdq") &&
           __builtin_cpu_supports("avx512bitalg") &&
           __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2");
}

bool rules_build_is_there(rules_build_t build) {
    return build == RULES_PORTABLE || (build == RULES_BMI2 && has_bmi2()) ||
           (build == RULES_AVX512 && has_avx512());
}

#else

bool rules_build_is_there(rules_build_t build) {
    return build == RULES_PORTABLE;
}

#endif

void rules_build_bound(rules_build_t most) {
    bound = most;
}

void rules_make(const rules_makers_t *makers, game_t *game) {
    rules_build_t build = bound;
    while (build > RULES_PORTABLE &&
           !(makers->make[build] && rules_build_is_there(build)))
        build--;
    makers->make[build](game);
    game->rules_build = (int)build;
}
