#include "core/base/files/process_name.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

enum { HOST_NAME = 65 };

static char host[HOST_NAME], name[WRITER_NAME];
static once_flag named = ONCE_FLAG_INIT;

/* The PID namespace of this process: process numbers of others mean nothing here. 0 if
 * unknown. */
static uintmax_t process_namespace(void) {
    struct stat status;
    return stat("/proc/self/ns/pid", &status) == 0 ? (uintmax_t)status.st_ino : 0;
}

static void make_name(void) {
    uint32_t chance = 0;
    if (getrandom(&chance, sizeof chance, 0) != sizeof chance)
        chance = (uint32_t)time(NULL);
    if (gethostname(host, sizeof host - 1) != 0 || !host[0])
        snprintf(host, sizeof host, "unnamed");
    for (char *p = host; *p; p++)
        if (!isalnum((unsigned char)*p) && *p != '.' && *p != '-')
            *p = '_';
    snprintf(name, sizeof name, "%s-%ld-%ju-%08x", host, (long)getpid(),
             process_namespace(), chance);
}

const char *process_name(void) {
    call_once(&named, make_name);
    return name;
}

const char *process_host(void) {
    call_once(&named, make_name);
    return host;
}

/* Whether a text begins with the random part, followed by its end or by the suffix of an
 * unfinished file. */
static bool is_chance(const char *text) {
    size_t digits = strspn(text, "0123456789abcdef");
    return digits == 8 && (text[digits] == 0 || text[digits] == '.');
}

/* Checks what follows the process number: our namespace and the random part, or the
 * random part alone, as in versions without namespaces. Where this machine's name is a
 * prefix of another's, as node is of node-12's in node-12-4321-XXXXXXXX, "12" is not
 * taken for a process of ours: 4321 is not our namespace. */
static bool is_of_ours(const char *text) {
    char *end;
    if (is_chance(text))
        return true;
    return isdigit((unsigned char)*text) &&
           strtoumax(text, &end, 10) == process_namespace() && *end == '-' &&
           is_chance(end + 1);
}

bool process_is_gone(const char *other) {
    size_t length = strlen(process_host());
    char *end;
    if (strncmp(other, host, length) != 0 || other[length] != '-' ||
        !isdigit((unsigned char)other[length + 1]))
        return false;
    long process = strtol(other + length + 1, &end, 10);
    return *end == '-' && is_of_ours(end + 1) && process > 0 &&
           kill((pid_t)process, 0) != 0 && errno == ESRCH;
}
