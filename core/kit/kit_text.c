/* Texts and drawing of games of the kit. */
#include "core/game/board_drawing.h"
#include "core/game/grid_text.h"
#include "core/game/picture_row.h"
#include "core/kit/kit_class.h"
#include "core/kit/kit_state.h"

#include <inttypes.h>
#include <stdlib.h>

/* --- Actions ------------------------------------------------------------------------ */

static kit_form_t form_of(const kit_t *k, action_t action) {
    return k->group[k->kind[k->action[action].kind].group].form;
}

static int action_cells(const game_t *game, action_t action,
                        uint8_t cells[GAME_ACTION_CELLS]) {
    const kit_t *k = kit_of(game);
    kit_form_t form = form_of(k, action);
    if (form == KIT_CALL || form == KIT_CALL_AT || form == KIT_DROP)
        return 0;
    cells[0] = k->action[action].cell;
    cells[1] = k->action[action].target;
    return form == KIT_PLACE ? 1 : 2;
}

static void write_action(const game_t *game, action_t action, text_t *out) {
    const kit_t *k = kit_of(game);
    const kit_action_t *written = &k->action[action];
    kit_form_t form = form_of(k, action);
    for (const char *c = k->group[k->kind[written->kind].group].text; *c; c++)
        text_add_char(out, *c); /* reading an action writes them all */
    if (form == KIT_DROP)
        text_add_char(out, (char)('a' + written->cell));
    else if (form != KIT_CALL)
        game_write_cell(game, written->cell, out);
    if (form == KIT_SLIDE || form == KIT_HOP || form == KIT_PAIR) {
        text_add_char(out, '-');
        game_write_cell(game, written->target, out);
    }
}

/* --- Positions ---------------------------------------------------------------------- */

static void write_past(const kit_t *k, const void *state, text_t *out) {
    uint32_t past[KIT_HISTORY];
    kit_get_past(k, state, past);
    int count = k->layout->history;
    while (count > 0 && past[count - 1] == 0)
        count--;
    for (int i = 0; i < count; i++)
        text_add(out, "%s%" PRIx32, i ? "," : " past=", past[i]);
}

static void write_position(const game_t *game, const void *state, position_form_t form,
                           text_t *out) {
    const kit_t *k = kit_of(game);
    kit_head_t head;
    int counters = KIT_COUNTERS;
    memcpy(&head, state, sizeof head);
    grid_write_position(game, state, form, out);
    if (head.phase)
        text_add(out, " phase=%d", head.phase);
    if (head.mark != NO_CELL) {
        text_add(out, " mark=");
        game_write_cell(game, head.mark, out);
    }
    while (counters > 0 && head.count[counters - 1] == 0)
        counters--;
    for (int i = 0; i < counters; i++)
        text_add(out, "%s%d", i ? "," : " count=", head.count[i]);
    int usual = kit_usually_played(k);
    bool shown = form == POSITION_FULL ? head.played != usual : head.played < usual;
    if (shown)
        text_add(out, " played=%d", head.played);
    write_past(k, state, out);
}

/* Reads "NAME=" and moves past it. */
static bool skip(const char **text, const char *name) {
    size_t length = strlen(name);
    if (strncmp(*text, name, length) != 0)
        return false;
    *text += length;
    return true;
}

static bool read_count(const char **text, uint16_t *value) {
    long number = 0;
    bool ok = text_read_number(text, UINT16_MAX, &number);
    *value = (uint16_t)number;
    return ok;
}

static bool read_mark(const game_t *game, const char **text, uint8_t *mark) {
    for (int cell = 0; cell < game->cells; cell++) {
        char name[GAME_CELL_TEXT];
        text_t out = text_into(name, sizeof name);
        game_write_cell(game, cell, &out);
        if (strncmp(*text, name, out.used) == 0 && !((*text)[out.used] > ' ')) {
            *mark = (uint8_t)cell;
            *text += out.used;
            return true;
        }
    }
    return false;
}

/* Reads the hashes of earlier positions, "1c0ffee,2". */
static bool read_past(const kit_t *k, const char **text, uint32_t *past) {
    for (int i = 0; i < k->layout->history; i++) {
        size_t digits = strspn(*text, "0123456789abcdef");
        if (digits == 0 || digits > 8)
            return false;
        past[i] = (uint32_t)strtoul(*text, NULL, 16);
        *text += digits;
        if (**text != ',')
            return true;
        ++*text;
    }
    return false;
}

/* Reads one token after the cells. */
static bool read_token(const game_t *game, const token_t *token, kit_head_t *head,
                       uint32_t *past) {
    const char *text = token->start;
    uint16_t number = 0;
    bool ok = false;
    if (skip(&text, "phase=")) {
        ok = read_count(&text, &number) && number <= UINT8_MAX;
        head->phase = (uint8_t)number;
    } else if (skip(&text, "mark=")) {
        ok = read_mark(game, &text, &head->mark);
    } else if (skip(&text, "played=")) {
        ok = read_count(&text, &head->played);
    } else if (skip(&text, "past=")) {
        ok = read_past(kit_of(game), &text, past);
    } else if (skip(&text, "count=")) {
        ok = read_count(&text, &head->count[0]);
        for (int i = 1; ok && i < KIT_COUNTERS && *text == ','; i++)
            ok = skip(&text, ",") && read_count(&text, &head->count[i]);
    }
    return ok && text == token->start + token->length;
}

