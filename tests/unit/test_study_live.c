/* The live table of a running study: redrawn in place on a terminal and never wider than
 * it; elsewhere printed once, when the answer is rough, followed by lines. */
#define _XOPEN_SOURCE 700 /* posix_openpt */
#define _DEFAULT_SOURCE   /* TIOCSWINSZ */
#include "tests/support/unit.h"

#include "core/base/json.h"
#include "core/game/game.h"
#include "eval/study/study.h"
#include "eval/study/study_live.h"
#include "eval/study/study_run.h"

#include <cjson/cJSON.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { VARIANTS = 2, STRENGTHS = 2, RUNS = VARIANTS * STRENGTHS };

static const char question[] =
    "{\"game\": \"seesaw\", \"variants\": [{\"name\": \"Side 2\", \"variant\": "
    "{\"size\": 2}},"
    " {\"name\": \"a name of more than thirty characters\", \"variant\": {\"size\": 3}}],"
    " \"strengths\": [{\"simulations\": 100}, {\"simulations\": 200}]}";

typedef struct fixture {
    study_t study;
    study_run_t runs[RUNS];
} fixture_t;

/* Runs of self-play: `games` for the first variant at each strength, half of them won,
 * and none for the second. */
static fixture_t *begin(const int games[STRENGTHS]) {
    failure_t error;
    fixture_t *fixture = memory_new(1, sizeof *fixture);
    cJSON *json = json_parse(question, "study", &error);
    assert_true(json && study_read_json(&fixture->study, json, "study", NULL, 0, &error));
    cJSON_Delete(json);
    for (int i = 0; i < RUNS; i++) {
        study_run_t *run = &fixture->runs[i];
        const study_part_t part = {i / STRENGTHS, i % STRENGTHS, STUDY_SELF, 0};
        assert_true(study_run_imagine(run, &fixture->study, part, "out", &error));
        for (int game = 0; i < STRENGTHS && game < games[i]; game++) {
            uint16_t turn = 0;
            const game_result_t seen = {.hash = (uint64_t)game,
                                        .winner = (uint8_t)(game % 2)};
            assert_true(study_run_add(run, &seen, &turn, 0));
        }
    }
    return fixture;
}

static void end(fixture_t *fixture) {
    for (int i = 0; i < RUNS; i++)
        study_run_close(&fixture->runs[i]);
    study_clear(&fixture->study);
    free(fixture);
}

/* --- On a terminal ------------------------------------------------------------------ */

typedef struct screen {
    int terminal, kept; /* the terminal's other side; what standard error was */
} screen_t;

/* Makes standard error a terminal with that many columns; false: not possible here. */
static bool open_screen(screen_t *screen, unsigned short columns) {
    struct winsize size = {.ws_row = 24, .ws_col = columns};
    screen->terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (screen->terminal < 0 || grantpt(screen->terminal) != 0 ||
        unlockpt(screen->terminal) != 0)
        return false;
    int ours = open(ptsname(screen->terminal), O_RDWR | O_NOCTTY);
    if (ours < 0)
        return false;
    assert_int_equal(ioctl(ours, TIOCSWINSZ, &size), 0);
    screen->kept = dup(STDERR_FILENO);
    dup2(ours, STDERR_FILENO);
    close(ours);
    return true;
}

/* Closes the terminal; returns what was written to it, for the caller to free. */
static char *close_screen(screen_t *screen) {
    enum { ROOM = 65536 };
    char *text = memory_new(ROOM, 1);
    fputs("END", stderr);
    fflush(stderr);
    for (size_t used = 0; !strstr(text, "END") && used < ROOM - 1;) {
        ssize_t got = read(screen->terminal, text + used, ROOM - 1 - used);
        if (got <= 0)
            break;
        used += (size_t)got;
    }
    dup2(screen->kept, STDERR_FILENO);
    close(screen->kept);
    close(screen->terminal);
    return text;
}

static void assert_says(const char *text, const char *words) {
    if (!strstr(text, words))
        fail_msg("no \"%s\" in: %s", words, text);
}

static int count(const char *text, const char *words) {
    int found = 0;
    for (; (text = strstr(text, words)) != NULL; text++)
        found++;
    return found;
}

