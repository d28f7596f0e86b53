/* The fairest of many variants: valid questions, and the answers for made-up games, for
 * which the answer is known. */
#include "tests/support/unit.h"

#include "core/game/game.h"
#include "eval/fairest/fairest.h"
#include "eval/fairest/fairest_answer.h"
#include "eval/fairest/fairest_result.h"
#include "eval/study/study.h"

#include "core/base/memory_stream.h"
#include "tests/support/test_folder.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- Questions ---------------------------------------------------------------------- */

static bool load(fairest_t *fairest, const char *text, failure_t *error) {
    FILE *file = fopen("question.json", "w");
    fputs(text, file);
    fclose(file);
    return fairest_load(fairest, "question.json", NULL, 0, error);
}

static void assert_says(const char *text, const char *words) {
    if (!strstr(text, words))
        fail_msg("no \"%s\" in: %s", words, text);
}

#define CASCADE "\"game\": \"cascade\""
#define LONG_TEXT                                                                        \
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"

#define LONG_FIVE "5.00000000000000000000000000000000000000000000000000000"

static void test_wrong_files(void **unused) {
    static const char *const cases[][2] = {
        {"{", "question.json"},
        {"{}", "which game? Set \"game\""},
        {"{\"game\": 5}", "which game? Set \"game\""},
        {"{\"game\": \"cascades\"}", "cascade"},
        {"{" CASCADE ", \"title\": 5, \"grid\": {}}", "\"title\" must be a text"},
        {"{" CASCADE ", \"title\": \"a\\nb\", \"grid\": {}}", "\"title\" must be a text"},
        {"{" CASCADE ", \"title\": \"" LONG_TEXT LONG_TEXT "\", \"grid\": {}}",
         "\"title\""},
        {"{" CASCADE ", \"agent\": 5, \"grid\": {}}", "\"agent\" an object {...}"},
        {"{" CASCADE "}", "\"grid\" must be an object"},
        {"{" CASCADE ", \"grid\": []}", "\"grid\" must be an object"},
        {"{" CASCADE ", \"grid\": {\"size\": 4}}", "\"grid.size\" must be a rule"},
        {"{" CASCADE ", \"grid\": {\"siez\": [4]}}", "\"grid.siez\" must be a rule"},
        {"{" CASCADE ", \"grid\": {\"size\": []}}", "give values separated"},
        {"{" CASCADE ", \"grid\": {\"size\": [2,3], \"size\": [3]}}", "size"},
        {"{" CASCADE ", \"grid\": {\"size\": [1000]}}", "size"},
        {"{" CASCADE ", \"grid\": {\"size\": [2,\"2\"]}}",
         "question.json: \"size\": the value 2 is given twice"},
        {"{" CASCADE ", \"grid\": {\"size\": [2,3]}, \"shard\": 5}",
         "question.json: \"shard\" must be even"},
        {"{" CASCADE ", \"grid\": {\"size\": [2,3]}, \"shard\": true}", "\"shard\""},
        {"{" CASCADE ", \"grid\": {\"size\": [2,3]}, \"games\": 10}",
         "\"games\" is 10; allowed for 2 variants"},
        {"{" CASCADE ", \"grid\": {\"size\": [2,3]}, \"games\": 1000000000}",
         "fewer than 1000000 per variant"},
        {"{\"game\": \"seega\", \"grid\": {\"size\": [\"" LONG_FIVE "\"], "
         "\"no_capture_limit\": [\"" LONG_FIVE "\"], \"swap\": [false], "
         "\"end_at\": [0], \"opening\": [\"free\"], \"blocked\": [\"remove\"]}}",
         "the values of the grid are too long"},
        {"{" CASCADE ", \"grid\": {\"size\": [2,3]}, \"gaems\": 10}", "games"},
        {"{" CASCADE ", \"grid\": {\"size\": [2,3]}, \"agent\": {\"serach\": {}}}",
         "search"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fairest_t fairest;
        failure_t error = {""};
        if (load(&fairest, cases[i][0], &error))
            fail_msg("taken: %s", cases[i][0]);
        assert_says(error.message, cases[i][1]);
        assert_null(fairest.study);
    }
    fairest_t fairest;
    failure_t error = {""};
    char word[] = "games", *words[] = {word};
    assert_true(load(&fairest, "{" CASCADE ", \"grid\": {}}", &error));
    fairest_clear(&fairest);
    assert_false(fairest_load(&fairest, "question.json", words, 1, &error));
    assert_says(error.message, "games");
    assert_false(fairest_load(&fairest, "nowhere.json", NULL, 0, &error));
    assert_says(error.message, "nowhere.json");
}

static void test_wrong_words(void **unused) {
    static struct {
        char word[24];
        const char *says;
    } cases[] = {
        {"simulations=", "give values separated"},
        {"simulations=0", "whole numbers from 1 on"},
        {"simulations=many", "whole numbers from 1 on"},
        {"simulations", "simulations"},
        {"simulation=3", "did you mean \"simulations\""},
        {"games=few", "games"},
        {"zzz=1", "zzz"},
        {"size=", "give values separated"},
        {"size=2,,3", "give values separated"},
    };
    failure_t error = {""};
    fairest_t fairest;
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *words[] = {cases[i].word};
        if (fairest_ask(&fairest, "cascade", words, 1, &error))
            fail_msg("taken: %s", words[0]);
        assert_says(error.message, cases[i].says);
    }
    assert_false(fairest_ask(&fairest, "cascades", NULL, 0, &error));
    assert_says(error.message, "cascade");
    char two[] = "size=2", three[] = "size=3", *twice[] = {two, three};
    assert_false(fairest_ask(&fairest, "cascade", twice, 2, &error));
    assert_says(error.message, "\"size\" is given twice");
}

