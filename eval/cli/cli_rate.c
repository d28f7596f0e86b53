/* fulcrum rate: ratings of many agents, from new games or stored matches. */
#include "core/base/files/file.h"
#include "core/cli/cli.h"
#include "eval/cli/eval_commands.h"
#include "eval/rating/rating.h"
#include "eval/rating/rating_schedule.h"
#include "selfplay/cli/play_options.h"
#include "selfplay/run/stop.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEFAULT_PAIRS = 100, DEFAULT_MOST = 5000, MOST_PAIRS = 1000000, FEW_AGENTS = 12 };

typedef struct call {
    cli_words_t words;
    const char *gauntlet;
    rating_anchors_t anchors;
    double until;
    long pairs, seed;
    bool superiority;
    cli_form_t form;
    play_options_t play;
} call_t;

#define MOST_ELO 10000.0

static bool read_anchor(const char *word, void *field, failure_t *error) {
    rating_anchors_t *anchors = field;
    rating_anchor_t anchor;
    const char *equals = strrchr(word, '=');
    char *rest;
    if (!equals || equals == word)
        return false;
    anchor.elo = strtod(equals + 1, &rest);
    if (rest == equals + 1 || *rest || !(fabs(anchor.elo) <= MOST_ELO))
        return false;
    snprintf(anchor.name, sizeof anchor.name, "%.*s", (int)(equals - word), word);
    if (anchors->count == RATING_ANCHORS)
        return error_set(error, "--anchor: at most %d are allowed", RATING_ANCHORS);
    for (int i = 0; i < anchors->count; i++)
        if (strcmp(anchors->list[i].name, anchor.name) == 0)
            return error_set(error, "--anchor: \"%s\" is given twice", anchor.name);
    anchors->list[anchors->count++] = anchor;
    return true;
}

static const option_t options[] = {
    OPTION_FILE("gauntlet", 0, "A.json", call_t, gauntlet,
                "This agent plays all others, and they do not play each other"),
    OPTION_WHOLE("pairs", 0, "N", call_t, pairs, 1, MOST_PAIRS,
                 "Pairs of games per pairing (default 100; with --until, at most "
                 "5000)"),
    OPTION_REAL("until", 0, "ELO", call_t, until, 1, MOST_ELO,
                "Play the most informative pairings until every rating's standard error "
                "is at most ELO"),
    CLI_OPTION_SEED(call_t, seed, "Seed of all matches (default 1)"),
    OPTION_FORM("anchor", 0, "AGENT=ELO", call_t, anchors, read_anchor,
                "AGENT=ELO with a number from -10000 to 10000",
                "Fix this agent's rating (default: the mean of all is 0). With several, "
                "each as its own --anchor, the games move none of them"),
    OPTION_FLAG("los", 0, call_t, superiority,
                "Print the likelihoods of superiority even for more than 12 agents"),
};

/* --- Arguments ---------------------------------------------------------------------- */

static bool add_agent(rating_plan_t *plan, const char *path, failure_t *error) {
    return agent_load(&plan->agents[plan->num_agents++], path, NULL, 0, error);
}

/* A file that is both the gauntlet's and in the list is one agent. */
static bool load_agents(rating_plan_t *plan, char **keys, const call_t *call,
                        failure_t *error) {
    if (call->gauntlet && !add_agent(plan, call->gauntlet, error))
        return false;
    for (int i = 0; i < call->words.count; i++) {
        char *word = call->words.words[i];
        if (file_ends(word, ".json")) {
            if (!(call->gauntlet && strcmp(word, call->gauntlet) == 0) &&
                !add_agent(plan, word, error))
                return false;
        } else if (strchr(word, '=')) {
            keys[plan->num_words++] = word;
        } else if (plan->game) {
            return error_set(error,
                             "two games, %s and %s? Agents are files that end in .json",
                             plan->game, word);
        } else {
            plan->game = word;
        }
    }
    return true;
}

static bool read_plan(rating_plan_t *plan, char **keys, const call_t *call,
                      failure_t *error) {
    if (!load_agents(plan, keys, call, error))
        return false;
    if (!plan->game)
        return error_set(error, "no game given: use GAME [key=value ...]; see: fulcrum "
                                "games");
    if (!call->play.folder)
        return error_set(error, "no output folder given: use --out FOLDER");
    return plan->num_agents >= 2 ||
           error_set(error, "one agent alone has no rating: specify two or more");
}

/* names: of all agents. */
static bool check_anchors(const rating_anchors_t *anchors, const char *const *names,
                          int count, failure_t *error) {
    for (int i = 0; i < anchors->count; i++) {
        const char *name = anchors->list[i].name;
        bool known = false;
        for (int k = 0; k < count && !known; k++)
            known = strcmp(name, names[k]) == 0;
        const char *nearest = text_nearest(name, names, count);
        if (!known)
            return error_set(error, "--anchor: no agent is called \"%s\"%s%s%s", name,
                             nearest ? "; did you mean \"" : "", nearest ? nearest : "",
                             nearest ? "\"?" : "");
    }
    return true;
}

/* --- The result --------------------------------------------------------------------- */

static bool report(rating_games_t *games, const call_t *call, failure_t *error) {
    const char **names = memory_new((size_t)games->num_agents, sizeof *names);
    rating_games_cluster(games);
    for (int i = 0; i < games->num_agents; i++)
        names[i] = games->agents[i].name;
    bool ok = check_anchors(&call->anchors, names, games->num_agents, error);
    free(names);
    if (ok) {
        bool all = call->superiority || games->num_agents <= FEW_AGENTS;
        rating_t *rating = rating_new(games, &call->anchors);
        (void)cli_print(&call->form, rating_result(rating, all)); /* checked at the end */
        rating_free(rating);
    }
    return ok;
}

