#include "eval/rating/rating.h"
#include "eval/rating/rating_levels.h"
#include "eval/rating/rating_mix.h"
#include "eval/rating/rating_report.h"

#include "core/base/json.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>

static void add_ends(cJSON *json, const estimate_t *estimate) {
    json_add_number(json, "low", estimate->low);
    json_add_number(json, "high", estimate->high);
}

static void add_played(cJSON *json, const rating_t *rating) {
    const rating_games_t *games = rating->games;
    cJSON_AddStringToObject(json, "game", games->game);
    cJSON_AddStringToObject(json, "variant", games->variant);
    json_add_number(json, "pairs", rating->pairs.games);
    json_add_number(json, "distinct_pairs", rating->pairs.distinct);
    json_add_number(json, "effective_pairs", rating->pairs.effective);
    json_add_number(json, "lots", games->num_clusters);
    json_add_number(json, "cut_off", games->cut_off);
    cJSON_AddBoolToObject(json, "openings_differ", games->openings_differ);
    cJSON *matches = cJSON_AddArrayToObject(json, "matches");
    for (int i = 0; i < games->num_matches; i++) {
        const rating_match_t *match = &games->matches[i];
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "folder", match->folder);
        cJSON_AddStringToObject(object, "a", games->agents[match->agents[0]].name);
        cJSON_AddStringToObject(object, "b", games->agents[match->agents[1]].name);
        json_add_number(object, "pairs", match->pairs);
        cJSON_AddBoolToObject(object, "whole", match->whole);
        cJSON_AddBoolToObject(object, "ended_by_test", match->by_test);
        cJSON_AddItemToArray(matches, object);
    }
}

static void add_agents(cJSON *json, const rating_t *rating) {
    cJSON *agents = cJSON_AddArrayToObject(json, "agents");
    for (int rank = 0; rank < rating->games->num_agents; rank++) {
        int agent = rating->order[rank];
        const rating_record_t *record = &rating->records[agent];
        estimate_t elo = rating_interval(rating, agent);
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "name", rating->games->agents[agent].name);
        json_add_number(object, "elo", elo.value);
        add_ends(object, &elo);
        json_add_number(object, "error", bradley_terry_deviation(rating->fit, agent));
        json_add_number(object, "games", record->games);
        json_add_number(object, "score", rating_record_score(record));
        json_add_number(object, "draws", rating_record_draws(record));
        json_add_number(object, "group", rating->group[agent]);
        cJSON_AddItemToObject(
            object, "agent", json_read(rating->games->agents[agent].text, "agent", NULL));
        cJSON_AddItemToArray(agents, object);
    }
}

/* Given ratings, by name. */
static void add_anchors(cJSON *json, const rating_t *rating) {
    cJSON *anchors = cJSON_AddObjectToObject(json, "anchors");
    for (int i = 0; i < rating->games->num_agents; i++)
        if (!isnan(rating->given[i]))
            json_add_number(anchors, rating->games->agents[i].name, rating->given[i]);
}

static void add_parameters(cJSON *json, const rating_t *rating) {
    estimate_t advantage = rating_advantage(rating), draws = rating_draws(rating);
    cJSON *object = cJSON_AddObjectToObject(json, "advantage");
    json_add_number(object, "elo", advantage.value);
    add_ends(object, &advantage);
    object = cJSON_AddObjectToObject(json, "draws_of_equals");
    json_add_number(object, "share", draws.value);
    add_ends(object, &draws);
    json_add_number(object, "parameter", rating->fit->draw);
    json_add_number(json, "groups", rating->fit->groups);
    cJSON_AddStringToObject(json, "intervals_from",
                            rating->fit->robust ? "lots" : "nothing");
    add_anchors(json, rating);
}

/* Rows and columns in the order of the agents' ratings, then `extra` parameters. */
typedef double (*element_t)(const rating_t *rating, int i, int k);

static double covariance_of(const rating_t *rating, int i, int k) {
    return rating->fit->covariance[i * (rating->fit->agents + 2) + k];
}

static void add_matrix(cJSON *json, const char *name, const rating_t *rating, int extra,
                       element_t element) {
    int agents = rating->games->num_agents, count = agents + extra;
    double *row = memory_new((size_t)count, sizeof *row);
    cJSON *rows = cJSON_AddArrayToObject(json, name);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < count; k++)
            row[k] = element(rating, i < agents ? rating->order[i] : i,
                             k < agents ? rating->order[k] : k);
        cJSON_AddItemToArray(rows, cJSON_CreateDoubleArray(row, count));
    }
    free(row);
}

