#include "eval/solver.h"

#include "core/state_set.h"
#include "eval/fortress.h"
#include "eval/proof_search.h"

#include <stdlib.h>
#include <time.h>

/* With no more turns left than FEW_TURNS the counter narrows the game down enough to be
 * be asked about first. */
enum { FIRST_NODES = 1 << 14, MORE_NODES = 4, FEW_TURNS = 32 };

const char *const solver_value_names[] = {"lost", "drawn", "won", "open"};

struct solver {
    const game_t *game;
    solver_limits_t limits;
    proof_table_t table;
    proof_search_t *search;
    double start;
    uint64_t members; /* of fortresses that are done */
    bool in_fortress, stopped;
};

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static bool stop(void *context, uint64_t count) {
    solver_t *solver = context;
    double seconds = now() - solver->start;
    if (solver->limits.seconds > 0 && seconds >= solver->limits.seconds)
        solver->stopped = true;
    if (solver->limits.report) {
        solver_progress_t progress = {.nodes = proof_search_nodes(solver->search),
                                      .members = solver->in_fortress ? count : 0,
                                      .seconds = seconds,
                                      .table_fill =
                                          (double)solver->table.used /
                                          (double)proof_table_entries(&solver->table)};
        solver->limits.report(solver->limits.context, &progress);
    }
    return solver->stopped;
}

solver_t *solver_new(const game_t *game, const solver_limits_t *limits) {
    solver_t *solver = memory_new(1, sizeof *solver);
    solver->game = game;
    solver->limits = *limits;
    solver->start = now();
    proof_table_init(&solver->table, game, limits->table_mb);
    solver->search =
        proof_search_new(game, &solver->table, (proof_limits_t){stop, solver});
    return solver;
}

void solver_free(solver_t *solver) {
    if (!solver)
        return;
    proof_search_free(solver->search);
    proof_table_clear(&solver->table);
    free(solver);
}

void solution_free(solution_t *solution) {
    free(solution);
}

/* --- One question --------------------------------------------------------------------
 */

static int make_question(const solver_t *solver, const state_t *state, int depth,
                         int player, question_kind_t kind, question_t *question) {
    game_copy(solver->game, &question->state, state);
    question->attacker = (uint8_t)player;
    return question_normalise(solver->game, kind, depth, question);
}

static bool fits(proof_numbers_t proof, int left) {
    return left == INT_MAX || (proof.length != PROOF_LONG && proof.length <= left);
}

static answer_t answer_of(const solver_t *solver, proof_numbers_t proof,
                          question_kind_t kind) {
    if (proof.yes == 0)
        return ANSWER_YES;
    if (proof.no != 0)
        return ANSWER_OPEN;
    return proof_search_repeats(solver->search, kind) ? ANSWER_LIKELY_NO : ANSWER_NO;
}

/* With the counter in the state: no position can come again. */
static answer_t ask_counted(solver_t *solver, const state_t *state, int depth, int player,
                            uint64_t nodes, int *bound) {
    question_t question;
    make_question(solver, state, depth, player, QUESTION_COUNTED, &question);
    proof_numbers_t proof = proof_search_run(solver->search, &question, depth, nodes);
    *bound = proof.length;
    return answer_of(solver, proof, QUESTION_COUNTED);
}

