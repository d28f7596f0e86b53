#include "eval/page/play_page.h"

#include "core/base/build_info.h"
#include "core/base/files/file.h"
#include "core/base/json.h"
#include "core/base/memory_stream.h"
#include "core/game/board_drawing.h"
#include "core/games/rules_pages.h"
#include "eval/page/embedded_bytes.h"
#include "eval/page/page_assets.h"
#include "eval/page/rules_html.h"
#include "eval/render/board_svg.h"
#include "eval/render/html.h"
#include "eval/render/html_page.h"
#include "mcts/evaluate/evaluator_choice.h"
#include "mcts/evaluate/weights_file.h"
#include "mcts/search/agent.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

enum { LEVEL_LINE = 4096, DEFAULT_LEVEL = 2, TREE_MB = 64 /* for phones, too */ };

static const int levels[] = {25, 100, 400, 1600, 6400, 25600};
enum { LEVELS = sizeof levels / sizeof levels[0] };

/* --- Levels ------------------------------------------------------------------------- */

/* A level's agent, equal to that of `fulcrum play` for the same words. */
static void level_agent(agent_t *agent, int simulations, const weights_t *network) {
    char budget[64], *words[] = {budget}, count[TEXT_THOUSANDS];
    failure_t error;
    snprintf(budget, sizeof budget, "search.simulations=%d", simulations);
    bool read = agent_default(agent, words, 1, &error);
    REQUIRE(read);
    agent->search.memory_mb = TREE_MB;
    if (network) {
        evaluator_choice_take(&agent->search.evaluator, network);
        agent->search.selection = SELECTION_PUCT;
        agent->search.fpu = FPU_REDUCTION;
    }
    text_thousands((uint64_t)simulations, count);
    snprintf(agent->name, sizeof agent->name, "%s%s simulations",
             network ? "network, " : "", count);
}

static cJSON *level_json(int simulations, const char *network, int variant) {
    agent_t agent;
    char line[LEVEL_LINE];
    text_t out = text_into(line, sizeof line);
    cJSON *json = cJSON_CreateObject();
    level_agent(&agent, simulations, network ? weights_open(network, NULL) : NULL);
    agent_write_line(&agent, &out);
    cJSON_AddStringToObject(json, "name", agent.name);
    json_add_number(json, "simulations", simulations);
    cJSON_AddStringToObject(json, "line", line);
    if (network) {
        snprintf(agent.search.evaluator.network.weights,
                 sizeof agent.search.evaluator.network.weights, "%s", network);
        json_add_number(json, "variant", variant);
    }
    agent_write_json(&agent, cJSON_AddObjectToObject(json, "player"));
    return json;
}

static void add_levels(cJSON *json, const play_page_t *page, int of_network) {
    cJSON *list = cJSON_AddArrayToObject(json, "levels");
    for (int i = 0; i < LEVELS; i++)
        cJSON_AddItemToArray(list, level_json(levels[i], NULL, 0));
    for (int i = 0; i < LEVELS && of_network >= 0; i++)
        cJSON_AddItemToArray(list, level_json(levels[i], page->network, of_network));
    json_add_number(json, "level", DEFAULT_LEVEL);
}

/* --- Data --------------------------------------------------------------------------- */

static cJSON *variant_json(const play_page_t *page, int number, int of_network) {
    const game_t *game = page->games[number];
    board_drawing_t board;
    cJSON *json = cJSON_CreateObject();
    board_draw(game, &board);
    cJSON_AddStringToObject(json, "name", page->names[number]);
    cJSON_AddStringToObject(json, "text", game->variant_text);
    game_write_variant(game, cJSON_AddObjectToObject(json, "variant"));
    cJSON_AddItemToObject(json, "board", board_svg_json(&board));
    if (number == of_network)
        cJSON_AddStringToObject(json, "weights", "weights");
    return json;
}

static void write_data(const play_page_t *page, int of_network, FILE *out) {
    const game_class_t *class = page->games[0]->class;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "game", class->name);
    json_add_number(json, "rules_version", class->rules_version);
    cJSON *sides = cJSON_AddArrayToObject(json, "sides");
    for (int i = 0; i < 2; i++)
        cJSON_AddItemToArray(sides, cJSON_CreateString(class->side_names[i]));
    cJSON *variants = cJSON_AddArrayToObject(json, "variants");
    for (int i = 0; i < page->count; i++)
        cJSON_AddItemToArray(variants, variant_json(page, i, of_network));
    add_levels(json, page, of_network);
    html_script(out, "page-data", json);
    cJSON_Delete(json);
}

