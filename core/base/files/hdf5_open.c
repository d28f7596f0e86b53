#include "core/base/files/hdf5_open.h"

#include "core/base/files/file.h"
#include "core/base/files/hdf5_attributes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifndef H5FD_FLMAP_DICHOTOMY /* from HDF5 1.14 on */
#include <H5FDdevelop.h>
#endif

/* --- The driver --------------------------------------------------------------------- */

/* A file as the library knows it. Addresses are bytes from its beginning. */
typedef struct opened {
    H5FD_t base; /* the library's part: first */
    int file;
    haddr_t end, allocated;
    dev_t device;
    ino_t inode;
    const hdf5_writing_t *writing; /* NULL: for reading */
} opened_t;

/* The driver's part of the access properties: a descriptor, which the driver takes over
 * and sets to -1; for writing none, as the library opens the file twice. Where the
 * library opens another file by itself, it passes no order. */
typedef struct order {
    int *file;
    const hdf5_writing_t *writing;
} order_t;

static int reason; /* errno of a failed read, or 0 */

static H5FD_t *open_it(const char *name, unsigned flags, hid_t access, haddr_t most) {
    const order_t *order = H5Pget_driver_info(access);
    struct stat status;
    (void)most;
    if (!order || (!order->writing && flags != H5F_ACC_RDONLY))
        return NULL;
    int file = order->writing ? open(name, O_RDWR | O_CLOEXEC) : *order->file;
    if (file < 0 || fstat(file, &status) != 0) {
        reason = errno;
        if (order->writing && file >= 0)
            close(file);
        return NULL;
    }
    opened_t *opened = memory_new(1, sizeof *opened);
    opened->file = file;
    opened->writing = order->writing;
    if (!order->writing)
        *order->file = -1;
    /* To the library a file to be written is empty, also one that is left over. */
    opened->end = order->writing ? 0 : (haddr_t)status.st_size;
    opened->device = status.st_dev;
    opened->inode = status.st_ino;
    return &opened->base;
}

static herr_t close_it(H5FD_t *base) {
    int closed = close(((opened_t *)base)->file);
    free(base);
    return closed;
}

static int compare(const H5FD_t *a, const H5FD_t *b) {
    const opened_t *left = (const opened_t *)a, *right = (const opened_t *)b;
    return left->device != right->device
               ? (left->device < right->device ? -1 : 1)
               : (left->inode > right->inode) - (left->inode < right->inode);
}

/* Those of the library's own driver: where things lie in a file depends on them. */
static herr_t query(const H5FD_t *base, unsigned long *features) {
    (void)base;
    *features = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA |
                H5FD_FEAT_DATA_SIEVE | H5FD_FEAT_AGGREGATE_SMALLDATA |
                H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
    return 0;
}

static haddr_t allocated(const H5FD_t *base, H5FD_mem_t type) {
    (void)type;
    return ((const opened_t *)base)->allocated;
}

static herr_t allocate(H5FD_t *base, H5FD_mem_t type, haddr_t address) {
    (void)type;
    ((opened_t *)base)->allocated = address;
    return 0;
}

static haddr_t end(const H5FD_t *base, H5FD_mem_t type) {
    (void)type;
    return ((const opened_t *)base)->end;
}

/* Bytes behind the end are zeros, as the library's own driver has it. */
static herr_t read_it(H5FD_t *base, H5FD_mem_t type, hid_t transfer, haddr_t address,
                      size_t size, void *buffer) {
    ssize_t got = file_read_at(((opened_t *)base)->file, buffer, size, (off_t)address);
    (void)type;
    (void)transfer;
    if (got < 0) {
        reason = errno;
        return -1;
    }
    memset((char *)buffer + got, 0, size - (size_t)got);
    return 0;
}

static herr_t write_it(H5FD_t *base, H5FD_mem_t type, hid_t transfer, haddr_t address,
                       size_t size, const void *buffer) {
    opened_t *opened = (opened_t *)base;
    (void)transfer;
    if (!opened->writing)
        return -1;
    bool is_there = opened->writing->skips_data && type == H5FD_MEM_DRAW;
    if (!is_there && !opened->writing->drops &&
        !file_write_at(opened->file, buffer, size, (off_t)address))
        return -1;
    if (opened->end < address + size)
        opened->end = address + size;
    return 0;
}

