/* fulcrum export: training data out of recorded games. */
#include "core/base/clock.h"
#include "core/base/json.h"
#include "core/cli/cli.h"
#include "core/terminal/terminal.h"
#include "selfplay/cli/selfplay_commands.h"
#include "selfplay/export/export.h"
#include "selfplay/export/export_file.h"
#include "selfplay/export/export_options.h"
#include "selfplay/store/shard_files.h"

#include <argp.h>
#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>

enum {
    KEY_TURNS = 1000,
    KEY_PER_GAME,
    KEY_MIN_VISITS,
    KEY_WITHOUT,
    KEY_POLICY,
    KEY_VALUE,
    KEY_SYMMETRIES,
    KEY_VALIDATION,
    KEY_SHUFFLE,
    KEY_DEFLATE,
    KEY_MEMORY,
    KEY_FORCE,
    KEY_PLANES
};

static const struct argp_option options[] = {
    {"out", 'o', "OUT.h5", 0, "The file to make", 0},
    {"force", KEY_FORCE, NULL, 0, "Replace a file that is there", 0},
    {"json", 'j', NULL, 0, "Print the summary as JSON", 0},
    {NULL, 0, NULL, 0, "Which positions (default: all):", 1},
    {"turns", KEY_TURNS, "A:B", 0,
     "After A turns or more and fewer than B; either may be left out", 1},
    {"per-game", KEY_PER_GAME, "N", 0, "At most N of each game, drawn at random", 1},
    {"min-visits", KEY_MIN_VISITS, "N", 0, "Whose root has N visits or more", 1},
    {"without", KEY_WITHOUT, "LIST", 0,
     "Leave out, separated by commas: forced (one legal decision), proven (by the "
     "search), cut-off (games that were), fast (searched with a small budget, or by "
     "nobody)",
     1},
    {NULL, 0, NULL, 0, "In what form:", 2},
    {"policy", KEY_POLICY, "FORM", 0,
     "sparse: legal decisions of all rows one after the other (default); padded: as many "
     "a row as the most; dense: all actions",
     2},
    {"value", KEY_VALUE, "LIST", 0,
     "Separated by commas: result, root, mix:SHARE with the root's share from 0 to 1 "
     "(default: result,root)",
     2},
    {"symmetries", KEY_SYMMETRIES, "WHICH", 0,
     "none (default), random: an image of each position drawn at random, all: every "
     "image",
     2},
    {"planes", KEY_PLANES, NULL, 0,
     "With the planes that a network is shown, and its heads (mcts/evaluate/NETWORK.md)",
     2},
    {"validation", KEY_VALIDATION, "SHARE", 0,
     "Share of the games kept for validation (default: 0.05)", 2},
    {"shuffle", KEY_SHUFFLE, "SEED", 0,
     "Of the order of the rows and of all that is drawn (default: 1)", 2},
    {"deflate", KEY_DEFLATE, "LEVEL", 0, "Compression, 0 (none) to 9 (default: 1)", 2},
    {"memory", KEY_MEMORY, "MIB", 0,
     "For shuffling rows, in MiB (default: 1024); with more rows a temporary file beside "
     "OUT.h5 is used, and the result is the same",
     2},
    {0}};

typedef struct call {
    cli_words_t words;
    const char *out;
    bool json, force;
    export_options_t options;
} call_t;

/* False for what is no number from 0 to most. */
static bool read_share(const char *word, double most, double *share) {
    char *end;
    *share = strtod(word, &end);
    return end != word && *end == 0 && isfinite(*share) && *share >= 0 && *share <= most;
}

static unsigned choice_of(struct argp_state *state, const char *name, const char *word,
                          const char *const *names, unsigned count) {
    char list[128];
    text_t out = text_into(list, sizeof list);
    for (unsigned i = 0; i < count; i++) {
        if (strcmp(names[i], word) == 0)
            return i;
        text_add(&out, "%s%s", i == 0 ? "" : i + 1 == count ? " or " : ", ", names[i]);
    }
    argp_error(state, "--%s is %s, not \"%s\"", name, list, word);
    return 0;
}

