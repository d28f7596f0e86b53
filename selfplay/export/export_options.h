/* export_options.h - what a learner can ask of an export: which positions, in what form.
 * Use: cJSON *json = export_options_json(&options);
 * Who calls without a command line begins with {.end_turn = UINT32_MAX, .value_result =
 * true}. selfplay/export/EXPORT.md says what each does.
 * Threads: plain data.   Errors: none; whoever reads a call checks it (cli_export.c).
 */
#ifndef SELFPLAY_EXPORT_OPTIONS_H
#define SELFPLAY_EXPORT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cJSON cJSON; /* cjson/cJSON.h */

/* How policies are stored: one after the other; in rows of equal width; over all actions.
 */
typedef enum { POLICY_SPARSE, POLICY_PADDED, POLICY_DENSE, POLICY_COUNT } policy_form_t;

/* A position as it is, or one of its images drawn at random, or all of them; or as it is,
 * with tables by which a learner makes the images (symmetry_maps.h). */
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
    bool planes;      /* what a network is shown (core/game/planes.h), too */
    bool features;    /* what an integer network is shown (core/game/features.h), too */
    bool final_board; /* whose pieces stand where when the game ends, too */
    bool value_result, value_root, value_mix, value_later;
    double mix;   /* share of the root's value in the mixture */
    double later; /* weight of each later root in value_later, as a share of the one
                     before */
    /* Which positions: */
    uint32_t first_turn, end_turn; /* turns before it: first ... end-1 */
    uint32_t per_game; /* at most so many of a game, drawn at random; 0: all */
    uint32_t min_visits;
    bool without_forced, without_proven, without_cut_off, without_fast;
    double validation; /* share of the games */
    uint64_t seed;     /* of the order, and of what else is drawn */
    int deflate;       /* level; 0: not compressed */
    size_t memory;     /* bytes for rows; what is written does not depend on it */
    bool mixed;        /* a folder may hold games of several configurations */
    bool replace;      /* a file that has the new one's name */
    int threads;       /* 0: as many as there are; of the last four none is stored */
} export_options_t;

/* Everything that what is written depends on; the caller deletes it. */
cJSON *export_options_json(const export_options_t *options);

#endif