/* To what the library has allocated, when it completes the file. */
static herr_t truncate_it(H5FD_t *base, hid_t transfer, hbool_t closing) {
    opened_t *opened = (opened_t *)base;
    (void)transfer;
    (void)closing;
    if (!opened->writing || opened->writing->drops)
        return 0;
    if (ftruncate(opened->file, (off_t)opened->allocated) != 0)
        return -1;
    opened->end = opened->allocated;
    return 0;
}

static const H5FD_class_t driver_class = {
#ifdef H5FD_CLASS_VERSION /* from HDF5 1.14 on; the value is of those for testing */
    .version = H5FD_CLASS_VERSION,
    .value = 257,
#endif
    .name = "fulcrum",
    .maxaddr = INT64_MAX,
    .fc_degree = H5F_CLOSE_WEAK,
    .fapl_size = sizeof(order_t),
    .open = open_it,
    .close = close_it,
    .cmp = compare,
    .query = query,
    .get_eoa = allocated,
    .set_eoa = allocate,
    .get_eof = end,
    .read = read_it,
    .write = write_it,
    .truncate = truncate_it,
    .fl_map = H5FD_FLMAP_DICHOTOMY};

/* Registered again if another user of the library has closed it meanwhile. */
static hid_t driver(void) {
    static hid_t id = -1;
    if (H5Iget_type(id) != H5I_VFL)
        id = H5FDregister(&driver_class);
    return id;
}

/* --- Files -------------------------------------------------------------------------- */

bool hdf5_read_failed(const char *path, failure_t *error) {
    if (reason == 0)
        return false;
    errno = reason;
    error_set_system(error, path, "cannot be read");
    return true;
}

hid_t hdf5_open(const char *path, bool *damaged, failure_t *error) {
    reason = 0;
    *damaged = false;
    hdf5_be_silent();
    int descriptor = file_open(path, error);
    if (descriptor < 0)
        return -1;
    const order_t order = {.file = &descriptor};
    hid_t access = H5Pcreate(H5P_FILE_ACCESS), file = -1;
    if (H5Pset_driver(access, driver(), &order) >= 0)
        file = H5Fopen(path, H5F_ACC_RDONLY, access);
    H5Pclose(access);
    if (descriptor >= 0)
        close(descriptor);
    if (file >= 0)
        return file;
    *damaged = !hdf5_read_failed(path, error);
    if (*damaged)
        error_set(error, "%s: is not an HDF5 file, or is damaged", path);
    return -1;
}

hid_t hdf5_create(const char *path, hid_t creation, hid_t access,
                  const hdf5_writing_t *writing) {
    const order_t order = {.writing = writing};
    hdf5_be_silent();
    return H5Pset_driver(access, driver(), &order) >= 0
               ? H5Fcreate(path, H5F_ACC_TRUNC, creation, access)
               : -1;
}

/* --- Datasets ----------------------------------------------------------------------- */

static bool is_in_file(hid_t properties) {
    H5D_layout_t layout = H5Pget_layout(properties);
    int filters = H5Pget_nfilters(properties);
    bool is_ours =
        (layout == H5D_COMPACT || layout == H5D_CONTIGUOUS || layout == H5D_CHUNKED) &&
        H5Pget_external_count(properties) == 0 && filters >= 0;
    for (int i = 0; is_ours && i < filters; i++) {
        unsigned flags, info;
        size_t values = 0;
        H5Z_filter_t filter = H5Pget_filter2(properties, (unsigned)i, &flags, &values,
                                             NULL, 0, NULL, &info);
        is_ours = filter == H5Z_FILTER_SHUFFLE || filter == H5Z_FILTER_DEFLATE ||
                  filter == H5Z_FILTER_FLETCHER32;
    }
    return is_ours;
}

hid_t hdf5_open_dataset(hid_t where, const char *name) {
    hid_t dataset = H5Dopen2(where, name, H5P_DEFAULT);
    if (dataset < 0)
        return -1;
    hid_t properties = H5Dget_create_plist(dataset);
    bool is_ours = properties >= 0 && is_in_file(properties);
    H5Pclose(properties);
    if (is_ours)
        return dataset;
    H5Dclose(dataset);
    return -1;
}
