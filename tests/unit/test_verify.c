/* Verify: an unchanged run passes; every change in it is found and reported for the right
 * game. */
#include "core/base/files/file.h"
#include "mcts/tree/bounds.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/store/record.h"
#include "selfplay/verify/game_checker.h"
#include "tests/support/unit.h"
#include "tests/support/whole_file.h"

#include "core/base/files/publish.h"
#include "core/base/pcg.h"
#include "selfplay/play/run_game.h"
#include "selfplay/run/run.h"
#include "selfplay/verify/set_aside.h"
#include "selfplay/verify/verify.h"
#include "tests/support/test_folder.h"
#include "tests/support/variants.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define CONFIG                                                                           \
    "{\"game\": \"seesaw\", \"variant\": {\"size\": 3, \"swap\": true}, \"games\": 7, "  \
    "\"shard_games\": 3, \"seed\": 5, \"search\": {\"simulations\": 40}}"

/* Paths below the folder of the test. */
enum { PATH = 256 };
/* --- Making runs -------------------------------------------------------------------- */

typedef struct test_run {
    char folder[PATH];
    run_config_t config;
    char *text;
    record_t shards[8];
    uint64_t num_shards;
} test_run_t;

static void write_shard(const test_run_t *run, uint64_t number, const record_t *record) {
    char path[FILE_PATH];
    size_t bytes;
    failure_t error;
    run_shard_path(run->folder, number, path);
    if (!whole_file_write(path, record, run->text, &bytes, &error))
        fail_msg("%s", error.message);
}

static void ask_for(const test_run_t *run, int64_t games) {
    run_length_t length;
    failure_t error;
    assert_true(run_length_read(&length, run->folder, (uint64_t)run->config.shard_games,
                                0, &error));
    assert_true(run_length_request(&length, run->folder, (uint64_t)games, &error));
    run_length_clear(&length);
}

/* Plays a run and writes it; keeps its records for changes by the test. */
static void make_run(test_run_t *run, const char *name, const char *config) {
    char path[PATH + 16];
    failure_t error;
    *run = (test_run_t){.num_shards = 0};
    snprintf(run->folder, sizeof run->folder, "%s/%s", test_folder, name);
    if (!run_config_parse(&run->config, config, "test", NULL, 0, &error))
        fail_msg("%s", error.message);
    run->text = run_config_text(&run->config);
    snprintf(path, sizeof path, "%s/config.json", run->folder);
    assert_true(publish_folder(run->folder, &error));
    assert_true(publish_file(path, run->text, strlen(run->text), &error));
    ask_for(run, run->config.games);
    play_t *play = play_new(&run->config);
    for (int64_t id = 0; id < run->config.games; id++) {
        run->num_shards = (uint64_t)(id / run->config.shard_games) + 1;
        record_t *shard = &run->shards[run->num_shards - 1];
        if (!shard->game)
            record_init(shard, run->config.game);
        assert_true(play_game(play, (uint64_t)id, shard, NULL, NULL));
    }
    play_free(play);
    for (uint64_t s = 0; s < run->num_shards; s++)
        write_shard(run, s, &run->shards[s]);
}

static void clear_run(test_run_t *run) {
    for (uint64_t s = 0; s < run->num_shards; s++)
        record_clear(&run->shards[s]);
    run_config_clear(&run->config);
    free(run->text);
}

/* --- Verifying ---------------------------------------------------------------------- */

/* The reports of a call: the number of problems, and details of the first. */
typedef struct told {
    int count, notices;
    verify_kind_t kind;
    int64_t game, ply;
    char path[PATH], text[512];
    uint64_t missing, at_fault, repeated;
} told_t;

static void hear(void *context, const verify_problem_t *problem) {
    told_t *told = context;
    if (problem->kind == VERIFY_NOTICE) {
        told->notices++;
        return;
    }
    if (told->count++ > 0)
        return;
    told->kind = problem->kind;
    told->game = problem->game;
    told->ply = problem->ply;
    snprintf(told->path, sizeof told->path, "%s", problem->path);
    snprintf(told->text, sizeof told->text, "%s", problem->text);
}

static told_t verify_it(const char *path, uint64_t sample) {
    told_t told = {.count = 0};
    verify_options_t options = {
        .sample = sample, .threads = 2, .quiet = true, .report = hear, .context = &told};
    verify_t verify;
    failure_t error;
    if (!verify_path(&verify, path, &options, &error))
        fail_msg("%s", error.message);
    assert_int_equal(verify.problems, told.count);
    told.missing = verify.missing.games;
    told.at_fault = verify.num_at_fault;
    told.repeated = verify.repeated;
    verify_clear(&verify);
    return told;
}

