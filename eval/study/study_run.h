/* study_run.h - the runs of a study, and the games of each.
 * Use: study_run_t run;
 *      study_part_t part = {variant, strength, STUDY_SELF, 0};
 *      if (!study_run_play("OUT", &run, &study, part, &error)) ...
 *      while ((games = study_run_wanted(&run)) > run.count)
 *          ... play games run.count ... games-1 of run.run, study_run_read(&run, &error)
 *      study_run_close(&run);
 * OUT/VARIANT/STRENGTH/self-play     the agent against itself
 *                     /seats         the agent against itself in pairs, seats exchanged
 *                     /first-turns   self-play after a random first turn
 *                     /skill         twice the simulations against the agent, in pairs
 *                     /advantage/... at unequal budgets (network_advantage.h)
 *                     /networks/A-B  instead of all these, where the agent has a list of
 *                                    networks: two of them (study_networks.h)
 * Each is an ordinary run, extended as more games are wanted: for a precision, or, of a
 * study to decide, until a look settles the balance (study_plan.h). How many are wanted
 * depends only on the results of the first games of the run: not on where it was stopped,
 * or on threads. Games are read from 0 on without a gap.
 * Errors: a folder with another run; files that cannot be read.
 */
#ifndef EVAL_STUDY_RUN_H
#define EVAL_STUDY_RUN_H

#include "core/base/error.h"
#include "core/stats/duplicates.h"
#include "core/stats/outcome_counts.h"
#include "eval/study/first_turns.h"
#include "eval/study/study.h"
#include "selfplay/config/run_config.h"
#include "selfplay/run/run.h"
#include "selfplay/store/game_result.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct record record_t; /* selfplay/store/record.h */

#define STUDY_RUN_GAMES 1000000

typedef enum {
    STUDY_SELF,
    STUDY_SEATS,
    STUDY_FIRST_TURNS,
    STUDY_SKILL,
    STUDY_NETWORKS,
    STUDY_ADVANTAGE,
    STUDY_KINDS
} study_kind_t;

extern const char
    *const study_kind_names[STUDY_KINDS]; /* the folders: "self-play", ... */

/* Identifies a run of a study. */
typedef struct study_part {
    int variant, strength;
    study_kind_t kind;
    int pair; /* of networks (study_networks.h); a number of network_advantage.h; else 0
               */
} study_part_t;

/* The runs of a variant at a strength level that the study needs, in order. */
enum {
    STUDY_CELL_PARTS = STUDY_KINDS + STUDY_MAX_NETWORKS * (STUDY_MAX_NETWORKS + 1) / 2 +
                       3 * STUDY_MAX_NETWORKS
};
int study_parts(const study_t *study, int variant, int strength,
                study_part_t parts[STUDY_CELL_PARTS]);

/* The run's folder below that of the study: "side-4/25/self-play". */
enum { STUDY_PART_NAME = 3 * STUDY_NAME };
void study_part_name(const study_t *study, const study_part_t *part,
                     char name[STUDY_PART_NAME]);

typedef struct study_run {
    const study_t *study;
    study_part_t part;
    run_config_t config;
    run_t run;
    game_result_t *games;
    uint64_t count;
    size_t capacity;
    first_turns_t first_turns; /* of self-play and first-turns */
    uint64_t won;   /* games of self-play that somebody won, with values of searches: */
    double decided; /* sum of the shares of each before the winner was clear */
} study_run_t;

/* Whether the study needs runs of the kind. */
bool study_run_is_asked(const study_t *study, int strength, study_kind_t kind);

/* Creates or finds the run's folder, and reads its games. */
bool study_run_play(const void *out, study_run_t *run, const study_t *study,
                    study_part_t part, failure_t *error);
/* Changes nothing and starts no outside program: a missing run has no games. */
bool study_run_look(const void *out, study_run_t *run, const study_t *study,
                    study_part_t part, failure_t *error);
void study_run_close(study_run_t *run);

/* Whether no different run is in this one's place; changes nothing. */
bool study_run_fits(const study_t *study, study_part_t part, const char *out,
                    failure_t *error);

/* Where the runs of a question come from: `open` leaves a run as study_run_play does, for
 * study_run_close to clear. For a folder: {study_run_play or study_run_look, "OUT"}. */
typedef struct study_opener {
    bool (*open)(const void *context, study_run_t *run, const study_t *study,
                 study_part_t part, failure_t *error);
    const void *context;
} study_opener_t;

/* The same without a folder and without the agents' networks, for games known from
 * elsewhere: the run starts empty, and study_run_add adds the games in order. */
bool study_run_imagine(study_run_t *run, const study_t *study, study_part_t part,
                       const char *out, failure_t *error);
/* first_turn: its actions, as first_turn_length counts them. False: not a first turn. */
bool study_run_add(study_run_t *run, const game_result_t *game,
                   const uint16_t *first_turn, uint32_t length);

/* What a study needs of a recorded game of the run. */
game_result_t study_run_game(const study_run_t *run, const record_t *record, size_t row);

/* Reads the run's first `count` games again, in order. */
bool study_run_visit(const study_run_t *run, run_visitor_t visit, void *context,
                     failure_t *error);

/* Reads the files that were added since. */
bool study_run_read(study_run_t *run, failure_t *error);

/* How many games the run should have next, in complete files: at most run.count when it
 * has enough. */
uint64_t study_run_wanted(const study_run_t *run);

/* Score of player 0 in the first games, one trial per game. */
outcome_counts_t study_run_first_player(const study_run_t *run, uint64_t games);

/* Score of agent 0 in all games, one trial per pair: for seats and skill. */
outcome_counts_t study_run_agent(const study_run_t *run);

/* Duplicates among some games of a run, or all its pairs, mirror images included. */
duplicates_t study_duplicates(const study_run_t *run, uint64_t from, uint64_t count);
duplicates_t study_run_pair_duplicates(const study_run_t *run);

#endif