static void add_seat(cJSON *json, const char *name, const uint64_t *results) {
    cJSON *object = cJSON_AddObjectToObject(json, name);
    json_add_number(object, "wins", results[RATING_WON]);
    json_add_number(object, "draws", results[RATING_DRAWN]);
    json_add_number(object, "losses", results[RATING_LOST]);
}

/* Results are those of the first mover. */
static void add_pairings(cJSON *json, const rating_t *rating) {
    cJSON *pairings = cJSON_AddArrayToObject(json, "pairings");
    for (int i = 0; i < rating->num_pairings; i++) {
        const rating_pairing_t *pairing = &rating->pairings[i];
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "a", rating->games->agents[pairing->a].name);
        cJSON_AddStringToObject(object, "b", rating->games->agents[pairing->b].name);
        json_add_number(object, "pairs", pairing->pairs.games);
        json_add_number(object, "distinct_pairs", pairing->pairs.distinct);
        json_add_number(object, "effective_pairs", pairing->pairs.effective);
        add_seat(object, "a_first", pairing->results[0]);
        add_seat(object, "b_first", pairing->results[1]);
        json_add_number(object, "score", pairing->check.score);
        json_add_number(object, "expected", pairing->check.expected);
        json_add_number(object, "error", pairing->check.error);
        json_add_number(object, "p", pairing->check.p);
        cJSON_AddItemToArray(pairings, object);
    }
}

static void add_chain(cJSON *json, const char *name, const rating_t *rating,
                      rating_levels_kind_t kind) {
    rating_levels_t *levels = rating_levels_new(rating, kind);
    cJSON *object = cJSON_AddObjectToObject(json, name);
    json_add_number(object, "levels", levels->count);
    cJSON *chain = cJSON_AddArrayToObject(object, "agents");
    for (int i = 0; i <= levels->count; i++)
        cJSON_AddItemToArray(
            chain, cJSON_CreateString(rating->games->agents[levels->chain[i]].name));
    rating_levels_free(levels);
}

static void add_levels(cJSON *json, const rating_t *rating) {
    cJSON *object = cJSON_AddObjectToObject(json, "levels_of_play");
    json_add_number(object, "score", LEVEL_SCORE);
    add_chain(object, "sure", rating, RATING_LEVELS_SURE);
    add_chain(object, "seen", rating, RATING_LEVELS_SEEN);
}

/* Only where one rating per agent does not explain all results. */
static void add_mix(cJSON *json, const rating_t *rating) {
    rating_mix_t *mix = rating_mix_is_wanted(rating) ? rating_mix_new(rating) : NULL;
    if (!mix)
        return;
    cJSON *list = cJSON_AddArrayToObject(json, "nash_average");
    for (int rank = 0; rank < mix->agents; rank++) {
        int agent = rating->order[rank];
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "name", rating->games->agents[agent].name);
        json_add_estimate(object, "share", &mix->weight[agent]);
        cJSON_AddItemToArray(list, object);
    }
    rating_mix_free(mix);
}

static double superiority_of(const rating_t *rating, int i, int k) {
    return rating_has_interval(rating, i) && rating_has_interval(rating, k)
               ? bradley_terry_superiority(rating->fit, i, k)
               : (double)NAN;
}

void rating_report_json(const rating_t *rating, FILE *file) {
    cJSON *json = cJSON_CreateObject();
    add_played(json, rating);
    add_agents(json, rating);
    add_parameters(json, rating);
    add_matrix(json, "superiority", rating, 0, superiority_of);
    cJSON *names = cJSON_AddArrayToObject(json, "parameters");
    for (int i = 0; i < rating->games->num_agents; i++)
        cJSON_AddItemToArray(
            names, cJSON_CreateString(rating->games->agents[rating->order[i]].name));
    cJSON_AddItemToArray(names, cJSON_CreateString("advantage"));
    cJSON_AddItemToArray(names, cJSON_CreateString("draw"));
    add_matrix(json, "covariance", rating, 2, covariance_of);
    add_pairings(json, rating);
    add_levels(json, rating);
    add_mix(json, rating);
    json_print_line(json, file);
}
