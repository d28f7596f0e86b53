/* fulcrum claim: a study, or a search for the fairest variant, as a bundle that others
 * can check. */
#include "core/base/files/file.h"
#include "core/base/files/output_file.h"
#include "core/base/files/publish.h"
#include "core/base/text.h"
#include "core/cli/cli.h"
#include "eval/claim/claim.h"
#include "eval/claim/claim_check.h"
#include "eval/cli/eval_commands.h"
#include "eval/report/report_frame.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#define CHECK_WORD "check"
#define DEFAULT_SHARE 0.01
#define DEFAULT_SOLVE_S 60.0
#define BUNDLE_MIB 5 /* larger bundles are reported */

typedef struct call {
    cli_words_t words; /* the study's folder; or "check" and the bundle's */
    const char *out;
    const char *page, *csv;    /* to write */
    claim_check_order_t order; /* numbers below 0: not given */
    long seed;                 /* below 0: drawn at random */
    bool weights_apart, json;
} call_t;

/* "1%", "0.5 %", "0.01" */
static bool read_share(const char *word, void *field, failure_t *error) {
    double *value = field;
    char *end;
    (void)error;
    *value = strtod(word, &end);
    if (end == word)
        return false;
    while (*end == ' ')
        end++;
    if (*end == '%') {
        *value /= 100;
        end++;
    }
    return !*end && *value >= 0 && *value <= 1;
}

static const option_t options[] = {
    OPTION_FOLDER("out", 'o', "FOLDER", call_t, out,
                  "The bundle (default: claim in the study's folder)"),
    OPTION_FLAG("weights-apart", 0, call_t, weights_apart,
                "Leave networks out: they are named with their hashes"),
    CLI_OPTION_QUIET(call_t, order.quiet),
    CLI_OPTION_JSON(call_t, json, "Print one JSON object"),
};

static const option_t check_options[] = {
    OPTION_FORM("share", 0, "SHARE", call_t, order.share, read_share,
                "a share such as 1%, 100% or 0.01",
                "Replay this share of the games (default: 1%, at least one)"),
    OPTION_FOLDER("weights", 0, "FOLDER", call_t, order.weights,
                  "Where the networks are that the bundle names but does not contain"),
    EVAL_OPTION_SOLVE(call_t, order.solve_s,
                      "Solve again the variants whose exact values are claimed, for at "
                      "most TIME in all (default: 1m)"),
    OPTION_FILE("page", 0, "FILE", call_t, page,
                "Write a page of the claim, made from what was checked; nothing if the "
                "claim differs"),
    OPTION_FILE("csv", 0, "FILE", call_t, csv,
                "Write the checked figures as CSV; nothing if the claim differs"),
    CLI_OPTION_SEED(call_t, seed, "Seed of the draw (default: random, and printed)"),
    CLI_OPTION_THREADS(call_t, order.threads, "Threads (default: one per processor)"),
};

static bool is_check(const call_t *call) {
    return call->words.count > 0 && strcmp(call->words.words[0], CHECK_WORD) == 0;
}

static bool check(const void *data, failure_t *error) {
    const call_t *call = data;
    if (is_check(call)) {
        if (call->words.count < 2)
            return error_set(
                error, "no bundle given: use the folder that `fulcrum claim` wrote");
        return (!call->out && !call->weights_apart) ||
               error_set(error, "check makes no bundle: omit --out and --weights-apart");
    }
    if (call->words.count > 1)
        return error_set(error,
                         "give one study's folder, or " CHECK_WORD " and a bundle");
    const claim_check_order_t *order = &call->order;
    return (order->share < 0 && call->seed < 0 && order->threads == 0 &&
            !order->weights && !call->page && !call->csv && order->solve_s < 0) ||
           error_set(error, "--share, --weights, --solve-budget, --page, --csv, --seed "
                            "and --threads are for " CHECK_WORD);
}

/* --- Making ------------------------------------------------------------------------- */

static void print_made(const call_t *call, const char *bundle, const claim_made_t *made) {
    char games[TEXT_THOUSANDS];
    if (made->bytes > (uint64_t)BUNDLE_MIB << 20)
        cli_message("%s: is large, %.1f MiB", bundle, (double)made->bytes / (1 << 20));
    if (made->outside > 0)
        cli_message("%s: games of outside programs (%llu of %llu) cannot be replayed",
                    bundle, (unsigned long long)made->outside,
                    (unsigned long long)made->games);
    if (call->json)
        printf("{\"claim\":\"%s\",\"games\":%llu,\"bytes\":%llu}\n", made->id,
               (unsigned long long)made->games, (unsigned long long)made->bytes);
    else
        printf("%s\n%s games, %.2f MiB, claim %s\n", bundle,
               text_thousands(made->games, games), (double)made->bytes / (1 << 20),
               made->id);
}

static int make(const call_t *call) {
    const char *folder = call->words.words[0];
    char bundle[FILE_PATH];
    failure_t error;
    claim_made_t made;
    if (!file_path(bundle, &error, "%s/claim", folder))
        return cli_fail(&error);
    const char *out = call->out ? call->out : bundle;
    if (!claim_make(folder, out, call->weights_apart, call->order.quiet, &made, &error))
        return cli_fail(&error);
    print_made(call, out, &made);
    return cli_finish_output();
}

