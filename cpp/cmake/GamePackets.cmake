# The target codec_game_messages: the types and packets of schemas/*.fbs, which the schema compiler writes while this builds, through the function that
# the package exports. Without -DCODEC_COMMAND=..., it is the one of this repository, which is built first.
if(NOT CODEC_COMMAND)
  if(NOT CODEC_DOTNET)
    message(FATAL_ERROR "codec: the .NET SDK was not found. Install it, or set CODEC_DOTNET, or CODEC_COMMAND to a schema compiler.")
  endif()
  get_filename_component(tool ${PROJECT_SOURCE_DIR}/../tool ABSOLUTE)
  set(CODEC_COMMAND ${CODEC_DOTNET} ${tool}/bin/Release/net8.0/Codec.Cli.dll)
  add_custom_target(codec_tool COMMAND ${CODEC_DOTNET} build ${tool} -c Release --nologo -v quiet BYPRODUCTS ${tool}/bin/Release/net8.0/Codec.Cli.dll VERBATIM)
endif()
codec_generate_packets(codec_game_messages
  SCHEMAS ${CODEC_SCHEMAS_DIR}/packets.fbs ${CODEC_SCHEMAS_DIR}/test_packet.fbs ${CODEC_SCHEMAS_DIR}/game.fbs ${CODEC_SCHEMAS_DIR}/packed.fbs)
if(TARGET codec_tool)
  add_dependencies(codec_game_messages_files codec_tool)
endif()
