#include "mcts/play/session.h"

#include "core/base/clock.h"
#include "mcts/search/search.h"

#include <stdlib.h>

/* --- The game ----------------------------------------------------------------------- */

void session_init(session_t *session, const game_t *game, const state_t *start) {
    state_t usual = {0};
    *session = (session_t){.game = game};
    game_start(game, &usual);
    session_begin(session, start ? start : &usual);
}

void session_clear(session_t *session) {
    for (int i = 0; i < 2; i++)
        search_free(session->seats[i].search);
    free(session->actions);
    *session = (session_t){0};
}

/* After a change of position that the searches have not followed. */
static void forget(session_t *session) {
    session->thinking = NULL;
    for (int i = 0; i < 2; i++)
        if (session->seats[i].search)
            search_forget(session->seats[i].search);
}

void session_begin(session_t *session, const state_t *start) {
    forget(session);
    game_copy(session->game, &session->start, start);
    game_copy(session->game, &session->state, start);
    session->count = session->length = session->turn = 0;
    session->resigned = NOBODY;
}

static void step(session_t *session) {
    const game_t *game = session->game;
    int player = session_player(session);
    game_apply(game, &session->state, session->actions[session->count++]);
    session->turn +=
        game_outcome(game, &session->state).over || session_player(session) != player;
}

void session_play(session_t *session, action_t action) {
    REQUIRE(!session_outcome(session).over);
    REQUIRE(game_is_legal(session->game, &session->state, action));
    session->thinking = NULL;
    for (int i = 0; i < 2; i++)
        if (session->seats[i].search)
            search_advance(session->seats[i].search, action);
    session->length = session->count + 1;
    session->actions = memory_grow(session->actions, &session->capacity, session->length,
                                   sizeof *session->actions);
    session->actions[session->count] = action;
    step(session);
}

void session_go_to(session_t *session, uint32_t count) {
    REQUIRE(count <= session->length);
    forget(session);
    session->resigned = NOBODY;
    if (count < session->count) {
        game_copy(session->game, &session->state, &session->start);
        session->count = session->turn = 0;
    }
    while (session->count < count)
        step(session);
}

int session_player(const session_t *session) {
    return game_player(session->game, &session->state);
}

int session_legal(const session_t *session, action_t *actions) {
    return session_outcome(session).over
               ? 0
               : game_legal(session->game, &session->state, actions);
}

outcome_t session_outcome(const session_t *session) {
    outcome_t outcome = game_outcome_at(session->game, &session->state, session->count);
    if (!outcome.over && session->resigned != NOBODY)
        outcome = (outcome_t){true, (uint8_t)!session->resigned, REASON_NONE};
    return outcome;
}

/* --- Texts -------------------------------------------------------------------------- */

static const char *side_of(const session_t *session, int player) {
    const game_t *game = session->game;
    return game->class->side_names[game_side_of(game, &session->state, player)];
}

void session_write_player(const session_t *session, int player, text_t *out) {
    text_add(out, "%s (player %d)", side_of(session, player), player + 1);
}

void session_write_result(const session_t *session, text_t *out) {
    outcome_t outcome = session_outcome(session);
    if (outcome.over && outcome.reason != REASON_NONE) {
        game_add_outcome(session->game, &session->state, outcome, out);
        return;
    }
    session_write_player(session, outcome.over ? outcome.winner : session_player(session),
                         out);
    if (outcome.over)
        text_add(out, " has won: %s has resigned", side_of(session, session->resigned));
    else
        text_add(out, " to move");
}

bool session_next_turn(const session_t *session, session_turn_t *turn) {
    const game_t *game = session->game;
    text_t text = text_into(turn->text, sizeof turn->text);
    if (turn->end == session->count)
        return false;
    game_copy(game, &turn->before, turn->end ? &turn->after : &session->start);
    game_copy(game, &turn->after, &turn->before);
    turn->first = turn->end;
    int player = game_player(game, &turn->before);
    do {
        turn_text_add(game, session->actions[turn->end], &text);
        game_apply(game, &turn->after, session->actions[turn->end++]);
    } while (turn->end < session->count && game_player(game, &turn->after) == player);
    return true;
}

void session_write_turns(const session_t *session, FILE *file) {
    session_turn_t turn = {.end = 0};
    uint32_t number = 0;
    for (; session_next_turn(session, &turn); number++)
        if (number % 2 == 0)
            fprintf(file, "%4u. %-24s", number / 2 + 1, turn.text);
        else
            fprintf(file, " %s\n", turn.text);
    if (number % 2 == 1)
        fprintf(file, "\n");
}

/* --- The searches ------------------------------------------------------------------- */

static void set_agent(session_seat_t *seat, const agent_t *agent) {
    search_free(seat->search);
    *seat = (session_seat_t){.has_agent = true, .agent = *agent};
}

bool session_set_agent(session_t *session, int player, const agent_t *agent,
                       const char *where, failure_t *error) {
    agent_t bound = *agent;
    if (!agent_bind(&bound, session->game, where, error) ||
        !agent_start_program(&bound, session->game, where, error))
        return false;
    session->thinking = NULL;
    session->is_shared = player == NOBODY;
    set_agent(&session->seats[session->is_shared ? 0 : player], &bound);
    return true;
}

/* Makes the seat's search, unless it has one with these limits. */
static bool make_search(session_t *session, session_seat_t *seat, int64_t simulations,
                        int64_t time_ms, failure_t *error) {
    agent_t agent = seat->agent;
    search_config_t *search = &agent.search;
    if (time_ms > 0) {
        search->time_ms = time_ms;
        search->simulations = SEARCH_MOST_SIMULATIONS;
    }
    if (simulations > 0)
        search->simulations = simulations;
    if (!search_config_check_ends(search, "go", error))
        return false;
    if (seat->search && seat->simulations == search->simulations &&
        seat->time_ms == search->time_ms)
        return true;
    search_free(seat->search);
    seat->search = agent_search_new(&agent, session->game);
    seat->simulations = search->simulations;
    seat->time_ms = search->time_ms;
    return true;
}

agent_moment_t session_moment(const session_t *session, int64_t seed) {
    return (agent_moment_t){
        .seed = (uint64_t)seed, .ply = session->count, .turn = session->turn};
}

bool session_search(session_t *session, agent_moment_t moment, int64_t simulations,
                    int64_t time_ms, failure_t *error) {
    session_seat_t *seat =
        &session->seats[session->is_shared ? 0 : session_player(session)];
    if (session_outcome(session).over)
        return error_set(error, "the game is over in this position");
    if (!seat->has_agent)
        return error_set(error, "no agent plays for player %d",
                         session_player(session) + 1);
    if (!make_search(session, seat, simulations, time_ms, error))
        return false;
    session->moment = moment;
    session->began = clock_seconds();
    agent_start(seat->search, &session->state, moment);
    session->thinking = seat;
    return true;
}

void session_decide(const session_t *session, session_found_t *found) {
    const session_seat_t *seat = session->thinking;
    found->chosen =
        agent_decide(&seat->agent, seat->search, session->moment, &found->result);
    found->line_length = search_line(seat->search, found->result.actions[found->chosen],
                                     found->line, SESSION_LINE);
    found->seconds = clock_seconds() - session->began;
}
