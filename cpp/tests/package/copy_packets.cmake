# Stands in for the `codec` tool where the package's CMake functions are tested, so that this needs no .NET: gives what the tool wrote into
# the repository, into FROM or beside this script.
#   cmake -DFROM=<folder> -P copy_packets.cmake gen cpp [-I <folder>]... <file.fbs> -o <folder>
math(EXPR last "${CMAKE_ARGC} - 1")
math(EXPR schema "${CMAKE_ARGC} - 3")
get_filename_component(stem ${CMAKE_ARGV${schema}} NAME_WLE)
set(packets ${FROM}/${stem}_packets.hpp)
if(NOT EXISTS ${packets})
  set(packets ${CMAKE_CURRENT_LIST_DIR}/${stem}_packets.hpp)
endif()
configure_file(${packets} ${CMAKE_ARGV${last}}/${stem}_packets.hpp COPYONLY)
