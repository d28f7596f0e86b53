#include "eval/page/play_page.h"

#include "core/base/build_info.h"
#include "core/base/files/file.h"
#include "core/base/json.h"
#include "core/base/memory_stream.h"
#include "core/game/board_drawing.h"
#include "core/game/outside_game.h"
#include "core/game/source/game_compiler.h"
#include "core/games/rules_pages.h"
#include "eval/page/page_assets.h"
#include "eval/page/rules_html.h"
#include "eval/render/board_svg.h"
#include "eval/render/html.h"
#include "eval/render/html_page.h"
#include "eval/report/report_assets.h"
#include "mcts/evaluate/evaluator_choice.h"
#include "mcts/evaluate/weights_file.h"
#include "mcts/search/agent.h"
#include "mcts/select/selection_rules.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

enum { DEFAULT_LEVEL = 2, TREE_MB = 64 /* for phones, too */ };

static const int levels[] = {25, 100, 400, 1600, 6400, 25600};
enum { LEVELS = sizeof levels / sizeof levels[0] };

/* --- Levels ------------------------------------------------------------------------- */

/* A level's agent, equal to that of `fulcrum play` for the same words. */
static void level_agent(agent_t *agent, int simulations, const weights_t *network) {
    char count[TEXT_THOUSANDS];
    bool read = agent_default(agent, NULL, 0, NULL);
    REQUIRE(read);
    agent_set_simulations(agent, simulations);
    agent->search.time_ms = 0;
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
    cJSON *json = cJSON_CreateObject();
    level_agent(&agent, simulations, network ? weights_open(network, NULL) : NULL);
    cJSON_AddStringToObject(json, "name", agent.name);
    json_add_number(json, "simulations", simulations);
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

/* --- Parts of the page -------------------------------------------------------------- */

/* Of the template, by the names that they have there. */
typedef struct parts {
    const play_page_t *page;
    int of_network;         /* the variant that the network plays; -1: none */
    unsigned char *weights; /* its file; NULL: none */
    size_t size;
    unsigned char *engine; /* of a game in a file of its own; NULL: this program's */
    size_t engine_size;
} parts_t;

static const game_class_t *class_of(const parts_t *parts) {
    return parts->page->games[0]->class;
}

static void write_title(const parts_t *parts, FILE *out) {
    html_text(out, class_of(parts)->title);
}

static void hide_one(const parts_t *parts, FILE *out) {
    fputs(parts->page->count > 1 ? "" : " hidden", out);
}

static void write_variants(const parts_t *parts, FILE *out) {
    for (int i = 0; i < parts->page->count; i++) {
        fprintf(out, "<option value=\"%d\">", i);
        html_text(out, parts->page->names[i]);
        fputs("</option>", out);
    }
}

static void write_grounds(const parts_t *parts, FILE *out) {
    fputs("<svg class=\"grounds\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>",
          out);
    for (int i = 0; i < parts->page->count; i++) {
        char id[32];
        board_drawing_t board;
        snprintf(id, sizeof id, "ground-%d", i);
        board_draw(parts->page->games[i], &board);
        board_svg_ground(&board, id, out);
    }
    fputs("</defs></svg>", out);
}

static void write_guide(const parts_t *parts, FILE *out) {
    html_text(out, class_of(parts)->guide);
}

/* A game of one's own has a guide only. */
static const char *find_rules(const parts_t *parts) {
    return embedded_find(rules_pages, class_of(parts)->name);
}

static void hide_no_rules(const parts_t *parts, FILE *out) {
    fputs(find_rules(parts) ? "" : " hidden", out);
}

static void write_rules(const parts_t *parts, FILE *out) {
    const char *rules = find_rules(parts);
    rules_html(rules ? rules : "", "example", out);
}

/* Of the common rules those that players need; not what is said to programmers. */
static void write_common_rules(const parts_t *parts, FILE *out) {
    char *rules = text_copy(embedded_find(rules_pages, "games"));
    char *from = strstr(rules, "## 2. Sides"), *to = strstr(rules, "## 5. Counts");
    REQUIRE(from && to && from < to);
    (void)parts;
    *to = 0;
    rules_html(from, "common", out);
    free(rules);
}

static void write_program(const parts_t *parts, FILE *out) {
    (void)parts;
    html_text(out, build_program);
}

static void write_data(const parts_t *parts, FILE *out) {
    const play_page_t *page = parts->page;
    const game_class_t *class = class_of(parts);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "game", class->name);
    json_add_number(json, "rules_version", class->rules_version);
    cJSON_AddItemToObject(json, "sides", cJSON_CreateStringArray(class->side_names, 2));
    cJSON *variants = cJSON_AddArrayToObject(json, "variants");
    for (int i = 0; i < page->count; i++)
        cJSON_AddItemToArray(variants, variant_json(page, i, parts->of_network));
    add_levels(json, page, parts->of_network);
    html_script(out, "page-data", json);
    cJSON_Delete(json);
}

