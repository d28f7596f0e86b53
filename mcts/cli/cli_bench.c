/* fulcrum bench: the speed of playouts and searches on one thread. */
#include "core/base/build_info.h"
#include "core/cli/cli.h"
#include "core/game/features.h"
#include "core/game/rules_build.h"
#include "mcts/bench/bench_work.h"
#include "mcts/bench/network_bench.h"
#include "mcts/cli/mcts_commands.h"
#include "mcts/evaluate/convolution/network_inference.h"
#include "mcts/tree/tree.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { REPEATS = 5, MAX_COUNT = 1000000 /* also of a search's simulations */ };

typedef struct work_count {
    long playouts, simulations; /* one is >= 0: a fixed amount of it */
} work_count_t;

typedef struct call {
    cli_words_t words;
    double seconds; /* CPU time of each figure, over all repeats */
    bool json;
    network_bench_options_t network;
    int rules; /* rules_build_t; negative: the best */
    work_count_t count;
} call_t;

static bool read_count(const char *word, void *field, failure_t *error) {
    work_count_t *count = field;
    const char *number = strchr(word, '=');
    bool playouts = strncmp(word, "playouts=", 9) == 0;
    (void)error;
    *count = (work_count_t){-1, -1};
    if (!number || (!playouts && strncmp(word, "simulations=", 12) != 0))
        return false;
    number++;
    return text_read_number(&number, MAX_COUNT,
                            playouts ? &count->playouts : &count->simulations) &&
           !*number;
}

static const option_t options[] = {
    OPTION_REAL("seconds", 0, "S", call_t, seconds, 0.01, 3600,
                "CPU time for each figure", .fallback = "2"),
    OPTION_WHOLE("simulations", 0, "N", call_t, network.simulations, 1, MAX_COUNT,
                 "Simulations of each search, except with convolutional networks",
                 .fallback = "10000"),
    CLI_OPTION_JSON(call_t, json, "Print a JSON object on one line for each variant"),
    OPTION_FILE("network", 0, "WHICH", call_t, network.network,
                "Also measure a network: a weights file, or, for random weights, "
                "CHANNELSxBLOCKS or the UNITS of an integer network"),
    OPTION_WHOLE("batch", 0, "N", call_t, network.batch, 1, NETWORK_MAX_BATCH,
                 "Positions that the network evaluates at a time", .fallback = "8"),
    MCTS_OPTION_INSTRUCTIONS(call_t, network.instructions),
    OPTION_CHOICE("rules", 0, "NAME", call_t, rules, RULES_BUILD_CHOICES,
                  "Limit the rules to those compiled for portable, bmi2 or avx512 "
                  "(default: the best that the processor supports)"),
    OPTION_FORM("count", 0, "WORK", call_t, count, read_count,
                "playouts=N or simulations=N, N from 0 to 1000000",
                "Only do WORK, playouts=N or simulations=N of one search, without "
                "timing it, for instruction counters; prints the amount done"),
};

/* The figures, measured in this order in each repeat: bench_work's, the network's. */
enum {
    EVALUATIONS = BENCH_FIGURES,
    BARE_CONVOLUTIONS,
    NETWORK_SEARCH,
    NETWORK_SIMULATIONS,
    FIGURES
};

typedef struct sample {
    double per_second[REPEATS]; /* by repeat */
    double actions;             /* of a playout, mean over all */
    uint64_t count;
} sample_t;

typedef struct bench {
    game_t *game;
    bench_work_t *work;
    network_bench_t *network; /* NULL: not measured */
    uint32_t simulations;     /* of each UCT search */
} bench_t;

static int figures_of(const bench_t *bench) {
    return bench->network ? FIGURES : BENCH_FIGURES;
}

static double cpu_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Does a piece of work long enough to be timed reliably. Returns its units (playouts or
 * simulations); actions: adds those of its playouts. */
static uint64_t work(bench_t *bench, int figure, uint64_t *actions) {
    if (figure == EVALUATIONS)
        return network_bench_evaluate(bench->network);
    if (figure == BARE_CONVOLUTIONS)
        return network_bench_bare(bench->network);
    if (figure == NETWORK_SEARCH)
        return network_bench_search_alone(bench->network);
    if (figure == NETWORK_SIMULATIONS)
        return network_bench_search(bench->network);
    return bench_work_do(bench->work, (bench_figure_t)figure, actions);
}

