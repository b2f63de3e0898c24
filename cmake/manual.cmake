# manual.cmake - run PROGRAM to write its man pages and completions to OUT, laid out like a share/ directory.
# `husk help --man` is the page of the program, `husk help --man COMMAND` that of a command; `husk help --commands` lists the
# commands, one per line.
function(write_output file)
  execute_process(COMMAND ${PROGRAM} help ${ARGN} OUTPUT_VARIABLE text RESULT_VARIABLE status)
  if(NOT status EQUAL 0 OR text STREQUAL "")
    message(FATAL_ERROR "husk help ${ARGN} failed (${status})")
  endif()
  file(WRITE ${OUT}/${file} "${text}")
endfunction()

file(REMOVE_RECURSE ${OUT})
file(MAKE_DIRECTORY ${OUT})
execute_process(COMMAND ${PROGRAM} help --commands OUTPUT_VARIABLE commands COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[a-z]+" commands "${commands}")
write_output(man/man1/husk.1 --man)
foreach(command ${commands})
  write_output(man/man1/husk-${command}.1 --man ${command})
endforeach()
write_output(bash-completion/completions/husk --completion bash)
write_output(zsh/vendor-completions/_husk --completion zsh)
write_output(fish/vendor_completions.d/husk.fish --completion fish)
