/* Leaks that are not ours, for the sanitizer of programs that are built with it: clang's
 * OpenMP runtime keeps the descriptors of its threads when the program ends. */
const char *__lsan_default_suppressions(void);

const char *__lsan_default_suppressions(void) {
    return "leak:libomp.so\n";
}
