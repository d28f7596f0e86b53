#include "selfplay/verify/verify_mark.h"

#include "core/base/build_info.h"
#include "core/base/files/file.h"
#include "core/base/files/publish.h"
#include "core/base/number.h"
#include "selfplay/config/run_config.h"

#include <errno.h>
#include <inttypes.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE = 512 };
#define START "fulcrum verify: games "

typedef struct span {
    uint64_t first, end; /* sorted by the first: number_compare */
} span_t;

static void write_line(const verify_mark_t *of, const span_t *games, char line[LINE]) {
    snprintf(line, LINE,
             START "%" PRIu64 ":%" PRIu64 " of %" PRIu64
                   " are intact (configuration %016" PRIx64 ", sample %" PRIu64 ", %s)\n",
             games->first, games->end, of->games, run_config_hash(of->config), of->sample,
             build_program);
}

/* *games: 0:0 where the file is of another check, or does not exist. */
static bool read_mark(const char *path, const verify_mark_t *of, span_t *games,
                      failure_t *error) {
    char line[LINE], *rest;
    *games = (span_t){0, 0};
    if (access(path, F_OK) != 0)
        return true;
    char *text = file_read_text(path, error);
    if (!text)
        return false;
    bool is_mark = strncmp(text, START, strlen(START)) == 0;
    if (is_mark) {
        games->first = strtoull(text + strlen(START), &rest, 10);
        games->end = *rest == ':' ? strtoull(rest + 1, NULL, 10) : 0;
        write_line(of, games, line);
        if (strcmp(text, line) != 0 || games->end > of->games)
            *games = (span_t){0, 0};
    } else
        error_set(error, "%s: was not written by fulcrum verify --resume", path);
    free(text);
    return is_mark;
}

/* Whether a name is NAME.IofN. */
static bool is_of_task(const char *name, const char *base) {
    unsigned index, count;
    int length = 0;
    size_t before = strlen(base);
    if (strncmp(name, base, before) != 0)
        return false;
    /* NOLINTNEXTLINE(cert-err34-c): only the form matters */
    int read = sscanf(name + before, ".%uof%u%n", &index, &count, &length);
    return read == 2 && length > 0 && !name[before + (size_t)length];
}

bool verify_marks_read(const char *path, const verify_mark_t *of, game_ranges_t *intact,
                       failure_t *error) {
    char copy[FILE_PATH], other[FILE_PATH];
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    file_names_t names;
    size_t count = 1;
    game_ranges_init(intact);
    if (!file_path(copy, error, "%s", path))
        return false;
    const char *folder = dirname(copy);
    if (!publish_folder(folder, error))
        return false;
    if (access(folder, W_OK) != 0)
        return error_set(error, "%s: cannot be written: %s", path, strerror(errno));
    (void)file_names_list(&names, folder);
    span_t *spans = memory_new(names.count + 1, sizeof *spans);
    bool ok = read_mark(path, of, &spans[0], error);
    for (size_t i = 0; ok && i < names.count; i++)
        if (is_of_task(names.of[i], base) &&
            file_path(other, NULL, "%s/%s", folder, names.of[i]) &&
            read_mark(other, of, &spans[count], NULL))
            count++;
    file_names_clear(&names);
    qsort(spans, count, sizeof *spans, number_compare);
    for (size_t i = 0; ok && i < count; i++) {
        uint64_t first = spans[i].first > intact->end ? spans[i].first : intact->end;
        if (first < spans[i].end)
            game_ranges_add(intact, first, spans[i].end);
    }
    free(spans);
    return ok;
}

void verify_mark_write(const char *path, const task_share_t *share,
                       const verify_mark_t *of, uint64_t first, uint64_t end) {
    char line[LINE], mark[FILE_PATH];
    write_line(of, &(span_t){first, end}, line);
    if (share->count > 1 ? file_path(mark, NULL, "%s.%" PRIu64 "of%" PRIu64, path,
                                     share->index, share->count)
                         : file_path(mark, NULL, "%s", path))
        (void)publish_file(mark, line, strlen(line), NULL);
}
