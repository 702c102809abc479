# codec::asio: what a program that includes codec/asio.hpp links: the library, standalone Asio and threads. It exists if Asio is installed; set
# CODEC_ASIO_INCLUDE to the folder of asio.hpp if it is elsewhere. For codec/asio_ssl.hpp, link OpenSSL::SSL too.
find_path(CODEC_ASIO_INCLUDE NAMES asio.hpp DOC "Where standalone Asio is")
if(CODEC_ASIO_INCLUDE AND NOT TARGET codec::asio)
  find_package(Threads REQUIRED)
  add_library(codec::asio INTERFACE IMPORTED GLOBAL)
  target_link_libraries(codec::asio INTERFACE codec::codec Threads::Threads)
  target_include_directories(codec::asio SYSTEM INTERFACE ${CODEC_ASIO_INCLUDE})
  target_compile_definitions(codec::asio INTERFACE ASIO_STANDALONE)
endif()
