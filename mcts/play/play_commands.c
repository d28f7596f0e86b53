#include "mcts/play/play_commands.h"

#include "core/base/text_layout.h"
#include "core/game/outside_game.h"
#include "core/terminal/terminal.h"
#include "mcts/play/play_display.h"
#include "mcts/play/play_rules.h"
#include "mcts/search/analysis.h"

#include <time.h>
#include <unistd.h>

typedef play_person_t person_t;

static int columns(void) {
    return play_form_of_output().columns;
}

void play_say_thinking(const char *who) {
    if (terminal_moves() && who)
        printf("%s is thinking (Ctrl-C: play now) ...", who);
    else if (terminal_moves())
        printf("\r\033[K");
    fflush(stdout);
}

void play_say_how_to_continue(const session_t *session) {
    const game_t *game = session->game;
    char position[GAME_POSITION_TEXT], call[OUTSIDE_GAME_CALL];
    game_write_position(game, &session->state, POSITION_FULL, position);
    printf("To continue from here: %s %s --position '%s'\n",
           outside_game_command(game->class, "play", call), game->variant_text, position);
}

void play_command_guide(const play_table_t *table) {
    printf("\n");
    play_display_write_guide(table->session.game, columns(), stdout);
    play_display_wrap(
        "Type an action, its number, its cell, or a complete turn; the beginning of an "
        "action shows where it can lead. Also: hint, undo, rules, quit; help lists all "
        "commands.",
        columns(), stdout);
}

/* --- Commands ----------------------------------------------------------------------- */

static void moves(person_t *person, const char *start) {
    if (play_display_actions(&person->table->session, start, columns() - 1,
                             GAME_MAX_LEGAL, stdout) == 0)
        printf("no action begins with \"%s\"\n", start);
}

static void rules(person_t *person, const char *section) {
    play_rules_print(person->table->session.game, section, columns());
}

static void undo(person_t *person, const char *argument) {
    (void)argument;
    person->board_due = play_table_undo(person->table);
    if (!person->board_due)
        printf("you have no action to undo\n");
}

static void redo(person_t *person, const char *argument) {
    (void)argument;
    person->board_due = play_table_redo(person->table);
    if (!person->board_due)
        printf("there is nothing to redo\n");
}

static void hint(person_t *person, const char *argument) {
    (void)argument;
    session_found_t found;
    char value[32];
    text_t out = text_into(value, sizeof value);
    bool stopped;
    play_say_thinking("The search");
    play_table_think(person->table, &found, &stopped);
    play_say_thinking(NULL);
    printf("hint:");
    for (int i = 0; i < found.line_length; i++) {
        printf(" %s%s", game_action_text(person->table->session.game, found.line[i]).text,
               i == 0 && found.line_length > 1 ? ", and then" : "");
    }
    play_display_write_value(&found, &out);
    printf(" (%s, %u visit%s)\n", value, found.result.root_visits,
           TEXT_PLURAL(found.result.root_visits));
}

static void analyze(person_t *person, const char *argument) {
    (void)argument;
    enum { ACTIONS = 10 };
    const session_t *session = &person->table->session;
    const agent_t *agent = &session->seats[session_player(session)].agent;
    analysis_form_t form = {.colour = terminal_has_colour()};
    analysis_t *analysis = analysis_new(session->game, &agent->search, &agent->parallel,
                                        &session->state, ACTIONS);
    play_say_thinking("The search");
    while (!search_run_piece(analysis->search) && !terminal_take_interrupt())
        continue;
    play_say_thinking(NULL);
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
    const session_t *session = &person->table->session;
    printf("%s\n", game_position_text(session->game, &session->state).text);
}

static void turns(person_t *person, const char *argument) {
    (void)argument;
    if (person->table->session.count == 0)
        printf("no actions played yet\n");
    session_write_turns(&person->table->session, stdout);
}

static void save(person_t *person, const char *path) {
    failure_t error;
    char call[OUTSIDE_GAME_CALL];
    if (play_table_save(person->table, path, &error))
        printf("saved in %s; to resume: %s play --load %s\n", path,
               outside_game_call(person->table->session.game->class, call), path);
    else
        printf("%s\n", error.message);
}

static void resign(person_t *person, const char *argument) {
    (void)argument;
    printf("Resign? Type yes or y to resign; anything else continues the game.\n");
    person->resigning = true;
}

