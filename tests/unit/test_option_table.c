/* Command-line parsing by a command's table: every form of an option, arguments in any
 * order, errors and their messages; and the letters and labels of a table. */
#include "tests/support/unit.h"

#include "core/base/text_layout.h"
#include "core/cli/help.h"
#include "core/cli/option_parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct shared {
    int threads;
    bool quiet;
} shared_t;

typedef struct pair {
    long left, right;
} pair_t;

typedef struct call {
    cli_words_t words, dotted;
    const char *position, *page;
    bool json, all, has_page;
    int depth, form;
    uint64_t games;
    double share, limit_s;
    pair_t pair;
    shared_t shared;
} call_t;

static bool read_pair(const char *word, void *field, failure_t *error) {
    pair_t *pair = field;
    if (strcmp(word, "same") == 0)
        return error_set(error, "the same is no pair");
    return text_read_number(&word, 99, &pair->left) && *word++ == ':' &&
           text_read_number(&word, 99, &pair->right) && *word == 0;
}

static bool read_page(const char *word, void *field, failure_t *error) {
    call_t *call = field;
    (void)error;
    call->has_page = true;
    call->page = word;
    return true;
}

static const option_t options[] = {
    OPTION_TEXT("position", 'p', "TEXT", call_t, position, "Begin in this position"),
    OPTION_FLAG("json", 'j', call_t, json, "Print JSON"),
    OPTION_FLAG("all", 'a', call_t, all, "All of them"),
    OPTION_WHOLE("depth", 'd', "D", call_t, depth, 1, 100, "Count to depth D",
                 .required = true),
    OPTION_CHOICE("form", 'f', "FORM", call_t, form, "sparse|padded|dense",
                  "In what form", .fallback = "padded"),
    OPTION_WHOLE("games", 'g', "N", call_t, games, 0, 9007199254740991, "Games",
                 .fallback = "400"),
    OPTION_REAL("share", 0, "X", call_t, share, 0, 1, "A share"),
    OPTION_DURATION("time-limit", 0, "TIME", call_t, limit_s, "Stop after TIME"),
    {.name = "page",
     .letter = 'c',
     .kind = VALUE_FORM,
     .label = "FILE",
     .read = read_page,
     .allowed = "a file",
     .value_optional = true,
     .help = "Write a page"},
    OPTION_TEXT("start", 0, "TEXT", call_t, position, "The same", .hidden = true),
};
static const option_t pair_options[] = {
    OPTION_FORM("pair", 0, "A:B", pair_t, left, read_pair, "A:B, as in 1:2",
                "Two numbers"),
};
static const option_t shared_options[] = {
    OPTION_WHOLE("threads", 't', "N", shared_t, threads, 1, 64, "Threads"),
    OPTION_FLAG("quiet", 'q', shared_t, quiet, "Nothing more"),
};

static bool check(const void *data, failure_t *error) {
    const call_t *call = data;
    return !(call->all && call->shared.quiet) ||
           error_set(error, "--all and --quiet exclude each other");
}

static const call_t defaults = {.shared = {.threads = 7}};

static const command_t command = {
    .name = "test",
    .arguments = {{.label = "GAME",
                   .kinds = WORD_GAME,
                   .least = 1,
                   .most = 1,
                   .offset = offsetof(call_t, words),
                   .missing = "no game given"},
                  {.label = "key=value",
                   .kinds = WORD_KEY,
                   .most = 2,
                   .offset = offsetof(call_t, words)},
                  {.label = "search.KEY=value",
                   .kinds = WORD_DOTTED,
                   .offset = offsetof(call_t, dotted)}},
    .groups = {{.options = options, .count = OPTION_COUNT(options)},
               {.options = pair_options,
                .count = OPTION_COUNT(pair_options),
                .offset = offsetof(call_t, pair)},
               {.options = shared_options,
                .count = OPTION_COUNT(shared_options),
                .offset = offsetof(call_t, shared)}},
    .call_bytes = sizeof(call_t),
    .defaults = &defaults,
    .check = check,
};

enum { MOST = 32 };

/* Parses the words of a line, separated by blanks; texts point into `room`. */
static call_kind_t parse(const char *line, call_t *call, char room[512],
                         failure_t *error) {
    char *argv[MOST] = {room}, *save = NULL;
    int argc = 1;
    snprintf(room, 512, "%s", line);
    for (char *word = strtok_r(room, " ", &save); word;
         word = strtok_r(NULL, " ", &save)) {
        assert_true(argc < MOST);
        argv[argc++] = word;
    }
    option_defaults(&command, call);
    uint64_t given;
    call_kind_t kind = option_parse(&command, argc, argv, call, &given, error);
    /* Lists point to this function's words: keep copies for the checks. */
    static char *kept[MOST];
    memcpy(kept, argv, sizeof kept);
    if (kind == CALL_RUN) {
        call->words.words = kept + 1;
        call->dotted.words = kept + 1 + call->words.count;
    }
    return kind;
}

