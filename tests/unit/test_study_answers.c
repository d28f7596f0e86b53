/* A study's answers for made-up games, for which the answer is known: which variant is
 * balanced, which is the fairer, what pays, and what the controls found. */
#include "tests/support/unit.h"

#include "core/base/json.h"
#include "core/base/memory_stream.h"
#include "core/game/game.h"
#include "eval/study/answers/study_answer.h"
#include "eval/study/study.h"
#include "eval/study/study_result.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

/* --- Games -------------------------------------------------------------------------- */

enum { VARIANTS = 3, STRENGTHS = 2 };

/* Games of a run; of ten, how many are won by player 1 (of `seats` and `skill`: by the
 * agent that is scored) and how many drawn. */
typedef struct made_up {
    int games, won, drawn;
} made_up_t;

typedef enum {
    NOTHING,
    CUT_OFF,
    ALIKE,
    MIRRORED,
    TURNED,
    SWAPPED,
    NEVER_SWAPPED,
    SEATS_ALIKE
} trick_t;

typedef struct cell {
    made_up_t self, seats, drawn, skill;
} cell_t;

typedef struct story {
    cell_t cells[VARIANTS][STRENGTHS];
    trick_t trick; /* peculiarities of games of self-play, or of exchanged seats */
} story_t;

static game_result_t make_game(const study_run_t *run, const made_up_t *made_up,
                               trick_t trick, uint64_t i) {
    uint64_t of_ten =
        7 *
        (run->part.kind == STUDY_SELF || run->part.kind == STUDY_FIRST_TURNS ? i
                                                                             : i / 2) %
        10;
    bool is_won = of_ten < (uint64_t)made_up->won;
    bool is_drawn = !is_won && of_ten < (uint64_t)(made_up->won + made_up->drawn);
    game_result_t game = {.hash = trick == ALIKE || trick == SEATS_ALIKE ? 5 : i + 1,
                          .turns = 10,
                          .num_actions = 10};
    game.first_agent = (uint8_t)run_config_agent(&run->config, i, 0);
    bool is_first = run->part.kind == STUDY_SELF || run->part.kind == STUDY_FIRST_TURNS ||
                    game.first_agent == 0;
    game.winner = is_drawn ? NOBODY : is_won == is_first ? 0 : 1;
    game.reason = is_drawn && trick == CUT_OFF ? REASON_CUT_OFF : REASON_NONE;
    if (trick == MIRRORED) /* one orientation's games end otherwise */
        game.orientation = game.winner == 0 ? 0 : 1;
    if (trick == TURNED) /* every orientation's games end alike */
        game.orientation = i / 10 % 2;
    game.swap_offered = trick == SWAPPED || trick == NEVER_SWAPPED;
    game.swapped = trick == SWAPPED;
    return game;
}

/* Uses the first turns in sequence. */
static bool play(study_run_t *run, const made_up_t *made_up, trick_t trick) {
    state_t state = {0};
    action_t actions[GAME_MAX_LEGAL];
    game_start(run->config.game, &state);
    int count = game_legal(run->config.game, &state, actions);
    for (int i = 0; i < made_up->games; i++) {
        game_result_t game = make_game(run, made_up, trick, (uint64_t)i);
        uint16_t turn = actions[i % count];
        if (!study_run_add(run, &game, &turn, 1))
            return false;
    }
    return true;
}

static bool open_run(const void *context, study_run_t *run, const study_t *study,
                     study_part_t part, failure_t *error) {
    const story_t *story = context;
    const cell_t *cell = &story->cells[part.variant][part.strength];
    const made_up_t *const of_kinds[] = {[STUDY_SELF] = &cell->self,
                                         [STUDY_SEATS] = &cell->seats,
                                         [STUDY_FIRST_TURNS] = &cell->drawn,
                                         [STUDY_SKILL] = &cell->skill};
    study_kind_t tricky = story->trick == SEATS_ALIKE ? STUDY_SEATS : STUDY_SELF;
    return study_run_imagine(run, study, part, "out", error) &&
           play(run, of_kinds[part.kind], part.kind == tricky ? story->trick : NOTHING);
}

