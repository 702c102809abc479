# codec_generate_packets(<name> SCHEMAS <file.fbs>... [INCLUDE_DIRECTORIES <folder>...] [OUTPUT_DIRECTORY <folder>] [NAMESPACE <name>] [KEEP_PREFIX]
#   [DEPENDS <file.fbs>...])
#
# Makes the interface library <name>. A target that links it can include, for each schema, <file>_messages.hpp (types, views, verification, ids and
# the list of packets), which `codec gen cpp` writes at build time and which needs only the headers of codec. It links codec::codec.
# All schemas of a program belong in one call, because the tool compiles SCHEMAS in one run: a file identifier that a schema gives to a table of
# another one is only known if both are in the run, and so are packets that have the same id. A schema that another one includes should be in SCHEMAS
# too; it is searched for in the folder of that schema and in INCLUDE_DIRECTORIES. If it does not compile alone, because it uses types of a schema that
# it does not include, it belongs in DEPENDS instead: a change of it generates again, and its headers are written as those of an included schema.
# packets.fbs needs no copy: if the search finds no file of the name, it is the one of this library.
# A relative OUTPUT_DIRECTORY is below CMAKE_CURRENT_BINARY_DIR; the default is the folder <name> there. Two schemas of the same file name need two
# output folders, and so do two calls that have a schema in common. Two schemas of the same file name in one call need KEEP_PREFIX: a header then has the
# folder of its schema, relative to the first of INCLUDE_DIRECTORIES and CMAKE_CURRENT_SOURCE_DIR that contains it, as in "Layout/Bar_messages.hpp".
# NAMESPACE is a namespace around those of the schemas, with dots. The protocol hash is then in codec::schemas::<NAMESPACE>::<file>.
#
# CODEC_EXECUTABLE           the `codec` tool; found on the PATH if it is not set
# CODEC_COMMAND              the tool as a list of a program and its first arguments, such as "dotnet;codec"; CODEC_EXECUTABLE if it is empty

find_program(CODEC_EXECUTABLE NAMES codec DOC "The schema compiler `codec`")
# A project that requires less than CMake 3.21 would lose its variable (policy CMP0126).
if(NOT DEFINED CODEC_COMMAND)
  set(CODEC_COMMAND "" CACHE STRING "The schema compiler as a list of a program and its first arguments, where it is not one program on the PATH")
endif()

function(codec_generate_packets name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "KEEP_PREFIX" "OUTPUT_DIRECTORY;NAMESPACE" "SCHEMAS;INCLUDE_DIRECTORIES;DEPENDS")
  if(NOT arg_SCHEMAS OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${name}: SCHEMAS must name one .fbs file or more; not understood: '${arg_UNPARSED_ARGUMENTS}'.")
  endif()
  set(codec ${CODEC_COMMAND})
  if(NOT codec)
    set(codec ${CODEC_EXECUTABLE})
  endif()
  if(NOT codec)
    message(FATAL_ERROR "${name}: the tool `codec` was not found. Install it with `dotnet tool install --global Codec.Cli` "
      "(for a local feed, add `--add-source <folder>`), or set CODEC_EXECUTABLE or CODEC_COMMAND. Generated headers can also be committed.")
  endif()
  if(NOT arg_OUTPUT_DIRECTORY)
    set(arg_OUTPUT_DIRECTORY ${name})
  endif()
  get_filename_component(arg_OUTPUT_DIRECTORY ${arg_OUTPUT_DIRECTORY} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_BINARY_DIR})

  foreach(kind SCHEMAS DEPENDS INCLUDE_DIRECTORIES)
    set(paths)
    foreach(path IN LISTS arg_${kind})
      get_filename_component(path ${path} ABSOLUTE)
      list(APPEND paths ${path})
    endforeach()
    set(arg_${kind} ${paths})
  endforeach()
  set(options)
  if(arg_KEEP_PREFIX)
    list(APPEND arg_INCLUDE_DIRECTORIES ${CMAKE_CURRENT_SOURCE_DIR})
    list(APPEND options --keep-prefix)
  endif()
  foreach(folder IN LISTS arg_INCLUDE_DIRECTORIES)
    list(APPEND options -I ${folder})
  endforeach()
  if(arg_NAMESPACE)
    list(APPEND options --namespace ${arg_NAMESPACE})
  endif()

  # A new version of the tool writes the files again.
  set(tool)
  foreach(part IN LISTS codec)
    if(EXISTS ${part} AND NOT IS_DIRECTORY ${part})
      list(APPEND tool ${part})
    endif()
  endforeach()

  file(MAKE_DIRECTORY ${arg_OUTPUT_DIRECTORY})
  set(messages)
  # A command for each schema, because Windows limits the length of a command.
  set(touch)
  foreach(schema IN LISTS arg_SCHEMAS)
    # The tool takes off the last extension only.
    get_filename_component(stem ${schema} NAME_WLE)
    if(arg_KEEP_PREFIX)
      foreach(folder IN LISTS arg_INCLUDE_DIRECTORIES)
        file(RELATIVE_PATH relative ${folder} ${schema})
        if(NOT relative MATCHES "^[.][.]/" AND NOT IS_ABSOLUTE ${relative})
          get_filename_component(prefix ${relative} DIRECTORY)
          if(prefix)
            set(stem ${prefix}/${stem})
          endif()
          break()
        endif()
      endforeach()
    endif()
    get_property(other GLOBAL PROPERTY "codec_schema_of ${arg_OUTPUT_DIRECTORY}/${stem}")
    if(other)
      message(FATAL_ERROR "${name}: ${other} and ${schema} would both be written to ${arg_OUTPUT_DIRECTORY}/${stem}: set KEEP_PREFIX or OUTPUT_DIRECTORY.")
    endif()
    set_property(GLOBAL PROPERTY "codec_schema_of ${arg_OUTPUT_DIRECTORY}/${stem}" ${schema})
    list(APPEND messages ${arg_OUTPUT_DIRECTORY}/${stem}_messages.hpp)
    list(APPEND touch COMMAND ${CMAKE_COMMAND} -E touch ${arg_OUTPUT_DIRECTORY}/${stem}_messages.hpp)
  endforeach()

  # One run for all schemas: the file identifier of a table may be in another schema, and packet ids and derived names are unique in a run.
  add_custom_command(
    OUTPUT ${messages}
    COMMAND ${codec} gen cpp ${options} ${arg_SCHEMAS} -o ${arg_OUTPUT_DIRECTORY}
    ${touch}
    DEPENDS ${arg_SCHEMAS} ${arg_DEPENDS} ${tool}
    COMMENT "codec gen cpp for ${name}"
    VERBATIM)

  add_custom_target(${name}_files DEPENDS ${messages})
  add_library(${name} INTERFACE)
  add_dependencies(${name} ${name}_files)
  target_include_directories(${name} INTERFACE ${arg_OUTPUT_DIRECTORY})
  target_link_libraries(${name} INTERFACE codec::codec)
endfunction()
