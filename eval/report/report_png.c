#include "eval/report/report_png.h"

#include "core/base/files/file.h"
#include "core/base/files/publish.h"
#include "core/base/process/limited_program.h"

#include <unistd.h>

#define PROGRAM "rsvg-convert"

static char program[] = PROGRAM, zoom[] = "--zoom=2",
            white[] = "--background-color=white", output[] = "--output";

static bool convert(char *from, char *to, failure_t *error) {
    char *const command[] = {program, zoom, white, output, to, from, NULL};
    failure_t why;
    limited_program_t run = {.command = command,
                             .folder = ".",
                             .seconds = 60,
                             .most_memory = 4LL << 30,
                             .most_file = 256LL << 20,
                             .most_output = 4096};
    if (!limited_program_run(&run, &why))
        return error_set(error,
                         "a PNG is drawn by " PROGRAM ", which is not installed: sudo "
                         "apt-get install librsvg2-bin; or use --svg");
    const bool ok =
        run.status == 0 || error_set(error, PROGRAM ": %s", run.output ? run.output : "");
    limited_program_clear(&run);
    return ok;
}

bool report_png(const char *svg, size_t size, const char *path, failure_t *error) {
    char drawing[FILE_PATH], from[FILE_PATH], to[FILE_PATH];
    if (!file_path(drawing, error, "%s.svg", path) ||
        !publish_write(drawing, svg, size, from, error))
        return false;
    bool ok = publish_begin(path, to, error);
    if (ok && !convert(from, to, error)) {
        unlink(to);
        ok = false;
    }
    unlink(from);
    return ok && publish_finish(to, path, error);
}
