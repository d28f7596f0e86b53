#include "eval/solve/solver.h"

#include "core/base/clock.h"
#include "core/game/state_set.h"
#include "eval/solve/fortress.h"
#include "eval/solve/proof_search.h"
#include "eval/solve/region_solver.h"

#include <stdlib.h>

/* With at most FEW_TURNS turns left, the counter restricts the game enough to be tried
 * first. A node of proof search takes as long as some fifty positions of retrograde
 * analysis; proof search gives way after one node per POSITIONS_A_NODE positions. */
enum { FIRST_NODES = 1 << 14, MORE_NODES = 4, FEW_TURNS = 32, POSITIONS_A_NODE = 256 };

const char *const solver_value_names[] = {"lost", "drawn", "won", "open"};

struct solver {
    const game_t *game;
    solver_limits_t limits;
    proof_table_t table;
    proof_search_t *search;
    double start;
    region_solver_t *regions; /* or NULL: not needed yet */
    uint64_t members;         /* of finished fortresses */
    enum { IN_PROOF_SEARCH, IN_FORTRESS, IN_REGION } at;
    bool stopped;
};

static int region_in_work(const solver_t *solver) {
    return solver->at == IN_REGION ? 1 + region_solver_regions(solver->regions) : 0;
}

static bool stop(void *context, uint64_t count) {
    solver_t *solver = context;
    double seconds = clock_seconds() - solver->start;
    if (solver->limits.seconds > 0 && seconds >= solver->limits.seconds)
        solver->stopped = true;
    if (solver->limits.report) {
        solver_progress_t progress = {.nodes = proof_search_nodes(solver->search),
                                      .members = solver->at == IN_FORTRESS ? count : 0,
                                      .decided = solver->at == IN_REGION ? count : 0,
                                      .region = region_in_work(solver),
                                      .seconds = seconds,
                                      .table_fill =
                                          (double)solver->table.used /
                                          (double)proof_table_entries(&solver->table)};
        if (!solver->limits.report(solver->limits.context, &progress))
            solver->stopped = true;
    }
    return solver->stopped;
}

solver_t *solver_new(const game_t *game, const solver_limits_t *limits) {
    solver_t *solver = memory_new(1, sizeof *solver);
    solver->game = game;
    solver->limits = *limits;
    solver->start = clock_seconds();
    proof_table_init(&solver->table, game, limits->table_mb);
    solver->search =
        proof_search_new(game, &solver->table, (proof_limits_t){stop, solver});
    return solver;
}

void solver_free(solver_t *solver) {
    if (!solver)
        return;
    region_solver_free(solver->regions);
    proof_search_free(solver->search);
    proof_table_clear(&solver->table);
    free(solver);
}

void solution_free(solution_t *solution) {
    free(solution);
}

/* --- One question ------------------------------------------------------------------- */

static int make_question(const solver_t *solver, const state_t *state, int depth,
                         int player, win_query_kind_t kind, win_query_t *question) {
    game_copy(solver->game, &question->state, state);
    question->attacker = (uint8_t)player;
    return win_query_normalise(solver->game, kind, depth, question);
}

static bool fits(proof_numbers_t proof, int left) {
    return left == INT_MAX || (proof.length != PROOF_LONG && proof.length <= left);
}

static answer_t answer_of(const solver_t *solver, proof_numbers_t proof,
                          win_query_kind_t kind) {
    if (proof.yes == 0)
        return ANSWER_YES;
    if (proof.no != 0)
        return ANSWER_OPEN;
    return proof_search_repeats(solver->search, kind) ? ANSWER_LIKELY_NO : ANSWER_NO;
}

/* With the counter in the state no position can repeat. */
static answer_t ask_counted(solver_t *solver, const state_t *state, int depth, int player,
                            uint64_t nodes, int *bound) {
    win_query_t question;
    make_question(solver, state, depth, player, WIN_QUERY_COUNTED, &question);
    proof_numbers_t proof = proof_search_run(solver->search, &question, depth, nodes);
    *bound = proof.length;
    return answer_of(solver, proof, WIN_QUERY_COUNTED);
}

static answer_t ask_endless(solver_t *solver, const state_t *state, int depth, int player,
                            uint64_t nodes, int *bound) {
    win_query_t question;
    int left = make_question(solver, state, depth, player, WIN_QUERY_ENDLESS, &question);
    proof_numbers_t proof = proof_search_run(solver->search, &question, depth, nodes);
    *bound = proof.length;
    if (proof.yes == 0 && !fits(proof, left))
        return ask_counted(solver, state, depth, player, nodes, bound);
    return answer_of(solver, proof, WIN_QUERY_ENDLESS);
}

