/* Leaks of libraries that LeakSanitizer ignores: clang's OpenMP runtime does not free its
 * thread descriptors when the program exits. */
const char *__lsan_default_suppressions(void);

const char *__lsan_default_suppressions(void) {
    return "leak:libomp.so\n";
}
