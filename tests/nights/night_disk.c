#include "tests/nights/night_disk.h"

#include "core/base/error.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 512 };

/* An atomic step that changes names: a rename removes one and sets another. */
typedef struct change {
    inode_t *folder;
    char name[DISK_NAME];
    inode_t *inode;
} change_t;

typedef struct step {
    change_t changes[2];
    int count;
} step_t;

/* A node's cache of a name, or of all names in a folder. */
typedef struct seen {
    inode_t *folder, *inode;
    char name[DISK_NAME];
    double when;
} seen_t;

typedef struct listing {
    inode_t *folder;
    folder_t names;
    double when;
} listing_t;

enum { SEEN = 64, LISTINGS = 8 };

typedef struct client {
    seen_t seen[SEEN];
    int num_seen;
    listing_t listings[LISTINGS];
    int num_listings;
} client_t;

struct disk {
    disk_traits_t traits;
    pcg32_t rng;
    inode_t *inodes, *root;
    uint64_t numbers;
    step_t *steps; /* changes of names that are not on the server's disk yet */
    size_t num_steps, capacity;
    client_t clients[DISK_NODES];
    disk_watcher_t watcher;
    void *context;
};

/* --- Inodes ------------------------------------------------------------------------- */

static inode_t *new_inode(disk_t *disk, bool is_folder, double now) {
    inode_t *inode = memory_new(1, sizeof *inode);
    inode->number = ++disk->numbers;
    inode->is_folder = is_folder;
    inode->modified = now;
    inode->writer = inode->unlinked_by = -1;
    inode->next = disk->inodes;
    disk->inodes = inode;
    return inode;
}

/* --- Nodes' caches ------------------------------------------------------------------ */

static void forget(client_t *client, const inode_t *folder, const char *name) {
    for (int i = 0; i < client->num_seen; i++)
        if (client->seen[i].folder == folder && strcmp(client->seen[i].name, name) == 0)
            client->seen[i--] = client->seen[--client->num_seen];
    for (int i = 0; i < client->num_listings; i++)
        if (client->listings[i].folder == folder) {
            folder_clear(&client->listings[i].names);
            client->listings[i--] = client->listings[--client->num_listings];
        }
}

static void forget_all(client_t *client) {
    for (int i = 0; i < client->num_listings; i++)
        folder_clear(&client->listings[i].names);
    client->num_seen = client->num_listings = 0;
}

/* The inode that a node sees under a name in a folder. */
static inode_t *look_up(disk_t *disk, int node, inode_t *folder, const char *name,
                        bool fresh, double now) {
    client_t *client = &disk->clients[node];
    inode_t *there = folder_find(&folder->entries, name);
    if (disk->traits.stale_s <= 0)
        return there;
    for (int i = 0; i < client->num_seen; i++) {
        seen_t *seen = &client->seen[i];
        if (seen->folder != folder || strcmp(seen->name, name) != 0)
            continue;
        if (!fresh && now - seen->when < disk->traits.stale_s)
            return seen->inode;
        *seen = client->seen[--client->num_seen];
        break;
    }
    if (client->num_seen == SEEN)
        client->num_seen = 0;
    seen_t *seen = &client->seen[client->num_seen++];
    *seen = (seen_t){.folder = folder, .inode = there, .when = now};
    snprintf(seen->name, sizeof seen->name, "%s", name);
    return there;
}

/* --- Paths -------------------------------------------------------------------------- */

/* The next name in a path: that of a folder in itself, ".", is left out. */
static char *next_name(char *path, char **save) {
    char *name = strtok_r(path, "/", save);
    while (name && strcmp(name, ".") == 0)
        name = strtok_r(NULL, "/", save);
    return name;
}

