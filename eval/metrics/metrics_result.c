#include "eval/metrics/metrics_result.h"

#include "core/base/table/result.h"
#include "core/base/text.h"
#include "eval/metrics/game_metrics.h"

#include <math.h>
#include <stdlib.h>

/* Every row begins with the run's name, which text leaves out if there is only one. */
static figures_t *add_table(result_t *result, const char *key, const char *title,
                            const figure_column_t *columns, size_t count, int runs) {
    const figure_column_t run = {FIGURE_WORD, "run", "Run", .holds = FIELD_POINTER,
                                 .flags = runs > 1 ? 0 : FIGURE_DATA};
    figures_t *table = result_table(result, key, title, &run, 1);
    for (size_t i = 0; i < count; i++)
        figures_column(table, columns[i]);
    return table;
}
#define ADD_TABLE(result, key, title, columns, runs)                                     \
    add_table(result, key, title, columns, sizeof(columns) / sizeof(columns)[0], runs)

/* --- Runs and metrics --------------------------------------------------------------- */

typedef struct run_row {
    const char *run, *game, *variant;
    uint64_t games, distinct;
    double effective;
} run_row_t;

#define RUN(field) FIGURE_FIELD(run_row_t, field)
static const figure_column_t run_columns[] = {
    {FIGURE_WORD, "game", "Game", NULL, RUN(game)},
    {FIGURE_COUNT, "games", "Games", NULL, RUN(games)},
    {FIGURE_COUNT, "distinct", "Distinct", "Different games; mirror images are one.",
     RUN(distinct)},
    {FIGURE_NUMBER, "effective", "Effectively",
     "The number of different games that would tell as much, for the width of intervals: "
     "a pair of a match, with its one opening, counts as one.",
     RUN(effective)},
    {FIGURE_WORD, "variant", "Variant", NULL, RUN(variant)}};

static void add_runs(result_t *result, const metrics_run_t *runs, int count) {
    figures_t *table = ADD_TABLE(result, "runs", NULL, run_columns, count);
    for (int i = 0; i < count; i++) {
        const game_metrics_t *metrics = runs[i].metrics;
        figures_row(table, &(run_row_t){runs[i].name, metrics->game->class->name,
                                        metrics->game->variant_text, metrics->games,
                                        metrics->duplicates.distinct,
                                        game_metrics_effective(metrics, metrics->games)});
    }
}

typedef struct metric_row {
    const char *run;
    metric_t of;
} metric_row_t;

#define METRIC(field) FIGURE_FIELD(metric_row_t, of.field)
static const figure_column_t metric_columns[] = {
    {FIGURE_WORD, "metric", "Metric", NULL, METRIC(info.key), .flags = FIGURE_DATA},
    {FIGURE_WORD, "title", "Metric", NULL, METRIC(info.title), .flags = FIGURE_SHOWN},
    {FIGURE_ESTIMATE, "value", "Value", "With its 95 % interval.", METRIC(estimate),
     FIGURE_IF(metric_row_t, of.games)},
    {FIGURE_NUMBER, "deviation", "Spread", "The standard deviation over games.",
     METRIC(deviation)},
    {FIGURE_COUNT, "games", "Games", "For which it is defined.", METRIC(games)},
    {FIGURE_WORD, "unit", "Unit", NULL, METRIC(info.unit)}};

void metrics_add_metrics(result_t *result, const metrics_run_t *runs, int count,
                         double level) {
    figures_t *table =
        ADD_TABLE(result, "metrics", "Metrics of the games", metric_columns, count);
    for (metric_id_t id = 0; id < METRIC_COUNT; id++)
        for (int i = 0; i < count; i++) {
            const metric_row_t row = {runs[i].name,
                                      game_metrics_get(runs[i].metrics, id, level)};
            if ((runs[i].is_partial && row.of.games == 0) ||
                (runs[i].has_score && id == METRIC_PLAYER1_SCORE))
                continue;
            figures_row(table, &row);
            if (runs[i].is_detail)
                figures_row_is_detail(table);
        }
}

