/* config_file.h - a file with a run's configuration, for tests of its keys and errors.
 * Use: cmocka_run_group_tests(tests, config_file_make, config_file_remove);
 *      config_file_load(&config, "{\"game\": \"seesaw\"}", "seed=5 games=7", &error);
 *      char *text = config_file_effective("{\"game\": \"seesaw\"}", "seed=5");   free
 * Errors: those of run_config_load; a file that cannot be written fails the test.
 */
#ifndef TESTS_CONFIG_FILE_H
#define TESTS_CONFIG_FILE_H

#include "core/base/error.h"
#include "selfplay/config/run_config.h"

#include <stdbool.h>
#include <stddef.h>

/* The file's name, from config_file_make on. */
extern char config_file_path[];

/* An empty file, and its end: before and after a group of tests. */
int config_file_make(void **unused);
int config_file_remove(void **unused);

void config_file_write(const void *bytes, size_t length);

/* Writes the text and loads it, with words separated by blanks (an empty one is
 * written ''). */
bool config_file_load(run_config_t *config, const char *text, const char *words,
                      failure_t *error);

/* The effective configuration; it has to load. The caller frees it. */
char *config_file_effective(const char *text, const char *words);

#endif