/* Splits a path into its folder and its last name. */
static int split(disk_t *disk, int node, const char *path, double now, inode_t **folder,
                 char name[DISK_NAME]) {
    char copy[PATH_BYTES], *save = NULL;
    REQUIRE(strlen(path) < sizeof copy);
    snprintf(copy, sizeof copy, "%s", path);
    *folder = disk->root;
    char *part = next_name(copy, &save);
    if (!part)
        return EISDIR;
    for (char *after; (after = next_name(NULL, &save)) != NULL; part = after) {
        inode_t *below = look_up(disk, node, *folder, part, false, now);
        if (!below)
            return ENOENT;
        if (!below->is_folder)
            return ENOTDIR;
        if (below->names == 0)
            return ENOENT;
        *folder = below;
    }
    REQUIRE(strlen(part) < DISK_NAME);
    snprintf(name, DISK_NAME, "%s", part);
    return 0;
}

int disk_find(disk_t *disk, int node, const char *path, bool fresh, double now,
              inode_t **found) {
    char name[DISK_NAME];
    inode_t *folder;
    int reason = split(disk, node, path, now, &folder, name);
    if (reason != 0)
        return reason;
    *found = look_up(disk, node, folder, name, fresh, now);
    return *found ? 0 : ENOENT;
}

/* --- Changing names ----------------------------------------------------------------- */

static void note_step(disk_t *disk, const step_t *step) {
    disk->steps = memory_grow(disk->steps, &disk->capacity, disk->num_steps + 1,
                              sizeof *disk->steps);
    disk->steps[disk->num_steps++] = *step;
}

static void tell(disk_t *disk, const char *name, const inode_t *file) {
    if (disk->watcher && file && !file->is_folder)
        disk->watcher(disk->context, name, file);
}

static void carry_out(disk_t *disk, int node, const step_t *step, double now) {
    for (int i = 0; i < step->count; i++) {
        const change_t *change = &step->changes[i];
        inode_t *before = folder_find(&change->folder->entries, change->name);
        if (before && --before->names == 0)
            before->unlinked_by = node;
        if (change->inode)
            change->inode->names++;
        folder_set(&change->folder->entries, change->name, change->inode);
        change->folder->modified = now;
        forget(&disk->clients[node], change->folder, change->name);
    }
    note_step(disk, step);
    for (int i = 0; i < step->count; i++)
        tell(disk, step->changes[i].name, step->changes[i].inode);
}

static step_t step_of(inode_t *folder, const char *name, inode_t *inode) {
    step_t step = {.count = 1};
    step.changes[0].folder = folder;
    step.changes[0].inode = inode;
    snprintf(step.changes[0].name, DISK_NAME, "%s", name);
    return step;
}

static void add_change(step_t *step, inode_t *folder, const char *name, inode_t *inode) {
    step_t other = step_of(folder, name, inode);
    step->changes[step->count++] = other.changes[0];
}

/* The reply to an executed call is lost, and the call is executed again. */
static bool loses_reply(disk_t *disk) {
    return disk->traits.replies_lost && disk_chance(disk, 400) == 0;
}

int disk_open(disk_t *disk, int node, const char *path, int how, double now,
              inode_t **file) {
    char name[DISK_NAME];
    inode_t *folder;
    bool creates = (how & DISK_CREATE) != 0;
    int reason = split(disk, node, path, now, &folder, name);
    if (reason != 0)
        return reason;
    *file = look_up(disk, node, folder, name, creates, now);
    if (*file && (*file)->names == 0) /* the node's cached name is gone */
        *file = look_up(disk, node, folder, name, true, now);
    if (*file && (how & DISK_EXCLUSIVE))
        return EEXIST;
    if (!*file && !creates)
        return ENOENT;
    if (!*file) {
        *file = new_inode(disk, false, now);
        step_t step = step_of(folder, name, *file);
        carry_out(disk, node, &step, now);
        return (how & DISK_EXCLUSIVE) && loses_reply(disk) ? EEXIST : 0;
    }
    if (how & DISK_CUT)
        disk_cut(disk, node, *file, 0, now);
    return 0;
}

