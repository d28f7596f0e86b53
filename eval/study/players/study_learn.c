#include "eval/study/players/study_learn.h"

#include "core/base/duration.h"
#include "core/base/files/file.h"
#include "core/base/files/publish.h"
#include "core/base/json.h"
#include "core/base/number.h"
#include "core/base/text.h"
#include "core/game/game.h"
#include "eval/learn/learn.h"
#include "eval/learn/learn_folder.h"
#include "eval/study/players/study_players.h"
#include "eval/study/study.h"
#include "mcts/evaluate/integer/integer_rows.h"
#include "mcts/evaluate/network_choice.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_GENERATIONS = 999, LEVEL_NAME = 24 };
#define LADDER "ladder.games=24,ladder.simulations=250"

/* --- Boards ------------------------------------------------------------------------- */

#define LEARNED "learned " /* before the time in the name of a level */

/* Variants that one network plays. */
typedef struct board {
    int variants[STUDY_MAX_VARIANTS], count;
    char name[GAME_VARIANT_TEXT]; /* "size-4-", or "" if it is the only one */
} board_t;

typedef struct boards {
    board_t of[STUDY_MAX_VARIANTS];
    int count;
    char pattern[2 * GAME_VARIANT_TEXT]; /* "size-{size}-": the name of a variant's */
} boards_t;

/* shared: whether variants may share a board. */
static void find_boards(const study_t *study, bool shared, boards_t *boards) {
    failure_t ignored;
    *boards = (boards_t){.count = 0};
    for (int v = 0; v < study->num_variants; v++) {
        int b = shared ? 0 : boards->count;
        while (b < boards->count &&
               !integer_rows_shared(study->variants[boards->of[b].variants[0]].game,
                                    study->variants[v].game, &ignored))
            b++;
        if (b == boards->count)
            boards->count++;
        boards->of[b].variants[boards->of[b].count++] = v;
    }
}

enum { WORDS = GAME_VARIANT_TEXT / 2 };

/* The value of a variant's key number `key`, from a copy of its text. */
static const char *value_of(const study_t *study, int variant, int key,
                            char copy[GAME_VARIANT_TEXT], char *words[WORDS]) {
    snprintf(copy, GAME_VARIANT_TEXT, "%s", study->variants[variant].game->variant_text);
    const int count = text_split(copy, words, WORDS);
    char *equals = key < count ? strchr(words[key], '=') : NULL;
    if (!equals)
        return NULL;
    *equals = '\0';
    return equals + 1;
}

/* Whether a key has one value on each board, and not the same on all. */
static bool tells_apart(const study_t *study, const boards_t *boards, int key) {
    char a[GAME_VARIANT_TEXT], b[GAME_VARIANT_TEXT], *words[WORDS];
    bool differs = false;
    for (int i = 0; i < boards->count; i++) {
        const board_t *board = &boards->of[i];
        const char *value = value_of(study, board->variants[0], key, a, words);
        for (int v = 1; v < board->count; v++)
            if (strcmp(value, value_of(study, board->variants[v], key, b, words)) != 0)
                return false;
        differs |=
            strcmp(value, value_of(study, boards->of[0].variants[0], key, b, words)) != 0;
    }
    return differs;
}

static bool name_boards(const study_t *study, boards_t *boards) {
    char copy[GAME_VARIANT_TEXT], *words[WORDS];
    text_t pattern = text_into(boards->pattern, sizeof boards->pattern);
    for (int i = 0; i < boards->count; i++)
        boards->of[i].name[0] = '\0';
    for (int key = 0; value_of(study, 0, key, copy, words); key++) {
        if (!tells_apart(study, boards, key))
            continue;
        for (int i = 0; i < boards->count; i++) {
            char *name = boards->of[i].name;
            const size_t used = strlen(name);
            const char *value =
                value_of(study, boards->of[i].variants[0], key, copy, words);
            snprintf(name + used, GAME_VARIANT_TEXT - used, "%s-%s-", words[key], value);
        }
        text_add(&pattern, "%s-{%s}-", words[key], words[key]);
    }
    for (int i = 0; i < boards->count; i++)
        for (int j = 0; j < i; j++)
            if (strcmp(boards->of[i].name, boards->of[j].name) == 0)
                return false;
    return true;
}

