/* nights: simulates nights of a run on a cluster (README.md).
 * Use: nights [--first SEED] [--nights N]        exit 1 if one goes wrong
 *      nights --plant NAME|all [--nights N]      with a planted fault, until it is found;
 *                                                exit 1 if it is not
 *      nights --trace SEED [--plant NAME]        one night, call by call
 *      nights --cluster TASKS --games N --shard N [--first SEED]
 *                                                many tasks, a slow server of metadata;
 *                                                exit 1 if a file is wrong
 *      nights --script TASK                      the reactions of the simulation's batch
 *                                                script, for cli_nights.sh */
#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "tests/nights/night.h"
#include "tests/nights/night_cluster.h"
#include "tests/nights/night_plants.h"
#include "tests/nights/night_slurm.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct order {
    uint64_t first;
    long nights;
    const char *plant;
    bool is_traced, is_script;
    cluster_t cluster;
} order_t;

static FILE *out; /* standard output; the program's own is discarded */

static long number_of(const char *text) {
    long number;
    REQUIRE(text && text_read_number(&text, 2000000000, &number) && !*text);
    return number;
}

static order_t read_order(int argc, char **argv) {
    order_t order = {
        .first = 1,
        .nights = 1000,
        .cluster = {.games = 10000, .shard_games = 100, .calls_a_second = 1000}};
    for (int i = 1; i < argc; i += 2) {
        REQUIRE(i + 1 < argc);
        if (strcmp(argv[i], "--first") == 0)
            order.first = (uint64_t)number_of(argv[i + 1]);
        else if (strcmp(argv[i], "--nights") == 0)
            order.nights = number_of(argv[i + 1]);
        else if (strcmp(argv[i], "--plant") == 0)
            order.plant = argv[i + 1];
        else if (strcmp(argv[i], "--cluster") == 0)
            order.cluster.tasks = (unsigned)number_of(argv[i + 1]);
        else if (strcmp(argv[i], "--games") == 0)
            order.cluster.games = (unsigned)number_of(argv[i + 1]);
        else if (strcmp(argv[i], "--shard") == 0)
            order.cluster.shard_games = (unsigned)number_of(argv[i + 1]);
        else if (strcmp(argv[i], "--trace") == 0) {
            order.first = (uint64_t)number_of(argv[i + 1]);
            order.nights = 1;
            order.is_traced = true;
        } else if (strcmp(argv[i], "--script") == 0)
            order.is_script = true;
        else
            require_failed("an option", __FILE__, __LINE__);
    }
    return order;
}

/* Returns how many nights went wrong; with a planted fault, stops at the first. */
static long play(const order_t *order) {
    double start = clock_seconds(), hours = 0;
    long wrong = 0, completed = 0, events = 0, nights = 0;
    for (; nights < order->nights && (wrong == 0 || !planted); nights++) {
        uint64_t seed = order->first + (uint64_t)nights;
        night_result_t result;
        night_play(seed, order->is_traced ? out : NULL, &result);
        completed += result.completed;
        events += result.events;
        hours += result.hours;
        if (!result.wrong[0])
            continue;
        wrong++;
        fprintf(out, "%s seed %llu: %s\n", planted ? "found" : "WRONG",
                (unsigned long long)seed, result.wrong);
        fflush(out);
    }
    double seconds = clock_seconds() - start;
    fprintf(
        out,
        "%s: %ld nights from seed %llu, %.0f hours, %ld troubles; the last job completed "
        "%ld, the morning the others; %ld wrong; %.1f s, %.0f nights a minute\n",
        plant_names[planted], nights, (unsigned long long)order->first, hours, events,
        completed, wrong, seconds, 60 * (double)nights / seconds);
    fflush(out);
    return wrong;
}

/* Prints a line per case: the program's exit status, whether the script is asked to stop,
 * the state of the job, what is kept at its ends; then the script's exit status, and
 * whether it asks to be requeued. */
static void print_script(void) {
    static const int statuses[] = {0, 1, 2, 3, 137, 138};
    static const char *const states[] = {"RUNNING", "COMPLETING"};
    static const char *const kept[] = {"1\n", "1\n1\n1\n", "1\n1\n1\n1\n",
                                       "1\n1\n1\n2\n"};
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++)
        for (int asked = 0; asked < 2; asked++)
            for (int s = 0; s < 2; s++)
                for (size_t k = 0; k < sizeof kept / sizeof kept[0]; k++) {
                    int status = statuses[i];
                    bool again = script_step_end(status) == STEP_BEGINS_AGAIN;
                    if (!again && (s > 0 || k > 0))
                        continue;
                    if (again)
                        status = script_may_begin_again(states[s], kept[k]);
                    fprintf(out, "%d %d %s ", statuses[i], asked, states[s]);
                    for (const char *c = kept[k]; *c; c++)
                        fputc(*c == '\n' ? ',' : *c, out);
                    fprintf(out, " %d %d\n", status, again && status == 0);
                }
}

int main(int argc, char **argv) {
    const order_t order = read_order(argc, argv);
    bool ok = true;
    /* Trees and texts need little of their megabytes, which the system clears as used. */
    mallopt(M_MMAP_THRESHOLD, 1 << 17);
    out = fdopen(dup(STDOUT_FILENO), "w");
    REQUIRE(out && freopen("/dev/null", "w", stdout));
    if (order.is_script)
        print_script();
    else if (order.cluster.tasks > 0)
        ok = cluster_play(&order.cluster, order.first, out);
    else if (!order.plant)
        ok = play(&order) == 0;
    for (plant_t plant = PLANT_NONE + 1; order.plant && plant < PLANT_COUNT; plant++) {
        if (strcmp(order.plant, "all") != 0 &&
            strcmp(order.plant, plant_names[plant]) != 0)
            continue;
        planted = plant;
        ok = play(&order) > 0 && ok;
    }
    night_end();
    fclose(out);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
