#include "selfplay/export/row_maker.h"

#include "core/base/process/task_queue.h"
#include "selfplay/export/export_rows.h"

#include <stdlib.h>

enum { WINDOW_BYTES = 1 << 20, ROWS_AT_ONCE = 64 };

/* A row that is to be made. */
typedef struct pending {
    export_place_t place;
    size_t at; /* in the window */
    bool ok;
} pending_t;

struct row_maker {
    task_queue_t *queue;
    row_put_t put;
    void *context;
    const char *path;              /* of the file that rows are of */
    size_t most_bytes, room, used; /* room: of the window */
    unsigned char *window;
    pending_t *rows;
    size_t count, capacity;
};

row_maker_t *row_maker_new(task_queue_t *queue, size_t most_bytes, row_put_t put,
                           void *context) {
    row_maker_t *maker = memory_new(1, sizeof *maker);
    *maker = (row_maker_t){.queue = queue,
                           .put = put,
                           .context = context,
                           .most_bytes = most_bytes,
                           .room = most_bytes > WINDOW_BYTES ? most_bytes : WINDOW_BYTES};
    maker->window = memory_new(maker->room, 1);
    return maker;
}

void row_maker_free(row_maker_t *maker) {
    if (!maker)
        return;
    free(maker->window);
    free(maker->rows);
    free(maker);
}

void row_maker_begin(row_maker_t *maker, const char *path) {
    maker->path = path;
}

static export_row_t *row_of(const row_maker_t *maker, const pending_t *row) {
    return (export_row_t *)(void *)(maker->window + row->at);
}

static void make_rows(void *context, size_t index, int thread) {
    const row_maker_t *maker = context;
    failure_t ignored; /* reported when rows are delivered */
    (void)thread;
    for (size_t i = index * ROWS_AT_ONCE;
         i < maker->count && i < (index + 1) * ROWS_AT_ONCE; i++)
        maker->rows[i].ok = export_row_make(&maker->rows[i].place,
                                            row_of(maker, &maker->rows[i]), &ignored);
}

static bool hand_on(const row_maker_t *maker, const pending_t *pending,
                    failure_t *error) {
    export_row_t *row = row_of(maker, pending);
    if (!pending->ok && !export_row_make(&pending->place, row, error))
        return error_prefix(error, "%s", maker->path);
    return maker->put(maker->context, &pending->place, row, error);
}

bool row_maker_flush(row_maker_t *maker, failure_t *error) {
    bool ok = true;
    task_queue_do_all(maker->queue, true, maker->count, ROWS_AT_ONCE, make_rows, maker);
    for (size_t i = 0; ok && i < maker->count; i++)
        ok = hand_on(maker, &maker->rows[i], error);
    maker->count = maker->used = 0;
    return ok;
}

bool row_maker_add(row_maker_t *maker, const export_place_t *place, failure_t *error) {
    enum { ALIGNED = sizeof(uint64_t) };
    if (place->bytes > maker->most_bytes)
        return row_maker_flush(maker, error) &&
               error_set(error, "%s: changed while it was read", maker->path);
    if (place->bytes > maker->room - maker->used && !row_maker_flush(maker, error))
        return false;
    if (maker->count == maker->capacity) {
        maker->capacity = 2 * maker->capacity + 1024;
        maker->rows = memory_resize(maker->rows, maker->capacity, sizeof *maker->rows);
    }
    maker->rows[maker->count++] = (pending_t){.place = *place, .at = maker->used};
    maker->used += (place->bytes + ALIGNED - 1) / ALIGNED * ALIGNED;
    if (maker->used > maker->room)
        maker->used = maker->room;
    return true;
}
