/* rating_games.h - the games behind ratings: matches of many agents, on disk.
 * Use: rating_games_t games = {0};
 *      if (rating_games_load(&games, "FOLDER", &error)) ...            stored matches
 *      int match = rating_games_begin(&games, &run, &error);           or one by one:
 *      rating_games_read(&games, match, &run, first, end, &error);     its shards so far
 *      rating_games_cluster(&games); ...                               after the last
 *      rating_games_clear(&games);
 * An agent is identified by its settled configuration without its name; different agents
 * with one name get a mark. The games of a match count in order up to the first that is
 * missing; with a sequential test, up to the pair that decides it. Pairs are in one
 * cluster if they have the same opening (as matches with the same seed do), or are the
 * same games or mirror images. Lines of opening.actions are given, not drawn: sharing
 * only such a line does not make pairs share an opening, and results hold for these
 * lines.
 * Errors: files that are not runs, or are of another game or variant; a match given
 * twice.
 */
#ifndef EVAL_RATING_GAMES_H
#define EVAL_RATING_GAMES_H

#include "core/base/error.h"
#include "mcts/search/agent.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct run run_t; /* selfplay/run/run.h */

enum { RATING_NAME = AGENT_NAME + 20 };

typedef struct rating_agent {
    agent_t agent;
    char *text; /* the configuration without the name, as JSON */
    char name[RATING_NAME];
} rating_agent_t;

typedef struct rating_match {
    char *folder;
    uint64_t config_hash,
        opening_hash; /* of the run, of all that its openings depend on */
    int agents[2];    /* of the run, as numbers here */
    uint64_t pairs;
    bool by_test; /* ended by a sequential test */
    bool whole;   /* nothing is left to play */
} rating_match_t;

enum { RATING_LOST, RATING_DRAWN, RATING_WON, RATING_RESULTS };

typedef struct rating_pair {
    int agents[2];      /* the lower number first */
    uint8_t results[2]; /* of the two games, for the first mover: RATING_WON, ... */
    int cluster;        /* from 0, in any order; set by rating_games_cluster */
    uint64_t hash;      /* equal for the same games or their images */
    uint64_t opening;   /* equal for the same opening */
} rating_pair_t;

typedef struct rating_games {
    char *game, *variant;  /* of all */
    char opening[96];      /* of the first match, in words */
    uint64_t opening_kind; /* of the first match: everything but its seed */
    bool openings_differ;  /* in how they are drawn */
    rating_agent_t *agents;
    int num_agents;
    rating_match_t *matches;
    int num_matches;
    rating_pair_t *pairs;
    size_t num_pairs, capacity;
    int num_clusters;
    uint64_t cut_off; /* games; counted among the draws */
    int passed_over;  /* runs that are not matches, in folders of several */
} rating_games_t;

/* Adds the match of a run, without its games. Returns its number, or -1. */
int rating_games_begin(rating_games_t *games, const run_t *run, failure_t *error);

/* Adds the games of the shards [first, end), up to the first missing one. */
bool rating_games_read(rating_games_t *games, int match, const run_t *run, uint64_t first,
                       uint64_t end, failure_t *error);

/* Adds all games of a match folder, or of the match folders in a folder. */
bool rating_games_load(rating_games_t *games, const char *folder, failure_t *error);

/* Gives agents distinct names, and puts correlated pairs into clusters, each then
 * contiguous. Returns the number of clusters. */
int rating_games_cluster(rating_games_t *games);

/* The agent with this name, or -1. */
int rating_games_find(const rating_games_t *games, const char *name);

/* The text that identifies an agent; the caller frees it. */
char *rating_agent_text(const agent_t *agent);

void rating_games_clear(rating_games_t *games);

#endif
