#include "selfplay/library/library_error.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static _Thread_local failure_t message;
static _Thread_local int status_of_message;
static _Thread_local fulcrum_status_t thrown; /* by library_throw */

static pthread_mutex_t files = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local bool has_files;

FULCRUM_API const char *fulcrum_error(void) {
    return message.message;
}

FULCRUM_API int fulcrum_error_status(void) {
    return status_of_message;
}

int library_fail(fulcrum_status_t status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message.message, sizeof message.message, format, arguments);
    va_end(arguments);
    return status_of_message = status;
}

bool library_refuse(const char *function, const char *what) {
    library_fail(FULCRUM_WRONG_CALL, "%s: %s", function, what);
    return false;
}

void *library_fail_null(fulcrum_status_t status, const char *text) {
    library_fail(status, "%s", text);
    return NULL;
}

void library_throw(fulcrum_status_t status, const char *text) {
    thrown = status;
    error_throw("%s", text);
}

void library_lock_files(void) {
    REQUIRE(!has_files && error_is_caught());
    pthread_mutex_lock(&files);
    has_files = true;
}

int library_run(void (*body)(void *context), void *context) {
    failure_t error;
    catch_t kind = error_catch(body, context, &error);
    if (has_files) {
        has_files = false;
        pthread_mutex_unlock(&files);
    }
    switch (kind) {
    case CATCH_NOTHING:
        return FULCRUM_OK;
    case CATCH_THROWN:
        return library_fail(thrown, "%s", error.message);
    case CATCH_MEMORY:
        return library_fail(FULCRUM_NO_MEMORY, "%s", error.message);
    case CATCH_MISUSE:
        break;
    }
    return library_fail(FULCRUM_INTERNAL_ERROR, "%s", error.message);
}