/* --- Lengths and leads -------------------------------------------------------------- */

typedef struct length_row {
    const char *run, *unit;
    uint64_t length, games;
} length_row_t;

#define LENGTH(field) FIGURE_FIELD(length_row_t, field)
static const figure_column_t length_columns[] = {
    {FIGURE_WORD, "unit", "Unit", NULL, LENGTH(unit)},
    {FIGURE_COUNT, "length", "Length", NULL, LENGTH(length)},
    {FIGURE_COUNT, "games", "Games", NULL, LENGTH(games)}};

static void add_lengths(figures_t *table, const char *run, const char *unit,
                        const length_counts_t *lengths) {
    for (size_t length = 0; length < lengths->size; length++)
        if (lengths->count[length] > 0)
            figures_row(table,
                        &(length_row_t){run, unit, length, lengths->count[length]});
}

typedef struct lead_row {
    const char *run;
    double share;
    estimate_t player1, winner;
} lead_row_t;

#define LEAD(field) FIGURE_FIELD(lead_row_t, field)
static const figure_column_t lead_columns[] = {
    {FIGURE_SHARE, "share", "Played", NULL, LEAD(share)},
    {FIGURE_SCORE, "player1", "Player 1", NULL, LEAD(player1)},
    {FIGURE_SCORE, "winner", "Eventual winner", NULL, LEAD(winner)}};

static estimate_t mean_of(const game_metrics_t *metrics, const sample_t *sample) {
    return sample_mean(sample, game_metrics_effective(metrics, sample->count), 0, 1,
                       INTERVAL_LEVEL);
}

static void add_leads(figures_t *table, const metrics_run_t *run) {
    const game_metrics_t *metrics = run->metrics;
    for (int share = 0; share < LEAD_SHARES; share++) {
        figures_row(table, &(lead_row_t){run->name, (double)share / (LEAD_SHARES - 1),
                                         mean_of(metrics, &metrics->lead[share]),
                                         mean_of(metrics, &metrics->winner_lead[share])});
        if (share % 2 > 0)
            figures_row_is_detail(table);
    }
}

/* --- Openings ----------------------------------------------------------------------- */

typedef struct opening_row {
    const char *run;
    char action[GAME_ACTION_TEXT];
    int number;
    uint64_t games;
    estimate_t score;
    double value;
} opening_row_t;

#define OPENING(field) FIGURE_FIELD(opening_row_t, field)
#define OPENING_FIGURES                                                                  \
    {FIGURE_COUNT, "games", "Games", NULL, OPENING(games)},                              \
        {FIGURE_SCORE, "score", "Player 1 scores", NULL, OPENING(score)}, {              \
        FIGURE_NUMBER, "value", "Value after it",                                        \
            "Player 1's mean value at the first searched action after it.",              \
            OPENING(value)                                                               \
    }

static const figure_column_t action_columns[] = {
    {FIGURE_WORD, "action", "Action", NULL, OPENING(action)},
    {FIGURE_COUNT, "number", "Number", NULL, OPENING(number), .flags = FIGURE_DATA},
    OPENING_FIGURES};
static const figure_column_t cell_columns[] = {
    {FIGURE_COUNT, "cell", "Cell", NULL, OPENING(number)}, OPENING_FIGURES};

static opening_row_t opening_row(const metrics_run_t *run, int number,
                                 const opening_t *opening) {
    return (opening_row_t){
        .run = run->name,
        .number = number,
        .games = opening->games,
        .score = outcome_counts_score_of_effective(
            &opening->scores, game_metrics_effective(run->metrics, opening->games),
            INTERVAL_LEVEL),
        .value = opening->value.count > 0 ? opening->value.mean : (double)NAN};
}

static void add_actions(figures_t *table, const metrics_run_t *run) {
    enum { SHOWN = 10 };
    const game_t *game = run->metrics->game;
    action_t *actions = memory_new((size_t)game->num_actions, sizeof *actions);
    int count =
        openings_by_frequency(&run->metrics->openings, actions, game->num_actions);
    for (int i = 0; i < count; i++) {
        opening_row_t row =
            opening_row(run, actions[i], &run->metrics->openings.actions[actions[i]]);
        game_write_action(game, actions[i], row.action);
        figures_row(table, &row);
        if (i >= SHOWN)
            figures_row_is_detail(table);
    }
    free(actions);
}

