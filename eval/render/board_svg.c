#include "eval/render/board_svg.h"

#include "core/base/json.h"
#include "core/game/board_drawing.h"
#include "eval/render/html.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846
/* As shares of a cell's width: pieces, which leave room for the cell's name below them,
 * the offset of that name from the middle, and the mark of a cell of a board of points.
 */
#define PIECE 0.31
#define NAME_BELOW 0.395
#define NAME_ASIDE 0.33
#define SPOT 0.46

typedef struct box {
    double left, top, width, height;
} box_t;

static double x_of(const board_drawing_t *board, int cell) {
    return BOARD_SVG_CELL * board->x[cell];
}

/* Pages grow downwards. */
static double y_of(const board_drawing_t *board, int cell) {
    return -BOARD_SVG_CELL * board->y[cell];
}

static box_t box_of(const board_drawing_t *board) {
    double left = x_of(board, 0), right = left, top = y_of(board, 0), bottom = top;
    double edge = BOARD_SVG_CELL * 0.8;
    for (int cell = 1; cell < board->cells; cell++) {
        left = fmin(left, x_of(board, cell));
        right = fmax(right, x_of(board, cell));
        top = fmin(top, y_of(board, cell));
        bottom = fmax(bottom, y_of(board, cell));
    }
    return (box_t){left - edge, top - edge, right - left + 2 * edge,
                   bottom - top + 2 * edge};
}

/* From the middle of a cell to its corners, so that neighbours touch. */
static double radius(const board_drawing_t *board) {
    return board->corners ? BOARD_SVG_CELL / 2.0 / cos(PI / board->corners)
                          : BOARD_SVG_CELL * SPOT;
}

static double brightness(const char *colour) {
    long rgb = strtol(colour + 1, NULL, 16);
    return 0.299 * (double)(rgb >> 16 & 255) + 0.587 * (double)(rgb >> 8 & 255) +
           0.114 * (double)(rgb & 255);
}

/* "#000000" or "#ffffff", whichever is readable on a colour. */
static const char *ink_on(const char *colour) {
    return brightness(colour) > 140 ? "#000000" : "#ffffff";
}

/* --- Parts -------------------------------------------------------------------------- */

static void open_svg(const board_drawing_t *board, const char *class, const char *title,
                     FILE *page) {
    box_t box = box_of(board);
    fprintf(page,
            "<svg class=\"%s\" role=\"img\" viewBox=\"%.1f %.1f %.1f %.1f\" "
            "aria-label=\"",
            class, box.left, box.top, box.width, box.height);
    html_text(page, title);
    fputs("\">", page);
}

/* The shape of a cell: its corners, or a disc where cells are points. */
static void write_shape(const board_drawing_t *board, int cell, double scale,
                        const char *rest, FILE *page) {
    double r = radius(board) * scale;
    if (board->corners == 0) {
        fprintf(page, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"%s", x_of(board, cell),
                y_of(board, cell), r, rest);
        return;
    }
    fputs("<polygon points=\"", page);
    for (int i = 0; i < board->corners; i++) {
        double angle = (board->first_corner + 360.0 * i / board->corners) * PI / 180;
        fprintf(page, "%s%.1f,%.1f", i ? " " : "", x_of(board, cell) + r * cos(angle),
                y_of(board, cell) - r * sin(angle));
    }
    fprintf(page, "\"%s", rest);
}

static void write_lines(const board_drawing_t *board, FILE *page) {
    fputs("<path class=\"lines\" d=\"", page);
    for (int a = 0; a < board->cells; a++)
        for (int b = 0; b < a; b++)
            if (hypot(board->x[a] - board->x[b], board->y[a] - board->y[b]) <
                board->reach + 1e-6)
                fprintf(page, "M%.1f %.1fL%.1f %.1f", x_of(board, a), y_of(board, a),
                        x_of(board, b), y_of(board, b));
    fputs("\"/>", page);
}

static void write_label_at(const board_drawing_t *board, int cell, const char *class,
                           double right, double down, const char *ink, const char *text,
                           FILE *page) {
    fprintf(page, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\"", class,
            x_of(board, cell) + right, y_of(board, cell) + down);
    if (ink)
        fprintf(page, " fill=\"%s\"", ink);
    fputs(">", page);
    html_text(page, text);
    fputs("</text>", page);
}

static void write_label(const board_drawing_t *board, int cell, const char *class,
                        double down, const char *ink, const char *text, FILE *page) {
    write_label_at(board, cell, class, 0, down, ink, text, page);
}

/* Beside the piece: in the corner of a square that lies on its side, else below. */
static void write_name(const board_drawing_t *board, int cell, const char *ink,
                       FILE *page) {
    bool has_corner = board->corners == 4 && fabs(fmod(board->first_corner, 90) - 45) < 1;
    write_label_at(board, cell, "name", has_corner ? -BOARD_SVG_CELL * NAME_ASIDE : 0,
                   BOARD_SVG_CELL * NAME_BELOW, ink, board->name[cell], page);
}

void board_svg_ground(const board_drawing_t *board, const char *id, FILE *page) {
    fprintf(page, "<g id=\"%s\">", id);
    if (board->corners == 0)
        write_lines(board, page);
    for (int cell = 0; cell < board->cells; cell++) {
        write_shape(board, cell, board->corners ? 1 : 0.2, " class=\"cell\"/>", page);
        write_name(board, cell, NULL, page);
    }
    fputs("</g>\n", page);
}

