/* New searches of recorded positions: the same agent finds the same, proofs agree with
 * the rules, and results depend neither on threads nor on other positions. */
#include "selfplay/reanalyze/reanalyze.h"
#include "tests/support/unit.h"

#include "mcts/search/agent.h"
#include "mcts/tree/bounds.h"
#include "selfplay/config/run_config.h"
#include "selfplay/export/export.h"
#include "selfplay/play/run_game.h"
#include "selfplay/store/record.h"
#include "tests/support/integer_search.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES = 6 };

static run_config_t config; /* of the recorded games, by an integer network */
static integer_network_t *network;
static record_t recorded;
static export_position_t *positions; /* all of them */
static size_t count;

static int set_up(void **unused) {
    (void)unused;
    static const char text[] = "{\"game\": \"seesaw\", \"variant\": {\"size\": 3}}";
    failure_t error;
    if (!run_config_parse(&config, text, "test", NULL, 0, &error))
        return -1;
    network = test_integer_network(config.game, 64, 3);
    config.agents[0].search = test_integer_config(network, 24);
    play_t *play = play_new(&config);
    record_init(&recorded, config.game);
    for (uint64_t id = 0; id < GAMES; id++)
        if (!play_game(play, id, &recorded, NULL, NULL))
            return -1;
    play_free(play);
    positions = memory_new(recorded.rows[TABLE_POSITIONS], sizeof *positions);
    for (size_t game = 0; game < GAMES; game++)
        for (size_t i = 0; i < record_u32(&recorded, GAMES_DECISIONS)[game]; i++)
            positions[count++] =
                (export_position_t){game, record_first_position(&recorded, game) + i};
    return count == recorded.rows[TABLE_POSITIONS] ? 0 : -1;
}

static int tear_down(void **unused) {
    (void)unused;
    free(positions);
    record_clear(&recorded);
    integer_network_free(network);
    run_config_clear(&config);
    return 0;
}

/* A search with playouts, which draw random numbers. */
static agent_t playouts(int64_t simulations) {
    agent_t agent;
    failure_t error;
    assert_true(agent_parse(&agent, "{}", "test", NULL, 0, &error));
    agent.search.simulations = simulations;
    return agent;
}

/* An agent's searches of the recorded games; returns how many positions it searched. */
static size_t reanalyze(const agent_t *agent, double share, int threads,
                        const export_position_t *which, size_t number, record_t *to) {
    failure_t error;
    size_t revised;
    agent_t checked = *agent;
    reanalysis_setting_t setting = {.game = config.game,
                                    .agent = &checked,
                                    .share = share,
                                    .threads = threads,
                                    .quiet = true};
    record_init(to, config.game);
    record_append(to, &recorded);
    assert_true(reanalysis_check(&checked, "test", &error));
    reanalysis_t *reanalysis = reanalysis_new(&setting);
    export_revision_t revision = reanalysis_revision(reanalysis);
    revision.begin(revision.context, GAMES);
    assert_true(revision.revise(revision.context, to, which, number, &revised, &error));
    assert_int_equal(revision.simulations(revision.context) > 0, revised > 0);
    reanalysis_free(reanalysis);
    return revised;
}

static void assert_same(const record_t *a, const record_t *b) {
    size_t bytes = record_image_bytes(a);
    unsigned char *images[2] = {memory_new(bytes, 1), memory_new(bytes, 1)};
    assert_int_equal(record_image_bytes(b), bytes);
    record_write_image(a, images[0]);
    record_write_image(b, images[1]);
    assert_memory_equal(images[0], images[1], bytes);
    free(images[0]);
    free(images[1]);
}

/* Whether a position has the same search in both. */
static bool same_search(const record_t *a, const record_t *b, size_t row) {
    size_t first = record_first_legal(a, row),
           legal = record_u32(a, POSITIONS_LEGAL)[row];
    return memcmp(&record_f32(a, POSITIONS_ROOT_VALUE)[row],
                  &record_f32(b, POSITIONS_ROOT_VALUE)[row], sizeof(float)) == 0 &&
           record_u32(a, POSITIONS_VISITS)[row] == record_u32(b, POSITIONS_VISITS)[row] &&
           memcmp(record_u32(a, LEGAL_VISITS) + first,
                  record_u32(b, LEGAL_VISITS) + first, legal * sizeof(uint32_t)) == 0;
}

/* --- Tests -------------------------------------------------------------------------- */

/* A search with an integer network and no noise draws no random numbers: reanalyzing
 * another agent's searches with the agent that played restores the original ones. */
static void test_the_same_agent_finds_the_same(void **unused) {
    (void)unused;
    agent_t other = playouts(9);
    record_t changed, again;
    failure_t error;
    size_t revised;
    assert_int_equal(reanalyze(&other, 1, 1, positions, count, &changed), count);
    size_t different = 0;
    for (size_t row = 0; row < count; row++)
        different += !same_search(&changed, &recorded, row);
    assert_true(different > count / 2);
    reanalysis_setting_t setting = {.game = config.game,
                                    .agent = &config.agents[0],
                                    .share = 1,
                                    .threads = 2,
                                    .quiet = true};
    reanalysis_t *reanalysis = reanalysis_new(&setting);
    export_revision_t revision = reanalysis_revision(reanalysis);
    revision.begin(revision.context, GAMES);
    assert_true(
        revision.revise(revision.context, &changed, positions, count, &revised, &error));
    reanalysis_free(reanalysis);
    assert_same(&changed, &recorded);
    record_clear(&changed);
    assert_int_equal(reanalyze(&config.agents[0], 1, 3, positions, count, &again), count);
    assert_same(&again, &recorded);
    record_clear(&again);
}

