/* Names of writers, and sweeping: only unfinished files of ended processes of this
 * machine are removed. */
#include "tests/support/unit.h"

#include "core/base/files/file.h"
#include "core/base/files/process_name.h"
#include "core/base/files/publish.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The id of a process that has ended. */
static long gone_process(void) {
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    assert_true(child > 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    return (long)child;
}

/* HOST-PROCESS and a suffix. */
static const char *writer(long process, const char *rest) {
    static char name[256];
    snprintf(name, sizeof name, "%s-%ld%s", process_host(), process, rest);
    return name;
}

static void test_who_is_gone(void **unused) {
    (void)unused;
    long gone = gone_process(), here = (long)getpid();
    assert_true(process_is_gone(writer(gone, "-0123abcd")));
    assert_true(process_is_gone(writer(gone, "-0123abcd.tmp")));
    assert_false(process_is_gone(writer(here, "-0123abcd")));
    assert_false(process_is_gone(process_name()));
    /* This process's name with another process id, and with another namespace. */
    const char *mine = strchr(process_name() + strlen(process_host()) + 1, '-');
    assert_true(process_is_gone(writer(gone, mine)));
    assert_false(process_is_gone(writer(gone, "-4026530000-0123abcd.tmp")));
    assert_false(process_is_gone(writer(gone, "--0123abcd.tmp")));
    /* A machine whose name begins with ours: its process ids are not ours. */
    assert_false(process_is_gone(writer(gone, "-4321-0123abcd")));
    assert_false(process_is_gone(writer(gone, "-1234567-0123abcd.tmp")));
    assert_false(process_is_gone(writer(gone, "")));
    assert_false(process_is_gone(writer(gone, "-")));
    assert_false(process_is_gone(writer(gone, "-0123abc")));
    assert_false(process_is_gone(writer(gone, "-0123abcde")));
    assert_false(process_is_gone("another-1-0123abcd"));
    assert_false(process_is_gone(""));
}

static void make_file(const char *folder, const char *writer, const char *suffix) {
    char path[512];
    snprintf(path, sizeof path, "%s/shard-000000.h5.%s%s", folder, writer, suffix);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
}

static void test_sweep(void **unused) {
    (void)unused;
    char folder[] = "/tmp/fulcrum-publish-XXXXXX", command[128];
    long gone = gone_process();
    assert_non_null(mkdtemp(folder));
    make_file(folder, writer(gone, "-0123abcd"), ".tmp"); /* the only one removed */
    make_file(folder, writer(gone, "-0123abcd"), "");
    make_file(folder, writer(gone, "-4026530000-0123abcd"), ".tmp");
    make_file(folder, writer(gone, "-4321-0123abcd"), ".tmp");
    make_file(folder, process_name(), ".tmp");
    make_file(folder, "another-1-0123abcd", ".tmp");
    assert_int_equal(publish_sweep(folder), 1);
    assert_int_equal(publish_sweep(folder), 0);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

static void test_folders(void **unused) {
    (void)unused;
    failure_t error;
    assert_false(publish_folder("", &error));
    assert_non_null(strstr(error.message, "cannot be created"));
    assert_true(publish_folder("/", &error));
    assert_true(publish_folder(".", &error));
    assert_true(publish_folder("/tmp//", &error));
    assert_false(publish_sync_names(-1, "x", &error)); /* nothing was synced */
    assert_non_null(strstr(error.message, "cannot be synced"));
}

static void check_text(const char *path, const char *expected) {
    failure_t error;
    char *text = file_read_text(path, &error);
    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
}

/* An existing file keeps its name until the two are exchanged. */
static void test_files_that_meet(void **unused) {
    (void)unused;
    char folder[] = "/tmp/fulcrum-publish-XXXXXX", path[128], first[FILE_PATH],
         second[FILE_PATH], command[128];
    failure_t error;
    bool exists;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    assert_true(publish_write(path, "one", 3, first, &error));
    assert_false(publish_exchange(first, path));
    assert_true(publish_new(first, path, &exists, &error));
    assert_false(exists);
    assert_int_not_equal(access(first, F_OK), 0);
    assert_true(publish_write(path, "two", 3, second, &error));
    assert_true(publish_new(second, path, &exists, &error));
    assert_true(exists);
    check_text(path, "one");
    check_text(second, "two");
    if (publish_exchange(second, path)) { /* supported by most file systems */
        check_text(path, "two");
        check_text(second, "one");
    }
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_who_is_gone),
        cmocka_unit_test(test_sweep),
        cmocka_unit_test(test_files_that_meet),
        cmocka_unit_test(test_folders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
