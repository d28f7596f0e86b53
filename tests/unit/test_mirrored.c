/* Mirrored positions must be searched and played like their originals: with the board
 * turned, the colours or the players' seats exchanged. To the bit, where the same random
 * numbers can be given the same meaning (mirrored.h). */
#include "mcts/search/search.h"
#include "selfplay/config/run_config.h"
#include "selfplay/store/record.h"
#include "tests/support/unit.h"

#include "core/game/pie_rule.h"
#include "core/game/playout.h"
#include "mcts/select/action_choice.h"
#include "mcts/select/selection_rules.h"
#include "selfplay/play/run_game.h"
#include "tests/support/mirrored.h"
#include "tests/support/variants.h"

#include <stdlib.h>

enum {
    STREAM = 11,
    LATE = 12,        /* actions before the end of a playout */
    WORK = 6000,      /* random actions that a search may cost, about */
    LEAST = 8,        /* simulations */
    MOST = 400,       /* the same */
    MAX_PLIES = 2000, /* of a complete game */
};

/* Search configurations; each case uses the next. */
enum { WAYS = 6 };
static search_config_t way_to_search(int number, int64_t simulations) {
    search_config_t config;
    keyset_set_defaults(&search_keys, &config);
    config.simulations = simulations;
    config.memory_mb = 16;
    switch (number % WAYS) {
    case 1:
        config.selection = SELECTION_PUCT;
        break;
    case 2:
        config.selection = SELECTION_PUCT;
        config.fpu = FPU_REDUCTION;
        config.noise_weight = 0.25;
        break;
    case 3:
        config.fpu = FPU_VALUE;
        config.fpu_value = 0.6;
        config.expand_after = 2;
        break;
    case 4:
        config.root_selection = ROOT_GUMBEL;
        break;
    case 5:
        config.solve = false;
        config.stop_when_settled = true;
        break;
    default:
        break;
    }
    return config;
}

static void show(const game_t *game, const game_t *mirrored, const state_t *state,
                 const char *what) {
    char text[GAME_POSITION_TEXT], image_text[GAME_POSITION_TEXT];
    state_t image;
    mirrored_state(mirrored, state, &image);
    game_write_position(game, state, POSITION_FULL, text);
    game_write_position(game, &image, POSITION_FULL, image_text);
    fail_msg("%s %s: %s differs\nat %s\nand %s", game->class->name, game->variant_text,
             what, text, image_text);
}

/* --- Searches ----------------------------------------------------------------------- */

enum { LINE = 32 };

typedef struct finding {
    search_result_t result;
    action_t line[LINE];
    int length;
} finding_t;

static void find(const game_t *game, const search_config_t *config, const state_t *state,
                 uint64_t seed, finding_t *finding) {
    search_t *search = search_new(game, config);
    search_start(search, state, pcg32_for(seed, 0, 0, PCG_FOR_TEST));
    search_run(search, UINT32_MAX);
    search_read(search, &finding->result);
    action_t best = finding->result.actions[search_best(&finding->result)];
    finding->length = search_line(search, best, finding->line, LINE);
    search_free(search);
}

/* The first difference between two searches, with values to the mover of each; or NULL.
 */
static const char *difference(const finding_t *a, const finding_t *b) {
    const search_result_t *x = &a->result, *y = &b->result;
    if (x->count != y->count)
        return "the number of actions";
    for (int i = 0; i < x->count; i++) {
        if (x->actions[i] != y->actions[i])
            return "the list of actions";
        if (x->visits[i] != y->visits[i])
            return "the number of visits";
        if (x->values[i] != y->values[i])
            return "the value of an action";
        if (x->bounds[i] != y->bounds[i])
            return "what is proven of an action";
    }
    if (x->root_visits != y->root_visits || x->simulations != y->simulations)
        return "the number of simulations";
    if (x->root_value != y->root_value || x->root_proof != y->root_proof)
        return "the value";
    if (x->planned != y->planned)
        return "the planned action";
    if (a->length != b->length ||
        memcmp(a->line, b->line, (size_t)a->length * sizeof *a->line) != 0)
        return "the best line";
    return NULL;
}

