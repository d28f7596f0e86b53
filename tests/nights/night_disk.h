/* night_disk.h - a cluster's file system, in memory: what each node sees of it, and what
 * survives when a node or the whole site loses power.
 * Use: disk_t *disk = disk_new(&traits, seed);
 *      inode_t *file;
 *      int reason = disk_open(disk, node, "/site/run/x", DISK_CREATE, now, &file);
 *      disk_write(disk, node, file, offset, bytes, size, now);
 *      disk_sync(disk, node, file);
 *      disk_node_dies(disk, node);   disk_loses_power(disk);
 *      disk_free(disk);
 * The server changes names atomically and in one order for everybody. The nodes buffer
 * what they write until they sync it (or close the file, by the traits), and cache
 * folders for a while. A node that dies may lose any page that it had not sent. When the
 * site loses power, the server, too, loses unsynced data: pages of files, and changes of
 * names in folders not synced since; by the traits the last changes or any of them.
 * Owns: the disk owns its inodes, until disk_free.   Threads: one.
 * Errors: an errno value; 0: success.
 */
#ifndef TESTS_NIGHT_DISK_H
#define TESTS_NIGHT_DISK_H

#include "tests/nights/night_folder.h"
#include "tests/nights/night_image.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DISK_NODES = 64 };

typedef struct disk_traits {
    bool closes_send;   /* closing a file sends it, as over NFS */
    bool sends_late;    /* a node sends nothing before; else now and then */
    bool keeps_order;   /* the latest changes of names are lost; else any of them */
    bool sync_is_whole; /* syncing a file syncs all names, as on ext4 */
    bool exchanges;     /* has renameat2 with flags; NFS lacks them */
    bool links;         /* has hard links; else it must have renameat2 */
    bool replies_lost;  /* now and then a call is executed twice, as over NFS */
    double stale_s;     /* how long nodes cache names */
} disk_traits_t;

struct inode {
    uint64_t number;
    double modified;
    bool is_folder;
    int names;             /* number of links */
    int unlinked_by;       /* the node that removed the last one */
    int writer;            /* the node with unsent writes; -1: none */
    image_t now, sent;     /* of a file: as the writer sees it; as all others do */
    image_t kept;          /* on the server's disk */
    folder_t entries, old; /* of a folder: now; on the server's disk */
    struct inode *next;    /* list of all inodes of a disk */
};

typedef struct disk disk_t;

disk_t *disk_new(const disk_traits_t *traits, uint64_t seed);
void disk_free(disk_t *disk);
const disk_traits_t *disk_traits(const disk_t *disk);

/* A random number below bound for callers, from the disk's generator. */
uint32_t disk_chance(disk_t *disk, uint32_t bound);

/* The inode that a node sees under a path; fresh: bypasses its cache. */
int disk_find(disk_t *disk, int node, const char *path, bool fresh, double now,
              inode_t **found);

enum { DISK_CREATE = 1, DISK_EXCLUSIVE = 2, DISK_CUT = 4 };
int disk_open(disk_t *disk, int node, const char *path, int how, double now,
              inode_t **file);
void disk_close(disk_t *disk, int node, inode_t *file);

/* The contents of a file that a node reads: its own or the server's. */
const image_t *disk_image(const inode_t *file, int node);
void disk_write(disk_t *disk, int node, inode_t *file, size_t offset, const void *bytes,
                size_t size, double now);
void disk_cut(disk_t *disk, int node, inode_t *file, size_t size, double now);
void disk_sync(disk_t *disk, int node, inode_t *file); /* of a folder: its names */

typedef enum { NAME_REPLACES, NAME_IS_NEW, NAME_EXCHANGES } name_how_t;
int disk_rename(disk_t *disk, int node, const char *from, const char *to, name_how_t how,
                double now);
int disk_link(disk_t *disk, int node, const char *from, const char *to, double now);
int disk_unlink(disk_t *disk, int node, const char *path, bool is_folder, double now);
int disk_make_folder(disk_t *disk, int node, const char *path, double now);

/* The names in a folder as the node sees them now, for the caller to clear. */
folder_t disk_list(disk_t *disk, int node, inode_t *folder, double now);

void disk_node_dies(disk_t *disk, int node);
void disk_loses_power(disk_t *disk); /* and with it all nodes */

void disk_settle(disk_t *disk); /* syncs everything */
void disk_calm(disk_t *disk);   /* from now on nodes see the current state */

/* Called after every change of a file's names, or of the contents of a named file. */
typedef void (*disk_watcher_t)(void *context, const char *name, const inode_t *file);
void disk_watch(disk_t *disk, disk_watcher_t watcher, void *context);

/* Visits all current names below the root, for checks at a night's end. */
void disk_for_each(const disk_t *disk,
                   void (*visit)(void *context, const char *path, const inode_t *file),
                   void *context);

#endif