static void make_boards(const study_t *study, boards_t *boards) {
    find_boards(study, true, boards);
    if (name_boards(study, boards))
        return;
    find_boards(study, false, boards);
    REQUIRE(name_boards(study, boards));
}

typedef struct number {
    int64_t of;
} number_t;

/* --- Levels ------------------------------------------------------------------------- */

/* "1h30m" */
static void name_level(double seconds, char name[LEVEL_NAME]) {
    static const struct {
        long long seconds;
        char unit;
    } units[] = {{3600, 'h'}, {60, 'm'}, {1, 's'}};
    text_t text = text_into(name, LEVEL_NAME);
    long long left = (long long)fmax(1, round(seconds));
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (left >= units[i].seconds)
            text_add(&text, "%lld%c", left / units[i].seconds, units[i].unit);
        left %= units[i].seconds;
    }
}

static bool level_path(const char *out, const char *level, const board_t *board,
                       const char *end, char path[FILE_PATH], failure_t *error) {
    return file_path(path, error, "%s/networks/%s/%s%s", out, level, board->name, end);
}

static bool seed_path(const char *out, const char *level, const board_t *board, int seed,
                      char path[FILE_PATH], failure_t *error) {
    char end[48];
    snprintf(end, sizeof end, "seed-%d.safetensors", seed);
    return level_path(out, level, board, end, path, error);
}

/* With the pattern of all variants' boards. */
static cJSON *path_json(const boards_t *boards, const char *out, const char *level,
                        int seed) {
    char path[FILE_PATH];
    snprintf(path, sizeof path, "%s/networks/%s/%sseed-%d.safetensors", out, level,
             boards->pattern, seed);
    return cJSON_CreateString(path);
}

static const config_key_t generations_key = KEY_INT(
    "generations", number_t, of, 0, 0, 1e15, "that the first seed made in its time");
static const keyset_t generations_set = {&generations_key, 1};

/* Playouts as strong as a network. */
typedef struct playouts {
    int64_t about;
    study_playouts_t range;
} playouts_t;

static const config_key_t playouts_keys[] = {
    KEY_INT("playouts", playouts_t, about, 0, 0, 1e15,
            "about as strong as the first seed's network; 0: not known"),
    KEY_INT("least", playouts_t, range.least, 0, 0, 1e15, "at 95 %; 0: not known"),
    KEY_INT("most", playouts_t, range.most, 0, 0, 1e15, "likewise"),
};
static const keyset_t playouts_set = {playouts_keys, KEYSET_COUNT(playouts_keys)};

/* --- Learning ----------------------------------------------------------------------- */

typedef struct lesson {
    const study_t *study;
    const char *out;
    const study_learn_order_t *order;
    boards_t boards;
    char level[LEVEL_NAME];
    double share; /* seconds of a first seed, all calls and earlier levels together */
    const char *stopped;
} lesson_t;

static bool make_plan(const lesson_t *lesson, const board_t *board, int seed,
                      learn_plan_t *plan, failure_t *error) {
    enum { KEYS = 64 };
    const char *given = lesson->order->keys;
    const bool has_ladder = given && strstr(given, "ladder.");
    char *words[KEYS], *save = NULL, all[4096];
    int count = 0;
    snprintf(all, sizeof all, "%s,%s", has_ladder ? "" : LADDER, given ? given : "");
    for (char *word = strtok_r(all, ",", &save); word && count < KEYS;
         word = strtok_r(NULL, ",", &save))
        words[count++] = word;
    cJSON *variants = cJSON_CreateArray();
    for (int i = 0; i < board->count; i++) {
        cJSON *variant = cJSON_CreateObject();
        game_write_variant(lesson->study->variants[board->variants[i]].game, variant);
        cJSON_AddItemToArray(variants, variant);
    }
    const bool ok =
        learn_plan_make(plan, lesson->study->variants[0].game->class, variants, words,
                        count, lesson->study->seed - 1 + seed, error);
    cJSON_Delete(variants);
    return ok;
}

