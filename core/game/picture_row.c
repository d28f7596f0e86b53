#include "core/game/picture_row.h"

#include "core/base/text_layout.h"
#include "core/game/game.h"

void picture_row_put(picture_row_t *row, int column, const char *text,
                     const char *paint) {
    int blanks = column > row->column ? column - row->column : 0;
    text_add(row->out, "%*s%s%s%s", blanks, "", paint ? paint : "", text,
             paint ? "\033[0m" : "");
    row->column += blanks + text_width(text);
}

void picture_row_put_cell(picture_row_t *row, int column, uint8_t mark, const char *face,
                          const char *paint) {
    if (mark)
        picture_row_put(row, column - 1, mark == MARK_TARGET ? "[" : "(", NULL);
    picture_row_put(row, column, face, paint);
    if (mark)
        picture_row_put(row, 0, mark == MARK_TARGET ? "]" : ")", NULL);
}

void picture_row_end(picture_row_t *row) {
    text_add_char(row->out, '\n');
    row->column = 0;
}

void picture_add_standing(const game_t *game, const void *state, outcome_t outcome,
                          text_t *out) {
    if (!outcome.over)
        text_add(out, "\n%s to move\n", game->class->side_names[game_side(game, state)]);
    else if (outcome.reason == REASON_WIN)
        text_add(out, "\nthe game is over\n");
    else
        text_add(out, "\nthe game is over: %s\n", reason_names[outcome.reason]);
}
