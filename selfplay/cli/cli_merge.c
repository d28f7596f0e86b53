/* fulcrum merge: the games of a run in one file. */
#include "core/cli/cli.h"
#include "selfplay/cli/selfplay_commands.h"
#include "selfplay/merge/merge.h"

#include <argp.h>
#include <inttypes.h>
#include <stdio.h>

typedef struct call {
    cli_words_t words;
    const char *out;
    merge_options_t options;
} call_t;

enum { KEY_VIRTUAL = 'v', KEY_PARTIAL = 'p', KEY_FORCE = 'f' };

static const struct argp_option options[] = {
    {"output", 'o', "FILE.h5", 0,
     "The file to make; one that is there is not replaced without --force", 0},
    {"virtual", KEY_VIRTUAL, NULL, 0,
     "Refer to the files' data (HDF5 virtual datasets) instead of copying them", 0},
    {"partial", KEY_PARTIAL, NULL, 0, "Merge what there is of a run that is not complete",
     0},
    {"force", KEY_FORCE, NULL, 0,
     "Replace the file that is there, once the new one is whole", 0},
    {"threads", 't', "N", 0, "Threads that compress (default: as many as there are)", 0},
    {"quiet", 'q', NULL, 0, "No progress, no closing line", 0},
    {0}};

static int parse(int key, char *word, struct argp_state *state) {
    call_t *call = state->input;
    switch (key) {
    case 'o':
        call->out = word;
        return 0;
    case KEY_VIRTUAL:
        call->options.is_virtual = true;
        return 0;
    case KEY_PARTIAL:
        call->options.is_partial = true;
        return 0;
    case KEY_FORCE:
        call->options.is_forced = true;
        return 0;
    case 't':
        call->options.threads = (int)cli_read_whole("threads", word, 1, 1024, state);
        return 0;
    case 'q':
        call->options.quiet = true;
        return 0;
    case ARGP_KEY_END:
        if (call->words.count == 0)
            argp_error(state, "which run? Say RUN -o FILE.h5");
        if (!call->out)
            argp_error(state, "into which file? Say -o FILE.h5");
        return 0;
    default:
        return cli_take_word(&call->words, CLI_MAX_WORDS, key, word, state);
    }
}

static const struct argp parser = {
    .options = options,
    .parser = parse,
    .args_doc = "RUN|FILE.h5 ...",
    .doc = "Put all games of a run into one file that reads like a shard. Every file is "
           "checked on the way; a damaged one is named, and nothing is made."
           "\v"
           "Files of one run, merged or not, can be merged too, in the order of their "
           "games. "
           "A virtual file is small and quickly made, and is of use as long as the files "
           "that it refers to are where they were, seen from it.",
};

int command_merge(int argc, char **argv) {
    call_t call = {0};
    failure_t error;
    merge_t merge;
    argp_parse(&parser, argc, argv, 0, NULL, &call);
    if (!merge_files(&merge, call.words.words, call.words.count, call.out, &call.options,
                     &error))
        return cli_fail(&error);
    if (!call.options.quiet)
        printf("%s: %" PRIu64 " game%s, %" PRIu64 " position%s of %" PRIu64
               " file%s; %.1f MB, %.1f bytes a position; %.1f s, %.0f games/s, "
               "%.0f positions/s\n",
               call.out, merge.games, TEXT_PLURAL(merge.games), merge.positions,
               TEXT_PLURAL(merge.positions), merge.files, TEXT_PLURAL(merge.files),
               (double)merge.bytes / 1e6,
               merge.positions ? (double)merge.bytes / (double)merge.positions : 0,
               merge.seconds, (double)merge.games / merge.seconds,
               (double)merge.positions / merge.seconds);
    return cli_finish_output();
}
