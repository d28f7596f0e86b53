#include "selfplay/export/npz/zip_queue.h"

#include "core/base/files/publish.h"
#include "core/base/process/task_queue.h"
#include "core/base/text.h"
#include "selfplay/export/npz/zip_file.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

/* A step: the beginning or end of an archive, or an entry. */
typedef enum { STEP_BEGIN, STEP_ENTRY, STEP_END } step_kind_t;

typedef struct step {
    step_kind_t kind;
    char *name; /* of the entry, or the archive's path */
    unsigned char *bytes;
    size_t size;
    int level;
    zip_packed_t packed;
    task_group_t group; /* of the task that packs it */
    struct step *next;
} step_t;

struct zip_queue {
    zip_setting_t setting;
    step_t *first, *last; /* that wait */
    size_t waiting;       /* bytes of their entries */
    char *path;           /* of the current archive, or NULL */
    zip_file_t *zip;
    uint64_t files, bytes;
};

zip_queue_t *zip_queue_new(const zip_setting_t *setting) {
    zip_queue_t *zips = memory_new(1, sizeof *zips);
    zips->setting = *setting;
    return zips;
}

static void free_step(step_t *step) {
    free(step->name);
    free(step->bytes);
    free(step->packed.bytes);
    free(step);
}

/* The first step, once compressed; the caller frees it. */
static step_t *take_first(zip_queue_t *zips) {
    step_t *step = zips->first;
    task_queue_wait(zips->setting.queue, &step->group);
    zips->first = step->next;
    zips->last = zips->first ? zips->last : NULL;
    zips->waiting -= step->size;
    return step;
}

void zip_queue_free(zip_queue_t *zips) {
    if (!zips)
        return;
    while (zips->first)
        free_step(take_first(zips));
    if (zips->zip)
        zip_file_abandon(zips->zip);
    free(zips->path);
    free(zips);
}

/* --- Writing ------------------------------------------------------------------------ */

static bool begin_archive(zip_queue_t *zips, step_t *step, failure_t *error) {
    zips->path = step->name;
    step->name = NULL;
    zips->zip = zip_file_new(zips->path);
    return zips->zip || publish_failed(zips->path, "cannot be created", 0, error);
}

static bool write_entry(const zip_queue_t *zips, const step_t *step, failure_t *error) {
    errno = 0;
    if (zip_file_add(zips->zip, step->name, step->bytes, &step->packed))
        return true;
    if (errno == EFBIG)
        return error_set(error, "%s", zips->setting.too_large);
    return publish_failed(zips->path, "cannot be written", step->size, error);
}

static bool end_archive(zip_queue_t *zips, failure_t *error) {
    struct stat status;
    REQUIRE(zips->zip && zips->path);
    if (!zip_file_finish(zips->zip))
        return publish_failed(zips->path, "cannot be written", 0, error);
    zips->zip = NULL;
    zips->files++;
    if (stat(zips->path, &status) == 0)
        zips->bytes += (uint64_t)status.st_size;
    free(zips->path);
    zips->path = NULL;
    return true;
}

static bool do_first(zip_queue_t *zips, failure_t *error) {
    step_t *step = take_first(zips);
    bool ok = false;
    switch (step->kind) {
    case STEP_BEGIN:
        ok = begin_archive(zips, step, error);
        break;
    case STEP_ENTRY:
        ok = write_entry(zips, step, error);
        break;
    case STEP_END:
        ok = end_archive(zips, error);
        break;
    }
    free_step(step);
    return ok;
}

bool zip_queue_flush(zip_queue_t *zips, failure_t *error) {
    bool ok = true;
    while (ok && zips->first)
        ok = do_first(zips, error);
    return ok;
}

/* --- Steps -------------------------------------------------------------------------- */

static void pack(void *context, size_t index, int thread) {
    step_t *step = context;
    (void)index, (void)thread;
    zip_pack(step->level, step->bytes, step->size, &step->packed);
}

/* Appends a step; earlier entries are written while too much is queued. */
static bool append(zip_queue_t *zips, step_t step, failure_t *error) {
    step_t *new = memory_new(1, sizeof *new);
    bool ok = true;
    *new = step;
    while (ok && zips->first && zips->waiting + step.size > zips->setting.memory)
        ok = do_first(zips, error);
    if (zips->last)
        zips->last->next = new;
    else
        zips->first = new;
    zips->last = new;
    zips->waiting += step.size;
    if (step.kind == STEP_ENTRY)
        task_queue_add(zips->setting.queue, &new->group, pack, new, 0);
    return ok;
}

bool zip_queue_begin(zip_queue_t *zips, const char *path, failure_t *error) {
    return append(zips, (step_t){.kind = STEP_BEGIN, .name = text_copy(path)}, error);
}

bool zip_queue_add(zip_queue_t *zips, const char *name, unsigned char *bytes, size_t size,
                   failure_t *error) {
    return append(zips,
                  (step_t){.kind = STEP_ENTRY,
                           .name = text_copy(name),
                           .bytes = bytes,
                           .size = size,
                           .level = zips->setting.level},
                  error);
}

bool zip_queue_end(zip_queue_t *zips, failure_t *error) {
    return append(zips, (step_t){.kind = STEP_END}, error);
}

void zip_queue_count(const zip_queue_t *zips, uint64_t *files, uint64_t *bytes) {
    *files = zips->files;
    *bytes = zips->bytes;
}
