#include "core/base/process/limited_program.h"

#include "core/base/clock.h"
#include "core/base/process/child_process.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PIECE = 1 << 16, MOST_WORDS = 64 };

/* A limit that is already lower cannot be raised, and stays. */
static const char script[] = "cd \"$1\" || exit 126\n"
                             "TMPDIR=$1 LC_ALL=C\n"
                             "export TMPDIR LC_ALL\n"
                             "for limit in \"-t $2\" \"-v $3\" \"-f $4\" '-c 0'; do\n"
                             "    (ulimit $limit) 2>/dev/null && ulimit $limit\n"
                             "done\n"
                             "shift 4\n"
                             "exec \"$@\" 2>&1 </dev/null\n";

static bool start(child_process_t *child, const limited_program_t *run,
                  failure_t *error) {
    char seconds[32], kilobytes[32], blocks[32], folder[4096], shell[] = "sh", c[] = "-c";
    char text[sizeof script];
    char *words[MOST_WORDS + 1] = {shell,  c,       text,      shell,
                                   folder, seconds, kilobytes, blocks};
    int count = 8;
    memcpy(text, script, sizeof script);
    snprintf(folder, sizeof folder, "%s", run->folder);
    snprintf(seconds, sizeof seconds, "%.0f", run->seconds + 1);
    snprintf(kilobytes, sizeof kilobytes, "%lld", (long long)run->most_memory / 1024);
    snprintf(blocks, sizeof blocks, "%lld", (long long)run->most_file / 512);
    for (int i = 0; run->command[i]; i++) {
        REQUIRE(count < MOST_WORDS);
        words[count++] = run->command[i];
    }
    return child_process_start(child, words, -1, error);
}

/* Reads until the program and its children have closed their output. */
static void read_output(limited_program_t *run, int channel) {
    double end = clock_seconds() + run->seconds, left;
    size_t used = 0, capacity = 0;
    ssize_t got = 1;
    while (got != 0 && !run->is_long && (left = end - clock_seconds()) > 0) {
        struct pollfd ready = {.fd = channel, .events = POLLIN};
        run->output = memory_grow(run->output, &capacity, used + PIECE + 1, 1);
        if (poll(&ready, 1, (int)(left * 1000) + 1) <= 0)
            continue;
        got = read(channel, run->output + used, PIECE);
        if (got < 0 && errno != EINTR)
            got = 0;
        used += got > 0 ? (size_t)got : 0;
        run->is_long = used > run->most_output;
    }
    run->is_late = got != 0 && !run->is_long;
    run->output[used] = 0;
}

bool limited_program_run(limited_program_t *run, failure_t *error) {
    enum { ENDING_SECONDS = 2 };
    child_process_t child;
    if (!start(&child, run, error))
        return false;
    read_output(run, child.channel);
    child_process_end(&child, run->is_late || run->is_long ? 0 : ENDING_SECONDS);
    run->status = child.status;
    return true;
}

void limited_program_clear(limited_program_t *run) {
    free(run->output);
    run->output = NULL;
}