static void read_turns(export_options_t *to, const char *word, struct argp_state *state) {
    const char *next = word;
    long first = 0, end = UINT32_MAX;
    bool right = *next == ':' || text_read_number(&next, INT32_MAX, &first);
    right = right && *next++ == ':';
    right = right && (*next == 0 || (text_read_number(&next, INT32_MAX, &end) && !*next));
    if (!right || first >= end)
        argp_error(
            state,
            "--turns takes A:B with A below B (A: or :B alone will do), not \"%s\"",
            word);
    to->first_turn = (uint32_t)first;
    to->end_turn = (uint32_t)end;
}

static void read_without(export_options_t *to, char *list, struct argp_state *state) {
    static const char *const names[] = {"forced", "proven", "cut-off", "fast"};
    bool *const flags[] = {&to->without_forced, &to->without_proven, &to->without_cut_off,
                           &to->without_fast};
    char *rest = NULL;
    for (char *word = strtok_r(list, ",", &rest); word; word = strtok_r(NULL, ",", &rest))
        *flags[choice_of(state, "without", word, names, 4)] = true;
}

static void read_values(export_options_t *to, char *list, struct argp_state *state) {
    char *rest = NULL;
    to->value_result = to->value_root = to->value_mix = false;
    for (char *word = strtok_r(list, ",", &rest); word;
         word = strtok_r(NULL, ",", &rest)) {
        if (strcmp(word, "result") == 0)
            to->value_result = true;
        else if (strcmp(word, "root") == 0)
            to->value_root = true;
        else if (strncmp(word, "mix:", 4) == 0 && !to->value_mix &&
                 read_share(word + 4, 1, &to->mix))
            to->value_mix = true;
        else
            argp_error(state,
                       "--value takes result, root and one mix:SHARE with a share from 0 "
                       "to 1, separated by commas, not \"%s\"",
                       word);
    }
    if (!to->value_result && !to->value_root && !to->value_mix)
        argp_error(state, "--value needs one of result, root and mix:SHARE");
}

static void finish_call(call_t *call, struct argp_state *state) {
    struct stat status;
    if (call->words.count == 0)
        argp_error(state, "which runs, or files of games?");
    if (!call->out)
        argp_error(state, "-o OUT.h5 is needed: the file to make");
    else if (stat(call->out, &status) == 0 && !S_ISREG(status.st_mode))
        argp_error(state, "%s is there and no file", call->out);
    else if (stat(call->out, &status) == 0 && !call->force)
        argp_error(state, "%s is there already; --force replaces it", call->out);
}

static int parse(int key, char *word, struct argp_state *state) {
    call_t *call = state->input;
    export_options_t *to = &call->options;
    switch (key) {
    case 'o':
        call->out = word;
        return 0;
    case 'j':
        call->json = true;
        return 0;
    case KEY_FORCE:
        call->force = true;
        return 0;
    case KEY_PLANES:
        to->planes = true;
        return 0;
    case KEY_TURNS:
        read_turns(to, word, state);
        return 0;
    case KEY_PER_GAME:
        to->per_game = (uint32_t)cli_read_whole("per-game", word, 1, 1000000, state);
        return 0;
    case KEY_MIN_VISITS:
        to->min_visits =
            (uint32_t)cli_read_whole("min-visits", word, 0, INT32_MAX, state);
        return 0;
    case KEY_WITHOUT:
        read_without(to, word, state);
        return 0;
    case KEY_POLICY:
        to->policy = choice_of(state, "policy", word, policy_form_names, POLICY_COUNT);
        return 0;
    case KEY_VALUE:
        read_values(to, word, state);
        return 0;
    case KEY_SYMMETRIES:
        to->symmetries =
            choice_of(state, "symmetries", word, symmetries_names, SYMMETRIES_COUNT);
        return 0;
    case KEY_VALIDATION:
        if (!read_share(word, 1, &to->validation))
            argp_error(state, "--validation takes a share from 0 to 1, not \"%s\"", word);
        return 0;
    case KEY_SHUFFLE:
        to->seed = (uint64_t)cli_read_whole("shuffle", word, 0, INT32_MAX, state);
        return 0;
    case KEY_DEFLATE:
        to->deflate = (int)cli_read_whole("deflate", word, 0, 9, state);
        return 0;
    case KEY_MEMORY:
        to->memory = (size_t)cli_read_whole("memory", word, 1, 1 << 24, state) << 20;
        return 0;
    case ARGP_KEY_END:
        finish_call(call, state);
        return 0;
    default:
        return cli_take_word(&call->words, CLI_MAX_WORDS, key, word, state);
    }
}