/* Whether a player can force a win; the state is not over. */
static answer_t ask(solver_t *solver, const state_t *state, int depth, int player,
                    uint64_t nodes, int *bound) {
    state_t plain;
    game_copy(solver->game, &plain, state);
    if (game_forget_turns(solver->game, &plain) <= FEW_TURNS) {
        answer_t answer = ask_counted(solver, state, depth, player, nodes, bound);
        if (answer != ANSWER_OPEN)
            return answer;
    }
    return ask_endless(solver, state, depth, player, nodes, bound);
}

/* The same without a node limit, until time is up. */
static answer_t ask_on(solver_t *solver, const state_t *state, int depth, int player) {
    answer_t answer = ANSWER_OPEN;
    int bound;
    for (uint64_t nodes = FIRST_NODES; answer == ANSWER_OPEN && !solver->stopped;
         nodes *= MORE_NODES)
        answer = ask(solver, state, depth, player, nodes, &bound);
    return answer;
}

/* Confirms a likely no, or refutes it. */
static answer_t confirm(solver_t *solver, const state_t *state, int depth, int player) {
    win_query_t question;
    fortress_limits_t limits = {
        .bytes = solver->limits.table_mb << 20, .stop = stop, .context = solver};
    int bound,
        left = make_question(solver, state, depth, player, WIN_QUERY_ENDLESS, &question);
    solver->at = IN_FORTRESS;
    fortress_answer_t answer = fortress_build(solver->game, &question, &limits);
    solver->at = IN_PROOF_SEARCH;
    solver->members += limits.positions;
    if (answer == FORTRESS_FALLS)
        return left == INT_MAX
                   ? ANSWER_YES
                   : ask_counted(solver, state, depth, player, UINT64_MAX / 2, &bound);
    return answer == FORTRESS_STANDS ? ANSWER_NO : ANSWER_LIKELY_NO;
}

/* --- The value ---------------------------------------------------------------------- */

/* With at most about `most` nodes. */
static bool ask_both(solver_t *solver, const state_t *state, uint64_t most,
                     solution_t *solution) {
    uint64_t nodes = FIRST_NODES, end = proof_search_nodes(solver->search) + most;
    while (!solver->stopped && proof_search_nodes(solver->search) < end &&
           (solution->wins[0] == ANSWER_OPEN || solution->wins[1] == ANSWER_OPEN)) {
        for (int player = 0; player < 2; player++) {
            if (solution->wins[player] != ANSWER_OPEN)
                continue;
            solution->wins[player] = ask(solver, state, 0, player,
                                         nodes < most ? nodes : most, &solution->bound);
            if (solution->wins[player] == ANSWER_YES)
                return true;
        }
        nodes *= MORE_NODES;
    }
    return false;
}

static void find_value(solver_t *solver, const state_t *state, uint64_t most,
                       solution_t *solution) {
    answer_t *wins = solution->wins;
    if (!ask_both(solver, state, most, solution)) {
        solution->bound = 0;
        for (int player = 0; player < 2 && wins[1 - player] != ANSWER_YES; player++)
            if (wins[player] == ANSWER_LIKELY_NO && wins[1 - player] != ANSWER_OPEN) {
                wins[player] = confirm(solver, state, 0, player);
                solution->confirmed = true;
            }
    }
    for (int player = 0; player < 2; player++)
        if (wins[player] == ANSWER_YES) {
            wins[1 - player] = ANSWER_NO;
            solution->confirmed = false;
            solution->value = player == 0 ? VALUE_WON : VALUE_LOST;
        }
    if (wins[0] == ANSWER_NO && wins[1] == ANSWER_NO)
        solution->value = VALUE_DRAWN;
}

/* --- Retrograde analysis ------------------------------------------------------------ */

bool solver_fits(const game_t *game, const state_t *state, size_t table_mb,
                 size_t *needed_mb) {
    uint64_t bytes = region_solver_bytes(game, state);
    *needed_mb = (size_t)((bytes + (1 << 20) - 1) >> 20);
    return bytes > 0 && *needed_mb <= table_mb;
}

/* All memory is given to the regions. */
static void find_value_backwards(solver_t *solver, const state_t *state,
                                 solution_t *solution) {
    int mover = game_player(solver->game, state);
    region_verdict_t verdict;
    retrograde_limits_t limits = {
        .threads = solver->limits.threads > 0 ? solver->limits.threads : 1,
        .stop = stop,
        .context = solver};
    proof_table_clear(&solver->table);
    proof_table_init(&solver->table, solver->game, solver->limits.table_mb);
    if (!solver->regions)
        solver->regions = region_solver_new(solver->game, &limits);
    solver->at = IN_REGION;
    solution->backwards = region_solver_value(solver->regions, state, &verdict);
    solver->at = IN_PROOF_SEARCH;
    if (!solution->backwards)
        return;
    int winner = verdict.value == MOVER_WINS    ? mover
                 : verdict.value == MOVER_LOSES ? 1 - mover
                                                : NOBODY;
    for (int player = 0; player < 2; player++)
        solution->wins[player] = player == winner ? ANSWER_YES : ANSWER_NO;
    solution->value = winner == NOBODY ? VALUE_DRAWN
                      : winner == 0    ? VALUE_WON
                                       : VALUE_LOST;
    solution->bound = verdict.length;
    solution->confirmed = winner == NOBODY;
}

