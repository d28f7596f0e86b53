/* What a game compiled with -fsanitize=undefined calls where it does what C leaves
 * undefined: our own library for that, which says what happened in one line, and needs no
 * package of the compiler. Part of libfulcrum_game.a, linked only into such a game.
 * The program sets fulcrum_game_fault to be told; otherwise the process ends.
 * Source: the handlers' names and data are those of gcc's and clang's libubsan. */
#include "core/game/source/sanitizer_messages.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct place {
    const char *file;
    uint32_t line, column;
} place_t;

typedef struct type {
    uint16_t kind, info;
    char name[]; /* "'int [4]'" */
} type_t;

/* How the data of handlers begin, if they have a type. */
typedef struct data {
    place_t place;
    const type_t *type;
} data_t;

/* Of the most frequent: data of __ubsan_handle_type_mismatch_v1. */
typedef struct mismatch {
    place_t place;
    const type_t *type;
    unsigned char log_alignment, kind;
} mismatch_t;

__attribute__((visibility("default"))) fulcrum_game_fault_t *fulcrum_game_fault = NULL;

void sanitizer_fault(const char *text) {
    if (fulcrum_game_fault)
        fulcrum_game_fault(text);
    fprintf(stderr, "%s\n", text);
    exit(2);
}

_Noreturn static void fault(const void *data, const char *what) {
    const place_t *place = data;
    char text[512];
    snprintf(text, sizeof text, "%s:%" PRIu32 ": %s", place->file, place->line, what);
    sanitizer_fault(text);
}

/* A number of a type: kind 0 is an integer, with a sign in the lowest bit of info. */
static intmax_t number(const type_t *type, uintptr_t value) {
    int bits = type->kind == 0 ? 1 << (type->info >> 1) : 64;
    int unused = bits < 64 ? 64 - bits : 0;
    return type->info & 1 ? (intmax_t)(value << unused) >> unused : (intmax_t)value;
}

#define HANDLER(name, ...)                                                               \
    _Noreturn void __ubsan_handle_##name(__VA_ARGS__);                                   \
    _Noreturn void __ubsan_handle_##name(__VA_ARGS__)
#define SAYS(name, what)                                                                 \
    HANDLER(name, const void *data) {                                                    \
        fault(data, what);                                                               \
    }

/* NOLINTBEGIN(bugprone-reserved-identifier): the compilers' names */
typedef struct bounds {
    place_t place;
    const type_t *array, *index;
} bounds_t;

HANDLER(out_of_bounds_abort, const bounds_t *data, uintptr_t index) {
    char text[256];
    snprintf(text, sizeof text, "the index %" PRIdMAX " is outside of an array %.150s",
             number(data->index, index), data->array->name);
    fault(data, text);
}

HANDLER(type_mismatch_v1_abort, const mismatch_t *data, uintptr_t pointer) {
    char text[256];
    uintptr_t alignment = (uintptr_t)1 << data->log_alignment;
    snprintf(text, sizeof text, "%s, of type %.150s",
             pointer == 0                       ? "uses a null pointer"
             : (pointer & (alignment - 1)) != 0 ? "uses a misaligned address"
                                                : "reads or writes beyond an object",
             data->type->name);
    fault(data, text);
}

HANDLER(shift_out_of_bounds_abort, const bounds_t *data, uintptr_t left,
        uintptr_t right) {
    char text[256];
    snprintf(text, sizeof text, "shifts %" PRIdMAX ", of type %.100s, by %" PRIdMAX,
             number(data->array, left), data->array->name, number(data->index, right));
    fault(data, text);
}

SAYS(add_overflow_abort, "a sum is too large for its type")
SAYS(sub_overflow_abort, "a difference is too large for its type")
SAYS(mul_overflow_abort, "a product is too large for its type")
SAYS(negate_overflow_abort, "a negative number is too large for its type")
SAYS(divrem_overflow_abort, "divides by zero, or the quotient is too large for its type")
SAYS(load_invalid_value_abort,
     "a value is none of its type: as of a bool, other than 0 or 1")
SAYS(float_cast_overflow_abort,
     "a floating-point number is too large for an integer type")
SAYS(vla_bound_not_positive_abort, "the length of an array is not positive")
SAYS(pointer_overflow_abort, "a pointer leaves its object and overflows")
SAYS(nonnull_arg_abort, "a null pointer is passed where none may be")
SAYS(invalid_builtin_abort, "a bit is counted in a number that is 0")
SAYS(alignment_assumption_abort, "uses a misaligned address")
SAYS(implicit_conversion_abort, "a conversion changes a number")
SAYS(builtin_unreachable, "reaches code that says it cannot be reached")
SAYS(missing_return, "a function that has to return a value ends without one")
HANDLER(nonnull_return_v1_abort, const void *data, const void *place) {
    (void)data;
    fault(place, "returns a null pointer where it may not");
}
/* NOLINTEND(bugprone-reserved-identifier) */
