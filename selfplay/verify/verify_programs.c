#include "selfplay/verify/verify_programs.h"

#include "core/base/text.h"
#include "mcts/engine/engine_program.h"
#include "selfplay/config/run_config.h"
#include "selfplay/verify/verify.h"

#include <string.h>

static bool is_named(const verify_options_t *options, const engine_program_t *program) {
    char text[ENGINE_TEXT];
    engine_program_text(program, text);
    for (int i = 0; i < options->num_programs; i++)
        if (strcmp(options->programs[i], text) == 0)
            return true;
    return false;
}

const engine_program_t *verify_unnamed_program(verify_t *verify) {
    for (int i = 0; i < verify->config.num_agents; i++) {
        const engine_program_t *program = agent_program(&verify->config.agents[i]);
        if (program && !is_named(verify->options, program))
            return program;
    }
    return NULL;
}

bool verify_ask_for_name(const engine_program_t *program, const char *path,
                         const char *what, failure_t *error) {
    char text[ENGINE_TEXT], quoted[2 * ENGINE_TEXT];
    text_t out = text_into(quoted, sizeof quoted);
    engine_program_text(program, text);
    text_add_shell_word(&out, text);
    return error_set(
        error,
        "%s: %s: that takes an outside program, which is started only if you "
        "name it: --program %s",
        path, what, quoted);
}

bool verify_check_programs(verify_t *verify, failure_t *error) {
    const verify_options_t *options = verify->options;
    for (int i = 0; i < options->num_programs; i++) {
        verify_options_t one = {.programs = {options->programs[i]}, .num_programs = 1};
        bool is_theirs = false;
        for (int j = 0; j < verify->config.num_agents; j++) {
            const engine_program_t *program = agent_program(&verify->config.agents[j]);
            is_theirs = is_theirs || (program && is_named(&one, program));
        }
        if (!is_theirs)
            return error_set(error, "--program: no agent of %s is \"%.300s\"",
                             verify->path, options->programs[i]);
    }
    return true;
}

bool verify_open_agents(verify_t *verify, failure_t *error) {
    const engine_program_t *unnamed = verify_unnamed_program(verify);
    if (unnamed)
        return verify_ask_for_name(unnamed, verify->path, "games cannot be played again",
                                   error);
    return run_config_bind(&verify->config, verify->path, error) &&
           run_config_start_programs(&verify->config, verify->path, error);
}
