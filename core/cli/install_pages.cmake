# Installs what the program itself generates: completion scripts for bash and zsh, and manual
# pages. Run by `cmake --install` with FULCRUM (the program), PAGES (a folder to write to),
# DATA_FOLDER and MAN_FOLDER (below the prefix) set. If the program cannot be run here, or
# lacks these commands, they are left out and the rest is installed.

# Installs the output of `fulcrum ARGN` as FOLDER/NAME.
function(fulcrum_install_output folder name)
  execute_process(COMMAND "${FULCRUM}" ${ARGN} RESULT_VARIABLE status
                  OUTPUT_FILE "${PAGES}/${name}" ERROR_QUIET)
  if(NOT status EQUAL 0)
    message(STATUS "The program does not write ${name}: not installed")
    return()
  endif()
  if(NOT IS_ABSOLUTE "${folder}")
    set(folder "${CMAKE_INSTALL_PREFIX}/${folder}")
  endif()
  file(INSTALL "${PAGES}/${name}" DESTINATION "${folder}")
endfunction()

file(REMOVE_RECURSE "${PAGES}")
file(MAKE_DIRECTORY "${PAGES}")
fulcrum_install_output("${DATA_FOLDER}/bash-completion/completions" fulcrum completion bash)
fulcrum_install_output("${DATA_FOLDER}/zsh/site-functions" _fulcrum completion zsh)
fulcrum_install_output("${MAN_FOLDER}/man1" fulcrum.1 help --man)
execute_process(COMMAND "${FULCRUM}" __complete "" OUTPUT_VARIABLE commands ERROR_QUIET)
string(REGEX MATCHALL "(^|\n)[a-z]+:" commands "${commands}")
foreach(command IN LISTS commands)
  string(REGEX REPLACE "[\n:]" "" command "${command}")
  fulcrum_install_output("${MAN_FOLDER}/man1" fulcrum-${command}.1 help --man ${command})
endforeach()
