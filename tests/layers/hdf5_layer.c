/* hdf5_layer.c - a preloaded library that counts a program's calls to the HDF5 library
 * and fails one of them (place_layer.h). For tests only. A failed call has no effect,
 * except that closing closes. Not counted are calls whose failure has no effect: H5open,
 * H5free_memory, H5Eset_auto2. Functions must be listed below to be intercepted. */
#define _GNU_SOURCE
#include "tests/layers/place_layer.h"

#include <hdf5.h>

/* parameters and arguments in parentheses; failed: the result of a failure. */
/* NOLINTBEGIN(bugprone-macro-parentheses): types and parameters */
#define CALL_FAILS(type, name, parameters, arguments, failed)                            \
    type name parameters {                                                               \
        static type(*real) parameters;                                                   \
        if (!real)                                                                       \
            place_find(#name, &real, sizeof real);                                       \
        return place_fails(#name) ? (failed) : real arguments;                           \
    }
/* NOLINTEND(bugprone-macro-parentheses) */
#define CALL(type, name, parameters, arguments)                                          \
    CALL_FAILS(type, name, parameters, arguments, -1)
#define CALL_CLOSES(name)                                                                \
    herr_t name(hid_t id) {                                                              \
        static herr_t (*real)(hid_t);                                                    \
        if (!real)                                                                       \
            place_find(#name, &real, sizeof real);                                       \
        bool failed = place_fails(#name);                                                \
        herr_t result = real(id);                                                        \
        return failed ? -1 : result;                                                     \
    }

CALL_CLOSES(H5Aclose)
CALL_CLOSES(H5Dclose)
CALL_CLOSES(H5Fclose)
CALL_CLOSES(H5Gclose)
CALL_CLOSES(H5Oclose)
CALL_CLOSES(H5Pclose)
CALL_CLOSES(H5Sclose)
CALL_CLOSES(H5Tclose)

CALL(hid_t, H5Acreate2, (hid_t a, const char *b, hid_t c, hid_t d, hid_t e, hid_t f),
     (a, b, c, d, e, f))
CALL(htri_t, H5Aexists_by_name, (hid_t a, const char *b, const char *c, hid_t d),
     (a, b, c, d))
CALL(hid_t, H5Aget_space, (hid_t a), (a))
CALL(hid_t, H5Aget_type, (hid_t a), (a))
CALL(herr_t, H5Aiterate2,
     (hid_t a, H5_index_t b, H5_iter_order_t c, hsize_t *d, H5A_operator2_t e, void *f),
     (a, b, c, d, e, f))
CALL(hid_t, H5Aopen, (hid_t a, const char *b, hid_t c), (a, b, c))
CALL(hid_t, H5Aopen_by_name, (hid_t a, const char *b, const char *c, hid_t d, hid_t e),
     (a, b, c, d, e))
CALL(herr_t, H5Aread, (hid_t a, hid_t b, void *c), (a, b, c))
CALL(herr_t, H5Awrite, (hid_t a, hid_t b, const void *c), (a, b, c))

CALL(hid_t, H5Dcreate2,
     (hid_t a, const char *b, hid_t c, hid_t d, hid_t e, hid_t f, hid_t g),
     (a, b, c, d, e, f, g))
CALL(hid_t, H5Dget_create_plist, (hid_t a), (a))
CALL(hid_t, H5Dget_space, (hid_t a), (a))
CALL_FAILS(hsize_t, H5Dget_storage_size, (hid_t a), (a), 0)
CALL(hid_t, H5Dget_type, (hid_t a), (a))
CALL(hid_t, H5Dopen2, (hid_t a, const char *b, hid_t c), (a, b, c))
CALL(herr_t, H5Dread, (hid_t a, hid_t b, hid_t c, hid_t d, hid_t e, void *f),
     (a, b, c, d, e, f))
CALL(herr_t, H5Dset_extent, (hid_t a, const hsize_t *b), (a, b))
CALL(herr_t, H5Dwrite, (hid_t a, hid_t b, hid_t c, hid_t d, hid_t e, const void *f),
     (a, b, c, d, e, f))
CALL(herr_t, H5Dwrite_chunk,
     (hid_t a, hid_t b, uint32_t c, const hsize_t *d, size_t e, const void *f),
     (a, b, c, d, e, f))

CALL(hid_t, H5Fcreate, (const char *a, unsigned b, hid_t c, hid_t d), (a, b, c, d))
CALL(herr_t, H5Fflush, (hid_t a, H5F_scope_t b), (a, b))
CALL(ssize_t, H5Fget_file_image, (hid_t a, void *b, size_t c), (a, b, c))
CALL(herr_t, H5Fget_filesize, (hid_t a, hsize_t *b), (a, b))
CALL(hid_t, H5Fopen, (const char *a, unsigned b, hid_t c), (a, b, c))
CALL(hid_t, H5Gcreate2, (hid_t a, const char *b, hid_t c, hid_t d, hid_t e),
     (a, b, c, d, e))
CALL(herr_t, H5Gget_info, (hid_t a, H5G_info_t *b), (a, b))
CALL(hid_t, H5Gopen2, (hid_t a, const char *b, hid_t c), (a, b, c))
CALL(hid_t, H5Iget_file_id, (hid_t a), (a))
CALL(H5I_type_t, H5Iget_type, (hid_t a), (a))
CALL(htri_t, H5Lexists, (hid_t a, const char *b, hid_t c), (a, b, c))
CALL(ssize_t, H5Lget_name_by_idx,
     (hid_t a, const char *b, H5_index_t c, H5_iter_order_t d, hsize_t e, char *f,
      size_t g, hid_t h),
     (a, b, c, d, e, f, g, h))
CALL(hid_t, H5Oopen, (hid_t a, const char *b, hid_t c), (a, b, c))

CALL(hid_t, H5Pcreate, (hid_t a), (a))
CALL(int, H5Pget_chunk, (hid_t a, int b, hsize_t *c), (a, b, c))
CALL(H5D_layout_t, H5Pget_layout, (hid_t a), (a))
CALL(herr_t, H5Pset_chunk, (hid_t a, int b, const hsize_t *c), (a, b, c))
CALL(herr_t, H5Pset_deflate, (hid_t a, unsigned b), (a, b))
CALL(herr_t, H5Pset_fapl_core, (hid_t a, size_t b, hbool_t c), (a, b, c))
CALL(herr_t, H5Pset_fill_time, (hid_t a, H5D_fill_time_t b), (a, b))
CALL(herr_t, H5Pset_fletcher32, (hid_t a), (a))
CALL(herr_t, H5Pset_libver_bounds, (hid_t a, H5F_libver_t b, H5F_libver_t c), (a, b, c))
CALL(herr_t, H5Pset_obj_track_times, (hid_t a, hbool_t b), (a, b))
CALL(herr_t, H5Pset_shuffle, (hid_t a), (a))
CALL(herr_t, H5Pset_userblock, (hid_t a, hsize_t b), (a, b))

CALL(hid_t, H5Screate, (H5S_class_t a), (a))
CALL(hid_t, H5Screate_simple, (int a, const hsize_t *b, const hsize_t *c), (a, b, c))
CALL(int, H5Sget_simple_extent_dims, (hid_t a, hsize_t *b, hsize_t *c), (a, b, c))
CALL(int, H5Sget_simple_extent_ndims, (hid_t a), (a))
CALL(hssize_t, H5Sget_simple_extent_npoints, (hid_t a), (a))
CALL(herr_t, H5Sselect_hyperslab,
     (hid_t a, H5S_seloper_t b, const hsize_t *c, const hsize_t *d, const hsize_t *e,
      const hsize_t *f),
     (a, b, c, d, e, f))

CALL(hid_t, H5Tcopy, (hid_t a), (a))
CALL(htri_t, H5Tequal, (hid_t a, hid_t b), (a, b))
CALL(H5T_class_t, H5Tget_class, (hid_t a), (a))
CALL_FAILS(size_t, H5Tget_size, (hid_t a), (a), 0)
CALL(htri_t, H5Tis_variable_str, (hid_t a), (a))
CALL(herr_t, H5Tset_cset, (hid_t a, H5T_cset_t b), (a, b))
CALL(herr_t, H5Tset_ebias, (hid_t a, size_t b), (a, b))
CALL(herr_t, H5Tset_fields, (hid_t a, size_t b, size_t c, size_t d, size_t e, size_t f),
     (a, b, c, d, e, f))
CALL(herr_t, H5Tset_size, (hid_t a, size_t b), (a, b))
