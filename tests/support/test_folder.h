/* test_folder.h - a private empty folder for a test, removed with all its contents.
 * Use: cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
 *      or test_folder_enter in place of test_folder_make, which also changes into it
 *      snprintf(path, sizeof path, "%s/file", test_folder);
 * Errors: -1, as cmocka expects. One folder at a time; it may be made again.
 */
#ifndef TESTS_TEST_FOLDER_H
#define TESTS_TEST_FOLDER_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char test_folder[] = "/tmp/fulcrum-test-XXXXXX";

static inline int test_folder_make(void **unused) {
    (void)unused;
    memcpy(strrchr(test_folder, '-'), "-XXXXXX", sizeof "-XXXXXX");
    return mkdtemp(test_folder) ? 0 : -1;
}

static inline int test_folder_enter(void **unused) {
    return test_folder_make(unused) == 0 ? chdir(test_folder) : -1;
}

static inline int test_folder_remove(void **unused) {
    char command[64];
    (void)unused;
    snprintf(command, sizeof command, "cd / && rm -rf %s", test_folder);
    return system(command);
}

#endif
