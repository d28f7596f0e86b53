#include "selfplay/attribute.h"

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

bool attribute_write_game(hid_t where, const game_t *game) {
    const game_class_t *class = game->class;
    char sides[128], reasons[256];
    text_t sides_out = text_into(sides, sizeof sides);
    text_t reasons_out = text_into(reasons, sizeof reasons);
    text_add(&sides_out, "%s|%s", class->side_names[0], class->side_names[1]);
    for (int i = 0; i < REASON_COUNT; i++)
        text_add(&reasons_out, "%s%s", i ? "|" : "", reason_names[i]);
    return attribute_write_text(where, "game", class->name) &&
           attribute_write_number(where, "rules_version",
                                  (uint64_t) class->rules_version) &&
           attribute_write_text(where, "variant", game->variant_text) &&
           attribute_write_number(where, "num_actions", (uint64_t)game->num_actions) &&
           attribute_write_number(where, "cells", (uint64_t)game->cells) &&
           attribute_write_text(where, "sides", sides) &&
           attribute_write_text(where, "reasons", reasons);
}
