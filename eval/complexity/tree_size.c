#include "eval/complexity/tree_size.h"

#include "core/base/pcg.h"
#include "core/game/game.h"
#include "eval/stats/student.h"

#include <math.h>
#include <stdlib.h>

#define LEVEL 0.95

/* What one repeat has found, as natural logarithms of numbers. */
typedef struct sums {
    double games, nodes, cut_off, length; /* length: of the sum of all games' lengths */
} sums_t;

/* Sequences of one length that stand for all of it. */
typedef struct population {
    const game_t *game;
    state_t *now, *next;
    int *legal; /* of now: how many actions; 0 where the game is over */
    action_t *actions;
    int count, most;
    double each; /* logarithm of how many sequences each stands for */
    bool exact;
} population_t;

static double log_add(double a, double b) {
    double most = fmax(a, b);
    return most == -HUGE_VAL ? most : most + log1p(exp(fmin(a, b) - most));
}

/* Counts the ends among the sequences of this length; how many ways go on. */
static int64_t look_at_ends(population_t *population, int length, sums_t *sums) {
    int ends = 0, cut_off = 0;
    int64_t total = 0;
    for (int i = 0; i < population->count; i++) {
        const state_t *state = &population->now[i];
        outcome_t outcome = game_outcome_at(population->game, state, (uint32_t)length);
        ends += outcome.over;
        cut_off += outcome.over && outcome.reason == REASON_CUT_OFF;
        population->legal[i] =
            outcome.over ? 0 : game_legal(population->game, state, population->actions);
        total += population->legal[i];
    }
    sums->nodes = log_add(sums->nodes, population->each + log(population->count));
    sums->games = log_add(sums->games, population->each + log(ends));
    sums->cut_off = log_add(sums->cut_off, population->each + log(cut_off));
    sums->length = log_add(sums->length, population->each + log((double)ends * length));
    return total;
}

/* Of all ways to go on, numbered from 0 to total - 1 in the order of the sequences, one
 * is drawn from each of `count` equal parts: all of them where there are no more. */
static void follow(population_t *population, int64_t total, pcg32_t *rng) {
    const game_t *game = population->game;
    bool all = total <= population->most;
    int count = all ? (int)total : population->most, from = 0;
    int64_t before = 0; /* ways of the sequences before `from` */
    bool listed = false;
    for (int i = 0; i < count; i++) {
        double share = (i + pcg32_real(rng)) / count;
        int64_t way = all ? i : (int64_t)(share * (double)total);
        way = way < total ? way : total - 1;
        while (way - before >= population->legal[from]) {
            before += population->legal[from++];
            listed = false;
        }
        if (!listed)
            (void)game_legal(game, &population->now[from], population->actions);
        listed = true;
        game_copy(game, &population->next[i], &population->now[from]);
        game_apply(game, &population->next[i], population->actions[way - before]);
    }
    population->exact &= all;
    population->each += log((double)total / count);
    population->count = count;
    state_t *next = population->now;
    population->now = population->next;
    population->next = next;
}

static bool probe(population_t *population, int repeat, const tree_size_order_t *order,
                  sums_t *sums) {
    const game_t *game = population->game;
    pcg32_t rng = pcg32_seed(order->seed, (uint64_t)repeat);
    *sums = (sums_t){-HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    game_start(game, &population->now[0]);
    population->count = 1;
    population->each = 0;
    population->exact = true;
    for (int length = 0;; length++) {
        double done = (repeat + (double)length / game->max_game_length) / order->repeats;
        if (order->go_on && !order->go_on(order->context, done))
            return false;
        int64_t total = look_at_ends(population, length, sums);
        if (total == 0)
            return true;
        follow(population, total, &rng);
    }
}

/* Variance of the mean over the mean's square, where the numbers are lognormal: the
 * sample's own is never above 1, however few of them make all of the mean. */
static double lognormal_variance(const double *logs, int count) {
    double mean = 0, squares = 0;
    for (int i = 0; i < count; i++)
        mean += logs[i] / count;
    for (int i = 0; i < count; i++)
        squares += (logs[i] - mean) * (logs[i] - mean);
    return expm1(squares / (count - 1)) / count;
}

/* The mean of numbers given by their natural logarithms, as log10 with its standard error
 * to first order, and Student's interval. */
static estimate_t log_mean(const double *logs, int count, double *error) {
    double most = -HUGE_VAL, mean = 0, squares = 0;
    for (int i = 0; i < count; i++)
        most = fmax(most, logs[i]);
    for (int i = 0; i < count; i++)
        mean += exp(logs[i] - most) / count;
    for (int i = 0; i < count; i++)
        squares += (exp(logs[i] - most) - mean) * (exp(logs[i] - most) - mean);
    double value = (most + log(mean)) / log(10), half = 0;
    *error = 0;
    if (count > 1) {
        double seen = squares / (count - 1) / count / (mean * mean);
        *error = sqrt(fmax(seen, lognormal_variance(logs, count))) / log(10);
        half = student_two_sided(LEVEL, count - 1) * *error;
    }
    return (estimate_t){value, value - half, value + half};
}

static double mean_of(const sums_t *sums, int count, size_t offset) {
    double logs = -HUGE_VAL;
    for (int i = 0; i < count; i++)
        logs = log_add(logs, *(const double *)((const char *)&sums[i] + offset));
    return logs;
}

static void read_sums(const sums_t *sums, int count, tree_size_t *size) {
    double *logs = memory_new((size_t)count, sizeof *logs), ignored;
    for (int i = 0; i < count; i++)
        logs[i] = sums[i].games;
    size->games = log_mean(logs, count, &size->error);
    for (int i = 0; i < count; i++)
        logs[i] = sums[i].nodes;
    size->nodes = log_mean(logs, count, &ignored);
    double games = mean_of(sums, count, offsetof(sums_t, games));
    size->cut_off = exp(mean_of(sums, count, offsetof(sums_t, cut_off)) - games);
    size->length = exp(mean_of(sums, count, offsetof(sums_t, length)) - games);
    free(logs);
}

bool tree_size_find(const game_t *game, const tree_size_order_t *order,
                    tree_size_t *size) {
    size_t most = (size_t)order->population;
    REQUIRE(order->population >= 1 && order->repeats >= 2);
    population_t population = {
        .game = game,
        .now = memory_new(most, sizeof(state_t)),
        .next = memory_new(most, sizeof(state_t)),
        .legal = memory_new(most, sizeof(int)),
        .actions = memory_new((size_t)game->max_legal + 1, sizeof(action_t)),
        .most = order->population};
    sums_t *sums = memory_new((size_t)order->repeats, sizeof *sums);
    int count = 0;
    bool whole = true;
    *size = (tree_size_t){0};
    while (whole && count < order->repeats && !size->exact) {
        whole = probe(&population, count, order, &sums[count]);
        size->exact = whole && population.exact;
        count += whole;
    }
    if (whole)
        read_sums(sums, count, size);
    free(sums);
    free(population.actions);
    free(population.legal);
    free(population.next);
    free(population.now);
    return whole;
}