/* Folders are named by keys and values, by values, or by numbers, as space permits. A
 * question's text reads back as the same question. */
static void test_names(void **unused) {
    static char seega[][64] = {"opening=fixed,free",
                               "no_capture_limit=40,50",
                               "blocked=remove",
                               "safe_centre=true",
                               "end_at=0",
                               "swap=false",
                               "size=7"};
    char *words[7];
    static const struct {
        int words;
        const char *first, *folder;
    } cases[] = {
        {0, "default", "default"},
        {1, "opening=fixed", "opening=fixed"},
        {3, "opening=fixed no_capture_limit=40 blocked=remove", "fixed 40 remove"},
        {6,
         "opening=fixed no_capture_limit=40 blocked=remove safe_centre=true "
         "end_at=0 swap=false",
         "fixed 40 remove true 0 false"}};
    (void)unused;
    for (int i = 0; i < 7; i++)
        words[i] = seega[i];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fairest_t fairest, again;
        failure_t error;
        if (!fairest_ask(&fairest, "seega", words, cases[i].words, &error))
            fail_msg("%s", error.message);
        assert_string_equal(fairest.names[0], cases[i].first);
        assert_string_equal(fairest.study->variants[0].name, cases[i].folder);
        char *text = fairest_text(&fairest);
        assert_true(load(&again, text, &error));
        char *back = fairest_text(&again);
        assert_string_equal(back, text);
        free(back);
        free(text);
        fairest_clear(&again);
        fairest_clear(&fairest);
    }
}

/* --- Answers ------------------------------------------------------------------------ */

/* Games of one variant: of ten, how many are won by player 1 and how many drawn, and how
 * many of the drawn ones are cut off; all different, or all the same. */
typedef struct made_up {
    int games, won, drawn, cut_off;
    bool same;
} made_up_t;

/* Opens a variant's run with its made-up games (study_opener_t). */
static bool play(const void *context, study_run_t *run, const study_t *study,
                 study_part_t part, failure_t *error) {
    const made_up_t *made_up = (const made_up_t *)context + part.variant;
    uint16_t turn = 0;
    if (!study_run_imagine(run, study, part, "out", error))
        return false;
    for (int i = 0; i < made_up->games; i++) {
        int of_ten = (7 * i + part.variant) % 10;
        bool is_drawn = of_ten >= made_up->won && of_ten < made_up->won + made_up->drawn;
        game_result_t game = {.hash = made_up->same ? 5 : (uint64_t)i + 1,
                              .turns = 10,
                              .num_actions = 10,
                              .winner = of_ten < made_up->won ? 0
                                        : is_drawn            ? NOBODY
                                                              : 1,
                              .reason =
                                  is_drawn && of_ten < made_up->won + made_up->cut_off
                                      ? REASON_CUT_OFF
                                      : REASON_NONE};
        if (!study_run_add(run, &game, &turn, 0))
            fail_msg("a game is refused");
    }
    return true;
}

