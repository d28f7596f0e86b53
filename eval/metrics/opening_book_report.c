#include "eval/metrics/opening_book_report.h"

#include "core/base/json.h"
#include "eval/metrics/game_metrics.h"

#include <cjson/cJSON.h>
#include <math.h>

enum { MOST_LINES = 30 };

estimate_t opening_book_score(const game_metrics_t *metrics, const book_line_t *line,
                              double level) {
    return outcome_counts_score_of_effective(
        &line->scores, game_metrics_effective(metrics, line->games), level);
}

/* --- Text --------------------------------------------------------------------------- */

typedef struct printing {
    const game_metrics_t *metrics;
    double level;
    FILE *file;
    int lines;
} printing_t;

static void print_reply(const printing_t *of, const book_line_t *line) {
    char text[GAME_ACTION_TEXT];
    estimate_t score = opening_book_score(of->metrics, line, of->level);
    game_write_action(of->metrics->game, opening_book_action(&of->metrics->book, line),
                      text);
    fprintf(of->file, "%6zu  %4.0f %% [%3.0f, %3.0f]  %*s%s%s\n", line->games,
            100 * score.value, 100 * score.low, 100 * score.high, 2 * (line->depth - 1),
            "", text, line->searched == 0 ? " (drawn at random)" : "");
}

static void print_replies(printing_t *of, const book_line_t *line) {
    book_line_t replies[BOOK_SHOWN];
    int count =
        opening_book_replies(&of->metrics->book, line, replies, BOOK_SHOWN, BOOK_GAMES);
    for (int i = 0; i < count && of->lines < MOST_LINES; i++) {
        of->lines++;
        print_reply(of, &replies[i]);
        print_replies(of, &replies[i]);
    }
}

void opening_book_print(const game_metrics_t *metrics, double level, FILE *file) {
    printing_t of = {.metrics = metrics, .level = level, .file = file};
    book_line_t all = opening_book_start(&metrics->book);
    if (opening_book_replies(&metrics->book, &all, &(book_line_t){0}, 1, BOOK_GAMES) == 0)
        return;
    fprintf(file,
            "opening book (lines of %d games or more, mirror images as one; at most %d "
            "replies of each)\n games  player 1's score  actions\n",
            BOOK_GAMES, BOOK_SHOWN);
    print_replies(&of, &all);
    if (of.lines == MOST_LINES)
        fprintf(file, "        ... (--json has all)\n");
}

void shortest_game_print(const game_metrics_t *metrics, FILE *file) {
    const shortest_game_t *shortest = &metrics->shortest;
    if (!shortest->exists)
        return;
    fprintf(file, "shortest game: %llu, of %zu action%s, %u turn%s:",
            (unsigned long long)shortest->id, shortest->num_actions,
            TEXT_PLURAL(shortest->num_actions), shortest->turns,
            TEXT_PLURAL(shortest->turns));
    for (size_t i = 0; i < shortest->num_actions; i++) {
        char text[GAME_ACTION_TEXT];
        game_write_action(metrics->game, shortest->actions[i], text);
        fprintf(file, " %s", text);
    }
    fputc('\n', file);
}

/* --- JSON --------------------------------------------------------------------------- */

static cJSON *replies_json(const game_metrics_t *metrics, const book_line_t *line,
                           double level) {
    book_line_t replies[BOOK_REPLIES];
    int count =
        opening_book_replies(&metrics->book, line, replies, BOOK_REPLIES, BOOK_GAMES);
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < count; i++) {
        char text[GAME_ACTION_TEXT];
        estimate_t score = opening_book_score(metrics, &replies[i], level);
        cJSON *entry = cJSON_CreateObject();
        game_write_action(metrics->game, opening_book_action(&metrics->book, &replies[i]),
                          text);
        cJSON_AddStringToObject(entry, "action", text);
        json_add_number(entry, "games", replies[i].games);
        json_add_number(entry, "searched", replies[i].searched);
        json_add_estimate(entry, "score", &score);
        cJSON_AddItemToObject(entry, "replies",
                              replies_json(metrics, &replies[i], level));
        cJSON_AddItemToArray(list, entry);
    }
    return list;
}

cJSON *opening_book_json(const game_metrics_t *metrics, double level) {
    book_line_t all = opening_book_start(&metrics->book);
    return replies_json(metrics, &all, level);
}

cJSON *shortest_game_json(const game_metrics_t *metrics) {
    const shortest_game_t *shortest = &metrics->shortest;
    if (!shortest->exists)
        return cJSON_CreateNull();
    cJSON *json = cJSON_CreateObject(), *actions;
    json_add_number(json, "game_id", shortest->id);
    json_add_number(json, "turns", shortest->turns);
    json_add_number(json, "player1_score",
                    shortest->outcome.winner == 0   ? 1
                    : shortest->outcome.winner == 1 ? 0
                                                    : 0.5);
    actions = cJSON_AddArrayToObject(json, "actions");
    for (size_t i = 0; i < shortest->num_actions; i++) {
        char text[GAME_ACTION_TEXT];
        game_write_action(metrics->game, shortest->actions[i], text);
        cJSON_AddItemToArray(actions, cJSON_CreateString(text));
    }
    return json;
}
