#include "mcts/play/play_person.h"

#include "core/game/perft.h"
#include "core/terminal/line_editor.h"
#include "mcts/play/play_commands.h"
#include "mcts/play/play_frame.h"
#include "mcts/play/play_menu.h"
#include "mcts/play/play_view.h"
#include "mcts/play/typed_turn.h"

#include <ctype.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

/* Plays all actions of one turn and reports them in one line. */
static bool play_agents_turn(play_table_t *table, failure_t *error) {
    char who[128], buffer[TURN_TEXT], value[32];
    text_t name = text_into(who, sizeof who), turn = text_into(buffer, sizeof buffer);
    int player = play_table_player(table);
    play_seat_t *seat = play_table_seat(table);
    play_thought_t thought = {0};
    double seconds = 0;
    bool saved = true;
    play_view_player(table, player, &name);
    do {
        play_view_thinking(who);
        play_table_search(table, seat, &thought);
        play_view_thought();
        seconds += thought.seconds;
        turn_text_add(table->game, thought.action, &turn);
        saved = play_table_play(table, thought.action, error);
    } while (saved && !transcript_outcome(&table->transcript).over &&
             play_table_player(table) == player);
    text_t out = text_into(value, sizeof value);
    play_view_value(thought.value, thought.proof, &out);
    printf("%s plays %s (value %s, %u visit%s, %.1f s)\n", who, buffer, value,
           thought.visits, TEXT_PLURAL(thought.visits), seconds);
    return saved;
}

/* --- Input -------------------------------------------------------------------------- */

/* What Tab completes: commands and actions. */
typedef struct dictionary {
    int count;
    const char *words[PLAY_MAX_COMMANDS + GAME_MAX_LEGAL];
    char texts[GAME_MAX_LEGAL][GAME_ACTION_TEXT];
} dictionary_t;

static void fill(dictionary_t *dictionary, const play_table_t *table) {
    action_t actions[GAME_MAX_LEGAL];
    int legal = transcript_outcome(&table->transcript).over
                    ? 0
                    : game_legal(table->game, &table->transcript.state, actions);
    dictionary->count = play_command_names(dictionary->words);
    for (int i = 0; i < legal; i++) {
        game_write_action(table->game, actions[i], dictionary->texts[i]);
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
    play_menu_t *menu = play_menu_new(person->table, line);
    bool found = play_menu_count(menu) > 0;
    play_menu_free(menu);
    if (found)
        memcpy(person->start, line, length + 1);
    return found;
}

/* Tries the line as a complete turn, then a command, then a short form of an action. */
static bool obey(play_person_t *person, const char *line, failure_t *error) {
    play_table_t *table = person->table;
    const state_t *state = &table->transcript.state;
    bool over = transcript_outcome(&table->transcript).over;
    typed_turn_t turn;
    failure_t wrong;
    if (!over && typed_turn_read_whole(table->game, state, line, &turn))
        return play_turn(person, &turn, error);
    if (play_typed_command(person, line) || !line[strspn(line, " \t")])
        return true;
    const char *command = perhaps_command(line);
    if (over)
        printf("the game is over: undo, restart, save FILE or quit; help lists all\n");
    else if (typed_turn_read_short(table->game, state, line, &turn, &wrong))
        return play_turn(person, &turn, error);
    else if (begins_several(person, line))
        person->board_due = true;
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
    const play_table_t *table = person->table;
    if (person->resigning)
        text_add(out, "yes or no");
    else if (transcript_outcome(&table->transcript).over)
        text_add(out, "over");
    else
        play_view_player(table, play_table_player(table), out);
    text_add(out, "> ");
}

/* The board if it is due; else, on a terminal, the status lines. */
static void show(play_person_t *person) {
    play_frame_form_t form = play_frame_form_of_output();
    if (person->board_due) {
        printf("\n");
        play_frame_write(person->table, person->start, &form, stdout);
    } else if (form.rows > 0) {
        play_frame_write_status(person->table, &form, stdout);
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
    fill(dictionary, person->table);
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
    play_view_heading(table, stdout);
    play_view_guide(table);
    while (ok && !person.leaves) {
        bool over = transcript_outcome(&table->transcript).over;
        if (!over && !play_table_seat(table)->person) {
            ok = play_agents_turn(table, error);
            person.board_due = true;
        } else {
            ok = ask(&person, editor, error);
        }
    }
    line_editor_free(editor);
    return ok && play_keep(&person, error);
}
