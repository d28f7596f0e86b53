/* fulcrum match: two agents against each other, in pairs of games. */
#include "core/cli.h"
#include "core/file.h"
#include "core/json.h"
#include "core/publish.h"
#include "eval/cli.h"
#include "eval/confidence_sequence.h"
#include "eval/match.h"
#include "eval/match_report.h"
#include "selfplay/factory.h"
#include "selfplay/games_file.h"
#include "selfplay/play_options.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { SHARD_GAMES = 20, DEFAULT_GAMES = 400, DEFAULT_MOST = 100000, OPENING_TURNS = 4 };

typedef struct call {
    cli_words_t words; /* A, B, the game, its variant and keys of the run */
    const char *test;
    double alpha, beta;
    long games, seed;
    bool json;
    play_options_t play;
} call_t;

enum { KEY_SPRT = 256, KEY_ALPHA, KEY_BETA, KEY_SEED };

static const struct argp_option options[] = {
    {"games", 'g', "N", 0,
     "Games, an even number (default 400; with --sprt at most 100000)", 0},
    {"sprt", KEY_SPRT, "ELO0:ELO1", 0,
     "Stop as soon as it is decided whether A's normalised Elo is ELO0 or less, or ELO1 "
     "or more",
     0},
    {"alpha", KEY_ALPHA, "P", 0, "Error rate where ELO0 is the truth (default 0.05)", 0},
    {"beta", KEY_BETA, "P", 0, "Error rate where ELO1 is the truth (default 0.05)", 0},
    {"seed", KEY_SEED, "N", 0, "Of the match (default 1)", 0},
    {"json", 'j', NULL, 0, "Print one JSON object", 0},
    {0}};

static long read_whole(const char *option, const char *word, long least, long most,
                       struct argp_state *state) {
    const char *end = word;
    long number;
    if (!text_read_number(&end, most, &number) || *end || number < least)
        argp_error(state, "--%s is a whole number from %ld to %ld, not \"%s\"", option,
                   least, most, word);
    return number;
}

static double read_rate(const char *option, const char *word, struct argp_state *state) {
    char *rest;
    double rate = strtod(word, &rest);
    if (*rest || !(rate > 0 && rate < 0.5))
        argp_error(state, "--%s is an error rate above 0 and below 0.5, not \"%s\"",
                   option, word);
    return rate;
}

static int parse(int key, char *word, struct argp_state *state) {
    call_t *call = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &call->play;
        return 0;
    case 'g':
        call->games = read_whole("games", word, 2, 1000000000, state);
        return 0;
    case KEY_SPRT:
        call->test = word;
        return 0;
    case KEY_ALPHA:
        call->alpha = read_rate("alpha", word, state);
        return 0;
    case KEY_BETA:
        call->beta = read_rate("beta", word, state);
        return 0;
    case KEY_SEED:
        call->seed = read_whole("seed", word, 0, 9007199254740991, state);
        return 0;
    case 'j':
        call->json = true;
        return 0;
    case ARGP_KEY_END:
        if (call->words.count < 3)
            argp_error(state, "say two agents and a game: A.json B.json GAME; agents are "
                              "in configs/agents/");
        return 0;
    default:
        return cli_take_word(&call->words, CLI_MAX_WORDS, key, word, state);
    }
}

static const struct argp parser = {
    .options = options,
    .parser = parse,
    .children = play_options_children,
    .args_doc = "A.json B.json GAME [key=value ...]",
    .doc =
        "Play two agents against each other, in pairs of games from the same random "
        "opening with the seats exchanged, and say which is stronger."
        "\v"
        "key=value is a rule of the game, as in size=5, or a key of openings: "
        "opening.turns=4 turns are drawn at random, opening.tries=20 takes the most even "
        "of so many. Games are kept as those of a run are; the same call goes on where "
        "one was stopped, and any number of threads plays the same games. Exit status: "
        "0 done (with --sprt: A is stronger), 1 with --sprt: it is not, or the games do "
        "not decide it, 2 the call was wrong, 3 stopped before the end.",
};

/* --- The run ------------------------------------------------------------------------- */

static bool add_agents(cJSON *json, const call_t *call, failure_t *error) {
    cJSON *agents = cJSON_AddArrayToObject(json, "agents");
    for (int i = 0; i < RUN_MAX_AGENTS; i++) {
        agent_t agent;
        cJSON *object = cJSON_CreateObject();
        cJSON_AddItemToArray(agents, object);
        if (!agent_load(&agent, call->words.words[i], NULL, 0, error))
            return false;
        agent_write_json(&agent, object);
    }
    return true;
}

