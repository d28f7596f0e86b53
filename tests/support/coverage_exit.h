/* coverage_exit.h - included before every file of a coverage build: a process that calls
 * _exit writes its coverage counts first (tests/tools/coverage.py). */
#ifndef TESTS_COVERAGE_EXIT_H
#define TESTS_COVERAGE_EXIT_H

int __llvm_profile_write_file(void);
_Noreturn void coverage_end(int status) __asm__("_exit");

/* Written once only: writing may run out of memory, which calls _exit again. */
__attribute__((unused)) _Noreturn static void coverage_exit(int status) {
    static int begun;
    if (!begun++)
        (void)__llvm_profile_write_file();
    coverage_end(status);
}

#define _exit coverage_exit

#endif
