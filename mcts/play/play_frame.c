#include "mcts/play/play_frame.h"

#include "core/base/text_layout.h"
#include "core/game/perft.h"
#include "core/terminal/terminal.h"
#include "mcts/play/play_board.h"
#include "mcts/play/play_menu.h"

#include <stdlib.h>
#include <unistd.h>

enum {
    TEXT = 4096,        /* bytes of the texts beside the board */
    MENU_LINES = 2,     /* of the numbered actions */
    NARROWEST = 12,     /* a column of text beside the board */
    GAP = 2,            /* blanks before it */
    MOST_LINES = 256,   /* of a picture */
    LONGEST_TURNS = 160 /* characters of the last turns on a terminal */
};

play_frame_form_t play_frame_form_of_output(void) {
    play_frame_form_t form = {.colour = terminal_has_colour(), .columns = 80};
    if (isatty(STDOUT_FILENO)) {
        form.rows = terminal_rows();
        form.columns = terminal_columns(STDOUT_FILENO);
    }
    return form;
}

/* --- Texts -------------------------------------------------------------------------- */

/* The first sentence of the guide. */
static void write_aim(const play_table_t *table, text_t *out) {
    const char *guide = table->game->class->guide;
    for (const char *c = guide; *c; c++) {
        text_add_char(out, *c == '\n' ? ' ' : *c);
        if (*c == '.' && (c[1] == ' ' || c[1] == '\n'))
            break;
    }
}

static void write_last(const play_table_t *table, bool short_one, text_t *out) {
    const transcript_t *transcript = &table->transcript;
    char buffer[2 * TURN_TEXT + 128];
    text_t last = text_into(buffer, sizeof buffer);
    play_board_write_last(table, &last);
    text_add(out, "Turn %u. ", transcript->turn + 1);
    if (transcript->count == 0)
        text_add(out, "No actions played yet.");
    else if (short_one && last.used > LONGEST_TURNS)
        text_add(out, "Last: ... %s", buffer + last.used - LONGEST_TURNS);
    else
        text_add(out, "Last: %s", buffer);
}

static void write_result(const play_table_t *table, text_t *out) {
    text_add(out, "The game is over. ");
    transcript_write_result(&table->transcript, out);
}

/* --- Beside the board --------------------------------------------------------------- */

typedef struct picture_lines {
    int count;
    const char *line[MOST_LINES];
    int width[MOST_LINES];
} picture_lines_t;

/* A paragraph to the right of some lines of the picture. */
typedef struct block {
    int first, count, column;
    char text[TEXT]; /* lines */
} block_t;

static void split(char *picture, picture_lines_t *lines) {
    char *rest = picture;
    lines->count = 0;
    for (char *line; (line = rest) && *line && lines->count < MOST_LINES;) {
        rest = strchr(line, '\n');
        if (rest)
            *rest++ = 0;
        lines->line[lines->count] = line;
        lines->width[lines->count++] = text_width(line);
    }
}

/* Wraps paragraphs, one per line, into the space beside the block's lines. */
static bool try_block(const picture_lines_t *lines, int columns, const char *paragraphs,
                      block_t *block) {
    text_t out = text_into(block->text, sizeof block->text);
    block->column = 0;
    for (int i = block->first; i < block->first + block->count; i++)
        if (lines->width[i] + GAP > block->column)
            block->column = lines->width[i] + GAP;
    int width = columns - block->column, used = 0;
    for (const char *text = paragraphs; width >= NARROWEST && *text;) {
        char paragraph[TEXT];
        size_t length = strcspn(text, "\n");
        snprintf(paragraph, sizeof paragraph, "%.*s", (int)length, text);
        used += text_wrap(paragraph, width, &out);
        text += length + (text[length] == '\n');
    }
    return width >= NARROWEST && used <= block->count;
}

static bool fit_above(const picture_lines_t *lines, int columns, const char *paragraphs,
                      block_t *block) {
    block->first = 0;
    for (block->count = 1; block->count <= lines->count; block->count++)
        if (try_block(lines, columns, paragraphs, block))
            return true;
    return false;
}

static bool fit_below(const picture_lines_t *lines, int columns, const char *paragraphs,
                      block_t *block) {
    for (block->count = 1; block->count <= lines->count; block->count++) {
        block->first = lines->count - block->count;
        if (try_block(lines, columns, paragraphs, block))
            return true;
    }
    return false;
}

static void print_line(const picture_lines_t *lines, int i, const block_t *block,
                       const char **next, FILE *file) {
    fputs(lines->line[i], file);
    if (i >= block->first && i < block->first + block->count && **next) {
        int length = (int)strcspn(*next, "\n");
        fprintf(file, "%*s%.*s", block->column - lines->width[i], "", length, *next);
        *next += length + 1;
    }
    fputc('\n', file);
}

