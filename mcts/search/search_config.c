#include "mcts/search/search_config.h"

#include "mcts/evaluate/convolution/network_instructions.h"

static const config_key_t keys[] = {
    KEY_INT("search.simulations", search_config_t, simulations, 400, 1,
            SEARCH_MAX_SIMULATIONS, "visits of the root at the end of each search"),
    KEY_INT("search.max_nodes", search_config_t, max_nodes, 0, 0, 1 << 30,
            "a tree of so many nodes ends a search, too; 0: any number"),
    KEY_INT("search.time_ms", search_config_t, time_ms, 0, 0, 86400000,
            "so many milliseconds end a search, too; 0: none do; for analysis and play"),
    KEY_BOOL("search.stop_when_settled", search_config_t, stop_when_settled, false,
             "stop when no other action can get the most visits any more"),
    KEY_CHOICE("search.selection", search_config_t, selection, "uct|puct",
               "how an edge of a node is selected"),
    KEY_REAL("search.uct_exploration", search_config_t, uct_exploration, 0, 0, 100,
             "constant of UCT, for scores from 0 to 1; 0: the one that suits the game"),
    KEY_REAL("search.puct_exploration", search_config_t, puct_exploration, 1.25, 0, 100,
             "constant of PUCT"),
    KEY_CHOICE("search.fpu", search_config_t, fpu, "first|value|reduction",
               "actions not yet tried: each first; a value; the parent's value less one"),
    KEY_REAL("search.fpu_value", search_config_t, fpu_value, 0.2, 0, 1,
             "the value, or the reduction, of search.fpu"),
    KEY_INT("search.expand_after", search_config_t, expand_after, 1, 1, 1000000,
            "visits of a leaf before its own actions join the tree"),
    KEY_BOOL("search.solve", search_config_t, solve, true,
             "back up proven wins, losses and draws, and stop when the root is proven"),
    KEY_INT("search.amaf_reference", search_config_t, amaf_reference, 0, 0, 1 << 26,
            "AMAF values (GRAVE) of nodes with so many visits, for those below; 0: none"),
    KEY_REAL("search.amaf_bias", search_config_t, amaf_bias, 0.001, 0, 1e6,
             "weight of AMAF values: a / (n + a + n a bias), of a beside n visits"),
    KEY_BOOL("search.reuse", search_config_t, reuse, false,
             "start from the tree of the action before, up to the same root visits"),
    KEY_INT("search.memory_mb", search_config_t, memory_mb, 256, 1, 16384,
            "hard cap of one tree in mebibytes; a full tree is searched on as it is"),
    KEY_CHOICE("search.root", search_config_t, root_selection, "same|gumbel",
               "at the root: as below it, or Gumbel noise and sequential halving"),
    KEY_INT("search.gumbel_considered", search_config_t, gumbel_considered, 16, 1, 4096,
            "actions that Gumbel selection considers at all"),
    KEY_REAL("search.gumbel_visit_offset", search_config_t, gumbel_visit_offset, 50, 0,
             1e6, "weight of scores beside priors: (this + most visits) * gumbel_scale"),
    KEY_REAL("search.gumbel_scale", search_config_t, gumbel_scale, 1, 0, 1000,
             "see search.gumbel_visit_offset"),
    KEY_BOOL("search.gumbel_noise", search_config_t, gumbel_noise, true,
             "draw the actions that are considered; false: those of the best prior, or, "
             "where all are equal, any"),
    KEY_REAL("search.forced_playouts", search_config_t, forced_playouts, 0, 0, 100,
             "k: visited actions of the root get sqrt(k P N) visits (puct); 0: none"),
    KEY_CHOICE(
        "search.evaluator", search_config_t, evaluator.kind,
        "rollouts|network|integer|process",
        "what values a leaf: a playout; or, with puct, a convolutional network, an "
        "integer network of the variant, or an outside program"),
    KEY_CHOICE_IN(
        KEY_IF_SET, "search.symmetry", search_config_t, evaluator.symmetry, "none|random",
        "evaluate each position as it is, or all of a search through one symmetry "
        "of the board, drawn at random (not of playouts)"),
    KEY_TEXT("network.weights", search_config_t, evaluator.network.weights,
             "file of the network's weights (mcts/evaluate/convolution/NETWORK.md, "
             "INTEGER.md), from the folder of the call on; {size} "
             "in it stands for the variant's size, and so any key"),
    KEY_TEXT("network.hash", search_config_t, evaluator.network.hash,
             "hash of the weights, 0x and 16 digits; where given, no others are taken"),
    KEY_CHOICE("network.instructions", search_config_t, evaluator.network.instructions,
               INSTRUCTIONS_CHOICES,
               "the last bit depends on them, but not of an integer network; auto: the "
               "fastest that are here; portable: everywhere"),
    KEY_INT("network.cache_mb", search_config_t, evaluator.network.cache_mb, 64, 0, 65536,
            "evaluations that each thread keeps of a convolutional network, in "
            "mebibytes; changes no result"),
    KEY_COMMAND("evaluator.command", search_config_t, evaluator.process.program.command,
                "the outside program of search.evaluator=process "
                "(mcts/engine/PROTOCOL.md)"),
    KEY_TEXT_IF_SET("evaluator.socket", search_config_t, evaluator.process.program.socket,
                    "the Unix socket of one that is running, in the place of a command"),
    KEY_TEXT_IF_SET("evaluator.name", search_config_t, evaluator.process.program.name,
                    "what it says its name is; where given, no other is accepted"),
    KEY_TEXT_IF_SET("evaluator.version", search_config_t,
                    evaluator.process.program.version, "the same of its version"),
    KEY_INT_IN(KEY_NEVER, "evaluator.batch", search_config_t, evaluator.process.batch,
               PROCESS_DEFAULT_BATCH, 1, PROCESS_MAX_BATCH,
               "positions that it is asked about at once, at most; a run has twice as "
               "many games at once"),
    KEY_INT_IN(KEY_NEVER, "evaluator.start_ms", search_config_t,
               evaluator.process.program.start_ms, ENGINE_TIMEOUT_MS, 10, 86400000,
               "milliseconds for it to start and to get ready for the game"),
    KEY_INT_IN(KEY_NEVER, "evaluator.timeout_ms", search_config_t,
               evaluator.process.program.timeout_ms, ENGINE_TIMEOUT_MS, 10, 86400000,
               "milliseconds without an answer after which it counts as hung"),
    KEY_REAL("noise.weight", search_config_t, noise_weight, 0, 0, 1,
             "share of Dirichlet noise in the root's priors (puct)"),
    KEY_REAL("noise.total", search_config_t, noise_total, 10, 0.01, 1000,
             "sum of the Dirichlet parameters, spread over the legal actions"),
};
const keyset_t search_keys = {keys, KEYSET_COUNT(keys)};