#define WON(games, of_ten)                                                               \
    { games, of_ten, 0, 0, false }
enum { VARIANTS = 8 };

/* All outputs: text, JSON, CSV and page, concatenated. The caller frees. */
static char *say_solved(const char *question, const made_up_t *made_up,
                        const study_exact_t *exact) {
    fairest_t fairest;
    failure_t error;
    char *text = NULL;
    size_t size;
    if (!load(&fairest, question, &error))
        fail_msg("%s", error.message);
    fairest_runs_t runs;
    const study_opener_t opener = {play, made_up};
    if (!fairest_runs_open(&runs, &fairest, &opener, &error))
        fail_msg("%s", error.message);
    fairest_result_t *result = fairest_result_of(&runs, exact);
    FILE *out = memory_stream_open(&text, &size);
    char headline[FAIREST_HEADLINE];
    fairest_headline(result, headline);
    fprintf(out, "%s\n", headline);
    result_t *answer = fairest_answer(result);
    result_print(answer, RESULT_DETAIL, out);
    result_print(answer, RESULT_JSON, out);
    result_print(answer, RESULT_CSV, out);
    result_free(answer);
    char *page = fairest_page(result, NULL, &size);
    fputs(page, out);
    free(page);
    memory_stream_close(out);
    fairest_result_free(result);
    fairest_runs_close(&runs);
    fairest_clear(&fairest);
    return text;
}

static char *say(const char *question, const made_up_t *made_up) {
    return say_solved(question, made_up, NULL);
}

#define QUESTION(sizes, more)                                                            \
    "{\"game\": \"cascade\", \"grid\": {\"size\": [" sizes                               \
    "]}, \"agent\": {\"search\": {\"simulations\": 3}}, \"margin\": 0.1" more "}"
#define TWO_OF_FOUR QUESTION("2, 3, 4, 5", ", \"games\": 4000, \"finalists\": 2")

