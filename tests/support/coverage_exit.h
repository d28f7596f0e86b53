/* coverage_exit.h - included before every file of a build that measures coverage: a
 * process that ends by _exit writes its counts first (tests/tools/coverage.py). */
#ifndef TESTS_COVERAGE_EXIT_H
#define TESTS_COVERAGE_EXIT_H

int __llvm_profile_write_file(void);
_Noreturn void coverage_end(int status) __asm__("_exit");

/* Once: there may be no memory to write with, which ends the program, too. */
__attribute__((unused)) _Noreturn static void coverage_exit(int status) {
    static int begun;
    if (!begun++)
        (void)__llvm_profile_write_file();
    coverage_end(status);
}

#define _exit coverage_exit

#endif