static const config_key_t threads_keys[] = {
    KEY_INT(
        "search.threads", search_parallel_t, threads, 1, 1, SEARCH_MAX_THREADS,
        "threads in one tree; more than 1, for analysis and play, cannot be repeated"),
    KEY_INT("search.virtual_loss", search_parallel_t, virtual_loss, 1, 0,
            SEARCH_MAX_VIRTUAL_LOSS,
            "lost visits that a thread's simulation counts for until it ends"),
};
const keyset_t search_parallel_keys = {threads_keys, KEYSET_COUNT(threads_keys)};

/* In messages. */
static const char *name_of_evaluator(const evaluator_choice_t *choice) {
    static const char *const names[] = {[EVALUATOR_PLAYOUTS] = "playouts",
                                        [EVALUATOR_NETWORK] = "network",
                                        [EVALUATOR_INTEGER] = "integer",
                                        [EVALUATOR_PROCESS] = "process",
                                        [EVALUATOR_GIVEN] = "given"};
    return names[choice->kind];
}

bool search_parallel_check(const search_parallel_t *parallel,
                           const search_config_t *config, const char *where,
                           failure_t *error) {
    if (parallel->threads == 1)
        return true;
    if (config->root_selection == ROOT_GUMBEL)
        return error_set(error,
                         "%s: \"search.root\": \"gumbel\" plans visits one by one; "
                         "\"search.threads\" has to be 1",
                         where);
    if (config->evaluator.kind == EVALUATOR_NETWORK ||
        config->evaluator.kind == EVALUATOR_GIVEN)
        return error_set(error,
                         "%s: \"search.evaluator\": \"%s\" is for one thread a tree; "
                         "\"search.threads\" has to be 1",
                         where, name_of_evaluator(&config->evaluator));
    if (config->amaf_reference > 0)
        return error_set(error,
                         "%s: \"search.amaf_reference\" is for one thread a tree; "
                         "\"search.threads\" has to be 1, or it 0",
                         where);
    return config->simulations <= SEARCH_MOST_SIMULATIONS ||
           error_set(error, "%s: \"search.simulations\" is at most %d with many threads",
                     where, SEARCH_MOST_SIMULATIONS);
}

void search_config_settle(search_config_t *config, const game_t *game) {
    if (config->uct_exploration == 0)
        config->uct_exploration = game_uct_exploration(game);
}

bool search_config_check_ends(const search_config_t *config, const char *where,
                              failure_t *error) {
    return config->root_selection == ROOT_SAME ||
           (config->time_ms == 0 && config->max_nodes == 0) ||
           error_set(error,
                     "%s: \"search.root\": \"gumbel\" plans all its visits; say how many "
                     "by \"search.simulations\", and neither \"search.time_ms\" nor "
                     "\"search.max_nodes\"",
                     where);
}

