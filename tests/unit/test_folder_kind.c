/* The kind of a folder, and which kinds may be written into it: each against each. */
#include "tests/support/unit.h"

#include "selfplay/run/folder_kind.h"
#include "tests/support/test_folder.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Makes a folder with these files, separated by blanks. */
static const char *make(const char *name, const char *files) {
    char path[300], list[200], *save = NULL;
    assert_int_equal(mkdir(name, 0777), 0);
    snprintf(list, sizeof list, "%s", files);
    for (char *file = strtok_r(list, " ", &save); file;
         file = strtok_r(NULL, " ", &save)) {
        snprintf(path, sizeof path, "%s/%s", name, file);
        if (strchr(file, '/')) {
            *strrchr(path, '/') = '\0';
            assert_int_equal(mkdir(path, 0777), 0);
            path[strlen(path)] = '/';
        }
        FILE *out = fopen(path, "w");
        assert_non_null(out);
        fclose(out);
    }
    return name;
}

static const struct {
    const char *name, *files, *noun;
    folder_kind_t kind;
} folders[] = {
    {"empty", "", NULL, FOLDER_OTHER},
    {"other", "a.txt b/c.json", NULL, FOLDER_OTHER},
    {"matches", "a/config.json", "folder of runs", FOLDER_MATCHES},
    {"begun", "learn/size-3-seed-1 networks/b", "players still learn", FOLDER_BEGUN},
    {"alike", "learn/a networks/b", NULL, FOLDER_OTHER},
    {"run", "config.json", "run", FOLDER_RUN},
    {"sweep", "sweep.json a/config.json", "sweep", FOLDER_SWEEP},
    {"bundle", "claim.json study.json", "bundle", FOLDER_BUNDLE},
    {"fairest", "fairest.json", "question for the fairest", FOLDER_FAIREST},
    {"study", "study.json", "study", FOLDER_STUDY},
};
enum { FOLDERS = sizeof folders / sizeof folders[0] };

static void test_kinds(void **unused) {
    failure_t error;
    (void)unused;
    for (int i = 0; i < FOLDERS; i++)
        assert_int_equal(folder_kind_of(make(folders[i].name, folders[i].files)),
                         folders[i].kind);
    assert_int_equal(folder_kind_of("nowhere"), FOLDER_MISSING);
    assert_int_equal(folder_kind_of("study/study.json"), FOLDER_FILE);
    for (int i = 0; i < FOLDERS; i++) {
        bool same = folders[i].kind == FOLDER_STUDY;
        assert_true(folder_kind_is(folders[i].name, FOLDER_STUDY, &error) == same);
        if (!same && folders[i].noun && !strstr(error.message, folders[i].noun))
            fail_msg("%s: %s", folders[i].name, error.message);
        bool has_runs = folders[i].noun && folders[i].kind != FOLDER_RUN;
        assert_true((folder_kind_instead_of_run(folders[i].name) != NULL) == has_runs);
    }
    assert_false(folder_kind_is("nowhere", FOLDER_STUDY, &error));
    assert_string_equal(error.message, "nowhere: there is no such folder");
    assert_false(folder_kind_is("study/study.json/x", FOLDER_STUDY, &error));
    assert_string_equal(error.message, "study/study.json/x: there is no such folder");
    assert_int_equal(symlink("loop", "loop"), 0); /* not accessible even for root */
    assert_false(folder_kind_is("loop", FOLDER_STUDY, &error));
    assert_string_equal(error.message,
                        "loop: cannot be opened: Too many levels of symbolic links");
    assert_int_equal(unlink("loop"), 0);
    assert_false(folder_kind_is("study/study.json", FOLDER_STUDY, &error));
    assert_non_null(strstr(error.message, "is not a study but a file; give a folder"));
}

/* Each kind may be written into an empty folder or one of its own kind. */
static void test_filling(void **unused) {
    failure_t error;
    (void)unused;
    for (int i = 0; i < FOLDERS; i++)
        for (folder_kind_t kind = FOLDER_MATCHES; kind <= FOLDER_STUDY; kind++) {
            folder_kind_t there = folders[i].kind;
            bool learns = kind == FOLDER_FAIREST || kind == FOLDER_STUDY,
                 fits = there == kind || there == FOLDER_OTHER ||
                        (there == FOLDER_BEGUN && learns);
            /* Nobody writes the first; claims have rules of their own. */
            if (kind == FOLDER_BEGUN || kind == FOLDER_BUNDLE)
                continue;
            if (folder_kind_may_hold(folders[i].name, kind, &error) == fits &&
                (fits || strstr(error.message, "choose another --out")))
                continue;
            fail_msg("%s as %d: %s", folders[i].name, (int)kind,
                     fits ? error.message : "taken");
        }
    assert_true(folder_kind_may_hold("nowhere", FOLDER_STUDY, &error));
    make("busy", "study.json a/config.json");
    assert_true(folder_kind_may_hold("busy", FOLDER_STUDY, &error));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_kinds),
                                       cmocka_unit_test(test_filling)};
    return cmocka_run_group_tests(tests, test_folder_enter, test_folder_remove);
}