static void say(const lesson_t *lesson, const board_t *board, int seed, double seconds) {
    const study_t *study = lesson->study;
    char time[DURATION_TEXT];
    duration_write(seconds, time);
    if (lesson->order->quiet)
        return;
    fprintf(stderr, "learning %s%s, network %d of %d%s%s\n",
            study->variants[board->variants[0]].name,
            board->count > 1 ? " and the variants of its board" : "", seed,
            lesson->order->seeds, seconds > 0 ? ", for " : "", seconds > 0 ? time : "");
}

/* The best of the generations made, or else the last. */
static bool keep_network(const lesson_t *lesson, const board_t *board, int seed,
                         const learn_t *learn, failure_t *error) {
    const int best = learn->best >= 0 ? learn->best : (int)learn->count - 1;
    char to[FILE_PATH];
    return seed_path(lesson->out, lesson->level, board, seed, to, error) &&
           learn_copy_weights(learn->folder, best, to, error);
}

static int64_t whole(double playouts) {
    return isfinite(playouts) ? (int64_t)playouts : 0;
}

/* The first seed decides how many generations there are, and is measured by playouts. */
static bool lead(const lesson_t *lesson, const board_t *board, learn_t *learn,
                 int64_t *generations, failure_t *error) {
    char path[FILE_PATH];
    *generations = (int64_t)learn->count;
    if (!level_path(lesson->out, lesson->level, board, "generations.json", path, error) ||
        !learn_settle_values(path, &generations_set, generations, error))
        return false;
    if (*generations > (int64_t)learn->count)
        return true; /* another process got farther */
    if (!learn_climb(learn, error))
        return false;
    if (learn->stopped)
        return true;
    const estimate_t found = learn_playouts(learn);
    playouts_t playouts = {whole(found.value),
                           {.least = whole(found.low), .most = whole(found.high)}};
    const bool is_known = playouts.range.least > 0 || playouts.range.most > 0;
    return level_path(lesson->out, lesson->level, board, "playouts.json", path, error) &&
           (!is_known || learn_settle_values(path, &playouts_set, &playouts, error));
}

/* *generations: to make; 0: as many as the time allows, which is then their number. */
static bool learn_seed_of(lesson_t *lesson, const board_t *board, int seed,
                          int64_t *generations, failure_t *error) {
    const study_learn_order_t *order = lesson->order;
    char folder[FILE_PATH];
    learn_plan_t *plan = memory_new(1, sizeof *plan);
    const bool is_timed = *generations == 0;
    bool ok =
        file_path(folder, error, "%s/learn/%sseed-%d", lesson->out, board->name, seed) &&
        make_plan(lesson, board, seed, plan, error);
    if (!ok) {
        free(plan);
        return false;
    }
    say(lesson, board, seed, is_timed ? lesson->share : 0);
    learn_t learn = {.plan = plan,
                     .folder = folder,
                     .end = is_timed ? MOST_GENERATIONS : (int)*generations,
                     .threads = order->threads,
                     .quiet = order->quiet,
                     .share = order->share,
                     .report = order->report,
                     .time = is_timed ? lesson->share : 0};
    ok = learn_open(&learn, error) && learn_run(&learn, error);
    if (ok && !learn.stopped && seed == 1)
        ok = lead(lesson, board, &learn, generations, error);
    const bool is_whole = learn.is_over || (int64_t)learn.count >= *generations;
    if (ok && !learn.stopped && is_whole)
        ok = keep_network(lesson, board, seed, &learn, error);
    lesson->stopped = learn.stopped;
    learn_clear(&learn);
    learn_plan_clear(plan);
    free(plan);
    return ok;
}