/* --- Checking ----------------------------------------------------------------------- */

static uint64_t draw_seed(void) {
    enum { NINE_DIGITS = 1000000000 };
    uint64_t seed = 0;
    REQUIRE(getrandom(&seed, sizeof seed, 0) == sizeof seed);
    return seed % NINE_DIGITS;
}

static const output_rule_t page_rule = {.kind = "page of fulcrum",
                                        .begins = REPORT_BEGINS};

/* A study's figures, or a ranking's. */
static bool is_csv(const char *path) {
    char *text = file_read_text(path, NULL);
    bool is = text && (strncmp(text, "variant,", strlen("variant,")) == 0 ||
                       strncmp(text, "rank,variant,", strlen("rank,variant,")) == 0);
    free(text);
    return is;
}

static const output_rule_t csv_rule = {.kind = "CSV of figures", .is_own = is_csv};

/* Whether the files that are asked for may be written. */
static bool may_write(const call_t *call, failure_t *error) {
    return (!call->page || output_check(call->page, &page_rule, error)) &&
           (!call->csv || output_check(call->csv, &csv_rule, error));
}

static bool write_file(const char *path, char *text, size_t size, failure_t *error) {
    bool ok = publish_file(path, text, size, error);
    free(text);
    return ok;
}

static bool write_checked(const call_t *call, const claim_check_t *found,
                          failure_t *error) {
    size_t size;
    if (found->differences.count > 0) {
        if (call->page || call->csv)
            cli_message("the claim differs: no page and no CSV were written");
        return true;
    }
    if (call->page) {
        char *page = claim_check_page(found, &size);
        if (!write_file(call->page, page, size, error))
            return false;
    }
    if (call->csv) {
        char *csv = claim_figures_text(found->figures, RESULT_CSV, &size);
        if (!write_file(call->csv, csv, size, error))
            return false;
    }
    return true;
}

static int status_of(const claim_check_t *found) {
    char gaps[CLAIM_GAPS];
    return found->differences.count > 0          ? EXIT_ANSWER_NO
           : *claim_check_gaps(found, gaps) != 0 ? EXIT_STOPPED
                                                 : EXIT_DONE;
}

static int check_bundle(const call_t *call) {
    claim_check_order_t order = call->order;
    failure_t error;
    order.share = order.share >= 0 ? order.share : DEFAULT_SHARE;
    order.solve_s = order.solve_s >= 0 ? order.solve_s : DEFAULT_SOLVE_S;
    order.seed = call->seed >= 0 ? (uint64_t)call->seed : draw_seed();
    if (!may_write(call, &error))
        return cli_fail(&error);
    claim_check_t *found = claim_check_new(call->words.words[1], &order, &error);
    if (!found)
        return cli_fail(&error);
    if (found->is_complete && !found->is_same_program)
        cli_message("the bundle says it was made by %s, a different version: differences "
                    "may be due to that",
                    found->claim->program);
    int status = cli_print(&(cli_form_t){.json = call->json}, claim_result(found));
    if (!write_checked(call, found, &error))
        status = cli_fail(&error);
    status = status != EXIT_DONE ? status : status_of(found);
    claim_check_free(found);
    return status;
}

static int run(void *data) {
    const call_t *call = data;
    return is_check(call) ? check_bundle(call) : make(call);
}

static const call_t defaults = {.seed = -1, .order = {.share = -1, .solve_s = -1}};

const command_t claim_command = {
    .name = "claim",
    .summary = "bundle a study so that others can check it, or check a bundle",
    .description =
        "Make a bundle of a study, or of a search for the fairest variant: everything "
        "needed to check its results on another machine without its games. Or check one.",
    .notes =
        "A bundle is a folder: the question, the agents and their weights, a checksum of "
        "every game with its result, the figures as JSON, and SHA256SUMS of all of "
        "these. "
        "`claim check` recomputes the figures from the games' results, solves variants "
        "that have exact values again, replays randomly drawn games bit for bit, and "
        "reports how small a share of false games it would have found. A page is not "
        "part of a bundle: with --page the check makes it from what it has checked. "
        "Games of outside programs cannot be replayed, and such programs are never "
        "started.",
    .synopsis = "STUDY\n" CHECK_WORD " BUNDLE",
    .statuses = {[0] = "done; everything that the bundle claims was checked, and holds",
                 [1] = "something differs",
                 [3] =
                     "nothing differs, but something could not be checked, or the check "
                     "was stopped"},
    .arguments = {ARGUMENT("STUDY|" CHECK_WORD, WORD_FOLDER, 1, 1, call_t, words,
                           "no study given: use a folder that `fulcrum study` wrote, or "
                           "check and a bundle"),
                  ARGUMENT("BUNDLE", WORD_FOLDER, 0, 1, call_t, words, NULL)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)},
               {.title = "Options of " CHECK_WORD,
                .options = check_options,
                .count = OPTION_COUNT(check_options)}},
    .call_bytes = sizeof(call_t),
    .defaults = &defaults,
    .check = check,
    .run = run,
};
