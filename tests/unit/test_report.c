/* Parts of a study's report page: escaping, which variant is called the fairer,
 * and the cells for which a first turn counts. cli_report.sh tests the complete page. */
#include "eval/study/answers/study_words.h"
#include "eval/study/study_result.h"
#include "tests/support/unit.h"

#include "eval/render/html.h"
#include "eval/report/report_sections.h"
#include "tests/support/variants.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A writer's output; the caller frees it. */
typedef struct written {
    FILE *file;
    char *text;
    size_t size;
} written_t;

static FILE *open_text(written_t *written) {
    *written = (written_t){0};
    written->file = open_memstream(&written->text, &written->size);
    assert_non_null(written->file);
    return written->file;
}

static void assert_written(written_t *written, const char *expected) {
    fclose(written->file);
    assert_string_equal(written->text, expected);
    free(written->text);
}

static void test_escaping(void **unused) {
    (void)unused;
    written_t written;
    html_text(open_text(&written), "a <b> & \"c\" 'd' é");
    assert_written(&written, "a &lt;b&gt; &amp; &quot;c&quot; &#39;d&#39; é");
    html_format(open_text(&written), "%d < %s", 1, "<2>");
    assert_written(&written, "1 &lt; &lt;2&gt;");
    html_words(open_text(&written), "run `a <b>` and `c`, `d");
    assert_written(&written, "run <code>a &lt;b&gt;</code> and <code>c</code>, `d");
    cJSON *json = cJSON_CreateString("</script>&");
    html_script(open_text(&written), "x", json);
    cJSON_Delete(json);
    assert_written(&written, "<script type=\"application/json\" id=\"x\">"
                             "\"\\u003c/script\\u003e\\u0026\"</script>\n");
}

typedef struct fairer_case {
    estimate_t a, b; /* `simultaneous` of the two cells */
    double difference, adjusted;
    int fairer;
} fairer_case_t;

static const fairer_case_t fairer_cases[] = {
    /* Both above even, with a significant difference: the lower is the fairer. */
    {{.62, .58, .66}, {.55, .51, .59}, .07, .01, 1},
    {{.55, .51, .59}, {.62, .58, .66}, -.07, .01, 0},
    /* Both below: the higher. */
    {{.38, .34, .42}, {.45, .41, .49}, -.07, .01, 1},
    /* Not significant, or 50 % within one of the intervals: no answer. */
    {{.62, .58, .66}, {.55, .51, .59}, .07, .2, -1},
    {{.62, .58, .66}, {.50, .42, .58}, .12, .01, -1},
    /* One is entirely nearer, whichever side it is on. */
    {{.62, .58, .66}, {.50, .46, .54}, .12, .01, 1},
    {{.48, .45, .51}, {.60, .56, .64}, -.12, .01, 0},
    {{.70, .65, .75}, {.40, .36, .44}, .3, .001, 1},
};

static void test_fairer(void **unused) {
    (void)unused;
    study_t *study = memory_new(1, sizeof *study);
    study_result_t *result = memory_new(1, sizeof *result);
    study->error_rate = 0.05;
    result->study = study;
    for (size_t i = 0; i < sizeof fairer_cases / sizeof fairer_cases[0]; i++) {
        const fairer_case_t *c = &fairer_cases[i];
        study_difference_t found = {
            .a = 0, .b = 1, .strength = 2, .adjusted = c->adjusted};
        found.difference.value = c->difference;
        result->cells[0][2].simultaneous = c->a;
        result->cells[1][2].simultaneous = c->b;
        assert_int_equal(study_fairer(result, &found), c->fairer);
    }
    free(result);
    free(study);
}

/* First turns of Seesaw 3, whose board has a left-right mirror: 3 wins of 4 behind "@b1",
 * which is "@d1" in the mirror; 1 of 2 behind "c1-c2", which is its own image. */
static void test_openings(void **unused) {
    (void)unused;
    static const test_variant_t variant = {"seesaw", "size=3"};
    static const char *const texts[] = {"@b1", "c1-c2"};
    static const uint64_t won[] = {3, 1}, lost[] = {1, 1};
    game_t *game = test_variant_game(&variant);
    first_turns_t turns;
    first_turn_t list[2] = {{0}};
    opening_map_t *maps = memory_new(OPENING_MAPS, sizeof *maps);
    first_turns_init(&turns, game);
    for (int i = 0; i < 2; i++) {
        list[i].halves[0] = list[i].halves[1] = outcome_counts_of_games();
        list[i].halves[0].count[2] = won[i];
        list[i].halves[1].count[0] = lost[i];
        list[i].num_actions = 1;
        assert_true(game_parse_action(game, texts[i], &list[i].actions[0]));
    }
    turns.turns = list;
    turns.count = 2;
    assert_int_equal(opening_maps_of(&turns, game, maps), 2);
    assert_string_equal(maps[0].kind, "@");
    assert_string_equal(maps[1].kind, "-");
    assert_string_equal(maps[0].example, "@b1");
    for (int cell = 0; cell < game->cells; cell++) {
        bool beside = cell == 3 || cell == 12, ahead = cell == 8; /* b1, d1; c2 */
        assert_int_equal(outcome_counts_trials(&maps[0].cells[cell]), beside ? 4 : 0);
        assert_int_equal(outcome_counts_trials(&maps[1].cells[cell]), ahead ? 2 : 0);
    }
    assert_true(fabs(outcome_counts_score(&maps[0].cells[12]) - 0.75) < 1e-12);
    free(maps);
    game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_escaping),
        cmocka_unit_test(test_fairer),
        cmocka_unit_test(test_openings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