/* Without random turns a pair would be played again and again. */
static void default_opening(cJSON *keys) {
    cJSON *opening = cJSON_GetObjectItemCaseSensitive(keys, "opening");
    if (!opening)
        opening = cJSON_AddObjectToObject(keys, "opening");
    if (cJSON_IsObject(opening) && !cJSON_GetObjectItemCaseSensitive(opening, "turns"))
        cJSON_AddNumberToObject(opening, "turns", OPENING_TURNS);
}

/* Words with a dotted key are the run's, the others the game's. */
static bool add_words(cJSON *json, const call_t *call, failure_t *error) {
    cli_words_t rules = {.count = 0}, keys = {.count = 0};
    for (int i = 3; i < call->words.count; i++) {
        char *word = call->words.words[i];
        cli_words_add(word[strcspn(word, ".=")] == '.' ? &keys : &rules, word);
    }
    cJSON *variant = json_from_arguments(rules.words, rules.count, error);
    cJSON *others = variant ? json_from_arguments(keys.words, keys.count, error) : NULL;
    cJSON_AddItemToObject(json, "variant", variant);
    if (!others)
        return false;
    default_opening(others);
    while (others->child) {
        cJSON *item = cJSON_DetachItemViaPointer(others, others->child);
        cJSON_AddItemToObject(json, item->string, item);
    }
    cJSON_Delete(others);
    return true;
}

/* The configuration of the run that the match is. */
static bool make_config(run_config_t *config, const call_t *call, failure_t *error) {
    long games = call->games ? call->games : call->test ? DEFAULT_MOST : DEFAULT_GAMES;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "game", call->words.words[2]);
    cJSON_AddNumberToObject(json, "games", (double)games);
    cJSON_AddNumberToObject(json, "seed", (double)call->seed);
    cJSON_AddNumberToObject(json, "shard_games", SHARD_GAMES);
    bool right = add_words(json, call, error) && add_agents(json, call, error);
    if (right) {
        char *text = json_text(json);
        right = run_config_parse(config, text, "match", NULL, 0, error);
        if (right && !run_config_bind(config, "match", error)) {
            run_config_clear(config);
            right = false;
        }
        free(text);
    }
    cJSON_Delete(json);
    return right;
}

static bool read_test(sprt_t *test, const call_t *call, failure_t *error) {
    char *rest;
    double nelo0 = strtod(call->test, &rest);
    bool right = rest != call->test && *rest == ':';
    const char *second = rest + 1;
    double nelo1 = right ? strtod(second, &rest) : 0;
    if (!right || rest == second || *rest)
        return error_set(error, "--sprt is ELO0:ELO1, as in 0:20, not \"%s\"",
                         call->test);
    return sprt_init(test, nelo0, nelo1, call->alpha, call->beta, error);
}

/* A test whose bounds change after a look has no error rate: they are kept. What another
 * process has published at the same time counts. */
static bool settle_test(const run_t *run, const sprt_t *test, failure_t *error) {
    char path[RUN_PATH], text[160];
    snprintf(text, sizeof text, "sprt %.17g %.17g %.17g %.17g\n", test->nelo0,
             test->nelo1, test->alpha, test->beta);
    REQUIRE(snprintf(path, sizeof path, "%s/sprt.txt", run->folder) < (int)sizeof path);
    if (access(path, F_OK) != 0 && !publish_file(path, text, strlen(text), error))
        return false;
    char *there = file_read_text(path, error);
    bool same = there && strcmp(there, text) == 0;
    if (there && !same)
        error_set(
            error,
            "%s: is a match with another --sprt (%.100s); a test whose bounds change "
            "on the way keeps no error rate: choose another --out",
            run->folder, there);
    free(there);
    return same;
}

typedef bool (*see_games_t)(void *context, uint64_t shard, const record_t *games);

/* Calls `see` with the games of a shard that is there; *goes_on: what it says. */
static bool read_shard(const run_t *run, uint64_t shard, see_games_t see, void *context,
                       bool *goes_on, failure_t *error) {
    char path[RUN_PATH];
    games_file_t file;
    record_t record;
    run_shard_path(run->folder, shard, path);
    if (!games_file_open(&file, path, NULL, GAMES_FILE_WHOLE, error))
        return false;
    record_init(&record, file.about.game);
    bool right = games_file_read(&file, 0, run_shard_count(run, shard), UINT64_MAX,
                                 &record, error);
    if (right)
        *goes_on = see(context, shard, &record);
    record_clear(&record);
    games_file_close(&file);
    return right;
}

