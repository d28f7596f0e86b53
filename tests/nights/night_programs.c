#include "tests/nights/night_programs.h"
#include "tests/nights/night_world.h"

#include "core/base/files/publish.h"
#include "core/cli/cli.h"
#include "core/cli/program.h"
#include "eval/cli/eval_commands.h"
#include "eval/learn/learn.h"
#include "selfplay/cli/selfplay_commands.h"
#include "selfplay/config/run_config.h"
#include "selfplay/run/run.h"
#include "selfplay/run/status.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 32, CALL_TEXT = 600 };

struct program_call {
    char text[CALL_TEXT];
};

static const command_t *const commands[] = {&selfplay_command, &verify_command,
                                            &merge_command,    &status_command,
                                            &learn_command,    &info_command};
static const command_section_t section = {"Self-play runs", commands,
                                          sizeof commands / sizeof commands[0]};
static const program_t program = {
    .name = "fulcrum", .sections = &section, .num_sections = 1};

program_call_t *program_call(const char *format, ...) {
    program_call_t *call = memory_new(1, sizeof *call);
    va_list arguments;
    va_start(arguments, format);
    REQUIRE(vsnprintf(call->text, sizeof call->text, format, arguments) < CALL_TEXT);
    va_end(arguments);
    return call;
}

int program_run(void *argument) {
    program_call_t *call = argument;
    char name[] = "fulcrum", *words[MOST_WORDS + 1] = {name}, *save = NULL;
    int count = 1;
    world_log(process_world(process_now()), "begins: %s", call->text);
    for (char *word = strtok_r(call->text, " ", &save); word;
         word = strtok_r(NULL, " ", &save)) {
        REQUIRE(count < MOST_WORDS);
        words[count++] = word;
    }
    int status = program_main(&program, count, words);
    world_log(process_world(process_now()), "ends with status %d", status);
    free(call);
    return status;
}

static bool write_script(failure_t *error) {
    return publish_folder(NIGHT_LOGS, error) &&
           publish_file(NIGHT_FOLDER "/job.sh", "#!/bin/sh\n", 10, error);
}

int program_settle(void *argument) {
    run_config_t config;
    run_t run;
    failure_t error;
    free(argument);
    bool ok = run_config_load(&config, NIGHT_CONFIG, NULL, 0, &error);
    if (ok) {
        ok = run_config_bind(&config, NIGHT_CONFIG, &error) &&
             run_open(&run, &config, NIGHT_RUN, &error);
        if (ok)
            run_close(&run);
        run_config_clear(&config);
    }
    ok = ok && write_script(&error);
    if (!ok)
        process_say(error.message);
    return ok ? 0 : 2;
}

int program_settle_learning(void *argument) {
    failure_t error;
    const int status = program_run(argument);
    if (status != 0 && status != EXIT_STOPPED)
        return status;
    if (write_script(&error))
        return 0;
    process_say(error.message);
    return 2;
}

int program_kept(void *argument) {
    kept_t *kept = argument;
    status_t status;
    failure_t error;

    kept->ok = status_read(&status, NIGHT_RUN, TASK_SHARE_ALL, &error);
    if (!kept->ok)
        return 2;
    const status_count_t *count = &status.count;
    kept->files_unread = count->files_unread;
    kept->in_files = count->in_files;
    kept->in_journals = count->in_journals;
    status_clear(&status);
    return 0;
}

int program_learned(void *argument) {
    kept_t *kept = argument;
    learn_plan_t plan;
    failure_t error;

    kept->ok = learn_plan_load(&plan, NIGHT_RUN "/plan.json", &error);
    if (!kept->ok)
        return 2;
    learn_t learn = {.plan = &plan, .folder = NIGHT_RUN};
    kept->ok = learn_view(&learn, &error);
    kept->in_files = learn.count;
    learn_clear(&learn);
    learn_plan_clear(&plan);
    return kept->ok ? 0 : 2;
}
