#include "tests/naive/naive_planes.h"

#include "tests/naive/naive_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Texts -------------------------------------------------------------------------- */

_Noreturn static void give_up(const char *what, const char *text) {
    fprintf(stderr, "naive planes: %s: %s\n", what, text);
    abort();
}

enum { MAX_TOKENS = 400, TOKEN = 24 };

typedef struct tokens {
    int count;
    char word[MAX_TOKENS][TOKEN];
} tokens_t;

static void split(const char *text, tokens_t *tokens) {
    tokens->count = 0;
    for (int used; sscanf(text, " %23s%n", tokens->word[tokens->count], &used) == 1;
         text += used)
        if (++tokens->count == MAX_TOKENS)
            give_up("too many tokens", text);
}

/* "c12": letter and number, from 0. False: no cell name begins there. */
static bool read_name(const char *text, int *letter, int *number, const char **end) {
    char *after;
    if (text[0] < 'a' || text[0] > 'z')
        return false;
    long value = strtol(text + 1, &after, 10);
    if (after == text + 1)
        return false;
    *letter = text[0] - 'a';
    *number = (int)value - 1;
    if (end)
        *end = after;
    return true;
}

/* --- Common to all games ------------------------------------------------------------ */

typedef struct scene {
    const char *variant;
    tokens_t tokens;
    naive_planes_t *out;
    bool turned; /* by half a turn */
} scene_t;

static void fill(naive_planes_t *out, int plane, int value) {
    for (int row = 0; row < out->height; row++)
        for (int column = 0; column < out->width; column++)
            if (out->value[0][row][column])
                out->value[plane][row][column] = (uint8_t)value;
}

static int at_most_64(int number) {
    return number > 64 ? 64 : number;
}

/* --- Seesaw: row and column of NETWORK.md ------------------------------------------- */

static void seesaw_place(int side, bool turned, int letter, int number, int *row,
                         int *column) {
    int last = 2 * side - 2;
    *column = letter;
    *row = number + (letter < side ? 0 : letter - side + 1);
    if (turned) {
        *column = last - *column;
        *row = last - *row;
    }
}

static void seesaw_cell(scene_t *scene, int side, const char *token, bool south_moves) {
    int letter, number, row, column;
    const char *p;
    naive_planes_t *out = scene->out;
    if (!read_name(token, &letter, &number, &p) || *p++ != '=')
        give_up("seesaw", token);
    seesaw_place(side, scene->turned, letter, number, &row, &column);
    if (*p != '-') {
        int base = (*p == 'S') == south_moves ? 1 : 8, size = atoi(p + 1);
        out->value[base + (size > 5 ? 5 : size) - 1][row][column] = 1;
        out->value[base + 5][row][column] = (uint8_t)(size & 1);
        out->value[base + 6][row][column] = (uint8_t)size;
    }
    p = strchr(p, '/') + 1;
    if (*p != '-')
        out->value[(*p == 'S') == south_moves ? 15 : 16][row][column] = 1;
}

static void seesaw(scene_t *scene) {
    naive_planes_t *out = scene->out;
    int side = naive_number(scene->variant, "size", -1), turn = 0;
    bool south = scene->tokens.word[0][0] == 'S';
    scene->turned = !south;
    out->height = out->width = 2 * side - 1;
    out->planes = 27;
    for (int row = 0; row < out->height; row++)
        for (int column = 0; column < out->width; column++)
            out->value[0][row][column] = abs(row - column) < side;
    for (int i = 1; i < scene->tokens.count; i++) {
        const char *token = scene->tokens.word[i];
        int letter, number, row, column;
        const char *p;
        if (token[0] == '>') {
            if (!read_name(token + 1, &letter, &number, &p))
                give_up("seesaw", token);
            seesaw_place(side, scene->turned, letter, number, &row, &column);
            out->value[17][row][column] = (uint8_t)atoi(p + 1);
        } else if (!strchr(token, '=') && token[0] == 'p') {
            fill(out, 18, atoi(token + 1));
        } else if (!strchr(token, '=') && token[0] == 't') {
            turn = atoi(token + 1);
        } else if (strcmp(token, "swapped") != 0) {
            seesaw_cell(scene, side, token, south);
        }
    }
    fill(out, 19, at_most_64(naive_number(scene->variant, "max_turns", -1) - turn));
    fill(out, 20, turn == 0 && south && naive_is(scene->variant, "first_turn", "deploy"));
    fill(out, 21, turn == 0 && south && naive_is(scene->variant, "first_turn", "glide"));
    fill(out, 22, naive_is(scene->variant, "stuck", "loss"));
    fill(out, 23, naive_is(scene->variant, "recapture", "optional"));
    fill(out, 24, naive_is(scene->variant, "capture", "optional"));
}

/* --- Situ --------------------------------------------------------------------------- */

/* On the hex board rows lie half a cell apart: a row's first node has the column in which
 * row + 1 and column - 1 is the next row's node up-left. */
