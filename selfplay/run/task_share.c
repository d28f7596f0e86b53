#include "selfplay/run/task_share.h"

#include "core/base/text.h"

#include <stdio.h>
#include <stdlib.h>

enum { MAX_TASKS = 1000000 };

bool task_share_read(const char *text, task_share_t *share, failure_t *error) {
    const char *p = text;
    long index, count;
    if (!text_read_number(&p, MAX_TASKS - 1, &index) || *p++ != '/' ||
        !text_read_number(&p, MAX_TASKS, &count) || *p || index >= count)
        return error_set(error,
                         "--task is I/N with I from 0 to N-1, as in 0/8 ... 7/8, not "
                         "\"%.60s\"",
                         text);
    *share = (task_share_t){(uint64_t)index, (uint64_t)count};
    return true;
}

static bool read_variable(const char *name, long *number) {
    const char *text = getenv(name);
    return text && text_read_number(&text, 1000000000, number) && *text == 0;
}

bool task_share_from_environment(task_share_t *share, failure_t *error) {
    long id, count, least, most, step = 1;
    *share = TASK_SHARE_ALL;
    if (!read_variable("SLURM_ARRAY_TASK_ID", &id) ||
        !read_variable("SLURM_ARRAY_TASK_COUNT", &count) || count == 1)
        return true;
    if (!read_variable("SLURM_ARRAY_TASK_STEP", &step) || step < 1)
        step = 1;
    if (!read_variable("SLURM_ARRAY_TASK_MIN", &least) ||
        !read_variable("SLURM_ARRAY_TASK_MAX", &most) ||
        least + (count - 1) * step != most || id < least || id > most ||
        (id - least) % step != 0)
        return error_set(error,
                         "Slurm's array of %ld tasks has gaps: give this task's share "
                         "with --task I/N (0/1: all)",
                         count);
    *share = (task_share_t){(uint64_t)((id - least) / step), (uint64_t)count};
    return true;
}

void task_share_write(const task_share_t *share, char text[TASK_SHARE_TEXT]) {
    text[0] = 0;
    if (share->count > 1)
        snprintf(text, TASK_SHARE_TEXT, "%llu/%llu", (unsigned long long)share->index,
                 (unsigned long long)share->count);
}
