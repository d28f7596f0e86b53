/* process_name.h - a name for this process that no other has, on any machine at any time:
 * for files of its own in a folder that many machines share.
 * Use: publish under "PATH.<process_name()>.tmp"
 * HOST-PID-XXXXXXXX, the last by chance: letters, digits, '.', '_' and '-'.
 * Threads: any.   Errors: none.
 */
#ifndef CORE_PROCESS_NAME_H
#define CORE_PROCESS_NAME_H

#include <stdbool.h>

enum { WRITER_NAME = 128 };

const char *process_name(void);

/* Host names longer than can be shown are cut. */
const char *process_host(void);

/* Whether the process of a name was of this machine and is gone; what it left unfinished
 * will never be finished. False for what is no such name. */
bool process_is_gone(const char *name);

#endif
