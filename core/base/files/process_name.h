/* process_name.h - a name for this process that no other has, on any machine at any time:
 * for files of its own in a folder that many machines share.
 * Use: publish under "PATH.<process_name()>.tmp"
 * HOST-PID-NAMESPACE-XXXXXXXX, the last by chance: letters, digits, '.', '_' and '-'.
 * Containers of one machine may have its name, and processes of their own: NAMESPACE, the
 * inode of /proc/self/ns/pid, says whose they are; 0 where there is none to read.
 * Threads: any.   Errors: none.
 */
#ifndef CORE_PROCESS_NAME_H
#define CORE_PROCESS_NAME_H

#include <stdbool.h>

enum { WRITER_NAME = 128 };

const char *process_name(void);

/* Host names longer than can be shown are cut. */
const char *process_host(void);

/* Whether the process of a name was of this machine and this process's namespace, and is
 * gone; what it left unfinished will never be finished. Names of earlier versions have no
 * namespace and are taken for ones of this. False for what is no such name. */
bool process_is_gone(const char *name);

#endif
