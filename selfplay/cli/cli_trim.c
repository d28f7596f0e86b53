/* fulcrum trim: shortens a run to its first games. */
#include "core/base/text.h"
#include "core/cli/cli.h"
#include "selfplay/cli/selfplay_commands.h"
#include "selfplay/config/run_config.h"
#include "selfplay/run/run_trim.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct call {
    cli_words_t run, games;
    bool is_dry;
} call_t;

static const option_t options[] = {
    OPTION_FLAG("dry-run", 0, call_t, is_dry, "Only say what would be removed"),
};

static bool read_games(const call_t *call, uint64_t *games, failure_t *error) {
    static const char key[] = "games=";
    const char *word = call->games.words[0], *digits = word + strlen(key);
    long number;
    if (strncmp(word, key, strlen(key)) != 0 ||
        !text_read_number(&digits, RUN_MAX_GAMES, &number) || *digits || number < 1)
        return error_set(error, "\"%s\": is not games=N, with N from 1 to %" PRIu64, word,
                         (uint64_t)RUN_MAX_GAMES);
    *games = (uint64_t)number;
    return true;
}

/* What is taken away, said before it is. */
static void print_plan(const run_trim_t *trim) {
    const char *folder = trim->run.folder;
    uint64_t first = run_shard_first(&trim->run, trim->shard);
    printf("%s: keeps the first %" PRIu64 " of %" PRIu64 " games\n", folder, trim->games,
           trim->run.length.games);
    if (trim->files > 0)
        printf("  removes %" PRIu64 " file%s from shard-%06" PRIu64
               ".h5 on, with %" PRIu64 " game%s and %.1f MB\n",
               trim->files, TEXT_PLURAL(trim->files), trim->num_shards, trim->removed,
               TEXT_PLURAL(trim->removed), (double)trim->bytes / 1e6);
    if (trim->held > 0)
        printf("  shortens shard-%06" PRIu64 ".h5 from %" PRIu64 " to %" PRIu64
               " game%s\n",
               trim->shard, trim->held, trim->games - first,
               TEXT_PLURAL(trim->games - first));
    if (trim->journals > 0)
        printf("  removes the journals of %" PRIu64 " unfinished file%s\n",
               trim->journals, TEXT_PLURAL(trim->journals));
    fflush(stdout);
}

static int run(void *data) {
    const call_t *call = data;
    const char *folder = call->run.words[0];
    uint64_t games = 0;
    run_trim_t trim = {0};
    failure_t error;
    bool ok =
        read_games(call, &games, &error) && run_trim_plan(&trim, folder, games, &error);
    bool is_shorter = ok && games < trim.run.length.games;
    if (ok && !is_shorter)
        printf("%s: has %" PRIu64 " games; nothing is removed\n", folder,
               trim.run.length.games);
    if (is_shorter)
        print_plan(&trim);
    if (is_shorter && !call->is_dry)
        ok = run_trim_do(&trim, &error);
    run_trim_close(&trim);
    return ok ? cli_finish_output() : cli_fail(&error);
}

const command_t trim_command = {
    .name = "trim",
    .summary = "shorten a run to its first games",
    .description =
        "Shorten a run to its first N games, and say what is removed. What remains is, "
        "byte for byte, a run for which N games were asked; killed at any time, it is a "
        "valid run, and the same command completes the work.",
    .notes =
        "Exports and merged files stay as they are. A run that is being played is not "
        "shortened.",
    .synopsis = "RUN games=N",
    .arguments = {ARGUMENT("RUN", WORD_FILE, 1, 1, call_t, run, "no run given"),
                  ARGUMENT("games=N", 0, 1, 1, call_t, games,
                           "how many games are to remain? use games=N")},
    .groups = {{.options = options, .count = OPTION_COUNT(options)}},
    .call_bytes = sizeof(call_t),
    .run = run,
};
