#include "mcts/play/play_person.h"

#include "core/terminal/line_editor.h"
#include "core/terminal/terminal.h"
#include "mcts/play/play_commands.h"
#include "mcts/play/play_display.h"
#include "mcts/play/typed_turn.h"

#include <ctype.h>
#include <stdlib.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

/* Plays all actions of one turn and reports them in one line. */
static bool play_agents_turn(play_table_t *table, failure_t *error) {
    session_t *session = &table->session;
    char who[128], buffer[TURN_TEXT], value[32];
    text_t name = text_into(who, sizeof who), turn = text_into(buffer, sizeof buffer);
    text_t out = text_into(value, sizeof value);
    int player = session_player(session);
    session_found_t found;
    double seconds = 0;
    bool saved = true, stopped;
    session_write_player(session, player, &name);
    do {
        play_say_thinking(who);
        play_table_think(table, &found, &stopped);
        play_say_thinking(NULL);
        seconds += found.seconds;
        action_t action = found.result.actions[found.chosen];
        turn_text_add(session->game, action, &turn);
        saved = play_table_play(table, action, error);
    } while (saved && !session_outcome(session).over &&
             session_player(session) == player);
    play_display_write_value(&found, &out);
    printf("%s plays %s (value %s, %u visit%s, %.1f s)\n", who, buffer, value,
           found.result.root_visits, TEXT_PLURAL(found.result.root_visits), seconds);
    return saved;
}

/* --- Input -------------------------------------------------------------------------- */

/* What Tab completes: commands and actions. */
typedef struct dictionary {
    int count;
    const char *words[PLAY_MAX_COMMANDS + GAME_MAX_LEGAL];
    char texts[GAME_MAX_LEGAL][GAME_ACTION_TEXT];
} dictionary_t;

static void fill(dictionary_t *dictionary, const session_t *session) {
    action_t actions[GAME_MAX_LEGAL];
    int legal = session_legal(session, actions);
    dictionary->count = play_command_names(dictionary->words);
    for (int i = 0; i < legal; i++) {
        game_write_action(session->game, actions[i], dictionary->texts[i]);
        dictionary->words[dictionary->count++] = dictionary->texts[i];
    }
}

/* A command that may have been meant, if the word consists of letters only. */
static const char *perhaps_command(const char *line) {
    const char *names[PLAY_MAX_COMMANDS];
    char word[32];
    size_t length = strcspn(line, " \t");
    for (size_t i = 0; i < length; i++)
        if (!isalpha((unsigned char)line[i]))
            return NULL;
    if (length == 0 || length >= sizeof word)
        return NULL;
    snprintf(word, sizeof word, "%.*s", (int)length, line);
    return text_nearest(word, names, play_command_names(names));
}

static bool play_turn(play_person_t *person, const typed_turn_t *turn, failure_t *error) {
    bool saved = true;
    for (int i = 0; i < turn->count; i++)
        saved = play_table_play(person->table, turn->actions[i], error) && saved;
    person->board_due = true;
    return saved;
}

/* Whether actions begin with the line; if so, they are shown with the board. */
static bool begins_several(play_person_t *person, const char *line) {
    size_t length = strlen(line);
    if (length >= sizeof person->start || line[strspn(line, "0123456789")] == 0)
        return false;
    person->board_due =
        play_display_actions(&person->table->session, line, 1, 0, stdout) != 0;
    if (person->board_due)
        memcpy(person->start, line, length + 1);
    return person->board_due;
}

/* Tries the line as a complete turn, then a command, then a short form of an action. */
static bool obey(play_person_t *person, const char *line, failure_t *error) {
    const session_t *session = &person->table->session;
    bool over = session_outcome(session).over;
    typed_turn_t turn;
    failure_t wrong;
    if (!over && typed_turn_read_whole(session->game, &session->state, line, &turn))
        return play_turn(person, &turn, error);
    if (play_run_command(person, line) || !line[strspn(line, " \t")])
        return true;
    const char *command = perhaps_command(line);
    if (over)
        printf("the game is over: undo, save FILE or quit; help lists all\n");
    else if (typed_turn_read_short(session->game, &session->state, line, &turn, &wrong))
        return play_turn(person, &turn, error);
    else if (begins_several(person, line))
        return true;
    else if (command)
        printf("\"%s\" is neither an action nor a command; did you mean %s?\n", line,
               command);
    else
        printf("%s (or help)\n", wrong.message);
    return true;
}