/* The answers for a study with these games: text, JSON and CSV. The caller frees. */
static char *say(const char *text, const story_t *story, const char *out) {
    failure_t error = {""};
    char *said = NULL;
    size_t size;
    study_t *study = memory_new(1, sizeof *study);
    cJSON *json = json_parse(text, "study", &error);
    if (!json || !study_read_json(study, json, "study", NULL, 0, &error))
        fail_msg("%s", error.message);
    story_t copy = *story;
    study_exact_t exact[STUDY_MAX_VARIANTS];
    for (int i = 0; i < STUDY_MAX_VARIANTS; i++)
        exact[i] = (study_exact_t){.value = VALUE_OPEN};
    exact[0] = (study_exact_t){VALUE_DRAWN, 3, false, 1};
    const study_source_t source = {.runs = {open_run, &copy}, .exact = exact};
    study_result_t *result = study_result_of(study, out, &source, &error);
    if (!result)
        fail_msg("%s", error.message);
    FILE *file = memory_stream_open(&said, &size);
    result_t *answer = study_answer(result);
    result_print(answer, RESULT_DETAIL, file);
    result_print(answer, RESULT_JSON, file);
    result_print(answer, RESULT_CSV, file);
    result_free(answer);
    memory_stream_close(file);
    study_result_free(result);
    study_clear(study);
    free(study);
    cJSON_Delete(json);
    return said;
}

#define STUDY(variants, strengths)                                                       \
    "{\"game\": \"seesaw\", \"variants\": [" variants "], \"strengths\": [" strengths    \
    "], \"games\": {\"first\": 100, \"most\": 100000, \"shard\": 50}, \"margin\": 0.1}"
/* Variant A for at most 2,000 games. */
#define PLANNED(purpose, past)                                                           \
    "{\"game\": \"seesaw\", \"purpose\": \"" purpose "\", \"variants\": [" A             \
    "], \"strengths\": [" ONE_LEVEL "], \"games\": {\"first\": 100, \"most\": 2000, "    \
    "\"shard\": 50}, \"precision\": 0.01, \"margin\": 0.1" past "}"
#define A "{\"name\": \"A\", \"variant\": {\"size\": 2}, \"speed\": 1000}"
#define B "{\"name\": \"B\", \"variant\": {\"size\": 3}, \"speed\": 500}"
#define C "{\"name\": \"C\", \"variant\": {\"size\": 4, \"swap\": true}, \"speed\": 500}"
#define LEVELS                                                                           \
    "{\"simulations\": 100, \"skill\": 400, \"seats\": 400, \"first_turns\": 400}, "     \
    "{\"simulations\": 200, \"skill\": 400, \"seats\": 400, \"first_turns\": 400}"

/* --- Stories ------------------------------------------------------------------------ */

#define NONE                                                                             \
    { 0, 0, 0 }
/* Games of self-play only; with controls and games against twice the budget. */
#define SELF(games, won)                                                                 \
    { {games, won, 0}, NONE, NONE, NONE }
#define ALL(games, won, twice)                                                           \
    {                                                                                    \
        {games, won, 0}, {400, 5, 0}, {400, 5, 0}, {                                     \
            2000, twice, 0                                                               \
        }                                                                                \
    }
#define ONE_LEVEL "{\"simulations\": 100}"

