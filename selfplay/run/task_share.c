#include "selfplay/run/task_share.h"

#include "core/base/text.h"

#include <stdio.h>

enum { MAX_TASKS = 1000000 };

bool task_share_read(const char *text, task_share_t *share) {
    const char *p = text;
    long index, count;
    if (!text_read_number(&p, MAX_TASKS - 1, &index) || *p++ != '/' ||
        !text_read_number(&p, MAX_TASKS, &count) || *p || index >= count)
        return false;
    *share = (task_share_t){(uint64_t)index, (uint64_t)count};
    return true;
}

void task_share_write(const task_share_t *share, char text[TASK_SHARE_TEXT]) {
    text[0] = 0;
    if (share->count > 1)
        snprintf(text, TASK_SHARE_TEXT, "%llu/%llu", (unsigned long long)share->index,
                 (unsigned long long)share->count);
}
