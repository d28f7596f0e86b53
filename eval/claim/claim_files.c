#include "eval/claim/claim_files.h"

#include "core/base/files/file.h"
#include "core/base/files/publish.h"
#include "core/base/files/publish_folder.h"
#include "core/base/json.h"
#include "core/base/plain_text.h"
#include "core/base/text.h"
#include "eval/claim/claim_difference.h"

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

claim_file_t *claim_files_find(claim_files_t *files, const char *name) {
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
    char path[FILE_PATH], copy[FILE_PATH];
    if (!file_path(path, error, "%s/%s", folder, name))
        return false;
    memcpy(copy, path, sizeof copy);
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
    char unfinished[FILE_PATH];
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

/* Opens a regular file of at most `most` bytes; -1: an error. */
static int open_regular(const char *path, size_t most, size_t *size, failure_t *error) {
    struct stat status;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW);
    bool ok = file >= 0 ||
              (errno == ELOOP
                   ? error_set(error, "%s: is a link; a bundle has none", path)
                   : error_set(error, "%s: cannot be opened: %s", path, strerror(errno)));
    ok = ok && ((fstat(file, &status) == 0 && S_ISREG(status.st_mode)) ||
                error_set(error, "%s: is not a regular file", path));
    *size = ok ? (size_t)status.st_size : 0;
    if (ok && *size > most)
        ok = error_set(error, "%s: is too large", path);
    if (ok || file < 0)
        return file;
    close(file);
    return -1;
}

/* Reads up to `room` bytes from an offset on; fewer only at the end of the file. */
static bool read_bytes(int file, const char *path, char *bytes, size_t room, off_t offset,
                       size_t *size, failure_t *error) {
    ssize_t got = file_read_at(file, bytes, room, offset);
    *size = got > 0 ? (size_t)got : 0;
    return got >= 0 || error_set(error, "%s: cannot be read: %s", path, strerror(errno));
}

/* The bytes, followed by a 0. */
static char *load(const char *path, size_t most, size_t *size, failure_t *error) {
    size_t expected;
    int file = open_regular(path, most, &expected, error);
    if (file < 0)
        return NULL;
    char *bytes = memory_new(expected + 1, 1);
    bool ok = read_bytes(file, path, bytes, expected, 0, size, error) &&
              (*size == expected || error_set(error, "%s: has become shorter", path));
    close(file);
    if (ok)
        return bytes;
    free(bytes);
    return NULL;
}

/* "results.json", "weights/1.safetensors" */
static bool is_name(const char *name) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-_.";
    size_t first = strspn(name, letters);
    const char *below = name[first] == '/' ? name + first + 1 : "file";
    return first > 0 && name[0] != '.' && below[0] != '.' && below[0] != 0 &&
           below[strspn(below, letters)] == 0 && (!name[first] || name[first] == '/');
}

static bool read_line(claim_files_t *files, const char *line, size_t length) {
    const size_t sum = SHA256_TEXT - 1, name = sum + 2;
    char text[CLAIM_FILE_NAME] = "";
    if (length <= name || length - name >= sizeof text ||
        strspn(line, "0123456789abcdef") != sum || memcmp(line + sum, "  ", 2) != 0)
        return false;
    memcpy(text, line + name, length - name);
    if (!is_name(text) || claim_files_find(files, text) ||
        !claim_files_add(files, text, NULL, 0))
        return false;
    memcpy(files->files[files->count - 1].sum, line, sum);
    return true;
}

static bool read_lines(claim_files_t *files, const char *text, const char *path,
                       failure_t *error) {
    int number = 1;
    for (const char *line = text; *line; number++) {
        const char *end = strchr(line, '\n');
        if (!end || !read_line(files, line, (size_t)(end - line)))
            return error_set(error,
                             "%s: line %d is not the checksum of a file of a bundle, or "
                             "repeats one",
                             path, number);
        line = end + 1;
    }
    return files->count > 0 || error_set(error, "%s: names no files", path);
}

static bool read_manifest(claim_files_t *files, failure_t *error) {
    enum { MOST = CLAIM_MOST_FILES * (SHA256_TEXT + CLAIM_FILE_NAME + 2) };
    char path[FILE_PATH];
    size_t size;
    if (!file_path(path, error, "%s/" CLAIM_MANIFEST, files->folder))
        return false;
    if (file_is_folder(files->folder) && access(path, F_OK) != 0)
        return error_set(error,
                         "%s: has no " CLAIM_MANIFEST
                         "; a bundle made by `fulcrum claim` is needed",
                         files->folder);
    char *text = load(path, MOST, &size, error);
    if (!text)
        return false;
    sha256_write(text, size, files->id);
    bool ok = memchr(text, 0, size) ? error_set(error, "%s: is not text", path)
                                    : read_lines(files, text, path, error);
    free(text);
    return ok;
}

