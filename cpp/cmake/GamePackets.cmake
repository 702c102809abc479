# The target codec_game_packets: the packets of schemas/*.fbs as `codec gen cpp` wrote them, kept in the repository so that C++ can be built
# and tested without .NET.
add_library(codec_game_packets INTERFACE)
target_include_directories(codec_game_packets INTERFACE ${CODEC_SCHEMAS_DIR}/generated/cpp)
target_link_libraries(codec_game_packets INTERFACE codec codec_schemas)