static bool learn_board(lesson_t *lesson, const board_t *board, failure_t *error) {
    char path[FILE_PATH];
    int64_t generations = 0;
    if (!level_path(lesson->out, lesson->level, board, "generations.json", path, error) ||
        !learn_read_values_if_any(path, &generations_set, &generations, error))
        return false;
    for (int seed = 1; seed <= lesson->order->seeds && !lesson->stopped; seed++) {
        if (!seed_path(lesson->out, lesson->level, board, seed, path, error))
            return false;
        /* Twice if another process got farther in the time. */
        for (int i = 0; i < 2 && access(path, F_OK) != 0 && !lesson->stopped; i++)
            if (!learn_seed_of(lesson, board, seed, &generations, error))
                return false;
    }
    return true;
}

/* The times of all levels, ascending. */
static int list_levels(const char *out, double seconds[STUDY_MAX_STRENGTHS]) {
    char path[FILE_PATH];
    file_names_t names;
    failure_t ignored;
    int count = 0;
    if (!file_path(path, &ignored, "%s/networks", out) || !file_names_list(&names, path))
        return 0;
    for (size_t i = 0; i < names.count && count < STUDY_MAX_STRENGTHS; i++)
        count += duration_read(names.of[i], &seconds[count]);
    file_names_clear(&names);
    qsort(seconds, (size_t)count, sizeof *seconds, number_compare_doubles);
    return count;
}

/* Before anything is learned: agents name networks by paths of NETWORK_PATH bytes. */
static bool check_paths(const lesson_t *lesson, failure_t *error) {
    const boards_t *boards = &lesson->boards;
    cJSON *pattern = path_json(boards, lesson->out, lesson->level, lesson->order->seeds);
    size_t longest = strlen(pattern->valuestring);
    bool ok = true;
    cJSON_Delete(pattern);
    for (int i = 0; ok && i < boards->count; i++) {
        char path[FILE_PATH];
        ok = seed_path(lesson->out, lesson->level, &boards->of[i], lesson->order->seeds,
                       path, error);
        longest = ok && strlen(path) > longest ? strlen(path) : longest;
    }
    return ok && (longest < NETWORK_PATH ||
                  error_set(error,
                            "--learn: networks below %s would have paths of %zu bytes, "
                            "and %d are the most: use a shorter --out, or variants that "
                            "differ in fewer keys",
                            lesson->out, longest, NETWORK_PATH - 1));
}

const char *study_learn_time(const char *level) {
    const size_t length = sizeof LEARNED - 1;
    return strncmp(level, LEARNED, length) == 0 ? level + length : NULL;
}

double study_learn_enough(const study_t *study, int seeds) {
    enum { LEAST_LESSON = 300 }; /* seconds a network */
    boards_t *boards = memory_new(1, sizeof *boards);
    bool can_learn = study->num_variants <= STUDY_MAX_VARIANTS;
    for (int v = 0; can_learn && v < study->num_variants; v++)
        can_learn = study->variants[v].game->networks.planes != NULL;
    if (can_learn)
        find_boards(study, true, boards);
    const double enough = LEAST_LESSON * (double)boards->count * seeds;
    free(boards);
    return enough;
}

bool study_learn(const study_t *study, const char *out, const study_learn_order_t *order,
                 const char **stopped, failure_t *error) {
    char path[FILE_PATH];
    if (study->num_variants > STUDY_MAX_VARIANTS)
        return error_set(error, "--learn: at most %d variants, here are %d",
                         STUDY_MAX_VARIANTS, study->num_variants);
    lesson_t *lesson = memory_new(1, sizeof *lesson);
    *lesson = (lesson_t){.study = study, .out = out, .order = order};
    make_boards(study, &lesson->boards);
    name_level(order->seconds, lesson->level);
    lesson->share = order->seconds / (lesson->boards.count * order->seeds);
    bool ok = check_paths(lesson, error) && file_path(path, error, "%s/learn", out) &&
              publish_folder(path, error) &&
              file_path(path, error, "%s/networks/%s", out, lesson->level) &&
              publish_folder(path, error);
    for (int i = 0; ok && !lesson->stopped && i < lesson->boards.count; i++)
        ok = learn_board(lesson, &lesson->boards.of[i], error);
    *stopped = lesson->stopped;
    free(lesson);
    return ok;
}

