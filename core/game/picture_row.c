#include "core/game/picture_row.h"

#include "core/base/text_layout.h"

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
