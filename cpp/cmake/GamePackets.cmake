# The target codec_game_messages: the types and packets of schemas/*.fbs. With -DCODEC_COMMAND=... the schema compiler writes them while this builds,
# through the function that the package exports. Without, what it wrote into the repository stands in, so that C++ can be built without .NET.
if(CODEC_COMMAND)
  codec_generate_packets(codec_game_messages
    SCHEMAS ${CODEC_SCHEMAS_DIR}/packets.fbs ${CODEC_SCHEMAS_DIR}/test_packet.fbs ${CODEC_SCHEMAS_DIR}/game.fbs ${CODEC_SCHEMAS_DIR}/packed.fbs)
else()
  add_library(codec_game_messages INTERFACE)
  target_include_directories(codec_game_messages INTERFACE ${CODEC_SCHEMAS_DIR}/generated/cpp)
  target_link_libraries(codec_game_messages INTERFACE codec)
endif()