static void quit(person_t *person, const char *argument) {
    (void)argument;
    person->leaves = true;
}

static void help(person_t *person, const char *argument);

static const struct {
    const char *name, *argument; /* argument: NULL, or its label; [LABEL]: optional */
    void (*run)(person_t *person, const char *argument);
    bool in_play; /* only while the game is not over */
    const char *help;
} commands[] = {
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
    {"save", "FILE", save, false, "write the game to a file, for --load"},
    {"resign", NULL, resign, true, "resign the game; asks first"},
    {"quit", NULL, quit, false, "leave; saves an unsaved game"},
};
#define COMMANDS ((int)(sizeof commands / sizeof *commands))
_Static_assert(COMMANDS <= (int)PLAY_MAX_COMMANDS, "room for the names");

static void help(person_t *person, const char *argument) {
    (void)argument;
    enum { INDENT = 18 };
    play_display_write_heading(person->table, stdout);
    play_command_guide(person->table);
    printf("\n");
    for (int i = 0; i < COMMANDS; i++) {
        const char *label = commands[i].argument ? commands[i].argument : "";
        int column = printf("  %s %-*s ", commands[i].name,
                            (int)(INDENT - 4 - strlen(commands[i].name)), label);
        text_print_wrapped(stdout, commands[i].help, column, INDENT);
    }
    play_display_wrap("On the board: an empty cell's name if the cell can be chosen, [x] "
                      "other choices, (x) what the last turn named or changed.",
                      columns(), stdout);
    play_display_wrap("Values are the expected score of the player to move: 100 % is a "
                      "win. Ctrl-C during a search makes it play at once.",
                      columns(), stdout);
}

int play_command_names(const char *names[PLAY_MAX_COMMANDS]) {
    for (int i = 0; i < COMMANDS; i++)
        names[i] = commands[i].name;
    return COMMANDS;
}

static void run(person_t *person, int i, const char *argument) {
    const char *label = commands[i].argument;
    if (label && *label != '[' && !*argument)
        printf("usage: %s %s\n", commands[i].name, label);
    else if (!label && *argument)
        printf("%s takes no argument (\"%s\")\n", commands[i].name, argument);
    else if (commands[i].in_play && session_outcome(&person->table->session).over)
        printf("the game is over: undo, save FILE or quit\n");
    else
        commands[i].run(person, argument);
}

bool play_run_command(play_person_t *person, const char *line) {
    token_reader_t reader = token_reader(line);
    token_t word;
    char argument[1024];
    if (!token_next(&reader, &word))
        return false;
    snprintf(argument, sizeof argument, "%s", reader.next + strspn(reader.next, " \t"));
    text_t rest = {argument, sizeof argument, strlen(argument)};
    text_trim(&rest);
    for (int i = 0; i < COMMANDS; i++)
        if (token_is(&word, commands[i].name)) {
            run(person, i, argument);
            return true;
        }
    return false;
}

/* --- Leaving ------------------------------------------------------------------------ */

/* Saves to a new file, named after the game and the time. */
static bool save_somewhere(play_table_t *table, failure_t *error) {
    enum { MOST = 100 };
    char path[128], stamp[32], call[OUTSIDE_GAME_CALL];
    time_t now = time(NULL);
    struct tm local;
    const game_class_t *class = table->session.game->class;
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", localtime_r(&now, &local));
    snprintf(path, sizeof path, "%s-%s.json", class->name, stamp);
    for (int i = 2; i < MOST && access(path, F_OK) == 0; i++)
        snprintf(path, sizeof path, "%s-%s-%d.json", class->name, stamp, i);
    if (!play_table_save(table, path, error))
        return false;
    printf("The game is saved; to resume: %s play --load %s\n",
           outside_game_call(class, call), path);
    return true;
}

bool play_keep(const play_person_t *person, failure_t *error) {
    play_table_t *table = person->table;
    bool over = session_outcome(&table->session).over, saved = true;
    if (!table->changed)
        return true;
    if (table->save_path)
        saved = play_table_save(table, table->save_path, error);
    else if (person->on_terminal && table->session.count > 0)
        saved = save_somewhere(table, error);
    if (!over && (!saved || (!table->save_path && !person->on_terminal)))
        play_say_how_to_continue(&table->session);
    return saved;
}
