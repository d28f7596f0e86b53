#include "mcts/play/play_commands.h"

#include "core/base/text_layout.h"
#include "core/game/outside_game.h"
#include "core/terminal/terminal.h"
#include "mcts/play/play_frame.h"
#include "mcts/play/play_menu.h"
#include "mcts/play/play_rules.h"
#include "mcts/play/play_view.h"
#include "mcts/search/analysis.h"

#include <time.h>
#include <unistd.h>

typedef play_person_t person_t;

typedef struct typed_command {
    const char *name, *argument; /* argument: NULL, or its label; [LABEL]: optional */
    void (*run)(person_t *person, const char *argument);
    bool in_play; /* only while the game is not over */
    const char *help;
} typed_command_t;

static void help(person_t *person, const char *argument);

static void show_failure(const failure_t *error) {
    printf("%s\n", error->message);
}

static void moves(person_t *person, const char *start) {
    play_menu_t *menu = play_menu_new(person->table, start);
    play_menu_print(menu, play_frame_form_of_output().columns - 1);
    if (play_menu_count(menu) == 0)
        printf("no action begins with \"%s\"\n", start);
    play_menu_free(menu);
}

static void rules(person_t *person, const char *section) {
    play_rules_print(person->table->game, section, play_frame_form_of_output().columns);
}

static void undo(person_t *person, const char *argument) {
    (void)argument;
    if (play_table_undo(person->table))
        person->board_due = true;
    else
        printf("you have no action to undo\n");
}

static void redo(person_t *person, const char *argument) {
    (void)argument;
    if (play_table_redo(person->table))
        person->board_due = true;
    else
        printf("there is nothing to redo\n");
}

static void hint(person_t *person, const char *argument) {
    (void)argument;
    enum { LINE = 6 };
    play_table_t *table = person->table;
    play_seat_t *seat = play_table_seat(table);
    play_thought_t thought;
    action_t line[LINE];
    char value[32];
    play_view_thinking("The search");
    play_table_search(table, seat, &thought);
    play_view_thought();
    int length = search_line(seat->search, thought.action, line, LINE);
    printf("hint:");
    for (int i = 0; i < length; i++) {
        char text[GAME_ACTION_TEXT];
        game_write_action(table->game, line[i], text);
        printf(" %s%s", text, i == 0 && length > 1 ? ", and then" : "");
    }
    text_t out = text_into(value, sizeof value);
    play_view_value(thought.value, thought.proof, &out);
    printf(" (%s, %u visit%s)\n", value, thought.visits, TEXT_PLURAL(thought.visits));
}

static void analyze(person_t *person, const char *argument) {
    (void)argument;
    enum { ACTIONS = 10 };
    play_table_t *table = person->table;
    const agent_t *agent = &play_table_seat(table)->agent;
    analysis_form_t form = {.colour = terminal_has_colour()};
    analysis_t *analysis = analysis_new(table->game, &agent->search, &agent->parallel,
                                        &table->transcript.state, ACTIONS);
    play_view_thinking("The search");
    while (!search_run_piece(analysis->search))
        if (terminal_take_interrupt())
            break;
    play_view_thought();
    analysis_look(analysis);
    analysis_write_text(analysis, &form, stdout);
    analysis_free(analysis);
}

static void board(person_t *person, const char *argument) {
    (void)argument;
    person->board_due = true;
}

static void position(person_t *person, const char *argument) {
    (void)argument;
    char text[GAME_POSITION_TEXT];
    game_write_position(person->table->game, &person->table->transcript.state,
                        POSITION_FULL, text);
    printf("%s\n", text);
}

static void turns(person_t *person, const char *argument) {
    (void)argument;
    if (person->table->transcript.count == 0)
        printf("no actions played yet\n");
    transcript_write_turns(&person->table->transcript, stdout);
}

static void save(person_t *person, const char *path) {
    failure_t error;
    char call[OUTSIDE_GAME_CALL];
    if (play_table_save(person->table, path, &error))
        printf("saved in %s; to resume: %s play --load %s\n", path,
               outside_game_call(person->table->game->class, call), path);
    else
        show_failure(&error);
}

/* Saves to a new file, named after the game and the time. */
static bool save_somewhere(play_table_t *table, failure_t *error) {
    enum { MOST = 100 };
    char path[128], stamp[32], call[OUTSIDE_GAME_CALL];
    time_t now = time(NULL);
    struct tm local;
    const char *name = table->game->class->name;
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", localtime_r(&now, &local));
    snprintf(path, sizeof path, "%s-%s.json", name, stamp);
    for (int i = 2; i < MOST && access(path, F_OK) == 0; i++)
        snprintf(path, sizeof path, "%s-%s-%d.json", name, stamp, i);
    if (!play_table_save(table, path, error))
        return false;
    printf("The game is saved; to resume: %s play --load %s\n",
           outside_game_call(table->game->class, call), path);
    return true;
}

