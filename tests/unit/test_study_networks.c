/* Studies of several networks with made-up games: who plays whom and how often, what is
 * read and written, and that verdicts are based on networks, not games. */
#include "tests/support/unit.h"

#include "core/base/json.h"
#include "core/base/memory_stream.h"
#include "eval/study/answers/study_answer.h"
#include "eval/study/networks/study_networks.h"
#include "eval/study/study.h"
#include "eval/study/study_result.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#define AGENT                                                                            \
    "\"agent\": {\"search\": {\"evaluator\": \"integer\", \"selection\": \"puct\", "     \
    "\"fpu\": \"reduction\"}, \"network\": {\"weights\": [\"a.safetensors\", "           \
    "\"b.safetensors\", "                                                                \
    "\"c.safetensors\"]}}"

static const char two_boards[] =
    "{\"game\": \"seesaw\", \"variants\": ["
    "{\"name\": \"A\", \"variant\": {\"size\": 2}, \"openings\": \"@a1;  b1-b2  \"},"
    "{\"name\": \"B\", \"variant\": {\"size\": 3}, \"openings\": \"@b1; @c2; "
    "c1-c2\"}]," AGENT ", \"strengths\": [{\"simulations\": 100}],"
    " \"games\": {\"most\": 3600, \"shard\": 12}, \"margin\": 0.1}";

static study_t *read_text(const char *text) {
    failure_t error = {""};
    study_t *study = memory_new(1, sizeof *study);
    cJSON *json = json_parse(text, "study", &error);
    if (!json || !study_read_json(study, json, "study", NULL, 0, &error))
        fail_msg("%s", error.message);
    cJSON_Delete(json);
    return study;
}

static void free_study(study_t *study) {
    study_clear(study);
    free(study);
}

/* --- What is played ----------------------------------------------------------------- */

static void test_text(void **unused) {
    (void)unused;
    study_t *study = read_text(two_boards);
    assert_int_equal(study->strengths[0].num_networks, 3);
    assert_string_equal(study->strengths[0].networks[2].weights, "c.safetensors");
    char *text = study_text(study);
    study_t *again = read_text(text);
    char *once_more = study_text(again);
    assert_string_equal(text, once_more);
    assert_non_null(
        strstr(text, "[\"a.safetensors\", \"b.safetensors\", \"c.safetensors\"]"));
    free(text);
    free(once_more);
    free_study(again);
    free_study(study);
}

/* Each network, as first player, plays each equally often, after each opening, too. */
static void test_pairs(void **unused) {
    (void)unused;
    study_t *study = read_text(two_boards);
    for (int variant = 0; variant < study->num_variants; variant++) {
        study_part_t parts[STUDY_CELL_PARTS];
        network_scores_t scores;
        failure_t error;
        int64_t seeds[6];
        assert_int_equal(study_parts(study, variant, 0, parts), 6);
        network_scores_init(&scores, 3, study->variants[variant].openings);
        assert_int_equal(scores.count, 2 + variant);
        for (int i = 0; i < 6; i++) {
            study_run_t run;
            assert_int_equal(parts[i].kind, STUDY_NETWORKS);
            assert_true(study_run_imagine(&run, study, parts[i], "out", &error));
            uint64_t games = study_run_wanted(&run);
            assert_int_equal(games % (uint64_t)run.config.shard_games, 0);
            for (uint64_t game = 0; game < games; game++) {
                const game_result_t seen = {.winner = 0};
                assert_true(study_run_add(&run, &seen, NULL, 0));
            }
            network_scores_add(&scores, &run);
            seeds[i] = run.config.seed;
            for (int j = 0; j < i; j++)
                assert_true(seeds[i] != seeds[j]);
            study_run_close(&run);
        }
        network_scores_finish(&scores, 1, 0.95);
        assert_int_equal(network_pairs_games(&scores.pairs), 3618);
        for (int i = 0; i < 9; i++) {
            assert_int_equal(scores.pairs.games[i / 3][i % 3], scores.pairs.games[0][0]);
            for (int o = 0; o < scores.count; o++)
                assert_int_equal(scores.openings[o].pairs.games[i / 3][i % 3],
                                 scores.pairs.games[0][0] / (uint64_t)scores.count);
        }
        network_scores_clear(&scores);
    }
    char name[STUDY_PART_NAME];
    study_part_name(study, &(study_part_t){1, 0, STUDY_NETWORKS, 4}, name);
    assert_string_equal(name, "b/100/networks/2-3");
    free_study(study);
}

static void assert_refused(const char *from, const char *to, const char *why) {
    failure_t error = {""};
    char text[2048];
    const char *at = strstr(two_boards, from);
    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - two_boards), two_boards, to,
             at + strlen(from));
    study_t *study = memory_new(1, sizeof *study);
    cJSON *json = json_parse(text, "study", &error);
    assert_false(study_read_json(study, json, "study", NULL, 0, &error));
    if (!strstr(error.message, why))
        fail_msg("%s, not %s", error.message, why);
    cJSON_Delete(json);
    free(study);
}