static void expect_whole(const char *path, uint64_t sample) {
    told_t told = verify_it(path, sample);
    if (told.count > 0)
        fail_msg("%s: game %lld: %s", told.path, (long long)told.game, told.text);
    assert_int_equal(told.notices, 0);
    assert_int_equal(told.missing, 0);
}

/* --- Whole runs --------------------------------------------------------------------- */

/* No problems are found in intact runs, for all kinds of searches. */
static void test_whole_runs(void **unused) {
    (void)unused;
    static const char *const configs[] = {
        CONFIG,
        "{\"game\": \"seesaw\", \"games\": 2, \"search\": {\"simulations\": 30, "
        "\"selection\": \"puct\", \"fpu\": \"reduction\"}, \"noise\": {\"weight\": "
        "0.25}, "
        "\"temperature\": {\"end\": 0.5}}",
        "{\"game\": \"situ\", \"games\": 3, \"shard_games\": 2, \"search\": "
        "{\"simulations\": 60, \"reuse\": true}}",
        "{\"game\": \"seega\", \"games\": 2, \"search\": {\"simulations\": 200, "
        "\"max_nodes\": 50}}",
        "{\"game\": \"cascade\", \"variant\": {\"size\": 5}, \"games\": 4, \"search\": "
        "{\"simulations\": 30, \"root\": \"gumbel\"}}",
        "{\"game\": \"cascade\", \"variant\": {\"size\": 4}, \"games\": 40, "
        "\"shard_games\": 5, \"search\": {\"simulations\": 50, \"stop_when_settled\": "
        "true, \"reuse\": true}}",
    };
    for (size_t i = 0; i < sizeof configs / sizeof configs[0]; i++) {
        test_run_t run;
        char name[16];
        snprintf(name, sizeof name, "whole-%zu", i);
        make_run(&run, name, configs[i]);
        expect_whole(run.folder, UINT64_MAX);
        for (uint64_t s = 0; s < run.num_shards; s++) {
            char path[FILE_PATH];
            run_shard_path(run.folder, s, path);
            expect_whole(path, UINT64_MAX);
        }
        clear_run(&run);
    }
}

/* --- Changed games ------------------------------------------------------------------ */

/* Changes the second game of a record, whose rows begin at `first`. The changed action is
 * the game's fourth, row first + 3. */
enum { CHANGED_GAME = 1, CHANGED_PLY = 3 };

typedef struct change {
    const char *name;
    void (*apply)(record_t *record, size_t game, size_t row);
    bool by_search; /* found only by repeating the searches */
    int64_t ply;    /* where it is found; -1: at the end, -2: anywhere */
    const char *says;
} change_t;

