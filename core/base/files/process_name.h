/* process_name.h - a name for this process, unique across machines and time, for its
 * files in folders shared by several machines.
 * Use: publish under "PATH.<process_name()>.tmp"
 * HOST-PID-NAMESPACE-XXXXXXXX, the last part random: letters, digits, '.', '_' and '-'.
 * Containers may have their machine's host name but their own process numbers. NAMESPACE,
 * the inode of /proc/self/ns/pid, tells them apart; 0 if it cannot be read.
 */
#ifndef CORE_PROCESS_NAME_H
#define CORE_PROCESS_NAME_H

#include <stdbool.h>

enum { WRITER_NAME = 128 };

const char *process_name(void);

/* The host name, truncated if too long. */
const char *process_host(void);

/* Whether a name belongs to a process of this machine and namespace that no longer
 * exists, so that nobody will complete its unfinished files. Names from earlier versions
 * have no namespace and count as of this one. False for anything that is not such a name.
 */
bool process_is_gone(const char *name);

#endif
