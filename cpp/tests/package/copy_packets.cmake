# Stands in for the `codec` tool where the package's CMake functions are tested, so that this needs no .NET: gives what the tool wrote into
# the repository, into FROM or beside this script.
#   cmake -DFROM=<folder> -P copy_packets.cmake gen cpp|cpp-flatc [-I <folder>]... <file.fbs> -o <folder>
math(EXPR last "${CMAKE_ARGC} - 1")
math(EXPR schema "${CMAKE_ARGC} - 3")
get_filename_component(stem ${CMAKE_ARGV${schema}} NAME_WLE)
set(suffixes messages json stream)
foreach(i RANGE ${last})
  if(CMAKE_ARGV${i} STREQUAL cpp-flatc)
    set(suffixes packets)
  endif()
endforeach()
foreach(suffix IN LISTS suffixes)
  set(header ${FROM}/${stem}_${suffix}.hpp)
  if(NOT EXISTS ${header})
    set(header ${CMAKE_CURRENT_LIST_DIR}/${stem}_${suffix}.hpp)
  endif()
  configure_file(${header} ${CMAKE_ARGV${last}}/${stem}_${suffix}.hpp COPYONLY)
endforeach()