static void other_chosen(record_t *r, size_t game, size_t row) {
    (void)game;
    const uint16_t *actions = record_u16(r, LEGAL_ACTION) + record_first_legal(r, row);
    uint16_t *chosen = &record_u16(r, POSITIONS_CHOSEN)[row];
    assert_true(record_u32(r, POSITIONS_LEGAL)[row] > 1);
    *chosen = *chosen == actions[0] ? actions[1] : actions[0];
}
static void illegal_chosen(record_t *r, size_t game, size_t row) {
    (void)game;
    const uint16_t *actions = record_u16(r, LEGAL_ACTION) + record_first_legal(r, row);
    uint16_t action = 0;
    while (game_find_action(actions, (int)record_u32(r, POSITIONS_LEGAL)[row], action) >=
           0)
        action++;
    record_u16(r, POSITIONS_CHOSEN)[row] = action;
}
static void other_state(record_t *r, size_t game, size_t row) {
    (void)game;
    size_t size = (size_t)r->game->packed_bytes;
    uint8_t *states = record_u8(r, POSITIONS_STATE);
    memcpy(states + row * size, states + (row - 1) * size, size);
}
static void other_side(record_t *r, size_t game, size_t row) {
    (void)game;
    record_u8(r, POSITIONS_SIDE)[row] ^= 1;
}
static void other_player(record_t *r, size_t game, size_t row) {
    (void)game;
    record_u8(r, POSITIONS_PLAYER)[row] ^= 1;
}
static void other_ply(record_t *r, size_t game, size_t row) {
    (void)game;
    record_u32(r, POSITIONS_PLY)[row]++;
}
static void other_turn(record_t *r, size_t game, size_t row) {
    (void)game;
    record_u32(r, POSITIONS_TURN)[row]++;
}
static void swapped_actions(record_t *r, size_t game, size_t row) {
    (void)game;
    uint16_t *actions = record_u16(r, LEGAL_ACTION) + record_first_legal(r, row);
    uint16_t first = actions[0];
    actions[0] = actions[1];
    actions[1] = first;
}
static void more_visits(record_t *r, size_t game, size_t row) {
    (void)game;
    record_u32(r, LEGAL_VISITS)[record_first_legal(r, row)]++;
}
/* The sum stays: only repeating the search can find it. */
static void moved_visit(record_t *r, size_t game, size_t row) {
    (void)game;
    uint32_t *visits = record_u32(r, LEGAL_VISITS) + record_first_legal(r, row);
    size_t from = visits[0] > 0 ? 0 : 1;
    while (visits[from] == 0)
        from++;
    visits[from]--;
    visits[from == 0 ? 1 : 0]++;
}
static void other_value(record_t *r, size_t game, size_t row) {
    (void)game;
    float *value = &record_f32(r, POSITIONS_ROOT_VALUE)[row];
    *value = *value > 0.5f ? *value - 0x1p-20f : *value + 0x1p-20f;
}
static void no_value(record_t *r, size_t game, size_t row) {
    (void)game;
    record_f32(r, POSITIONS_ROOT_VALUE)[row] = 1.5f;
}
static void no_proof(record_t *r, size_t game, size_t row) {
    (void)game;
    record_u8(r, POSITIONS_ROOT_PROOF)[row] = PROOF_WIN + 1;
}
static void other_proof(record_t *r, size_t game, size_t row) {
    (void)game;
    uint8_t *proof = &record_u8(r, POSITIONS_ROOT_PROOF)[row];
    *proof = *proof == PROOF_NONE ? PROOF_DRAW : PROOF_NONE;
}
static void fewer_simulations(record_t *r, size_t game, size_t row) {
    (void)game;
    record_u32(r, POSITIONS_SIMULATIONS)[row]--;
}
static void more_simulations(record_t *r, size_t game, size_t row) {
    (void)game;
    record_u32(r, POSITIONS_SIMULATIONS)[row] += 100;
}
static void other_winner(record_t *r, size_t game, size_t row) {
    (void)row;
    record_u8(r, GAMES_WINNER)[game] ^= 1;
}
static void other_winner_side(record_t *r, size_t game, size_t row) {
    (void)row;
    record_u8(r, GAMES_WINNER_SIDE)[game] ^= 1;
}
static void other_reason(record_t *r, size_t game, size_t row) {
    (void)row;
    uint8_t *reason = &record_u8(r, GAMES_REASON)[game];
    *reason = *reason == REASON_WIN ? REASON_STUCK : REASON_WIN;
}
static void more_turns(record_t *r, size_t game, size_t row) {
    (void)row;
    record_u32(r, GAMES_TURNS)[game]++;
}
static void other_seed(record_t *r, size_t game, size_t row) {
    (void)row;
    record_u64(r, GAMES_SEED)[game] ^= 1;
}
static void other_agent(record_t *r, size_t game, size_t row) {
    (void)row;
    record_u8(r, GAMES_AGENT)[2 * game + 1] = 1;
}

static const change_t changes[] = {
    {"another action played", other_chosen, false, CHANGED_PLY + 1, "positions/state"},
    {"an illegal action", illegal_chosen, false, CHANGED_PLY, "not legal"},
    {"another position", other_state, false, CHANGED_PLY, "positions/state"},
    {"another side", other_side, false, CHANGED_PLY, "positions/side"},
    {"another player", other_player, false, CHANGED_PLY, "positions/player"},
    {"another ply", other_ply, false, CHANGED_PLY, "positions/ply"},
    {"another turn", other_turn, false, CHANGED_PLY, "positions/turn"},
    {"actions in another order", swapped_actions, false, CHANGED_PLY, "legal/action"},
    {"one visit more", more_visits, false, CHANGED_PLY, "positions/visits"},
    {"a value out of range", no_value, false, CHANGED_PLY, "positions/root_value"},
    {"a proof that is none", no_proof, false, CHANGED_PLY, "positions/root_proof"},
    {"too many simulations", more_simulations, false, CHANGED_PLY,
     "positions/simulations"},
    {"another winner", other_winner, false, -1, "games/winner"},
    {"another side of the winner", other_winner_side, false, -1, "games/winner_side"},
    {"another reason", other_reason, false, -1, "games/reason"},
    {"one turn more", more_turns, false, -1, "games/turns"},
    {"another seed", other_seed, false, -1, "games/seed"},
    {"another agent", other_agent, false, -1, "games/agent"},
    {"a visit elsewhere", moved_visit, true, CHANGED_PLY, "legal/visits"},
    {"a value nearby", other_value, true, CHANGED_PLY, "positions/root_value"},
    {"another proof", other_proof, true, CHANGED_PLY, "positions/root_proof"},
    {"one simulation fewer", fewer_simulations, true, CHANGED_PLY,
     "positions/simulations"},
};

