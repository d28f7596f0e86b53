#include "selfplay/train/train_batch.h"

#include "core/base/pcg.h"
#include "core/game/features.h"
#include "core/game/game.h"

#include <stdlib.h>
#include <string.h>

void train_batch_clear(train_batch_t *batch) {
    free(batch->rows);
    free(batch->first_feature);
    free(batch->first_action);
    free(batch->features);
    free(batch->actions);
    free(batch->row_of);
    free(batch->views);
    free(batch->shares);
    free(batch->of_features.first);
    free(batch->of_features.use);
    free(batch->of_actions.first);
    free(batch->of_actions.use);
    *batch = (train_batch_t){0};
}

static const variant_rows_t *rows_of(const train_draw_t *draw, size_t row) {
    return &draw->network->variants[draw->rows->groups[draw->group].rows[row].variant];
}

/* Where each row's features and actions go. */
static void measure(train_batch_t *batch, const train_draw_t *draw) {
    const train_group_t *group = &draw->rows->groups[draw->group];
    size_t features = 0, actions = 0;
    if (draw->count > batch->room_rows) {
        batch->room_rows = draw->count;
        /* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers */
        batch->rows = memory_resize(batch->rows, draw->count, sizeof *batch->rows);
        batch->shares = memory_resize(batch->shares, draw->count, sizeof *batch->shares);
        batch->first_feature = memory_resize(batch->first_feature, 2 * draw->count + 1,
                                             sizeof *batch->first_feature);
        batch->first_action = memory_resize(batch->first_action, draw->count + 1,
                                            sizeof *batch->first_action);
        batch->views = memory_resize(batch->views, 2 * draw->count, sizeof *batch->views);
        for (size_t view = 0; view < 2 * draw->count; view++)
            batch->views[view] = (uint32_t)view;
    }
    batch->count = draw->count;
    batch->searched = batch->known = 0;
    for (size_t r = 0; r < draw->count; r++) {
        const size_t row = draw->chosen[r];
        batch->rows[r] = &group->rows[row];
        batch->shares[r] = group->shares + group->first_action[row];
        batch->searched += group->rows[row].has_policy;
        batch->known += group->rows[row].has_turns;
        const size_t on = group->first_feature[row + 1] - group->first_feature[row] +
                          (size_t)rows_of(draw, row)->num_rules;
        batch->first_feature[2 * r] = features;
        batch->first_feature[2 * r + 1] = features + on;
        batch->first_action[r] = actions;
        features += 2 * on;
        actions += group->first_action[row + 1] - group->first_action[row];
    }
    batch->first_feature[2 * draw->count] = features;
    batch->first_action[draw->count] = actions;
    batch->features = memory_grow(batch->features, &batch->room_features, features,
                                  sizeof *batch->features);
    batch->actions = memory_grow(batch->actions, &batch->room_actions, actions,
                                 sizeof *batch->actions);
    batch->row_of =
        memory_grow(batch->row_of, &batch->room_row_of, actions, sizeof *batch->row_of);
}

/* Writes a row's image under a symmetry. */
static void gather(train_batch_t *batch, const train_draw_t *draw, size_t r,
                   int symmetry) {
    const train_group_t *group = &draw->rows->groups[draw->group];
    const size_t row = draw->chosen[r], first = group->first_feature[row],
                 on = group->first_feature[row + 1] - first,
                 first_action = group->first_action[row],
                 legal = group->first_action[row + 1] - first_action;
    const train_variant_t *variant = &draw->rows->variants[group->rows[row].variant];
    const variant_rows_t *of = rows_of(draw, row);
    const symmetry_maps_t *maps = &variant->maps;
    const size_t count = (size_t)features_count(variant->game),
                 actions_count = (size_t)variant->game->num_actions;
    const int side = group->rows[row].side,
              seen_by = symmetry > 0 ? side ^ maps->sides[symmetry] : side;
    const uint16_t *image =
        symmetry > 0 ? maps->features + ((size_t)symmetry * 2 + (size_t)side) * count
                     : NULL;
    const uint16_t *image_of_action =
        symmetry > 0 ? maps->actions + (size_t)symmetry * actions_count : NULL;
    uint16_t *mover = batch->features + batch->first_feature[2 * r],
             *enemy = batch->features + batch->first_feature[2 * r + 1],
             *actions = batch->actions + batch->first_action[r];
    for (size_t k = 0; k < on; k++) {
        const uint16_t seen = group->features[first + k],
                       feature = image ? image[seen] : seen;
        mover[k] = of->features[0][feature];
        enemy[k] = of->features[1][feature];
    }
    for (int k = 0; k < of->num_rules; k++)
        mover[on + (size_t)k] = enemy[on + (size_t)k] = of->rules[k];
    for (size_t k = 0; k < legal; k++) {
        batch->row_of[batch->first_action[r] + k] = (uint32_t)r;
        const uint16_t action = group->actions[first_action + k];
        actions[k] =
            of->actions[seen_by][image_of_action ? image_of_action[action] : action];
    }
}

/* A counting sort, by the row of weights, of what uses it: places in `used`, or the
 * owners that have the places first[owner] ... first[owner + 1] - 1. */
static void sort(train_uses_t *uses, const uint16_t *used, const size_t *first,
                 size_t owners, bool by_owner, size_t rows) {
    const size_t count = first[owners];
    uses->first = memory_resize(uses->first, rows + 2, sizeof *uses->first);
    uses->use = memory_grow(uses->use, &uses->capacity, count, sizeof *uses->use);
    size_t *next = uses->first + 1; /* one ahead: each use moves its row's on */
    memset(uses->first, 0, (rows + 2) * sizeof *uses->first);
    for (size_t i = 0; i < count; i++)
        next[used[i] + 1]++;
    for (size_t row = 0; row < rows; row++)
        next[row + 1] += next[row];
    for (size_t owner = 0; owner < owners; owner++)
        for (size_t i = first[owner]; i < first[owner + 1]; i++)
            uses->use[next[used[i]]++] = (uint32_t)(by_owner ? owner : i);
}

void train_batch_fill(train_batch_t *batch, const train_draw_t *draw) {
    measure(batch, draw);
    for (size_t r = 0; r < draw->count; r++) {
        const train_row_t *row = &draw->rows->groups[draw->group].rows[draw->chosen[r]];
        const int symmetries = draw->rows->variants[row->variant].symmetries;
        int symmetry = 0;
        if (draw->images && symmetries > 1) {
            pcg32_t rng = pcg32_for(draw->seed, draw->step, r, PCG_FOR_TRAINING);
            symmetry = (int)pcg32_below(&rng, (uint32_t)symmetries);
        }
        gather(batch, draw, r, symmetry);
    }
    sort(&batch->of_features, batch->features, batch->first_feature, 2 * draw->count,
         true, (size_t)draw->network->features);
    sort(&batch->of_actions, batch->actions, batch->first_action, draw->count, false,
         (size_t)draw->network->actions);
}