static int situ_first_column(bool hex, int order, int row) {
    return hex && row < order - 1 ? order - 1 - row : 0;
}

static int situ_look(const naive_planes_t *out, char held[][NAIVE_MAX_SIDE], int row,
                     int column, int up, int across) {
    for (;;) {
        row += up;
        column += across;
        if (row < 0 || column < 0 || row >= out->height || column >= out->width ||
            !out->value[0][row][column] || held[row][column] == 'X')
            return 0;
        if (held[row][column])
            return held[row][column];
    }
}

static void situ_sights(const scene_t *scene, char held[][NAIVE_MAX_SIDE], char mover) {
    static const int hex[6][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, -1}, {-1, 1}};
    static const int square[8][2] = {{0, 1}, {0, -1}, {1, 0},  {-1, 0},
                                     {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
    naive_planes_t *out = scene->out;
    bool is_hex = naive_is(scene->variant, "grid", "hex");
    int lines = is_hex ? 6 : naive_is(scene->variant, "grid", "square") ? 4 : 8;
    int surplus = naive_number(scene->variant, "surplus", -1);
    for (int row = 0; row < out->height; row++)
        for (int column = 0; column < out->width; column++) {
            int own = 0, enemy = 0;
            if (!out->value[0][row][column] || held[row][column] == 'X')
                continue;
            for (int i = 0; i < lines; i++) {
                const int *step = is_hex ? hex[i] : square[i];
                int seen = situ_look(out, held, row, column, step[0], step[1]);
                own += seen == mover;
                enemy += seen && seen != mover;
            }
            out->value[4][row][column] = (uint8_t)(own > enemy ? own - enemy : 0);
            out->value[5][row][column] = (uint8_t)(enemy > own ? enemy - own : 0);
            out->value[6][row][column] = own - enemy >= surplus;
            out->value[7][row][column] = enemy - own >= surplus;
        }
}

static void situ(scene_t *scene) {
    naive_planes_t *out = scene->out;
    int order = naive_number(scene->variant, "order", -1), removed = 0;
    bool hex = naive_is(scene->variant, "grid", "hex");
    char held[NAIVE_MAX_SIDE][NAIVE_MAX_SIDE] = {{0}}, mover = scene->tokens.word[0][0];
    const char *phase = scene->tokens.word[1];
    out->height = out->width = hex ? 2 * order + 1 : 2 * order;
    out->planes = 17;
    for (int row = 0; row < out->height; row++) {
        int first = situ_first_column(hex, order, row);
        int length = !hex ? 2 * order : row < order ? order + 2 + row : 3 * order - row;
        for (int i = 0; i < length; i++)
            out->value[0][row][first + i] = 1;
    }
    for (int i = 2; i < scene->tokens.count; i++) {
        int letter, row;
        const char *p;
        if (strcmp(scene->tokens.word[i], "swapped") == 0)
            continue;
        if (!read_name(scene->tokens.word[i], &letter, &row, &p))
            give_up("situ", scene->tokens.word[i]);
        int column = situ_first_column(hex, order, row) + letter;
        held[row][column] = p[1];
        removed += p[1] == 'X';
        out->value[p[1] == 'X' ? 3 : p[1] == mover ? 1 : 2][row][column] = 1;
    }
    situ_sights(scene, held, mover);
    bool removing = strncmp(phase, "cut", 3) == 0;
    fill(out, 8, removing);
    fill(out, 9, removing ? naive_number(scene->variant, "cut", -1) - removed : 0);
    fill(out, 10, strcmp(phase, "first0") == 0);
    fill(out, 11, strcmp(phase, "double1") == 0);
    fill(out, 12, naive_number(scene->variant, "surplus", -1));
    fill(out, 13, hex);
    fill(out, 14, naive_is(scene->variant, "grid", "diagonal"));
}

/* --- Seega -------------------------------------------------------------------------- */

static void seega(scene_t *scene) {
    naive_planes_t *out = scene->out;
    int size = naive_number(scene->variant, "size", -1), letter, number;
    int middle = size / 2, last = size - 1;
    char mover = scene->tokens.word[0][0];
    const char *phase = scene->tokens.word[1];
    out->height = out->width = size;
    out->planes = 16;
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++)
            out->value[0][row][column] = 1;
    for (int i = 3; i < scene->tokens.count; i++) {
        const char *token = scene->tokens.word[i], *p;
        if (strcmp(token, "r") == 0)
            fill(out, 8, 1);
        else if (read_name(token, &letter, &number, &p) && *p == '=')
            out->value[p[1] == mover ? 1 : 2][number][letter] = 1;
    }
    bool placing = strncmp(phase, "place", 5) == 0;
    out->value[3][middle][middle] = 1;
    if (placing && naive_is(scene->variant, "opening", "fixed"))
        out->value[4][0][middle] = out->value[4][last][middle] =
            out->value[4][middle][0] = out->value[4][middle][last] = 1;
    if (strncmp(phase, "move>", 5) == 0 && read_name(phase + 5, &letter, &number, NULL))
        out->value[5][number][letter] = 1;
    fill(out, 6, placing);
    fill(out, 7, strcmp(phase, "place1") == 0);
    fill(out, 9,
         at_most_64(naive_number(scene->variant, "no_capture_limit", -1) -
                    atoi(scene->tokens.word[2] + 1)));
    fill(out, 10, naive_is(scene->variant, "safe_centre", "true"));
    fill(out, 11, naive_is(scene->variant, "blocked", "pass"));
    fill(out, 12, naive_is(scene->variant, "blocked", "loss"));
    fill(out, 13, naive_number(scene->variant, "end_at", -1) == 0);
}

