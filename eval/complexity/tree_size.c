#include "eval/complexity/tree_size.h"

#include "core/base/pcg.h"
#include "core/game/game.h"
#include "core/stats/student.h"

#include <math.h>
#include <stdlib.h>

/* Of the logarithms of repeats: above this, rare results dominate the mean, and no
 * interval with an upper end holds. */
#define MOST_VARIANCE 0.1

/* The results of one repeat, as natural logarithms. */
typedef struct sums {
    double games, nodes, cut_off, length; /* length: of the sum of all games' lengths */
} sums_t;

/* A sample of sequences that represents all of one length. */
typedef struct population {
    const game_t *game;
    state_t *now, *next;
    int *legal; /* of each sequence: number of actions; 0 if the game is over */
    action_t *actions;
    int count, most;
    double each; /* logarithm of the number of sequences each represents */
    bool exact;
} population_t;

static double log_add(double a, double b) {
    double most = fmax(a, b);
    return most == -HUGE_VAL ? most : most + log1p(exp(fmin(a, b) - most));
}

/* Counts the ends among the sequences of this length. Returns the number of
 * continuations. */
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

/* Of all continuations, numbered from 0 to total - 1 in the order of the sequences, one
 * is drawn from each of `count` equal parts; all, if there are no more. */
static void follow(population_t *population, int64_t total, pcg32_t *rng) {
    const game_t *game = population->game;
    bool all = total <= population->most;
    int count = all ? (int)total : population->most, from = 0;
    int64_t before = 0; /* continuations of the sequences before `from` */
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

static bool probe(population_t *population, int repeat, const complexity_order_t *order,
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
        if (!complexity_go_on(order, "games", (uint64_t)(1000 * done)))
            return false;
        int64_t total = look_at_ends(population, length, sums);
        if (total == 0)
            return true;
        follow(population, total, &rng);
    }
}

static double mean_log(const double *logs, int count, double *variance) {
    double mean = 0, squares = 0;
    for (int i = 0; i < count; i++)
        mean += logs[i] / count;
    for (int i = 0; i < count; i++)
        squares += (logs[i] - mean) * (logs[i] - mean);
    *variance = squares / (count - 1);
    return mean;
}

/* The logarithm of the mean of numbers given by their logarithms. */
static double log_of_mean(const double *logs, int count) {
    double sum = -HUGE_VAL;
    for (int i = 0; i < count; i++)
        sum = log_add(sum, logs[i]);
    return sum - log(count);
}

/* Of the mean: relative standard error, and skewness of the numbers. */
static double relative_error(const double *logs, int count, double log_mean,
                             double *skewness) {
    double squares = 0, cubes = 0;
    for (int i = 0; i < count; i++) {
        double off = exp(logs[i] - log_mean) - 1;
        squares += off * off;
        cubes += off * off * off;
    }
    *skewness = squares > 0 ? cubes / count / pow(squares / count, 1.5) : 0;
    return sqrt(squares / (count - 1) / count);
}

/* Of numbers given by their natural logarithms, as log10. *error: of the mean of the
 * logarithms. */
static estimate_t estimate_of(const double *logs, int count, double *error) {
    double value = log_of_mean(logs, count) / log(10), variance, skewness;
    *error = 0;
    if (count < 2)
        return (estimate_t){value, value, value};
    double middle = mean_log(logs, count, &variance);
    double t = student_two_sided(INTERVAL_LEVEL, count - 1);
    *error = sqrt(variance / count) / log(10);
    if (variance >= MOST_VARIANCE)
        return (estimate_t){value, middle / log(10) - t * *error, HUGE_VAL};
    double cox = variance / count + variance * variance / (2 * (count - 1));
    double half = t * sqrt(cox);
    double plain = relative_error(logs, count, value * log(10), &skewness) / log(10);
    /* Rare large trees: the mean is rather too low than too high. */
    double below = -student_skewed(-t, skewness, count);
    middle += variance / 2;
    return (estimate_t){value, fmin(value - t * plain, (middle - half) / log(10)),
                        fmax(value + fmax(t, below) * plain, (middle + half) / log(10))};
}

static double log_of_mean_at(const sums_t *sums, int count, size_t offset) {
    double sum = -HUGE_VAL;
    for (int i = 0; i < count; i++)
        sum = log_add(sum, *(const double *)((const char *)&sums[i] + offset));
    return sum - log(count);
}

static void read_sums(const sums_t *sums, int count, tree_size_t *size) {
    double *logs = memory_new((size_t)count, sizeof *logs), ignored;
    for (int i = 0; i < count; i++)
        logs[i] = sums[i].games;
    size->games = estimate_of(logs, count, &size->error);
    for (int i = 0; i < count; i++)
        logs[i] = sums[i].nodes;
    size->nodes = estimate_of(logs, count, &ignored);
    double games = log_of_mean_at(sums, count, offsetof(sums_t, games));
    size->cut_off = exp(log_of_mean_at(sums, count, offsetof(sums_t, cut_off)) - games);
    size->length = exp(log_of_mean_at(sums, count, offsetof(sums_t, length)) - games);
    free(logs);
}

bool tree_size_find(const game_t *game, const complexity_order_t *order,
                    tree_size_t *size) {
    size_t most = (size_t)order->population;
    REQUIRE(order->population >= 1 && order->repeats >= TREE_SIZE_LEAST_REPEATS);
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