/* The same for each that is there, in order; false of `see` ends it. */
static bool read_shards(const run_t *run, see_games_t see, void *context,
                        failure_t *error) {
    bool goes_on = true;
    for (uint64_t shard = 0; goes_on && shard < run->num_shards; shard++)
        if (run_has_shard(run, shard) &&
            !read_shard(run, shard, see, context, &goes_on, error))
            return false;
    return true;
}

/* A match that is being played. */
typedef struct playing {
    const run_t *run;
    match_order_t order;
} playing_t;

static bool note_shard(void *context, uint64_t shard, const record_t *games) {
    return match_order_add(&((playing_t *)context)->order, shard, games);
}

/* A shard that this process has made; those that the test waits for may have been made by
 * others meanwhile. One that cannot be read is told of at the end. */
static bool watch_shard(void *context, uint64_t shard, const record_t *games) {
    playing_t *playing = context;
    match_order_t *order = &playing->order;
    failure_t ignored;
    bool goes_on = note_shard(playing, shard, games);
    while (goes_on && order->test && order->next < order->num_shards &&
           run_has_shard(playing->run, order->next) &&
           read_shard(playing->run, order->next, note_shard, playing, &goes_on, &ignored))
        continue;
    return goes_on;
}

/* Plays until it is decided or all is played. */
static bool play(const run_t *run, const sprt_t *test, const share_t *share, bool quiet,
                 factory_result_t *result, failure_t *error) {
    playing_t playing = {.run = run};
    match_order_init(&playing.order, test, run->num_shards);
    factory_order_t wanted = {.end = (uint64_t)run->config->games,
                              .share = *share,
                              .quiet = quiet,
                              .more = watch_shard,
                              .context = &playing};
    bool right = read_shards(run, note_shard, &playing, error) &&
                 (playing.order.decided || factory_play(run, &wanted, result, error));
    match_order_clear(&playing.order);
    return right;
}

/* --- The result ---------------------------------------------------------------------- */

typedef struct counting {
    match_t *match;
    uint64_t next; /* shard; a gap ends the match so far */
} counting_t;

static bool count_shard(void *context, uint64_t shard, const record_t *games) {
    counting_t *counting = context;
    if (shard != counting->next)
        return false;
    counting->next++;
    match_add(counting->match, games);
    return true;
}

static int finish(const run_t *run, const call_t *call, const sprt_t *test,
                  const char *stopped, failure_t *error) {
    match_t match;
    match_init(&match, test);
    counting_t counting = {&match, 0};
    bool right = read_shards(run, count_shard, &counting, error);
    bool whole = match.state != SPRT_GO_ON || counting.next == run->num_shards;
    if (right)
        match_report(&match, run, whole, call->json, stdout);
    int status = !right                           ? cli_fail(error)
                 : stopped                        ? EXIT_STOPPED
                 : test && match.state != SPRT_H1 ? EXIT_ANSWER_NO
                                                  : EXIT_DONE;
    match_clear(&match);
    return status == EXIT_DONE ? cli_finish_output() : status;
}

static int play_match(const call_t *call, const run_config_t *config, const char *folder,
                      failure_t *error) {
    sprt_t bounds;
    const sprt_t *test = call->test ? &bounds : NULL;
    share_t share = SHARE_ALL;
    factory_result_t result = {0};
    run_t run;
    if ((test && !read_test(&bounds, call, error)) ||
        !play_options_share(&call->play, &share, error) ||
        !run_open(&run, config, folder, error))
        return cli_fail(error);
    bool right = (!test || settle_test(&run, test, error)) &&
                 play(&run, test, &share, call->play.quiet, &result, error);
    if (right && result.stopped)
        fprintf(stderr, "fulcrum: stopped by %s; the same command goes on\n",
                result.stopped);
    int status =
        right ? finish(&run, call, test, result.stopped, error) : cli_fail(error);
    factory_result_clear(&result);
    run_close(&run);
    return status;
}

int command_match(int argc, char **argv) {
    call_t call = {.alpha = 0.05, .beta = 0.05, .seed = 1};
    run_config_t config;
    failure_t error;
    argp_parse(&parser, argc, argv, 0, NULL, &call);
    play_options_listen(&call.play);
    if (!make_config(&config, &call, &error))
        return cli_fail(&error);
    config.threads = play_options_threads(&call.play, 0);
    char folder[RUN_PATH];
    snprintf(folder, sizeof folder, "runs/%s-against-%s", config.agents[0].name,
             config.agents[1].name);
    int status =
        play_match(&call, &config, call.play.folder ? call.play.folder : folder, &error);
    run_config_clear(&config);
    return status;
}