static const struct argp parser = {
    .options = options,
    .parser = parse,
    .args_doc = "RUN-OR-FILE ... -o OUT.h5",
    .doc =
        "Make training data of recorded games: positions, policies and values from "
        "the view of the player to move, shuffled across all games, split into "
        "training and validation by game. selfplay/export/EXPORT.md describes the file.",
};

static void print_json(const call_t *call, const export_result_t *result,
                       double seconds) {
    static const char *const groups[GROUP_COUNT] = {"train", "validation"};
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "out", call->out);
    cJSON_AddNumberToObject(json, "runs", result->sources);
    cJSON_AddNumberToObject(json, "games_read", (double)result->games_read);
    cJSON_AddNumberToObject(json, "positions_read", (double)result->positions_read);
    for (int group = 0; group < GROUP_COUNT; group++) {
        cJSON *about = cJSON_AddObjectToObject(json, groups[group]);
        cJSON_AddNumberToObject(about, "games", (double)result->games[group]);
        cJSON_AddNumberToObject(about, "positions", (double)result->sizes[group].rows);
        cJSON_AddNumberToObject(about, "legal", (double)result->sizes[group].legal);
    }
    cJSON_AddNumberToObject(json, "max_legal", result->max_legal);
    cJSON_AddNumberToObject(json, "file_bytes", (double)result->file_bytes);
    cJSON_AddNumberToObject(json, "raw_bytes", (double)result->raw_bytes);
    cJSON_AddBoolToObject(json, "through_file", result->through_file);
    cJSON_AddNumberToObject(json, "seconds", seconds);
    cJSON_AddItemToObject(json, "options", export_options_json(&call->options));
    json_print_line(json, stdout);
}

static void print_summary(const call_t *call, const export_result_t *result,
                          double seconds) {
    const export_size_t *train = &result->sizes[GROUP_TRAIN];
    const export_size_t *validation = &result->sizes[GROUP_VALIDATION];
    double rows = (double)(train->rows + validation->rows);
    printf("%s: %llu position%s of %llu game%s to train on, %llu of %llu for validation\n"
           "from %llu position%s of %llu game%s of %d run%s, in %.1f s; %.1f bytes a "
           "position, %.1f without compression\n",
           call->out, (unsigned long long)train->rows, TEXT_PLURAL(train->rows),
           (unsigned long long)result->games[GROUP_TRAIN],
           TEXT_PLURAL(result->games[GROUP_TRAIN]), (unsigned long long)validation->rows,
           (unsigned long long)result->games[GROUP_VALIDATION],
           (unsigned long long)result->positions_read,
           TEXT_PLURAL(result->positions_read), (unsigned long long)result->games_read,
           TEXT_PLURAL(result->games_read), result->sources, TEXT_PLURAL(result->sources),
           seconds, (double)result->file_bytes / rows, (double)result->raw_bytes / rows);
}

/* Not even by force: games are not made again. */
static bool check_out(const char *out, const shard_files_t *files, failure_t *error) {
    struct stat there, read;
    if (stat(out, &there) != 0)
        return true;
    for (size_t i = 0; i < files->count; i++)
        if (stat(files->paths[i], &read) == 0 && read.st_ino == there.st_ino &&
            read.st_dev == there.st_dev)
            return error_set(error, "%s is to be read, and not to be replaced", out);
    return true;
}

int command_export(int argc, char **argv) {
    call_t call = {0};
    shard_files_t files = {0};
    export_result_t result;
    failure_t error;
    export_file_prepare();
    terminal_catch_signals();
    export_options_default(&call.options);
    argp_parse(&parser, argc, argv, 0, NULL, &call);
    double start = clock_seconds();
    bool done = true;
    for (int i = 0; done && i < call.words.count; i++)
        done = shard_files_add(&files, call.words.words[i], &error);
    done = done && check_out(call.out, &files, &error) &&
           export_files(&files, call.out, &call.options, &result, &error);
    shard_files_clear(&files);
    if (!done)
        return cli_fail(&error);
    if (call.json)
        print_json(&call, &result, clock_seconds() - start);
    else
        print_summary(&call, &result, clock_seconds() - start);
    return cli_finish_output();
}
