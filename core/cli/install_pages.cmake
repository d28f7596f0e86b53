# Installs what the program itself generates: completion scripts for bash and zsh, and manual
# pages. Run by `cmake --install` with FULCRUM (the program), PAGES (a folder to write to),
# DATA_FOLDER and MAN_FOLDER (below the prefix) set. If the program cannot be run here, or
# lacks these commands, they are left out and the rest is installed.

# Writes the output of `fulcrum ARGN` to a file; sets `written` to whether that worked.
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
file(MAKE_DIRECTORY "${PAGES}/bash" "${PAGES}/zsh")
fulcrum_write("${PAGES}/bash/fulcrum" completion bash)
if(written)
  fulcrum_install("${PAGES}/bash/fulcrum" "${DATA_FOLDER}/bash-completion/completions")
else()
  message(STATUS "The program writes no completion scripts: none installed")
endif()
fulcrum_write("${PAGES}/zsh/_fulcrum" completion zsh)
if(written)
  fulcrum_install("${PAGES}/zsh/_fulcrum" "${DATA_FOLDER}/zsh/site-functions")
endif()

execute_process(COMMAND "${FULCRUM}" help --man --out "${PAGES}/man" RESULT_VARIABLE status
                OUTPUT_QUIET ERROR_QUIET)
file(GLOB manual_pages "${PAGES}/man/*.1")
if(NOT status EQUAL 0 OR NOT manual_pages)
  message(STATUS "The program writes no manual pages: none installed")
  return()
endif()
foreach(page IN LISTS manual_pages)
  fulcrum_install("${page}" "${MAN_FOLDER}/man1")
endforeach()