/* --- Positions ---------------------------------------------------------------------- */

static void write_ground(const board_drawing_t *board, int cell, int ground, FILE *page) {
    char rest[64];
    if (ground == CELL_REMOVED) {
        write_shape(board, cell, board->corners ? 0.9 : 0.65, " class=\"removed\"/>",
                    page);
        write_label(board, cell, "cross", 0, NULL, "×", page);
        return;
    }
    snprintf(rest, sizeof rest, " class=\"ground\" fill=\"%s\"/>",
             board->colour[ground - CELL_OF_SIDE0]);
    write_shape(board, cell, 0.96, rest, page);
}

static void write_piece(const board_drawing_t *board, int cell,
                        const cell_drawing_t *drawn, FILE *page) {
    const char *colour = board->colour[drawn->piece - CELL_OF_SIDE0];
    fprintf(page,
            "<circle class=\"piece\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" "
            "fill=\"%s\"/>",
            x_of(board, cell), y_of(board, cell), BOARD_SVG_CELL * PIECE, colour);
    if (drawn->number > 0) {
        char text[8];
        snprintf(text, sizeof text, "%d", drawn->number);
        write_label(board, cell, "number-on", 0, ink_on(colour), text, page);
    }
}

void board_svg_position(const board_drawing_t *board, const char *ground,
                        const cell_drawing_t *cells, const char *title, FILE *page) {
    open_svg(board, "board", title, page);
    fprintf(page, "<use href=\"#%s\"/>", ground);
    for (int cell = 0; cell < board->cells; cell++) {
        if (cells[cell].ground != CELL_EMPTY)
            write_ground(board, cell, cells[cell].ground, page);
        if (cells[cell].piece != CELL_EMPTY)
            write_piece(board, cell, &cells[cell], page);
    }
    fputs("</svg>", page);
}

/* --- Heat --------------------------------------------------------------------------- */

/* A piece of the position in the corner of a coloured cell, or in the middle of another.
 */
static void write_heat_piece(const board_drawing_t *board, int cell,
                             const cell_drawing_t *drawn, bool is_coloured, FILE *page) {
    double aside = is_coloured ? 0.3 * BOARD_SVG_CELL : 0;
    if (drawn->piece != CELL_EMPTY)
        fprintf(page,
                "<circle class=\"piece\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" "
                "fill=\"%s\"/>",
                x_of(board, cell) + aside, y_of(board, cell) - aside,
                BOARD_SVG_CELL * (is_coloured ? 0.1 : 0.22),
                board->colour[drawn->piece - CELL_OF_SIDE0]);
}

void board_svg_heat(const board_drawing_t *board, const heat_cell_t *heat,
                    const cell_drawing_t *cells, const char *title, FILE *page) {
    open_svg(board, "board heat", title, page);
    if (board->corners == 0)
        write_lines(board, page);
    for (int cell = 0; cell < board->cells; cell++) {
        const char *colour = heat[cell].colour;
        char rest[64] = " class=\"cell blank\"/>";
        if (*colour)
            snprintf(rest, sizeof rest, " class=\"cell\" style=\"fill:%s\"/>", colour);
        fputs("<g class=\"tip\"><title>", page);
        html_text(page, heat[cell].tip);
        fputs("</title>", page);
        write_shape(board, cell, *colour || board->corners ? 1 : 0.2, rest, page);
        write_heat_piece(board, cell, &cells[cell], *colour != 0, page);
        if (*colour)
            write_label(board, cell, "value", -2, ink_on(colour), heat[cell].label, page);
        write_name(board, cell, *colour && board->corners ? ink_on(colour) : NULL, page);
        fputs("</g>", page);
    }
    fputs("</svg>", page);
}

/* --- For scripts -------------------------------------------------------------------- */

static cJSON *rounded(double value) {
    return json_number(round(10 * value) / 10);
}

cJSON *board_svg_json(const board_drawing_t *board) {
    cJSON *json = cJSON_CreateObject();
    box_t box = box_of(board);
    const double sides[] = {box.left, box.top, box.width, box.height};
    cJSON *x = cJSON_AddArrayToObject(json, "x"), *y = cJSON_AddArrayToObject(json, "y");
    cJSON *names = cJSON_AddArrayToObject(json, "names");
    cJSON *view = cJSON_AddArrayToObject(json, "box");
    cJSON *colours = cJSON_AddArrayToObject(json, "colours");
    cJSON *inks = cJSON_AddArrayToObject(json, "inks");
    for (int cell = 0; cell < board->cells; cell++) {
        cJSON_AddItemToArray(x, rounded(x_of(board, cell)));
        cJSON_AddItemToArray(y, rounded(y_of(board, cell)));
        cJSON_AddItemToArray(names, cJSON_CreateString(board->name[cell]));
    }
    for (int i = 0; i < 4; i++)
        cJSON_AddItemToArray(view, rounded(sides[i]));
    for (int i = 0; i < 3; i++) {
        const char *colour = board->colour[i];
        cJSON_AddItemToArray(colours, cJSON_CreateString(colour));
        cJSON_AddItemToArray(inks, cJSON_CreateString(ink_on(colour)));
    }
    json_add_number(json, "corners", board->corners);
    json_add_number(json, "turned", board->first_corner);
    json_add_number(json, "radius", radius(board));
    json_add_number(json, "piece", BOARD_SVG_CELL * PIECE);
    return json;
}
