# Stands in for the `codec` tool where the package's CMake functions are tested, so that this needs no .NET: gives what the tool wrote into
# the repository.  cmake -DFROM=<folder> -P copy_packets.cmake gen cpp <file.fbs> -o <folder>
math(EXPR last "${CMAKE_ARGC} - 1")
math(EXPR schema "${CMAKE_ARGC} - 3")
get_filename_component(stem ${CMAKE_ARGV${schema}} NAME_WE)
configure_file(${FROM}/${stem}_packets.hpp ${CMAKE_ARGV${last}}/${stem}_packets.hpp COPYONLY)
