#include "eval/study/first_turns.h"

#include "core/game/perft.h"
#include "eval/stats/budgets/matched_score.h"
#include "selfplay/store/record.h"

#include <math.h>
#include <stdlib.h>

void first_turns_init(first_turns_t *turns, const game_t *game) {
    *turns = (first_turns_t){.weight = 1};
    orientations_init(&turns->orientations, game);
}

void first_turns_clear(first_turns_t *turns) {
    free(turns->turns);
    *turns = (first_turns_t){0};
}

/* --- Adding ------------------------------------------------------------------------- */

uint32_t first_turn_length(const record_t *record, size_t row) {
    const uint32_t *turn =
        record_u32(record, POSITIONS_TURN) + record_first_position(record, row);
    uint32_t count = record_u32(record, GAMES_DECISIONS)[row], length = 0;
    while (length < count && turn[length] == 0)
        length++;
    return length < count ? length : 0;
}

static first_turn_t *find(first_turns_t *turns, uint64_t key, bool *is_new) {
    for (size_t i = 0; i < turns->count; i++)
        if (turns->turns[i].key == key) {
            *is_new = false;
            return &turns->turns[i];
        }
    turns->turns = memory_grow(turns->turns, &turns->capacity, turns->count + 1,
                               sizeof *turns->turns);
    *is_new = true;
    turns->turns[turns->count] = (first_turn_t){
        .key = key, .halves = {outcome_counts_of_games(), outcome_counts_of_games()}};
    return &turns->turns[turns->count++];
}

/* The actions as in the image that represents all. */
static void describe(first_turn_t *turn, const game_t *game, int symmetry,
                     const uint16_t *actions, uint32_t length) {
    text_t text = text_into(turn->text, sizeof turn->text);
    for (uint32_t i = 0; i < length; i++) {
        action_t action = game_symmetry_action(game, symmetry, actions[i]);
        if (turn->num_actions < FIRST_TURN_ACTIONS)
            turn->actions[turn->num_actions++] = action;
        if (text.used + GAME_ACTION_TEXT + 2 < text.size)
            turn_text_add(game, action, &text);
    }
}

/* state: after the first turn. */
static void add(first_turns_t *turns, const first_turn_game_t *seen,
                const state_t *state) {
    const game_t *game = turns->orientations.game;
    state_t least;
    bool is_new;
    int which = orientation_of_state(&turns->orientations, state, &least);
    first_turn_t *turn = find(turns, game_hash(game, &least), &is_new);
    if (is_new)
        describe(turn, game, turns->orientations.symmetries[which], seen->actions,
                 seen->length);
    outcome_counts_add(&turn->halves[seen->id & 1], half_points(seen->winner, 0));
}

void first_turns_add(first_turns_t *turns, const record_t *record, size_t row) {
    const game_t *game = turns->orientations.game;
    size_t first = record_first_position(record, row);
    const first_turn_game_t seen = {.id = (uint64_t)record_i64(record, GAMES_ID)[row],
                                    .actions =
                                        record_u16(record, POSITIONS_CHOSEN) + first,
                                    .length = first_turn_length(record, row),
                                    .winner = record_u8(record, GAMES_WINNER)[row]};
    state_t state;
    failure_t error;
    if (seen.length == 0)
        return;
    const uint8_t *packed = record_u8(record, POSITIONS_STATE) +
                            (first + seen.length) * (size_t)game->packed_bytes;
    REQUIRE(game_unpack(game, packed, &state, &error));
    add(turns, &seen, &state);
}

bool first_turns_add_game(first_turns_t *turns, const first_turn_game_t *seen) {
    const game_t *game = turns->orientations.game;
    state_t state = {0};
    game_start(game, &state);
    int player = game_player(game, &state);
    for (uint32_t i = 0; i < seen->length; i++) {
        if (game_player(game, &state) != player ||
            !game_is_legal(game, &state, seen->actions[i]))
            return false;
        game_apply(game, &state, seen->actions[i]);
    }
    if (seen->length == 0)
        return true;
    if (game_outcome(game, &state).over || game_player(game, &state) == player)
        return false;
    add(turns, seen, &state);
    return true;
}

/* --- Reading ------------------------------------------------------------------------ */

outcome_counts_t first_turn_counts(const first_turn_t *turn) {
    outcome_counts_t counts = turn->halves[0];
    outcome_counts_merge(&counts, &turn->halves[1]);
    return counts;
}

estimate_t first_turn_score(const first_turns_t *turns, const first_turn_t *turn,
                            double level) {
    outcome_counts_t counts = first_turn_counts(turn);
    double games = (double)outcome_counts_trials(&counts);
    return outcome_counts_score_of_effective(&counts, turns->weight * games, level);
}