int disk_rename(disk_t *disk, int node, const char *from, const char *to, name_how_t how,
                double now) {
    char name[DISK_NAME], new_name[DISK_NAME];
    inode_t *folder, *new_folder;
    int reason = split(disk, node, from, now, &folder, name);
    if (reason == 0)
        reason = split(disk, node, to, now, &new_folder, new_name);
    if (reason != 0)
        return reason;
    if (how != NAME_REPLACES && !disk->traits.exchanges)
        return EINVAL;
    inode_t *inode = folder_find(&folder->entries, name);
    inode_t *other = folder_find(&new_folder->entries, new_name);
    if (!inode || (how == NAME_EXCHANGES && !other))
        return ENOENT;
    if (how == NAME_IS_NEW && other) {
        forget(&disk->clients[node], new_folder, new_name);
        return EEXIST;
    }
    if (inode == other)
        return 0;
    step_t step = step_of(folder, name, how == NAME_EXCHANGES ? other : NULL);
    add_change(&step, new_folder, new_name, inode);
    inode->names++; /* both keep a name throughout */
    if (how == NAME_EXCHANGES)
        other->names++;
    carry_out(disk, node, &step, now);
    inode->names--;
    if (how == NAME_EXCHANGES)
        other->names--;
    return loses_reply(disk) ? (how == NAME_IS_NEW ? EEXIST : ENOENT) : 0;
}

int disk_link(disk_t *disk, int node, const char *from, const char *to, double now) {
    char name[DISK_NAME], new_name[DISK_NAME];
    inode_t *folder, *new_folder;
    int reason = split(disk, node, from, now, &folder, name);
    if (reason == 0)
        reason = split(disk, node, to, now, &new_folder, new_name);
    if (reason != 0)
        return reason;
    inode_t *inode = folder_find(&folder->entries, name);
    if (!disk->traits.links)
        return EPERM;
    if (!inode)
        return ENOENT;
    if (folder_find(&new_folder->entries, new_name)) {
        forget(&disk->clients[node], new_folder, new_name);
        return EEXIST;
    }
    step_t step = step_of(new_folder, new_name, inode);
    carry_out(disk, node, &step, now);
    return loses_reply(disk) ? EEXIST : 0;
}

int disk_unlink(disk_t *disk, int node, const char *path, bool is_folder, double now) {
    char name[DISK_NAME];
    inode_t *folder;
    int reason = split(disk, node, path, now, &folder, name);
    if (reason != 0)
        return reason;
    inode_t *inode = folder_find(&folder->entries, name);
    if (!inode)
        return ENOENT;
    if (inode->is_folder != is_folder)
        return is_folder ? ENOTDIR : EISDIR;
    if (is_folder && inode->entries.count > 0)
        return ENOTEMPTY;
    step_t step = step_of(folder, name, NULL);
    carry_out(disk, node, &step, now);
    return loses_reply(disk) ? ENOENT : 0;
}

int disk_make_folder(disk_t *disk, int node, const char *path, double now) {
    char name[DISK_NAME];
    inode_t *folder;
    int reason = split(disk, node, path, now, &folder, name);
    if (reason != 0)
        return reason;
    if (folder_find(&folder->entries, name)) {
        forget(&disk->clients[node], folder, name);
        return EEXIST;
    }
    step_t step = step_of(folder, name, new_inode(disk, true, now));
    carry_out(disk, node, &step, now);
    return loses_reply(disk) ? EEXIST : 0;
}

folder_t disk_list(disk_t *disk, int node, inode_t *folder, double now) {
    client_t *client = &disk->clients[node];
    folder_t names = {0};
    for (int i = 0; i < client->num_listings; i++)
        if (client->listings[i].folder == folder) {
            if (now - client->listings[i].when < disk->traits.stale_s) {
                folder_copy(&names, &client->listings[i].names);
                return names;
            }
            folder_clear(&client->listings[i].names);
            client->listings[i] = client->listings[--client->num_listings];
            break;
        }
    folder_copy(&names, &folder->entries);
    if (disk->traits.stale_s > 0) {
        if (client->num_listings == LISTINGS)
            forget_all(client);
        listing_t *listing = &client->listings[client->num_listings++];
        *listing = (listing_t){.folder = folder, .when = now};
        folder_copy(&listing->names, &folder->entries);
    }
    return names;
}

