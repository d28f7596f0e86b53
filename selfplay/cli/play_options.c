#include "selfplay/cli/play_options.h"

#include "core/base/duration.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/cli/cli.h"
#include "core/game/game.h"
#include "selfplay/config/run_config.h"
#include "selfplay/run/run.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/store/game_ranges.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

const option_t play_options[] = {
    OPTION_FOLDER(
        "out", 'o', "DIR", play_options_t, folder,
        "Folder of the run (default, except for rate: the folder given, or one in runs/, "
        "named after the configuration, the study or the agents)"),
    OPTION_TASK(
        play_options_t, share,
        "Play only the share of task I of N, counted from 0, also in a job array"),
    CLI_OPTION_THREADS(play_options_t, threads,
                       "Threads (default: OMP_NUM_THREADS, SLURM_CPUS_PER_TASK, or one "
                       "per processor)"),
    OPTION_DURATION("time-limit", 0, "TIME", play_options_t, limit_s,
                    "Stop early enough to exit before TIME has passed: " DURATION_FORMS),
    CLI_OPTION_QUIET(play_options_t, quiet),
};
_Static_assert(OPTION_COUNT(play_options) == NUM_PLAY_OPTIONS, "as the header says");

bool play_options_read_games(const char *word, void *field, failure_t *error) {
    games_span_t *games = field;
    (void)error;
    return game_ranges_read(word, &games->first, &games->end);
}

bool play_options_read_task(const char *word, void *field, failure_t *error) {
    (void)error;
    return task_share_read(word, field);
}

void play_options_say_empty(const play_options_t *play, const char *folder) {
    char task[TASK_SHARE_TEXT];
    task_share_write(&play->share, task);
    cli_message("%s: nothing was played: none of the files of games is in the share of "
                "--task %s",
                folder, task);
}

int64_t play_options_threads(const play_options_t *play, int64_t configured) {
    const char *text = getenv("SLURM_CPUS_PER_TASK");
    long number;
    if (play->threads > 0)
        return play->threads;
    if (configured > 0 || getenv("OMP_NUM_THREADS") || !text ||
        !text_read_number(&text, CLI_MAX_THREADS, &number) || *text)
        return configured;
    return number;
}

static char *config_of_game(const char *name) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "game", name);
    return json_lines(json);
}

static char *config_of_run(const char *folder, char path[FILE_PATH], failure_t *error) {
    char *text = run_folder_read_config(folder, path, error);
    cJSON *json = text ? json_parse(text, path, error) : NULL;
    free(text);
    if (!json)
        return NULL;
    const uint64_t games = run_games_wanted(folder);
    if (games > 0)
        json_add_number(json, "games", games);
    return json_lines(json);
}

char *play_options_read_config(const char *word, char path[FILE_PATH], failure_t *error) {
    failure_t ignored;
    snprintf(path, FILE_PATH, "%s", word);
    const bool is_folder = file_is_folder(word);
    if (is_folder && (run_folder_is_run(word) || !game_class_find(word, NULL)))
        return config_of_run(word, path, error);
    if (is_folder || game_instead_of_file(word, "", &ignored))
        return config_of_game(word);
    return game_is_unknown(word, error) ? NULL : file_read_text(word, error);
}
