#include "mcts/play/play_person.h"

#include "core/game/perft.h"
#include "core/terminal/line_editor.h"
#include "mcts/play/play_commands.h"
#include "mcts/play/play_view.h"
#include "mcts/play/typed_turn.h"

#include <ctype.h>
#include <stdlib.h>
#include <unistd.h>

/* All actions of one turn, in one line. */
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
    printf("%s plays %s (%s for it, %u visit%s, %.1f s)\n", who, buffer, value,
           thought.visits, TEXT_PLURAL(thought.visits), seconds);
    return saved;
}

/* --- The person's ------------------------------------------------------------------- */

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

/* A command that was perhaps meant: what is written in letters alone. */
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

/* An action before all, then a command, then the beginning of an action. */
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
    else if (command)
        printf("\"%s\" is neither an action nor a command; did you mean %s?\n", line,
               command);
    else
        printf("%s (or help)\n", wrong.message);
    return true;
}

static void write_prompt(const play_table_t *table, text_t *out) {
    if (transcript_outcome(&table->transcript).over)
        text_add(out, "over");
    else
        play_view_player(table, play_table_player(table), out);
    text_add(out, "> ");
}

static bool ask(play_person_t *person, line_editor_t *editor, failure_t *error) {
    play_table_t *table = person->table;
    char buffer[128];
    text_t prompt = text_into(buffer, sizeof buffer);
    if (person->board_due) {
        printf("\n");
        play_view_board(table, person->colour, stdout);
        if (!transcript_outcome(&table->transcript).over)
            play_view_actions(table, false);
        person->board_due = false;
    }
    write_prompt(table, &prompt);
    dictionary_t *dictionary = memory_new(1, sizeof *dictionary);
    fill(dictionary, table);
    const char *line =
        line_editor_read(editor, buffer, dictionary->words, dictionary->count);
    person->leaves = line == NULL;
    bool right = !line || obey(person, line, error);
    free(dictionary);
    return right;
}

bool play_person(play_table_t *table, failure_t *error) {
    play_person_t person = {.table = table, .board_due = true};
    line_editor_t *editor = line_editor_new();
    bool right = true;
    person.on_terminal = isatty(STDIN_FILENO) != 0;
    person.colour = isatty(STDOUT_FILENO) != 0;
    play_view_heading(table, stdout);
    play_view_guide(table);
    while (right && !person.leaves) {
        bool over = transcript_outcome(&table->transcript).over;
        if (!over && !play_table_seat(table)->person) {
            right = play_agents_turn(table, error);
            person.board_due = true;
        } else {
            right = ask(&person, editor, error);
        }
    }
    line_editor_free(editor);
    return right && play_keep(&person, error);
}