static answer_t ask_endless(solver_t *solver, const state_t *state, int depth, int player,
                            uint64_t nodes, int *bound) {
    question_t question;
    int left = make_question(solver, state, depth, player, QUESTION_ENDLESS, &question);
    proof_numbers_t proof = proof_search_run(solver->search, &question, depth, nodes);
    *bound = proof.length;
    if (proof.yes == 0 && !fits(proof, left))
        return ask_counted(solver, state, depth, player, nodes, bound);
    return answer_of(solver, proof, QUESTION_ENDLESS);
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

/* The same with as many nodes as it takes, or until time is up. */
static answer_t ask_on(solver_t *solver, const state_t *state, int depth, int player) {
    answer_t answer = ANSWER_OPEN;
    int bound;
    for (uint64_t nodes = FIRST_NODES; answer == ANSWER_OPEN && !solver->stopped;
         nodes *= MORE_NODES)
        answer = ask(solver, state, depth, player, nodes, &bound);
    return answer;
}

/* Makes a no of a likely no, or finds that it was none. */
static answer_t confirm(solver_t *solver, const state_t *state, int depth, int player) {
    question_t question;
    fortress_limits_t limits = {
        .bytes = solver->limits.table_mb << 20, .stop = stop, .context = solver};
    int bound,
        left = make_question(solver, state, depth, player, QUESTION_ENDLESS, &question);
    solver->in_fortress = true;
    fortress_answer_t answer = fortress_build(solver->game, &question, &limits);
    solver->in_fortress = false;
    solver->members += limits.positions;
    if (answer == FORTRESS_FALLS)
        return left == INT_MAX
                   ? ANSWER_YES
                   : ask_counted(solver, state, depth, player, UINT64_MAX / 2, &bound);
    return answer == FORTRESS_STANDS ? ANSWER_NO : ANSWER_LIKELY_NO;
}

/* --- The value -----------------------------------------------------------------------
 */

static bool ask_both(solver_t *solver, const state_t *state, solution_t *solution) {
    uint64_t nodes = FIRST_NODES;
    while (!solver->stopped &&
           (solution->wins[0] == ANSWER_OPEN || solution->wins[1] == ANSWER_OPEN)) {
        for (int player = 0; player < 2; player++) {
            if (solution->wins[player] != ANSWER_OPEN)
                continue;
            solution->wins[player] =
                ask(solver, state, 0, player, nodes, &solution->bound);
            if (solution->wins[player] == ANSWER_YES)
                return true;
        }
        nodes *= MORE_NODES;
    }
    return false;
}

static void find_value(solver_t *solver, const state_t *state, solution_t *solution) {
    answer_t *wins = solution->wins;
    if (!ask_both(solver, state, solution)) {
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

/* --- The line ------------------------------------------------------------------------
 */

/* What the table says of a question: the first of its four forms (with all images or
 * with none, without the counter of turns or with it) from `form` on that is there;
 * returns the next form, or 0. */
enum { FORMS = 4 };
static int look_up(const solver_t *solver, const state_t *state, int player, int form,
                   proof_numbers_t *proof) {
    for (; form < FORMS; form++) {
        question_t question;
        make_question(solver, state, form % 2 ? QUESTION_IMAGE_DEPTH : 0, player,
                      form < 2 ? QUESTION_ENDLESS : QUESTION_COUNTED, &question);
        if (proof_table_find(&solver->table, &question,
                             question_hash(solver->game, &question), proof))
            return form + 1;
    }
    return 0;
}

/* Whether it is known that a player wins from a state that may be over; how soon at
 * most. */
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

/* The winner takes the shortest way that is known, the loser the longest; -1: none. */
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

/* Whether a player wins behind a decision, found out again where the table lost it. */
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

/* Whether the opponent of a mover who is content with a draw can win behind a decision.
 */
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
        return true; /* found out at once */
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
        int best = solution->value == VALUE_DRAWN
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

solution_t *solver_solve(solver_t *solver, const state_t *state) {
    solution_t *solution = memory_new(1, sizeof *solution);
    outcome_t outcome = game_outcome(solver->game, state);
    state_t plain;
    game_copy(solver->game, &plain, state);
    solution->counts_turns = game_forget_turns(solver->game, &plain) != INT_MAX;
    solution->value = VALUE_OPEN;
    solver->start = now();
    solver->stopped = false;
    uint64_t nodes = proof_search_nodes(solver->search), members = solver->members;
    if (outcome.over) {
        solution->value = outcome.winner == NOBODY ? VALUE_DRAWN
                          : outcome.winner == 0    ? VALUE_WON
                                                   : VALUE_LOST;
        for (int player = 0; player < 2; player++)
            solution->wins[player] = outcome.winner == player ? ANSWER_YES : ANSWER_NO;
    } else {
        find_value(solver, state, solution);
    }
    solution->nodes = proof_search_nodes(solver->search) - nodes;
    solution->members = solver->members - members;
    solution->seconds = now() - solver->start;
    if (solution->value != VALUE_OPEN)
        find_line(solver, state, solution);
    solution->table_entries = proof_table_entries(&solver->table);
    solution->table_used = solver->table.used;
    solution->table_mb = solver->limits.table_mb;
    return solution;
}
