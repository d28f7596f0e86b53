# Installs what the program says of itself: completion scripts for bash and zsh, and manual
# pages. Run by `cmake --install` with FULCRUM (the program), PAGES (a folder to write to),
# DATA_FOLDER and MAN_FOLDER (below the prefix) set. A program that cannot be run here, or
# that has no such command, has none of them, and the rest is installed all the same.

# Writes what `fulcrum ARGN` prints to a file; sets `written` to whether that worked.
function(fulcrum_write file)
  execute_process(COMMAND "${FULCRUM}" ${ARGN} RESULT_VARIABLE status OUTPUT_FILE "${file}"
                  ERROR_QUIET)
  set(written FALSE PARENT_SCOPE)
  if(status EQUAL 0)
    set(written TRUE PARENT_SCOPE)
  endif()
endfunction()

function(fulcrum_install file folder)
  if(NOT IS_ABSOLUTE "${folder}")
    set(folder "${CMAKE_INSTALL_PREFIX}/${folder}")
  endif()
  file(INSTALL "${file}" DESTINATION "${folder}")
endfunction()

file(REMOVE_RECURSE "${PAGES}")
file(MAKE_DIRECTORY "${PAGES}/bash" "${PAGES}/zsh" "${PAGES}/man")
fulcrum_write("${PAGES}/bash/fulcrum" completion bash)
if(written)
  fulcrum_install("${PAGES}/bash/fulcrum" "${DATA_FOLDER}/bash-completion/completions")
else()
  message(STATUS "This program writes no completion scripts: none installed")
endif()
fulcrum_write("${PAGES}/zsh/_fulcrum" completion zsh)
if(written)
  fulcrum_install("${PAGES}/zsh/_fulcrum" "${DATA_FOLDER}/zsh/site-functions")
endif()

# fulcrum(1) names the page of each command, as fulcrum-perft(1).
fulcrum_write("${PAGES}/man/fulcrum.1" man)
if(NOT written)
  message(STATUS "This program writes no manual pages: none installed")
  return()
endif()
fulcrum_install("${PAGES}/man/fulcrum.1" "${MAN_FOLDER}/man1")
file(READ "${PAGES}/man/fulcrum.1" page)
string(REGEX MATCHALL "fulcrum\\\\?-[a-z]+" commands "${page}")
string(REGEX REPLACE "fulcrum\\\\?-" "" commands "${commands}")
list(REMOVE_DUPLICATES commands)
foreach(command IN LISTS commands)
  fulcrum_write("${PAGES}/man/fulcrum-${command}.1" man ${command})
  if(written)
    fulcrum_install("${PAGES}/man/fulcrum-${command}.1" "${MAN_FOLDER}/man1")
  endif()
endforeach()