static void write_weights(const parts_t *parts, FILE *out) {
    if (parts->weights)
        html_compressed(out, parts->weights, parts->size);
}

static void write_engine(const parts_t *parts, FILE *out) {
    if (parts->engine)
        html_compressed(out, parts->engine, parts->engine_size);
    else
        fputs(page_engine_b64, out);
}

static void write_worker(const parts_t *parts, FILE *out) {
    (void)parts;
    fputs(play_worker_js, out);
}

static const char *const scripts[] = {board_svg_js,  play_game_js, play_board_js,
                                      play_saved_js, play_page_js, NULL};

static void write_scripts(const parts_t *parts, FILE *out) {
    (void)parts;
    for (const char *const *script = scripts; *script; script++)
        html_run(out, *script);
}

/* Writes the template with its parts in place of @NAME@. */
static void write_parts(const parts_t *parts, FILE *out) {
    static const struct {
        const char *name;
        void (*write)(const parts_t *parts, FILE *out);
    } writers[] = {
        {"TITLE", write_title},       {"ONE", hide_one},
        {"VARIANTS", write_variants}, {"GROUNDS", write_grounds},
        {"GUIDE", write_guide},       {"NO_RULES", hide_no_rules},
        {"RULES", write_rules},       {"COMMON", write_common_rules},
        {"PROGRAM", write_program},   {"DATA", write_data},
        {"WEIGHTS", write_weights},   {"ENGINE", write_engine},
        {"WORKER", write_worker},     {"SCRIPTS", write_scripts},
    };
    for (const char *at = play_page_html, *name; *at; at = strchr(name, '@') + 1) {
        size_t length = strcspn(at, "@"), i = 0;
        fwrite(at, 1, length, out);
        if (!at[length])
            return;
        name = at + length + 1;
        while (strncmp(name, writers[i].name, strcspn(name, "@")) != 0)
            REQUIRE(++i < sizeof writers / sizeof *writers);
        writers[i].write(parts, out);
    }
}

/* --- The network -------------------------------------------------------------------- */

/* Sets the network's variant and bytes, if there is a network; false: it plays none. */
static bool read_network(parts_t *parts, failure_t *error) {
    const play_page_t *page = parts->page;
    parts->of_network = -1;
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
    for (int i = 0; i < page->count && parts->of_network < 0; i++)
        if (weights_fit(weights, page->games[i], error))
            parts->of_network = i;
    if (parts->of_network < 0)
        return error_prefix(error, "%s", page->network);
    parts->weights = file_read_bytes(page->network, WEIGHTS_BYTES, &parts->size, error);
    return parts->weights != NULL;
}

/* --- The engine of a game in a file of its own -------------------------------------- */

static bool compile_engine(parts_t *parts, const game_class_t *class, failure_t *error) {
    enum { MOST = 64 << 20 };
    const game_source_t *source = outside_game_source(class);
    char object[FILE_PATH];
    if (!source)
        return error_set(error,
                         "%s is in a shared object; a page needs its source: "
                         "fulcrum page ./FILE.c",
                         class->name);
    if (!game_compile(source, GAME_PAGE, object, error))
        return false;
    parts->engine = file_read_bytes(object, MOST, &parts->engine_size, error);
    game_compile_discard(object);
    return parts->engine != NULL;
}

/* --- The page ----------------------------------------------------------------------- */

char *play_page_write(const play_page_t *page, size_t *size, failure_t *error) {
    parts_t parts = {.page = page};
    char *text = NULL, title[128];
    const game_class_t *class = page->games[0]->class;
    REQUIRE(page->count > 0 && page->count <= PLAY_PAGE_VARIANTS);
    const bool is_outside = game_class_is_outside(class);
    if (!*page_engine_b64) {
        error_set(error,
                  "this program was built without the engine of play pages: install the "
                  "Debian packages clang, lld, wasi-libc and libclang-rt-14-dev-wasm32, "
                  "and rebuild it (cmake -B build && cmake --build build)");
        return NULL;
    }
    if ((is_outside && !compile_engine(&parts, class, error)) ||
        !read_network(&parts, error)) {
        free(parts.engine);
        return NULL;
    }
    FILE *out = memory_stream_open(&text, size);
    snprintf(title, sizeof title, "%.80s: play in the browser", class->title);
    fputs(PLAY_PAGE_BEGINS, out);
    html_head(out, title, play_page_css, scripts,
              " 'wasm-unsafe-eval'; worker-src blob:");
    write_parts(&parts, out);
    memory_stream_close(out);
    free(parts.weights);
    free(parts.engine);
    return text;
}