/* What AMAF values (amaf.h) do not go with. */
static bool check_amaf(const search_config_t *config, const char *where,
                       failure_t *error) {
    if (config->amaf_reference == 0)
        return true;
    if (config->selection != SELECTION_UCT)
        return error_set(error,
                         "%s: \"search.amaf_reference\" is for \"search.selection\": "
                         "\"uct\"; with another it has to be 0",
                         where);
    if (config->fpu != FPU_FIRST)
        return error_set(error,
                         "%s: \"search.amaf_reference\" says what actions not yet "
                         "tried are worth; \"search.fpu\" has to be \"first\", or it 0",
                         where);
    return config->root_selection == ROOT_SAME ||
           error_set(error,
                     "%s: \"search.root\": \"gumbel\" plans all its visits; "
                     "\"search.amaf_reference\" has to be 0",
                     where);
}

/* What the priors of every leaf do not go with. */
static bool check_priors(const search_config_t *config, const char *kind,
                         const char *where, failure_t *error) {
    if (config->selection != SELECTION_PUCT)
        return error_set(error,
                         "%s: \"search.evaluator\": \"%s\" gives priors, which "
                         "\"search.selection\": \"uct\" does not have; use \"puct\"",
                         where, kind);
    return config->expand_after == 1 ||
           error_set(error,
                     "%s: \"search.evaluator\": \"%s\" gives every leaf its node at "
                     "once; \"search.expand_after\" has to be 1",
                     where, kind);
}

static bool check_evaluator(const search_config_t *config, const char *where,
                            failure_t *error) {
    const engine_program_t *program = &config->evaluator.process.program;
    if (config->evaluator.kind == EVALUATOR_PROCESS)
        return engine_program_check(program, "evaluator", where, error) &&
               check_priors(config, name_of_evaluator(&config->evaluator), where, error);
    if (engine_program_is_set(program))
        return error_set(error,
                         "%s: a program is given as \"evaluator\", and "
                         "\"search.evaluator\" is not \"process\"",
                         where);
    if (config->evaluator.kind == EVALUATOR_PLAYOUTS &&
        config->evaluator.symmetry != SYMMETRY_NONE)
        return error_set(error,
                         "%s: playouts are the same through any symmetry; "
                         "\"search.symmetry\" has to be \"none\"",
                         where);
    if (config->evaluator.kind == EVALUATOR_PLAYOUTS)
        return !*config->evaluator.network.weights ||
               error_set(error,
                         "%s: \"network.weights\" is given, and \"search.evaluator\" is "
                         "rollouts; use network, or integer",
                         where);
    bool integer = config->evaluator.kind == EVALUATOR_INTEGER;
    bool given = config->evaluator.kind == EVALUATOR_GIVEN;
    const char *kind = name_of_evaluator(&config->evaluator);
    if (given && *config->evaluator.network.weights)
        return error_set(error,
                         "%s: \"network.weights\" is given, and so is another evaluator",
                         where);
    if (!given && !*config->evaluator.network.weights)
        return error_set(error,
                         "%s: \"search.evaluator\" is %s; \"network.weights\" has to "
                         "name a file",
                         where, kind);
    if (integer && config->evaluator.network.instructions != INSTRUCTIONS_AUTO)
        return error_set(error,
                         "%s: \"network.instructions\" is given, and an integer network "
                         "is the same by all; it has to be \"auto\"",
                         where);
    return check_priors(config, kind, where, error);
}

bool search_config_bind(search_config_t *config, const game_t *game, const char *where,
                        failure_t *error) {
    return evaluator_choice_bind(&config->evaluator, game, where, error);
}

bool search_config_check(const search_config_t *config, const char *where,
                         failure_t *error) {
    if (!check_evaluator(config, where, error) || !check_amaf(config, where, error))
        return false;
    if (config->noise_weight > 0 && config->selection != SELECTION_PUCT)
        return error_set(
            error,
            "%s: \"noise.weight\" changes priors, which "
            "\"search.selection\": \"uct\" does not have; use \"puct\", or 0",
            where);
    if (config->forced_playouts > 0 && config->selection != SELECTION_PUCT)
        return error_set(
            error,
            "%s: \"search.forced_playouts\" goes by priors, which "
            "\"search.selection\": \"uct\" does not have; use \"puct\", or 0",
            where);
    if (config->forced_playouts > 0 && config->root_selection == ROOT_GUMBEL)
        return error_set(error,
                         "%s: \"search.root\": \"gumbel\" plans all its visits; "
                         "\"search.forced_playouts\" has to be 0",
                         where);
    if (config->root_selection == ROOT_GUMBEL && config->noise_weight > 0)
        return error_set(error,
                         "%s: \"search.root\": \"gumbel\" draws what it looks into; "
                         "\"noise.weight\" has to be 0",
                         where);
    if (config->root_selection == ROOT_GUMBEL && config->reuse)
        return error_set(
            error,
            "%s: \"search.root\": \"gumbel\" plans its visits from the first; "
            "\"search.reuse\" has to be false",
            where);
    if (config->root_selection == ROOT_GUMBEL && config->stop_when_settled)
        return error_set(error,
                         "%s: \"search.root\": \"gumbel\" plans all its visits; "
                         "\"search.stop_when_settled\" has to be false",
                         where);
    return search_config_check_ends(config, where, error);
}
