# libfulcrum, shared and static, the support library for games in shared objects, and the
# installation of both. Included by CMakeLists.txt after the layers.
file(STRINGS selfplay/library/fulcrum.h api_version REGEX "define FULCRUM_API_VERSION")
string(REGEX MATCH "[0-9]+$" api_version "${api_version}")

file(GLOB sources CONFIGURE_DEPENDS selfplay/library/*.c)
add_library(fulcrum_api OBJECT ${sources})
target_compile_definitions(fulcrum_api PRIVATE FULCRUM_BUILDING)
target_link_libraries(fulcrum_api PUBLIC fulcrum_selfplay)
set_target_properties(fulcrum_api PROPERTIES C_VISIBILITY_PRESET hidden
                      POSITION_INDEPENDENT_CODE ON)

add_library(fulcrum_shared SHARED $<TARGET_OBJECTS:fulcrum_api>)
target_link_libraries(fulcrum_shared PRIVATE fulcrum_selfplay)
target_link_options(fulcrum_shared PRIVATE -Wl,--exclude-libs,ALL -Wl,--as-needed)
set_target_properties(fulcrum_shared PROPERTIES OUTPUT_NAME fulcrum SOVERSION ${api_version}
                      VERSION ${api_version}.${PROJECT_VERSION})

# One object that exports only the names of fulcrum.h, as the shared library does.
set(static_library ${CMAKE_CURRENT_BINARY_DIR}/libfulcrum.a)
add_custom_command(
  OUTPUT ${static_library}
  COMMAND ${CMAKE_C_COMPILER} -r -nostdlib -o fulcrum_whole.o $<TARGET_OBJECTS:fulcrum_api>
          -Wl,--start-group $<TARGET_FILE:fulcrum_selfplay> $<TARGET_FILE:fulcrum_mcts>
          $<TARGET_FILE:fulcrum_core> -Wl,--end-group
  COMMAND ${CMAKE_OBJCOPY} --localize-hidden fulcrum_whole.o
  COMMAND ${CMAKE_COMMAND} -E rm -f ${static_library}
  COMMAND ${CMAKE_AR} rcs ${static_library} fulcrum_whole.o
  DEPENDS fulcrum_api $<TARGET_OBJECTS:fulcrum_api> fulcrum_selfplay fulcrum_mcts fulcrum_core
  COMMAND_EXPAND_LISTS VERBATIM)
add_custom_target(fulcrum_static ALL DEPENDS ${static_library})

install(TARGETS fulcrum_shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES ${static_library} DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES selfplay/library/fulcrum.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

# Files for pkg-config and CMake, with a prefix relative to their own place, so that an
# installed tree can be moved.
set(pkgconfig_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/fulcrum)
file(RELATIVE_PATH to_prefix /prefix/${pkgconfig_folder} /prefix)
string(REGEX REPLACE "/$" "" to_prefix "${to_prefix}")
set(static_libraries ${hdf5_static_libraries} ${CJSON_STATIC_LDFLAGS} ${DEFLATE_STATIC_LDFLAGS}
    -lz -ldl -lm ${OpenMP_C_FLAGS})
string(REPLACE ";" " " static_libraries "${static_libraries}")
configure_file(selfplay/library/install/fulcrum.pc.in fulcrum.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/fulcrum.pc DESTINATION ${pkgconfig_folder})
file(RELATIVE_PATH to_prefix /prefix/${config_folder} /prefix)
string(REGEX REPLACE "/$" "" to_prefix "${to_prefix}")
configure_file(selfplay/library/install/fulcrumConfig.cmake.in fulcrumConfig.cmake @ONLY)
include(CMakePackageConfigHelpers)
write_basic_package_version_file(fulcrumConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/fulcrumConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/fulcrumConfigVersion.cmake
        DESTINATION ${config_folder})

# For compiling games as shared objects (core/game/outside_game.h): the headers they include,
# and the few functions behind them.
set(game_headers
    core/base/bits.h core/base/error.h core/base/pcg.h core/base/text.h core/config/keys.h
    core/config/value_spec.h core/game/board_drawing.h core/game/features.h core/game/game.h core/game/game_table.h
    core/game/outside_game.h core/game/planes.h core/game/playout.h
    core/game/position_numbering.h core/kit/kit.h core/kit/kit_board.h core/kit/kit_class.h
    core/kit/kit_misuse.h core/kit/kit_position.h core/kit/kit_rules.h core/kit/kit_set.h)
set(game_sources
    core/base/error.c core/base/pcg.c core/base/text.c core/base/text_layout.c core/game/board_drawing.c
    core/game/features.c core/game/game.c core/game/game_defaults.c core/game/grid_text.c
    core/game/perft.c core/game/pie_rule.c core/game/planes.c core/game/playout.c
    core/game/picture_row.c core/game/source/address_checks.c
    core/game/source/sanitizer_messages.c core/game/state_set.c
    core/kit/kit_actions.c core/kit/kit_board.c core/kit/kit_class.c core/kit/kit_features.c core/kit/kit_misuse.c
    core/kit/kit_networks.c core/kit/kit_state.c core/kit/kit_symmetry.c core/kit/kit_text.c)
add_library(fulcrum_game STATIC ${game_sources})
target_include_directories(fulcrum_game PRIVATE ${CMAKE_SOURCE_DIR})
set_target_properties(fulcrum_game PROPERTIES ${of_libfulcrum})
add_dependencies(fulcrum fulcrum_game) # with which the program links games in source files
install(TARGETS fulcrum_game ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
# Games include the kit as <fulcrum/kit.h>.
set(kit_header ${CMAKE_CURRENT_BINARY_DIR}/include/fulcrum/fulcrum/kit.h)
file(CONFIGURE OUTPUT ${kit_header} CONTENT "#include \"core/kit/kit.h\"\n")
install(FILES ${kit_header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/fulcrum/fulcrum)
# In the build tree they are links in include/, so that it can be used as an installation.
foreach(header ${game_headers})
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/fulcrum/${folder})
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/include/fulcrum/${folder})
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/${header}
       ${CMAKE_CURRENT_BINARY_DIR}/include/fulcrum/${header} SYMBOLIC)
endforeach()
file(RELATIVE_PATH program_to_headers /prefix/${CMAKE_INSTALL_BINDIR}
     /prefix/${CMAKE_INSTALL_INCLUDEDIR})
file(RELATIVE_PATH program_to_library /prefix/${CMAKE_INSTALL_BINDIR}
     /prefix/${CMAKE_INSTALL_LIBDIR})
file(RELATIVE_PATH library_to_headers /prefix/${CMAKE_INSTALL_LIBDIR}
     /prefix/${CMAKE_INSTALL_INCLUDEDIR})
set_property(SOURCE core/game/source/development_files.c APPEND PROPERTY COMPILE_DEFINITIONS
             PROGRAM_TO_HEADERS="${program_to_headers}"
             PROGRAM_TO_LIBRARY="${program_to_library}"
             LIBRARY_TO_HEADERS="${library_to_headers}")
file(RELATIVE_PATH to_prefix /prefix/${pkgconfig_folder} /prefix)
string(REGEX REPLACE "/$" "" to_prefix "${to_prefix}")
configure_file(selfplay/library/install/fulcrum-game.pc.in fulcrum-game.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/fulcrum-game.pc DESTINATION ${pkgconfig_folder})
install(DIRECTORY selfplay/library/examples/
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fulcrum/examples/library)