/* A position that is not over: early in a playout, or shortly before its end. */
static bool random_position(const game_t *game, uint64_t seed, state_t *state) {
    int number = (int)seed, plies = number;
    if (seed % 2) {
        pcg32_t rng = pcg32_for(STREAM, seed, 0, PCG_FOR_TEST);
        state_t end = {0};
        game_start(game, &end);
        int length = (int)playout_generic(game, &end, &rng).length;
        plies = length - 1 - number * 5 % LATE;
    }
    return plies >= 0 && test_random_position(game, STREAM, seed, plies, state) &&
           !game_outcome(game, state).over;
}

/* Fewer simulations where playouts are slow. */
static int64_t simulations_for(const game_t *game, const state_t *state) {
    pcg32_t rng = pcg32_for(1, 0, 0, PCG_FOR_TEST);
    state_t end = *state;
    int64_t length = playout_generic(game, &end, &rng).length;
    int64_t simulations = test_effort(WORK) / (length + 1);
    return simulations < LEAST ? LEAST : simulations > MOST ? MOST : simulations;
}

typedef struct tally {
    int cases, exchanged, proven;
} tally_t;

/* Searches a position and its image in the same way. */
static void compare_searches(const game_t *game, const game_t *plain,
                             const game_t *mirrored, const state_t *state, int number,
                             tally_t *tally) {
    static finding_t here, there;
    state_t image = {0};
    search_config_t config = way_to_search(number, simulations_for(plain, state));
    mirrored_state(mirrored, state, &image);
    if (game_player(mirrored, &image) !=
        (game_player(plain, state) ^ (int)mirrored_exchanges_players(mirrored)))
        show(game, mirrored, state, "the mover");
    find(plain, &config, state, (uint64_t)number, &here);
    find(mirrored, &config, &image, (uint64_t)number, &there);
    const char *what = difference(&here, &there);
    if (what)
        show(game, mirrored, state, what);
    tally->cases++;
    tally->exchanged += mirrored_exchanges_players(mirrored);
    tally->proven += here.result.root_proof != PROOF_NONE;
}

/* Mirror i of a game: its symmetries from 1 on, then the players' seats alone, then both
 * together with the last symmetry; NULL: no more. */
static game_t *mirror_number(const game_t *game, int i) {
    int symmetries = game->num_symmetries;
    if (i < symmetries - 1)
        return mirrored_new(game, i + 1, false);
    if (i == symmetries - 1)
        return mirrored_new(game, 0, true);
    return i == symmetries ? mirrored_new(game, symmetries - 1, true) : NULL;
}

static void test_mirrored_searches(void **unused) {
    (void)unused;
    tally_t tally = {0};
    int number = 0;
    for (int v = 0; v < test_variant_count; v++) {
        game_t *game = test_variant_game(&test_variants[v]), *mirrored;
        game_t *plain = mirrored_new(game, 0, false);
        for (int m = 0; (mirrored = mirror_number(game, m)); m++) {
            for (int p = 0; p < 2; p++) {
                state_t state = {0};
                if (random_position(
                        game, 2 * ((uint64_t)m + (uint64_t)v % 5) + (uint64_t)p, &state))
                    compare_searches(game, plain, mirrored, &state, number++, &tally);
            }
            mirrored_free(mirrored);
        }
        mirrored_free(plain);
        game_free(game);
    }
    print_message("%d pairs of searches, %d with the players exchanged, %d proven\n",
                  tally.cases, tally.exchanged, tally.proven);
    assert_true(tally.cases > 600 && tally.exchanged > 150 && tally.proven > 30);
}

/* The pie rule also exchanges seats: in a position in which nobody may swap any more, the
 * mover's results do not depend on who plays which side. */
