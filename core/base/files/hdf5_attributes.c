#include "core/base/files/hdf5_attributes.h"

#include "core/base/error.h"
#include "core/base/plain_text.h"
#include "core/base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool loads_no_plugins;

void hdf5_load_no_plugins(void) {
    loads_no_plugins = true;
}

void hdf5_be_silent(void) {
    (void)H5dont_atexit();
    if (loads_no_plugins)
        (void)H5PLset_loading_state(0);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
}

bool hdf5_fits_file(hid_t object, uint64_t bytes) {
    hsize_t size = 0;
    hid_t file = H5Iget_file_id(object);
    bool known = file >= 0 && H5Fget_filesize(file, &size) >= 0;
    if (file >= 0)
        H5Fclose(file);
    return known && bytes <= size;
}

hid_t hdf5_text_type(size_t bytes) {
    hid_t type = H5Tcopy(H5T_C_S1);
    if (type >= 0 && H5Tset_size(type, bytes > 0 ? bytes : 1) >= 0 &&
        H5Tset_cset(type, H5T_CSET_UTF8) >= 0)
        return type;
    H5Tclose(type);
    return -1;
}

bool hdf5_write_text(hid_t where, const char *name, const char *text) {
    bool written = false;
    hid_t space = H5Screate(H5S_SCALAR), type = hdf5_text_type(H5T_VARIABLE);
    hid_t attribute = H5Acreate2(where, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    if (attribute >= 0) {
        written = H5Awrite(attribute, type, &text) >= 0;
        written = H5Aclose(attribute) >= 0 && written;
    }
    H5Tclose(type);
    H5Sclose(space);
    return written;
}

bool hdf5_write_number(hid_t where, const char *name, uint64_t number) {
    bool written = false;
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t attribute =
        H5Acreate2(where, name, H5T_STD_U64LE, space, H5P_DEFAULT, H5P_DEFAULT);
    if (attribute >= 0) {
        written = H5Awrite(attribute, H5T_NATIVE_UINT64, &number) >= 0;
        written = H5Aclose(attribute) >= 0 && written;
    }
    H5Sclose(space);
    return written;
}

/* Opens an attribute that holds one value: the
 * library would read all values of one of another shape, past the end of the buffer.
 * Negative if there is none. *failed: because the library failed. */
static hid_t open_value(hid_t where, const char *name, bool *failed) {
    htri_t exists = H5Aexists_by_name(where, ".", name, H5P_DEFAULT);
    *failed = exists < 0;
    if (exists <= 0)
        return -1;
    hid_t attribute = H5Aopen_by_name(where, ".", name, H5P_DEFAULT, H5P_DEFAULT);
    hid_t space = H5Aget_space(attribute);
    hssize_t values = H5Sget_simple_extent_npoints(space);
    H5Sclose(space);
    *failed = values < 0;
    if (values == 1)
        return attribute;
    H5Aclose(attribute);
    return -1;
}

static char *read_text(hid_t where, const char *name, bool *failed) {
    hid_t attribute = open_value(where, name, failed);
    if (attribute < 0)
        return NULL;
    hid_t type = H5Aget_type(attribute);
    char *text = NULL;
    H5T_class_t class = H5Tget_class(type);
    htri_t is_variable = class == H5T_STRING ? H5Tis_variable_str(type) : 0;
    size_t bytes = H5Tget_size(type);
    *failed = class == H5T_NO_CLASS || is_variable < 0 || bytes == 0;
    if (is_variable > 0) {
        char *variable = NULL; /* owned by the library */
        *failed = H5Aread(attribute, type, &variable) < 0;
        if (!*failed && variable)
            text = text_copy(variable);
        H5free_memory(variable);
    } else if (class == H5T_STRING && !*failed && hdf5_fits_file(attribute, bytes)) {
        text = memory_new(bytes + 1, 1);
        *failed = H5Aread(attribute, type, text) < 0;
        if (*failed) {
            free(text);
            text = NULL;
        }
    }
    H5Tclose(type);
    H5Aclose(attribute);
    return text;
}

char *hdf5_read_text(hid_t where, const char *name) {
    bool failed;
    return read_text(where, name, &failed);
}

bool hdf5_read_text_into(hid_t where, const char *name, char *buffer, size_t size) {
    bool failed = false;
    char *text = read_text(where, name, &failed);
    snprintf(buffer, size, "%s", text ? text : "unknown");
    plain_text_make(buffer);
    free(text);
    return !failed;
}

bool hdf5_read_number(hid_t where, const char *name, uint64_t *number) {
    bool failed;
    hid_t attribute = open_value(where, name, &failed);
    if (attribute < 0)
        return false;
    bool ok = H5Aread(attribute, H5T_NATIVE_UINT64, number) >= 0;
    H5Aclose(attribute);
    return ok;
}

hid_t hdf5_untimed(hid_t class) {
    hid_t properties = H5Pcreate(class);
    if (H5Pset_obj_track_times(properties, false) >= 0)
        return properties;
    H5Pclose(properties);
    return -1;
}

bool hdf5_write_dataset(hid_t where, const char *name, hid_t type, hid_t memory, int rank,
                        const hsize_t *dimensions, const void *values) {
    hid_t space = H5Screate_simple(rank, dimensions, NULL);
    hid_t properties = hdf5_untimed(H5P_DATASET_CREATE);
    hid_t dataset =
        H5Dcreate2(where, name, type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
    bool written = dataset >= 0 &&
                   H5Dwrite(dataset, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
    if (dataset >= 0)
        written = H5Dclose(dataset) >= 0 && written;
    H5Pclose(properties);
    H5Sclose(space);
    return written;
}
