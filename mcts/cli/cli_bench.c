/* fulcrum bench: the speed of playouts and searches on one thread. */
#include "core/base/build_info.h"
#include "core/base/number.h"
#include "core/base/table/result.h"
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

static const estimate_t not_measured = {(double)NAN, (double)NAN, (double)NAN};

/* The median over the repeats, between the lowest and the highest. */
static estimate_t spread_of(const double *values) {
    double sorted[REPEATS];
    memcpy(sorted, values, sizeof sorted);
    qsort(sorted, REPEATS, sizeof *sorted, number_compare_doubles);
    return (estimate_t){sorted[REPEATS / 2], sorted[0], sorted[REPEATS - 1]};
}

/* The tree's overhead over the playouts of searches; each repeat uses its own speeds. */
static estimate_t spread_of_tree(const bench_t *bench, const sample_t *searches,
                                 const sample_t *leaves) {
    double shares[REPEATS];
    for (int i = 0; i < REPEATS; i++)
        shares[i] =
            bench_work_tree(bench->work, searches->per_second[i], leaves->per_second[i]);
    return isnan(shares[0]) ? not_measured : spread_of(shares);
}

typedef struct report {
    const char *program, *compiler, *instructions, *build, *game, *variant, *rules;
    char network[128];
    double length, action_ns;
    double seconds; /* CPU time */
    uint64_t simulations, repeats, node_bytes, edge_bytes;
    int features, state_bytes;
    estimate_t rates[FIGURES], tree, tree_batch;
} report_t;

#define RATE(key, heading, figure)                                                       \
    { FIGURE_ESTIMATE, key, heading, NULL, FIGURE_FIELD(report_t, rates[figure]) }
#define ONE(kind, key, heading, field)                                                   \
    { kind, key, heading, NULL, FIGURE_FIELD(report_t, field) }
#define BUILD(key, field)                                                                \
    { FIGURE_WORD, key, "", NULL, FIGURE_FIELD(report_t, field), .flags = FIGURE_DATA }

/* Without a network its figures are empty. The build is in text once, before the first
 * report. */
static const figure_column_t columns[] = {
    BUILD("program", program),
    BUILD("compiler", compiler),
    BUILD("instructions", instructions),
    BUILD("build_type", build),
    ONE(FIGURE_WORD, "game", "Game", game),
    ONE(FIGURE_WORD, "variant", "Variant", variant),
    ONE(FIGURE_WORD, "rules", "Rules compiled for", rules),
    ONE(FIGURE_NUMBER, "seconds", "Seconds for each figure", seconds),
    ONE(FIGURE_COUNT, "repeats", "Repeats", repeats),
    RATE("playouts_per_s", "Random playouts, /s", BENCH_PLAYOUTS),
    ONE(FIGURE_NUMBER, "actions_per_playout", "Actions of a playout", length),
    ONE(FIGURE_NUMBER, "action_ns", "Nanoseconds an action", action_ns),
    RATE("playouts_batch_per_s", "Random playouts, 8 at a time, /s",
         BENCH_PLAYOUTS_BATCH),
    RATE("generic_playouts_per_s", "Generic playouts, /s", BENCH_GENERIC),
    ONE(FIGURE_COUNT, "simulations", "Simulations of a search", simulations),
    RATE("uct_simulations_per_s", "UCT simulations, /s", BENCH_SEARCH),
    RATE("leaf_playouts_per_s", "Playouts of its leaves, no tree, /s", BENCH_LEAVES),
    ONE(FIGURE_SCORE, "tree_share", "The tree adds", tree),
    RATE("uct_batch_per_s", "UCT simulations, 8 searches, /s", BENCH_SEARCHES_BATCH),
    RATE("leaf_playouts_batch_per_s", "Playouts of leaves, 8 at a time, /s",
         BENCH_LEAVES_BATCH),
    ONE(FIGURE_SCORE, "tree_share_batch", "The tree adds, 8 searches", tree_batch),
    RATE("features_per_s", "Features of its leaves, positions/s", BENCH_FEATURES),
    ONE(FIGURE_COUNT, "features", "Features", features),
    ONE(FIGURE_COUNT, "node_bytes", "Bytes a node", node_bytes),
    ONE(FIGURE_COUNT, "edge_bytes", "Bytes an edge", edge_bytes),
    ONE(FIGURE_COUNT, "state_bytes", "Bytes a state", state_bytes),
    ONE(FIGURE_WORD, "network", "Network", network),
    RATE("evaluations_per_s", "Evaluations, /s", EVALUATIONS),
    RATE("library_convolutions_per_s", "The library's convolutions, /s",
         BARE_CONVOLUTIONS),
    RATE("puct_alone_network_simulations_per_s", "PUCT simulations, /s", NETWORK_SEARCH),
    RATE("puct_network_simulations_per_s", "PUCT simulations, 8 searches, /s",
         NETWORK_SIMULATIONS),
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

static void put_report(const bench_t *bench, const sample_t *samples,
                       const call_t *call) {
    const game_t *game = bench->game;
    report_t report = {.program = build_program,
                       .compiler = build_compiler,
                       .instructions = build_instructions,
                       .build = build_type,
                       .game = game->class->name,
                       .variant = game->variant_text,
                       .rules = rules_build_names[game->rules_build],
                       .length = samples[BENCH_PLAYOUTS].actions,
                       .seconds = call->seconds,
                       .simulations = bench->simulations,
                       .repeats = REPEATS,
                       .node_bytes = sizeof(node_t),
                       .edge_bytes = sizeof(edge_t),
                       .features = features_count(game),
                       .state_bytes = game->state_bytes};
    text_t network = text_into(report.network, sizeof report.network);
    if (bench->network)
        network_bench_describe(bench->network, &network);
    for (int i = 0; i < FIGURES; i++)
        report.rates[i] =
            samples[i].count > 0 ? spread_of(samples[i].per_second) : not_measured;
    report.tree = spread_of_tree(bench, &samples[BENCH_SEARCH], &samples[BENCH_LEAVES]);
    report.tree_batch = spread_of_tree(bench, &samples[BENCH_SEARCHES_BATCH],
                                       &samples[BENCH_LEAVES_BATCH]);
    report.action_ns = 1e9 / (report.rates[BENCH_PLAYOUTS].value * report.length);
    result_t *result = result_new();
    figures_row(result_record(result, NULL, NULL, columns, COLUMNS), &report);
    result_print(result, call->json ? RESULT_JSON : RESULT_TEXT, stdout);
    result_free(result);
}

static void measure(bench_t *bench, const call_t *call) {
    sample_t samples[FIGURES] = {0};
    for (int number = 0; number < REPEATS; number++)
        for (int figure = 0; figure < figures_of(bench); figure++)
            repeat(bench, figure, call->seconds / REPEATS, number, &samples[figure]);
    put_report(bench, samples, call);
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