static void test_refused(void **unused) {
    (void)unused;
    assert_refused("\"c.safetensors\"", "\"a.safetensors\"", "different");
    assert_refused("\"c.safetensors\"", "7", "different");
    assert_refused("[\"a.safetensors\", \"b.safetensors\", \"c.safetensors\"]", "[]",
                   "1 to 24");
    assert_refused("[\"a.safetensors\", \"b.safetensors\", \"c.safetensors\"]",
                   "\"a.safetensors\"", "\"openings\"");
    assert_refused("\"simulations\": 100", "\"simulations\": 100, \"seats\": 2",
                   "\"seats\"");
    assert_refused("c1-c2", "c1-c9", "\"openings\" of variant \"B\"");
    assert_refused("\"@a1;  b1-b2  \"", "7", "\"openings\"");
}

/* --- What is said ------------------------------------------------------------------- */

/* How many of a hundred games player 1 wins, for each network as player 1. */
typedef struct story {
    int won[STUDY_MAX_VARIANTS][3];
    bool ends_early; /* a pair of the first variant has half of its games, */
    bool has_none;   /* or none */
} story_t;

static bool open_run(const void *context, study_run_t *run, const study_t *study,
                     study_part_t part, failure_t *error) {
    const story_t *story = context;
    int pair[2];
    if (!study_run_imagine(run, study, part, "out", error))
        return false;
    study_networks_pair(&study->strengths[0], part.pair, &pair[0], &pair[1]);
    uint64_t games = study_run_wanted(run);
    if (story->ends_early && part.variant == 0 && part.pair == 2)
        games = story->has_none ? 0 : games / 2;
    for (uint64_t i = 0; i < games; i++) {
        int first = pair[run_config_agent(&run->config, i, 0)];
        bool won = (int)(37 * (i / 2) % 100) < story->won[part.variant][first];
        game_result_t game = {.hash = 10000 * (uint64_t)part.pair + i + 1,
                              .turns = 10,
                              .num_actions = 10,
                              .winner = won ? 0 : 1};
        if (!study_run_add(run, &game, NULL, 0))
            return false;
    }
    return true;
}

static char *say(story_t story, const char *text) {
    failure_t error = {""};
    char *said = NULL;
    size_t size;
    study_t *study = read_text(text);
    study_exact_t exact[STUDY_MAX_VARIANTS] = {{.value = VALUE_OPEN},
                                               {.value = VALUE_OPEN}};
    const study_source_t source = {.runs = {open_run, &story}, .exact = exact};
    study_result_t *result = study_result_of(study, "out", &source, &error);
    if (!result)
        fail_msg("%s", error.message);
    FILE *file = memory_stream_open(&said, &size);
    result_t *answer = study_answer(result);
    result_print(answer, RESULT_DETAIL, file);
    result_print(answer, RESULT_JSON, file);
    result_print(answer, RESULT_CSV, file);
    result_free(answer);
    memory_stream_close(file);
    size_t used = 0; /* sentences are wrapped at blanks */
    for (const char *at = said; *at; at++)
        if ((*at != ' ' && *at != '\n') || (used > 0 && said[used - 1] != ' '))
            said[used++] = *at == '\n' ? ' ' : *at;
    said[used] = '\0';
    study_result_free(result);
    free_study(study);
    return said;
}

static void assert_said(const char *said, const char *words, bool is_said) {
    if ((strstr(said, words) != NULL) != is_said)
        fail_msg("%s: %s in %s", words, is_said ? "not" : "wrongly", said);
}

/* Networks that agree: balance and difference are established between them. */
static void test_agreement(void **unused) {
    (void)unused;
    char *said = say((story_t){.won = {{50, 50, 50}, {80, 80, 80}}}, two_boards);
    assert_said(said, "At equal simulations A is the fairer", true);
    assert_said(
        said,
        "Between 3 networks, at 100 simulations per action fair, within 10 points "
        "of 50 %: A. Not fair: B.",
        true);
    assert_said(said, " A B 100 -29.9 [", true);
    assert_said(said, "\"differs\":true", true);
    assert_said(said, "\"balanced\":\"yes\"", true);
    assert_said(said,
                "Which variant is fairer between equally strong players is open: ", true);
    free(said);
}

/* The same means and equally many games, by networks that differ: no balance is
 * established, however narrow intervals of the games alone would be. */
static void test_disagreement(void **unused) {
    (void)unused;
    char *said = say((story_t){.won = {{20, 50, 80}, {55, 85, 100}}}, two_boards);
    assert_said(said, "Not known yet: A.", true);
    assert_said(said, "\"balanced\":\"undecided\"", true);
    assert_said(said, "\"balanced\":\"yes\"", false);
    assert_said(said, "More networks tell more than more games", true);
    free(said);
}

/* An incomplete study decides nothing: its intervals are for all its games. */
static void test_not_whole(void **unused) {
    (void)unused;
    char *said = say((story_t){.won = {{50, 50, 50}, {80, 80, 80}}, .ends_early = true},
                     two_boards);
    assert_said(said, " Not fair: B.", true);
    assert_said(said, " fair, within 10 points of 50 %: A", false);
    assert_said(said, "\"differs\":true", false);
    assert_said(said, "The study is not complete", true);
    assert_said(said, "not all pairs", false);
    free(said);
    said = say((story_t){.won = {{80, 80, 80}, {80, 80, 80}},
                         .ends_early = true,
                         .has_none = true},
               two_boards);
    assert_said(said, " 80.1 % ........:.|.:...o....", true);
    assert_said(said, " Not fair: B.", true);
    free(said);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),         cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_refused),      cmocka_unit_test(test_agreement),
        cmocka_unit_test(test_disagreement), cmocka_unit_test(test_not_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