/* Reads the answer to "resign"; false: the line is not one, and is handled as usual. */
static bool answer(play_person_t *person, const char *line) {
    bool yes = strcasecmp(line, "yes") == 0 || strcasecmp(line, "y") == 0;
    bool no = strcasecmp(line, "no") == 0 || strcasecmp(line, "n") == 0 || !*line;
    if (!person->resigning)
        return false;
    person->resigning = false;
    if (yes)
        play_table_resign(person->table);
    else
        printf("The game continues.\n");
    person->board_due = yes;
    return yes || no;
}

static void write_prompt(const play_person_t *person, text_t *out) {
    const session_t *session = &person->table->session;
    if (person->resigning)
        text_add(out, "yes or no");
    else if (session_outcome(session).over)
        text_add(out, "over");
    else
        session_write_player(session, session_player(session), out);
    text_add(out, "> ");
}

/* The board if it is due; else, on a terminal, the status lines. */
static void show(play_person_t *person) {
    play_form_t form = play_form_of_output();
    if (person->board_due) {
        printf("\n");
        play_display_write(person->table, person->start, &form, stdout);
    } else if (form.rows > 0) {
        play_display_write_status(person->table, &form, stdout);
    }
    person->board_due = false;
    *person->start = 0;
}

static bool ask(play_person_t *person, line_editor_t *editor, failure_t *error) {
    char buffer[128];
    text_t prompt = text_into(buffer, sizeof buffer);
    show(person);
    write_prompt(person, &prompt);
    dictionary_t *dictionary = memory_new(1, sizeof *dictionary);
    fill(dictionary, &person->table->session);
    const char *line =
        line_editor_read(editor, buffer, dictionary->words, dictionary->count);
    person->leaves = line == NULL;
    bool ok = !line || answer(person, line) || obey(person, line, error);
    free(dictionary);
    return ok;
}

bool play_person(play_table_t *table, failure_t *error) {
    play_person_t person = {.table = table, .board_due = true};
    line_editor_t *editor = line_editor_new();
    bool ok = true;
    person.on_terminal = isatty(STDIN_FILENO) != 0;
    play_display_write_heading(table, stdout);
    play_command_guide(table);
    while (ok && !person.leaves) {
        if (!session_outcome(&table->session).over && !play_table_person_moves(table)) {
            ok = play_agents_turn(table, error);
            person.board_due = true;
        } else {
            ok = ask(&person, editor, error);
        }
    }
    line_editor_free(editor);
    return ok && play_keep(&person, error);
}

/* --- Two agents --------------------------------------------------------------------- */

/* "  12. South (player 1)  d4xe5       55.7 %        400 visits   0.01 s" */
static void print_action(const session_t *session, const session_found_t *found) {
    char who[128], action[GAME_ACTION_TEXT], value[32];
    text_t name = text_into(who, sizeof who), out = text_into(value, sizeof value);
    session_write_player(session, session_player(session), &name);
    game_write_action(session->game, found->result.actions[found->chosen], action);
    play_display_write_value(found, &out);
    printf("%4u. %-18s %-10s %11s %10u visits %7.2f s\n", session->count + 1, who, action,
           value, found->result.root_visits, found->seconds);
}

/* Ctrl-C interrupts it. */
static void pause_for(double seconds) {
    struct timespec time = {.tv_sec = (time_t)seconds};
    time.tv_nsec = (long)((seconds - (double)time.tv_sec) * 1e9);
    if (!terminal_interrupted())
        nanosleep(&time, NULL);
}

bool play_watch(play_table_t *table, double delay, failure_t *error) {
    const session_t *session = &table->session;
    bool live = terminal_moves(), saved = true, stopped = false;
    play_display_write_heading(table, stdout);
    printf("\n");
    while (saved && !terminal_interrupted() && !session_outcome(session).over) {
        session_found_t found;
        play_say_thinking(live ? "The search" : NULL);
        play_table_think(table, &found, &stopped);
        play_say_thinking(NULL);
        if (stopped)
            break;
        print_action(session, &found);
        saved = play_table_play(table, found.result.actions[found.chosen], error);
        if (live && !session_outcome(session).over) {
            play_display_write_board(table, true, stdout);
            fflush(stdout);
            pause_for(delay);
        }
    }
    printf("\n");
    play_display_write_board(table, live, stdout);
    if (!session_outcome(session).over) {
        printf("Stopped.\n");
        play_say_how_to_continue(session);
    }
    return saved;
}
