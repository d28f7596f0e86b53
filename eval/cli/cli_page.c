/* fulcrum page: an HTML page to play variants of a game on. */
#include "core/base/files/output_file.h"
#include "core/base/files/publish.h"
#include "core/base/json.h"
#include "core/cli/cli.h"
#include "core/config/value_lists.h"
#include "eval/cli/eval_commands.h"
#include "eval/page/play_page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct call {
    cli_words_t words; /* GAME and rule variants */
    const char *out, *network;
} call_t;

static const option_t options[] = {
    OPTION_FILE("out", 'o', "FILE.html", call_t, out,
                "Output file (default: GAME.html in the current folder)"),
    OPTION_FILE("network", 0, "WEIGHTS", call_t, network,
                "Also offer this integer network of one of the variants as an opponent"),
};

/* --- Variants ----------------------------------------------------------------------- */

static bool read_lists(const cli_words_t *words, value_lists_t *lists, failure_t *error) {
    for (int i = 1; i < words->count; i++)
        if (!value_lists_add(lists, words->words[i], COMMAND_LINE, error))
            return false;
    return value_lists_count(lists, PLAY_PAGE_VARIANTS) <= PLAY_PAGE_VARIANTS ||
           error_set(error, "more than %d variants", PLAY_PAGE_VARIANTS);
}

/* name: the values of keys that have several. */
static game_t *make_variant(const char *game, const value_lists_t *lists, int number,
                            char name[PLAY_PAGE_NAME], failure_t *error) {
    char **words = memory_new((size_t)lists->count + 1, sizeof *words);
    text_t out = text_into(name, PLAY_PAGE_NAME);
    for (int i = 0; i < lists->count; i++) {
        words[i] = value_lists_word(lists, number, i);
        if (lists->of[i].count > 1 && strlen(words[i]) + 3 < out.size - out.used)
            text_add(&out, "%s%s", out.used ? ", " : "", words[i]);
    }
    if (out.used == 0)
        text_add(&out, "as called");
    game_t *variant = game_new(game, words, lists->count, error);
    for (int i = 0; i < lists->count; i++)
        free(words[i]);
    free(words);
    return variant;
}

static bool has_variant(const play_page_t *page, const game_t *game) {
    for (int i = 0; i < page->count; i++)
        if (strcmp(page->games[i]->variant_text, game->variant_text) == 0)
            return true;
    return false;
}

static bool make_variants(const char *name, const value_lists_t *lists, play_page_t *page,
                          game_t **games, failure_t *error) {
    const int count = value_lists_count(lists, PLAY_PAGE_VARIANTS);
    for (int i = 0; i < count; i++) {
        game_t *game = make_variant(name, lists, i, page->names[page->count], error);
        if (!game)
            return false;
        if (has_variant(page, game)) {
            game_free(game);
            continue;
        }
        games[page->count] = game;
        page->games[page->count++] = game;
    }
    return true;
}

/* --- The command -------------------------------------------------------------------- */

static bool write_page(const call_t *call, const play_page_t *page, failure_t *error) {
    char usual[128];
    snprintf(usual, sizeof usual, "%.64s.html", call->words.words[0]);
    const char *out = call->out ? call->out : usual;
    const output_rule_t rule = {.kind = "page of fulcrum page",
                                .begins = PLAY_PAGE_BEGINS};
    size_t size;
    if (!output_check(out, &rule, error))
        return false;
    char *text = play_page_write(page, &size, error);
    bool ok = text && publish_file(out, text, size, error);
    free(text);
    if (ok)
        printf("%s\n", out);
    return ok;
}

static int run(void *data) {
    const call_t *call = data;
    failure_t error;
    play_page_t page = {.network = call->network};
    game_t *games[PLAY_PAGE_VARIANTS] = {NULL};
    value_lists_t lists = {0};
    bool ok = read_lists(&call->words, &lists, &error) &&
              make_variants(call->words.words[0], &lists, &page, games, &error) &&
              write_page(call, &page, &error);
    value_lists_clear(&lists);
    for (int i = 0; i < page.count; i++)
        game_free(games[i]);
    return ok ? cli_finish_output() : cli_fail(&error);
}

const command_t page_command = {
    .name = "page",
    .summary = "make an HTML page to play a game in a browser",
    .description =
        "Make a page on which variants of a game can be played: against the search, by "
        "two people, or by two searches. It is one self-contained HTML file that needs "
        "no network and no server.",
    .notes =
        "Comma-separated values make several variants: size=4,5 swap=false,true makes "
        "four. The page has hints, undo, the rules, and levels in simulations per move; "
        "it saves and opens games in the format of `fulcrum play`. Searches are the "
        "program's own, with the same results. The program must be built with clang, "
        "lld and wasi-libc (README.md), which also compile a game of your own: "
        "fulcrum page ./mygame.c",
    .arguments = {ARGUMENTS_GAME(call_t, words)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)}},
    .call_bytes = sizeof(call_t),
    .run = run,
};