static void test_threads_and_other_positions_change_nothing(void **unused) {
    (void)unused;
    agent_t agent = playouts(30);
    record_t one, three, some;
    export_position_t *few = memory_new(count, sizeof *few);
    size_t number = 0;
    for (size_t i = 0; i < count; i += 3)
        few[number++] = positions[i];
    reanalyze(&agent, 1, 1, positions, count, &one);
    reanalyze(&agent, 1, 3, positions, count, &three);
    assert_same(&one, &three);
    assert_int_equal(reanalyze(&agent, 1, 2, few, number, &some), number);
    for (size_t i = 0; i < count; i++)
        assert_true(same_search(&some, i % 3 == 0 ? &one : &recorded, i));
    free(few);
    record_clear(&one);
    record_clear(&three);
    record_clear(&some);
}

/* A larger share includes a smaller one. */
static void test_share(void **unused) {
    (void)unused;
    static const double shares[] = {0, 0.3, 0.7, 1};
    agent_t agent = playouts(30);
    record_t all, part;
    size_t before = 0;
    bool *seen = memory_new(count, sizeof *seen);
    reanalyze(&agent, 1, 1, positions, count, &all);
    for (int i = 0; i < 4; i++) {
        size_t revised = reanalyze(&agent, shares[i], 1 + i, positions, count, &part);
        assert_true(revised >= before);
        assert_int_equal(revised == 0, shares[i] <= 0);
        assert_int_equal(revised == count, shares[i] >= 1);
        for (size_t row = 0; row < count; row++) {
            bool is_new = same_search(&part, &all, row);
            assert_true(is_new || same_search(&part, &recorded, row));
            assert_true(!seen[row] || is_new);
            seen[row] = is_new && !same_search(&part, &recorded, row);
        }
        if (revised == 0)
            assert_same(&part, &recorded);
        before = revised;
        record_clear(&part);
    }
    record_clear(&all);
    free(seen);
}

/* The winner's last action wins: with enough simulations, that is proven. */
static void test_proofs_are_those_of_the_rules(void **unused) {
    (void)unused;
    agent_t agent = playouts(400);
    record_t found;
    int wins = 0;
    reanalyze(&agent, 1, 2, positions, count, &found);
    for (size_t game = 0; game < GAMES; game++) {
        size_t last = record_first_position(&found, game) +
                      record_u32(&found, GAMES_DECISIONS)[game] - 1;
        if (record_u8(&found, GAMES_WINNER)[game] !=
            record_u8(&found, POSITIONS_PLAYER)[last])
            continue;
        wins++;
        assert_int_equal(record_u8(&found, POSITIONS_ROOT_PROOF)[last], PROOF_WIN);
        assert_true(record_f32(&found, POSITIONS_ROOT_VALUE)[last] >= 1);
    }
    assert_true(wins > 0);
    record_clear(&found);
}

static void test_what_cannot_be_repeated_is_refused(void **unused) {
    (void)unused;
    failure_t error;
    agent_t agent = playouts(10);
    agent.search.time_ms = 5;
    assert_false(reanalysis_check(&agent, "A", &error));
    assert_non_null(strstr(error.message, "A: search.time_ms"));
    agent = playouts(10);
    agent.parallel.threads = 2;
    assert_false(reanalysis_check(&agent, "A", &error));
    assert_non_null(strstr(error.message, "A: search.threads"));
    agent = playouts(10);
    agent.search.reuse = true;
    assert_true(reanalysis_check(&agent, "A", &error));
    assert_false(agent.search.reuse);
    assert_true(agent_parse(&agent, "{\"engine\": {\"command\": [\"cat\"]}}", "A", NULL,
                            0, &error));
    assert_false(reanalysis_check(&agent, "A", &error));
    assert_non_null(strstr(error.message, "outside program"));
}

/* A damaged record is an error that names the position. */
static void test_other_actions_are_an_error(void **unused) {
    (void)unused;
    agent_t agent = playouts(10);
    record_t wrong;
    failure_t error;
    size_t revised;
    reanalyze(&agent, 0, 1, positions, count, &wrong);
    record_u16(&wrong, LEGAL_ACTION)[record_first_legal(&wrong, 1)] ^= 1;
    reanalysis_setting_t setting = {
        .game = config.game, .agent = &agent, .share = 1, .threads = 2, .quiet = true};
    reanalysis_t *reanalysis = reanalysis_new(&setting);
    export_revision_t revision = reanalysis_revision(reanalysis);
    revision.begin(revision.context, GAMES);
    assert_false(
        revision.revise(revision.context, &wrong, positions, count, &revised, &error));
    assert_non_null(strstr(error.message, "game 0, ply 1: the legal actions"));
    reanalysis_free(reanalysis);
    record_clear(&wrong);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_same_agent_finds_the_same),
        cmocka_unit_test(test_threads_and_other_positions_change_nothing),
        cmocka_unit_test(test_share),
        cmocka_unit_test(test_proofs_are_those_of_the_rules),
        cmocka_unit_test(test_what_cannot_be_repeated_is_refused),
        cmocka_unit_test(test_other_actions_are_an_error),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