static const struct {
    const char *study;
    story_t story;
    const char *says[9];
} stories[] = {
    /* One is even, the other is not; twice the budget scores differently on both. */
    {STUDY(A ", " B, LEVELS),
     {{{ALL(2000, 5, 7), ALL(2000, 5, 6)}, {ALL(2000, 9, 9), ALL(2000, 9, 9)}}, NOTHING},
     {"Drawn with best play (solved): A. At 200 simulations per action fair, within 10 ",
      "points of 50 %: A. Not fair: B. At equal simulations A is the fairer.",
      " A 50.0 % ........:-o-:........ 0.0 % 10 60.0 % drawn B 90.0 % ........:.|.:",
      " A B 200 -40.0 [", "no score of twice the budget (\"skill\") is surely reached",
      "Controls found no artefact of the search: 4 of exchanged seats, 0 of mirror",
      "\"differs\":true", " B 200 2000 90.0 % ["}},
    /* Met by both: the one whose score there is nearer to even. */
    {STUDY(A ", " B, LEVELS),
     {{{ALL(2000, 5, 9), ALL(2000, 5, 5)}, {ALL(2000, 9, 9), ALL(2000, 9, 5)}}, NOTHING},
     {" Between equally strong players A is the fairer.", "\"fairer\":\"A\"",
      " A B relative strength "}},
    {STUDY(A ", " B, LEVELS),
     {{{ALL(2000, 9, 9), ALL(2000, 9, 5)}, {ALL(2000, 5, 9), ALL(2000, 5, 5)}}, NOTHING},
     {"At equal simulations B is the fairer. Between equally strong players B is the "
      "fairer.",
      " A B 200 +40.0 [", "\"fairer\":\"B\""}},
    {STUDY(A ", " B, LEVELS),
     {{{ALL(2000, 5, 9), ALL(2000, 5, 5)}, {ALL(2000, 5, 9), ALL(2000, 5, 5)}}, NOTHING},
     {"fair, within 10 points of 50 %: A, B. The first player's score", " A B 200 +0.0 [",
      "\"fairer\":null", "\"differs\":false"}},
    /* Both on the same side of even, one farther from it. */
    {STUDY(A ", " B, ONE_LEVEL),
     {{{SELF(2000, 8)}, {SELF(2000, 7)}}, NOTHING},
     {" Not fair: A, B. At equal simulations B is the fairer."}},
    {STUDY(A ", " B, ONE_LEVEL),
     {{{SELF(2000, 3)}, {SELF(2000, 2)}}, NOTHING},
     {" Not fair: A, B. At equal simulations A is the fairer."}},
    /* Three. */
    {STUDY(A ", " B ", " C, ONE_LEVEL),
     {{{SELF(4000, 5)}, {SELF(4000, 9)}, {SELF(4000, 1)}}, NOTHING},
     {" fair, within 10 points of 50 %: A. Not fair: B, C. At equal simulations A is the "
      "fairest."}},
    {STUDY(A ", " B ", " C, ONE_LEVEL),
     {{{SELF(500, 5)}, {SELF(500, 5)}, {SELF(500, 5)}}, NOTHING},
     {" fair, within 10 points of 50 %: A, B, C. The first player's score"}},
    {STUDY(A ", " B ", " C, ONE_LEVEL),
     {{{SELF(100, 9)}, {SELF(100, 5)}, {SELF(100, 6)}}, NOTHING},
     {" none is shown to be fair, within 10 points of 50 %. Not fair: A. Not known yet: "
      "B, C. The first player's score"}},
    {STUDY(A ", " B ", " C, ONE_LEVEL),
     {{{SELF(100, 6)}, {SELF(100, 5)}, {SELF(100, 6)}}, NOTHING},
     {" none is decided yet; fair is within 10 points of 50 %. The first player's "
      "score"}},
    /* A stronger level with few games that disagrees. */
    {STUDY(A, LEVELS),
     {{{SELF(20000, 9), SELF(90, 5)}}, NOTHING},
     {"at 100 simulations per action; that is not fair: more than 10 points from 50 %.",
      "! A: stronger play, at 200 simulations per action, comes to 50.0 % [",
      "] in 90 games."}},
    {STUDY(A ", " B, LEVELS),
     {{{SELF(20000, 9), SELF(0, 0)}, {SELF(0, 0), SELF(20000, 5)}}, NOTHING},
     {" Fair, within 10 points of 50 %: B at 200 simulations per action. Not fair: A at "
      "100 simulations per action. The"}},
    /* One variant. */
    {STUDY(A, ONE_LEVEL),
     {{{SELF(2000, 5)}}, NOTHING},
     {"A: the first player scores 50.0 % [46.1, 53.9] at 100 simulations per action; ",
      "that is fair, within 10 points of 50 %.", "A: games at fewer than two budgets",
      "\"balanced\":\"yes\"", ",2000,", ",\"yes\","}},
    {STUDY(A, ONE_LEVEL),
     {{{SELF(2000, 8)}}, NOTHING},
     {"; that is not fair: more than 10 points from 50 %."}},
    {STUDY(A, ONE_LEVEL),
     {{{SELF(50, 5)}}, NOTHING},
     {"; whether that is fair, within 10 points, is not decided yet.",
      "Is A fair, within 10 points, at strength level 100? about "}},
    {STUDY(A, ONE_LEVEL), /* an interval that reaches just beyond the colons */
     {{{SELF(270, 5)}}, NOTHING},
     {" whether that is fair, within 10 points, is not decided yet.",
      " .....-:---o---:-..... "}},
    {STUDY(A, "{\"name\": \"mine\", \"agent\": {\"engine\": {\"command\": [\"x\"]}}}"),
     {{{SELF(2000, 5)}}, NOTHING},
     {" at strength level mine; that is fair"}},
    /* All games that were planned: intervals for their number, narrower than those of a
     * study to watch, or of one whose plan was changed; of a study to decide, with the
     * last look's half of the error. */
    {PLANNED("estimate", ""),
     {{{SELF(2000, 5)}}, NOTHING},
     {"scores 50.0 % [47.8, 52.2] at", "\"done\":true"}},
    {PLANNED("watch", ""),
     {{{SELF(2000, 5)}}, NOTHING},
     {"scores 50.0 % [46.1, 53.9] at"}},
    {PLANNED("decide", ""),
     {{{SELF(2000, 5)}}, NOTHING},
     {"scores 50.0 % [47.5, 52.5] at", "that is fair, within 10 points"}},
    {PLANNED("estimate", ", \"past\": {\"replanned\": true}"),
     {{{SELF(2000, 5)}}, NOTHING},
     {"scores 50.0 % [46.1, 53.9] at", "! What ends the games was changed after"}},
    {PLANNED("estimate", ""),
     {{{SELF(1950, 5)}}, NOTHING},
     {"scores 50.0 % [46.1, 53.9] at", "! 1 of the scores had not all the games that"}},
    {PLANNED("estimate", ", \"past\": {\"timed\": 1950}"),
     {{{SELF(1950, 5)}}, NOTHING},
     {"scores 50.0 % [47.8, 52.2] at"}},
    {PLANNED("estimate", ", \"past\": {\"timed\": 1900}"),
     {{{SELF(1950, 5)}}, NOTHING},
     {"scores 50.0 % [46.1, 53.9] at"}},
    /* No games of one of them, or of none. */
    {STUDY(A ", " B, LEVELS),
     {{{SELF(2000, 5), SELF(0, 0)}, {SELF(0, 0), SELF(0, 0)}}, NOTHING},
     {"No answer yet: not every variant has games.", "! B: no games yet.",
      " B 100 0 no games yet", "Exchanged seats: no games yet."}},
    /* Scores that keep changing. */
    {STUDY(A, LEVELS),
     {{{ALL(20000, 9, 7), ALL(20000, 5, 7)}}, NOTHING},
     {" A 200 20000 50.0 % [49.3, 50.7] 50.0 % [49.3, 50.7] yes",
      " A 100 20000 90.0 % [89.6, 90.4] 90.0 % [89.6, 90.4] no",
      "! A: the first player's score still falls between the two largest budgets: -40.0 "
      "["}},
    {STUDY(A, LEVELS),
     {{{ALL(25000, 5, 7), ALL(25000, 5, 7)}}, NOTHING},
     {"] level 100 "}},
    /* Controls. */
    {STUDY(A, LEVELS),
     {{{ALL(2000, 5, 7), ALL(2000, 5, 7)}}, ALIKE},
     {"games are repeated: 1 of 2000 are distinct, and all together are worth 1 distinct "
      "ones for the width of intervals; similarly in 1 other cell."}},
    {STUDY(A, ONE_LEVEL),
     {{{{{2000, 3, 4}, NONE, NONE, NONE}}}, CUT_OFF},
     {"But ! A, strength level 100: 40.0 % of the games were cut off by the limit on "
      "their",
      "Exchanged seats were not tested"}},
    {STUDY(A, LEVELS),
     {{{ALL(2000, 5, 7), ALL(2000, 5, 7)}}, MIRRORED},
     {"mirror images of games end differently (p = ",
      "All mirror images together: games end differently (p = 0)"}},
    {STUDY(A, "{\"simulations\": 100, \"seats\": 400}"),
     {{{SELF(2000, 5)}}, TURNED},
     {"Controls found no artefact of the search: 0 of exchanged seats, 1 of mirror "
      "images.",
      "Exchanged seats: no games yet.", "\"orientations_p\":1"}},
    {STUDY(A, LEVELS),
     {{{{{2000, 5, 0}, {400, 9, 0}, NONE, NONE},
        {{2000, 5, 0}, {400, 9, 0}, NONE, NONE}}},
      NOTHING},
     {"against itself with seats exchanged an agent scores 90.0 % [",
      "All exchanged seats together: an agent scores 90.0 % [",
      ", so the search favours one copy.", "\"seats_even\":false"}},
    {STUDY(A, LEVELS), /* two games, one of each level */
     {{{ALL(2000, 5, 7), ALL(2000, 5, 7)}}, SEATS_ALIKE},
     {" all together - 800 50.0 % [0.9, 99.1]"}},
    /* The pie rule. */
    {STUDY(C, ONE_LEVEL),
     {{{SELF(200, 5)}}, SWAPPED},
     {"player 2 swapped in every one of 200 games"}},
    {STUDY(C, ONE_LEVEL),
     {{{SELF(200, 5)}}, NEVER_SWAPPED},
     {"nobody swapped in any of 200 games"}},
};

