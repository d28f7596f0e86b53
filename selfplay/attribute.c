#include "selfplay/attribute.h"

#include <string.h>

hid_t attribute_text_type(size_t bytes) {
    hid_t type = H5Tcopy(H5T_C_S1);
    if (type >= 0 && H5Tset_size(type, bytes > 0 ? bytes : 1) >= 0 &&
        H5Tset_cset(type, H5T_CSET_UTF8) >= 0)
        return type;
    H5Tclose(type);
    return -1;
}

static bool write_attribute(hid_t where, const char *name, hid_t file_type,
                            hid_t memory_type, const void *value) {
    bool written = false;
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t attribute = H5Acreate2(where, name, file_type, space, H5P_DEFAULT, H5P_DEFAULT);
    if (attribute >= 0) {
        written = H5Awrite(attribute, memory_type, value) >= 0;
        H5Aclose(attribute);
    }
    H5Sclose(space);
    return written;
}

bool attribute_write_text(hid_t where, const char *name, const char *text) {
    hid_t type = attribute_text_type(strlen(text) + 1);
    bool written = type >= 0 && write_attribute(where, name, type, type, text);
    H5Tclose(type);
    return written;
}

bool attribute_write_number(hid_t where, const char *name, uint64_t number) {
    return write_attribute(where, name, H5T_STD_U64LE, H5T_NATIVE_UINT64, &number);
}
