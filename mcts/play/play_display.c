#include "mcts/play/play_display.h"

#include "core/base/memory_stream.h"
#include "core/base/text_layout.h"
#include "core/terminal/terminal.h"
#include "mcts/play/typed_turn.h"

#include <ctype.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    TEXT = 4096,         /* bytes of a paragraph */
    ACTION_LINES = 2,    /* of numbered actions below the board */
    GAP = 2,             /* blanks before an action, and before a text beside the board */
    NARROWEST = 12,      /* columns for such a text */
    LONGEST_TURNS = 160, /* characters of the last turns on a terminal */
    GUIDE_COLUMNS = 78   /* that guides are written for */
};

play_form_t play_form_of_output(void) {
    play_form_t form = {.colour = terminal_has_colour(), .columns = 80};
    if (isatty(STDOUT_FILENO)) {
        form.rows = terminal_rows();
        form.columns = terminal_columns(STDOUT_FILENO);
    }
    return form;
}

void play_display_wrap(const char *paragraph, int columns, FILE *file) {
    char lines[2 * TEXT];
    text_t out = text_into(lines, sizeof lines);
    text_wrap(paragraph, columns, &out);
    fputs(lines, file);
}

/* --- The board ---------------------------------------------------------------------- */

/* The last turn and the one before it; returns how many there are. */
static int last_turns(const session_t *session, session_turn_t last[2]) {
    session_turn_t turn = {.end = 0};
    int count = 0;
    for (; session_next_turn(session, &turn); count++) {
        last[0] = last[1];
        last[1] = turn;
    }
    return count < 2 ? count : 2;
}

/* Marks the cells that were named or changed since the opponent's last turn began. */
static void mark_news(const session_t *session, uint8_t marks[GAME_MAX_CELLS]) {
    const game_t *game = session->game;
    session_turn_t last[2] = {{.end = 0}};
    uint8_t before[GAME_MAX_CELLS], now[GAME_MAX_CELLS], cells[GAME_ACTION_CELLS];
    int count = last_turns(session, last);
    if (count == 0)
        return;
    bool in_turn = !session_outcome(session).over &&
                   game_player(game, &last[1].before) == session_player(session);
    const session_turn_t *news = &last[!in_turn || count == 1];
    game_contents(game, &news->before, before);
    game_contents(game, &session->state, now);
    for (int cell = 0; cell < game->cells; cell++)
        if (before[cell] != now[cell])
            marks[cell] = MARK_LAST;
    for (uint32_t i = news->first; i < session->count; i++)
        for (int k = game_action_cells(game, session->actions[i], cells); k > 0; k--)
            marks[cells[k - 1]] = MARK_LAST;
}

static void mark_targets(const session_t *session, const char *start,
                         uint8_t marks[GAME_MAX_CELLS]) {
    action_t actions[GAME_MAX_LEGAL];
    uint8_t cells[GAME_ACTION_CELLS];
    int count = session_legal(session, actions);
    for (int i = 0; i < count; i++) {
        int named = game_action_cells(session->game, actions[i], cells);
        if (named > 0 && typed_turn_begins(session->game, actions[i], start))
            marks[cells[*start ? named - 1 : 0]] = MARK_TARGET;
    }
}

/* "South @b1, North d6-c5" */
static void write_last(const session_t *session, text_t *out) {
    const game_t *game = session->game;
    session_turn_t last[2] = {{.end = 0}};
    for (int i = 2 - last_turns(session, last); i < 2; i++)
        text_add(out, "%s%s %s", i == 1 && last[0].end > 0 ? ", " : "",
                 game->class->side_names[game_side(game, &last[i].before)], last[i].text);
}

static void write_result(const session_t *session, text_t *out) {
    text_add(out, "The game is over. ");
    char *first = out->buffer + out->used;
    session_write_result(session, out);
    *first = (char)toupper((unsigned char)*first); /* "Drawn" */
}

