/* fulcrum: self-play research on abstract board games. The main function and the table of
 * all commands, which are defined in each layer's cli/. */
#include "core/base/process/process_start.h"
#include "core/cli/cli.h"
#include "core/cli/complete.h"
#include "core/cli/program.h"
#include "eval/cli/eval_commands.h"
#include "mcts/cli/mcts_commands.h"
#include "selfplay/cli/selfplay_commands.h"

static const command_t *const of_games[] = {
    &games_command,    &moves_command, &perft_command,      &planes_command,
    &features_command, &new_command,   &conformance_command};
static const command_t *const of_search[] = {
    &play_command, &analyze_command, &evaluate_command, &bench_command, &engine_command};
static const command_t *const of_runs[] = {
    &selfplay_command, &keys_command,   &estimate_command, &status_command,
    &slurm_command,    &verify_command, &info_command,     &show_command,
    &merge_command,    &trim_command,   &export_command,   &reanalyze_command,
    &train_command};
static const command_t *const of_analysis[] = {
    &learn_command,  &match_command,   &rate_command,     &study_command,
    &report_command, &claim_command,   &metrics_command,  &complexity_command,
    &solve_command,  &puzzles_command, &accuracy_command, &page_command};
static const command_t *const of_program[] = {&help_command, &version_command,
                                              &completion_command};

#define SECTION(title, commands)                                                         \
    { title, commands, sizeof(commands) / sizeof(commands)[0] }
static const command_section_t sections[] = {
    SECTION("Games and positions", of_games), SECTION("Search", of_search),
    SECTION("Self-play runs", of_runs),       SECTION("Analysis", of_analysis),
    SECTION("This program", of_program),
};

static const program_t program = {
    .name = "fulcrum",
    .summary = "self-play research on abstract board games",
    .sections = sections,
    .num_sections = sizeof sections / sizeof sections[0],
    .notes = "GAME can be the path of a game of your own, a C file: `fulcrum play "
             "./mygame.c`. `fulcrum --game FILE COMMAND ...` loads it for commands that "
             "take no GAME, and shared objects; the environment variable "
             "FULCRUM_GAMES=FILE:FILE loads several.",
    .complete = complete_print,
};

int main(int argc, char **argv) {
    process_start();
    return process_end(program_main(&program, argc, argv));
}