static void test_answers(void **unused) {
    static const struct {
        const char *question;
        made_up_t made_up[VARIANTS];
        const char *says[8];
    } cases[] = {
        /* One is even, the others are not. */
        {TWO_OF_FOUR,
         {WON(2000, 5), WON(2000, 9), WON(2000, 10), WON(2000, 1)},
         {"by all its 1,260 games, is size=2: in 520 fresh games at 3 simulations per",
          "; that is fair, within 10 points of 50 %.",
          " It is shown to be the fairest of all 4 variants.", "  less fair  ",
          "\"complete\":true", "\"dropped\":1", "\"less_fair\":true"}},
        /* None is even, and two are alike. */
        {QUESTION("2, 3", ", \"games\": 4000, \"finalists\": 1"),
         {WON(4000, 9), WON(4000, 9)},
         {"; that is not fair: more than 10 points from 50 %.",
          " It is not shown to be fairer than the other.",
          "1 round of sequential halving", "1 finalist played", "\"fair\":\"no\""}},
        {TWO_OF_FOUR,
         {WON(4000, 9), WON(4000, 9), WON(4000, 9), WON(4000, 9)},
         {" It is not shown to be fairer than any other."}},
        {TWO_OF_FOUR,
         {WON(4000, 8), WON(4000, 8), WON(4000, 10), WON(4000, 0)},
         {" It is shown to be fairer than 2 of the other 3.", "2 finalists played"}},
        /* Few games. */
        {QUESTION("2, 3", ", \"games\": 40, \"shard\": 4, \"finalists\": 1"),
         {WON(40, 6), WON(40, 5)},
         {"; whether that is fair, within 10 points, is not decided yet.",
          "So few games guarantee no finalist."}},
        /* A map drops nothing. */
        {QUESTION("2, 3, 4", ", \"games\": 3000, \"finalists\": 3"),
         {WON(1000, 5), WON(1000, 5), WON(1000, 9)},
         {"games, equally many of each of 3 variants.", "(Bonferroni)",
          "by its 1,000 games, is", " 1 other is tied with it: chance alone explains",
          "  tied  ", "\"tied\":true"}},
        /* Draws, limits, and duplicate games. */
        {QUESTION("2, 3, 4, 5, 6, 7, 8, 9", ", \"games\": 8000, \"finalists\": 4"),
         {{4000, 2, 6, 3, false},
          {4000, 2, 6, 3, false},
          {4000, 2, 6, 3, false},
          {4000, 2, 6, 3, false},
          WON(4000, 10),
          WON(4000, 10),
          WON(4000, 10),
          WON(4000, 10)},
         {"60 % of the games are drawn, 30 % cut off by a limit",
          "<li class=\"warning\">"}},
        {QUESTION("2", ", \"games\": 400, \"finalists\": 1"),
         {{400, 5, 1, 1, true}},
         {" games are worth 1 independent ones", "10 % cut off by a limit"}},
        /* Passes. */
        {QUESTION("2, 3", ", \"finalists\": 1, \"shard\": 10"),
         {WON(200, 5), WON(200, 5)},
         {" each has twice the games of the previous one.",
          "! Games are still to be played."}},
        /* No answer yet: in a round, in fresh games, before the first game. */
        {TWO_OF_FOUR,
         {WON(20, 5), WON(20, 9), WON(20, 10), WON(20, 1)},
         {"No answer yet: 80 of ", "; round 1 of 1 is being played, by 4 variants.",
          "however often one looks", "\"answered\":false", "<strong>Note:</strong>"}},
        {QUESTION("2, 3", ", \"games\": 4000"),
         {WON(0, 5), WON(0, 9)},
         {"No answer yet: 0 of 4,000 games are there.", "\"distance\":0,"}},
        /* An outside program has no number of simulations. */
        {"{\"game\": \"cascade\", \"grid\": {\"size\": [2, 3]}, \"games\": 400, "
         "\"title\": "
         "\"Mine <i>\", \"agent\": {\"name\": \"mine\", \"engine\": {\"command\": "
         "[\"x\"]}}}",
         {WON(200, 5), WON(200, 9)},
         {" games by an outside program the first player scores ",
          "Scores are those of games by an outside program,", "Mine <i>",
          "<h1>Mine &lt;i&gt;</h1>"}},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = say(cases[i].question, cases[i].made_up);
        for (int j = 0; j < 8 && cases[i].says[j]; j++)
            assert_says(text, cases[i].says[j]);
        free(text);
    }
}

/* With four drawish finalists, three are named in warnings. */
static void test_warnings(void **unused) {
    static const made_up_t drawn[4] = {{100, 1, 8, 0, false},
                                       {100, 1, 8, 0, false},
                                       {100, 1, 8, 0, false},
                                       {100, 1, 8, 0, false}};
    int warnings = 0;
    (void)unused;
    char *text = say(QUESTION("2, 3, 4, 5", ", \"games\": 400, \"finalists\": 4"), drawn);
    for (char *at = text; (at = strstr(at, "\n  !")) != NULL; at++)
        warnings++;
    assert_int_equal(warnings, 3);
    free(text);
}

/* --- Exact values ------------------------------------------------------------------- */

#define OPEN                                                                             \
    { VALUE_OPEN, 0, false, 1 }
#define WON_IN(turns)                                                                    \
    { VALUE_WON, turns, true, 1 }
#define LOST                                                                             \
    { VALUE_LOST, 0, false, 1 }
#define DRAWN                                                                            \
    { VALUE_DRAWN, 0, false, 1 }

#define FAIR_HERE                                                                        \
    "; that is fair between these players, within 10 points of 50 %. By these players' " \
    "scores it is shown to be the fairest of all 4 variants. It is solved: with "
#define NOT_FAIR "; between perfect players it is not fair, whatever these players score."
#define FAIR                                                                             \
    "; that is fair, within 10 points of 50 %. It is shown to be the fairest of all 4 "  \
    "variants."