/* --- Contents ----------------------------------------------------------------------- */

const image_t *disk_image(const inode_t *file, int node) {
    return file->writer == node ? &file->now : &file->sent;
}

static void begin_change(disk_t *disk, int node, inode_t *file, double now) {
    /* Another node's writes are sent first. */
    if (file->writer >= 0 && file->writer != node)
        image_copy(&file->sent, &file->now);
    (void)disk;
    file->writer = node;
    file->modified = now;
}

/* Now and then a node sends its writes unasked. */
static void end_change(disk_t *disk, inode_t *file) {
    if (disk->traits.sends_late)
        return;
    if (disk_chance(disk, 4) == 0)
        image_copy(&file->sent, &file->now);
    if (disk_chance(disk, 16) == 0) {
        image_copy(&file->sent, &file->now);
        image_copy(&file->kept, &file->now);
    }
}

void disk_write(disk_t *disk, int node, inode_t *file, size_t offset, const void *bytes,
                size_t size, double now) {
    begin_change(disk, node, file, now);
    if (offset + size > file->now.size)
        image_resize(&file->now, offset + size);
    if (size > 0)
        memcpy(file->now.bytes + offset, bytes, size);
    end_change(disk, file);
}

void disk_cut(disk_t *disk, int node, inode_t *file, size_t size, double now) {
    begin_change(disk, node, file, now);
    image_resize(&file->now, size);
    end_change(disk, file);
}

void disk_close(disk_t *disk, int node, inode_t *file) {
    if (file->writer == node && disk->traits.closes_send)
        image_copy(&file->sent, &file->now);
}

/* Syncs the names of a folder, or with NULL of all folders, to the server's disk. */
static void sync_names(disk_t *disk, const inode_t *folder) {
    size_t left = 0;
    for (size_t i = 0; i < disk->num_steps; i++) {
        const step_t *step = &disk->steps[i];
        bool is_synced = !folder;
        for (int c = 0; c < step->count; c++)
            is_synced |= step->changes[c].folder == folder;
        if (!is_synced) {
            disk->steps[left++] = *step;
            continue;
        }
        for (int c = 0; c < step->count; c++)
            folder_set(&step->changes[c].folder->old, step->changes[c].name,
                       step->changes[c].inode);
    }
    disk->num_steps = left;
}

void disk_sync(disk_t *disk, int node, inode_t *file) {
    if (file->is_folder) {
        sync_names(disk, disk->traits.keeps_order ? NULL : file);
        return;
    }
    if (file->writer == node || file->writer < 0) {
        image_copy(&file->sent, &file->now);
        image_copy(&file->kept, &file->now);
        file->writer = -1;
    }
    if (disk->traits.sync_is_whole)
        sync_names(disk, NULL);
}

/* --- Failures ----------------------------------------------------------------------- */

static void tell_all(disk_t *disk) {
    for (inode_t *folder = disk->inodes; folder; folder = folder->next)
        for (size_t i = 0; folder->is_folder && i < folder->entries.count; i++)
            tell(disk, folder->entries.entries[i].name, folder->entries.entries[i].inode);
}

static void lose_unsent(disk_t *disk, int node) {
    for (inode_t *file = disk->inodes; file; file = file->next)
        if (file->writer == node) {
            image_decay(&file->now, &file->sent, &disk->rng);
            image_copy(&file->sent, &file->now);
            file->writer = -1;
        }
    forget_all(&disk->clients[node]);
}

void disk_node_dies(disk_t *disk, int node) {
    lose_unsent(disk, node);
    tell_all(disk);
}

