#include "mcts/evaluate/process/evaluation_memory.h"

#include "core/base/json.h"
#include "core/game/planes.h"
#include "mcts/evaluate/evaluator.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ALIGNMENT = 64, MAX_DIMENSIONS = 5 };

/* What is written of each; shapes behind buffers and batch. */
static const struct {
    const char *name, *type;
    size_t item;
} arrays[ARRAY_KINDS] = {
    [ARRAY_PLANES] = {"planes", "uint8", 1},   [ARRAY_STATE] = {"state", "uint8", 1},
    [ARRAY_SIDE] = {"side", "uint8", 1},       [ARRAY_COUNT] = {"count", "uint16", 2},
    [ARRAY_LEGAL] = {"legal", "uint16", 2},    [ARRAY_VALUE] = {"value", "float32", 4},
    [ARRAY_POLICY] = {"policy", "float32", 4}, [ARRAY_HEADS] = {"heads", "uint16", 2}};

/* Writes an array's shape; returns its rank. */
static int shape_of(const evaluation_memory_t *memory, array_kind_t kind,
                    int shape[MAX_DIMENSIONS]) {
    const game_t *game = memory->game;
    if (kind == ARRAY_HEADS) {
        shape[0] = 2;
        shape[1] = game->num_actions;
        shape[2] = 4;
        return 3;
    }
    shape[0] = memory->buffers;
    shape[1] = memory->batch;
    if (kind == ARRAY_PLANES) {
        planes_shape_t planes = planes_shape(game);
        shape[2] = planes.planes;
        shape[3] = planes.height;
        shape[4] = planes.width;
        return 5;
    }
    shape[2] = kind == ARRAY_STATE ? game->packed_bytes : game->max_legal;
    return kind == ARRAY_STATE || kind == ARRAY_LEGAL || kind == ARRAY_POLICY ? 3 : 2;
}

static bool exists(const evaluation_memory_t *memory, array_kind_t kind) {
    return (kind != ARRAY_PLANES && kind != ARRAY_HEADS) ||
           memory->game->class->networks.planes;
}

static void lay_out(evaluation_memory_t *memory) {
    for (int kind = 0; kind < ARRAY_KINDS; kind++) {
        int shape[MAX_DIMENSIONS];
        if (!exists(memory, (array_kind_t)kind))
            continue;
        int dimensions = shape_of(memory, (array_kind_t)kind, shape);
        size_t bytes = arrays[kind].item;
        for (int i = 0; i < dimensions; i++) {
            bytes *= (size_t)shape[i];
            if (i == 1)
                memory->row_bytes[kind] = arrays[kind].item;
            else if (i > 1)
                memory->row_bytes[kind] *= (size_t)shape[i];
        }
        memory->offsets[kind] = memory->size;
        memory->size += (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
}

/* Each action's network output, by side: kind, head and places. */
static void write_heads(const evaluation_memory_t *memory) {
    unsigned char *to = memory->bytes + memory->offsets[ARRAY_HEADS];
    for (int side = 0; side < 2; side++)
        for (int action = 0; action < memory->game->num_actions; action++) {
            policy_output_t output = planes_output(memory->game, side, (action_t)action);
            uint16_t row[] = {output.kind, output.head, output.from, output.to};
            memcpy(to, row, sizeof row);
            to += sizeof row;
        }
}

bool evaluation_memory_init(evaluation_memory_t *memory, const game_t *game, int buffers,
                            int batch, int descriptor) {
    *memory = (evaluation_memory_t){.game = game, .buffers = buffers, .batch = batch};
    lay_out(memory);
    if (descriptor < 0) {
        memory->bytes = memory_new(memory->size, 1);
    } else {
        struct stat about; /* the file never shrinks: the other side may rely on that */
        if (fstat(descriptor, &about) != 0 ||
            ((size_t)about.st_size < memory->size &&
             ftruncate(descriptor, (off_t)memory->size) != 0))
            return false;
        void *mapping =
            mmap(NULL, memory->size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
        if (mapping == MAP_FAILED)
            return false;
        memory->bytes = mapping;
        memory->mapped = true;
    }
    if (exists(memory, ARRAY_HEADS))
        write_heads(memory);
    return true;
}

void evaluation_memory_clear(evaluation_memory_t *memory) {
    if (memory->mapped)
        munmap(memory->bytes, memory->size);
    else
        free(memory->bytes);
    *memory = (evaluation_memory_t){0};
}

cJSON *evaluation_memory_json(const evaluation_memory_t *memory) {
    cJSON *json = cJSON_CreateObject();
    for (int kind = 0; kind < ARRAY_KINDS; kind++) {
        int shape[MAX_DIMENSIONS];
        if (!exists(memory, (array_kind_t)kind))
            continue;
        cJSON *array = cJSON_AddObjectToObject(json, arrays[kind].name);
        int dimensions = shape_of(memory, (array_kind_t)kind, shape);
        cJSON_AddStringToObject(array, "type", arrays[kind].type);
        json_add_number(array, "offset", memory->offsets[kind]);
        cJSON_AddItemToObject(array, "shape", cJSON_CreateIntArray(shape, dimensions));
    }
    return json;
}

void evaluation_memory_write(const evaluation_memory_t *memory, int buffer, int row,
                             const state_t *state, const evaluation_t *evaluation) {
    const game_t *game = memory->game;
    uint16_t count = (uint16_t)evaluation->count;
    if (exists(memory, ARRAY_PLANES))
        planes_write(game, state,
                     evaluation_memory_row(memory, ARRAY_PLANES, buffer, row));
    game_pack(game, state, evaluation_memory_row(memory, ARRAY_STATE, buffer, row));
    *evaluation_memory_row(memory, ARRAY_SIDE, buffer, row) =
        (unsigned char)game_side(game, state);
    memcpy(evaluation_memory_row(memory, ARRAY_COUNT, buffer, row), &count, sizeof count);
    memcpy(evaluation_memory_row(memory, ARRAY_LEGAL, buffer, row), evaluation->actions,
           count * sizeof(action_t));
}