static int compare_turns(const void *a, const void *b) {
    const first_turn_t *x = a, *y = b;
    outcome_counts_t of_x = first_turn_counts(x), of_y = first_turn_counts(y);
    uint64_t games_x = outcome_counts_trials(&of_x),
             games_y = outcome_counts_trials(&of_y);
    return games_x != games_y ? (games_x < games_y ? 1 : -1) : strcmp(x->text, y->text);
}

void first_turns_sort(first_turns_t *turns) {
    if (turns->count > 1)
        qsort(turns->turns, turns->count, sizeof *turns->turns, compare_turns);
}

static bool is_judged(const first_turn_t *turn) {
    return outcome_counts_trials(&turn->halves[0]) >= FIRST_TURN_LEAST &&
           outcome_counts_trials(&turn->halves[1]) >= FIRST_TURN_LEAST;
}

/* The variance of true scores: that of the seen ones, less what noise makes. */
static void add_spread(const first_turns_t *turns, first_turns_value_t *value) {
    double sum = 0, sum_squares = 0, noise = 0;
    for (size_t i = 0; i < turns->count; i++) {
        outcome_counts_t counts = first_turn_counts(&turns->turns[i]);
        double score = outcome_counts_score(&counts);
        double trials = (double)outcome_counts_trials(&counts);
        value->all_games += outcome_counts_trials(&counts);
        if (!is_judged(&turns->turns[i]))
            continue;
        value->games += outcome_counts_trials(&counts);
        value->lowest = value->turns ? fmin(value->lowest, score) : score;
        value->highest = value->turns ? fmax(value->highest, score) : score;
        value->turns++;
        sum += score;
        sum_squares += score * score;
        noise += outcome_counts_variance(&counts) / (trials - 1);
    }
    double n = value->turns;
    if (value->turns > 1)
        value->spread =
            sqrt(fmax(0, (sum_squares - sum * sum / n) / (n - 1) - noise / n));
}

/* Of the judged turns: the one whose score is nearest to 1/2, in a half of the games or,
 * below 0, in all. It leaves player 1 most under a pie rule, too. */
static const first_turn_t *nearest_to_even(const first_turns_t *turns, int half) {
    const first_turn_t *best = NULL;
    double least = 2;
    for (size_t i = 0; i < turns->count; i++) {
        const first_turn_t *turn = &turns->turns[i];
        outcome_counts_t all = first_turn_counts(turn);
        const outcome_counts_t *counts = half < 0 ? &all : &turn->halves[half];
        double distance = fabs(outcome_counts_score(counts) - 0.5);
        if (is_judged(turn) && distance < least) {
            least = distance;
            best = turn;
        }
    }
    return best;
}

/* Player 1's score after the turn that one half of the games picks, with the swap choice
 * that the same half gives player 2, judged by the other half; averaged over both ways
 * round. */
static double under_pie_by_halves(const first_turns_t *turns) {
    double sum = 0;
    for (int judge = 0; judge < 2; judge++) {
        const first_turn_t *picked = nearest_to_even(turns, 1 - judge);
        double score = outcome_counts_score(&picked->halves[judge]);
        bool exchanged = outcome_counts_score(&picked->halves[1 - judge]) > 0.5;
        sum += exchanged ? 1 - score : score;
    }
    return sum / 2;
}

/* A turn's score; the intervals of all judged turns hold simultaneously. */
static estimate_t simultaneous_score(const first_turns_t *turns, const first_turn_t *turn,
                                     int judged, double level) {
    return first_turn_score(turns, turn, 1 - (1 - level) / judged);
}

/* The fairest turn is no nearer to 1/2 than any may be, and no farther than one must be.
 */
static void add_under_pie(const first_turns_t *turns, first_turns_value_t *value,
                          double level) {
    double least = 0.5, greatest = 0.5;
    for (size_t i = 0; i < turns->count; i++) {
        if (!is_judged(&turns->turns[i]))
            continue;
        estimate_t score =
            simultaneous_score(turns, &turns->turns[i], value->turns, level);
        least = fmin(least, matched_least_off(&score));
        greatest = fmin(greatest, matched_most_off(&score));
    }
    double point = fmin(under_pie_by_halves(turns), 0.5);
    value->under_pie.low = 0.5 - greatest;
    value->under_pie.high = 0.5 - least;
    value->under_pie.value =
        fmin(fmax(point, value->under_pie.low), value->under_pie.high);
}

void first_turns_value(const first_turns_t *turns, first_turns_value_t *value,
                       double level) {
    *value = (first_turns_value_t){.fairest = nearest_to_even(turns, -1)};
    add_spread(turns, value);
    if (!value->fairest)
        return;
    value->fairest_text = value->fairest->text;
    value->has_fairest = value->turns >= FIRST_TURNS_LEAST_JUDGED &&
                         value->games >= FIRST_TURNS_LEAST_GAMES &&
                         2 * value->games >= value->all_games;
    value->fairest_score = simultaneous_score(turns, value->fairest, value->turns, level);
    add_under_pie(turns, value, level);
}