static void check_change(test_run_t *run, const change_t *change) {
    record_t changed;
    const record_t *whole = &run->shards[1];
    record_init(&changed, run->config.game);
    record_append(&changed, whole);
    change->apply(&changed, CHANGED_GAME,
                  record_first_position(&changed, CHANGED_GAME) + CHANGED_PLY);
    write_shard(run, 1, &changed);
    record_clear(&changed);
    if (change->by_search)
        expect_whole(run->folder, 0);
    told_t told = verify_it(run->folder, change->by_search ? UINT64_MAX : 0);
    if (told.count != 1 || told.game != 3 + CHANGED_GAME || told.ply != change->ply ||
        told.at_fault != 1 || !strstr(told.text, change->says) ||
        !strstr(told.path, "shard-000001.h5") || told.kind != VERIFY_DAMAGED)
        fail_msg("%s: %d problems, the first in %s, game %lld, ply %lld: %s",
                 change->name, told.count, told.path, (long long)told.game,
                 (long long)told.ply, told.text);
    write_shard(run, 1, whole);
}

/* Complete files in valid envelopes, with one value changed. */
static void test_changed_games(void **unused) {
    (void)unused;
    test_run_t run;
    make_run(&run, "changed", CONFIG);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++)
        check_change(&run, &changes[i]);
    expect_whole(run.folder, UINT64_MAX);
    clear_run(&run);
}

/* The last game of a shard stops one action early. */
static void test_shortened_game(void **unused) {
    (void)unused;
    test_run_t run;
    record_t changed;
    make_run(&run, "shortened", CONFIG);
    record_init(&changed, run.config.game);
    record_append(&changed, &run.shards[0]);
    size_t last = --changed.rows[TABLE_POSITIONS];
    changed.rows[TABLE_LEGAL] -= record_u32(&changed, POSITIONS_LEGAL)[last];
    record_u32(&changed, GAMES_DECISIONS)[2]--;
    write_shard(&run, 0, &changed);
    told_t told = verify_it(run.folder, 0);
    assert_int_equal(told.count, 1);
    assert_int_equal(told.game, 2);
    assert_non_null(strstr(told.text, "is not over"));
    record_clear(&changed);
    clear_run(&run);
}

/* A shard that is wrong throughout does not fill the screen. */
static void test_all_games_wrong(void **unused) {
    (void)unused;
    test_run_t run;
    make_run(&run, "many",
             "{\"game\": \"cascade\", \"variant\": {\"size\": 4}, \"games\": 60, "
             "\"shard_games\": 30, \"search\": {\"simulations\": 5}}");
    for (size_t game = 0; game < 30; game++)
        record_u32(&run.shards[1], GAMES_TURNS)[game]++;
    write_shard(&run, 1, &run.shards[1]);
    told_t told = {.count = 0};
    verify_options_t options = {
        .threads = 2, .quiet = true, .report = hear, .context = &told};
    verify_t verify;
    failure_t error;
    assert_true(verify_path(&verify, run.folder, &options, &error));
    assert_int_equal(verify.problems, 30); /* all are counted, ten are printed */
    assert_int_equal(told.count, 10);
    assert_int_equal(told.notices, 1);
    assert_int_equal(told.game, 30);
    assert_int_equal(verify.num_at_fault, 1);
    verify_clear(&verify);
    clear_run(&run);
}

/* --- Wrong files -------------------------------------------------------------------- */