/* --- The study's levels ------------------------------------------------------------- */

/* How many seeds of a level every board has. */
static int seeds_of(const boards_t *boards, const char *out, const char *level) {
    char path[FILE_PATH];
    failure_t ignored;
    for (int seed = 1; seed <= STUDY_MAX_NETWORKS; seed++)
        for (int i = 0; i < boards->count; i++)
            if (!seed_path(out, level, &boards->of[i], seed, path, &ignored) ||
                access(path, F_OK) != 0)
                return seed - 1;
    return STUDY_MAX_NETWORKS;
}

static bool add_playouts(const study_t *study, const boards_t *boards, const char *out,
                         const char *level, cJSON *item, failure_t *error) {
    cJSON *list = cJSON_AddArrayToObject(item, "playouts");
    study_playouts_t of[STUDY_MAX_VARIANTS] = {0};
    char path[FILE_PATH];
    for (int i = 0; i < boards->count; i++) {
        const board_t *board = &boards->of[i];
        playouts_t playouts = {0};
        if (!level_path(out, level, board, "playouts.json", path, error) ||
            !learn_read_values_if_any(path, &playouts_set, &playouts, error))
            return false;
        for (int v = 0; v < board->count; v++)
            of[board->variants[v]] = playouts.range;
    }
    for (int v = 0; v < study->num_variants; v++)
        cJSON_AddItemToArray(list, study_playouts_json(&of[v]));
    return true;
}

static bool add_level(const study_t *study, const boards_t *boards, const char *out,
                      double seconds, cJSON *strengths, failure_t *error) {
    char level[LEVEL_NAME], name[STUDY_NAME];
    name_level(seconds, level);
    const int seeds = seeds_of(boards, out, level);
    if (seeds == 0)
        return true;
    snprintf(name, sizeof name, LEARNED "%s", level);
    for (cJSON *there = strengths->child, *next; there; there = next) {
        const cJSON *known = cJSON_GetObjectItemCaseSensitive(there, "name");
        next = there->next;
        if (strcmp(known->valuestring, name) == 0) /* with fewer seeds, perhaps */
            cJSON_Delete(cJSON_DetachItemViaPointer(strengths, there));
    }
    cJSON *paths = cJSON_CreateArray();
    for (int seed = 1; seed <= seeds; seed++)
        cJSON_AddItemToArray(paths, path_json(boards, out, level, seed));
    cJSON *item = study_players_networks(name, paths);
    cJSON_AddItemToArray(strengths, item);
    return add_playouts(study, boards, out, level, item, error);
}

bool study_learn_levels(study_t *study, const char *out, bool instead, failure_t *error) {
    double seconds[STUDY_MAX_STRENGTHS];
    boards_t *boards = memory_new(1, sizeof *boards);
    cJSON *json = study_json(study);
    cJSON *levels = instead ? cJSON_CreateArray()
                            : cJSON_DetachItemFromObjectCaseSensitive(json, "strengths");
    const int count = list_levels(out, seconds);
    bool ok = true;
    make_boards(study, boards);
    for (int i = 0; ok && i < count; i++)
        ok = add_level(study, boards, out, seconds[i], levels, error);
    if (ok && cJSON_GetArraySize(levels) == 0)
        ok = error_set(error, "%s: nothing has been learned there yet", out);
    if (ok)
        ok = study_players_set(study, levels, out, error);
    else
        cJSON_Delete(levels);
    cJSON_Delete(json);
    free(boards);
    return ok;
}

cJSON *study_learn_agent(const study_t *study, const char *out, double seconds,
                         failure_t *error) {
    char level[LEVEL_NAME];
    boards_t *boards = memory_new(1, sizeof *boards);
    cJSON *agent = NULL;
    make_boards(study, boards);
    name_level(seconds, level);
    if (seeds_of(boards, out, level) > 0)
        agent = study_players_agent(path_json(boards, out, level, 1));
    else
        error_set(error, "%s: nothing has been learned there yet", out);
    free(boards);
    return agent;
}