void play_display_write_board(const play_table_t *table, bool colour, FILE *file) {
    const session_t *session = &table->session;
    char picture[GAME_PICTURE_TEXT], text[TEXT];
    text_t out = text_into(picture, sizeof picture);
    game_picture(session->game, &session->state, colour, &out);
    out = text_into(text, sizeof text);
    if (session->count > 0) {
        text_add(&out, "turn %u; last: ", session->turn + 1);
        write_last(session, &out);
        text_add(&out, "\n");
    }
    if (session_outcome(session).over) {
        write_result(session, &out);
        text_add(&out, "\n");
    }
    fprintf(file, "%s%s", picture, text);
}

/* --- The actions -------------------------------------------------------------------- */

int play_display_actions(const session_t *session, const char *start, int columns,
                         int most_lines, FILE *file) {
    char(*shown)[GAME_ACTION_TEXT + 8] = memory_new(GAME_MAX_LEGAL, sizeof *shown);
    action_t actions[GAME_MAX_LEGAL];
    int legal = session_legal(session, actions), count = 0, widest = 0;
    for (int i = 0; i < legal; i++) {
        if (!typed_turn_begins(session->game, actions[i], start))
            continue;
        int width = snprintf(shown[count++], sizeof *shown, "%d %s", i + 1,
                             game_action_text(session->game, actions[i]).text);
        widest = width > widest ? width : widest;
    }
    int across = columns / (widest + GAP) > 1 ? columns / (widest + GAP) : 1;
    bool fits = count <= most_lines * across;
    for (int i = 0; i < count && fits; i++) {
        bool ends = i + 1 == count || i % across == across - 1;
        fprintf(file, "%*s%-*s%s", GAP, "", ends ? 0 : widest, shown[i],
                ends ? "\n" : "");
    }
    free(shown);
    return fits ? count : -count;
}

/* --- Above a prompt ----------------------------------------------------------------- */

typedef struct display {
    char aim[TEXT], last[TEXT], summary[TEXT]; /* paragraphs */
    char picture[GAME_PICTURE_TEXT];           /* lines */
} display_t;

static void write_texts(const play_table_t *table, bool is_short, display_t *display) {
    const session_t *session = &table->session;
    text_t aim = text_into(display->aim, TEXT), last = text_into(display->last, TEXT);
    char turns[TEXT];
    text_t all = text_into(turns, sizeof turns);
    for (const char *c = session->game->class->guide; *c; c++) { /* its first sentence */
        text_add_char(&aim, *c == '\n' ? ' ' : *c);
        if (*c == '.' && (c[1] == ' ' || c[1] == '\n'))
            break;
    }
    write_last(session, &all);
    bool cut = is_short && all.used > LONGEST_TURNS;
    text_add(&last, "Turn %u. %s%s%s", session->turn + 1,
             session->count ? "Last: " : "No actions played yet.", cut ? "... " : "",
             cut ? turns + all.used - LONGEST_TURNS : turns);
}

/* The numbered actions; a summary if they are many or the game is over, which is also
 * written to the display. */
static void write_menu(const session_t *session, const char *start, int columns,
                       display_t *display, FILE *file) {
    text_t summary = text_into(display->summary, TEXT);
    bool over = session_outcome(session).over;
    int count =
        play_display_actions(session, start, columns - 1, over ? 0 : ACTION_LINES, file);
    if (over)
        write_result(session, &summary);
    else
        text_add(&summary, "%d action%s (type moves, a beginning or a cell to list them)",
                 abs(count), TEXT_PLURAL(count));
    if (over || count < 0)
        play_display_wrap(display->summary, columns, file);
}

/* Writes as many words of *text as fit into the width; each newline ends a line. */
static void write_words(char **text, int width, FILE *file) {
    for (int at = 0; **text && **text != '\n';) {
        int length = (int)strcspn(*text, " \n");
        if (at + length + (at > 0) > width)
            return;
        at += fprintf(file, "%s%.*s", at > 0 ? " " : "", length, *text);
        *text += length;
        *text += **text == ' ';
    }
    *text += **text == '\n';
}

