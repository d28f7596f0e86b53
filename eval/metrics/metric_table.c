#include "eval/metrics/metric_table.h"

#include "core/game/game.h"

#include <math.h>

#define BROWNE "Browne 2008"
#define LUDII "Ludii"
#define OWN "own"

#define MEAN .kind = METRIC_IS_MEAN
#define SCORE .kind = METRIC_IS_SCORE, .high = 1
#define QUANTILE(share) .kind = METRIC_IS_QUANTILE, .quantile = share

const metric_info_t metric_table[METRIC_COUNT] = {
    [METRIC_TURNS] = {"turns", "length in turns", "turns",
                      BROWNE " (duration); " LUDII " DurationTurns",
                      "How many turns of either player a game takes.",
                      "mean over games of T", MEAN, .low = 1, .bound = BOUND_ACTIONS},
    [METRIC_TURNS_10] = {"turns_10", "turns, 10 % quantile", "turns", OWN,
                         "One game in ten is this short or shorter.",
                         "10 % quantile of T over games", QUANTILE(0.1), .low = 1,
                         .bound = BOUND_ACTIONS},
    [METRIC_TURNS_50] = {"turns_50", "turns, median", "turns", OWN,
                         "Half of the games are this short or shorter.",
                         "median of T over games", QUANTILE(0.5), .low = 1,
                         .bound = BOUND_ACTIONS},
    [METRIC_TURNS_90] = {"turns_90", "turns, 90 % quantile", "turns", OWN,
                         "One game in ten is this long or longer.",
                         "90 % quantile of T over games", QUANTILE(0.9), .low = 1,
                         .bound = BOUND_ACTIONS},
    [METRIC_ACTIONS] = {"actions", "length in actions", "actions", LUDII " DurationMoves",
                        "How many actions of either player a game takes; a turn may "
                        "take several.",
                        "mean over games of D", MEAN, .low = 1, .bound = BOUND_ACTIONS},
    [METRIC_ACTIONS_10] = {"actions_10", "actions, 10 % quantile", "actions", OWN,
                           "One game in ten takes this many actions or fewer.",
                           "10 % quantile of D over games", QUANTILE(0.1), .low = 1,
                           .bound = BOUND_ACTIONS},
    [METRIC_ACTIONS_50] = {"actions_50", "actions, median", "actions", OWN,
                           "Half of the games take this many actions or fewer.",
                           "median of D over games", QUANTILE(0.5), .low = 1,
                           .bound = BOUND_ACTIONS},
    [METRIC_ACTIONS_90] = {"actions_90", "actions, 90 % quantile", "actions", OWN,
                           "One game in ten takes this many actions or more.",
                           "90 % quantile of D over games", QUANTILE(0.9), .low = 1,
                           .bound = BOUND_ACTIONS},
    [METRIC_BRANCHING] = {"branching", "branching factor", "actions",
                          LUDII " BranchingFactorAverage",
                          "How many actions a player can choose from.",
                          "mean over games of b = (1/D) sum of b_i, the legal actions",
                          MEAN, .low = 1, .bound = BOUND_LEGAL},
    [METRIC_BRANCHING_MAX] = {"branching_max", "branching factor, largest", "actions",
                              LUDII " BranchingFactorMaximum",
                              "The most actions that a game ever offers at once.",
                              "mean over games of max b_i", MEAN, .low = 1,
                              .bound = BOUND_LEGAL},
    [METRIC_TREE_COMPLEXITY] = {"tree_complexity", "game-tree complexity", "log10 games",
                                "Allis 1994; " LUDII " GameTreeComplexity",
                                "How many digits the number of possible games has, "
                                "roughly.",
                                "mean over games of D log10 b", MEAN,
                                .bound = BOUND_TREE},
    [METRIC_ACTION_SHARE] = {"action_share", "action share", "share of actions",
                             LUDII " DecisionMoves",
                             "How much of the game offers a choice; the rest is "
                             "forced.",
                             "mean over games of the share of i with b_i > 1", MEAN,
                             .high = 1},
    [METRIC_ACTION_FACTOR] = {"action_factor", "action factor", "actions",
                              LUDII " DecisionFactorAverage",
                              "How many actions there are to choose from, where "
                              "there is a choice.",
                              "mean over games of the mean of b_i over i with b_i > 1",
                              MEAN, .low = 2, .bound = BOUND_LEGAL},
    [METRIC_EFFECTIVE_CHOICES] = {"effective_choices", "effective choices", "actions",
                                  OWN " (Hill 1973: perplexity)",
                                  "How many actions the search took seriously.",
                                  "mean over games of the mean of exp(H_i), H_i the "
                                  "entropy of the visits, over searched i with b_i > 1",
                                  MEAN, .low = 1, .bound = BOUND_LEGAL},
    [METRIC_CHOICE_EVENNESS] = {"choice_evenness", "choice evenness", "share",
                                OWN " (Pielou 1966: evenness)",
                                "Whether one action stands out (0) or all look alike "
                                "(1) to the search.",
                                "mean over games of the mean of H_i / ln b_i over "
                                "searched i with b_i > 1",
                                MEAN, .high = 1},
    [METRIC_CLARITY_NARROWNESS] =
        {"clarity_narrowness", "narrowness", "share of actions",
         OWN ", after " BROWNE " (clarity) and " LUDII
             " ClarityNarrowness, with visits for evaluations",
         "What share of the actions stands out to the search; where all look alike, all "
         "do.",
         "mean over games of the mean of the share of actions with n_a >= m + 0.75 "
         "(max n_a - m), m the mean of the visits n_a, over searched i with b_i > 1",
         MEAN, .high = 1},
    [METRIC_PLAYER1_SCORE] = {"player1_score", "player 1's score", "points",
                              BROWNE " (advantage); a draw is half a point",
                              "What moving first is worth; 1/2 is fair.",
                              "(wins of player 1 + draws / 2) / games", SCORE},
    [METRIC_PLAYER1_WINS] = {"player1_wins", "player 1's wins", "share of games",
                             LUDII " AdvantageP1", "How often the first player wins.",
                             "wins of player 1 / games", SCORE},
    [METRIC_BALANCE] = {"balance", "balance", "share", LUDII " Balance",
                        "1 when both players win equally often, 0 when one always wins.",
                        "1 - |share of wins of player 1 - of player 2|",
                        .kind = METRIC_IS_BALANCE, .high = 1},
    [METRIC_OUTCOME_UNIFORMITY] =
        {"outcome_uniformity", "outcome uniformity", "1 - variance",
         LUDII " OutcomeUniformity",
         "1 when every game ends alike, 0 when both players win half of them: how sure "
         "the result is before a game begins.",
         "1 - variance of player 1's u, 1 for a win, 0 for a draw, -1 for a loss",
         .kind = METRIC_IS_UNIFORMITY, .high = 1},
    [METRIC_COMPLETION] = {"completion", "completion", "share of games",
                           BROWNE "; " LUDII " Completion", "How often somebody wins.",
                           "games with a winner / games", SCORE},
    [METRIC_DRAWISHNESS] = {"drawishness", "drawishness", "share of games",
                            BROWNE "; " LUDII " Drawishness",
                            "How often a game is drawn by its own rules, without being "
                            "cut off.",
                            "games drawn and not cut off / games", SCORE},
    [METRIC_CUT_OFFS] = {"cut_offs", "cut-offs", "share of games", LUDII " Timeouts",
                         "How often a limit on the length ends a game that nobody has "
                         "won.",
                         "games cut off / games", SCORE},
    [METRIC_OPENING_VALUE] = {"opening_value", "opening value", "expected score", OWN,
                              "Player 1's expected score at the first action that was "
                              "searched.",
                              "mean over games of E_1 at the first point", MEAN,
                              .high = 1},
    [METRIC_DRAMA_MEAN] = {"drama_mean", "drama, mean", "root of score", BROWNE,
                           "How far behind the winner was, while behind.",
                           "mean over won games of the mean of sqrt(E_l - E_w) over "
                           "points with E_w < E_l, 0 without any",
                           MEAN, .high = 1},
    [METRIC_DRAMA_MAX] = {"drama_max", "drama, largest", "root of score", BROWNE,
                          "How far behind the winner ever was.",
                          "mean over won games of max sqrt(max(0, E_l - E_w))", MEAN,
                          .high = 1},
    [METRIC_BEHIND_SHARE] = {"behind_share", "winner behind", "share of points", OWN,
                             "How much of the game the eventual winner was behind.",
                             "mean over won games of the share of points with E_w < E_l",
                             MEAN, .high = 1},
    [METRIC_LEAD_CHANGES] = {"lead_changes", "lead changes", "a game",
                             BROWNE " (lead change), counted",
                             "How often the lead changes sides.",
                             "mean over games of the changes of the sign of E_1 - 1/2",
                             MEAN, .bound = BOUND_ACTIONS},
    [METRIC_LEAD_CHANGE_SHARE] = {"lead_change_share", "lead change", "share of steps",
                                  BROWNE "; " LUDII " LeadChange",
                                  "How often an action changes the lead.",
                                  "mean over games of lead changes / (points - 1)", MEAN,
                                  .high = 1},
    [METRIC_STABILITY] = {"stability", "stability", "score squared", LUDII " Stability",
                          "How much the expected score moves within a game; 0 is "
                          "perfectly stable.",
                          "mean over games of the variance of E_1 over points", MEAN,
                          .high = 0.25},
    [METRIC_UNCERTAINTY] = {"uncertainty", "uncertainty", "share",
                            OWN ", after " BROWNE "'s notion",
                            "How open the result is, averaged over the game: 1 open, 0 "
                            "decided.",
                            "mean over games of the mean of 4 E_1 E_2 over points", MEAN,
                            .high = 1},
    [METRIC_DECISIVENESS_THRESHOLD] = {"decisiveness_threshold", "decisiveness threshold",
                                       "expected score",
                                       BROWNE "; " LUDII " DecisivenessThreshold",
                                       "How close to winning the loser came.",
                                       "mean over won games of max E_l", MEAN, .high = 1},
    [METRIC_DECIDED_SHARE] = {"decided_share", "decisiveness", "share of actions",
                              BROWNE "; 1 - " LUDII " DecisivenessMoves",
                              "How much of the game is played after it is decided.",
                              "mean over won games of 1 - t/D, t the first ply with E_w "
                              "above that game's threshold",
                              MEAN, .high = 1},
    [METRIC_FOREGONE_SHARE] = {"foregone_share", "foregone", "share of actions", OWN,
                               "How much of the game is played after the winner's "
                               "expected score has reached 0.9 for good.",
                               "mean over won games of 1 - t/D, t the first ply from "
                               "which on E_w >= 0.9 at every point",
                               MEAN, .high = 1},
    [METRIC_KILLER_MOVE] =
        {"killer_move", "killer move", "expected score", BROWNE " (killer moves)",
         "How much the best single turn of a game improves its "
         "player's prospects.",
         "mean over games of max g_t, g_t = E_m after turn t of player "
         "m less before",
         MEAN, .low = -1, .high = 1},
    [METRIC_PERMANENCE] =
        {"permanence", "permanence", "share", OWN ", after " BROWNE "'s notion",
         "How much of a turn's gain the reply cannot undo.",
         "mean over games of 1 - sum min(g+_t, g+_t+1) / sum g+_t, g+ = "
         "max(g, 0)",
         MEAN, .high = 1},
    [METRIC_COVERAGE] = {"coverage", "board coverage", "share of cells",
                         LUDII " BoardCoverageDefault",
                         "How much of the board is ever used in a game.",
                         "mean over games of cells that ever held something / cells",
                         MEAN, .high = 1},
    [METRIC_OCCUPANCY] =
        {"occupancy", "board occupancy", "share of cells",
         LUDII " BoardSitesOccupiedAverage", "How full the board is.",
         "mean over games of the mean share of cells that hold something "
         "over the D + 1 positions",
         MEAN, .high = 1},
};

double metric_high(metric_id_t metric, const game_t *game) {
    switch (metric_table[metric].bound) {
    case BOUND_ACTIONS:
        return game->max_game_length;
    case BOUND_LEGAL:
        return game->max_legal;
    case BOUND_TREE:
        return game->max_game_length * log10(game->max_legal);
    case BOUND_NUMBER:
        break;
    }
    return metric_table[metric].high;
}
