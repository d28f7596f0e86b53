#include "mcts/evaluate/weights_file.h"

#include "core/base/files/file.h"
#include "core/base/text.h"
#include "mcts/evaluate/evaluator.h"
#include "mcts/evaluate/evaluator_choice.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

/* --- Bytes -------------------------------------------------------------------------- */

static const evaluator_class_t *find_class(const char *format, failure_t *error) {
    for (int i = 0; format && i < EVALUATOR_CLASSES; i++) {
        const evaluator_class_t *class = evaluator_classes[i];
        if (class && class->format && strcmp(class->format, format) == 0)
            return class;
    }
    char known[256];
    text_t out = text_into(known, sizeof known);
    for (int i = 0; i < EVALUATOR_CLASSES; i++)
        if (evaluator_classes[i] && evaluator_classes[i]->format)
            text_add(&out, "%s\"%s\"", out.used > 0 ? ", " : "",
                     evaluator_classes[i]->format);
    error_set(error, "is not a network: its \"format\" is %.80s; known are %s",
              format ? format : "missing", known);
    return NULL;
}

static weights_t *read_network(const safetensors_t *file, failure_t *error) {
    char hash[WEIGHTS_HASH];
    const char *given = safetensors_text(file, "hash");
    const evaluator_class_t *class = find_class(safetensors_text(file, "format"), error);
    weights_t *weights = class ? class->read(file, error) : NULL;
    if (!weights)
        return NULL;
    weights->class = class;
    weights_write_hash(weights, hash);
    if (!given || strcmp(given, hash) == 0)
        return weights;
    error_set(error,
              "its hash does not match its contents: it is damaged, or was changed "
              "and still has the old one (it may be left out)");
    weights_free(weights);
    return NULL;
}

weights_t *weights_read(const unsigned char *bytes, size_t size, failure_t *error) {
    safetensors_t *file = safetensors_read(bytes, size, error);
    weights_t *weights = file ? read_network(file, error) : NULL;
    safetensors_free(file);
    return weights;
}

void weights_free(weights_t *weights) {
    if (weights)
        weights->class->free_weights(weights);
}

/* --- Files -------------------------------------------------------------------------- */

#ifndef __wasm__ /* a play page has no files: page_engine.c */

/* A file that has been read, in the state that it had. */
typedef struct opened {
    struct opened *next;
    struct stat status;
    weights_t *weights;
} opened_t;

static bool is_same(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
           a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

const weights_t *weights_open(const char *path, failure_t *error) {
    static opened_t *first; /* the newest */
    opened_t opened = {.next = first};
    size_t size = 0;
    bool known = stat(path, &opened.status) == 0;
    for (const opened_t *one = first; known && one; one = one->next)
        if (is_same(&one->status, &opened.status))
            return one->weights;
    if (!known && errno == ENOENT) {
        error_set(error, "%s: there is no such file%s", path,
                  *path == '/' ? "" : "; relative paths start at the current folder");
        return NULL;
    }
    unsigned char *bytes = file_read_bytes(path, WEIGHTS_BYTES, &size, error);
    if (!bytes)
        return NULL;
    opened.weights = weights_read(bytes, size, error);
    free(bytes);
    if (!opened.weights) {
        error_prefix(error, "%s", path);
        return NULL;
    }
    first = memory_new(1, sizeof *first);
    *first = opened;
    return first->weights;
}

#endif