static void repeat(bench_t *bench, int figure, double seconds, int number,
                   sample_t *sample) {
    uint64_t count = 0, actions = 0;
    double start = cpu_seconds(), taken;
    do {
        count += work(bench, figure, &actions);
        taken = cpu_seconds() - start;
    } while (taken < seconds && count > 0);
    sample->per_second[number] = (double)count / taken;
    double all = (double)(sample->count + count) + (count == 0);
    sample->actions = (sample->actions * (double)sample->count + (double)actions) / all;
    sample->count += count;
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Over the repeats. */
typedef struct spread {
    double median, min, max;
} spread_t;

static spread_t spread_of(const double *values) {
    double sorted[REPEATS];
    memcpy(sorted, values, sizeof sorted);
    qsort(sorted, REPEATS, sizeof *sorted, compare_doubles);
    return (spread_t){sorted[REPEATS / 2], sorted[0], sorted[REPEATS - 1]};
}

static double median(const sample_t *sample) {
    return spread_of(sample->per_second).median;
}

/* The tree's overhead over the playouts of searches; each repeat uses its own speeds. */
static spread_t spread_of_tree(const bench_t *bench, const sample_t *searches,
                               const sample_t *leaves) {
    double shares[REPEATS];
    for (int i = 0; i < REPEATS; i++)
        shares[i] =
            bench_work_tree(bench->work, searches->per_second[i], leaves->per_second[i]);
    return spread_of(shares);
}

static void print_rate(const char *label, const sample_t *sample) {
    spread_t rate = spread_of(sample->per_second);
    printf("  %-32s %12.0f /s   [%.0f, %.0f]\n", label, rate.median, rate.min, rate.max);
}

static void print_tree(const char *label, spread_t share) {
    if (isnan(share.median))
        printf("  %-32s %12s      a proof ends the search\n", label, "-");
    else
        printf("  %-32s %12.1f %%    [%.1f, %.1f]\n", label, 100 * share.median,
               100 * share.min, 100 * share.max);
}

static void print_network(const bench_t *bench, const sample_t *samples) {
    char text[128];
    text_t out = text_into(text, sizeof text);
    network_bench_describe(bench->network, &out);
    printf("  network: %s\n", text);
    print_rate("evaluations", &samples[EVALUATIONS]);
    if (samples[BARE_CONVOLUTIONS].count > 0) {
        print_rate("the library's convolutions", &samples[BARE_CONVOLUTIONS]);
        printf("  %-32s %12.3f\n", "evaluations / convolutions",
               median(&samples[EVALUATIONS]) / median(&samples[BARE_CONVOLUTIONS]));
    }
    if (samples[NETWORK_SEARCH].count > 0) {
        print_rate("PUCT simulations", &samples[NETWORK_SEARCH]);
        printf("  %-32s %12.3f\n", "PUCT simulations / UCT",
               median(&samples[NETWORK_SEARCH]) / median(&samples[BENCH_SEARCH]));
    }
    print_rate("PUCT simulations, 8 searches", &samples[NETWORK_SIMULATIONS]);
}

static void print_text(const bench_t *bench, const sample_t *samples) {
    const game_t *game = bench->game;
    const sample_t *search = &samples[BENCH_SEARCH], *leaves = &samples[BENCH_LEAVES],
                   *searches = &samples[BENCH_SEARCHES_BATCH],
                   *all_leaves = &samples[BENCH_LEAVES_BATCH];
    double playouts = median(&samples[BENCH_PLAYOUTS]),
           length = samples[BENCH_PLAYOUTS].actions;
    printf("%s %s\n", game->class->name, game->variant_text);
    printf("  %-32s %12s\n", "rules compiled for",
           game->rules_build == RULES_PORTABLE ? build_instructions
                                               : rules_build_names[game->rules_build]);
    print_rate("random playouts", &samples[BENCH_PLAYOUTS]);
    printf("  %-32s %12.0f /s   %.2f ns each, %.1f a playout\n", "actions",
           playouts * length, 1e9 / (playouts * length), length);
    print_rate("random playouts, 8 at a time", &samples[BENCH_PLAYOUTS_BATCH]);
    print_rate("generic playouts", &samples[BENCH_GENERIC]);
    print_rate("UCT simulations", search);
    printf("  %-32s %12.3f      searches of %u simulation%s\n", "simulations / playouts",
           median(search) / playouts, bench->simulations,
           TEXT_PLURAL(bench->simulations));
    print_rate("playouts of its leaves, no tree", leaves);
    print_tree("the tree adds", spread_of_tree(bench, search, leaves));
    print_rate("UCT simulations, 8 searches", searches);
    print_rate("playouts of leaves, 8 at a time", all_leaves);
    print_tree("the tree adds", spread_of_tree(bench, searches, all_leaves));
    print_rate("features of its leaves", &samples[BENCH_FEATURES]);
    printf("  %-32s %12.1f ns   of %d features\n", "each position",
           1e9 / median(&samples[BENCH_FEATURES]), features_count(game));
    printf("  %-32s %12zu      and %zu an edge; state %d bytes\n", "bytes a node",
           sizeof(node_t), sizeof(edge_t), game->state_bytes);
}

static void print_json_spread(const char *name, spread_t spread, int digits) {
    if (isnan(spread.median)) {
        printf("\"%s\":null", name);
        return;
    }
    printf("\"%s\":{\"median\":%.*f,\"min\":%.*f,\"max\":%.*f}", name, digits,
           spread.median, digits, spread.min, digits, spread.max);
}

/* The names are read by programs. Seconds are CPU time. */
static void print_json(const bench_t *bench, const sample_t *samples, double seconds) {
    const game_t *game = bench->game;
    char network[128] = "";
    static const char *const names[FIGURES] = {
        [BENCH_PLAYOUTS] = "playouts_per_s",
        [BENCH_PLAYOUTS_BATCH] = "playouts_side_by_side_per_s",
        [BENCH_GENERIC] = "generic_playouts_per_s",
        [BENCH_SEARCH] = "uct_simulations_per_s",
        [BENCH_LEAVES] = "leaf_playouts_per_s",
        [BENCH_SEARCHES_BATCH] = "uct_side_by_side_per_s",
        [BENCH_LEAVES_BATCH] = "leaf_playouts_side_by_side_per_s",
        [BENCH_FEATURES] = "features_per_s",
        [EVALUATIONS] = "evaluations_per_s",
        [BARE_CONVOLUTIONS] = "library_convolutions_per_s",
        [NETWORK_SEARCH] = "puct_alone_network_simulations_per_s",
        [NETWORK_SIMULATIONS] = "puct_network_simulations_per_s"};
    if (bench->network) {
        text_t out = text_into(network, sizeof network);
        text_add(&out, "\"network\":\"");
        network_bench_describe(bench->network, &out);
        text_add(&out, "\",");
    }
    printf("{\"program\":\"%s\",\"compiler\":\"%s\",\"instructions\":\"%s\","
           "\"build_type\":\"%s\",\"game\":\"%s\",\"variant\":\"%s\",\"rules\":\"%s\","
           "\"seconds\":%g,\"repeats\":%d,\"simulations\":%u,"
           "\"decisions_per_playout\":%.3f,%s\"figures\":{",
           build_program, build_compiler, build_instructions, build_type,
           game->class->name, game->variant_text, rules_build_names[game->rules_build],
           seconds, REPEATS, bench->simulations, samples[BENCH_PLAYOUTS].actions,
           network);
    for (int figure = 0; figure < figures_of(bench); figure++) {
        printf("%s", figure ? "," : "");
        print_json_spread(names[figure], spread_of(samples[figure].per_second), 1);
    }
    printf("},\"tree_share\":{");
    print_json_spread(
        "one", spread_of_tree(bench, &samples[BENCH_SEARCH], &samples[BENCH_LEAVES]), 4);
    printf(",");
    print_json_spread("side_by_side",
                      spread_of_tree(bench, &samples[BENCH_SEARCHES_BATCH],
                                     &samples[BENCH_LEAVES_BATCH]),
                      4);
    printf("}}\n");
}

static void measure(bench_t *bench, const call_t *call) {
    sample_t samples[FIGURES] = {0};
    for (int number = 0; number < REPEATS; number++)
        for (int figure = 0; figure < figures_of(bench); figure++)
            repeat(bench, figure, call->seconds / REPEATS, number, &samples[figure]);
    if (call->json)
        print_json(bench, samples, call->seconds);
    else
        print_text(bench, samples);
    if (bench->network && !call->json)
        print_network(bench, samples);
}

static void print_playouts(long playouts, uint64_t actions) {
    printf("%ld playout%s, %" PRIu64 " action%s\n", playouts, TEXT_PLURAL(playouts),
           actions, TEXT_PLURAL(actions));
}

static void print_simulations(uint32_t simulations) {
    printf("%u simulation%s\n", simulations, TEXT_PLURAL(simulations));
}

/* Everything except the work itself is independent of the amount, including 0. */
static void count(const bench_t *bench, const call_t *call) {
    printf("%s %s: ", bench->game->class->name, bench->game->variant_text);
    if (call->count.playouts >= 0)
        print_playouts(call->count.playouts,
                       bench_work_playouts(bench->work, call->count.playouts));
    else
        print_simulations(
            bench_work_search(bench->work, (uint32_t)call->count.simulations));
}

static bool bench_variant(const cli_words_t *words, const call_t *call,
                          failure_t *error) {
    bench_t bench = {.game = cli_game(words, error)};
    if (!bench.game)
        return false;
    if (call->network.network &&
        !(bench.network = network_bench_new(bench.game, &call->network, error))) {
        game_free(bench.game);
        return false;
    }
    bool counts = call->count.playouts >= 0 || call->count.simulations >= 0;
    bench.simulations = counts ? MAX_COUNT : (uint32_t)call->network.simulations;
    bench.work = bench_work_new(bench.game, bench.simulations);
    if (counts)
        count(&bench, call);
    else
        measure(&bench, call);
    fflush(stdout);
    bench_work_free(bench.work);
    network_bench_free(bench.network);
    game_free(bench.game);
    return true;
}

/* Words containing = belong to the preceding game. */
static bool bench_words(const call_t *call, failure_t *error) {
    for (int i = 0; i < call->words.count;) {
        cli_words_t one = {.words = &call->words.words[i++], .count = 1};
        while (i < call->words.count && strchr(call->words.words[i], '=')) {
            one.count++;
            i++;
        }
        if (!bench_variant(&one, call, error))
            return false;
    }
    return true;
}

static bool bench_all(const call_t *call, failure_t *error) {
    for (int c = 0; c < game_class_count; c++)
        for (int v = 0; v == 0 || (v < 4 && game_classes[c]->showcase[v]); v++) {
            char line[GAME_VARIANT_TEXT + 32], *room[CLI_MAX_WORDS];
            const char *variant = game_classes[c]->showcase[v];
            snprintf(line, sizeof line, "%s %s", game_classes[c]->name,
                     variant ? variant : "");
            cli_words_t words = cli_split(line, room);
            if (!bench_variant(&words, call, error))
                return false;
        }
    return true;
}

static int run(void *data) {
    const call_t *call = data;
    failure_t error;
    if (call->rules >= 0)
        rules_build_bound((rules_build_t)call->rules);
    if (!call->json && call->count.playouts < 0 && call->count.simulations < 0)
        printf("%s, %s, %s, %s, one thread; CPU time\n", build_program, build_compiler,
               build_instructions, build_type);
    bool ok = call->words.count ? bench_words(call, &error) : bench_all(call, &error);
    return ok ? cli_finish_output() : cli_fail(&error);
}

static const call_t defaults = {.rules = -1, .count = {-1, -1}};

const command_t bench_command = {
    .name = "bench",
    .summary = "measure the speed of playouts and searches",
    .description =
        "Measure playouts and UCT simulations with playouts from the start position, on "
        "one thread, and the tree's overhead over the playouts of a search's leaves. "
        "With "
        "--network, also measure evaluations of positions from playouts, the library's "
        "convolutions alone for as many positions, and simulations with the network. "
        "Without GAME, all games are measured. Each figure is the median of 5 "
        "interleaved repeats, with the minimum and maximum.",
    .synopsis = "[GAME [key=value ...]] ...",
    .arguments = {ARGUMENT("GAME", WORD_GAME | WORD_KEY, 0, 0, call_t, words, NULL)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)}},
    .call_bytes = sizeof(call_t),
    .defaults = &defaults,
    .run = run,
};