static void add_cells(figures_t *table, const metrics_run_t *run) {
    for (int cell = 0; cell < run->metrics->game->cells; cell++) {
        const opening_t *opening = &run->metrics->openings.cells[cell];
        opening_row_t row = opening_row(run, cell, opening);
        if (opening->games > 0)
            figures_row(table, &row);
    }
}

static void write_actions(const game_t *game, const action_t *actions, size_t count,
                          char *line, size_t size) {
    text_t out = text_into(line, size);
    for (size_t i = 0; i < count; i++) {
        char action[GAME_ACTION_TEXT];
        game_write_action(game, actions[i], action);
        text_add(&out, "%s%s", i > 0 ? " " : "", action);
    }
}

typedef struct line_row {
    const char *run;
    char line[BOOK_DEPTH * GAME_ACTION_TEXT];
    uint64_t games, searched;
    estimate_t score;
} line_row_t;

#define BOOK(field) FIGURE_FIELD(line_row_t, field)
static const figure_column_t line_columns[] = {
    {FIGURE_COUNT, "games", "Games", "That began like this; mirror images are one.",
     BOOK(games)},
    {FIGURE_COUNT, "searched", "Searched",
     "Of these, in which a search chose the last action; else it was drawn at random.",
     BOOK(searched)},
    {FIGURE_SCORE, "score", "Player 1 scores", NULL, BOOK(score)},
    {FIGURE_WORD, "line", "Actions", NULL, BOOK(line)}};

/* The lines that continue one, the most frequent first, each followed by its own. */
static void add_lines(figures_t *table, const metrics_run_t *run, const book_line_t *line,
                      double level) {
    enum { SHOWN = 30 };
    const opening_book_t *book = &run->metrics->book;
    book_line_t replies[BOOK_REPLIES];
    int count = opening_book_replies(book, line, replies, BOOK_REPLIES, BOOK_GAMES);
    for (int i = 0; i < count; i++) {
        line_row_t row = {
            run->name, .games = replies[i].games, .searched = replies[i].searched,
            .score = game_metrics_line_score(run->metrics, &replies[i], level)};
        write_actions(run->metrics->game, book->games[replies[i].first].actions,
                      (size_t)replies[i].depth, row.line, sizeof row.line);
        figures_row(table, &row);
        if (i >= BOOK_SHOWN || figures_rows(table) > SHOWN)
            figures_row_is_detail(table);
        add_lines(table, run, &replies[i], level);
    }
}

void metrics_add_book(result_t *result, const metrics_run_t *runs, int count,
                      double level) {
    figures_t *lines =
        ADD_TABLE(result, "opening_book", "Opening book", line_columns, count);
    for (int i = 0; i < count; i++) {
        book_line_t all = opening_book_start(&runs[i].metrics->book);
        add_lines(lines, &runs[i], &all, level);
    }
}

typedef struct shortest_row {
    const char *run, *actions;
    shortest_game_t of;
    double score;
} shortest_row_t;

#define SHORTEST(field) FIGURE_FIELD(shortest_row_t, field)
static const figure_column_t shortest_columns[] = {
    {FIGURE_COUNT, "game_id", "Game", NULL, SHORTEST(of.id)},
    {FIGURE_COUNT, "turns", "Turns", NULL, SHORTEST(of.turns)},
    {FIGURE_COUNT, "num_actions", "Length", NULL, SHORTEST(of.num_actions)},
    {FIGURE_SHARE, "player1_score", "Player 1", NULL, SHORTEST(score)},
    {FIGURE_WORD, "actions", "Actions", NULL, SHORTEST(actions)}};

