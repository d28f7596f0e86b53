#include "eval/metrics/lead_history.h"

#include "core/game/game.h"

#include <math.h>

static bool has_winner(const lead_history_t *history) {
    return history->winner != NOBODY && history->count > 0;
}

static double value_of(const lead_point_t *point, int player) {
    return player == 0 ? point->value : 1 - point->value;
}

/* How far the eventual winner is behind at a point; above 0 if they are. */
static double deficit(const lead_history_t *history, size_t i) {
    return 1 - 2 * value_of(&history->points[i], history->winner);
}

double lead_drama_mean(const lead_history_t *history) {
    double sum = 0;
    size_t behind = 0;
    if (!has_winner(history))
        return nan("");
    for (size_t i = 0; i < history->count; i++)
        if (deficit(history, i) > 0) {
            sum += sqrt(deficit(history, i));
            behind++;
        }
    return behind > 0 ? sum / (double)behind : 0;
}

double lead_drama_max(const lead_history_t *history) {
    double most = 0;
    if (!has_winner(history))
        return nan("");
    for (size_t i = 0; i < history->count; i++)
        most = fmax(most, deficit(history, i));
    return sqrt(most);
}

double lead_behind_share(const lead_history_t *history) {
    size_t behind = 0;
    if (!has_winner(history))
        return nan("");
    for (size_t i = 0; i < history->count; i++)
        behind += deficit(history, i) > 0;
    return (double)behind / (double)history->count;
}

double lead_changes(const lead_history_t *history) {
    int leader = NOBODY;
    size_t changes = 0;
    if (history->count == 0)
        return nan("");
    for (size_t i = 0; i < history->count; i++) {
        double value = history->points[i].value;
        int now = value > 0.5 ? 0 : value < 0.5 ? 1 : leader;
        changes += leader != NOBODY && now != leader;
        leader = now;
    }
    return (double)changes;
}

double lead_change_share(const lead_history_t *history) {
    return history->count > 1 ? lead_changes(history) / (double)(history->count - 1)
                              : nan("");
}

double lead_variance(const lead_history_t *history) {
    double mean = 0, squares = 0, count = (double)history->count;
    if (history->count == 0)
        return nan("");
    for (size_t i = 0; i < history->count; i++)
        mean += history->points[i].value / count;
    for (size_t i = 0; i < history->count; i++) {
        double off = history->points[i].value - mean;
        squares += off * off / count;
    }
    return squares;
}

double lead_uncertainty(const lead_history_t *history) {
    double sum = 0;
    if (history->count == 0)
        return nan("");
    for (size_t i = 0; i < history->count; i++)
        sum += 4 * history->points[i].value * (1 - history->points[i].value);
    return sum / (double)history->count;
}

double lead_threshold(const lead_history_t *history) {
    double most = 0;
    if (!has_winner(history))
        return nan("");
    for (size_t i = 0; i < history->count; i++)
        most = fmax(most, value_of(&history->points[i], 1 - history->winner));
    return most;
}

double lead_decided_share(const lead_history_t *history) {
    double threshold = lead_threshold(history);
    if (!has_winner(history))
        return nan("");
    for (size_t i = 0; i < history->count; i++)
        if (value_of(&history->points[i], history->winner) > threshold)
            return 1 - (double)history->points[i].ply / (double)history->num_actions;
    return 0;
}

double lead_foregone_share(const lead_history_t *history, double level) {
    size_t first = history->count;
    if (!has_winner(history))
        return nan("");
    while (first > 0 && value_of(&history->points[first - 1], history->winner) >= level)
        first--;
    return first < history->count
               ? 1 - (double)history->points[first].ply / (double)history->num_actions
               : 0;
}

/* The first point after `from` in another turn, or the count. */
static size_t next_turn(const lead_history_t *history, size_t from) {
    size_t i = from + 1;
    while (i < history->count && history->points[i].turn == history->points[from].turn)
        i++;
    return i;
}

/* How much the turn that begins at a point gained in its player's value; NAN if the next
 * turn has no point. */
static double gain(const lead_history_t *history, size_t from) {
    size_t to = next_turn(history, from);
    if (from >= history->count || to >= history->count ||
        history->points[to].turn != history->points[from].turn + 1)
        return nan("");
    int player = history->points[from].player;
    return value_of(&history->points[to], player) -
           value_of(&history->points[from], player);
}

double lead_killer_move(const lead_history_t *history) {
    double most = nan("");
    for (size_t i = 0; i < history->count; i = next_turn(history, i))
        most = fmax(most, gain(history, i)); /* of a number and NAN: the number */
    return most;
}

double lead_permanence(const lead_history_t *history) {
    double added = 0, taken = 0;
    for (size_t i = 0; i < history->count; i = next_turn(history, i)) {
        double turn = gain(history, i), reply = gain(history, next_turn(history, i));
        if (turn > 0 && !isnan(reply)) {
            added += turn;
            taken += fmin(turn, fmax(reply, 0));
        }
    }
    return added > 0 ? 1 - taken / added : nan("");
}
