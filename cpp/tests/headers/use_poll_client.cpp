// Instantiates a poll client after the macros of other libraries.
#if defined(_WIN32)
#include <winsock2.h>
//
#include <windows.h>
#else
#include "windows_macros.hpp"
#endif
#include "qt_macros.hpp"
#include "x11_macros.hpp"
//
#include <codec/poll_client.hpp>
#include <cstdio>

#if !defined(Status) || !defined(None) || !defined(Bool) || !defined(slots)
#error "The header must not undefine the macros of other libraries."
#endif

struct Game {};

struct Input {
  float steering;
};

template <>
struct codec::PacketTraits<Input> : codec::PacketDefaults {
  static constexpr std::uint32_t id = 1;
  static constexpr std::string_view name = "Input";
  static constexpr codec::PayloadKind kind = codec::PayloadKind::Struct;
};

// With a session, a request and its answer.
template <>
struct codec::AnswerOf<Input> {
  using type = Input;
};

std::size_t use_poll_client(Game& game);

std::size_t use_poll_client(Game& game) {
  codec::PollClientOptions options;
  options.session = codec::SessionSettings{codec::PacketProtocol{1, 2}, "1.4"};
  codec::PollClient client("127.0.0.1", 7777, options);
  codec::PacketRoutes<Game> routes;
  routes.on<Input>([](Game&, const Input&) {});
  codec::PacketDispatcher<Game> dispatcher(routes, game, codec::PacketDirections::ToClient);
  client.on_connected([&client] {
    (void)client.send(Input{0.5f});
    (void)client.session().ask(Input{1.0f}, [](const codec::Answer<Input>& answer) { std::puts(answer ? "answered" : "not answered"); });
  });
  client.on_closed([](const codec::ConnectionEnd& end) { std::fputs(to_string(end).c_str(), stderr); });
  client.connect();
  return client.poll(dispatcher);
}
