#include "eval/metrics/metrics_report.h"

#include "core/base/interval.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/text_layout.h"
#include "eval/metrics/game_metrics.h"
#include "eval/metrics/opening_book_report.h"

#include <cjson/cJSON.h>
#include <math.h>

enum { NUMBER_TEXT = 24, MOST_BINS = 20, MOST_OPENINGS = 10, BAR = 40 };

/* About four significant digits. */
static const char *number(double value, char text[NUMBER_TEXT]) {
    if (!isfinite(value))
        snprintf(text, NUMBER_TEXT, "-");
    else
        snprintf(text, NUMBER_TEXT, "%.*f",
                 fabs(value) < 10     ? 3
                 : fabs(value) < 100  ? 2
                 : fabs(value) < 1000 ? 1
                                      : 0,
                 value);
    return text;
}

static void print_interval(double value, double low, double high, FILE *file) {
    char texts[3][NUMBER_TEXT];
    fprintf(file, "%8s [%7s,%7s]", number(value, texts[0]), number(low, texts[1]),
            number(high, texts[2]));
}

/* --- The table ---------------------------------------------------------------------- */

static void print_games(const metrics_column_t *columns, int count, FILE *file) {
    for (int c = 0; c < count; c++) {
        const game_metrics_t *metrics = columns[c].metrics;
        fprintf(file, "%s: %s %s\n", columns[c].name, metrics->game->class->name,
                metrics->game->variant_text);
        fprintf(file,
                "  %llu game%s, %llu distinct (mirror images as one), effectively %.1f\n",
                (unsigned long long)metrics->games, TEXT_PLURAL(metrics->games),
                (unsigned long long)metrics->duplicates.distinct,
                metrics->duplicates.effective);
    }
}

static void print_heading(const metrics_column_t *columns, int count, FILE *file) {
    enum { WIDTH = 26 };
    fprintf(file, "%-26s", "");
    for (int c = 0; c < count; c++) {
        char room[TEXT_SHORT];
        const char *name = text_shorten(columns[c].name, WIDTH, room);
        fprintf(file, " %*s%s", WIDTH - text_width(name), "", name);
    }
    fprintf(file, count == 1 ? "    spread  games  unit\n" : "\n");
}

static void print_metric(const metrics_column_t *columns, int count, metric_id_t id,
                         FILE *file) {
    fprintf(file, "%-26s", metric_table[id].title);
    for (int c = 0; c < count; c++) {
        metric_t metric = game_metrics_get(columns[c].metrics, id, INTERVAL_LEVEL);
        char text[NUMBER_TEXT];
        fputc(' ', file);
        print_interval(metric.value, metric.low, metric.high, file);
        if (count == 1)
            fprintf(file, "  %8s %6llu  %s", number(metric.deviation, text),
                    (unsigned long long)metric.games, metric.info->unit);
    }
    fputc('\n', file);
}

/* --- Distributions ------------------------------------------------------------------ */

static void print_bar(double share, FILE *file) {
    for (int i = 0; i < (int)(share * BAR + 0.5); i++)
        fputc('#', file);
    fputc('\n', file);
}

static void print_lengths(const length_counts_t *lengths, FILE *file) {
    uint32_t width = length_counts_bin(lengths, MOST_BINS);
    uint32_t first = length_counts_shortest(lengths) / width * width;
    uint64_t most = 1;
    for (uint32_t from = first; from < lengths->size; from += width)
        most = length_counts_between(lengths, from, width) > most
                   ? length_counts_between(lengths, from, width)
                   : most;
    fprintf(file, "turns          games\n");
    for (uint32_t from = first; from < lengths->size; from += width) {
        uint64_t games = length_counts_between(lengths, from, width);
        fprintf(file, "%5u to %5u %6llu ", from, from + width - 1,
                (unsigned long long)games);
        print_bar((double)games / (double)most, file);
    }
}

static void print_leads(const game_metrics_t *metrics, FILE *file) {
    fprintf(file, "expected score by share of the game played [95 %%]\n"
                  "         player 1                    eventual winner\n");
    for (int share = 0; share < LEAD_SHARES; share += 2) {
        const sample_t *samples[] = {&metrics->lead[share], &metrics->winner_lead[share]};
        fprintf(file, "%4d %% ", 100 * share / (LEAD_SHARES - 1));
        for (int s = 0; s < 2; s++) {
            double effective = game_metrics_effective(metrics, samples[s]->count);
            estimate_t value = sample_mean(samples[s], effective, 0, 1, INTERVAL_LEVEL);
            print_interval(value.value, value.low, value.high, file);
            fputs(s == 0 ? "  " : "\n", file);
        }
    }
}

