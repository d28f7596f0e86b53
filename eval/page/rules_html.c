#include "eval/page/rules_html.h"

#include "core/game/board_drawing.h"
#include "eval/render/board_svg.h"
#include "eval/render/html.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 2048, EXAMPLE_LINES = 4, HEADING = 2 /* levels below those of the text */ };

/* The block that a line begins or continues. */
typedef enum { PART_NONE, PART_TEXT, PART_POINTS, PART_NUMBERS, PART_TABLE } part_t;

typedef struct writer {
    FILE *page;
    const char *next; /* of the text */
    const char *id;
    part_t part;
    int rows, examples;
} writer_t;

/* --- Within a line ------------------------------------------------------------------ */

static void write_escaped(FILE *page, const char *text, size_t length) {
    char one[2] = {0};
    for (size_t i = 0; i < length; i++) {
        one[0] = text[i];
        html_text(page, one);
    }
}

/* Length of the text between a mark and the next; 0: there is none. */
static size_t marked(const char *text, const char *mark) {
    const char *end = strstr(text + strlen(mark), mark);
    return end ? (size_t)(end - text) - strlen(mark) : 0;
}

static void write_inline(FILE *page, const char *text) {
    while (*text) {
        const char *close = *text == '[' ? strstr(text, "](") : NULL;
        const char *end = close ? strchr(close, ')') : NULL;
        size_t length;
        if (*text == '`' && (length = marked(text, "`")) > 0) {
            fputs("<code>", page);
            write_escaped(page, text + 1, length);
            fputs("</code>", page);
            text += length + 2;
        } else if (strncmp(text, "**", 2) == 0 && (length = marked(text, "**")) > 0) {
            fputs("<strong>", page);
            write_escaped(page, text + 2, length);
            fputs("</strong>", page);
            text += length + 4;
        } else if (end) {
            write_escaped(page, text + 1, (size_t)(close - text) - 1);
            text = end + 1;
        } else {
            write_escaped(page, text++, 1);
        }
    }
}

/* --- Examples ----------------------------------------------------------------------- */

static void write_position(const game_t *game, const board_drawing_t *board,
                           const char *ground, const char *position, FILE *page) {
    cell_drawing_t cells[GAME_MAX_CELLS];
    state_t state;
    REQUIRE(game_read_position(game, position, &state, NULL));
    board_draw_cells(game, &state, cells);
    fputs("<figure>", page);
    board_svg_position(board, ground, cells, position, page);
    fputs("</figure>", page);
}

static game_t *game_of_line(char *line) {
    char *words[16], *rest = line;
    int count = 0;
    for (char *word; count < 16 && (word = strtok_r(rest, " ", &rest)) != NULL;)
        words[count++] = word;
    return count > 0 ? game_new(words[0], words + 1, count - 1, NULL) : NULL;
}

static bool are_positions(const game_t *game, char lines[EXAMPLE_LINES][LINE]) {
    state_t state;
    return game_read_position(game, lines[1], &state, NULL) &&
           game_read_position(game, lines[3], &state, NULL);
}

static void write_example(writer_t *writer, char lines[EXAMPLE_LINES][LINE]) {
    char ground[96], *first = text_copy(lines[0]);
    game_t *game = game_of_line(first);
    FILE *page = writer->page;
    free(first);
    if (!game || !are_positions(game, lines)) {
        fputs("<pre>", page);
        for (int i = 0; i < EXAMPLE_LINES; i++)
            html_format(page, "%s\n", lines[i]);
        fputs("</pre>\n", page);
        game_free(game);
        return;
    }
    board_drawing_t board;
    board_draw(game, &board);
    snprintf(ground, sizeof ground, "%.64s-%d", writer->id, writer->examples++);
    fputs("<div class=\"example\"><svg class=\"grounds\" width=\"0\" height=\"0\" "
          "aria-hidden=\"true\"><defs>",
          page);
    board_svg_ground(&board, ground, page);
    fputs("</defs></svg>", page);
    write_position(game, &board, ground, lines[1], page);
    fputs("<p class=\"then\"><code>", page);
    html_text(page, lines[2]);
    fputs("</code></p>", page);
    write_position(game, &board, ground, lines[3], page);
    fputs("</div>\n", page);
    game_free(game);
}

/* --- Lines -------------------------------------------------------------------------- */

