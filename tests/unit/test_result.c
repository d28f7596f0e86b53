/* A result of every kind of figure, put out by the four writers. */
#include "tests/support/unit.h"

#include "core/base/json.h"
#include "core/base/memory_stream.h"
#include "core/base/table/result.h"
#include "eval/render/figures_html.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNKNOWN ((double)NAN)

typedef struct row {
    const char *name;
    char note[16];
    uint64_t games, wins;
    int64_t seed;
    double length, drawn, superior, p, seconds, bytes;
    bool even, never;
    estimate_t score, difference, elo, turns;
} row_t;

static void add_list(figures_t *figures, const void *data) {
    const row_t *row = data;
    if (row->games == 0)
        figures_add_nothing(figures, "no games yet");
    else
        figures_add_json(figures, cJSON_CreateIntArray((const int[]){1, 2}, 2));
}

static const figure_column_t columns[] = {
    {FIGURE_WORD, "name", "Variant", "The <board>.", FIGURE_FIELD(row_t, name)},
    {FIGURE_COUNT, "games", "Games", "Of `study`.", FIGURE_FIELD(row_t, games)},
    {FIGURE_COUNT, "seed", "Seed", NULL, FIGURE_FIELD(row_t, seed), .flags = FIGURE_DATA},
    {FIGURE_NUMBER, "length", "Length", NULL, FIGURE_FIELD(row_t, length)},
    {FIGURE_SHARE, "drawn", "Drawn", NULL, FIGURE_FIELD(row_t, drawn)},
    {FIGURE_SHARE, "won", "Won", NULL, FIGURE_OF(row_t, wins, games)},
    {FIGURE_COUNT, "none", "None", NULL, FIGURE_FIELD(row_t, seed),
     FIGURE_IF(row_t, never)},
    {FIGURE_CHANCE, "superior", "Superior", NULL, FIGURE_FIELD(row_t, superior)},
    {FIGURE_P_VALUE, "p", "p", NULL, FIGURE_FIELD(row_t, p)},
    {FIGURE_YES_NO, "even", "Even", NULL, FIGURE_FIELD(row_t, even)},
    {FIGURE_SECONDS, "seconds", "Time", NULL, FIGURE_FIELD(row_t, seconds)},
    {FIGURE_BYTES, "bytes", "Size", NULL, FIGURE_FIELD(row_t, bytes)},
    {FIGURE_SCORE, "score", "Score", NULL, FIGURE_FIELD(row_t, score)},
    {FIGURE_POINTS, "difference", "Diff.", NULL, FIGURE_FIELD(row_t, difference)},
    {FIGURE_ELO, "elo", "Elo", NULL, FIGURE_FIELD(row_t, elo)},
    {FIGURE_ESTIMATE, "turns", "Turns", NULL, FIGURE_FIELD(row_t, turns),
     .flags = FIGURE_DETAIL},
    {FIGURE_JSON, "list", "List", NULL, .add = add_list},
    {FIGURE_WORD, "note", "Note", NULL, FIGURE_FIELD(row_t, note), .flags = FIGURE_SHOWN},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

static const row_t rows[] = {
    {.name = "side 4, \"torus\"",
     .note = "x",
     .games = 1200,
     .wins = 300,
     .seed = 9007199254740993,
     .length = 12.345678,
     .drawn = 0.0001,
     .superior = 1,
     .p = 0.00002,
     .seconds = 3723,
     .bytes = 1500000,
     .even = true,
     .score = {0.519, 0.478, 0.561},
     .difference = {0.019, -0.022, 0.061},
     .elo = {12.4, -20, HUGE_VAL},
     .turns = {30.25, 29, 31.5}},
    {.name = "6",
     .length = UNKNOWN,
     .drawn = UNKNOWN,
     .superior = 0.25,
     .p = 0.5,
     .score = {UNKNOWN, UNKNOWN, UNKNOWN},
     .difference = {0, UNKNOWN, UNKNOWN},
     .elo = {-HUGE_VAL, -HUGE_VAL, 3},
     .turns = {UNKNOWN, UNKNOWN, UNKNOWN}},
};

static result_t *make(void) {
    static const figure_column_t record[] = {
        {FIGURE_WORD, "game", "game", NULL, FIGURE_BY_HAND},
        {FIGURE_SCORE, "score", "player 1's score", NULL, FIGURE_BY_HAND},
        {FIGURE_WORD, "missing", "missing", NULL, FIGURE_BY_HAND},
    };
    result_t *result = result_new();
    result_sentence(result, "answer", "The first player scores %s.", "51.9 %");
    figures_t *one = result_record(result, NULL, NULL, record, 3);
    figures_add_word(one, "seesaw");
    figures_add_estimate(one, rows[0].score);
    figures_add_nothing(one, NULL);
    result_record(result, "test", "A test", record, 3);
    figures_t *table = result_table(result, "cells", "All cells", columns, COLUMNS);
    figures_row(table, &rows[0]);
    figures_row(table, &rows[1]);
    figures_row(table, &rows[1]);
    figures_row_is_detail(table);
    result_detail(result);
    result_list(result, "controls", "Can it be trusted?");
    result_item(result, false, "Seats are `even`.");
    result_item(result, true, "Mirrors <differ>.");
    result_json(result, "extra", cJSON_CreateBool(true));
    return result;
}

static char *printed(result_t *result, result_form_t form) {
    char *text;
    size_t size;
    FILE *file = memory_stream_open(&text, &size);
    result_print(result, form, file);
    result_free(result);
    memory_stream_close(file);
    return text;
}

static void assert_printed(result_form_t form, const char *wanted) {
    char *text = printed(make(), form);
    assert_string_equal(text, wanted);
    free(text);
}

#define TEXT_BEGIN                                                                       \
    "The first player scores 51.9 %.\n"                                                  \
    "  game                     seesaw\n"                                                \
    "  player 1's score         51.9 % [47.8, 56.1]\n\n"                                 \
    "All cells\n"

static void test_text(void **unused) {
    (void)unused;
    assert_printed(RESULT_TEXT, TEXT_BEGIN
                   "  Variant          Games  Length   Drawn     Won  Superior        p  "
                   "Even     Time     Size                Score              Diff.       "
                   "        Elo  List          Note\n"
                   "  side 4, \"torus\"   1200   12.35  <0.1 %  25.0 %   >99.9 %  "
                   "2.0e-05   yes  1:02:03   1.5 MB  51.9 % [47.8, 56.1]  +1.9 [-2.2, "
                   "+6.1]   +12 [-20, +inf]  [1,2]         x\n"
                   "  6                    0       -       -       -    25.0 %    0.500  "
                   "  no     0:00  0 bytes       -               +0.0               -inf "
                   " [-inf, +3]  no games yet  -\n"
                   "  ... and 1 more\n");
}

static void test_detail(void **unused) {
    (void)unused;
    char *text = printed(make(), RESULT_DETAIL);
    assert_non_null(strstr(text, "30.25 [29.00, 31.50]"));
    assert_null(strstr(text, "1 more"));
    assert_non_null(strstr(text, "\n\nCan it be trusted?\n  - Seats are `even`.\n"
                                 "  ! Mirrors <differ>.\n"));
    free(text);
}

/* Of paths too long for a table, what they share is left out; with all detail, nothing.
 */
static void test_paths(void **unused) {
    static const figure_column_t path_columns[] = {
        {FIGURE_WORD, "path", "Path", NULL, FIGURE_BY_HAND},
        {FIGURE_COUNT, "games", "Games", NULL, FIGURE_BY_HAND},
    };
#define SHARED "a/study/that/has/quite/a/long/name/and/folders/"
    static const char *const paths[] = {SHARED "side-4/1-1", SHARED "side-40/1-1", NULL};
    (void)unused;
    for (result_form_t form = RESULT_TEXT; form <= RESULT_DETAIL; form++) {
        result_t *result = result_new();
        figures_t *table = result_table(result, "runs", NULL, path_columns, 2);
        for (int i = 0; i < 3; i++) {
            if (paths[i])
                figures_add_word(table, paths[i]);
            else
                figures_add_nothing(table, "no games yet");
            figures_add_count(table, 7);
        }
        char *text = printed(result, form);
        if (form == RESULT_TEXT)
            assert_string_equal(text, "  Path in " SHARED "\n"
                                      "  Path          Games\n"
                                      "  side-4/1-1        7\n"
                                      "  side-40/1-1       7\n"
                                      "  no games yet      7\n");
        else
            assert_non_null(strstr(text, "  " SHARED "side-4/1-1       7\n"));
        free(text);
    }
}

#define JSON_OF_6                                                                        \
    "{\"name\":\"6\",\"games\":0,\"seed\":0,\"length\":null,\"drawn\":null,\"won\":"     \
    "null,\"none\":null,"                                                                \
    "\"superior\":0.25,\"p\":0.5,\"even\":false,\"seconds\":0,\"bytes\":0,"              \
    "\"score\":null,\"difference\":{\"value\":0,\"low\":null,\"high\":null},"            \
    "\"elo\":{\"value\":null,\"low\":null,\"high\":3},\"turns\":null,\"list\":null}"

static void test_json(void **unused) {
    (void)unused;
    assert_printed(
        RESULT_JSON,
        "{\"answer\":\"The first player scores 51.9 %.\",\"game\":\"seesaw\","
        "\"score\":{\"value\":0.519,\"low\":0.478,\"high\":0.561},\"missing\":null,"
        "\"test\":null,"
        "\"cells\":[{\"name\":\"side 4, \\\"torus\\\"\",\"games\":1200,"
        "\"seed\":9007199254740993,\"length\":12.345678,\"drawn\":0.0001,\"won\":0.25,"
        "\"none\":null,"
        "\"superior\":1,\"p\":2e-05,\"even\":true,\"seconds\":3723,"
        "\"bytes\":1500000,\"score\":{\"value\":0.519,\"low\":0.478,\"high\":0.561},"
        "\"difference\":{\"value\":0.019,\"low\":-0.022,\"high\":0.061},"
        "\"elo\":{\"value\":12.4,\"low\":-20,\"high\":null},"
        "\"turns\":{\"value\":30.25,\"low\":29,\"high\":31.5},\"list\":[1,2]}," JSON_OF_6
        "," JSON_OF_6 "],"
        "\"controls\":[{\"warning\":false,\"sentence\":\"Seats are `even`.\"},"
        "{\"warning\":true,\"sentence\":\"Mirrors <differ>.\"}],\"extra\":true}\n");
}

#define CSV_OF_6 "\"6\",0,0,,,,,0.25,0.5,false,0,0,,,,0,,,,,3,,,,\n"

static void test_csv(void **unused) {
    (void)unused;
    assert_printed(
        RESULT_CSV,
        "name,games,seed,length,drawn,won,none,superior,p,even,seconds,bytes,score,"
        "score_low,score_high,difference,difference_low,difference_high,elo,"
        "elo_low,elo_high,turns,turns_low,turns_high,list\n"
        "\"side 4, \"\"torus\"\"\",1200,9007199254740993,12.345678,0.0001,0.25,,1,"
        "2e-05,true,3723,1500000,0.519,0.478,0.561,0.019,-0.022,0.061,12.4,"
        "-20,,30.25,29,31.5,\"[1,2]\"\n" CSV_OF_6 CSV_OF_6);
}

static void test_html(void **unused) {
    (void)unused;
    static const char *const parts[] = {
        "<p>The first player scores 51.9 %.</p>",
        "<dt>player 1&#39;s score</dt><dd>51.9&nbsp;% <small>[47.8,&nbsp;56.1]</small>",
        "<caption id=\"table-cells\">All cells</caption>",
        "<th scope=\"row\">side 4, &quot;torus&quot;</th><td class=\"number\">1200</td>",
        "<td class=\"number\">&lt;0.1&nbsp;%</td><td class=\"number\">25.0&nbsp;%",
        "<dt>Variant</dt><dd>The &lt;board&gt;.</dd>\n<dt>Games</dt><dd>Of "
        "<code>study</code>.</dd>",
        "<p class=\"note\">1 more row is in the CSV files.</p>",
        "<li>Seats are <code>even</code>.</li>\n<li class=\"warning\">Mirrors "
        "&lt;differ&gt;.</li>",
    };
    char *text;
    size_t size;
    FILE *page = memory_stream_open(&text, &size);
    result_t *result = make();
    for (size_t i = 0; i < result_parts(result); i++)
        result_part_html(result_part_at(result, i), page);
    result_free(result);
    memory_stream_close(page);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (!strstr(text, parts[i]))
            fail_msg("not on the page: %s\n%s", parts[i], text);
    assert_null(strstr(text, "9007199254740993")); /* only data */
    free(text);
}

/* Two tables of cells and one of variants: rows that one lacks, an empty key, and a name
 * that is there twice. */
static void test_join(void **unused) {
    (void)unused;
    static const figure_column_t of_variants[] = {
        {FIGURE_WORD, "variant", "V", NULL, FIGURE_BY_HAND},
        {FIGURE_COUNT, "games", "G", NULL, FIGURE_BY_HAND}};
    static const figure_column_t of_cells[] = {
        {FIGURE_WORD, "strength", "S", NULL, FIGURE_BY_HAND},
        {FIGURE_WORD, "variant", "V", NULL, FIGURE_BY_HAND},
        {FIGURE_SCORE, "games", "G", NULL, FIGURE_BY_HAND}};
    static const char *const keys[] = {"variant", "strength"};
    static const char *const cells_of[][2] = {
        {"8", "b"}, {"4", "a"}, {NULL, "a"}, {"4", "b"}};
    figures_t *variants = figures_new("rules", NULL, of_variants, 2),
              *first = figures_new("first", NULL, of_cells, 3),
              *second = figures_new("second", NULL, of_cells, 3);
    figures_add_word(variants, "a");
    figures_add_count(variants, 7);
    for (int i = 0; i < 4; i++) {
        figures_t *cells = i < 3 ? first : second;
        figures_add_word(cells, cells_of[i][0]);
        figures_add_word(cells, cells_of[i][1]);
        figures_add(cells, i);
    }
    figures_add_word(second, "4"); /* a second table has it as well */
    figures_add_word(second, "a");
    figures_add(second, 9);
    const figures_part_t parts[] = {{variants, ""}, {first, ""}, {second, "more_"}};
    figures_t *joined = figures_join("joined", parts, 3, keys, 2);
    char *text;
    size_t size;
    FILE *file = memory_stream_open(&text, &size);
    figures_csv(joined, file);
    memory_stream_close(file);
    assert_string_equal(text, "variant,strength,rules_games,games,games_low,games_high,"
                              "more_games,more_games_low,more_games_high\n"
                              "\"b\",\"8\",,0,0,0,,,\n"
                              "\"a\",\"4\",7,1,1,1,9,9,9\n"
                              "\"b\",\"4\",,,,,3,3,3\n");
    free(text);
    figures_free(joined);
    figures_free(variants);
    figures_free(first);
    figures_free(second);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),  cmocka_unit_test(test_detail),
        cmocka_unit_test(test_paths), cmocka_unit_test(test_json),
        cmocka_unit_test(test_csv),   cmocka_unit_test(test_html),
        cmocka_unit_test(test_join),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
