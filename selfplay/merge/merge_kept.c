#include "selfplay/merge/merge_kept.h"

#include "core/base/build_info.h"
#include "core/base/files/process_name.h"
#include "core/base/files/publish.h"

#include <fcntl.h>
#include <libdeflate.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define RECORD ".merging"
#define DATA ".part"
#define START "fulcrum merge: the same command resumes from this file\n"

/* Before the state, in the record. */
typedef struct head {
    char start[sizeof START];
    char program[256];
    char owner[WRITER_NAME];  /* whose data it is; */
    char before[WRITER_NAME]; /* or, until its owner has renamed it; "": nobody's */
    uint8_t is_released;      /* 0 or 1 */
    uint32_t checksum;        /* of the state */
    uint64_t size;
} head_t;

static bool name_data(const char *out, const char *owner, char path[FILE_PATH],
                      failure_t *error) {
    return file_path(path, error, "%s.%s" DATA, out, owner);
}

/* Data whose process no longer exists and that no record names. */
static void sweep(const merge_kept_t *kept) {
    char folder[FILE_PATH], path[FILE_PATH];
    const char *slash = strrchr(kept->out, '/'), *base = slash ? slash + 1 : kept->out;
    file_names_t names;
    snprintf(folder, sizeof folder, "%s", kept->out);
    const char *parent = dirname(folder);
    (void)publish_sweep(parent);
    (void)file_names_list(&names, parent);
    for (size_t i = 0; i < names.count; i++) {
        const char *name = names.of[i];
        size_t length = strlen(name), before = strlen(base) + 1;
        if (length > before + strlen(DATA) && strncmp(name, base, before - 1) == 0 &&
            name[before - 1] == '.' && strcmp(name + length - strlen(DATA), DATA) == 0 &&
            process_is_gone(name + before) &&
            file_path(path, NULL, "%s/%s", slash ? folder : ".", name))
            unlink(path);
    }
    file_names_clear(&names);
}

/* Whether the record is whole and of this program. */
static bool read_record(merge_kept_t *kept, head_t *head) {
    size_t size = 0;
    kept->bytes = access(kept->record, F_OK) == 0
                      ? file_read_bytes(kept->record, SIZE_MAX / 4, &size, NULL)
                      : NULL;
    if (!kept->bytes || size < sizeof *head)
        return false;
    memcpy(head, kept->bytes, sizeof *head);
    kept->state = kept->bytes + sizeof *head;
    kept->state_size = size - sizeof *head;
    return memcmp(head->start, START, sizeof START) == 0 &&
           memchr(head->owner, 0, sizeof head->owner) &&
           memchr(head->before, 0, sizeof head->before) &&
           strncmp(head->program, build_program, sizeof head->program - 1) == 0 &&
           head->size == kept->state_size &&
           head->checksum == libdeflate_crc32(0, kept->state, kept->state_size);
}

static double age(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 ? difftime(time(NULL), status.st_mtime) : 0;
}

static bool may_take(const merge_kept_t *kept, const head_t *head) {
    return head->is_released || strcmp(head->owner, process_name()) == 0 ||
           process_is_gone(head->owner) || age(kept->record) >= MERGE_SILENT_S;
}

bool merge_kept_begin(merge_kept_t *kept, failure_t *error) {
    free(kept->bytes);
    kept->bytes = NULL;
    kept->state = NULL;
    sweep(kept);
    int file = open(kept->data, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    return (file >= 0 && close(file) == 0) ||
           publish_failed(kept->out, "cannot be created", 0, error);
}

static bool sync_data(const merge_kept_t *kept, failure_t *error) {
    int file = open(kept->data, O_RDWR | O_CLOEXEC);
    bool synced = file >= 0 && fsync(file) == 0;
    if (!synced)
        publish_failed(kept->out, "its unfinished file cannot be written", 0, error);
    if (file >= 0)
        close(file);
    return synced;
}

static bool write_record(const merge_kept_t *kept, const void *state, size_t size,
                         bool releases, const char *before, failure_t *error) {
    head_t head = {.start = START,
                   .is_released = releases,
                   .checksum = libdeflate_crc32(0, state, size),
                   .size = size};
    snprintf(head.program, sizeof head.program, "%s", build_program);
    snprintf(head.owner, sizeof head.owner, "%s", process_name());
    snprintf(head.before, sizeof head.before, "%s", before);
    unsigned char *bytes = memory_new(sizeof head + size, 1);
    memcpy(bytes, &head, sizeof head);
    memcpy(bytes + sizeof head, state, size);
    bool saved = publish_file(kept->record, bytes, sizeof head + size, error);
    free(bytes);
    return saved;
}

bool merge_kept_save(const merge_kept_t *kept, const void *state, size_t size,
                     bool releases, failure_t *error) {
    return sync_data(kept, error) && write_record(kept, state, size, releases, "", error);
}

/* The data that a record is about. */
static bool find_data(const merge_kept_t *kept, head_t *head, char path[FILE_PATH]) {
    if (!name_data(kept->out, head->owner, path, NULL))
        return false;
    if (access(path, F_OK) == 0)
        return true;
    memcpy(head->owner, head->before, sizeof head->owner);
    return head->owner[0] && name_data(kept->out, head->owner, path, NULL) &&
           access(path, F_OK) == 0;
}

bool merge_kept_take(merge_kept_t *kept, const char *out, failure_t *error) {
    char before[FILE_PATH];
    head_t head;
    *kept = (merge_kept_t){0};
    if (!file_path(kept->out, error, "%s", out) ||
        !file_path(kept->record, error, "%s" RECORD, out) ||
        !name_data(out, process_name(), kept->data, error))
        return false;
    if (!read_record(kept, &head))
        return merge_kept_begin(kept, error);
    bool is_free = may_take(kept, &head);
    if (!find_data(kept, &head, before))
        return merge_kept_begin(kept, error);
    if (!is_free) {
        kept->is_busy = true;
        return error_set(error,
                         "%s: process %s is making this file, or did so %.0f s ago; the "
                         "same command goes on from there once it has ended",
                         out, head.owner, age(kept->record));
    }
    return write_record(kept, kept->state, kept->state_size, false, head.owner, error) &&
           (rename(before, kept->data) == 0 || merge_kept_begin(kept, error));
}

/* The record first: without data it counts for nothing. */
void merge_kept_remove(const merge_kept_t *kept) {
    if (kept->data[0] && !kept->is_busy) {
        unlink(kept->record);
        unlink(kept->data);
    }
}

void merge_kept_clear(merge_kept_t *kept) {
    free(kept->bytes);
    *kept = (merge_kept_t){0};
}
