# page_engine.cmake - builds page_engine.c as WebAssembly for play pages: page_engine.b64 in
# the build folder, by clang, lld and wasi-libc; empty if one of them is missing,
# FULCRUM_PAGES is OFF, or a sanitizer is enabled.
option(FULCRUM_PAGES "Compile the engine of play pages, if clang can" ON)
set(engine ${CMAKE_CURRENT_BINARY_DIR}/page_engine)
find_program(FULCRUM_WASM_CLANG NAMES clang clang-14 clang-15 clang-16)
set(wasm_flags --target=wasm32-wasi --sysroot=/usr -std=c11 -O3 -msimd128 -ffp-contract=off
    -ffunction-sections -fdata-sections -DNDEBUG -D_GNU_SOURCE -w)
set(wasm_link_flags -mexec-model=reactor -Wl,--gc-sections -Wl,--strip-all
    -Wl,-z,stack-size=4194304 -Wl,--stack-first)
foreach(name session_protocol_new session_protocol_answer session_protocol_continue
        session_protocol_simulations page_engine_weights malloc free)
  list(APPEND wasm_link_flags -Wl,--export=${name})
endforeach()

# Checked at every configuration: packages come and go.
set(has_wasm FALSE)
if(FULCRUM_PAGES AND FULCRUM_WASM_CLANG AND NOT FULCRUM_SANITIZE)
  file(WRITE ${engine}/try.c "#include <math.h>\n#include <stdio.h>\n"
       "double page_engine_new(double x) { return printf(\"%f\", x) + log(x); }\n")
  execute_process(
    COMMAND ${FULCRUM_WASM_CLANG} ${wasm_flags} -mexec-model=reactor
            -Wl,--export=page_engine_new ${engine}/try.c -o ${engine}/try.wasm
    RESULT_VARIABLE wasm_failed OUTPUT_QUIET ERROR_QUIET)
  if(wasm_failed EQUAL 0)
    set(has_wasm TRUE)
  endif()
endif()
if(NOT has_wasm)
  file(WRITE ${engine}.b64 "")
  message(STATUS "`fulcrum page` is disabled: it needs the Debian packages clang, lld, "
                 "wasi-libc and libclang-rt-14-dev-wasm32, FULCRUM_PAGES and no sanitizer")
  return()
endif()

# The header of cJSON alone: the folder that it is in has those of another C library, too.
pkg_get_variable(cjson_headers libcjson includedir)
configure_file(${cjson_headers}/cjson/cJSON.h ${engine}/include/cjson/cJSON.h COPYONLY)

# The sources that a page needs; page_engine.c has what is in place of others.
file(GLOB wasm_sources RELATIVE ${CMAKE_SOURCE_DIR} CONFIGURE_DEPENDS
     core/base/*.c core/config/*.c core/game/*.c core/games/*/*.c core/kit/*.c
     mcts/tree/*.c mcts/select/*.c mcts/search/*.c mcts/evaluate/integer/*.c)
list(FILTER wasm_sources EXCLUDE REGEX
     "base/(process_|build_info)|document|outside|search/analysis")
list(APPEND wasm_sources
     core/base/files/file.c core/base/files/safetensors.c mcts/engine/engine_messages.c
     mcts/engine/engine_program.c mcts/evaluate/evaluator_choice.c mcts/evaluate/evaluators.c
     mcts/evaluate/playout_evaluator.c mcts/evaluate/symmetric_evaluator.c
     mcts/evaluate/weights.c mcts/evaluate/weights_file.c mcts/play/session.c
     mcts/play/session_json.c mcts/play/session_protocol.c eval/page/json_tree.c
     eval/page/page_engine.c)
set(wasm_objects "")
foreach(source ${wasm_sources})
  set(object ${engine}/${source}.o)
  get_filename_component(folder ${object} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  if(CMAKE_GENERATOR MATCHES "Ninja") # uses paths relative to the build folder
    set(depends DEPFILE ${object}.d)
  else()
    set(depends IMPLICIT_DEPENDS C ${CMAKE_SOURCE_DIR}/${source})
  endif()
  add_custom_command(
    OUTPUT ${object}
    COMMAND ${CMAKE_C_COMPILER_LAUNCHER} ${FULCRUM_WASM_CLANG} ${wasm_flags} -MD -MF ${object}.d
            -MT page_engine/${source}.o -I${CMAKE_SOURCE_DIR}
            -I${engine}/include -c ${CMAKE_SOURCE_DIR}/${source} -o ${object}
    DEPENDS ${CMAKE_SOURCE_DIR}/${source} ${depends}
    COMMENT "For play pages: ${source}" VERBATIM)
  list(APPEND wasm_objects ${object})
endforeach()
# One object, with which `fulcrum page ./mygame.c` links a game of its own.
set(page_object ${CMAKE_CURRENT_BINARY_DIR}/fulcrum_page.o)
add_custom_command(
  OUTPUT ${page_object}
  COMMAND ${FULCRUM_WASM_CLANG} --target=wasm32-wasi -nostdlib -Wl,-r ${wasm_objects}
          -o ${page_object}
  DEPENDS ${wasm_objects} VERBATIM)
add_custom_target(fulcrum_page_object ALL DEPENDS ${page_object})
include(GNUInstallDirs)
install(FILES ${page_object} DESTINATION ${CMAKE_INSTALL_LIBDIR})
string(JOIN " " page_options ${wasm_flags} ${wasm_link_flags})
set_property(SOURCE core/game/source/game_compiler.c APPEND PROPERTY COMPILE_DEFINITIONS
             PAGE_OPTIONS="${page_options}" PAGE_COMPILER="${FULCRUM_WASM_CLANG}")
add_custom_command(
  OUTPUT ${engine}.b64
  COMMAND ${FULCRUM_WASM_CLANG} ${wasm_flags} ${wasm_link_flags} ${page_object} -o ${engine}.wasm
  COMMAND sh -c "gzip -9nc '${engine}.wasm' | base64 -w 0 >'${engine}.b64'"
  DEPENDS ${page_object} VERBATIM)
