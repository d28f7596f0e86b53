#include "selfplay/cli/play_sweep.h"

#include "core/base/files/publish.h"
#include "core/base/text.h"
#include "core/cli/cli.h"
#include "selfplay/config/run_config.h"
#include "selfplay/run/folder_kind.h"
#include "selfplay/run/progress.h"
#include "selfplay/run/run.h"
#include "selfplay/run/stop.h"
#include "selfplay/run/sweep.h"
#include "selfplay/run/workers/run_schedule.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct playing {
    sweep_t *sweep;
    const char *where, *folder;
    const play_options_t *play;
    run_t *runs; /* that the command names */
    run_want_t *wants;
    int count;
} playing_t;

/* --- Checking ----------------------------------------------------------------------- */

/* Whether the run can be played in its folder. */
static bool check_run(const playing_t *playing, size_t run, failure_t *error) {
    run_config_t *config = playing->sweep->runs[run].config;
    char path[FILE_PATH];
    uint64_t games;
    config->threads = play_options_threads(playing->play, config->threads);
    return run_config_bind(config, playing->where, error) &&
           run_config_start_programs(config, playing->where, error) &&
           sweep_path(playing->sweep, playing->folder, run, path, error) &&
           run_fits(config, path, &games, error);
}

static bool check_all(const playing_t *playing, failure_t *error) {
    const sweep_t *sweep = playing->sweep;
    char **texts = memory_new(sweep->count, sizeof *texts);
    bool ok = folder_kind_may_hold(playing->folder, FOLDER_SWEEP, error);
    for (size_t i = 0; ok && i < sweep->count; i++) {
        if (!sweep->runs[i].config)
            continue;
        ok = check_run(playing, i, error);
        texts[i] = run_config_text(sweep->runs[i].config);
        for (size_t k = 0; ok && k < i; k++)
            ok = !texts[k] || strcmp(texts[k], texts[i]) != 0 ||
                 error_set(error, "%s: %s and %s would be the same run", playing->where,
                           sweep->runs[k].name, sweep->runs[i].name);
    }
    for (size_t i = 0; i < sweep->count; i++)
        free(texts[i]);
    free(texts);
    return ok;
}

/* --- Opening ------------------------------------------------------------------------ */

/* Says which runs a command has added to a sweep, or does not name. */
static void announce(const playing_t *playing, bool is_new, const char *noun,
                     const char *what) {
    enum { SHOWN = 5 };
    const sweep_t *sweep = playing->sweep;
    char names[SHOWN * (SWEEP_NAME + 2) + 1] = "";
    text_t out = text_into(names, sizeof names);
    size_t count = 0;
    for (size_t i = 0; i < sweep->count; i++) {
        const sweep_run_t *run = &sweep->runs[i];
        if ((is_new ? run->is_new : !run->config) && count++ < SHOWN)
            text_add(&out, "%s%s", out.used > 0 ? ", " : "", run->name);
    }
    if (count > 0 && !playing->play->quiet)
        cli_message("%s: %zu %s%s%s: %s%s", playing->folder, count, noun,
                    TEXT_PLURAL(count), what, names, count > SHOWN ? ", ..." : "");
}

static bool open_runs(playing_t *playing, failure_t *error) {
    sweep_t *sweep = playing->sweep;
    const size_t named = sweep->count;
    char path[FILE_PATH];
    bool is_older = folder_kind_of(playing->folder) == FOLDER_SWEEP;
    bool ok = publish_folder(playing->folder, error) &&
              publish_sweep(playing->folder) >= 0 &&
              sweep_write(sweep, playing->folder, error);
    for (size_t i = 0; ok && !stop_asked() && i < named; i++) {
        run_t *run = &playing->runs[playing->count];
        if (!sweep->runs[i].config)
            continue;
        ok = sweep_path(sweep, playing->folder, i, path, error) &&
             run_open(run, sweep->runs[i].config, path, error);
        if (ok)
            playing->wants[playing->count++] = (run_want_t){run, 0, run->games, (int)i};
    }
    if (ok && is_older && !stop_asked())
        announce(playing, true, "new run", "");
    if (ok)
        announce(playing, false, "run", " kept that this command does not name");
    return ok;
}

/* --- Playing ------------------------------------------------------------------------ */

static void print_closing(const playing_t *playing, const progress_t *progress,
                          const char *stopped) {
    uint64_t games = 0, played = atomic_load(&progress->games);
    for (int i = 0; i < playing->count; i++)
        games += playing->runs[i].games;
    if (stopped)
        cli_message("stopped by %s after %" PRIu64 " game%s; everything played is kept "
                    "in %s, and the same command resumes the sweep",
                    stopped, played, TEXT_PLURAL(played), playing->folder);
    else if (!playing->play->quiet)
        printf("%s: %d run%s of %" PRIu64 " games in all are complete; %" PRIu64
               " game%s played here in %.1f s.\n",
               playing->folder, playing->count, TEXT_PLURAL(playing->count), games,
               played, played == 1 ? " was" : "s were", progress_seconds(progress));
}

static bool play_runs(playing_t *playing, const char **stopped, failure_t *error) {
    bool quiet = playing->play->quiet;
    uint64_t work;
    if (stop_asked()) { /* not all runs are open */
        *stopped = stop_reason();
        cli_message("stopped by %s before the first game; the same command resumes the "
                    "sweep",
                    *stopped);
        return true;
    }
    progress_t progress;
    run_schedule_t schedule = {.share = playing->play->share,
                               .helps = true,
                               .quiet = quiet,
                               .progress = &progress};
    uint64_t missing =
        run_schedule_missing(&schedule, playing->wants, playing->count, &work);
    progress_init(&progress, missing, quiet || missing == 0);
    progress_weigh(&progress, work);
    bool ok = run_schedule_play(&schedule, playing->wants, playing->count, error);
    progress_finish(&progress);
    *stopped = schedule.stopped;
    if (ok)
        print_closing(playing, &progress, *stopped);
    return ok;
}

int play_sweep(sweep_t *sweep, const char *where, const char *folder,
               const play_options_t *play) {
    playing_t playing = {.sweep = sweep, .where = where, .folder = folder, .play = play};
    const char *stopped = NULL;
    failure_t error;
    playing.runs = memory_new(sweep->count, sizeof *playing.runs);
    playing.wants = memory_new(sweep->count, sizeof *playing.wants);
    stop_within(play->limit_s);
    bool ok = check_all(&playing, &error) && open_runs(&playing, &error) &&
              play_runs(&playing, &stopped, &error);
    for (int i = 0; i < playing.count; i++)
        run_close(&playing.runs[i]);
    free(playing.wants);
    free(playing.runs);
    return !ok ? cli_fail(&error) : stopped ? EXIT_STOPPED : cli_finish_output();
}