static int rate_stored(const call_t *call, failure_t *error) {
    rating_games_t games = {0};
    const play_options_t *play = &call->play;
    bool ok = true;
    if (play->folder || play->share.count > 1 || play->limit_s > 0 || play->threads > 0 ||
        call->pairs > 0 || call->until > 0 || call->seed >= 0)
        ok = error_set(error, "without agents (files that end in .json) nothing is "
                              "played: --out, --pairs, --until, --seed, --task, "
                              "--threads and --time-limit do not apply");
    for (int i = 0; ok && i < call->words.count; i++)
        ok = rating_games_load(&games, call->words.words[i], error);
    if (ok && games.num_matches == 0)
        ok = error_set(error, "%s: holds runs, but no matches", call->words.words[0]);
    if (ok && games.passed_over > 0)
        cli_message("%d run%s not %s skipped", games.passed_over,
                    games.passed_over == 1 ? " is" : "s are",
                    games.passed_over == 1 ? "a match and was" : "matches and were");
    ok = ok && report(&games, call, error);
    rating_games_clear(&games);
    return ok ? cli_finish_output() : cli_fail(error);
}

/* --- Playing ------------------------------------------------------------------------ */

static bool play(rating_schedule_t *schedule, const call_t *call, rating_call_t *playing,
                 failure_t *error) {
    rating_games_t games = {0};
    bool ok = call->until > 0 ? rating_play_until(schedule, playing, call->until, error)
                              : rating_play(schedule, playing, error);
    if (ok && playing->stopped)
        cli_message("stopped by %s; the same command resumes", playing->stopped);
    if (ok && playing->is_empty)
        play_options_say_empty(&call->play, call->play.folder);
    ok = ok && rating_schedule_read(schedule, &games, error) &&
         report(&games, call, error);
    rating_games_clear(&games);
    return ok;
}

static bool check_call(const rating_plan_t *plan, const call_t *call,
                       rating_call_t *playing, failure_t *error) {
    const char **names = memory_new((size_t)plan->num_agents, sizeof *names);
    for (int i = 0; i < plan->num_agents; i++)
        names[i] = plan->agents[i].name;
    bool ok = check_anchors(&call->anchors, names, plan->num_agents, error);
    free(names);
    return ok &&
           (!(call->until > 0 && playing->share.count > 1) ||
            error_set(error, "--until and --task exclude each other: what is played next "
                             "depends on all results"));
}

static int play_and_rate(const call_t *call, failure_t *error) {
    const size_t most = (size_t)call->words.count + 1;
    char **keys = memory_new(most, sizeof *keys);
    rating_schedule_t schedule;
    rating_call_t playing = {
        .share = call->play.share, .quiet = call->play.quiet, .anchors = &call->anchors};
    stop_within(call->play.limit_s);
    rating_plan_t plan = {.folder = call->play.folder,
                          .words = keys,
                          .agents = memory_new(most, sizeof(agent_t)),
                          .gauntlet = call->gauntlet ? 0 : -1,
                          .pairs = call->pairs > 0   ? call->pairs
                                   : call->until > 0 ? DEFAULT_MOST
                                                     : DEFAULT_PAIRS,
                          .seed = call->seed >= 0 ? call->seed : 1,
                          .threads = play_options_threads(&call->play, 0)};
    bool ok =
        read_plan(&plan, keys, call, error) && check_call(&plan, call, &playing, error);
    if (ok && (ok = rating_schedule_open(&schedule, &plan, error))) {
        ok = play(&schedule, call, &playing, error);
        rating_schedule_close(&schedule);
    }
    free(plan.agents);
    free(keys);
    if (!ok)
        return cli_fail(error);
    int status = cli_finish_output();
    return status != EXIT_DONE                   ? status
           : playing.stopped                     ? EXIT_STOPPED
           : call->until > 0 && !playing.reached ? EXIT_ANSWER_NO
                                                 : EXIT_DONE;
}

static int run(void *data) {
    const call_t *call = data;
    failure_t error;
    bool plays = call->gauntlet != NULL;
    for (int i = 0; i < call->words.count; i++)
        plays |= file_ends(call->words.words[i], ".json");
    return plays ? play_and_rate(call, &error) : rate_stored(call, &error);
}

static const call_t defaults = {.seed = -1};

const command_t rate_command = {
    .name = "rate",
    .summary = "rate many agents, from new games or stored matches",
    .description =
        "Play many agents against each other, in pairs of games from the same random "
        "opening with the seats exchanged, and rate them; or rate the agents of stored "
        "matches.",
    .notes =
        "Arguments that end in .json are agents; key=value is a rule of the game, as in "
        "size=5, or an opening key, as in opening.turns=4. Each pairing is a match in "
        "its own folder below DIR; the same command resumes where it was stopped, with "
        "more agents it plays only the new pairings, and any number of threads plays the "
        "same games. Without agents, the arguments are folders of matches or ratings.",
    .synopsis = "--out=DIR GAME [key=value ...] A.json B.json ...\nFOLDER ...",
    .statuses = {[1] = "with --until: the standard error was not reached",
                 [3] = "stopped before the end; the same command resumes"},
    .arguments = {ARGUMENT(
        "WORD", WORD_GAME | WORD_KEY | WORD_FILE, 1, 0, call_t, words,
        "no agents given: use GAME and agents, or folders of stored matches; examples: "
        "configs/agents/")},
    .groups = {{.options = options, .count = OPTION_COUNT(options)},
               CLI_FORM_OPTIONS(call_t, form),
               PLAY_OPTIONS(call_t, play)},
    .call_bytes = sizeof(call_t),
    .defaults = &defaults,
    .run = run,
};
