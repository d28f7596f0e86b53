#include "eval/claim/claim_files.h"

#include "core/base/files/file.h"
#include "core/base/files/publish_folder.h"
#include "core/base/plain_text.h"
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

bool claim_files_add(claim_files_t *files, const char *name, char *bytes, size_t size) {
    if (files->count == CLAIM_MOST_FILES)
        return false;
    claim_file_t *file = &files->files[files->count++];
    REQUIRE(snprintf(file->name, sizeof file->name, "%s", name) < CLAIM_FILE_NAME);
    file->bytes = bytes;
    file->size = size;
    return true;
}

static int index_of(const claim_files_t *files, const char *name) {
    int i = 0;
    while (i < files->count && strcmp(files->files[i].name, name) != 0)
        i++;
    return i;
}

const claim_file_t *claim_files_find(const claim_files_t *files, const char *name) {
    int i = index_of(files, name);
    return i < files->count ? &files->files[i] : NULL;
}

void claim_files_clear(claim_files_t *files) {
    for (int i = 0; i < files->count; i++)
        free(files->files[i].bytes);
    *files = (claim_files_t){0};
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
    bool ok = write_all(files, manifest, unfinished, error);
    free(manifest);
    if (ok)
        return publish_folder_finish(unfinished, folder, error);
    publish_folder_abandon(unfinished);
    return false;
}

/* --- Reading ------------------------------------------------------------------------ */

/* The size of an open file, which must be regular and have at most `most` bytes. */
static bool find_size(int file, const char *path, size_t most, size_t *size,
                      failure_t *error) {
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode))
        return error_set(error, "%s: is not a regular file", path);
    *size = (size_t)status.st_size;
    return *size <= most || error_set(error, "%s: is too large", path);
}

/* Reads up to `room` bytes; fewer only at the end of the file. */
static bool read_bytes(int file, const char *path, char *bytes, size_t room, size_t *size,
                       failure_t *error) {
    for (*size = 0; *size < room;) {
        ssize_t got = read(file, bytes + *size, room - *size);
        if (got < 0 && errno != EINTR)
            return error_set(error, "%s: cannot be read: %s", path, strerror(errno));
        if (got == 0)
            break;
        *size += got > 0 ? (size_t)got : 0;
    }
    return true;
}

