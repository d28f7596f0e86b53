#include "tests/unit/config_file.h"

#include "tests/support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char config_file_path[] = "/tmp/fulcrum_test_config_XXXXXX";

int config_file_make(void **unused) {
    (void)unused;
    int file = mkstemp(config_file_path);
    return file < 0 ? -1 : close(file);
}

int config_file_remove(void **unused) {
    (void)unused;
    return unlink(config_file_path);
}

void config_file_write(const void *bytes, size_t length) {
    FILE *file = fopen(config_file_path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static bool load_file(run_config_t *config, const char *words, failure_t *error) {
    enum { MAX_WORDS = 8 };
    char copy[1024], *list[MAX_WORDS], *save = NULL;
    int count = 0;
    assert_true(strlen(words) < sizeof copy);
    strcpy(copy, words);
    for (char *word = strtok_r(copy, " ", &save); word;
         word = strtok_r(NULL, " ", &save)) {
        assert_true(count < MAX_WORDS);
        if (strcmp(word, "''") == 0)
            *word = 0;
        list[count++] = word;
    }
    return run_config_load(config, config_file_path, list, count, error);
}

bool config_file_load(run_config_t *config, const char *text, const char *words,
                      failure_t *error) {
    config_file_write(text, strlen(text));
    return load_file(config, words, error);
}

char *config_file_effective(const char *text, const char *words) {
    run_config_t config;
    failure_t error;
    if (!config_file_load(&config, text, words, &error))
        fail_msg("%s with %s: %s", text, words, error.message);
    char *result = run_config_text(&config);
    run_config_clear(&config);
    return result;
}
