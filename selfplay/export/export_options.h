/* export_options.h - options of an export: which positions, in what form.
 * Use: cJSON *json = export_options_json(&options);
 * Without a command line, start from {.end_turn = UINT32_MAX, .value_result = true}.
 * selfplay/export/EXPORT.md documents each option.
 */
#ifndef SELFPLAY_EXPORT_OPTIONS_H
#define SELFPLAY_EXPORT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cJSON cJSON; /* cjson/cJSON.h */

/* How policies are stored: concatenated; in rows of equal width; over all actions. */
typedef enum { POLICY_SPARSE, POLICY_PADDED, POLICY_DENSE, POLICY_COUNT } policy_form_t;

/* Each position as played, or a random image of it, or all images; or as played, with
 * tables from which a learner makes the images (symmetry_maps.h). */
typedef enum {
    SYMMETRIES_NONE,
    SYMMETRIES_RANDOM,
    SYMMETRIES_ALL,
    SYMMETRIES_MAPS,
    SYMMETRIES_COUNT
} symmetries_t;

typedef struct export_options {
    policy_form_t policy;
    symmetries_t symmetries;
    bool planes;      /* include a network's input planes (core/game/planes.h) */
    bool features;    /* include an integer network's input (core/game/features.h) */
    bool final_board; /* include the owners of the cells at the end of the game */
    bool value_result, value_root, value_mix, value_later;
    double mix;   /* share of the root's value in the mixture */
    double later; /* weight of each later root in value_later, as a share of the one
                     before */
    /* Which positions: */
    uint32_t first_turn, end_turn; /* turns before it: first ... end-1 */
    uint32_t per_game; /* positions per game at most, drawn at random; 0: all */
    uint32_t min_visits;
    bool without_forced, without_proven, without_cut_off, without_fast;
    double validation; /* share of the games */
    uint64_t seed;     /* of the order, and of all random choices */
    int deflate;       /* level; 0: uncompressed */
    size_t memory;     /* bytes for rows; does not change the output */
    bool mixed;        /* a folder may hold games of several configurations */
    bool replace;      /* an existing file of the same name */
    int threads;       /* 0: all available; the last four are not stored */
} export_options_t;

/* All options that the output depends on; the caller deletes the result. */
cJSON *export_options_json(const export_options_t *options);

#endif
