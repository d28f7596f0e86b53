#include "eval/claim/claim_files.h"

#include "core/base/files/file.h"
#include "core/base/files/publish_folder.h"
#include "core/base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The largest file of a bundle: weights may be large. */
static const size_t most_bytes = (size_t)1 << 30;

bool claim_files_add(claim_files_t *files, const char *name, char *bytes, size_t size) {
    if (files->count == CLAIM_MOST_FILES)
        return false;
    claim_file_t *file = &files->files[files->count++];
    REQUIRE(snprintf(file->name, sizeof file->name, "%s", name) < CLAIM_FILE_NAME);
    file->bytes = bytes;
    file->size = size;
    return true;
}

const claim_file_t *claim_files_find(const claim_files_t *files, const char *name) {
    for (int i = 0; i < files->count; i++)
        if (strcmp(files->files[i].name, name) == 0)
            return &files->files[i];
    return NULL;
}

void claim_files_clear(claim_files_t *files) {
    for (int i = 0; i < files->count; i++)
        free(files->files[i].bytes);
    *files = (claim_files_t){0};
}

bool claim_file_is_right(const claim_file_t *file) {
    char found[SHA256_TEXT];
    if (!file->bytes)
        return false;
    sha256_write(file->bytes, file->size, found);
    return strcmp(found, file->expected) == 0;
}

/* --- Writing ------------------------------------------------------------------------ */

static char *manifest_of(const claim_files_t *files) {
    size_t size = (size_t)files->count * (SHA256_TEXT + CLAIM_FILE_NAME + 2) + 1;
    char *text = memory_new(size, 1), sum[SHA256_TEXT];
    text_t out = text_into(text, size);
    for (int i = 0; i < files->count; i++) {
        sha256_write(files->files[i].bytes, files->files[i].size, sum);
        text_add(&out, "%s  %s\n", sum, files->files[i].name);
    }
    return text;
}

static bool write_file(const char *folder, const char *name, const char *bytes,
                       size_t size, failure_t *error) {
    char path[PUBLISH_PATH], copy[PUBLISH_PATH];
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        return error_set(error, "%.200s...: the path is too long", folder);
    snprintf(copy, sizeof copy, "%s", path);
    return publish_folder_below(folder, dirname(copy), error) &&
           publish_file(path, bytes, size, error);
}

static bool write_all(const claim_files_t *files, const char *manifest,
                      const char *folder, failure_t *error) {
    for (int i = 0; i < files->count; i++) {
        const claim_file_t *file = &files->files[i];
        if (!write_file(folder, file->name, file->bytes, file->size, error))
            return false;
    }
    return write_file(folder, CLAIM_MANIFEST, manifest, strlen(manifest), error);
}

bool claim_files_may_publish(const char *folder, failure_t *error) {
    struct stat status;
    return lstat(folder, &status) != 0 ||
           error_set(error, "%s: already exists; remove it or choose another -o", folder);
}

bool claim_files_publish(claim_files_t *files, const char *folder, failure_t *error) {
    char unfinished[PUBLISH_PATH];
    if (!publish_folder_begin(folder, unfinished, error))
        return false;
    char *manifest = manifest_of(files);
    sha256_write(manifest, strlen(manifest), files->id);
    bool right = write_all(files, manifest, unfinished, error);
    free(manifest);
    if (right)
        return publish_folder_finish(unfinished, folder, error);
    publish_folder_abandon(unfinished);
    return false;
}

/* --- Reading ------------------------------------------------------------------------ */

/* The bytes of an open regular file; closes it. */
static char *load(int file, const char *path, size_t most, size_t *size,
                  failure_t *error) {
    struct stat status;
    bool is_plain = fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    char *bytes = NULL;
    if (!is_plain)
        error_set(error, "%s: is not a regular file", path);
    else if ((uint64_t)status.st_size > most)
        error_set(error, "%s: is too large", path);
    else
        bytes = memory_new((size_t)status.st_size + 1, 1);
    for (*size = 0; bytes && *size < (size_t)status.st_size;) {
        ssize_t got = read(file, bytes + *size, (size_t)status.st_size - *size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got > 0) {
            *size += (size_t)got;
            continue;
        }
        error_set(error, "%s: cannot be read: %s", path,
                  got < 0 ? strerror(errno) : "it has become shorter");
        free(bytes);
        bytes = NULL;
    }
    close(file);
    return bytes;
}

char *claim_file_load(const char *path, size_t most, size_t *size, failure_t *error) {
    int file = file_open(path, error);
    return file < 0 ? NULL : load(file, path, most, size, error);
}

static bool is_name_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == '.';
}