/* Undoes line wrapping: replaces blanks and line ends by one blank. */
static void unwrap(char *text) {
    char *to = text;
    for (const char *from = text; *from; from++)
        if (!strchr(" \n", *from) || (to > text && to[-1] != ' '))
            *to++ = *from == '\n' ? ' ' : *from;
    *to = '\0';
}

static void test_stories(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof stories / sizeof stories[0]; i++) {
        char *text = say(stories[i].study, &stories[i].story, "out");
        unwrap(text);
        for (int j = 0; j < 9 && stories[i].says[j]; j++)
            if (!strstr(text, stories[i].says[j]))
                fail_msg("story %zu: no \"%s\" in: %.3000s", i, stories[i].says[j], text);
        free(text);
    }
}

/* A suggested command can be pasted into a shell, whatever the folder's name. */
static void test_folder(void **unused) {
    static const char *const cases[][2] = {{"out/of-1", "fulcrum study out/of-1 "},
                                           {"my out", "fulcrum study 'my out' "},
                                           {"$out", "fulcrum study '$out' "},
                                           {"it's", "fulcrum study 'it'\\''s' "}};
    static const story_t few = {{{SELF(50, 5)}}, NOTHING};
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = say(STUDY(A, ONE_LEVEL), &few, cases[i][0]);
        unwrap(text);
        if (!strstr(text, cases[i][1]))
            fail_msg("no \"%s\" in: %.3000s", cases[i][1], text);
        free(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_stories),
                                       cmocka_unit_test(test_folder)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
