#include "mcts/search/search_config.h"

#include "core/base/json.h"
#include "mcts/evaluate/convolution/network_instructions.h"
#include "mcts/select/selection_rules.h"

#include <cjson/cJSON.h>

static const config_key_t keys[] = {
    KEY_INT("search.simulations", search_config_t, simulations, 400, 1,
            SEARCH_MAX_SIMULATIONS, "root visits at the end of each search"),
    KEY_INT("search.max_nodes", search_config_t, max_nodes, 0, 0, 1 << 30,
            "also end a search when the tree has this many nodes; 0: no limit"),
    KEY_INT("search.time_ms", search_config_t, time_ms, 0, 0, 86400000,
            "also end a search after this many milliseconds; 0: no limit; for analysis "
            "and play"),
    KEY_BOOL("search.stop_when_settled", search_config_t, stop_when_settled, false,
             "stop when no other action can still get the most visits"),
    KEY_CHOICE("search.selection", search_config_t, selection, SELECTION_CHOICES,
               "selection rule"),
    KEY_REAL("search.uct_exploration", search_config_t, uct_exploration, 0, 0, 100,
             "constant of UCT, for scores from 0 to 1; 0: the game's default"),
    KEY_REAL("search.puct_exploration", search_config_t, puct_exploration, 1.25, 0, 100,
             "constant of PUCT"),
    KEY_CHOICE(
        "search.fpu", search_config_t, fpu, "first|value|reduction",
        "untried actions: each first; a value; the parent's value minus a reduction"),
    KEY_REAL("search.fpu_value", search_config_t, fpu_value, 0.2, 0, 1,
             "the value or reduction of search.fpu"),
    KEY_INT("search.expand_after", search_config_t, expand_after, 1, 1, 1000000,
            "visits of a leaf before it is expanded"),
    KEY_BOOL("search.solve", search_config_t, solve, true,
             "back up proven wins, losses and draws; stop when the root is proven"),
    KEY_INT(
        "search.amaf_reference", search_config_t, amaf_reference, 0, 0, 1 << 26,
        "visits of a node before its AMAF values (GRAVE) are used below it; 0: no AMAF"),
    KEY_REAL("search.amaf_bias", search_config_t, amaf_bias, 0.001, 0, 1e6,
             "AMAF weight a / (n + a + n a bias), for a AMAF simulations and n visits"),
    KEY_BOOL("search.reuse", search_config_t, reuse, false,
             "keep the previous action's tree; search up to the same root visits"),
    KEY_INT("search.memory_mb", search_config_t, memory_mb, 256, 1, 16384,
            "hard cap of one tree in MiB; a full tree is searched without expansion"),
    KEY_CHOICE(
        "search.root", search_config_t, root_selection, "same|gumbel",
        "selection at the root: as below it, or Gumbel noise and sequential halving"),
    KEY_INT("search.gumbel_considered", search_config_t, gumbel_considered, 16, 1, 4096,
            "number of actions that Gumbel selection considers"),
    KEY_REAL("search.gumbel_visit_offset", search_config_t, gumbel_visit_offset, 50, 0,
             1e6, "weight of values against priors: (this + max visits) * gumbel_scale"),
    KEY_REAL("search.gumbel_scale", search_config_t, gumbel_scale, 1, 0, 1000,
             "see search.gumbel_visit_offset"),
    KEY_BOOL("search.gumbel_noise", search_config_t, gumbel_noise, true,
             "sample the considered actions; false: take those with the highest priors, "
             "or any if all are equal"),
    KEY_REAL("search.forced_playouts", search_config_t, forced_playouts, 0, 0, 100,
             "k: visited root actions get at least sqrt(k P N) visits (puct); 0: off"),
    KEY_CHOICE(
        "search.evaluator", search_config_t, evaluator.kind,
        "rollouts|network|integer|process",
        "leaf evaluator: playouts; or, with puct, a convolutional network, an integer "
        "network of the variant, or an outside program"),
    KEY_CHOICE_IN(KEY_IF_SET, "search.symmetry", search_config_t, evaluator.symmetry,
                  "none|random",
                  "evaluate positions as they are, or all of a search through one random "
                  "symmetry of the board (not with playouts)"),
    KEY_TEXT("network.weights", search_config_t, evaluator.network.weights,
             "file of the network's weights (mcts/evaluate/convolution/NETWORK.md, "
             "INTEGER.md), relative to the current folder, in an agent's file to that "
             "file; {size} stands for the variant's size, likewise any key"),
    KEY_TEXT("network.hash", search_config_t, evaluator.network.hash,
             "hash of the weights, 0x and 16 digits; if set, others are rejected"),
    KEY_CHOICE(
        "network.instructions", search_config_t, evaluator.network.instructions,
        INSTRUCTIONS_CHOICES,
        "instruction set; affects the last bit, but not of integer networks; auto: the "
        "fastest on this machine; portable: available everywhere"),
    KEY_INT("network.cache_mb", search_config_t, evaluator.network.cache_mb, 64, 0, 65536,
            "cache of each thread for a convolutional network's evaluations, in MiB; "
            "does not affect results"),
    KEY_COMMAND("evaluator.command", search_config_t, evaluator.process.program.command,
                "the outside program of search.evaluator=process "
                "(mcts/engine/PROTOCOL.md)"),
    KEY_TEXT_IF_SET("evaluator.socket", search_config_t, evaluator.process.program.socket,
                    "Unix socket of a running program, instead of a command"),
    KEY_TEXT_IF_SET("evaluator.name", search_config_t, evaluator.process.program.name,
                    "name that it reports; if set, any other is rejected"),
    KEY_TEXT_IF_SET("evaluator.version", search_config_t,
                    evaluator.process.program.version,
                    "version that it reports, likewise"),
    KEY_INT_IN(KEY_NEVER, "evaluator.batch", search_config_t, evaluator.process.batch,
               PROCESS_DEFAULT_BATCH, 1, PROCESS_MAX_BATCH,
               "maximum number of positions in a batch; a run plays twice as many games "
               "at once"),
    KEY_INT_IN(KEY_NEVER, "evaluator.start_ms", search_config_t,
               evaluator.process.program.start_ms, ENGINE_TIMEOUT_MS, 10, 86400000,
               "milliseconds for it to start and prepare for the game"),
    KEY_INT_IN(KEY_NEVER, "evaluator.timeout_ms", search_config_t,
               evaluator.process.program.timeout_ms, ENGINE_TIMEOUT_MS, 10, 86400000,
               "milliseconds without an answer before it is considered hung"),
    KEY_REAL("noise.weight", search_config_t, noise_weight, 0, 0, 1,
             "share of Dirichlet noise in the root's priors (puct)"),
    KEY_REAL("noise.total", search_config_t, noise_total, 10, 0.01, 1000,
             "sum of the Dirichlet parameters, spread over the legal actions"),
};
const keyset_t search_keys = {keys, KEYSET_COUNT(keys)};