static int choose_backwards(solver_t *solver, const state_t *state,
                            const action_t *actions, int count) {
    solver->at = IN_REGION;
    int best = region_solver_choose(solver->regions, state, actions, count);
    solver->at = IN_PROOF_SEARCH;
    return best;
}

/* By the requested method; for auto, proof search first, as long as it is less work. */
static void find_value_somehow(solver_t *solver, const state_t *state,
                               solution_t *solution) {
    size_t needed_mb;
    solver_method_t method = solver->limits.method;
    bool fits = solver_fits(solver->game, state, solver->limits.table_mb, &needed_mb);
    REQUIRE(fits || method != SOLVER_RETROGRADE);
    if (method == SOLVER_PROOF || !fits) {
        find_value(solver, state, UINT64_MAX / 2, solution);
        return;
    }
    if (method == SOLVER_AUTO)
        find_value(solver, state,
                   region_solver_bytes(solver->game, state) /
                       (RETROGRADE_BYTES * POSITIONS_A_NODE),
                   solution);
    if (solution->value == VALUE_OPEN && !solver->stopped)
        find_value_backwards(solver, state, solution);
}

/* --- The line ----------------------------------------------------------------------- */

/* Looks up a question in the table: finds the first of its four forms (with all images or
 * none, without the turn counter or with it), from `form` on. Returns the next form, or
 * 0. */
enum { FORMS = 4 };
static int look_up(const solver_t *solver, const state_t *state, int player, int form,
                   proof_numbers_t *proof) {
    for (; form < FORMS; form++) {
        win_query_t question;
        make_question(solver, state, form % 2 ? WIN_QUERY_IMAGE_DEPTH : 0, player,
                      form < 2 ? WIN_QUERY_ENDLESS : WIN_QUERY_COUNTED, &question);
        if (proof_table_find(&solver->table, &question,
                             win_query_hash(solver->game, &question), proof))
            return form + 1;
    }
    return 0;
}

/* Whether a player is known to win from a state, which may be over; *length: an upper
 * bound. */
static bool known_win(const solver_t *solver, const state_t *state, int player,
                      int *length) {
    outcome_t outcome = game_outcome(solver->game, state);
    *length = outcome.over ? 0 : INT_MAX;
    if (outcome.over)
        return outcome.winner == player;
    state_t plain;
    proof_numbers_t proof;
    game_copy(solver->game, &plain, state);
    int left = game_forget_turns(solver->game, &plain), form = 0;
    while ((form = look_up(solver, state, player, form, &proof)) > 0)
        if (proof.yes == 0 && fits(proof, left) && proof.length < *length)
            *length = proof.length;
    return *length < INT_MAX;
}

static void apply_to(const solver_t *solver, const state_t *state, action_t action,
                     state_t *next) {
    game_copy(solver->game, next, state);
    game_apply(solver->game, next, action);
}

/* The winner takes the shortest known win, the loser the longest known loss; -1: none. */
static int choose_known(const solver_t *solver, const state_t *state, int winner,
                        const action_t *actions, int count) {
    int best = -1, best_length = 0, length;
    bool shortest = game_player(solver->game, state) == winner;
    for (int i = 0; i < count; i++) {
        state_t next;
        apply_to(solver, state, actions[i], &next);
        if (known_win(solver, &next, winner, &length) &&
            (best < 0 || (shortest ? length < best_length : length > best_length))) {
            best = i;
            best_length = length;
        }
    }
    return best;
}

/* Whether a player wins after an action; solved again if the table has lost it. */
static bool wins_behind(solver_t *solver, const state_t *next, int depth, int player) {
    int length;
    if (known_win(solver, next, player, &length))
        return true;
    if (game_outcome(solver->game, next).over)
        return false;
    answer_t answer = ask_on(solver, next, depth, player);
    if (answer == ANSWER_LIKELY_NO)
        answer = confirm(solver, next, depth, player);
    return answer == ANSWER_YES;
}

static int choose_decisive(solver_t *solver, const state_t *state, int depth, int winner,
                           const action_t *actions, int count) {
    int best = choose_known(solver, state, winner, actions, count);
    for (int i = 0; best < 0 && i < count && !solver->stopped; i++) {
        state_t next;
        apply_to(solver, state, actions[i], &next);
        if (wins_behind(solver, &next, depth + 1, winner))
            best = i;
    }
    return best;
}