static bool next_line(writer_t *writer, char line[LINE]) {
    if (!*writer->next)
        return false;
    size_t length = strcspn(writer->next, "\n");
    snprintf(line, LINE, "%.*s", (int)length, writer->next);
    writer->next += length + (writer->next[length] == '\n');
    return true;
}

static void go_to(writer_t *writer, part_t part) {
    static const char *const ends[] = {"", "</p>\n", "</li></ul>\n", "</li></ol>\n",
                                       "</tbody></table></div>\n"};
    static const char *const begins[] = {"", "<p>", "<ul>", "<ol>",
                                         "<div class=\"scroll\" tabindex=\"0\"><table>"};
    if (writer->part == part)
        return;
    fputs(ends[writer->part], writer->page);
    fputs(begins[part], writer->page);
    writer->part = part;
    writer->rows = 0;
}

static void write_block(writer_t *writer, bool is_example) {
    char line[LINE], lines[EXAMPLE_LINES][LINE];
    int count = 0;
    go_to(writer, PART_NONE);
    if (!is_example)
        fputs("<pre tabindex=\"0\">", writer->page);
    while (next_line(writer, line) && strncmp(line, "```", 3) != 0)
        if (!is_example)
            html_format(writer->page, "%s\n", line);
        else if (count < EXAMPLE_LINES)
            memcpy(lines[count++], line, sizeof line);
    if (!is_example)
        fputs("</pre>\n", writer->page);
    else if (count == EXAMPLE_LINES)
        write_example(writer, lines);
}

static void write_heading(writer_t *writer, const char *line) {
    int level = (int)strspn(line, "#");
    go_to(writer, PART_NONE);
    fprintf(writer->page, "<h%d>", level + HEADING);
    write_inline(writer->page, line + level + 1);
    fprintf(writer->page, "</h%d>\n", level + HEADING);
}

static void write_row(writer_t *writer, char *line) {
    if (strncmp(line, "| ---", 5) == 0)
        return;
    bool head = writer->rows++ == 0;
    const char *tag = head ? "th" : "td";
    fputs(head ? "<thead><tr>" : "<tr>", writer->page);
    for (char *cell = line + 1, *end; (end = strstr(cell, " |")) != NULL;
         cell = end + 2) {
        *end = 0;
        fprintf(writer->page, "<%s>", tag);
        write_inline(writer->page, cell + strspn(cell, " "));
        fprintf(writer->page, "</%s>", tag);
    }
    fputs(head ? "</tr></thead><tbody>\n" : "</tr>\n", writer->page);
}

/* Offset of the text of a list item; 0: the line is not a list item. */
static size_t point(const char *line, part_t *part) {
    size_t digits = strspn(line, "0123456789");
    *part = PART_POINTS;
    if (strncmp(line, "- ", 2) == 0)
        return 2;
    *part = PART_NUMBERS;
    return digits > 0 && strncmp(line + digits, ". ", 2) == 0 ? digits + 2 : 0;
}

static void write_line(writer_t *writer, char *line) {
    part_t part;
    size_t from;
    if (strncmp(line, "```", 3) == 0) {
        write_block(writer, strncmp(line, "```example", 10) == 0);
    } else if (*line == '#') {
        write_heading(writer, line);
    } else if (*line == '|') {
        go_to(writer, PART_TABLE);
        write_row(writer, line);
    } else if (!*line) {
        if (writer->part != PART_POINTS && writer->part != PART_NUMBERS)
            go_to(writer, PART_NONE);
    } else if ((from = point(line, &part)) > 0) {
        bool continues = writer->part == part;
        go_to(writer, part);
        fputs(continues ? "</li><li>" : "<li>", writer->page);
        write_inline(writer->page, line + from);
    } else {
        bool in_list =
            (writer->part == PART_POINTS || writer->part == PART_NUMBERS) && *line == ' ';
        if (!in_list)
            go_to(writer, PART_TEXT);
        write_inline(writer->page, line + strspn(line, " "));
        fputc('\n', writer->page);
    }
}

void rules_html(const char *markdown, const char *id, FILE *page) {
    writer_t writer = {.page = page, .next = markdown, .id = id};
    char line[LINE];
    while (next_line(&writer, line))
        write_line(&writer, line);
    go_to(&writer, PART_NONE);
}