/* The first by its score is size=2. */
static void test_exact(void **unused) {
    static const made_up_t made_up[4] = {WON(2000, 5), WON(2000, 9), WON(2000, 10),
                                         WON(2000, 1)};
    static const struct {
        study_exact_t exact[4];
        const char *says[9], *never; /* never: in the headline */
    } cases[] = {
        {{WON_IN(7), OPEN, DRAWN, LOST},
         {FAIR_HERE "perfect play player 1 wins, in at most 7 turns" NOT_FAIR "\n",
          "3 of 4 variants are solved: with perfect play player 1 wins 1, player 2 wins "
          "1, and 1 is drawn.",
          "\"exact\":\"won\",\"bound\":7,\"bound_unit\":\"turns\",\"seconds\":1,",
          "\"exact\":null,\"bound\":null,\"bound_unit\":null,\"seconds\":1,",
          ",score_high,exact,bound,", ">Solved</th>"},
         "it is fair"},
        {{LOST, LOST, WON_IN(3), LOST},
         {"with perfect play player 2 wins" NOT_FAIR "\n"},
         "it is fair"},
        {{DRAWN, OPEN, OPEN, OPEN},
         {FAIR_HERE "perfect play the game is drawn; between perfect players it is "
                    "fair.\n",
          "1 of 4 variants is solved: with perfect play player 1 wins 0, player 2 wins "
          "0, and 1 is drawn."},
         "it is not fair"},
        {{OPEN, WON_IN(3), DRAWN, LOST}, {FAIR "\n"}, "solved"},
        {{OPEN, OPEN, OPEN, OPEN},
         {"None of 4 variants is solved in the time given"},
         "perfect play "},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = say_solved(TWO_OF_FOUR, made_up, cases[i].exact);
        for (int j = 0; j < 9 && cases[i].says[j]; j++)
            assert_says(text, cases[i].says[j]);
        char *end = strstr(text, "\n");
        *end = '\0'; /* after the headline */
        if (strstr(text, cases[i].never))
            fail_msg("\"%s\" in: %s", cases[i].never, text);
        free(text);
    }
    char *text = say(TWO_OF_FOUR, made_up);
    assert_null(strstr(text, "olved"));
    free(text);
}

/* --- The folder --------------------------------------------------------------------- */

/* If the path has another question, or is not a folder, nothing is played. */
static void test_refused_folders(void **unused) {
    const study_play_order_t order = {
        .share = TASK_SHARE_ALL, .threads = 1, .quiet = true};
    static char path[5000];
    const char *stopped;
    fairest_t fairest, other;
    failure_t error = {""};
    (void)unused;
    assert_true(load(&fairest, QUESTION("2", ", \"games\": 20"), &error));
    assert_true(load(&other, QUESTION("2", ", \"games\": 40"), &error));
    if (!fairest_play(&fairest, "there", &order, &stopped, &error))
        fail_msg("%s", error.message);
    assert_null(stopped);
    assert_false(fairest_play(&other, "there", &order, &stopped, &error));
    assert_says(error.message, "a different question is there: \"games\" is 20 there");
    assert_int_equal(unlink("there/fairest.json"), 0);
    assert_int_equal(symlink("there", "there/fairest.json"), 0); /* cannot be read */
    assert_false(fairest_play(&fairest, "there", &order, &stopped, &error));
    assert_says(error.message, "fairest.json");
    assert_false(fairest_play(&fairest, "question.json", &order, &stopped, &error));
    assert_says(error.message, "question.json");
    memset(path, 'x', sizeof path - 1);
    assert_false(fairest_play(&fairest, path, &order, &stopped, &error));
    fairest_result_t *result = fairest_result_new(&fairest, path, &error);
    assert_null(result);
    assert_says(error.message, "xxx");
    fairest_clear(&other);
    fairest_clear(&fairest);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wrong_files),     cmocka_unit_test(test_wrong_words),
        cmocka_unit_test(test_names),           cmocka_unit_test(test_answers),
        cmocka_unit_test(test_warnings),        cmocka_unit_test(test_exact),
        cmocka_unit_test(test_refused_folders),
    };
    return cmocka_run_group_tests(tests, test_folder_enter, test_folder_remove);
}