static void test_terminal(void **unused) {
    screen_t screen = {-1, -1};
    study_live_t live;
    fixture_t *fixture = begin((const int[]){40, 20});
    (void)unused;
    if (!open_screen(&screen, 100)) {
        end(fixture);
        skip();
    }
    study_live_init(&live, &fixture->study, false);
    study_live_end(&live); /* nothing to be erased */
    live.last = -1;
    study_live_show(&live, fixture->runs, RUNS, "first");
    study_live_show(&live, fixture->runs, RUNS, "too soon");
    live.last = -1;
    study_live_show(&live, fixture->runs, RUNS, "second");
    study_live_is_rough(&live, fixture->runs, RUNS); /* the table is already there */
    live.last = -1;
    study_live_end(&live);
    assert_int_equal(live.lines, 0);
    char *text = close_screen(&screen);
    assert_null(strstr(text, "too soon"));
    assert_null(strstr(text, "A rough answer"));
    assert_int_equal(count(text, "\033[5A\r\033[J"), 2); /* redrawn, then erased */
    assert_says(text, "\r\n  simulations                                     100         "
                      "         200\r\n");
    assert_says(text, "\r\n  Side 2                          50.0 % [24.8, 75.2]  50.0 % "
                      "[16.8, 83.2]\r\n");
    assert_says(text, "\r\n  a name of more …rty characters  ");
    assert_says(text, "\r\nfirst\r\n");
    free(text);
    end(fixture);
}

/* A terminal with room for one strength shows the last that has games; one without room
 * for any, only names; no line is wider than the terminal. */
static void test_narrow_terminals(void **unused) {
    static const unsigned short columns[] = {60, 30};
    (void)unused;
    for (int i = 0; i < 2; i++) {
        screen_t screen = {-1, -1};
        study_live_t live;
        fixture_t *fixture = begin((const int[]){40, i == 0 ? 20 : 0});
        if (!open_screen(&screen, columns[i])) {
            end(fixture);
            skip();
        }
        study_live_init(&live, &fixture->study, false);
        live.last = -1;
        study_live_show(&live, fixture->runs, RUNS,
                        "a line of many more than thirty characters");
        char *text = close_screen(&screen);
        assert_int_equal(count(text, "200\r\n"), i == 0);
        assert_int_equal(count(text, "100\r\n"), 0);
        *strstr(text, "END") = '\0';
        for (char *line = strtok(text, "\r\n"); line; line = strtok(NULL, "\r\n"))
            assert_true(strlen(line) < columns[i]);
        free(text);
        end(fixture);
    }
}

/* --- Elsewhere ---------------------------------------------------------------------- */

static void test_file(void **unused) {
    char text[4096] = "";
    study_live_t live, quiet;
    fixture_t *fixture = begin((const int[]){40, 0});
    FILE *file = tmpfile();
    int kept = dup(STDERR_FILENO);
    (void)unused;
    dup2(fileno(file), STDERR_FILENO);
    study_live_init(&quiet, &fixture->study, true);
    quiet.last = -1;
    study_live_show(&quiet, fixture->runs, RUNS, "nothing");
    study_live_is_rough(&quiet, fixture->runs, RUNS);
    study_live_end(&quiet);
    study_live_init(&live, &fixture->study, false);
    live.last = -100;
    study_live_show(&live, fixture->runs, RUNS, "before");
    study_live_is_rough(&live, fixture->runs, RUNS);
    study_live_is_rough(&live, fixture->runs, RUNS); /* once is enough */
    study_live_show(&live, fixture->runs, RUNS, "too soon");
    live.last = -100;
    study_live_show(&live, fixture->runs, RUNS, "after");
    study_live_end(&live);
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    assert_true(pread(fileno(file), text, sizeof text - 1, 0) > 0);
    fclose(file);
    assert_int_equal(
        strncmp(text, "First player's score [95 %, anytime-valid], after", 49), 0);
    assert_says(text, "             100\n  Side 2");
    assert_null(strstr(text, "200"));
    assert_says(text, "\nA rough answer; the study continues.\nafter\n");
    assert_null(strchr(text, '\033'));
    end(fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_terminal),
                                       cmocka_unit_test(test_narrow_terminals),
                                       cmocka_unit_test(test_file)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
