#include "eval/accuracy/accuracy.h"

#include "core/base/json.h"
#include "core/base/table/result.h"

#include <cjson/cJSON.h>
#include <math.h>

#define COUNT(columns) ((int)(sizeof(columns) / sizeof(columns)[0]))

static const char *const source_names[SAMPLE_SOURCES] = {"playouts", "agents"};
static const char *const form_names[] = {
    [PLAYER_PRIORS] = "priors", [PLAYER_SEARCH] = "search"};

/* A player at the positions of a source. kept: where the choice matters; for a random
 * choice, as expected. */
typedef struct player_row {
    const char *source, *agent, *by;
    estimate_t share, all;
    uint64_t matter, won, drawn; /* where the choice matters */
    double kept_won, kept_drawn;
} player_row_t;

#define PLAYER(name) FIGURE_FIELD(player_row_t, name)
static const figure_column_t player_columns[] = {
    {FIGURE_WORD, "source", "Positions from", NULL, PLAYER(source)},
    {FIGURE_WORD, "agent", "Agent", NULL, PLAYER(agent)},
    {FIGURE_WORD, "by", "By", "Its search, its priors alone, or chance.", PLAYER(by)},
    {FIGURE_SCORE, "where_it_matters", "Kept where it matters",
     "The share of positions, with its 95 % interval.", PLAYER(share),
     FIGURE_IF(player_row_t, matter)},
    {FIGURE_NUMBER, "kept_won", "Wins kept", NULL, PLAYER(kept_won),
     FIGURE_IF(player_row_t, won)},
    {FIGURE_NUMBER, "kept_drawn", "Draws kept", NULL, PLAYER(kept_drawn),
     FIGURE_IF(player_row_t, drawn)},
    {FIGURE_SCORE, "of_all", "Kept of all solved", NULL, PLAYER(all)}};

static void add_players(figures_t *table, const accuracy_order_t *order,
                        const accuracy_t *accuracy, sample_source_t which) {
    const accuracy_source_t *source = &accuracy->sources[which];
    const double none = (double)NAN;
    player_row_t row = {.source = source_names[which],
                        .agent = "any action",
                        .by = "chance",
                        .share = {accuracy_uniform(source), none, none},
                        .all = {accuracy_uniform_of_all(source), none, none},
                        .matter = accuracy_sum(source->matter),
                        .won = source->matter[VALUE_WON],
                        .drawn = source->matter[VALUE_DRAWN],
                        .kept_won = source->uniform[VALUE_WON],
                        .kept_drawn = source->uniform[VALUE_DRAWN]};
    figures_row(table, &row);
    for (int i = 0; i < accuracy->num_players; i++) {
        const accuracy_player_t *player = &accuracy->players[i];
        row.agent = order->agents[player->agent].name;
        row.by = form_names[player->form];
        row.share = accuracy_where_it_matters(accuracy, which, i);
        row.all = accuracy_of_all(accuracy, which, i);
        row.kept_won = (double)player->kept[which][VALUE_WON];
        row.kept_drawn = (double)player->kept[which][VALUE_DRAWN];
        figures_row(table, &row);
    }
}

typedef struct source_row {
    const char *source;
    accuracy_source_t of;
    uint64_t matter;
} source_row_t;

#define SOURCE(name) FIGURE_FIELD(source_row_t, name)
static const figure_column_t source_columns[] = {
    {FIGURE_WORD, "source", "Positions from", NULL, SOURCE(source)},
    {FIGURE_COUNT, "games", "Games", NULL, SOURCE(of.games)},
    {FIGURE_COUNT, "positions", "Positions", "Distinct ones.", SOURCE(of.drawn)},
    {FIGURE_COUNT, "open", "Not solved", NULL, SOURCE(of.open)},
    {FIGURE_COUNT, "won", "Won", "For the mover.", SOURCE(of.solved[VALUE_WON])},
    {FIGURE_COUNT, "drawn", "Drawn", NULL, SOURCE(of.solved[VALUE_DRAWN])},
    {FIGURE_COUNT, "lost", "Lost", NULL, SOURCE(of.solved[VALUE_LOST])},
    {FIGURE_COUNT, "matter", "The choice matters", NULL, SOURCE(matter)},
    {FIGURE_COUNT, "matter_won", "Of these won", NULL, SOURCE(of.matter[VALUE_WON])},
    {FIGURE_COUNT, "matter_drawn", "Drawn", NULL, SOURCE(of.matter[VALUE_DRAWN])}};

typedef struct call_row {
    const char *game, *variant;
    uint64_t seed;
    int opening;
    bool stopped;
} call_row_t;

#define CALL(field) FIGURE_FIELD(call_row_t, field)
static const figure_column_t call_columns[] = {
    {FIGURE_WORD, "game", "Game", NULL, CALL(game)},
    {FIGURE_WORD, "variant", "Variant", NULL, CALL(variant)},
    {FIGURE_COUNT, "seed", "Seed", NULL, CALL(seed)},
    {FIGURE_COUNT, "opening", "Random actions at first, at most", NULL, CALL(opening),
     .flags = FIGURE_DETAIL},
    {FIGURE_YES_NO, "stopped", "Stopped", NULL, CALL(stopped), .flags = FIGURE_DATA}};

result_t *accuracy_result(const accuracy_order_t *order, const accuracy_t *accuracy) {
    result_t *result = result_new();
    cJSON *agents = cJSON_CreateArray();
    figures_row(result_record(result, NULL, NULL, call_columns, COUNT(call_columns)),
                &(call_row_t){order->game->class->name, order->game->variant_text,
                              order->seed, order->opening, accuracy->stopped});
    figures_t *players = result_table(result, "accuracy", "How often the value is kept",
                                      player_columns, COUNT(player_columns));
    figures_t *sources = result_table(result, "sources", "Positions", source_columns,
                                      COUNT(source_columns));
    for (int i = 0; i < SAMPLE_SOURCES; i++)
        if (order->positions[i] > 0) {
            add_players(players, order, accuracy, (sample_source_t)i);
            figures_row(sources,
                        &(source_row_t){source_names[i], accuracy->sources[i],
                                        accuracy_sum(accuracy->sources[i].matter)});
        }
    for (int i = 0; i < order->num_agents; i++) {
        cJSON *agent = cJSON_CreateObject();
        agent_write_json(&order->agents[i], agent);
        cJSON_AddItemToArray(agents, agent);
    }
    result_json(result, "agents", agents);
    return result;
}