/* The bytes of an open regular file; closes it. */
static char *load(int file, const char *path, size_t most, size_t *size,
                  failure_t *error) {
    size_t expected = 0;
    char *bytes = NULL;
    if (find_size(file, path, most, &expected, error)) {
        bytes = memory_new(expected + 1, 1);
        if (!read_bytes(file, path, bytes, expected, size, error) ||
            (*size < expected && !error_set(error, "%s: has become shorter", path))) {
            free(bytes);
            bytes = NULL;
        }
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
    memcpy(files->files[files->count - 1].sum, line, sum);
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

/* Opens a file of the folder without following links; *file: -1 if it is missing. */
static bool open_below(const claim_files_t *files, const char *name, char *path,
                       int *file, failure_t *error) {
    char part[CLAIM_FILE_NAME];
    int folder = open(files->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), above = folder;
    if (folder < 0)
        return error_set(error, "%s: cannot be opened: %s", files->folder,
                         strerror(errno));
    snprintf(path, PUBLISH_PATH, "%.*s/%s", PUBLISH_PATH - CLAIM_FILE_NAME - 2,
             files->folder, name);
    snprintf(part, sizeof part, "%s", name);
    char *slash = strchr(part, '/');
    if (slash) {
        *slash = 0;
        above = openat(folder, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    }
    *file = above < 0 ? -1
                      : openat(above, slash ? slash + 1 : part,
                               O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    int reason = errno;
    if (above >= 0 && above != folder)
        close(above);
    close(folder);
    return *file >= 0 || reason == ENOENT ||
           error_set(error, "%s: %s", path,
                     reason == ELOOP || reason == ENOTDIR
                         ? "is a link, or below one; a bundle has no links"
                         : strerror(reason));
}

static bool load_manifest(claim_files_t *files, failure_t *error) {
    enum { MOST = CLAIM_MOST_FILES * (SHA256_TEXT + CLAIM_FILE_NAME + 2) };
    char path[PUBLISH_PATH];
    size_t size;
    int file = -1;
    if (!open_below(files, CLAIM_MANIFEST, path, &file, error))
        return false;
    if (file < 0)
        return error_set(error,
                         "%s: has no " CLAIM_MANIFEST
                         "; a bundle made by `fulcrum claim` is needed",
                         files->folder);
    char *text = load(file, path, MOST, &size, error);
    if (!text)
        return false;
    sha256_write(text, size, files->id);
    bool ok = memchr(text, 0, size) ? error_set(error, "%s: is not text", path)
                                    : read_manifest(files, text, files->folder, error);
    free(text);
    return ok;
}

/* Whether an open file has the checksum; closes it. */
static bool compare_sum(int file, const char *path, const char *expected, bool *is_ok,
                        failure_t *error) {
    enum { PART = 1 << 16 };
    char *part = memory_new(PART, 1), found[SHA256_TEXT];
    size_t size = 0;
    sha256_t sum;
    sha256_begin(&sum);
    bool ok = find_size(file, path, CLAIM_WEIGHTS_BYTES, &size, error);
    for (size = PART; ok && size == PART;) {
        ok = read_bytes(file, path, part, PART, &size, error);
        sha256_add(&sum, part, ok ? size : 0);
    }
    sha256_end(&sum, found);
    *is_ok = strcmp(found, expected) == 0;
    free(part);
    close(file);
    return ok;
}

static bool compare_files(claim_files_t *files, claim_files_tell_t tell, void *context,
                          failure_t *error) {
    for (int i = 0; i < files->count; i++) {
        const claim_file_t *of = &files->files[i];
        char path[PUBLISH_PATH], what[CLAIM_FILE_NAME + 40];
        bool is_ok = false;
        int file = -1;
        if (!open_below(files, of->name, path, &file, error) ||
            (file >= 0 && !compare_sum(file, path, of->sum, &is_ok, error)))
            return false;
        files->num_ok += is_ok;
        snprintf(what, sizeof what, "%s %s", of->name,
                 file < 0 ? "is missing" : "does not match " CLAIM_MANIFEST);
        if (!is_ok)
            tell(context, what);
    }
    return true;
}

/* Whether a file, or a folder with files, belongs to the bundle; *folder: a folder. */
static bool is_named(const claim_files_t *files, const char *name, bool *folder) {
    size_t length = strlen(name);
    *folder = false;
    for (int i = 0; i < files->count; i++)
        *folder = *folder || (strncmp(files->files[i].name, name, length) == 0 &&
                              files->files[i].name[length] == '/');
    return *folder || strcmp(name, CLAIM_MANIFEST) == 0 || claim_files_find(files, name);
}

/* Reports everything below the folder that SHA256SUMS does not name. below: "" or a
 * folder in it. */
static bool find_others(const claim_files_t *files, const char *below,
                        claim_files_tell_t tell, void *context, failure_t *error) {
    char path[PUBLISH_PATH];
    bool ok = true, is_folder;
    snprintf(path, sizeof path, "%.*s/%s", PUBLISH_PATH - CLAIM_FILE_NAME - 2,
             files->folder, below);
    DIR *open = opendir(path);
    if (!open)
        return error_set(error, "%s: cannot be read: %s", path, strerror(errno));
    for (struct dirent *entry; ok && (entry = readdir(open)) != NULL;) {
        char name[CLAIM_FILE_NAME + sizeof entry->d_name], what[sizeof name + 64];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(name, sizeof name, "%s%s%s", below, *below ? "/" : "", entry->d_name);
        if (is_named(files, name, &is_folder)) {
            ok = !is_folder || find_others(files, name, tell, context, error);
            continue;
        }
        plain_text_make(name);
        snprintf(what, sizeof what,
                 "%s is not part of the claim: " CLAIM_MANIFEST " does not name it",
                 name);
        tell(context, what);
    }
    closedir(open);
    return ok;
}

bool claim_files_read(claim_files_t *files, const char *folder, claim_files_tell_t tell,
                      void *context, failure_t *error) {
    *files = (claim_files_t){0};
    if (snprintf(files->folder, sizeof files->folder, "%s", folder) >= PUBLISH_PATH)
        return error_set(error, "%.100s...: the path is too long", folder);
    return load_manifest(files, error) && compare_files(files, tell, context, error) &&
           find_others(files, "", tell, context, error);
}

/* Reads a file, which must still have its checksum. */
static bool load_again(const claim_files_t *files, claim_file_t *file, size_t most,
                       failure_t *error) {
    char path[PUBLISH_PATH], sum[SHA256_TEXT];
    int opened = -1;
    if (!open_below(files, file->name, path, &opened, error))
        return false;
    if (opened < 0)
        return error_set(error, "%s: is missing", path);
    file->bytes = load(opened, path, most, &file->size, error);
    if (!file->bytes)
        return false;
    sha256_write(file->bytes, file->size, sum);
    return strcmp(sum, file->sum) == 0 ||
           error_set(error, "%s: has changed while it was being checked", path);
}

const char *claim_files_load(claim_files_t *files, const char *name, size_t most,
                             size_t *size, failure_t *error) {
    int i = index_of(files, name);
    claim_file_t *file = &files->files[i];
    if (i == files->count) {
        error_set(error, "%s/%s: is missing", files->folder, name);
        return NULL;
    }
    if (!file->bytes && !load_again(files, file, most, error))
        return NULL;
    *size = file->size;
    return file->bytes;
}