/* Writes the picture with the text beside its lines, and what is left of it below. */
static void write_beside(const char *picture, char *text, int columns, FILE *file) {
    for (const char *line = picture; *line; line += strcspn(line, "\n") + 1) {
        char alone[GAME_PICTURE_TEXT];
        snprintf(alone, sizeof alone, "%.*s", (int)strcspn(line, "\n"), line);
        int width = columns - text_width(alone) - GAP;
        fprintf(file, "%s%*s", alone, *text && width >= NARROWEST ? GAP : 0, "");
        if (width >= NARROWEST)
            write_words(&text, width, file);
        fputc('\n', file);
    }
    for (char *c = text; *c; c++)
        *c = *c == '\n' ? ' ' : *c;
    play_display_wrap(text, columns, file);
}

static int count_lines(const char *text) {
    int lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

void play_display_write(const play_table_t *table, const char *start,
                        const play_form_t *form, FILE *file) {
    display_t *display = memory_new(1, sizeof *display);
    const session_t *session = &table->session;
    uint8_t marks[GAME_MAX_CELLS] = {0};
    picture_form_t picture_form = {.colour = form->colour, .marks = marks};
    text_t picture = text_into(display->picture, GAME_PICTURE_TEXT);
    char *stacked, beside[3 * TEXT + 4];
    size_t size;
    write_texts(table, form->rows > 0, display);
    mark_news(session, marks);
    mark_targets(session, start, marks);
    game_picture_marked(session->game, &session->state, &picture_form, &picture);
    FILE *lines = memory_stream_open(&stacked, &size);
    play_display_wrap(display->aim, form->columns, lines);
    fputs(display->picture, lines);
    play_display_wrap(display->last, form->columns, lines);
    write_menu(session, start, form->columns, display, lines);
    memory_stream_close(lines);
    if (form->rows == 0 || count_lines(stacked) < form->rows) {
        fputs(stacked, file);
    } else {
        snprintf(beside, sizeof beside, "%s\n%s\n%s", display->aim, display->last,
                 display->summary);
        write_beside(display->picture, beside, form->columns, file);
    }
    free(stacked);
    free(display);
}

void play_display_write_status(const play_table_t *table, const play_form_t *form,
                               FILE *file) {
    display_t *display = memory_new(1, sizeof *display);
    write_texts(table, true, display);
    play_display_wrap(display->aim, form->columns, file);
    play_display_wrap(display->last, form->columns, file);
    free(display);
}

/* --- Headings and values ------------------------------------------------------------ */

/* "1 s an action", "400 simulations an action". */
static void write_budget(const agent_t *agent, text_t *out) {
    const search_config_t *search = &agent->search;
    const long long simulations = (long long)agent_simulations(agent);
    if (search->time_ms > 0)
        text_add(out, ", %g s an action", (double)search->time_ms / 1000);
    else if (search->max_nodes > 0)
        text_add(out, ", %lld node%s an action", (long long)search->max_nodes,
                 TEXT_PLURAL(search->max_nodes));
    else
        text_add(out, ", %lld simulation%s an action", simulations,
                 TEXT_PLURAL(simulations));
}

void play_display_write_heading(const play_table_t *table, FILE *file) {
    const game_t *game = table->session.game;
    fprintf(file, "%s, %s\n", game->class->title, game->variant_text);
    for (int player = 0; player < 2; player++) {
        char line[256];
        text_t out = text_into(line, sizeof line);
        session_write_player(&table->session, player, &out);
        text_add(&out, ": %s",
                 table->is_person[player] ? "human"
                                          : table->session.seats[player].agent.name);
        if (!table->is_person[player])
            write_budget(&table->session.seats[player].agent, &out);
        fprintf(file, "%s\n", line);
    }
}

void play_display_write_guide(const game_t *game, int columns, FILE *file) {
    char *text = text_copy(game->class->guide);
    for (char *c = text; *c && columns < GUIDE_COLUMNS; c++)
        *c = *c == '\n' ? ' ' : *c;
    if (columns < GUIDE_COLUMNS)
        play_display_wrap(text, columns, file);
    else
        fputs(text, file);
    free(text);
}

void play_display_write_value(const session_found_t *found, text_t *out) {
    static const char *const proofs[] = {"", "loss", "draw", "win"};
    proof_t proof = bounds_proof(found->result.bounds[found->chosen]);
    if (proof == PROOF_NONE)
        text_add(out, "%.1f %%", 100 * (double)found->result.values[found->chosen]);
    else
        text_add(out, "proven %s", proofs[proof]);
}
