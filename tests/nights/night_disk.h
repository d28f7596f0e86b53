/* night_disk.h - the file system of a cluster, in memory: what each node sees of it, and
 * what is left of it when a node or the whole site loses power.
 * Use: disk_t *disk = disk_new(&traits, seed);
 *      inode_t *file;
 *      int reason = disk_open(disk, node, "/site/run/x", DISK_CREATE, now, &file);
 *      disk_write(disk, node, file, offset, bytes, size);   disk_sync(disk, node, file);
 *      disk_node_dies(disk, node);   disk_loses_power(disk);
 *      disk_free(disk);
 * There is a server, whose names are changed in one step and in one order for everybody,
 * and there are nodes, which keep what they write until they sync it (or close it, by the
 * traits), and believe for a while what they have seen of folders. A node that dies loses
 * of each file that it wrote any of the pages that it had not sent. When the site loses
 * power the server, too, loses what was not synced: pages of files, and changes of names
 * in folders that were not synced since, by the traits the last ones or any of them.
 * Owns: the disk owns its inodes, until disk_free.   Threads: one.
 * Errors: a system's error number; 0: done.
 */
#ifndef TESTS_NIGHT_DISK_H
#define TESTS_NIGHT_DISK_H

#include "tests/nights/night_image.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DISK_NODES = 8, DISK_NAME = 96 };

typedef struct disk_traits {
    bool closes_send;   /* who closes a file has sent it, as over NFS */
    bool keeps_order;   /* names are lost from the last one on; else any of them */
    bool sync_is_whole; /* to sync a file syncs all names, as ext4 does it */
    bool exchanges;     /* renameat2 with flags; NFS has none */
    bool links;         /* hard links; else there has to be renameat2 */
    bool replies_lost;  /* now and then a call is done and asked for again, as over NFS */
    double stale_s;     /* how long a node believes what it has seen of names */
} disk_traits_t;

struct inode;
typedef struct entry {
    char name[DISK_NAME];
    struct inode *inode; /* NULL: nothing has the name */
} entry_t;

typedef struct folder {
    entry_t *entries;
    size_t count, capacity;
} folder_t;

typedef struct inode {
    uint64_t number;
    double modified;
    bool is_folder;
    int names;             /* that it has */
    int unlinked_by;       /* the node that took the last one away */
    int writer;            /* the node that has not sent all it wrote; -1: none has */
    image_t now, sent;     /* of a file: as the writer sees it; as all others do */
    image_t kept;          /* on the server's disk */
    folder_t entries, old; /* of a folder: now; on the server's disk */
    struct inode *next;    /* all of a disk */
} inode_t;

typedef struct disk disk_t;

disk_t *disk_new(const disk_traits_t *traits, uint64_t seed);
void disk_free(disk_t *disk);
const disk_traits_t *disk_traits(const disk_t *disk);

/* Chance of things beside the disk's own, from its generator. */
uint32_t disk_chance(disk_t *disk, uint32_t bound);

/* What a path names for a node; fresh: as the server has it now. */
int disk_find(disk_t *disk, int node, const char *path, bool fresh, double now,
              inode_t **found);

enum { DISK_CREATE = 1, DISK_EXCLUSIVE = 2, DISK_CUT = 4 };
int disk_open(disk_t *disk, int node, const char *path, int how, double now,
              inode_t **file);
void disk_close(disk_t *disk, int node, inode_t *file);

/* What a node reads of a file, by what it or the server has. */
const image_t *disk_image(const inode_t *file, int node);
void disk_write(disk_t *disk, int node, inode_t *file, size_t offset, const void *bytes,
                size_t size, double now);
void disk_cut(disk_t *disk, int node, inode_t *file, size_t size, double now);
void disk_sync(disk_t *disk, int node, inode_t *file); /* a folder, too: its names */

typedef enum { NAME_REPLACES, NAME_IS_NEW, NAME_EXCHANGES } name_how_t;
int disk_rename(disk_t *disk, int node, const char *from, const char *to, name_how_t how,
                double now);
int disk_link(disk_t *disk, int node, const char *from, const char *to, double now);
int disk_unlink(disk_t *disk, int node, const char *path, bool is_folder, double now);
int disk_make_folder(disk_t *disk, int node, const char *path, double now);

/* The names in a folder as the node sees them now; the caller frees the entries. */
folder_t disk_list(disk_t *disk, int node, inode_t *folder, double now);

void disk_node_dies(disk_t *disk, int node);
void disk_loses_power(disk_t *disk); /* and with it all nodes */

void disk_settle(disk_t *disk); /* all that is there is synced */
void disk_calm(disk_t *disk);   /* from then on nodes see what there is */

/* Called after whatever gives a file a name or another content under it. */
typedef void (*disk_watcher_t)(void *context, const char *name, const inode_t *file);
void disk_watch(disk_t *disk, disk_watcher_t watcher, void *context);

/* All names below the root that are there now, for who checks a night's end. */
void disk_for_each(const disk_t *disk,
                   void (*visit)(void *context, const char *path, const inode_t *file),
                   void *context);

#endif
