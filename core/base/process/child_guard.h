/* child_guard.h - ends what this process has started where it is gone itself, however it
 * went: a program that hangs does not read the end of its input.
 * Use: child_guard_add(id);        once a program is started
 *      child_guard_remove(id);     before it is waited for
 * The guard is a process of its own, begun with the first program; it reads from a socket
 * whose other end this process alone has, and when that is closed, by kill -9, too, it
 * kills the groups that it knows. (PR_SET_PDEATHSIG would do so when the thread
 * ends that started the program.) Where there is no guard to be had, nothing is guarded.
 * Threads: any.   Errors: none.
 */
#ifndef CORE_CHILD_GUARD_H
#define CORE_CHILD_GUARD_H

/* id: of a process that leads a group of its own. */
void child_guard_add(int id);
void child_guard_remove(int id);

#endif
