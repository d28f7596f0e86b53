/* The rules shown in `play`, section by section. */
#include "tests/support/unit.h"

#include "core/games/rules_pages.h"
#include "mcts/play/play_rules.h"
#include "tests/support/variants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Replaces the games' pages. */
const embedded_text_t rules_pages[] = {
    {.name = "seesaw",
     .text =
         "# Seesaw\n\nRules, said once.\n"
         "## 1. Board\n\nA **board** of `rhombi`, see [the page](https://x.org) and [1]\n"
         "and 2 * 3 ] marks.\n- a point\n  goes on\n- another\n\n"
         "### 1.1 Names\n\nOf points (a1).\n"
         "```\n# no heading\n  a  b\n```\n\n"
         "| name | what |\n| --- | --- |\n| a | b |\n"
         "## 10. Ten\n\nThe tenth.\n"
         "## Sources\n\nNobody's.\n"
         "## 2 Turns\n\nBy turns."},
    {.name = NULL}};

static const char seesaw[] = "seesaw", seega[] = "seega";

/* The printed text; the caller frees it. */
static char *printed(const char *name, const char *section, int columns) {
    char path[] = "/tmp/fulcrum-rules-XXXXXX", *text = memory_new(65536, 1);
    test_variant_t variant = {name, "size=5"};
    game_t *game = test_variant_game(&variant);
    fflush(stdout);
    int file = mkstemp(path), kept = dup(STDOUT_FILENO);
    assert_true(file >= 0 && dup2(file, STDOUT_FILENO) >= 0);
    play_rules_print(game, section, columns);
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    assert_true(pread(file, text, 65535, 0) >= 0);
    close(file);
    unlink(path);
    game_free(game);
    return text;
}

static void assert_prints(const char *section, const char *expected) {
    char *text = printed(seesaw, section, 72);
    assert_string_equal(text, expected);
    free(text);
}

static void test_sections(void **unused) {
    (void)unused;
    assert_prints("1.1",
                  "### 1.1 Names\n\nOf points (a1).\n```\n# no heading\n  a  b\n```\n\n"
                  "| name | what |\n| --- | --- |\n| a | b |\n");
    assert_prints(
        "1", "## 1. Board\n\nA **board** of `rhombi`, see [the page](https://x.org) and "
             "[1] and 2 * 3\n] marks.\n- a point goes on\n- another\n\n"
             "### 1.1 Names\n\nOf points (a1).\n```\n# no heading\n  a  b\n```\n\n"
             "| name | what |\n| --- | --- |\n| a | b |\n");
    assert_prints("10", "## 10. Ten\n\nThe tenth.\n");
    char *all = printed(seesaw, "all", 72);
    assert_int_equal(strncmp(all, "# Seesaw\n\nRules, said once.\n## 1. Board\n", 40), 0);
    assert_non_null(strstr(all, "## Sources\n\nNobody's.\n## 2 Turns\n"));
    free(all);
}

static void test_contents(void **unused) {
    static const char contents[] = "\nMore: \"rules\" with a number, or \"rules all\":\n"
                                   "  rules 1. Board\n"
                                   "  rules 10. Ten\n"
                                   "  rules 2 Turns\n";
    (void)unused;
    char *text = printed(seesaw, "", 72);
    assert_int_equal(strncmp(text, "Seesaw, size=5", 14), 0);
    assert_string_equal(strstr(text, "\nMore: "), contents);
    free(text);
    text = printed(seesaw, "3", 72);
    assert_int_equal(strncmp(text, "Seesaw has no section 3 of its rules.\n\nMore", 43),
                     0);
    free(text);
    text = printed(seega, "1", 72); /* there is no page */
    assert_string_equal(text, "Seega has no section 1 of its rules.\n");
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sections),
                                       cmocka_unit_test(test_contents)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