/* Whether the opponent can win after an action of a mover who needs only a draw. */
static bool holds_draw(solver_t *solver, const state_t *next, int depth, int opponent) {
    outcome_t outcome = game_outcome(solver->game, next);
    if (outcome.over)
        return outcome.winner == NOBODY;
    answer_t answer = ask_on(solver, next, depth, opponent);
    if (answer == ANSWER_LIKELY_NO)
        answer = confirm(solver, next, depth, opponent);
    return answer == ANSWER_NO;
}

static bool table_denies(const solver_t *solver, const state_t *next, int player) {
    if (game_outcome(solver->game, next).over)
        return true; /* answered at once */
    proof_numbers_t proof;
    int form = 0;
    while ((form = look_up(solver, next, player, form, &proof)) > 0)
        if (proof.no == 0)
            return true;
    return false;
}

static int choose_draw(solver_t *solver, const state_t *state, int depth,
                       const action_t *actions, int count) {
    int opponent = 1 - game_player(solver->game, state);
    for (int denied = 1; denied >= 0; denied--)
        for (int i = 0; i < count && !solver->stopped; i++) {
            state_t next;
            apply_to(solver, state, actions[i], &next);
            if (table_denies(solver, &next, opponent) == (denied == 1) &&
                holds_draw(solver, &next, depth + 1, opponent))
                return i;
        }
    return -1;
}

static bool comes_again(const solver_t *solver, state_set_t *seen, const state_t *state) {
    state_t plain;
    game_copy(solver->game, &plain, state);
    game_forget_turns(solver->game, &plain);
    return !state_set_add(seen, &plain);
}

static void find_line(solver_t *solver, const state_t *start, solution_t *solution) {
    const game_t *game = solver->game;
    state_t state;
    state_set_t seen;
    action_t actions[GAME_MAX_LEGAL];
    state_set_init(&seen, game);
    game_copy(game, &state, start);
    while (solution->length < SOLVER_LINE && !game_outcome(game, &state).over &&
           !comes_again(solver, &seen, &state)) {
        int count = game_legal(game, &state, actions);
        int best = solution->backwards ? choose_backwards(solver, &state, actions, count)
                   : solution->value == VALUE_DRAWN
                       ? choose_draw(solver, &state, solution->length, actions, count)
                       : choose_decisive(solver, &state, solution->length,
                                         solution->value == VALUE_LOST, actions, count);
        if (best < 0)
            break;
        solution->line[solution->length++] = actions[best];
        game_apply(game, &state, actions[best]);
    }
    solution->line_ends = game_outcome(game, &state).over;
    state_set_clear(&seen);
}

/* Everything but the line. */
static void find_solution(solver_t *solver, const state_t *state, solution_t *solution) {
    outcome_t outcome = game_outcome(solver->game, state);
    state_t plain;
    game_copy(solver->game, &plain, state);
    solution->counts_turns = game_forget_turns(solver->game, &plain) != INT_MAX;
    solution->value = VALUE_OPEN;
    solver->start = clock_seconds();
    solver->stopped = false;
    uint64_t nodes = proof_search_nodes(solver->search), members = solver->members;
    uint64_t positions = 0;
    int regions = 0;
    if (solver->regions) {
        regions = region_solver_regions(solver->regions);
        positions = region_solver_positions(solver->regions);
    }
    if (outcome.over) {
        solution->value = outcome.winner == NOBODY ? VALUE_DRAWN
                          : outcome.winner == 0    ? VALUE_WON
                                                   : VALUE_LOST;
        for (int player = 0; player < 2; player++)
            solution->wins[player] = outcome.winner == player ? ANSWER_YES : ANSWER_NO;
    } else {
        find_value_somehow(solver, state, solution);
    }
    solution->nodes = proof_search_nodes(solver->search) - nodes;
    solution->members = solver->members - members;
    if (solver->regions) {
        solution->regions = region_solver_regions(solver->regions) - regions;
        solution->positions = region_solver_positions(solver->regions) - positions;
    }
    solution->seconds = clock_seconds() - solver->start;
}

solution_t *solver_solve(solver_t *solver, const state_t *state) {
    solution_t *solution = memory_new(1, sizeof *solution);
    find_solution(solver, state, solution);
    if (solution->value != VALUE_OPEN)
        find_line(solver, state, solution);
    solution->table_entries = proof_table_entries(&solver->table);
    solution->table_used = solver->table.used;
    solution->table_mb = solver->limits.table_mb;
    return solution;
}

solver_value_t solver_value(solver_t *solver, const state_t *state) {
    solution_t *solution = memory_new(1, sizeof *solution);
    find_solution(solver, state, solution);
    solver_value_t value = solution->value;
    solution_free(solution);
    return value;
}
