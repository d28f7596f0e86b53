#include "eval/study/study_round.h"

#include "eval/study/study_run.h"
#include "selfplay/run/workers/run_workers.h"

#include <stdlib.h>

bool study_round_play(const study_want_t *wants, int count, bool quiet,
                      progress_t *progress, const char **stopped, failure_t *error) {
    size_t size = (size_t)count;
    workers_part_t *parts = memory_new(size, sizeof *parts);
    bool ok = true;
    *stopped = NULL;
    for (int i = 0; ok && i < count; i++) {
        study_run_t *run = wants[i].run;
        ok = run_ask(&run->run, wants[i].games, error);
        parts[i] = (workers_part_t){.run = &run->run,
                                    .order = {.first = run->count,
                                              .end = wants[i].games,
                                              .share = wants[i].share,
                                              .quiet = quiet,
                                              .progress = progress}};
    }
    ok = ok && workers_play_several(parts, count, stopped, error);
    free(parts);
    return ok;
}
