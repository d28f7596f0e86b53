#include "core/base/process/process_start.h"

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/files/hdf5_attributes.h"

#include <errno.h>
#include <fcntl.h>
#include <hdf5.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static bool has_ended; /* main has returned; read at exit */

/* open returns the lowest free descriptor. */
static void open_standard_descriptors(void) {
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++)
        if (fcntl(file, F_GETFD) == -1 && errno == EBADF &&
            open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY) != file)
            _exit(PROCESS_FAILED);
}

static void set_status(void) {
    if (has_ended)
        return;
    fflush(NULL);
    _exit(PROCESS_FAILED);
}

void process_start(void) {
    open_standard_descriptors();
    signal(SIGXFSZ, SIG_IGN);
    (void)H5dont_atexit();
    hdf5_load_no_plugins();
    (void)setenv("HDF5_USE_FILE_LOCKING", "FALSE", 1);
    (void)atexit(set_status);
}

bool process_signal_repeats(_Atomic double *first_s) {
    double first = 0, now = clock_seconds();
    return !atomic_compare_exchange_strong_explicit(
               first_s, &first, now, memory_order_relaxed, memory_order_relaxed) &&
           now - first >= SIGNAL_ECHO_S;
}

void process_end_by_signal(int number) {
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
    raise(number);
}

int process_end(int status) {
    has_ended = true;
    return status;
}