static void ok(const char *line, call_t *call, char room[512]) {
    failure_t error = {0};
    if (parse(line, call, room, &error) != CALL_RUN)
        fail_msg("%s: %s", line, error.message);
}

static void wrong(const char *line, const char *message) {
    call_t call;
    char room[512];
    failure_t error = {0};
    if (parse(line, &call, room, &error) != CALL_WRONG)
        fail_msg("%s: not refused", line);
    if (!strstr(error.message, message))
        fail_msg("%s: \"%s\" does not say \"%s\"", line, error.message, message);
}

static void test_forms(void **unused) {
    (void)unused;
    static const char *const lines[] = {
        "nim -d 5 -p X --json --games 9 -t4",
        "--depth=5 --position=X -j --games=9 --threads 4 nim",
        "-jd5 -pX -g9 nim -t 4",
        "-jd 5 nim --pos X --ga=9 --threa 4",
        "--depth 1 --depth 5 --json --json --start X --g 9 -t4 -- nim",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        call_t call;
        char room[512];
        ok(lines[i], &call, room);
        assert_int_equal(call.depth, 5);
        assert_string_equal(call.position, "X");
        assert_true(call.json);
        assert_int_equal(call.games, 9);
        assert_int_equal(call.shared.threads, 4);
        assert_int_equal(call.words.count, 1);
        assert_string_equal(call.words.words[0], "nim");
        assert_false(call.all || call.shared.quiet);
    }
}

static void test_values(void **unused) {
    (void)unused;
    call_t call;
    char room[512];
    ok("nim -d1 --form dense --share 0.25 --time-limit 1h30m --pair 3:4", &call, room);
    assert_int_equal(call.form, 2);
    assert_true(call.share == 0.25 && call.limit_s == 5400);
    assert_true(call.pair.left == 3 && call.pair.right == 4);
    ok("nim -d1 --games=9007199254740991 -p -x", &call, room);
    assert_true(call.games == UINT64_C(9007199254740991));
    assert_string_equal(call.position, "-x"); /* a value may look like an option */
    ok("nim -d1 --position=", &call, room);
    assert_string_equal(call.position, "");
}

static void test_defaults(void **unused) {
    (void)unused;
    call_t call;
    char room[512];
    ok("nim -d1", &call, room);
    assert_int_equal(call.form, 1);
    assert_int_equal(call.games, 400);
    assert_int_equal(call.shared.threads, 7);
    assert_null(call.position);
}

static void test_value_that_can_be_left_out(void **unused) {
    (void)unused;
    static const char *const lines[] = {"nim -d1", "nim -d1 --page", "nim -d1 -c",
                                        "nim -d1 --page=x", "nim -d1 -cx"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        call_t call;
        char room[512];
        ok(lines[i], &call, room);
        assert_int_equal(call.has_page, i > 0);
        assert_int_equal(call.page != NULL, i > 2);
        if (call.page)
            assert_string_equal(call.page, "x");
    }
    call_t call;
    char room[512];
    ok("-d1 --page nim", &call, room); /* the word is no value */
    assert_string_equal(call.words.words[0], "nim");
}

static void test_words(void **unused) {
    (void)unused;
    call_t call;
    char room[512];
    ok("search.a=1 nim -d 3 size=4 - network.b=2 -j", &call, room);
    assert_int_equal(call.words.count, 3);
    assert_string_equal(call.words.words[0], "nim");
    assert_string_equal(call.words.words[1], "size=4");
    assert_string_equal(call.words.words[2], "-");
    assert_int_equal(call.dotted.count, 2);
    assert_string_equal(call.dotted.words[0], "search.a=1");
    assert_string_equal(call.dotted.words[1], "network.b=2");
    ok("-d 3 nim -- --json -x", &call, room);
    assert_false(call.json);
    assert_string_equal(call.words.words[1], "--json");
    assert_string_equal(call.words.words[2], "-x");
}

