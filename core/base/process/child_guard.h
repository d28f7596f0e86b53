/* child_guard.h - kills the child processes of this process after it ends, however it
 * ends: a program that hangs would not notice the end of its input.
 * Use: child_guard_add(id);        after starting a program
 *      child_guard_remove(id);     before waiting for it
 * The guard is a separate process, started with the first program. It reads from a socket
 * whose other end only this process holds, and when that is closed, even by kill -9, it
 * kills the process groups that it knows. (PR_SET_PDEATHSIG would act when the thread
 * that started the program ends.) If the guard cannot be started, nothing is guarded.
 */
#ifndef CORE_CHILD_GUARD_H
#define CORE_CHILD_GUARD_H

/* id: of a process that leads its own process group. */
void child_guard_add(int id);
void child_guard_remove(int id);

#endif