static const config_key_t threads_keys[] = {
    KEY_INT("search.threads", search_parallel_t, threads, 1, 1, SEARCH_MAX_THREADS,
            "threads in one tree; more than 1: not reproducible, for analysis and play"),
    KEY_INT("search.virtual_loss", search_parallel_t, virtual_loss, 1, 0,
            SEARCH_MAX_VIRTUAL_LOSS,
            "lost visits that a simulation counts as until its backup"),
};
const keyset_t search_parallel_keys = {threads_keys, KEYSET_COUNT(threads_keys)};

search_config_t search_config_of(int64_t simulations) {
    search_config_t config;
    keyset_set_defaults(&search_keys, &config);
    config.simulations = simulations;
    return config;
}

void search_config_set_time(search_config_t *config, const cJSON *json, int64_t time_ms) {
    const cJSON *search = cJSON_GetObjectItemCaseSensitive(json, "search");
    bool is_limited = json_has(search, "simulations") || json_has(search, "max_nodes");
    config->simulations = SEARCH_MOST_SIMULATIONS;
    config->time_ms = is_limited ? 0 : time_ms;
}

bool search_parallel_check(const search_parallel_t *parallel,
                           const search_config_t *config, const char *where,
                           failure_t *error) {
    if (parallel->threads == 1)
        return true;
    if (config->root_selection == ROOT_GUMBEL)
        return error_set(error,
                         "%s: \"search.root\": \"gumbel\" plans visits one by one; "
                         "\"search.threads\" must be 1",
                         where);
    const evaluator_class_t *class = evaluator_choice_class(&config->evaluator);
    if (class->is_batched)
        return error_set(error,
                         "%s: \"search.evaluator\": \"%s\" needs one thread per tree; "
                         "\"search.threads\" must be 1",
                         where, class->name);
    if (config->amaf_reference > 0)
        return error_set(error,
                         "%s: \"search.amaf_reference\" needs one thread per tree; "
                         "\"search.threads\" must be 1, or AMAF off (0)",
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
           error_set(
               error,
               "%s: \"search.root\": \"gumbel\" plans all its visits; set their number "
               "with \"search.simulations\", and set neither \"search.time_ms\" nor "
               "\"search.max_nodes\"",
               where);
}

/* Whether the settings are compatible with AMAF values (amaf.h). */
static bool check_amaf(const search_config_t *config, const char *where,
                       failure_t *error) {
    if (config->amaf_reference == 0)
        return true;
    if (config->selection != SELECTION_UCT)
        return error_set(error,
                         "%s: \"search.amaf_reference\" is for \"search.selection\": "
                         "\"uct\"; otherwise it must be 0",
                         where);
    if (config->fpu != FPU_FIRST)
        return error_set(error,
                         "%s: \"search.amaf_reference\" determines the values of untried "
                         "actions; \"search.fpu\" must be \"first\", or AMAF off (0)",
                         where);
    return config->root_selection == ROOT_SAME ||
           error_set(error,
                     "%s: \"search.root\": \"gumbel\" plans all its visits; "
                     "\"search.amaf_reference\" must be 0",
                     where);
}

/* Whether the settings are compatible with priors for every leaf. */
static bool check_priors(const search_config_t *config, const char *kind,
                         const char *where, failure_t *error) {
    if (!selection_uses_priors(config->selection))
        return error_set(error,
                         "%s: \"search.evaluator\": \"%s\" gives priors, which "
                         "\"search.selection\": \"uct\" does not use; use \"puct\"",
                         where, kind);
    return config->expand_after == 1 ||
           error_set(error,
                     "%s: \"search.evaluator\": \"%s\" expands every leaf at "
                     "once; \"search.expand_after\" must be 1",
                     where, kind);
}

/* Whether what is set besides the evaluator belongs to its class. */
static bool check_evaluator(const search_config_t *config, const char *where,
                            failure_t *error) {
    const evaluator_choice_t *choice = &config->evaluator;
    const evaluator_class_t *class = evaluator_choice_class(choice);
    bool has_weights = *choice->network.weights;
    if (!class)
        return error_set(error, "%s: this program has no such \"search.evaluator\"",
                         where);
    if (class->start)
        return engine_program_check(&choice->process.program, "evaluator", where,
                                    error) &&
               check_priors(config, class->name, where, error);
    if (engine_program_is_set(&choice->process.program))
        return error_set(error,
                         "%s: a program is given as \"evaluator\", but "
                         "\"search.evaluator\" is not \"process\"",
                         where);
    if (!class->has_priors && choice->symmetry != SYMMETRY_NONE)
        return error_set(error,
                         "%s: playouts are symmetric already; "
                         "\"search.symmetry\" must be \"none\"",
                         where);
    if (has_weights && !class->format)
        return error_set(
            error,
            "%s: \"network.weights\" is given, but \"search.evaluator\" is "
            "%s; use search.evaluator=integer (networks of fulcrum learn and "
            "train) or network, and search.selection=puct",
            where, class->name);
    if (!has_weights && class->format)
        return error_set(error,
                         "%s: \"search.evaluator\" is %s; \"network.weights\" must "
                         "name a file",
                         where, class->name);
    if (class->is_exact && choice->network.instructions != INSTRUCTIONS_AUTO &&
        class->format)
        return error_set(error,
                         "%s: \"network.instructions\" does not affect an integer "
                         "network; it must be \"auto\"",
                         where);
    return !class->has_priors || check_priors(config, class->name, where, error);
}

bool search_config_bind(search_config_t *config, const game_t *game, const char *where,
                        failure_t *error) {
    return evaluator_choice_bind(&config->evaluator, game, where, error);
}

bool search_config_check(const search_config_t *config, const char *where,
                         failure_t *error) {
    if (!check_evaluator(config, where, error) || !check_amaf(config, where, error))
        return false;
    if (config->noise_weight > 0 && !selection_uses_priors(config->selection))
        return error_set(error,
                         "%s: \"noise.weight\" changes priors, which "
                         "\"search.selection\": \"uct\" does not use; use \"puct\", or 0",
                         where);
    if (config->forced_playouts > 0 && !selection_uses_priors(config->selection))
        return error_set(error,
                         "%s: \"search.forced_playouts\" depends on priors, which "
                         "\"search.selection\": \"uct\" does not use; use \"puct\", or 0",
                         where);
    if (config->forced_playouts > 0 && config->root_selection == ROOT_GUMBEL)
        return error_set(error,
                         "%s: \"search.root\": \"gumbel\" plans all its visits; "
                         "\"search.forced_playouts\" must be 0",
                         where);
    if (config->root_selection == ROOT_GUMBEL && config->noise_weight > 0)
        return error_set(error,
                         "%s: \"search.root\": \"gumbel\" samples its actions itself; "
                         "\"noise.weight\" must be 0",
                         where);
    if (config->root_selection == ROOT_GUMBEL && config->reuse)
        return error_set(
            error,
            "%s: \"search.root\": \"gumbel\" plans its visits from the start; "
            "\"search.reuse\" must be false",
            where);
    if (config->root_selection == ROOT_GUMBEL && config->stop_when_settled)
        return error_set(error,
                         "%s: \"search.root\": \"gumbel\" plans all its visits; "
                         "\"search.stop_when_settled\" must be false",
                         where);
    return search_config_check_ends(config, where, error);
}
