/* export_call.h - options and output shared by the commands that make training data
 * (export.h).
 * Use: typedef struct call { ...; export_call_t export; } call_t;
 *      .groups = {EXPORT_GROUPS(call_t, export)},               in the command's table
 *      static const call_t defaults = {.export = EXPORT_CALL_DEFAULTS};
 *      export_call_expect(&call->export, path);                 each run or file
 *      if (export_call_make(&call->export, &files, NULL, &result, &error))
 *          export_call_print(&call->export, &result, seconds);
 * Errors: those of export.h; an existing file that may not be replaced.
 */
#ifndef SELFPLAY_EXPORT_CALL_H
#define SELFPLAY_EXPORT_CALL_H

#include "core/base/error.h"
#include "core/cli/option_table.h"
#include "selfplay/export/export_options.h"
#include "selfplay/run/task_share.h"

#include <stdbool.h>

typedef struct export_result export_result_t;     /* selfplay/export/export.h */
typedef struct export_revision export_revision_t; /* selfplay/export/export.h */
typedef struct shard_files shard_files_t;         /* selfplay/run/games_reader.h */

typedef struct export_call {
    const char *out;
    uint64_t parts; /* games of each; 0: one file */
    task_share_t share;
    double limit_s; /* 0: none */
    bool quiet, json;
    uint64_t games_wanted; /* of the runs given */
    bool has_files;        /* not only runs are given */
    long memory_mib;
    export_options_t options;
} export_call_t;

/* As groups of a command's options. */
extern const option_t export_call_options[], export_position_options[],
    export_form_options[];
enum {
    NUM_EXPORT_CALL_OPTIONS = 9,
    NUM_EXPORT_POSITION_OPTIONS = 4,
    NUM_EXPORT_FORM_OPTIONS = 10
};
#define EXPORT_GROUPS(type, field)                                                       \
    {.options = export_call_options,                                                     \
     .count = NUM_EXPORT_CALL_OPTIONS,                                                   \
     .offset = offsetof(type, field)},                                                   \
        {.title = "Positions (default: all)",                                            \
         .options = export_position_options,                                             \
         .count = NUM_EXPORT_POSITION_OPTIONS,                                           \
         .offset = offsetof(type, field)},                                               \
    {                                                                                    \
        .title = "Output", .options = export_form_options,                               \
        .count = NUM_EXPORT_FORM_OPTIONS, .offset = offsetof(type, field)                \
    }
#define EXPORT_CALL_DEFAULTS                                                             \
    {                                                                                    \
        .options = {.end_turn = UINT32_MAX}, .share = {.count = 1 }                      \
    }

/* What the help says of exit status 3. */
#define EXPORT_CALL_STOPPED "stopped; complete parts are kept, a file is not"

/* Checks that options go together; for a command's check. */
bool export_call_check(const export_call_t *call, failure_t *error);

/* From now on signals and the time limit stop the call. */
void export_call_listen(const export_call_t *call);

/* Prints the error; returns the exit status, 3 after a signal. */
int export_call_fail(const failure_t *error);

/* Notes a path that is given, so that the summary says if games of a run are missing. */
void export_call_expect(export_call_t *call, const char *path);

/* Makes the file. revision: as in export.h, or NULL. */
bool export_call_make(export_call_t *call, const shard_files_t *files,
                      const export_revision_t *revision, export_result_t *result,
                      failure_t *error);

/* Prints the summary, as text or JSON; quietly, JSON alone. */
void export_call_print(const export_call_t *call, const export_result_t *made,
                       double seconds);

#endif