static void compare_swapped(const game_t *plain, const game_t *game, const state_t *state,
                            int number) {
    static finding_t here, there;
    char text[GAME_POSITION_TEXT];
    state_t exchanged = {0};
    failure_t error;
    game_write_position(game, state, POSITION_FULL, text);
    strncat(text, " " SWAP_TOKEN, sizeof text - strlen(text) - 1);
    if (!game_read_position(game, text, &exchanged, &error))
        fail_msg("%s: %s", text, error.message);
    assert_int_equal(game_player(game, &exchanged), 1 - game_player(game, state));
    search_config_t config = way_to_search(number, simulations_for(plain, state));
    find(plain, &config, state, (uint64_t)number, &here);
    find(plain, &config, &exchanged, (uint64_t)number, &there);
    const char *what = difference(&here, &there);
    if (what)
        fail_msg("%s %s: %s differs when the players have exchanged sides at %s",
                 game->class->name, game->variant_text, what, text);
}

static void test_swapped_seats(void **unused) {
    (void)unused;
    int compared = 0;
    for (int v = 0; v < test_variant_count; v++) {
        game_t *game = test_variant_game(&test_variants[v]);
        game_t *plain = mirrored_new(game, 0, false); /* generic playouts */
        for (int i = 0; game->swap && i < 4 * WAYS; i++) {
            state_t state = {0};
            if (test_random_position(game, STREAM, (uint64_t)i, 6 + i, &state) &&
                !game_outcome(game, &state).over &&
                game_side(game, &state) == game_player(game, &state)) {
                compare_swapped(plain, game, &state, i);
                compared++;
            }
        }
        mirrored_free(plain);
        game_free(game);
    }
    print_message("%d pairs of searches\n", compared);
    assert_true(compared > 40);
}

/* --- Games -------------------------------------------------------------------------- */

typedef struct match_game {
    action_t actions[MAX_PLIES];
    int count;
    outcome_t outcome; /* .over false: stopped at MAX_PLIES */
} match_game_t;

/* Plays a game between two agents; the first is player `seat`. */
static void play_match_game(const game_t *game, search_t *const agents[2], int seat,
                            uint64_t seed, match_game_t *match) {
    state_t state = {0};
    game_start(game, &state);
    match->count = 0;
    while (match->count < MAX_PLIES && !game_outcome(game, &state).over) {
        uint64_t ply = (uint64_t)match->count;
        pcg32_t rng = pcg32_for(seed, 0, ply, PCG_FOR_CHOICE);
        search_t *agent = agents[game_player(game, &state) ^ seat];
        search_result_t result;
        search_start(agent, &state, pcg32_for(seed, 0, ply, PCG_FOR_SEARCH));
        search_run(agent, UINT32_MAX);
        search_read(agent, &result);
        action_t action = result.actions[choose_action(&result, 0.5, &rng)];
        match->actions[match->count++] = action;
        game_apply(game, &state, action);
    }
    match->outcome = game_outcome(game, &state);
}

/* The first agent's score in half points, from its seat and the outcome. */
static int score_of_first(const match_game_t *match, int seat) {
    return match->outcome.winner == NOBODY ? 1 : match->outcome.winner == seat ? 2 : 0;
}

/* One agent has the larger budget, so that an error in whose turn it is becomes visible.
 */
static void new_agents(const game_t *game, search_t *agents[2]) {
    search_config_t strong = way_to_search(0, 12), weak = way_to_search(1, 3);
    agents[0] = search_new(game, &strong);
    agents[1] = search_new(game, &weak);
}

static void free_agents(search_t *agents[2]) {
    search_free(agents[0]);
    search_free(agents[1]);
}

/* If colours or seats are exchanged, the first agent has different seats in both: it is
 * the same game, and the agent has the same score. */
static int compare_games(const game_t *game, const game_t *plain, const game_t *mirrored,
                         int seat, uint64_t seed) {
    static match_game_t here, there;
    search_t *agents[2], *mirrored_agents[2];
    int other = seat ^ (int)mirrored_exchanges_players(mirrored);
    state_t start;
    game_start(game, &start);
    new_agents(plain, agents);
    new_agents(mirrored, mirrored_agents);
    play_match_game(plain, agents, seat, seed, &here);
    play_match_game(mirrored, mirrored_agents, other, seed, &there);
    if (here.count != there.count ||
        memcmp(here.actions, there.actions, (size_t)here.count * sizeof *here.actions) !=
            0)
        show(game, mirrored, &start, "a game");
    if (here.outcome.reason != there.outcome.reason ||
        score_of_first(&here, seat) != score_of_first(&there, other))
        show(game, mirrored, &start, "the result of a game");
    free_agents(agents);
    free_agents(mirrored_agents);
    return score_of_first(&here, seat);
}

