/* rating_games.h - the games that ratings are made of: matches of many agents, on disk.
 * Use: rating_games_t games = {0};
 *      if (rating_games_load(&games, "FOLDER", &error)) ...            stored matches
 *      int match = rating_games_begin(&games, &run, &error);           or one by one:
 *      rating_games_read(&games, match, &run, first, end, &error);     its shards so far
 *      rating_games_cluster(&games); ...                               when all are there
 *      rating_games_clear(&games);
 * An agent is what it does: its settled configuration without its name. Two that are not
 * the same have different names here; where the files name them alike a mark is added.
 * What counts of a match are its games in their order up to the first that is missing,
 * and of a match with a sequential test those up to the pair that decides it. A pair are
 * two games of one opening with the seats exchanged; in game 0 the agent with the lower
 * number moves first. Pairs are in one cluster when they have the same opening
 * (matches of one seed have), or when they are the same games, or mirror images. Lines of
 * opening.actions are given, not drawn: pairs behind the same line alone do not share an
 * opening, and what is said holds behind these lines.
 * Owns: all but the runs; _clear releases it.   Threads: one, for one thread.
 * Errors: files that are no runs, or of another game or variant; a match that is given
 *      twice; all in a message that names the folder.
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
    char *text; /* what it does, as JSON */
    char name[RATING_NAME];
} rating_agent_t;

typedef struct rating_match {
    char *folder;
    uint64_t config_hash,
        opening_hash; /* of the run, of all that its openings depend on */
    int agents[2];    /* of the run, as numbers here */
    uint64_t pairs;
    bool by_test; /* a sequential test has ended it */
    bool whole;   /* nothing is left to be played */
} rating_match_t;

enum { RATING_LOST, RATING_DRAWN, RATING_WON, RATING_RESULTS };

typedef struct rating_pair {
    int agents[2];      /* the lower number first */
    uint8_t results[2]; /* of the two games, for who moved first: RATING_WON, ... */
    int cluster;        /* from 0, in any order; of rating_games_cluster */
    uint64_t hash;      /* the same games or their images: the same */
    uint64_t opening;   /* the same opening: the same */
} rating_pair_t;

typedef struct rating_games {
    char *game, *variant;  /* of all */
    char opening[96];      /* of the first match, for people */
    uint64_t opening_kind; /* of the first match: all but its seed */
    bool openings_differ;  /* in how they are drawn */
    rating_agent_t *agents;
    int num_agents;
    rating_match_t *matches;
    int num_matches;
    rating_pair_t *pairs;
    size_t num_pairs, capacity;
    int num_clusters;
    uint64_t cut_off; /* games, which are among the draws */
    int passed_over;  /* runs that are no matches, in folders of several */
} rating_games_t;

/* Adds the match of a run, without its games: its number, or -1. */
int rating_games_begin(rating_games_t *games, const run_t *run, failure_t *error);

/* Adds the games of the shards from `first` to before `end`, up to the first that is not
 * there. */
bool rating_games_read(rating_games_t *games, int match, const run_t *run, uint64_t first,
                       uint64_t end, failure_t *error);

/* Adds all of a match's folder, or of the matches' folders in a folder. */
bool rating_games_load(rating_games_t *games, const char *folder, failure_t *error);

/* Gives agents different names, and puts correlated pairs into clusters, which then
 * stand next to each other; how many. */
int rating_games_cluster(rating_games_t *games);

/* The agent whose name this is, or -1. */
int rating_games_find(const rating_games_t *games, const char *name);

/* What tells an agent from others; the caller frees it. */
char *rating_agent_text(const agent_t *agent);

void rating_games_clear(rating_games_t *games);

#endif
