#include "core/base/files/foreign_hdf5.h"

#include "core/base/files/hdf5_attributes.h"
#include "core/base/files/hdf5_open.h"
#include "core/base/plain_text.h"
#include "core/base/process/contained.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_TEXT = 1 << 20 };

/* The child's memory in addition to its parent's, and its CPU time. */
static const contained_limits_t child_limits = {.seconds = 10, .memory = 1 << 30};

/* --- Requests and answers ----------------------------------------------------------- */

typedef enum { ASK_OPEN, ASK_NUMBER, ASK_TEXT, ASK_LINKS, ASK_ARRAY } kind_t;

typedef struct question {
    kind_t kind;
    foreign_type_t type;
    int rank, dimensions[FOREIGN_RANK];
    uint64_t bytes; /* size of the values, or room for them */
    char name[FOREIGN_NAME];
} question_t;

typedef struct answer {
    foreign_answer_t found;
    uint64_t number;   /* or number of bytes that follow */
    failure_t failure; /* why the file cannot be opened or read; or empty */
} answer_t;

struct foreign_hdf5 {
    char *path;
    pid_t child; /* 0: none, the file is open in this process */
    int to_child;
    bool is_lost;      /* the child no longer answers */
    failure_t failure; /* the first of the answers */
    hid_t file;        /* in the process that reads the file */
};

static bool stays;

void foreign_hdf5_stay(void) {
    stays = true;
}

/* --- Reading, in the child ---------------------------------------------------------- */

static hid_t type_in_file(foreign_type_t type) {
    const hid_t types[] = {[FOREIGN_F32] = H5T_IEEE_F32LE,
                           [FOREIGN_I8] = H5T_STD_I8LE,
                           [FOREIGN_I16] = H5T_STD_I16LE,
                           [FOREIGN_I32] = H5T_STD_I32LE};
    return types[type];
}

static hid_t type_in_memory(foreign_type_t type) {
    const hid_t types[] = {[FOREIGN_F32] = H5T_NATIVE_FLOAT,
                           [FOREIGN_I8] = H5T_NATIVE_INT8,
                           [FOREIGN_I16] = H5T_NATIVE_INT16,
                           [FOREIGN_I32] = H5T_NATIVE_INT32};
    return types[type];
}

static bool is_like(hid_t dataset, const question_t *question) {
    hsize_t dimensions[H5S_MAX_RANK] = {0};
    hid_t space = H5Dget_space(dataset), type = H5Dget_type(dataset);
    bool ok = H5Tequal(type, type_in_file(question->type)) > 0 &&
              H5Sget_simple_extent_ndims(space) == question->rank &&
              H5Sget_simple_extent_dims(space, dimensions, NULL) == question->rank;
    for (int i = 0; ok && i < question->rank; i++)
        ok = dimensions[i] == (hsize_t)question->dimensions[i];
    H5Tclose(type);
    H5Sclose(space);
    return ok;
}

static foreign_answer_t read_array(hid_t file, const question_t *question, void *values) {
    if (H5Lexists(file, question->name, H5P_DEFAULT) <= 0)
        return FOREIGN_MISSING;
    hid_t dataset = hdf5_open_dataset(file, question->name);
    if (dataset < 0)
        return FOREIGN_UNLIKE;
    foreign_answer_t found = FOREIGN_UNLIKE;
    if (is_like(dataset, question))
        found = H5Dread(dataset, type_in_memory(question->type), H5S_ALL, H5S_ALL,
                        H5P_DEFAULT, values) >= 0
                    ? FOREIGN_READ
                    : FOREIGN_UNREADABLE;
    H5Dclose(dataset);
    return found;
}

static foreign_answer_t read_text(hid_t file, const question_t *question,
                                  answer_t *answer, char *values) {
    char *text = hdf5_read_text(file, question->name);
    size_t length = text ? strlen(text) : 0;
    bool fits = text && values && length <= question->bytes;
    if (fits)
        memcpy(values, text, length);
    answer->number = fits ? length : 0;
    free(text);
    return fits ? FOREIGN_READ : FOREIGN_MISSING;
}