static void test_refused(void **unused) {
    (void)unused;
    static const char *const lines[][2] = {
        {"nim", "--depth D is required: count to depth D"},
        {"-d1", "no game given"},
        {"-d1 search.a=1", "no game given"},
        {"nim a b c -d1", "unexpected argument \"c\""},
        {"nim --dept0=3", "unknown option --dept0; did you mean --depth?"},
        {"nim --xyzzyx", "the options are --position, --json, --all, --depth"},
        {"nim --size=5 -d1", "keys of a game or a configuration have no dashes"},
        {"nim --p 1", "--p could be --position or --page"},
        {"nim --= 1", "unknown option --"},
        {"nim -d1 --game ./a.c", "before the command: fulcrum --game FILE"},
        {"nim -x", "unknown option -x"},
        {"nim -jx", "unknown option -x"},
        {"nim -d", "--depth needs a value: D, whole number from 1 to 100"},
        {"nim --json=yes -d1", "--json takes no value, not \"yes\""},
        {"nim -d0", "--depth is \"0\"; allowed: whole number from 1 to 100"},
        {"nim -d101", "is \"101\""},
        {"nim -d+1", "is \"+1\""},
        {"nim -d1x", "is \"1x\""},
        {"nim -d99999999999999999999", "whole number"},
        {"nim -d1 --form spars", "is \"spars\"; allowed: sparse, padded or dense; did "
                                 "you mean \"sparse\"?"},
        {"nim -d1 --share 1.5", "--share is \"1.5\"; allowed: number from 0 to 1"},
        {"nim -d1 --share nan", "number from 0 to 1"},
        {"nim -d1 --share=", "number from 0 to 1"},
        {"nim -d1 --time-limit 90",
         "--time-limit is \"90\"; allowed: a time such as 90s"},
        {"nim -d1 --pair 5", "--pair is \"5\"; allowed: A:B, as in 1:2"},
        {"nim -d1 --pair same", "--pair: the same is no pair"},
        {"nim -d1 -aq", "exclude each other"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        wrong(lines[i][0], lines[i][1]);
}

static void test_help_is_found(void **unused) {
    (void)unused;
    static const struct {
        const char *line;
        call_kind_t kind;
    } lines[] = {{"-h", CALL_HELP},        {"nim --help --nonsense", CALL_HELP},
                 {"-jh", CALL_HELP},       {"--version", CALL_VERSION},
                 {"-V nim", CALL_VERSION}, {"--nonsense --help", CALL_WRONG},
                 {"--help=x", CALL_WRONG}, {"nim -d1 -p --help", CALL_RUN}};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        call_t call;
        char room[512];
        failure_t error;
        assert_int_equal(parse(lines[i].line, &call, room, &error), lines[i].kind);
    }
}

static void test_help_text(void **unused) {
    (void)unused;
    char buffer[1024];
    text_t out = text_into(buffer, sizeof buffer);
    help_write_option(&options[3], &out);
    assert_string_equal(buffer, "Count to depth D (1 to 100)");
    out = text_into(buffer, sizeof buffer);
    help_write_option(&options[4], &out);
    assert_string_equal(buffer, "In what form (default padded)");
    out = text_into(buffer, sizeof buffer);
    command_write_synopsis(&command, &out);
    assert_string_equal(buffer, "GAME [key=value ...] [search.KEY=value ...] --depth=D");
    out = text_into(buffer, sizeof buffer);
    option_write_forms(&options[8], &out);
    assert_string_equal(buffer, "-c, --page[=FILE]");
}

/* Checks how a text is wrapped. */
static void wrapped(const char *text, int column, int indent, const char *expected) {
    char *printed = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&printed, &size);
    assert_non_null(file);
    fprintf(file, "%.*s", column, "####################");
    text_print_wrapped(file, text, column, indent);
    fclose(file);
    assert_string_equal(printed, expected);
    free(printed);
}

static void test_wrapping(void **unused) {
    (void)unused;
    wrapped("one two", 0, 0, "one two\n");
    wrapped("one two", 3, 6, "###   one two\n");
    wrapped("one two", 6, 6, "###### one two\n");
    wrapped("one two", 9, 6, "######### one two\n");
    wrapped("one\n\n  as it is\ntwo", 0, 2, "  one\n\n    as it is\n  two\n");
    char text[200], expected[240];
    /* 79 characters fill a line, though they are more bytes. */
    memset(text, 'x', sizeof text);
    memcpy(text + 10, " \xc3\xa4 ", 4);
    snprintf(text + 80, sizeof text - 80, " yy");
    snprintf(expected, sizeof expected, "%.80s\nyy\n", text);
    wrapped(text, 0, 0, expected);
    assert_int_equal(text_width("\xc3\xa4\xe2\x80\xa6x"), 3);
    char room[TEXT_SHORT];
    assert_string_equal(text_shorten("ä…xyzö", 5, room), "ä……zö");
    assert_string_equal(text_shorten("xyz", 3, room), "xyz");
    assert_int_equal(text_width("a\033[1;33mbc\033[0m"), 3);
    text_t lines = text_into(text, sizeof text);
    assert_int_equal(text_wrap(" one two  abcdefgh ", 7, &lines), 3);
    assert_string_equal(text, "one two\nabcdefg\nh\n");
    lines = text_into(text, sizeof text);
    assert_int_equal(text_wrap("  ", 7, &lines), 0);
    assert_string_equal(text, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_value_that_can_be_left_out),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_help_is_found),
        cmocka_unit_test(test_help_text),
        cmocka_unit_test(test_wrapping),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
