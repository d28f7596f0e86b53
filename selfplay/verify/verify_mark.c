#include "selfplay/verify/verify_mark.h"

#include "core/base/build_info.h"
#include "core/base/files/file.h"
#include "core/base/files/publish.h"
#include "selfplay/config/run_config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE = 512 };
#define START "fulcrum verify: games 0:"

static void write_line(const verify_mark_t *of, uint64_t games, char line[LINE]) {
    snprintf(line, LINE,
             START "%" PRIu64 " of %" PRIu64 " are intact (configuration %016" PRIx64
                   ", sample %" PRIu64 ", %s)\n",
             games, of->games, run_config_hash(of->config), of->sample, build_program);
}

bool verify_mark_read(const char *path, const verify_mark_t *of, uint64_t *games,
                      failure_t *error) {
    char line[LINE];
    *games = 0;
    if (access(path, F_OK) != 0)
        return true;
    char *text = file_read_text(path, error);
    if (!text)
        return false;
    bool is_mark = strncmp(text, START, strlen(START)) == 0;
    if (is_mark) {
        *games = strtoull(text + strlen(START), NULL, 10);
        write_line(of, *games, line);
        if (strcmp(text, line) != 0 || *games > of->games)
            *games = 0;
    } else
        error_set(error, "%s: was not written by fulcrum verify --resume", path);
    free(text);
    return is_mark;
}

void verify_mark_write(const char *path, const verify_mark_t *of, uint64_t games) {
    char line[LINE];
    failure_t ignored;
    write_line(of, games, line);
    (void)publish_file(path, line, strlen(line), &ignored);
}
