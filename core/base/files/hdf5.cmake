# Finds HDF5. Sets `hdf5`, the library to link with, and `hdf5_static_libraries`, what programs
# need that link with libfulcrum.a. Included by CMakeLists.txt, after zlib is found.
#
# A program with the property CONTAINS_HDF5 is linked with the static library, if there is one:
# loading Debian's shared one, with 29 others that it needs (curl, Kerberos, LDAP, ...), takes longer
# than most commands.
option(FULCRUM_STATIC_HDF5 "Link the program with the static library of HDF5 if there is one" ON)

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

get_filename_component(folder ${library} DIRECTORY)
set(archive ${folder}/libhdf5.a)
string(MAKE_C_IDENTIFIER "links_with_${archive}" links) # cached, for this file
if(FULCRUM_STATIC_HDF5 AND EXISTS ${archive})
  find_library(SZIP_LIBRARY sz)
  set(needed ZLIB::ZLIB m ${CMAKE_DL_LIBS})
  if(SZIP_LIBRARY)
    list(APPEND needed ${SZIP_LIBRARY})
  endif()
  include(CheckCSourceCompiles)
  set(CMAKE_REQUIRED_INCLUDES ${HDF5_INCLUDE_DIRS})
  set(CMAKE_REQUIRED_LIBRARIES ${archive} ${needed})
  check_c_source_compiles("
    #include <hdf5.h>
    int main(void) { return H5Fopen(\"\", H5F_ACC_RDONLY, H5P_DEFAULT) < 0; }" ${links})
  unset(CMAKE_REQUIRED_INCLUDES)
  unset(CMAKE_REQUIRED_LIBRARIES)
endif()
if(FULCRUM_STATIC_HDF5 AND ${links})
  add_library(hdf5_archive INTERFACE)
  target_link_libraries(hdf5_archive INTERFACE ${archive} ${needed})
  set(contained $<BOOL:$<TARGET_PROPERTY:CONTAINS_HDF5>>)
  target_link_libraries(${hdf5} INTERFACE $<IF:${contained},hdf5_archive,hdf5_shared>)
else()
  target_link_libraries(${hdf5} INTERFACE hdf5_shared)
endif()