static void add_shortest(figures_t *table, const metrics_run_t *run) {
    const shortest_game_t *shortest = &run->metrics->shortest;
    size_t size = shortest->num_actions * GAME_ACTION_TEXT + 1;
    char *actions = memory_new(size, 1);
    if (shortest->exists) {
        write_actions(run->metrics->game, shortest->actions, shortest->num_actions,
                      actions, size);
        figures_row(table,
                    &(shortest_row_t){run->name, actions, *shortest,
                                      half_points(shortest->outcome.winner, 0) / 2.0});
    }
    free(actions);
}

/* --- All of it ---------------------------------------------------------------------- */

result_t *metrics_result(const metrics_run_t *runs, int count) {
    result_t *result = result_new();
    metrics_add_metrics(result, runs, count, INTERVAL_LEVEL);
    result_sentence(
        result, NULL,
        "Intervals allow for kinds of games that are too rare to have been seen, with "
        "values at the end of a metric's range: where that is far off, as of lengths, "
        "their ends are, too, and more games help.");
    add_runs(result, runs, count);
    if (count > 1)
        result_detail(result);
    figures_t *leads = ADD_TABLE(result, "lead", "Expected score by share of the game",
                                 lead_columns, count);
    figures_t *actions =
        ADD_TABLE(result, "first_actions", "First actions", action_columns, count);
    metrics_add_book(result, runs, count, INTERVAL_LEVEL);
    figures_t *shortest =
        ADD_TABLE(result, "shortest", "Shortest game", shortest_columns, count);
    result_detail(result);
    figures_t *lengths = ADD_TABLE(result, "lengths", "Lengths", length_columns, count);
    figures_t *cells =
        ADD_TABLE(result, "first_cells", "Cells of first actions", cell_columns, count);
    for (int i = 0; i < count; i++) {
        add_leads(leads, &runs[i]);
        add_actions(actions, &runs[i]);
        add_shortest(shortest, &runs[i]);
        add_lengths(lengths, runs[i].name, "turns", &runs[i].metrics->turns);
        add_lengths(lengths, runs[i].name, "actions", &runs[i].metrics->num_actions);
        add_cells(cells, &runs[i]);
    }
    return result;
}

typedef struct definition {
    const char *definition, *formula, *unit, *source;
    char range[120];
} definition_t;

#define DEFINITION(field) FIGURE_FIELD(definition_t, field)
static const figure_column_t definition_columns[] = {
    {FIGURE_WORD, "definition", "Definition", NULL, DEFINITION(definition)},
    {FIGURE_WORD, "formula", "Formula", NULL, DEFINITION(formula)},
    {FIGURE_WORD, "unit", "Unit", NULL, DEFINITION(unit)},
    {FIGURE_WORD, "range", "Range", NULL, DEFINITION(range)},
    {FIGURE_WORD, "source", "Source", NULL, DEFINITION(source)}};

result_t *metrics_definitions(void) {
    static const char *const bounds[] = {
        [BOUND_ACTIONS] = "the actions of the longest game",
        [BOUND_LEGAL] = "the most legal actions",
        [BOUND_TREE] =
            "the longest game's actions times log10 of the most legal actions"};
    result_t *result = result_new();
    result_sentence(
        result, NULL,
        "T, D: turns and actions of a game. Points: the actions that were searched. E_p "
        "of a point: player p's expected score (0 lost, 1 won) by the search of that "
        "action. w, l: the eventual winner and loser. Every E includes the noise of the "
        "search.");
    for (metric_id_t id = 0; id < METRIC_COUNT; id++) {
        const metric_info_t *info = &metric_table[id];
        definition_t row = {info->definition, info->formula, info->unit, info->source,
                            .range = ""};
        char title[120];
        if (info->bound == BOUND_NUMBER)
            snprintf(row.range, sizeof row.range, "%g to %g", info->low, info->high);
        else
            snprintf(row.range, sizeof row.range, "from %g, at most %s", info->low,
                     bounds[info->bound]);
        snprintf(title, sizeof title, "%s (%s)", info->title, info->key);
        figures_row(
            result_record(result, info->key, title, definition_columns,
                          sizeof definition_columns / sizeof definition_columns[0]),
            &row);
    }
    return result;
}