static bool read_position(const game_t *game, const char *text, void *state,
                          failure_t *error) {
    const kit_t *k = kit_of(game);
    token_reader_t reader = token_reader(text);
    token_t token;
    char cells[GAME_POSITION_TEXT];
    kit_head_t head;
    for (int i = 0; i < 2; i++)
        if (!token_next(&reader, &token))
            return error_set(error,
                             "position text: must be the mover, 1 or 2, and the cells");
    snprintf(cells, sizeof cells, "%.*s", (int)(token.start + token.length - text), text);
    if (!grid_read_position(game, cells, state, error))
        return false;
    memcpy(&head, state, sizeof head);
    uint32_t past[KIT_HISTORY] = {0};
    while (token_next(&reader, &token))
        if (!read_token(game, &token, &head, past))
            return error_set(error,
                             "position text, column %d: after the cells may follow "
                             "phase=N, mark=CELL, count=N,N,..., played=N%s",
                             token.column, k->layout->history ? ", past=HASH,..." : "");
    if (!kit_check_head(k, &head, error))
        return error_prefix(error, "position text");
    memcpy(state, &head, sizeof head);
    kit_set_past(k, state, past);
    kit_set_result(k, state);
    return true;
}

/* --- Drawing ------------------------------------------------------------------------ */

static void draw_board(const game_t *game, struct board_drawing *board) {
    const kit_t *k = kit_of(game);
    grid_draw_board(game, board);
    if (k->is_graph) {
        board->corners = 0;
        board->reach = 1.5;
    }
    if (!k->is_hex)
        return;
    board->corners = 6;
    board->first_corner = 90;
    for (int cell = 0; cell < k->cells; cell++) {
        board->x[cell] = column_of(k, cell) + 0.5 * row_of(k, cell);
        board->y[cell] = 0.8660254037844386 * row_of(k, cell);
    }
}

static void draw_cells(const game_t *game, const void *state,
                       struct cell_drawing *cells) {
    const kit_t *k = kit_of(game);
    uint8_t contents[GAME_MAX_CELLS];
    kit_contents(game, state, contents);
    for (int cell = 0; cell < k->cells; cell++)
        cells[cell] = on_board(k, cell)
                          ? (cell_drawing_t){.piece = contents[cell] & CELL_OWNER,
                                             .number = contents[cell] / CELL_KIND}
                          : (cell_drawing_t){.ground = CELL_REMOVED};
}

/* Where a place begins in a picture's line; rows of hexagons are moved by halves. */
static int picture_column(const kit_t *k, int x, int y, int width) {
    return 4 + width * x + (k->is_hex ? width / 2 * y : 0);
}

static void picture_cell(const game_t *game, int cell, uint8_t content, int width,
                         const picture_form_t *form, picture_row_t *row) {
    static const char *const colours[] = {"\033[2m", "\033[1;31m", "\033[1;34m",
                                          "\033[1;33m"}; /* by owner */
    const kit_t *k = kit_of(game);
    char face[GAME_CELL_TEXT];
    text_t out = text_into(face, sizeof face);
    uint8_t mark = picture_mark(form, cell);
    bool is_named = mark == MARK_TARGET && content == CELL_EMPTY;
    if (is_named)
        game_write_cell(game, cell, &out);
    else
        text_add_char(&out, game->board.letters[content]);
    picture_row_put_cell(
        row, picture_column(k, column_of(k, cell), row_of(k, cell), width),
        is_named ? 0 : mark, face,
        form->colour && !is_named ? colours[content & CELL_OWNER] : NULL);
}

static void picture_counts(const game_t *game, const void *state, text_t *out) {
    const kit_t *k = kit_of(game);
    const char *const *names = game->class->side_names;
    kit_head_t head;
    memcpy(&head, state, sizeof head);
    text_add(out, "\n%s: %s %d, %s %d\n", k->counted ? k->counted : "count", names[0],
             head.count[0], names[1], head.count[1]);
}

static void picture(const game_t *game, const void *state, const picture_form_t *form,
                    text_t *out) {
    const kit_t *k = kit_of(game);
    uint8_t contents[GAME_MAX_CELLS];
    outcome_t outcome = game_outcome(game, state);
    picture_row_t row = {.out = out};
    int width = form->marks ? 4 : 2;
    char label[16];
    kit_contents(game, state, contents);
    for (int y = k->height - 1; y >= 0; y--) {
        snprintf(label, sizeof label, "%3d", y + 1);
        picture_row_put(&row, 0, label, NULL);
        for (int x = 0; x < k->width; x++)
            if (on_board(k, cell_at(k, x, y)))
                picture_cell(game, cell_at(k, x, y), contents[cell_at(k, x, y)], width,
                             form, &row);
        picture_row_end(&row);
    }
    for (int x = 0; x < k->width; x++) {
        label[0] = (char)(x < 26 ? 'a' + x : 'A' + x - 26);
        label[1] = 0;
        picture_row_put(&row, picture_column(k, x, -1, width), label, NULL);
    }
    if (k->side_counts)
        picture_counts(game, state, out);
    picture_add_standing(game, state, outcome, out);
}

void kit_fill_texts(game_t *game) {
    KIT_FILL(game->board.action_cells, action_cells);
    KIT_FILL(game->text.write_action, write_action);
    KIT_FILL(game->text.write_position, write_position);
    KIT_FILL(game->text.read_position, read_position);
    KIT_FILL(game->drawing.draw_board, draw_board);
    KIT_FILL(game->drawing.draw_cells, draw_cells);
    KIT_FILL(game->drawing.picture, picture);
}
