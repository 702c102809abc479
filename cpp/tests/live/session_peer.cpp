// A peer with a session, for the C# tests. It uses the packets Count (id 942) and Total (943) of asking.fbs.
//   codec_session_peer server|resume-server|proxied-server TIMEOUT
//   codec_session_peer connection|poll|resume-connection|resume-poll TIMEOUT PORT
// TIMEOUT is that of the heartbeat, in milliseconds. A server prints "listening on PORT", and accepts clients whose token is the byte 7. It refuses
// others because of "no ticket". A client's token is the byte 7.
//
// After the handshake, each side prints "connected VERSION", asks Count 20, and prints "answer STATUS VALUE" (0 is AnswerStatus::Answered).
// It answers Count N with Total 2 * N, but leaves with the code 300 and "bye" if N is 0 and it has measured a round trip. It pings every 20 ms. At
// the end, each side prints "closed REASON TEXT"; the text is the peer's. A client then exits. With "resume", the session continues after a cut.
// "proxied-server" is behind a proxy, and prints "from ADDRESS" before "connected".

#include <asio.hpp>
#include <chrono>
#include <codec/asio.hpp>
#include <codec/poll_client.hpp>
#include <codec/session.hpp>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

namespace {

template <std::uint32_t Id>
struct Number {
  std::uint32_t value;
};
using Count = Number<942>;
using Total = Number<943>;

}  // namespace

template <std::uint32_t Id>
struct codec::PacketTraits<Number<Id>> : codec::PacketDefaults {
  static constexpr std::uint32_t id = Id;
  static constexpr codec::PayloadKind kind = codec::PayloadKind::Struct;
};
template <>
struct codec::AnswerOf<Count> {
  using type = Total;
};

namespace {

using codec::Connection;
using std::chrono::milliseconds;

/// One end of a session. Everything runs on one thread.
using End = std::function<codec::Session()>;

void begin(const codec::Session& session) {
  std::cout << "connected " << session.peer().version << std::endl;
  session.ask(Count{20}, [](const codec::Answer<Total>& answer) {
    std::cout << "answer " << static_cast<int>(answer.status) << ' ' << answer->value << std::endl;
  });
}

codec::PacketRoutes<End> make_routes() {
  codec::PacketRoutes<End> routes;
  routes.on<Count>([](const End& end, const Count& count) {
    const codec::Session session = end();
    if (count.value == 0) {
      session.close(300, session.round_trip_time() > milliseconds(0) ? "bye" : "no round trip");
    } else {
      session.answer(Total{count.value * 2});
    }
  });
  return routes;
}

void print(const codec::ConnectionEnd& end) { std::cout << "closed " << to_string(end.reason) << ' ' << end.peer_text << std::endl; }

void run(const Connection& connection) {
  const End end = [session = connection.session()] { return session; };
  connection.run(
      make_routes(), end, [connection](const End&, const codec::ConnectionEnd& closed) { print(closed); }, codec::PacketDirections::Both);
  begin(end());
}

codec::SessionSettings settings_for(const std::string& kind, const char* timeout) {
  codec::SessionSettings settings;
  settings.resume_timeout = kind.rfind("resume", 0) == 0 ? std::chrono::seconds(20) : codec::no_timeout;
  settings.protocol = codec::PacketProtocol{1, 2};
  settings.version = "C++";
  settings.heartbeat_interval = milliseconds(20);
  settings.heartbeat_timeout = milliseconds(std::atoi(timeout));
  settings.token = {7};
  return settings;
}

void serve(const codec::SessionSettings& session, bool is_proxied) {
  asio::io_context context;
  codec::ConnectionSettings options;
  options.session = session;
  options.session->accept = [](const codec::SessionHello& hello) {
    hello.token == std::vector<std::uint8_t>{7} ? hello.welcome() : hello.refuse(codec::RefusalReason::Refused, "no ticket");
  };
  const std::vector<std::string> proxies(is_proxied ? 1 : 0, "127.0.0.0/8");
  codec::Listener listener(context, asio::ip::tcp::endpoint(asio::ip::address_v4::loopback(), 0), options, 100, proxies);
  listener.serve([is_proxied](const Connection& connection) {
    if (is_proxied) {
      std::cout << "from " << connection.remote_address() << std::endl;
    }
    run(connection);
  });
  std::cout << "listening on " << listener.port() << std::endl;
  context.run();
}

void run_connection(const std::string& port, const codec::SessionSettings& session) {
  asio::io_context context;
  codec::ConnectionSettings options;
  options.session = session;
  codec::async_connect(context.get_executor(), "127.0.0.1", port, options,
                       [](std::error_code error, const Connection& connection) { error ? print(connection.end()) : run(connection); });
  context.run();
}

void run_poll_client(const std::string& port, const codec::SessionSettings& session) {
  codec::PollClientOptions options;
  options.session = session;
  codec::PollClient client("127.0.0.1", static_cast<std::uint16_t>(std::stoi(port)), options);
  End end = [&client] { return client.session(); };
  client.on_connected([&end] { begin(end()); });
  client.on_closed(print);
  client.connect();
  codec::PacketDispatcher<End> dispatcher(make_routes(), end, codec::PacketDirections::Both);
  while (client.state() != codec::PacketClientState::Closed || client.is_closing()) {
    client.poll(dispatcher);
    std::this_thread::sleep_for(milliseconds(1));
  }
  client.poll(dispatcher);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "Usage: codec_session_peer [resume-|proxied-]server TIMEOUT | [resume-]connection|poll TIMEOUT PORT\n";
    return 2;
  }
  const std::string kind = argv[1];
  const codec::SessionSettings session = settings_for(kind, argv[2]);
  if (argc == 3) {
    serve(session, kind == "proxied-server");
  } else {
    kind.find("poll") != std::string::npos ? run_poll_client(argv[3], session) : run_connection(argv[3], session);
  }
  return 0;
}