static void test_wrong_games(void **unused) {
    (void)unused;
    test_run_t run, other;
    told_t told;
    make_run(&run, "run", CONFIG);
    make_run(&other, "other",
             "{\"game\": \"seesaw\", \"variant\": {\"size\": 3, \"swap\": true}, "
             "\"games\": 7, \"shard_games\": 3, \"seed\": 6, \"search\": "
             "{\"simulations\": 40}}");
    /* A shard of another run. */
    char path[FILE_PATH], there[FILE_PATH], command[2 * FILE_PATH + 8];
    run_shard_path(run.folder, 1, path);
    run_shard_path(other.folder, 1, there);
    snprintf(command, sizeof command, "cp %s %s", there, path);
    assert_int_equal(system(command), 0);
    told = verify_it(run.folder, 0);
    assert_int_equal(told.count, 1);
    assert_int_equal(told.at_fault, 1);
    assert_non_null(strstr(told.text, "\"seed\" is 6 there and 5 here"));
    /* A shard of this run under another's number. */
    write_shard(&run, 1, &run.shards[0]);
    told = verify_it(run.folder, 0);
    assert_int_equal(told.count, 1);
    assert_non_null(strstr(told.text, "holds game 0 in the place of game 3"));
    /* A game twice; a game too few. */
    record_t changed;
    record_init(&changed, run.config.game);
    record_append_games(&changed, &run.shards[1], 0, 2);
    write_shard(&run, 1, &changed);
    told = verify_it(run.folder, 0);
    assert_non_null(strstr(told.text, "2 games instead of 3"));
    record_append_games(&changed, &run.shards[1], 1, 1);
    write_shard(&run, 1, &changed);
    told = verify_it(run.folder, 0);
    assert_int_equal(told.count, 1);
    assert_non_null(strstr(told.text, "holds game 4 in the place of game 5"));
    told = verify_it(path, 0); /* the same file on its own */
    assert_int_equal(told.count, 1);
    assert_non_null(strstr(told.text, "game 4 after game 4"));
    record_clear(&changed);
    clear_run(&run);
    clear_run(&other);
}

static unsigned char *read_image(const char *path, size_t *size) {
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    *size = (size_t)status.st_size;
    unsigned char *image = malloc(*size);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fread(image, 1, *size, file), *size);
    fclose(file);
    return image;
}

/* A bit flipped anywhere, the end cut off anywhere. */
static void test_damaged_bytes(void **unused) {
    (void)unused;
    test_run_t run;
    char path[FILE_PATH];
    size_t size;
    failure_t error;
    pcg32_t rng = pcg32_for(1, 2, 3, PCG_FOR_TEST);
    make_run(&run, "bytes", CONFIG);
    run_shard_path(run.folder, 2, path);
    unsigned char *image = read_image(path, &size);
    for (int i = 0; i < 20 + test_effort(180); i++) {
        size_t at = pcg32_below(&rng, (uint32_t)size);
        unsigned char bit = (unsigned char)(1u << pcg32_below(&rng, 8));
        image[at] ^= bit;
        assert_true(publish_file(path, image, size, &error));
        image[at] ^= bit;
        told_t told = verify_it(run.folder, 0);
        if (told.count != 1 || told.at_fault != 1 || told.kind != VERIFY_DAMAGED)
            fail_msg("bit %u of byte %zu: %d problems", bit, at, told.count);
        if (i >= 20)
            continue;
        assert_true(publish_file(path, image, at, &error));
        told = verify_it(run.folder, 0);
        assert_int_equal(told.count, 1);
        assert_int_equal(told.at_fault, 1);
    }
    assert_true(publish_file(path, image, size, &error));
    expect_whole(run.folder, 0);
    free(image);
    clear_run(&run);
}

/* A changed configuration is damage, but not the shards' fault. */
static void test_changed_config(void **unused) {
    (void)unused;
    test_run_t run;
    char path[PATH + 16];
    failure_t error;
    make_run(&run, "config", CONFIG);
    snprintf(path, sizeof path, "%s/config.json", run.folder);
    assert_true(publish_file(path, CONFIG, strlen(CONFIG), &error));
    told_t told = verify_it(run.folder, 0);
    assert_int_equal(told.count, 1);
    assert_int_equal(told.at_fault, 0);
    assert_string_equal(told.path, path);
    assert_true(publish_file(path, "{", 1, &error));
    told = verify_it(run.folder, 0);
    assert_int_equal(told.count, 1);
    clear_run(&run);
}

/* A missing shard is not damaged. */
static void test_missing_shards(void **unused) {
    (void)unused;
    test_run_t run;
    char path[FILE_PATH];
    make_run(&run, "missing", CONFIG);
    for (uint64_t s = 3; s-- > 0;) {
        run_shard_path(run.folder, s, path);
        assert_int_equal(unlink(path), 0);
        told_t told = verify_it(run.folder, UINT64_MAX);
        assert_int_equal(told.count, 0);
        assert_int_equal(told.missing, 7 - 3 * s);
        assert_int_equal(told.repeated, 3 * s);
    }
    clear_run(&run);
}

