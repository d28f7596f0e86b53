/* Measures random actions per second in the vectorised environment of libfulcrum.
 * Build: cc -O2 env_speed.c $(pkg-config --cflags --libs fulcrum) -o env_speed
 * Run:   ./env_speed [GAME [VARIANT [GAMES [SECONDS [THREADS]]]]]
 *        ./env_speed seesaw size=4 64 2 1
 * Three lines: without planes and masks, with masks, with masks and planes; each by wall
 * time, and by CPU time of all threads, which other programs do not disturb. */
#include <fulcrum.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct call {
    const fulcrum_game_t *game;
    fulcrum_numbers_t numbers;
    int n, threads;
    double seconds;
} call_t;

static double now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void *room(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (!memory)
        exit(2);
    return memory;
}

static int measure(const call_t *call, const char *what, int masks, int planes) {
    size_t n = (size_t)call->n, done = 0;
    size_t plane_bytes = (size_t)call->numbers.planes *
                         (size_t)call->numbers.planes_height *
                         (size_t)call->numbers.planes_width;
    fulcrum_env_arrays_t arrays = {.size = sizeof arrays,
                                   .player = room(n, 1),
                                   .reward = room(2 * n, sizeof(float)),
                                   .done = room(n, 1)};
    if (masks)
        arrays.mask = room(n, (size_t)call->numbers.num_actions);
    if (planes)
        arrays.planes = room(n, plane_bytes);
    int64_t *actions = room(n, sizeof *actions);
    fulcrum_env_t *env = fulcrum_env_new(call->game, call->n, &arrays, 1, call->threads);
    double start = now(CLOCK_MONOTONIC), end;
    double cpu_start = now(CLOCK_PROCESS_CPUTIME_ID), cpu_end;
    uint64_t steps = 0;
    do {
        for (int i = 0; env && i < 100; i++) {
            fulcrum_env_sample(env, actions);
            if (fulcrum_env_step(env, actions) != FULCRUM_OK)
                return 0;
            for (size_t k = 0; k < n; k++)
                done += arrays.done[k];
        }
        steps += 100 * (uint64_t)n;
        end = now(CLOCK_MONOTONIC);
        cpu_end = now(CLOCK_PROCESS_CPUTIME_ID);
    } while (end - start < call->seconds);
    if (env)
        printf(
            "%-22s %6.2f million actions per second, %6.2f per CPU second; %zu games\n",
            what, (double)steps / (end - start) / 1e6,
            (double)steps / (cpu_end - cpu_start) / 1e6, done);
    fulcrum_env_free(env);
    free(actions);
    free(arrays.player);
    free(arrays.reward);
    free(arrays.done);
    free(arrays.mask);
    free(arrays.planes);
    return env != NULL;
}

int main(int argc, char **argv) {
    call_t call = {.numbers = {.size = sizeof call.numbers},
                   .n = argc > 3 ? atoi(argv[3]) : 64,
                   .seconds = argc > 4 ? atof(argv[4]) : 1,
                   .threads = argc > 5 ? atoi(argv[5]) : 1};
    fulcrum_game_t *game =
        fulcrum_game_new(argc > 1 ? argv[1] : "seesaw", argc > 2 ? argv[2] : NULL);
    call.game = game;
    int ok = game && fulcrum_game_numbers(game, &call.numbers) == FULCRUM_OK;
    if (ok)
        printf("%s %s: %d games at once, %d thread%s\n",
               fulcrum_game_fact(game, FULCRUM_NAME),
               fulcrum_game_fact(game, FULCRUM_VARIANT), call.n, call.threads,
               call.threads == 1 ? "" : "s");
    ok = ok && measure(&call, "actions", 0, 0) && measure(&call, "with masks", 1, 0) &&
         (call.numbers.planes == 0 || measure(&call, "with masks and planes", 1, 1));
    if (!ok)
        fprintf(stderr, "env_speed: %s\n", fulcrum_error());
    fulcrum_game_free(game);
    return ok ? 0 : 2;
}
