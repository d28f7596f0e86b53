#include "mcts/evaluate/hdf5_image.h"

#include "core/base/files/hdf5_attributes.h"
#include "core/base/files/publish.h"

#include <stdlib.h>

hid_t hdf5_image_new(void) {
    enum { STEP = 1 << 20 };
    hdf5_be_silent();
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fapl_core(access, STEP, false);
    hid_t file = H5Fcreate("in memory", H5F_ACC_TRUNC, H5P_DEFAULT, access);
    H5Pclose(access);
    return file;
}

bool hdf5_image_publish(hid_t file, bool complete, const char *path, failure_t *error) {
    unsigned char *image = NULL;
    ssize_t bytes = -1;
    if (file >= 0 && complete && H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0 &&
        (bytes = H5Fget_file_image(file, NULL, 0)) > 0) {
        image = memory_new((size_t)bytes, 1);
        bytes = H5Fget_file_image(file, image, (size_t)bytes);
    }
    if (file >= 0)
        H5Fclose(file);
    bool ok = bytes > 0 ? publish_file(path, image, (size_t)bytes, error)
                        : error_set(error, "%s: HDF5 could not create the file", path);
    free(image);
    return ok;
}
