#include "tests/nights/night_folder.h"

#include "core/base/error.h"
#include "core/base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static entry_t *entry_of(const folder_t *folder, const char *name) {
    const uint32_t hash = (uint32_t)text_hash(name);
    for (size_t i = 0; i < folder->count; i++)
        if (folder->hashes[i] == hash && strcmp(folder->entries[i].name, name) == 0)
            return &folder->entries[i];
    return NULL;
}

static void make_room(folder_t *folder, size_t count) {
    size_t capacity = folder->capacity;
    folder->hashes =
        memory_grow(folder->hashes, &capacity, count, sizeof *folder->hashes);
    folder->entries =
        memory_grow(folder->entries, &folder->capacity, count, sizeof *folder->entries);
}

inode_t *folder_find(const folder_t *folder, const char *name) {
    const entry_t *entry = entry_of(folder, name);
    return entry ? entry->inode : NULL;
}

void folder_set(folder_t *folder, const char *name, inode_t *inode) {
    entry_t *entry = entry_of(folder, name);
    if (!inode) {
        if (entry) {
            folder->hashes[entry - folder->entries] = folder->hashes[--folder->count];
            *entry = folder->entries[folder->count];
        }
        return;
    }
    if (!entry) {
        make_room(folder, folder->count + 1);
        folder->hashes[folder->count] = (uint32_t)text_hash(name);
        entry = &folder->entries[folder->count++];
        snprintf(entry->name, sizeof entry->name, "%s", name);
    }
    entry->inode = inode;
}

void folder_copy(folder_t *to, const folder_t *from) {
    make_room(to, from->count);
    to->count = from->count;
    if (from->count > 0) {
        memcpy(to->entries, from->entries, from->count * sizeof *to->entries);
        memcpy(to->hashes, from->hashes, from->count * sizeof *to->hashes);
    }
}

void folder_clear(folder_t *folder) {
    free(folder->entries);
    free(folder->hashes);
    *folder = (folder_t){0};
}
