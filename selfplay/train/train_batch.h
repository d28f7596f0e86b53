/* train_batch.h - the rows of a step: gathered, as images under symmetries, and sorted by
 * the weights that they use.
 * Use: train_batch_t batch = {0};
 *      train_batch_fill(&batch, &draw);      again and again
 *      train_batch_clear(&batch);
 * View 2 r is row r as its mover sees it, 2 r + 1 as the opponent does.
 */
#ifndef SELFPLAY_TRAIN_BATCH_H
#define SELFPLAY_TRAIN_BATCH_H

#include "mcts/evaluate/integer/integer_rows.h"
#include "selfplay/train/train_rows.h"

typedef struct train_draw {
    const train_rows_t *rows;
    const integer_rows_t *network; /* of the rows' variants, in their order */
    row_group_t group;
    const size_t *chosen; /* rows of the group */
    size_t count;
    bool images; /* whether rows become random images of themselves */
    uint64_t seed, step;
} train_draw_t;

/* The uses of each row of a matrix of weights, in ascending order. */
typedef struct train_uses {
    size_t *first; /* [rows of the matrix + 1] */
    uint32_t *use; /* a view, or the place of an action in train_batch.actions */
    size_t capacity;
} train_uses_t;

typedef struct train_batch {
    size_t count, searched, known; /* rows; with a policy; with turns left */
    const train_row_t **rows;      /* targets, [count] */
    size_t *first_feature;         /* of views, [2 count + 1] */
    size_t *first_action;          /* of rows, [count + 1] */
    uint16_t *features, *actions;  /* as seen: rows of the matrices of weights */
    uint32_t *row_of;              /* each action's */
    uint32_t *views;               /* 0, 1, ... 2 count - 1 */
    const float **shares;          /* targets of the row's actions, [count] */
    train_uses_t of_features, of_actions;
    size_t room_rows, room_features, room_actions, room_row_of;
} train_batch_t;

void train_batch_fill(train_batch_t *batch, const train_draw_t *draw);
void train_batch_clear(train_batch_t *batch);

#endif