/* "results.json", "weights/1.h5" */
static bool is_name(const char *name, size_t length) {
    bool at_start = true, has_folder = false;
    for (size_t i = 0; i < length; i++) {
        if (name[i] == '/') {
            if (at_start || has_folder)
                return false;
            has_folder = at_start = true;
        } else if (!is_name_character(name[i]) || (at_start && name[i] == '.')) {
            return false;
        } else {
            at_start = false;
        }
    }
    return !at_start && length < CLAIM_FILE_NAME;
}

static bool is_sum(const char *text) {
    for (int i = 0; i < 2 * SHA256_BYTES; i++)
        if (!((text[i] >= '0' && text[i] <= '9') || (text[i] >= 'a' && text[i] <= 'f')))
            return false;
    return true;
}

static bool read_line(claim_files_t *files, const char *line, size_t length) {
    const size_t sum = SHA256_TEXT - 1, name = sum + 2;
    char text[CLAIM_FILE_NAME];
    if (length <= name || !is_sum(line) || line[sum] != ' ' || line[sum + 1] != ' ' ||
        !is_name(line + name, length - name))
        return false;
    snprintf(text, sizeof text, "%.*s", (int)(length - name), line + name);
    if (claim_files_find(files, text) || !claim_files_add(files, text, NULL, 0))
        return false;
    memcpy(files->files[files->count - 1].expected, line, sum);
    return true;
}

static bool read_manifest(claim_files_t *files, const char *text, const char *folder,
                          failure_t *error) {
    int number = 1;
    for (const char *line = text; *line; number++) {
        const char *end = strchr(line, '\n');
        if (!end || !read_line(files, line, (size_t)(end - line)))
            return error_set(
                error,
                "%s/" CLAIM_MANIFEST
                ": line %d is not the checksum of a file of a bundle, or repeats one",
                folder, number);
        line = end + 1;
    }
    return files->count > 0 ||
           error_set(error, "%s/" CLAIM_MANIFEST ": names no files", folder);
}

/* Opens below an open folder, without following links. A missing file is no error. */
static bool load_below(int folder, const char *where, claim_file_t *file,
                       failure_t *error) {
    char path[PUBLISH_PATH], name[CLAIM_FILE_NAME];
    snprintf(path, sizeof path, "%.*s/%s", PUBLISH_PATH - CLAIM_FILE_NAME - 2, where,
             file->name);
    snprintf(name, sizeof name, "%s", file->name);
    char *slash = strchr(name, '/');
    int above = folder;
    if (slash) {
        *slash = 0;
        above = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    }
    int opened = above < 0 ? -1
                           : openat(above, slash ? slash + 1 : name,
                                    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    int reason = errno;
    if (above >= 0 && above != folder)
        close(above);
    if (opened < 0)
        return reason == ENOENT ||
               error_set(error, "%s: %s", path,
                         reason == ELOOP || reason == ENOTDIR
                             ? "is a link, or below one; a bundle has no links"
                             : strerror(reason));
    file->bytes = load(opened, path, most_bytes, &file->size, error);
    return file->bytes != NULL;
}

static bool load_manifest(claim_files_t *files, int folder, const char *where,
                          failure_t *error) {
    claim_file_t manifest = {.name = CLAIM_MANIFEST};
    if (!load_below(folder, where, &manifest, error))
        return false;
    if (!manifest.bytes)
        return error_set(error,
                         "%s: has no " CLAIM_MANIFEST
                         "; a bundle made by `fulcrum claim` is needed",
                         where);
    sha256_write(manifest.bytes, manifest.size, files->id);
    bool right = memchr(manifest.bytes, 0, manifest.size)
                     ? error_set(error, "%s/" CLAIM_MANIFEST ": is not text", where)
                     : read_manifest(files, manifest.bytes, where, error);
    free(manifest.bytes);
    return right;
}

/* Counts entries that are not part of the claim; folders with files of it are. */
static void count_others(claim_files_t *files, const char *folder) {
    DIR *open = opendir(folder);
    for (struct dirent *entry; open && (entry = readdir(open)) != NULL;) {
        const char *name = entry->d_name;
        size_t length = strlen(name);
        bool is_known = strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ||
                        strcmp(name, CLAIM_MANIFEST) == 0;
        for (int i = 0; i < files->count; i++)
            is_known = is_known || (strncmp(files->files[i].name, name, length) == 0 &&
                                    (files->files[i].name[length] == 0 ||
                                     files->files[i].name[length] == '/'));
        files->others += !is_known;
    }
    if (open)
        closedir(open);
}

bool claim_files_read(claim_files_t *files, const char *folder, failure_t *error) {
    *files = (claim_files_t){0};
    int opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0)
        return error_set(error, "%s: cannot be opened: %s", folder, strerror(errno));
    bool right = load_manifest(files, opened, folder, error);
    for (int i = 0; right && i < files->count; i++)
        right = load_below(opened, folder, &files->files[i], error);
    count_others(files, folder);
    close(opened);
    if (!right)
        claim_files_clear(files);
    return right;
}