static estimate_t score_of(const game_metrics_t *metrics, const opening_t *opening) {
    return outcome_counts_score_of_effective(
        &opening->scores, game_metrics_effective(metrics, opening->games),
        INTERVAL_LEVEL);
}

static void print_openings(const game_metrics_t *metrics, FILE *file) {
    action_t actions[MOST_OPENINGS];
    int count = openings_by_frequency(&metrics->openings, actions, MOST_OPENINGS);
    fprintf(file, "first action    games  player 1's score [95 %%]    value after it\n");
    for (int i = 0; i < count; i++) {
        const opening_t *opening = &metrics->openings.actions[actions[i]];
        char action_text[GAME_ACTION_TEXT], value[NUMBER_TEXT];
        estimate_t score = score_of(metrics, opening);
        game_write_action(metrics->game, actions[i], action_text);
        fprintf(file, "%-16s %6llu ", action_text, (unsigned long long)opening->games);
        print_interval(score.value, score.low, score.high, file);
        fprintf(file, "%10s\n",
                number(opening->value.count > 0 ? opening->value.mean : nan(""), value));
    }
}

void metrics_report_text(const metrics_column_t *columns, int count, FILE *file) {
    print_games(columns, count, file);
    print_heading(columns, count, file);
    for (metric_id_t id = 0; id < METRIC_COUNT; id++)
        print_metric(columns, count, id, file);
    if (count == 1) {
        print_lengths(&columns->metrics->turns, file);
        print_leads(columns->metrics, file);
        print_openings(columns->metrics, file);
        opening_book_print(columns->metrics, INTERVAL_LEVEL, file);
        shortest_game_print(columns->metrics, file);
    }
}

/* --- JSON --------------------------------------------------------------------------- */

static void add_estimate(cJSON *object, const char *name, const estimate_t *estimate) {
    char key[64];
    json_add_number(object, name, estimate->value);
    snprintf(key, sizeof key, "%s_low", name);
    json_add_number(object, key, estimate->low);
    snprintf(key, sizeof key, "%s_high", name);
    json_add_number(object, key, estimate->high);
}

static void add_metrics(cJSON *json, const game_metrics_t *metrics) {
    cJSON *all = cJSON_AddObjectToObject(json, "metrics");
    for (metric_id_t id = 0; id < METRIC_COUNT; id++) {
        metric_t metric = game_metrics_get(metrics, id, INTERVAL_LEVEL);
        cJSON *one = cJSON_AddObjectToObject(all, metric.info->key);
        json_add_number(one, "value", metric.value);
        json_add_number(one, "low", metric.low);
        json_add_number(one, "high", metric.high);
        json_add_number(one, "deviation", metric.deviation);
        json_add_number(one, "games", metric.games);
        cJSON_AddStringToObject(one, "unit", metric.info->unit);
    }
}

static void add_lengths(cJSON *json, const char *name, const length_counts_t *lengths) {
    cJSON *list = cJSON_AddArrayToObject(json, name);
    for (size_t length = 0; length < lengths->size; length++)
        if (lengths->count[length] > 0) {
            cJSON *entry = cJSON_CreateObject();
            json_add_number(entry, "length", length);
            json_add_number(entry, "games", lengths->count[length]);
            cJSON_AddItemToArray(list, entry);
        }
}

static void add_leads(cJSON *json, const game_metrics_t *metrics) {
    cJSON *list = cJSON_AddArrayToObject(json, "lead");
    for (int share = 0; share < LEAD_SHARES; share++) {
        const sample_t *lead = &metrics->lead[share],
                       *winner = &metrics->winner_lead[share];
        estimate_t value = sample_mean(lead, game_metrics_effective(metrics, lead->count),
                                       0, 1, INTERVAL_LEVEL);
        estimate_t of_winner = sample_mean(
            winner, game_metrics_effective(metrics, winner->count), 0, 1, INTERVAL_LEVEL);
        cJSON *entry = cJSON_CreateObject();
        json_add_number(entry, "share", (double)share / (LEAD_SHARES - 1));
        add_estimate(entry, "player1", &value);
        add_estimate(entry, "winner", &of_winner);
        cJSON_AddItemToArray(list, entry);
    }
}

