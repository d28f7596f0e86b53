/* fulcrum: self-play research on abstract board games. The one main: it finds the command
 * and hands over; each room has its commands in cli_*.c. */
#include "core/base/build_info.h"
#include "core/base/text.h"
#include "core/cli/cli.h"
#include "eval/cli/eval_commands.h"
#include "mcts/cli/mcts_commands.h"
#include "selfplay/cli/selfplay_commands.h"

#include <argp.h>
#include <stdio.h>
#include <string.h>

typedef struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} command_t;

static const command_t commands[] = {
    {"selfplay", command_selfplay, "play a configuration against itself, to HDF5 files"},
    {"info", command_info, "what files of games or folders of runs hold"},
    {"show", command_show, "one recorded game, as decisions or as pictures"},
    {"verify", command_verify, "prove that a run or a file is whole; repair what is not"},
    {"merge", command_merge, "put the games of a run into one file"},
    {"export", command_export, "training data out of recorded games"},
    {"slurm", command_slurm, "play a run on a cluster: batch script, jobs"},
    {"status", command_status, "how far a run is, while it goes on"},
    {"games", command_games, "the games, their rule variants and sizes"},
    {"keys", command_keys, "the keys of a configuration"},
    {"moves", command_moves, "legal decisions or turns of positions"},
    {"planes", command_planes, "what a network is shown of a position"},
    {"evaluate", command_evaluate, "what a network thinks of a position"},
    {"perft", command_perft, "count what can follow a position"},
    {"analyze", command_analyze, "search a position and show what is found, live"},
    {"play", command_play, "play against a search, or watch two play, in the terminal"},
    {"match", command_match, "two agents against each other: which is stronger"},
    {"study", command_study,
     "is the game fair: variants by strengths, until it is known"},
    {"report", command_report, "a study as a page, or as CSV"},
    {"metrics", command_metrics, "quality metrics of recorded games, with intervals"},
    {"rate", command_rate, "ratings of many agents, played or from stored matches"},
    {"solve", command_solve, "the exact value of a position, and the best decisions"},
    {"bench", command_bench, "how fast random games and searches are"},
};
enum { NUM_COMMANDS = sizeof commands / sizeof commands[0] };

static void print_help(FILE *file) {
    fprintf(file, "Usage: fulcrum COMMAND [OPTION...]\n"
                  "Self-play research on abstract board games.\n\n");
    for (int i = 0; i < NUM_COMMANDS; i++)
        fprintf(file, "  %-10s %s\n", commands[i].name, commands[i].help);
    fprintf(file,
            "\n`fulcrum COMMAND --help` says more. Exit status: 0 done, 1 the answer "
            "is no, 2 the call\nwas wrong or could not be carried out, 3 stopped when "
            "asked to, "
            "before the end.\n");
}

static int unknown_command(const char *name) {
    const char *names[NUM_COMMANDS];
    for (int i = 0; i < NUM_COMMANDS; i++)
        names[i] = commands[i].name;
    const char *nearest = text_nearest(name, names, NUM_COMMANDS);
    fprintf(stderr, "fulcrum: unknown command \"%s\"%s%s%s; see: fulcrum --help\n", name,
            nearest ? "; did you mean \"" : "", nearest ? nearest : "",
            nearest ? "\"?" : "");
    return EXIT_WRONG_CALL;
}

int main(int argc, char **argv) {
    argp_err_exit_status = EXIT_WRONG_CALL;
    if (argc < 2) {
        print_help(stderr);
        return EXIT_WRONG_CALL;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_help(stdout);
        return cli_finish_output();
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("%s, %s, %s, %s\n", build_program, build_compiler, build_instructions,
               build_type);
        return cli_finish_output();
    }
    for (int i = 0; i < NUM_COMMANDS; i++)
        if (strcmp(argv[1], commands[i].name) == 0) {
            char name[64];
            snprintf(name, sizeof name, "fulcrum %s", commands[i].name);
            argv[1] = name;
            error_name_program(name);
            return commands[i].run(argc - 1, argv + 1);
        }
    return unknown_command(argv[1]);
}