/* Whether the file has its checksum. */
static bool compare_sum(const char *path, const char *expected, bool *is_ok,
                        failure_t *error) {
    enum { PART = 1 << 16 };
    char *part = memory_new(PART, 1), found[SHA256_TEXT];
    size_t size = 0, got = PART;
    sha256_t sum;
    int file = open_regular(path, CLAIM_WEIGHTS_BYTES, &size, error);
    bool ok = file >= 0;
    sha256_begin(&sum);
    for (off_t at = 0; ok && got == PART; at += PART) {
        ok = read_bytes(file, path, part, PART, at, &got, error);
        sha256_add(&sum, part, ok ? got : 0);
    }
    sha256_end(&sum, found);
    *is_ok = strcmp(found, expected) == 0;
    free(part);
    if (file >= 0)
        close(file);
    return ok;
}

static bool compare_file(claim_files_t *files, claim_file_t *file, const char *path,
                         claim_differences_t *differences, failure_t *error) {
    bool is_ok;
    file->exists = true;
    if (!compare_sum(path, file->sum, &is_ok, error))
        return false;
    files->num_ok += is_ok;
    if (!is_ok)
        claim_differs(differences, "%s does not match " CLAIM_MANIFEST, file->name);
    return true;
}

/* Whether files of the bundle are in a folder of this name. */
static bool is_folder_of(const claim_files_t *files, const char *name) {
    size_t length = strlen(name);
    for (int i = 0; i < files->count; i++)
        if (strncmp(files->files[i].name, name, length) == 0 &&
            files->files[i].name[length] == '/')
            return true;
    return false;
}

static bool compare_below(claim_files_t *files, const char *below,
                          claim_differences_t *differences, failure_t *error);

/* What has this name in the folder. */
static bool compare_name(claim_files_t *files, char *name,
                         claim_differences_t *differences, failure_t *error) {
    char path[FILE_PATH];
    struct stat status;
    claim_file_t *file = claim_files_find(files, name);
    if (!file_path(path, error, "%s/%s", files->folder, name))
        return false;
    if (file)
        return compare_file(files, file, path, differences, error);
    if (is_folder_of(files, name)) {
        if (lstat(path, &status) != 0)
            return error_set_system(error, path, "cannot be read");
        return S_ISDIR(status.st_mode)
                   ? compare_below(files, name, differences, error)
                   : error_set(error, "%s: is a link, or no folder; a bundle has neither",
                               path);
    }
    if (strcmp(name, CLAIM_MANIFEST) != 0) {
        plain_text_make(name);
        claim_differs(differences,
                      "%s is not part of the claim: " CLAIM_MANIFEST " does not name it",
                      name);
    }
    return true;
}

/* Compares everything below the folder. below: "" or a folder in it. */
static bool compare_below(claim_files_t *files, const char *below,
                          claim_differences_t *differences, failure_t *error) {
    char path[FILE_PATH];
    bool ok = true;
    if (!file_path(path, error, "%s/%s", files->folder, below))
        return false;
    DIR *open = opendir(path);
    if (!open)
        return error_set_system(error, path, "cannot be read");
    const struct dirent *entry;
    for (errno = 0; ok && (entry = readdir(open)) != NULL; errno = 0) {
        char name[CLAIM_FILE_NAME + sizeof entry->d_name];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(name, sizeof name, "%s%s%s", below, *below ? "/" : "", entry->d_name);
        ok = compare_name(files, name, differences, error);
    }
    if (ok && errno != 0)
        ok = error_set_system(error, path, "cannot be read");
    closedir(open);
    return ok;
}

bool claim_files_read(claim_files_t *files, const char *folder,
                      claim_differences_t *differences, failure_t *error) {
    *files = (claim_files_t){0};
    if (!file_path(files->folder, error, "%s", folder) || !read_manifest(files, error) ||
        !compare_below(files, "", differences, error))
        return false;
    for (int i = 0; i < files->count; i++)
        if (!files->files[i].exists)
            claim_differs(differences, "%s is missing", files->files[i].name);
    return true;
}

/* --- Loading ------------------------------------------------------------------------ */

const char *claim_files_load(claim_files_t *files, const char *name, size_t most,
                             size_t *size, failure_t *error) {
    char path[FILE_PATH], sum[SHA256_TEXT];
    claim_file_t *file = claim_files_find(files, name);
    if (!file_path(path, error, "%s/%s", files->folder, name))
        return NULL;
    if (!file) {
        error_set(error, "%s: is missing", path);
        return NULL;
    }
    if (!file->bytes) {
        file->bytes = load(path, most, &file->size, error);
        if (!file->bytes)
            return NULL;
        sha256_write(file->bytes, file->size, sum);
        if (strcmp(sum, file->sum) != 0) {
            error_set(error, "%s: has changed while it was being checked", path);
            return NULL;
        }
    }
    *size = file->size;
    return file->bytes;
}

const char *claim_files_text(claim_files_t *files, const char *name, failure_t *error) {
    size_t size;
    const char *text = claim_files_load(files, name, CLAIM_TEXT_BYTES, &size, error);
    if (!text || !memchr(text, 0, size))
        return text;
    error_set(error, "%s/%s: is not text", files->folder, name);
    return NULL;
}

cJSON *claim_files_json(claim_files_t *files, const char *name, failure_t *error) {
    char path[FILE_PATH];
    const char *text = claim_files_text(files, name, error);
    return text && file_path(path, error, "%s/%s", files->folder, name)
               ? json_parse(text, path, error)
               : NULL;
}