static cJSON *opening_json(const game_metrics_t *metrics, const opening_t *opening) {
    cJSON *entry = cJSON_CreateObject();
    estimate_t score = score_of(metrics, opening);
    json_add_number(entry, "games", opening->games);
    add_estimate(entry, "score", &score);
    json_add_number(entry, "value",
                    opening->value.count > 0 ? opening->value.mean : nan(""));
    return entry;
}

static void add_openings(cJSON *json, const game_metrics_t *metrics) {
    const game_t *game = metrics->game;
    cJSON *list = cJSON_AddArrayToObject(json, "first_actions");
    cJSON *cells = cJSON_AddArrayToObject(json, "first_cells");
    for (int action = 0; action < game->num_actions; action++) {
        char text[GAME_ACTION_TEXT];
        if (metrics->openings.actions[action].games == 0)
            continue;
        cJSON *entry = opening_json(metrics, &metrics->openings.actions[action]);
        game_write_action(game, (action_t)action, text);
        cJSON_AddStringToObject(entry, "action", text);
        json_add_number(entry, "number", action);
        cJSON_AddItemToArray(list, entry);
    }
    for (int cell = 0; cell < game->cells; cell++) {
        if (metrics->openings.cells[cell].games == 0)
            continue;
        cJSON *entry = opening_json(metrics, &metrics->openings.cells[cell]);
        json_add_number(entry, "cell", cell);
        cJSON_AddItemToArray(cells, entry);
    }
}

cJSON *metrics_report_json(const metrics_column_t *column) {
    const game_metrics_t *metrics = column->metrics;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "path", column->name);
    cJSON_AddStringToObject(json, "game", metrics->game->class->name);
    cJSON_AddStringToObject(json, "variant", metrics->game->variant_text);
    json_add_number(json, "games", metrics->games);
    json_add_number(json, "distinct", metrics->duplicates.distinct);
    json_add_number(json, "effective", metrics->duplicates.effective);
    json_add_number(json, "level", INTERVAL_LEVEL);
    add_metrics(json, metrics);
    add_lengths(json, "turns", &metrics->turns);
    add_lengths(json, "decisions", &metrics->num_actions);
    add_leads(json, metrics);
    add_openings(json, metrics);
    cJSON_AddItemToObject(json, "opening_book",
                          opening_book_json(metrics, INTERVAL_LEVEL));
    cJSON_AddItemToObject(json, "shortest", shortest_game_json(metrics));
    return json;
}

/* --- CSV and explanations ----------------------------------------------------------- */

void metrics_report_csv_heading(FILE *file) {
    fprintf(file, "run,metric,value,low,high,deviation,games,unit\n");
}

/* Empty if there is no number. */
static void print_field(double value, FILE *file) {
    fputc(',', file);
    if (isfinite(value))
        fprintf(file, "%.9g", value);
}

void metrics_report_csv(const metrics_column_t *column, FILE *file) {
    for (metric_id_t id = 0; id < METRIC_COUNT; id++) {
        metric_t metric = game_metrics_get(column->metrics, id, INTERVAL_LEVEL);
        text_print_quoted(file, '"', column->name);
        fprintf(file, ",%s", metric.info->key);
        print_field(metric.value, file);
        print_field(metric.low, file);
        print_field(metric.high, file);
        print_field(metric.deviation, file);
        fprintf(file, ",%llu,%s\n", (unsigned long long)metric.games, metric.info->unit);
    }
}

static void print_range(const metric_info_t *info, FILE *file) {
    static const char *const bounds[] = {
        [BOUND_ACTIONS] = "the actions of the longest game",
        [BOUND_LEGAL] = "the most legal actions",
        [BOUND_TREE] =
            "the longest game's actions times log10 of the most legal actions"};
    if (info->bound == BOUND_NUMBER)
        fprintf(file, "%g to %g", info->low, info->high);
    else
        fprintf(file, "from %g, at most %s", info->low, bounds[info->bound]);
}

void metrics_report_explain(FILE *file) {
    fprintf(file,
            "T, D: turns and actions of a game. Points: the actions that were searched. "
            "E_p of a point:\nplayer p's expected score (0 lost, 1 won) by the search "
            "of that action. w, l: the eventual\nwinner and loser. Every E includes "
            "the noise of the search.\n");
    for (metric_id_t id = 0; id < METRIC_COUNT; id++) {
        const metric_info_t *info = &metric_table[id];
        fprintf(file, "\n%s (%s)\n  %s\n  = %s\n  unit: %s, ", info->title, info->key,
                info->definition, info->formula, info->unit);
        print_range(info, file);
        fprintf(file, "; source: %s\n", info->source);
    }
}