/* Boards with short games, for games with slow playouts. */
static bool is_small(const game_t *game) {
    return game->cells <= 40 && game->max_game_length <= 20000;
}

static void test_mirrored_games(void **unused) {
    (void)unused;
    int games = 0, score = 0;
    for (int v = 0; v < test_variant_count; v++) {
        game_t *game = test_variant_game(&test_variants[v]), *mirrored;
        game_t *plain = mirrored_new(game, 0, false);
        for (int m = 0; is_small(game) && (mirrored = mirror_number(game, m)); m++) {
            if (test_effort(100) >= 100 || m % 8 == v % 8) {
                score += compare_games(game, plain, mirrored, games % 2, (uint64_t)games);
                games++;
            }
            mirrored_free(mirrored);
        }
        mirrored_free(plain);
        game_free(game);
    }
    print_message("%d pairs of games; the stronger agent scored %.1f %%\n", games,
                  50.0 * score / games);
    assert_true(games > 10 && score > games); /* seats are given to agents, too */
}

/* A recorded game of self-play in the mirror: the same columns, and the other winner. */
static void compare_records(game_t *plain, game_t *mirrored, uint64_t id) {
    run_config_t config = {.seed = 1, .num_agents = 1};
    config.agents[0] = (agent_t){.temperature = {.start = 1, .end = 1},
                                 .search = way_to_search(0, 20),
                                 .parallel = {.threads = 1}};
    config.agents[0].search.reuse = true;
    record_t records[2];
    for (int i = 0; i < 2; i++) {
        config.game = i ? mirrored : plain;
        play_t *play = play_new(&config);
        record_init(&records[i], config.game);
        assert_true(play_game(play, id, &records[i], NULL, NULL));
        play_free(play);
    }
    const record_t *a = &records[0], *b = &records[1];
    assert_memory_equal(a->rows, b->rows, sizeof a->rows);
    size_t positions = a->rows[schema_columns[POSITIONS_CHOSEN].table];
    size_t legal = a->rows[schema_columns[LEGAL_VISITS].table];
    assert_memory_equal(record_u16(a, POSITIONS_CHOSEN), record_u16(b, POSITIONS_CHOSEN),
                        positions * sizeof(uint16_t));
    assert_memory_equal(record_f32(a, POSITIONS_ROOT_VALUE),
                        record_f32(b, POSITIONS_ROOT_VALUE), positions * sizeof(float));
    assert_memory_equal(record_u32(a, LEGAL_VISITS), record_u32(b, LEGAL_VISITS),
                        legal * sizeof(uint32_t));
    int winner = record_u8(a, GAMES_WINNER)[0];
    if (winner != NOBODY && mirrored_exchanges_players(mirrored))
        winner ^= 1;
    assert_int_equal(record_u8(b, GAMES_WINNER)[0], winner);
    assert_int_equal(record_u32(b, GAMES_TURNS)[0], record_u32(a, GAMES_TURNS)[0]);
    record_clear(&records[0]);
    record_clear(&records[1]);
}

static void test_mirrored_records(void **unused) {
    (void)unused;
    const test_variant_t variants[] = {{"seesaw", "size=3"},
                                       {"seesaw", "size=3 swap=true"},
                                       {"situ", "order=2"},
                                       {"situ", "order=2 swap=true"},
                                       {"seega", "size=5 no_capture_limit=10"},
                                       {"cascade", "size=5 direction=both"},
                                       {"cascade", "size=5 swap=true"}};
    for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++) {
        game_t *game = test_variant_game(&variants[v]), *mirrored;
        game_t *plain = mirrored_new(game, 0, false);
        for (int m = 0; (mirrored = mirror_number(game, m)); m++) {
            compare_records(plain, mirrored, (uint64_t)m);
            mirrored_free(mirrored);
        }
        mirrored_free(plain);
        game_free(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mirrored_searches),
        cmocka_unit_test(test_swapped_seats),
        cmocka_unit_test(test_mirrored_games),
        cmocka_unit_test(test_mirrored_records),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
