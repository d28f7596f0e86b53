# Finds HDF5. Sets `hdf5`, the library to link with, and `hdf5_static_libraries`, what programs
# need that link with libfulcrum.a. Included by CMakeLists.txt, after zlib is found.
#
# A program with the property CONTAINS_HDF5 is linked with the static library, if there is one:
# loading Debian's shared one and 29 libraries that only it needs (curl, Kerberos, LDAP, ...) takes
# longer than most commands.
# Not with the thread sanitizer, which is to ignore what it has not compiled.
option(FULCRUM_STATIC_HDF5 "Link the program with the static library of HDF5 if it can be" ON)

# Debian's serial HDF5 or another through pkg-config; by CMake's search if HDF5_ROOT is set or
# pkg-config finds none.
add_library(hdf5_shared INTERFACE)
if(NOT HDF5_ROOT AND NOT DEFINED ENV{HDF5_ROOT})
  pkg_search_module(HDF5 IMPORTED_TARGET hdf5-serial hdf5)
endif()
if(TARGET PkgConfig::HDF5)
  target_link_libraries(hdf5_shared INTERFACE PkgConfig::HDF5)
  set(hdf5_static_libraries ${HDF5_STATIC_LDFLAGS})
  list(GET HDF5_LINK_LIBRARIES 0 library)
else()
  find_package(HDF5 REQUIRED COMPONENTS C)
  target_link_libraries(hdf5_shared INTERFACE ${HDF5_C_LIBRARIES})
  set(hdf5_static_libraries ${HDF5_C_LIBRARIES})
  list(GET HDF5_C_LIBRARIES 0 library)
endif()
set(hdf5 fulcrum_hdf5)
add_library(${hdf5} INTERFACE)
target_include_directories(${hdf5} SYSTEM INTERFACE ${HDF5_INCLUDE_DIRS})

# The static library beside the shared one, and what it needs: perhaps szip.
if(TARGET ${library})
  get_target_property(library ${library} LOCATION)
endif()
get_filename_component(folder "${library}" DIRECTORY)
set(archive "${folder}/libhdf5.a")
set(archive_links OFF)
if(FULCRUM_STATIC_HDF5 AND NOT FULCRUM_SANITIZE MATCHES "thread" AND EXISTS "${archive}")
  unset(SZIP_LIBRARY CACHE) # perhaps of another HDF5
  find_library(SZIP_LIBRARY sz HINTS ${folder})
  set(archive_libraries ${archive} ZLIB::ZLIB m ${CMAKE_DL_LIBS})
  if(SZIP_LIBRARY)
    list(APPEND archive_libraries -Wl,--push-state,--as-needed ${SZIP_LIBRARY} -Wl,--pop-state)
  endif()
  string(MAKE_C_IDENTIFIER "links ${archive} ${SZIP_LIBRARY}" archive_links) # its name in the cache
  include(CheckCSourceCompiles)
  set(CMAKE_REQUIRED_INCLUDES ${HDF5_INCLUDE_DIRS})
  set(CMAKE_REQUIRED_LIBRARIES ${archive_libraries})
  check_c_source_compiles("
    #include <hdf5.h>
    int main(void) { return H5Fopen(\"\", H5F_ACC_RDONLY, H5P_DEFAULT) < 0; }" ${archive_links})
  unset(CMAKE_REQUIRED_INCLUDES)
  unset(CMAKE_REQUIRED_LIBRARIES)
endif()
if(${archive_links})
  add_library(hdf5_archive INTERFACE)
  target_link_libraries(hdf5_archive INTERFACE ${archive_libraries})
  set(contained $<BOOL:$<TARGET_PROPERTY:CONTAINS_HDF5>>)
  target_link_libraries(${hdf5} INTERFACE $<IF:${contained},hdf5_archive,hdf5_shared>)
else()
  message(STATUS "HDF5 is linked as a shared library")
  target_link_libraries(${hdf5} INTERFACE hdf5_shared)
endif()