/* --- Parts of the page -------------------------------------------------------------- */

static void write_head(const play_page_t *page, FILE *out) {
    const game_class_t *class = page->games[0]->class;
    const char *const scripts[] = {play_board_js, play_saved_js, play_page_js, NULL};
    char title[128];
    snprintf(title, sizeof title, "%.80s: play in the browser", class->title);
    fputs(PLAY_PAGE_BEGINS, out);
    html_head(out, title, play_page_css, scripts,
              " 'wasm-unsafe-eval'; worker-src blob:");
    fputs("<a class=\"skip\" href=\"#board-place\">Skip to the board</a>\n<header>\n<h1>",
          out);
    html_text(out, class->title);
    fputs("</h1>\n<p class=\"field\"", out);
    fputs(page->count > 1 ? "" : " hidden", out);
    fputs("><label for=\"variant\">Variant</label> <select id=\"variant\">", out);
    for (int i = 0; i < page->count; i++) {
        fprintf(out, "<option value=\"%d\">", i);
        html_text(out, page->names[i]);
        fputs("</option>", out);
    }
    fputs("</select></p>\n</header>\n", out);
}

static void write_grounds(const play_page_t *page, FILE *out) {
    fputs("<svg class=\"grounds\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>",
          out);
    for (int i = 0; i < page->count; i++) {
        char id[32];
        board_drawing_t board;
        snprintf(id, sizeof id, "ground-%d", i);
        board_draw(page->games[i], &board);
        board_svg_ground(&board, id, out);
    }
    fputs("<g id=\"board\"><use id=\"ground\" href=\"#ground-0\"/></g></defs></svg>\n",
          out);
}

static void write_table(const play_page_t *page, FILE *out) {
    fputs("<main id=\"table\" aria-busy=\"true\">\n"
          "<section class=\"place\" aria-label=\"Board\">\n"
          "<p id=\"status\" role=\"status\" aria-live=\"polite\">Starting …</p>\n"
          "<progress id=\"thinking\" hidden aria-label=\"Simulations\"></progress>\n"
          "<svg id=\"board-place\" class=\"board\" role=\"group\" tabindex=\"-1\" "
          "aria-label=\"Board of ",
          out);
    html_text(out, page->games[0]->class->title);
    fputs(
        ": arrow keys move between cells, Enter plays, Escape clears the selection, "
        "h shows a hint, u undoes a move\"></svg>\n"
        "<div id=\"choices\" role=\"group\" aria-label=\"Available moves\"></div>\n"
        "<p class=\"note\">Blue ring: the last move. Cross: emptied by it (captured, "
        "removed). Dotted ring: filled or changed by it. Green: what you can play.</p>\n"
        "</section>\n<section class=\"panel\" aria-label=\"Game\">\n",
        out);
    for (int i = 1; i <= 2; i++)
        fprintf(out,
                "<p class=\"field\"><span class=\"swatch\" id=\"swatch%d\"></span>"
                "<label for=\"player%d\" id=\"side%d\">Player %d</label> "
                "<select id=\"player%d\"></select></p>\n",
                i, i, i, i, i);
    fputs(
        "<p class=\"note\">Simulations per move: the more, the stronger.</p>\n"
        "<div class=\"buttons\">\n"
        "<button type=\"button\" id=\"undo\">Undo</button>\n"
        "<button type=\"button\" id=\"redo\">Redo</button>\n"
        "<button type=\"button\" id=\"hint-button\">Hint</button>\n"
        "<button type=\"button\" id=\"pause\" hidden>Pause</button>\n"
        "<button type=\"button\" id=\"resign\">Resign</button>\n"
        "<button type=\"button\" id=\"new\">New game</button>\n"
        "<button type=\"button\" id=\"save\">Save</button>\n"
        "<button type=\"button\" id=\"open\">Open …</button>\n"
        "<input type=\"file\" id=\"file\" hidden accept=\".json\" "
        "aria-label=\"Saved game\">\n"
        "</div>\n"
        "<div id=\"hint\" hidden><table><caption>Moves searched</caption>"
        "<thead><tr><th scope=\"col\">Move</th><th scope=\"col\" class=\"number\">Visits"
        "</th><th scope=\"col\" class=\"number\">Share</th><th scope=\"col\" "
        "class=\"number\">Score</th></tr></thead><tbody id=\"hint-rows\"></tbody></table>"
        "<p class=\"note\" id=\"hint-line\"></p></div>\n"
        "<form id=\"typed-form\"><label for=\"typed\">Type a move "
        "(<span id=\"count\"></span>)</label>"
        "<input id=\"typed\" list=\"moves\" autocomplete=\"off\" autocapitalize=\"none\" "
        "spellcheck=\"false\"><datalist id=\"moves\"></datalist>"
        "<button>Play</button></form>\n"
        "<h2>Game so far</h2>\n<pre id=\"turns\" tabindex=\"0\" "
        "aria-label=\"Game so far\"></pre>\n"
        "<details><summary>Position as text</summary><p><code id=\"position\"></code>"
        "</p></details>\n</section>\n</main>\n",
        out);
}