/* False: it does not fit, and nothing is written. */
static bool write_beside(char *picture, const char *above, const char *below,
                         const play_frame_form_t *form, FILE *file) {
    picture_lines_t lines;
    block_t top, bottom;
    split(picture, &lines);
    if (!fit_above(&lines, form->columns, above, &top) ||
        !fit_below(&lines, form->columns, below, &bottom) || top.count > bottom.first)
        return false;
    const char *next_of_top = top.text, *next_of_bottom = bottom.text;
    for (int i = 0; i < lines.count; i++)
        if (i < bottom.first)
            print_line(&lines, i, &top, &next_of_top, file);
        else
            print_line(&lines, i, &bottom, &next_of_bottom, file);
    return true;
}

/* --- The frame ---------------------------------------------------------------------- */

typedef struct frame {
    char aim[TEXT], last[TEXT], summary[TEXT]; /* paragraphs */
    char menu[TEXT];                           /* lines */
    char picture[GAME_PICTURE_TEXT];
} frame_t;

static void fill_menu(const play_table_t *table, const char *start, int columns,
                      frame_t *frame) {
    text_t summary = text_into(frame->summary, TEXT), menu = text_into(frame->menu, TEXT);
    play_menu_t *actions = play_menu_new(table, start);
    if (transcript_outcome(&table->transcript).over) {
        write_result(table, &summary);
        text_wrap(frame->summary, columns, &menu);
    } else {
        play_menu_write_summary(actions, &summary);
        if (!play_menu_write(actions, columns - 1, MENU_LINES, &menu)) {
            text_t whole = text_into(frame->menu, TEXT);
            char buffer[TEXT + 64];
            snprintf(buffer, sizeof buffer,
                     "%s (type moves, a beginning or a cell to list them)",
                     frame->summary);
            text_wrap(buffer, columns, &whole);
        }
    }
    play_menu_free(actions);
}

static int count_lines(const char *text) {
    int lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

static void write_stacked(const frame_t *frame, const char *menu, int columns,
                          FILE *file) {
    char buffer[TEXT];
    text_t out = text_into(buffer, sizeof buffer);
    text_wrap(frame->aim, columns, &out);
    fprintf(file, "%s%s", buffer, frame->picture);
    out = text_into(buffer, sizeof buffer);
    text_wrap(frame->last, columns, &out);
    fprintf(file, "%s%s", buffer, menu);
}

/* Lines of the frame without its menu, including the prompt. */
static int count_stacked(const frame_t *frame, int columns) {
    char buffer[TEXT];
    text_t out = text_into(buffer, sizeof buffer);
    int lines = text_wrap(frame->aim, columns, &out);
    out = text_into(buffer, sizeof buffer);
    return lines + text_wrap(frame->last, columns, &out) + count_lines(frame->picture) +
           1;
}

static void lay_out(frame_t *frame, const play_frame_form_t *form, FILE *file) {
    char below[2 * TEXT + 4];
    int room = form->rows - count_stacked(frame, form->columns);
    if (form->rows == 0 || room >= count_lines(frame->menu)) {
        write_stacked(frame, frame->menu, form->columns, file);
        return;
    }
    /* If texts fit beside the picture, it is split into lines. */
    char *picture = text_copy(frame->picture);
    snprintf(below, sizeof below, "%s\n%s", frame->last, frame->summary);
    if (!write_beside(picture, frame->aim, below, form, file)) {
        free(picture);
        picture = text_copy(frame->picture);
        if (room >= 0 || !write_beside(picture, frame->aim, frame->last, form, file))
            write_stacked(frame, "", form->columns, file);
    }
    free(picture);
}

void play_frame_write(const play_table_t *table, const char *start,
                      const play_frame_form_t *form, FILE *file) {
    frame_t *frame = memory_new(1, sizeof *frame);
    text_t aim = text_into(frame->aim, TEXT), last = text_into(frame->last, TEXT),
           picture = text_into(frame->picture, GAME_PICTURE_TEXT);
    write_aim(table, &aim);
    write_last(table, form->rows > 0, &last);
    play_board_write(table, start, form->colour, &picture);
    fill_menu(table, start, form->columns, frame);
    lay_out(frame, form, file);
    free(frame);
}

void play_frame_write_status(const play_table_t *table, const play_frame_form_t *form,
                             FILE *file) {
    char texts[2][TEXT], lines[2][TEXT];
    text_t aim = text_into(texts[0], TEXT), last = text_into(texts[1], TEXT);
    write_aim(table, &aim);
    write_last(table, true, &last);
    for (int i = 0; i < 2; i++) {
        text_t out = text_into(lines[i], TEXT);
        text_wrap(texts[i], form->columns, &out);
        fputs(lines[i], file);
    }
}
