#include "eval/accuracy/accuracy_report.h"

#include "core/base/json.h"
#include "core/base/text_layout.h"
#include "eval/accuracy/accuracy.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>

static const char *const source_names[SAMPLE_SOURCES] = {"playouts", "agents"};
static const char *const form_names[] = {
    [PLAYER_PRIORS] = "priors", [PLAYER_SEARCH] = "search"};

/* Values that can be lost; a lost position has none. */
static const solver_value_t to_keep[] = {VALUE_WON, VALUE_DRAWN};
enum { TO_KEEP = sizeof to_keep / sizeof to_keep[0] };

/* --- Text --------------------------------------------------------------------------- */

enum { AGENT_WIDTH = 28 };

static void print_percent(double share, FILE *file) {
    if (isnan(share))
        fprintf(file, "      -");
    else
        fprintf(file, " %6.1f", 100 * share);
}

static void print_estimate(const estimate_t *share, FILE *file) {
    print_percent(share->value, file);
    if (isnan(share->value))
        fprintf(file, "%16s", "");
    else
        fprintf(file, " [%5.1f, %5.1f]", 100 * share->low, 100 * share->high);
}

static double ratio(double part, uint64_t of) {
    return of > 0 ? part / (double)of : (double)NAN;
}

static void print_source(const accuracy_source_t *source, sample_source_t which,
                         FILE *file) {
    uint64_t matter = accuracy_sum(source->matter);
    fprintf(file,
            "%" PRIu64 " distinct position%s from %" PRIu64 " %s; %" PRIu64
            " not solved\n",
            source->drawn, TEXT_PLURAL(source->drawn), source->games,
            which == SAMPLE_PLAYOUTS ? "playouts" : "games of the agents", source->open);
    fprintf(file,
            "the choice matters at %" PRIu64 " of %" PRIu64 " solved: %" PRIu64
            " won for the mover, %" PRIu64 " drawn\n",
            matter, accuracy_sum(source->solved), source->matter[VALUE_WON],
            source->matter[VALUE_DRAWN]);
}

static void print_uniform(const accuracy_source_t *source, FILE *file) {
    fprintf(file, "  ");
    text_print_padded(file, "any action, at random", AGENT_WIDTH + 8);
    print_percent(accuracy_uniform(source), file);
    fprintf(file, "%15s", "");
    for (int i = 0; i < TO_KEEP; i++)
        print_percent(ratio(source->uniform[to_keep[i]], source->matter[to_keep[i]]),
                      file);
    print_percent(accuracy_uniform_of_all(source), file);
    fputc('\n', file);
}

static void print_player(const accuracy_order_t *order, const accuracy_t *accuracy,
                         sample_source_t which, int at, FILE *file) {
    const accuracy_player_t *player = &accuracy->players[at];
    const accuracy_source_t *source = &accuracy->sources[which];
    estimate_t matters = accuracy_where_it_matters(accuracy, which, at);
    estimate_t of_all = accuracy_of_all(accuracy, which, at);
    fprintf(file, "  ");
    text_print_padded(file, order->agents[player->agent].name, AGENT_WIDTH);
    fprintf(file, "%-8s", form_names[player->form]);
    print_estimate(&matters, file);
    for (int i = 0; i < TO_KEEP; i++)
        print_percent(
            ratio((double)player->kept[which][to_keep[i]], source->matter[to_keep[i]]),
            file);
    print_estimate(&of_all, file);
    fputc('\n', file);
}

void accuracy_report_text(const accuracy_order_t *order, const accuracy_t *accuracy,
                          FILE *file) {
    fprintf(file, "%s %s\nseed %" PRIu64 "; keeps the exact value, in %% [95 %%]\n",
            order->game->class->name, order->game->variant_text, order->seed);
    for (int which = 0; which < SAMPLE_SOURCES; which++) {
        if (order->positions[which] == 0)
            continue;
        const accuracy_source_t *source = &accuracy->sources[which];
        fputc('\n', file);
        print_source(source, (sample_source_t)which, file);
        fprintf(file, "  %-*s%-8s%-22s%7s%7s %s\n", AGENT_WIDTH, "agent", "by",
                " where it matters", "won", "drawn", " of all solved");
        print_uniform(source, file);
        for (int at = 0; at < accuracy->num_players; at++)
            print_player(order, accuracy, (sample_source_t)which, at, file);
    }
}

/* --- CSV ---------------------------------------------------------------------------- */

static void print_number(double number, FILE *file) {
    fputc(',', file);
    if (!isnan(number))
        fprintf(file, "%.6g", number);
}

static void print_numbers(const estimate_t *share, FILE *file) {
    print_number(share->value, file);
    print_number(isnan(share->value) ? share->value : share->low, file);
    print_number(isnan(share->value) ? share->value : share->high, file);
}

static void print_row(const accuracy_order_t *order, const accuracy_source_t *source,
                      sample_source_t which, FILE *file) {
    fprintf(file, "%s,", order->game->class->name);
    text_print_quoted(file, '"', order->game->variant_text);
    fprintf(file,
            ",%" PRIu64 ",%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64
            ",%" PRIu64 ",",
            order->seed, source_names[which], source->games, source->drawn, source->open,
            accuracy_sum(source->matter), source->matter[VALUE_WON],
            source->matter[VALUE_DRAWN]);
}

