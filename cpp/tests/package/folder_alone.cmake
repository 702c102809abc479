# Configures a copy of one CMakeLists.txt in a folder of its own.
#   cmake -DFROM=<CMakeLists.txt> -DTO=<folder> -P folder_alone.cmake
configure_file(${FROM} ${TO}/CMakeLists.txt COPYONLY)
execute_process(COMMAND ${CMAKE_COMMAND} -S ${TO} -B ${TO}/build)