bool play_keep(play_person_t *person, failure_t *error) {
    play_table_t *table = person->table;
    bool over = transcript_outcome(&table->transcript).over, saved = true;
    if (!table->changed)
        return true;
    if (table->save_path)
        saved = play_table_save(table, table->save_path, error);
    else if (person->on_terminal && table->transcript.count > 0)
        saved = save_somewhere(table, error);
    if (!over && (!saved || (!table->save_path && !person->on_terminal)))
        play_view_how_to_go_on(table);
    return saved;
}

static void load(person_t *person, const char *path) {
    failure_t error;
    if (play_keep(person, &error) && play_table_load(person->table, path, &error))
        person->board_due = true;
    else
        show_failure(&error);
}

static void resign(person_t *person, const char *argument) {
    (void)argument;
    printf("Resign? Type yes to resign; anything else continues the game.\n");
    person->resigning = true;
}

static void restart(person_t *person, const char *argument) {
    (void)argument;
    play_table_restart(person->table);
    person->board_due = true;
}

static void quit(person_t *person, const char *argument) {
    (void)argument;
    person->leaves = true;
}

static const typed_command_t commands[] = {
    {"help", NULL, help, false, "the guide and this list"},
    {"rules", "[NUMBER]", rules, false,
     "how to play; with a number: a section of the rules"},
    {"moves", "[START]", moves, true, "legal actions, or those that begin with START"},
    {"hint", NULL, hint, true, "what the search would play"},
    {"analyze", NULL, analyze, true, "visits, values and lines of the best actions"},
    {"undo", NULL, undo, false, "take back your last action; repeat to go further back"},
    {"redo", NULL, redo, false, "replay undone actions"},
    {"board", NULL, board, false, "show the board again"},
    {"turns", NULL, turns, false, "the game so far"},
    {"position", NULL, position, false, "the position as a text, for --position"},
    {"save", "FILE", save, false, "write the game to a file"},
    {"load", "FILE", load, false, "resume a game from a file"},
    {"resign", NULL, resign, true, "resign the game; asks first"},
    {"restart", NULL, restart, false, "back to the start; redo brings the game back"},
    {"quit", NULL, quit, false, "leave; saves an unsaved game"},
};

static int count_commands(void) {
    return (int)(sizeof commands / sizeof commands[0]);
}

/* A command, with its description beside it. */
static void print_entry(const char *words, const char *does, int columns) {
    enum { INDENT = 18 };
    char lines[512];
    text_t out = text_into(lines, sizeof lines);
    text_wrap(does, columns - INDENT, &out);
    for (const char *line = lines; *line;) {
        int length = (int)strcspn(line, "\n");
        printf("  %-15s %.*s\n", line == lines ? words : "", length, line);
        line += length + 1;
    }
}

static void help(person_t *person, const char *argument) {
    (void)argument;
    int columns = play_frame_form_of_output().columns;
    play_view_heading(person->table, stdout);
    play_view_guide(person->table);
    printf("\n");
    for (int i = 0; i < count_commands(); i++) {
        char words[32];
        snprintf(words, sizeof words, "%s %s", commands[i].name,
                 commands[i].argument ? commands[i].argument : "");
        print_entry(words, commands[i].help, columns);
    }
    play_view_paragraph(
        "On the board: an empty cell's name if the cell can be chosen, [x] other "
        "choices, (x) what the last turn named or changed.");
    play_view_paragraph(
        "Values are the expected score of the player to move: 100 % is a win. "
        "Ctrl-C during a search makes it play at once.");
}

int play_command_names(const char *names[PLAY_MAX_COMMANDS]) {
    REQUIRE(count_commands() <= PLAY_MAX_COMMANDS);
    for (int i = 0; i < count_commands(); i++)
        names[i] = commands[i].name;
    return count_commands();
}

static void carry_out(person_t *person, const typed_command_t *command,
                      const char *argument) {
    bool over = transcript_outcome(&person->table->transcript).over;
    bool needs = command->argument && *command->argument != '[';
    if (needs && !*argument)
        printf("usage: %s %s\n", command->name, command->argument);
    else if (!command->argument && *argument)
        printf("%s takes no argument (\"%s\")\n", command->name, argument);
    else if (command->in_play && over)
        printf("the game is over: undo, restart, save FILE or quit\n");
    else
        command->run(person, argument);
}

bool play_typed_command(play_person_t *person, const char *line) {
    token_reader_t reader = token_reader(line);
    token_t word;
    if (!token_next(&reader, &word))
        return false;
    char argument[1024];
    snprintf(argument, sizeof argument, "%s", reader.next + strspn(reader.next, " \t"));
    text_t rest = {argument, sizeof argument, strlen(argument)};
    text_trim(&rest);
    for (int i = 0; i < count_commands(); i++)
        if (token_is(&word, commands[i].name) ||
            (token_is(&word, "?") && commands[i].run == help)) {
            carry_out(person, &commands[i], argument);
            return true;
        }
    return false;
}