static const char *rules_of(const char *name) {
    for (const embedded_page_t *page = rules_pages; page->name; page++)
        if (strcmp(page->name, name) == 0)
            return page->text;
    return NULL;
}

static void write_rules(const play_page_t *page, FILE *out) {
    const game_class_t *class = page->games[0]->class;
    const char *rules = rules_of(class->name), *common = rules_of("games");
    fputs("<section class=\"rules\" aria-labelledby=\"rules-heading\">\n"
          "<h2 id=\"rules-heading\">How to play</h2>\n<pre class=\"guide\">",
          out);
    html_text(out, class->guide);
    fputs("</pre>\n", out);
    if (rules) {
        fputs("<details><summary>Complete rules, with examples</summary>\n", out);
        rules_html(rules, "example", out);
        fputs("</details>\n", out);
    }
    if (rules && common) {
        fputs("<details><summary>Common to all games: turns, the pie rule, cut-offs"
              "</summary>\n",
              out);
        rules_html(common, "common", out);
        fputs("</details>\n", out);
    }
    fputs("</section>\n<footer><p class=\"note\">", out);
    html_format(out,
                "Made by %s. Everything runs on this page; nothing is sent anywhere. To "
                "continue a saved game: fulcrum play --load FILE.",
                build_program);
    fputs("</p></footer>\n", out);
}

/* --- The network -------------------------------------------------------------------- */

/* The variant that the network plays; -1 without a network; false: none of them. */
static bool find_network(const play_page_t *page, int *variant, failure_t *error) {
    *variant = -1;
    if (!page->network)
        return true;
    const weights_t *weights = weights_open(page->network, error);
    if (!weights)
        return false;
    if (!weights->class->is_exact)
        return error_set(error,
                         "%s: is a convolutional network; a page plays with integer "
                         "networks",
                         page->network);
    for (int i = 0; i < page->count && *variant < 0; i++)
        if (weights_fit(weights, page->games[i], error))
            *variant = i;
    return *variant >= 0 || error_prefix(error, "%s", page->network);
}

static bool write_weights(const char *path, FILE *out, failure_t *error) {
    size_t size;
    unsigned char *bytes = file_read_bytes(path, WEIGHTS_BYTES, &size, error);
    if (!bytes)
        return false;
    fputs("<script type=\"text/plain\" id=\"weights\">", out);
    embedded_bytes_write(bytes, size, out);
    fputs("</script>\n", out);
    free(bytes);
    return true;
}

/* --- The page ----------------------------------------------------------------------- */

char *play_page_write(const play_page_t *page, size_t *size, failure_t *error) {
    int of_network;
    char *text = NULL;
    REQUIRE(page->count > 0 && page->count <= PLAY_PAGE_VARIANTS);
    if (!*page_engine_b64) {
        error_set(error,
                  "this program was built without the engine of play pages: install the "
                  "Debian packages clang, lld, wasi-libc and libclang-rt-14-dev-wasm32, "
                  "and rebuild it (cmake -B build && cmake --build build)");
        return NULL;
    }
    if (game_class_is_outside(page->games[0]->class)) {
        error_set(error, "%s is not part of this program, so a page cannot include it",
                  page->games[0]->class->name);
        return NULL;
    }
    if (!find_network(page, &of_network, error))
        return NULL;
    FILE *out = memory_stream_open(&text, size);
    write_head(page, out);
    write_grounds(page, out);
    write_table(page, out);
    write_rules(page, out);
    write_data(page, of_network, out);
    bool ok = of_network < 0 || write_weights(page->network, out, error);
    fprintf(out,
            "<script type=\"text/plain\" id=\"engine\">%s</script>\n"
            "<script type=\"text/plain\" id=\"worker-source\">\n%s</script>\n",
            page_engine_b64, play_worker_js);
    html_run(out, play_board_js);
    html_run(out, play_saved_js);
    html_run(out, play_page_js);
    fputs("</body>\n</html>\n", out);
    memory_stream_close(out);
    if (ok)
        return text;
    free(text);
    return NULL;
}
