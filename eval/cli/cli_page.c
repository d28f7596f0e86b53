/* fulcrum page: an HTML page to play variants of a game on. */
#include "core/base/files/output_file.h"
#include "core/base/files/publish.h"
#include "core/cli/cli.h"
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

/* Appends one of the comma-separated values, by its index, to the text. Returns how many
 * there are. */
static int add_value(const char *values, int number, text_t *out) {
    int count = 0;
    for (const char *value = values;; value++) {
        int length = (int)strcspn(value, ",");
        if (count++ == number)
            text_add(out, "%.*s", length, value);
        value += length;
        if (!*value)
            return count;
    }
}

static int count_values(const char *word) {
    char room[PLAY_PAGE_NAME];
    text_t unused = text_into(room, sizeof room);
    return add_value(word, -1, &unused);
}

/* One combination of values, the last word varying fastest. name: the values of words
 * that have several. */
static game_t *make_variant(const cli_words_t *words, int number, char *name,
                            failure_t *error) {
    char texts[CLI_MAX_WORDS][PLAY_PAGE_NAME], *chosen[CLI_MAX_WORDS];
    bool several[CLI_MAX_WORDS];
    text_t out = text_into(name, PLAY_PAGE_NAME);
    for (int i = words->count - 1; i > 0; i--) {
        const char *word = words->words[i], *equals = strchr(word, '=');
        const char *values = equals ? equals + 1 : word;
        int count = count_values(values);
        text_t text = text_into(texts[i], sizeof texts[i]);
        text_add(&text, "%.*s", (int)(values - word), word);
        add_value(values, number % count, &text);
        number /= count;
        chosen[i] = texts[i];
        several[i] = count > 1;
    }
    for (int i = 1; i < words->count; i++)
        if (several[i])
            text_add(&out, "%s%s", out.used ? ", " : "", texts[i]);
    if (out.used == 0)
        text_add(&out, "as called");
    return game_new(words->words[0], chosen + 1, words->count - 1, error);
}

static bool check_words(const cli_words_t *words, int *count, failure_t *error) {
    *count = 1;
    for (int i = 1; i < words->count; i++) {
        if (strlen(words->words[i]) >= PLAY_PAGE_NAME / 4 || words->count > CLI_MAX_WORDS)
            return error_set(error, "\"%.40s...\" is too long", words->words[i]);
        *count *= count_values(words->words[i]);
        if (*count > PLAY_PAGE_VARIANTS)
            return error_set(error, "more than %d variants", PLAY_PAGE_VARIANTS);
    }
    return true;
}

static bool has_variant(const play_page_t *page, const game_t *game) {
    for (int i = 0; i < page->count; i++)
        if (strcmp(page->games[i]->variant_text, game->variant_text) == 0)
            return true;
    return false;
}

static bool make_variants(const cli_words_t *words, play_page_t *page, game_t **games,
                          failure_t *error) {
    int count;
    if (!check_words(words, &count, error))
        return false;
    for (int i = 0; i < count; i++) {
        game_t *game = make_variant(words, i, page->names[page->count], error);
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
    bool ok = make_variants(&call->words, &page, games, &error) &&
              write_page(call, &page, &error);
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