static void print_rows(const accuracy_order_t *order, const accuracy_t *accuracy,
                       sample_source_t which, FILE *file) {
    const accuracy_source_t *source = &accuracy->sources[which];
    const estimate_t none = {(double)NAN, (double)NAN, (double)NAN};
    estimate_t uniform = none;
    print_row(order, source, which, file);
    fprintf(file, "uniform,chance");
    for (int i = 0; i < TO_KEEP; i++)
        print_number(source->uniform[to_keep[i]], file);
    uniform.value = accuracy_uniform(source);
    print_number(uniform.value, file);
    fprintf(file, ",,");
    print_number(accuracy_uniform_of_all(source), file);
    fprintf(file, ",,\n");
    for (int at = 0; at < accuracy->num_players; at++) {
        const accuracy_player_t *player = &accuracy->players[at];
        estimate_t matters = accuracy_where_it_matters(accuracy, which, at);
        estimate_t of_all = accuracy_of_all(accuracy, which, at);
        print_row(order, source, which, file);
        text_print_quoted(file, '"', order->agents[player->agent].name);
        fprintf(file, ",%s", form_names[player->form]);
        for (int i = 0; i < TO_KEEP; i++)
            fprintf(file, ",%" PRIu64, player->kept[which][to_keep[i]]);
        print_numbers(&matters, file);
        print_numbers(&of_all, file);
        fputc('\n', file);
    }
}

void accuracy_report_csv(const accuracy_order_t *order, const accuracy_t *accuracy,
                         FILE *file) {
    fprintf(file, "game,variant,seed,source,games,positions,open,matter,matter_won,"
                  "matter_drawn,agent,by,kept_won,kept_drawn,share,low,high,all,all_low,"
                  "all_high\n");
    for (int which = 0; which < SAMPLE_SOURCES; which++)
        if (order->positions[which] > 0)
            print_rows(order, accuracy, (sample_source_t)which, file);
}

/* --- JSON --------------------------------------------------------------------------- */

static cJSON *add_counts(cJSON *json, const char *key,
                         const uint64_t counts[ACCURACY_VALUES]) {
    cJSON *object = cJSON_AddObjectToObject(json, key);
    for (int value = ACCURACY_VALUES - 1; value >= 0; value--)
        json_add_number(object, solver_value_names[value], counts[value]);
    return object;
}

static void add_players(const accuracy_order_t *order, const accuracy_t *accuracy,
                        sample_source_t which, cJSON *json) {
    cJSON *players = cJSON_AddArrayToObject(json, "players");
    for (int at = 0; at < accuracy->num_players; at++) {
        const accuracy_player_t *player = &accuracy->players[at];
        estimate_t matters = accuracy_where_it_matters(accuracy, which, at);
        estimate_t of_all = accuracy_of_all(accuracy, which, at);
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "agent", order->agents[player->agent].name);
        cJSON_AddStringToObject(object, "by", form_names[player->form]);
        add_counts(object, "kept", player->kept[which]);
        json_add_estimate(object, "where_it_matters", &matters);
        json_add_estimate(object, "of_all", &of_all);
        cJSON_AddItemToArray(players, object);
    }
}

static cJSON *source_json(const accuracy_order_t *order, const accuracy_t *accuracy,
                          sample_source_t which) {
    const accuracy_source_t *source = &accuracy->sources[which];
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "source", source_names[which]);
    json_add_number(json, "games", source->games);
    json_add_number(json, "positions", source->drawn);
    json_add_number(json, "open", source->open);
    add_counts(json, "solved", source->solved);
    add_counts(json, "matter", source->matter);
    cJSON *uniform = cJSON_AddObjectToObject(json, "uniform");
    json_add_number(uniform, "where_it_matters", accuracy_uniform(source));
    json_add_number(uniform, "of_all", accuracy_uniform_of_all(source));
    add_players(order, accuracy, which, json);
    return json;
}

cJSON *accuracy_report_json(const accuracy_order_t *order, const accuracy_t *accuracy) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "game", order->game->class->name);
    cJSON_AddStringToObject(json, "variant", order->game->variant_text);
    json_add_number(json, "seed", order->seed);
    json_add_number(json, "opening", order->opening);
    cJSON *agents = cJSON_AddArrayToObject(json, "agents");
    for (int i = 0; i < order->num_agents; i++) {
        cJSON *agent = cJSON_CreateObject();
        agent_write_json(&order->agents[i], agent);
        cJSON_AddItemToArray(agents, agent);
    }
    cJSON *sources = cJSON_AddArrayToObject(json, "sources");
    for (int which = 0; which < SAMPLE_SOURCES; which++)
        if (order->positions[which] > 0)
            cJSON_AddItemToArray(sources,
                                 source_json(order, accuracy, (sample_source_t)which));
    cJSON_AddBoolToObject(json, "stopped", accuracy->stopped);
    return json;
}