/* values: room for question->bytes. */
static answer_t find_answer(foreign_hdf5_t *file, const question_t *question,
                            void *values) {
    answer_t answer = {.found = FOREIGN_MISSING};
    H5G_info_t info = {0};
    bool found = false, is_damaged;
    switch (question->kind) {
    case ASK_OPEN:
        file->file = hdf5_open(file->path, &is_damaged, &answer.failure);
        found = file->file >= 0;
        break;
    case ASK_NUMBER:
        found = hdf5_read_number(file->file, question->name, &answer.number);
        break;
    case ASK_LINKS:
        found = H5Gget_info(file->file, &info) >= 0;
        answer.number = info.nlinks;
        break;
    case ASK_TEXT:
        answer.found = read_text(file->file, question, &answer, values);
        break;
    case ASK_ARRAY:
        answer.found = read_array(file->file, question, values);
        answer.number = answer.found == FOREIGN_READ ? question->bytes : 0;
        break;
    }
    if (found)
        answer.found = FOREIGN_READ;
    if (answer.found != FOREIGN_READ)
        (void)hdf5_read_failed(file->path, &answer.failure);
    return answer;
}

/* --- Communication ------------------------------------------------------------------ */

static bool send_all(int socket, const void *bytes, size_t size) {
    for (const char *at = bytes; size > 0;) {
        ssize_t sent = send(socket, at, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        at += sent;
        size -= (size_t)sent;
    }
    return true;
}

static bool receive_all(int socket, void *bytes, size_t size) {
    for (char *at = bytes; size > 0;) {
        ssize_t received = recv(socket, at, size, 0);
        if (received < 0 && errno == EINTR)
            continue;
        if (received <= 0)
            return false;
        at += received;
        size -= (size_t)received;
    }
    return true;
}

_Noreturn static void answer_all(foreign_hdf5_t *file, int parent) {
    question_t question;
    contained_begin(&child_limits);
    hdf5_load_no_plugins();
    while (receive_all(parent, &question, sizeof question)) {
        char *values = memory_new(question.bytes + 1, 1);
        answer_t answer = find_answer(file, &question, values);
        bool follows = question.kind == ASK_TEXT || question.kind == ASK_ARRAY;
        if (!send_all(parent, &answer, sizeof answer) ||
            (follows && !send_all(parent, values, (size_t)answer.number)))
            break;
        free(values);
    }
    _exit(0);
}

/* Returns the answer, and its values. If the child has died, or its answer is impossible,
 * nothing is found. */
static answer_t ask(foreign_hdf5_t *file, const question_t *question, void *values) {
    answer_t answer = {.found = FOREIGN_MISSING};
    bool follows = question->kind == ASK_TEXT || question->kind == ASK_ARRAY;
    if (file->child == 0)
        answer = find_answer(file, question, values);
    else
        file->is_lost =
            file->is_lost || !send_all(file->to_child, question, sizeof *question) ||
            !receive_all(file->to_child, &answer, sizeof answer) ||
            (follows && (answer.number > question->bytes ||
                         !receive_all(file->to_child, values, (size_t)answer.number)));
    if (file->is_lost)
        return (answer_t){.found = FOREIGN_MISSING};
    if (!*file->failure.message)
        file->failure = answer.failure;
    return answer;
}

static question_t make_question(kind_t kind, const char *name) {
    question_t question;
    memset(&question, 0, sizeof question); /* all of it is sent */
    question.kind = kind;
    REQUIRE(snprintf(question.name, sizeof question.name, "%s", name) < FOREIGN_NAME);
    return question;
}

/* --- Opening and closing ------------------------------------------------------------ */

static bool start_child(foreign_hdf5_t *file, failure_t *error) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return error_set_system(error, file->path, "cannot start a process to read it");
    (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    file->child = fork();
    if (file->child == 0) {
        close(ends[0]);
        answer_all(file, ends[1]);
    }
    int reason = errno;
    close(ends[1]);
    file->to_child = ends[0];
    if (file->child > 0)
        return true;
    close(ends[0]);
    errno = reason;
    return error_set_system(error, file->path, "cannot start a process to read it");
}

static void release(foreign_hdf5_t *file) {
    free(file->path);
    free(file);
}

/* Ends the child; false, with the reason, if it had ended early. */
static bool end_child(foreign_hdf5_t *file, failure_t *error) {
    int status = 0;
    close(file->to_child);
    while (waitpid(file->child, &status, 0) < 0 && errno == EINTR)
        ;
    if (!file->is_lost)
        return true;
    return contained_explain(file->path, &child_limits, status, error);
}

bool foreign_hdf5_close(foreign_hdf5_t *file, failure_t *error) {
    bool ok = true;
    if (file->child > 0)
        ok = end_child(file, error);
    else if (file->file >= 0)
        H5Fclose(file->file);
    if (ok && *file->failure.message) {
        ok = false;
        if (error)
            *error = file->failure;
    }
    release(file);
    return ok;
}

foreign_hdf5_t *foreign_hdf5_open(const char *path, failure_t *error) {
    foreign_hdf5_t *file = memory_new(1, sizeof *file);
    file->file = -1;
    file->path = memory_new(strlen(path) + 1, 1);
    memcpy(file->path, path, strlen(path));
    if (!stays && !start_child(file, error)) {
        release(file);
        return NULL;
    }
    question_t question = make_question(ASK_OPEN, "");
    if (ask(file, &question, NULL).found == FOREIGN_READ)
        return file;
    (void)foreign_hdf5_close(file, error);
    return NULL;
}

/* --- Requests ----------------------------------------------------------------------- */

bool foreign_hdf5_number(foreign_hdf5_t *file, const char *name, uint64_t *number) {
    question_t question = make_question(ASK_NUMBER, name);
    answer_t answer = ask(file, &question, NULL);
    *number = answer.number;
    return answer.found == FOREIGN_READ;
}

char *foreign_hdf5_text(foreign_hdf5_t *file, const char *name) {
    question_t question = make_question(ASK_TEXT, name);
    question.bytes = MOST_TEXT;
    char *text = memory_new(MOST_TEXT + 1, 1);
    answer_t answer = ask(file, &question, text);
    if (answer.found == FOREIGN_READ) {
        text[answer.number] = 0;
        return memory_resize(text, answer.number + 1, 1);
    }
    free(text);
    return NULL;
}

void foreign_hdf5_text_into(foreign_hdf5_t *file, const char *name, char *buffer,
                            size_t size) {
    char *text = foreign_hdf5_text(file, name);
    snprintf(buffer, size, "%s", text ? text : "unknown");
    plain_text_make(buffer);
    free(text);
}

int64_t foreign_hdf5_links(foreign_hdf5_t *file) {
    question_t question = make_question(ASK_LINKS, "");
    answer_t answer = ask(file, &question, NULL);
    return answer.found == FOREIGN_READ && answer.number <= INT64_MAX
               ? (int64_t)answer.number
               : -1;
}

foreign_answer_t foreign_hdf5_read(foreign_hdf5_t *file, const foreign_array_t *array) {
    static const size_t widths[] = {
        [FOREIGN_F32] = 4, [FOREIGN_I8] = 1, [FOREIGN_I16] = 2, [FOREIGN_I32] = 4};
    question_t question = make_question(ASK_ARRAY, array->name);
    question.type = array->type;
    question.rank = array->rank;
    question.bytes = widths[array->type];
    for (int i = 0; i < array->rank; i++) {
        question.dimensions[i] = array->dimensions[i];
        question.bytes *= (uint64_t)array->dimensions[i];
    }
    answer_t answer = ask(file, &question, array->values);
    if (answer.found == FOREIGN_READ && file->child > 0 &&
        answer.number != question.bytes)
        file->is_lost = true;
    return file->is_lost ? FOREIGN_UNREADABLE : answer.found;
}