/* An extended run lacks the games after a short shard; a shard with a number of games
 * that was never requested is damaged. */
static void test_longer_runs(void **unused) {
    (void)unused;
    test_run_t run;
    char command[PATH + 16];
    record_t two;
    make_run(&run, "longer", CONFIG); /* of 7 games, 3 a shard */
    ask_for(&run, 11);
    told_t told = verify_it(run.folder, UINT64_MAX);
    assert_int_equal(told.count, 0);
    assert_int_equal(told.missing, 4);
    assert_int_equal(told.repeated, 7);
    record_init(&two, run.config.game);
    record_append_games(&two, &run.shards[1], 0, 2);
    write_shard(&run, 1, &two);
    told = verify_it(run.folder, 0);
    assert_int_equal(told.count, 1);
    assert_int_equal(told.at_fault, 1);
    assert_non_null(strstr(told.text, "holds 2 games instead of 3"));
    ask_for(&run, 5);
    told = verify_it(run.folder, 0);
    assert_int_equal(told.count, 0);
    assert_int_equal(told.missing, 5);
    /* The requested number is lost: the run is as long as its shards. */
    snprintf(command, sizeof command, "rm -r %s/games", run.folder);
    assert_int_equal(system(command), 0);
    write_shard(&run, 1, &run.shards[1]);
    told = verify_it(run.folder, 0);
    assert_int_equal(told.count, 0);
    assert_int_equal(told.missing, 0);
    record_clear(&two);
    clear_run(&run);
}

/* Only the file that was checked is set aside, under an unused name. */
static void test_set_aside(void **unused) {
    (void)unused;
    test_run_t run;
    char path[FILE_PATH], first[FILE_PATH], second[FILE_PATH];
    game_origin_t origin;
    failure_t error;
    make_run(&run, "aside", CONFIG);
    run_shard_path(run.folder, 0, path);
    game_origin_init(&origin, path, 0);
    write_shard(&run, 0, &run.shards[0]); /* another process makes it again */
    assert_false(set_aside(run.folder, &origin, first, &error));
    assert_non_null(strstr(error.message, "repaired by another"));
    expect_whole(run.folder, 0);
    game_origin_init(&origin, path, 0);
    assert_true(set_aside(run.folder, &origin, first, &error));
    assert_int_not_equal(access(path, F_OK), 0);
    write_shard(&run, 0, &run.shards[1]);
    game_origin_init(&origin, path, 0);
    assert_true(set_aside(run.folder, &origin, second, &error));
    assert_string_not_equal(first, second);
    assert_int_equal(access(first, F_OK), 0);
    assert_int_equal(access(second, F_OK), 0);
    clear_run(&run);
}

/* --- The sample --------------------------------------------------------------------- */

/* One game in each of a number of equal parts, for any numbers. */
static void test_sample(void **unused) {
    (void)unused;
    static const uint64_t totals[] = {1, 2, 9, 10, 11, 97, 1000};
    for (size_t t = 0; t < sizeof totals / sizeof totals[0]; t++)
        for (uint64_t sample = 0; sample <= totals[t] + 1; sample++) {
            uint64_t total = totals[t], count = 0, last_part = UINT64_MAX;
            for (uint64_t i = 0; i < total; i++)
                if (game_checker_is_sampled(i, total, sample)) {
                    count++;
                    if (sample < total)
                        assert_int_not_equal(i * sample / total, last_part);
                    last_part = i * sample / total;
                }
            assert_int_equal(count, sample < total ? sample : total);
        }
    /* The longest run. */
    uint64_t count = 0;
    for (uint64_t i = 0; i < 1000000; i++)
        count += game_checker_is_sampled(999000000 + i, 1000000000, 1000000);
    assert_int_equal(count, 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_runs),     cmocka_unit_test(test_changed_games),
        cmocka_unit_test(test_shortened_game), cmocka_unit_test(test_all_games_wrong),
        cmocka_unit_test(test_wrong_games),    cmocka_unit_test(test_damaged_bytes),
        cmocka_unit_test(test_changed_config), cmocka_unit_test(test_missing_shards),
        cmocka_unit_test(test_longer_runs),    cmocka_unit_test(test_set_aside),
        cmocka_unit_test(test_sample),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