/* Keeps only the first unsynced changes of names, or a random subset. */
static void lose_names(disk_t *disk) {
    uint32_t count = (uint32_t)disk->num_steps;
    size_t first = disk_chance(disk, count + 1), kept = 0;
    for (size_t i = 0; i < disk->num_steps; i++)
        if (disk->traits.keeps_order ? i < first : disk_chance(disk, 2) == 0)
            disk->steps[kept++] = disk->steps[i];
    disk->num_steps = kept;
    sync_names(disk, NULL);
    for (inode_t *inode = disk->inodes; inode; inode = inode->next)
        inode->names = 0;
    disk->root->names = 1;
    for (inode_t *inode = disk->inodes; inode; inode = inode->next) {
        folder_copy(&inode->entries, &inode->old);
        for (size_t i = 0; i < inode->entries.count; i++)
            inode->entries.entries[i].inode->names++;
    }
}

void disk_loses_power(disk_t *disk) {
    for (int node = 0; node < DISK_NODES; node++)
        lose_unsent(disk, node);
    for (inode_t *file = disk->inodes; file; file = file->next)
        if (!file->is_folder) {
            image_decay(&file->now, &file->kept, &disk->rng);
            image_copy(&file->sent, &file->now);
            image_copy(&file->kept, &file->now);
        }
    lose_names(disk);
    tell_all(disk);
}

void disk_settle(disk_t *disk) {
    for (int node = 0; node < DISK_NODES; node++)
        forget_all(&disk->clients[node]);
    for (inode_t *file = disk->inodes; file; file = file->next) {
        image_copy(&file->sent, &file->now);
        image_copy(&file->kept, &file->now);
        file->writer = -1;
    }
    sync_names(disk, NULL);
}

void disk_calm(disk_t *disk) {
    disk->traits.stale_s = 0;
    disk->traits.replies_lost = false;
    for (int node = 0; node < DISK_NODES; node++)
        forget_all(&disk->clients[node]);
}

/* --- The disk ----------------------------------------------------------------------- */

disk_t *disk_new(const disk_traits_t *traits, uint64_t seed) {
    disk_t *disk = memory_new(1, sizeof *disk);
    disk->traits = *traits;
    disk->rng = pcg32_seed(seed, 1);
    disk->root = new_inode(disk, true, 0);
    disk->root->names = 1;
    return disk;
}

void disk_free(disk_t *disk) {
    for (inode_t *inode = disk->inodes, *next; inode; inode = next) {
        next = inode->next;
        free(inode->now.bytes);
        free(inode->sent.bytes);
        free(inode->kept.bytes);
        folder_clear(&inode->entries);
        folder_clear(&inode->old);
        free(inode);
    }
    for (int node = 0; node < DISK_NODES; node++)
        forget_all(&disk->clients[node]);
    free(disk->steps);
    free(disk);
}

const disk_traits_t *disk_traits(const disk_t *disk) {
    return &disk->traits;
}

uint32_t disk_chance(disk_t *disk, uint32_t bound) {
    return pcg32_below(&disk->rng, bound);
}

void disk_watch(disk_t *disk, disk_watcher_t watcher, void *context) {
    disk->watcher = watcher;
    disk->context = context;
}

static void visit_below(const inode_t *folder, const char *path,
                        void (*visit)(void *, const char *, const inode_t *),
                        void *context) {
    char below[PATH_BYTES];
    for (size_t i = 0; i < folder->entries.count; i++) {
        const entry_t *entry = &folder->entries.entries[i];
        int length = snprintf(below, sizeof below, "%s/%s", path, entry->name);
        REQUIRE(length < (int)sizeof below);
        visit(context, below, entry->inode);
        if (entry->inode->is_folder)
            visit_below(entry->inode, below, visit, context);
    }
}

void disk_for_each(const disk_t *disk,
                   void (*visit)(void *context, const char *path, const inode_t *file),
                   void *context) {
    visit_below(disk->root, "", visit, context);
}