/* --- Cascade ------------------------------------------------------------------------ */

static void cascade(scene_t *scene) {
    naive_planes_t *out = scene->out;
    int size = naive_number(scene->variant, "size", -1), letter, number;
    char own = scene->tokens.word[0][0] == '1' ? 'w' : 'b';
    out->height = out->width = size;
    out->planes = 7;
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++)
            out->value[0][row][column] = 1;
    for (int i = 1; i < scene->tokens.count; i++) {
        const char *p;
        if (read_name(scene->tokens.word[i], &letter, &number, &p) && *p == '=')
            out->value[p[1] == 'r' ? 3 : p[1] == own ? 1 : 2][number][letter] = 1;
    }
    fill(out, 4, naive_is(scene->variant, "direction", "both"));
}

void naive_planes(const char *game, const char *variant, const char *position,
                  bool may_swap, naive_planes_t *out) {
    scene_t scene = {.variant = variant, .out = out};
    memset(out, 0, sizeof *out);
    split(position, &scene.tokens);
    if (strcmp(game, "seesaw") == 0)
        seesaw(&scene);
    else if (strcmp(game, "situ") == 0)
        situ(&scene);
    else if (strcmp(game, "seega") == 0)
        seega(&scene);
    else if (strcmp(game, "cascade") == 0)
        cascade(&scene);
    else
        give_up("no such game", game);
    fill(out, out->planes - 2, naive_is(variant, "swap", "true"));
    fill(out, out->planes - 1, may_swap);
}

/* --- Actions ------------------------------------------------------------------------ */

/* Row and column of "c12" in a game. */
static const char *place_of(const char *game, const char *variant, bool turned,
                            const char *name, int *row, int *column) {
    int letter, number;
    const char *end;
    if (!read_name(name, &letter, &number, &end))
        give_up(game, name);
    *row = number;
    *column = letter;
    if (strcmp(game, "seesaw") == 0)
        seesaw_place(naive_number(variant, "size", -1), turned, letter, number, row,
                     column);
    if (strcmp(game, "situ") == 0)
        *column += situ_first_column(naive_is(variant, "grid", "hex"),
                                     naive_number(variant, "order", -1), number);
    return end;
}

/* The heads that NETWORK.md lists, by the beginning or contents of an action's text. */
static void head_of(const char *game, const char *position, const char *action,
                    naive_output_t *out) {
    bool is_seesaw = strcmp(game, "seesaw") == 0;
    if (strcmp(action, "swap") == 0)
        out->head = is_seesaw ? 2 : strcmp(game, "cascade") == 0 ? 0 : 1;
    else if (is_seesaw)
        out->head = out->kind == 'p'   ? strchr(action, 'x') != NULL
                    : out->kind == 'w' ? strcmp(action, "pass") == 0
                                       : 0;
    else if (strcmp(game, "situ") == 0)
        out->head = action[0] == 'x' ? 1 : action[0] == '~' ? 2 : 0;
    else if (strcmp(game, "seega") == 0)
        out->head = out->kind == 'c' && action[0] == 'x';
    else
        out->head = action[0] == 'r'                             ? 2
                    : (action[0] == 'w') == (position[0] == '1') ? 0
                                                                 : 1;
}

void naive_output(const char *game, const char *variant, const char *position,
                  const char *action, naive_output_t *out) {
    bool turned = position[0] == 'N';
    *out = (naive_output_t){'c', 0, -1, -1, -1, -1};
    if (strcmp(action, "swap") == 0 || strcmp(action, "pass") == 0 ||
        strcmp(action, ".") == 0) {
        out->kind = 'w';
    } else {
        bool marked = strchr("@x~", action[0]) != NULL || action[1] == ':';
        const char *name = action + (action[1] == ':' ? 2 : marked ? 1 : 0);
        const char *end =
            place_of(game, variant, turned, name, &out->from_row, &out->from_column);
        if (*end) {
            out->kind = 'p';
            place_of(game, variant, turned, end + 1, &out->to_row, &out->to_column);
        }
    }
    head_of(game, position, action, out);
}
