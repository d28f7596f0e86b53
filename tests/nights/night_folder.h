/* night_folder.h - the names in a folder of a simulated file system.
 * Use: folder_t folder = {0};
 *      folder_set(&folder, "x", inode);   folder_find(&folder, "x");
 *      folder_clear(&folder);
 * Owns: its entries, not their inodes.   Threads: one.
 */
#ifndef TESTS_NIGHT_FOLDER_H
#define TESTS_NIGHT_FOLDER_H

#include <stddef.h>
#include <stdint.h>

enum { DISK_NAME = 96 };

typedef struct inode inode_t; /* night_disk.h */
typedef struct entry {
    char name[DISK_NAME];
    inode_t *inode; /* NULL: the name does not exist */
} entry_t;

typedef struct folder {
    entry_t *entries;
    uint32_t *hashes; /* of their names */
    size_t count, capacity;
} folder_t;

inode_t *folder_find(const folder_t *folder, const char *name); /* NULL: not there */
void folder_set(folder_t *folder, const char *name,
                inode_t *inode); /* NULL: removes it */
void folder_copy(folder_t *to, const folder_t *from);
void folder_clear(folder_t *folder);

#endif
