// A peer with a session, for the C# tests. It uses the packets Count (id 942) and Total (943) of asking.fbs.
//   codec_session_peer server|resume-server|proxied-server TIMEOUT TO_SERVER TO_CLIENT
//   codec_session_peer connection|poll|resume-connection|resume-poll TIMEOUT TO_SERVER TO_CLIENT PORT TICKET
// TIMEOUT is that of the heartbeat, in milliseconds. The two hashes are those of the protocol. A server prints "listening on PORT", and accepts clients whose token is the byte 7. It refuses
// others because of "no ticket". A client's token is the byte TICKET.
//
// After the handshake, each side prints "connected VERSION", asks Count 20, and prints "answer STATUS VALUE" (0 is AnswerStatus::Answered).
// It answers Count N with Total 2 * N, but leaves with the code 300 and "bye" if N is 0. It pings every 20 ms. A client that has an answer
// and a round-trip time, and has answered, leaves with the code 301 and "done". At the end, each side prints "closed REASON TEXT"; the text
// is the peer's. A client then exits. With "resume", the session continues after a cut, and the client does not leave by itself.
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
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace {

struct Count {
  std::uint32_t value;
};
struct Total {
  std::uint32_t value;
};

}  // namespace

template <>
struct codec::PacketTraits<Count> : codec::PacketDefaults {
  static constexpr std::uint32_t id = 942;
  static constexpr codec::PayloadKind kind = codec::PayloadKind::Struct;
};
template <>
struct codec::PacketTraits<Total> : codec::PacketDefaults {
  static constexpr std::uint32_t id = 943;
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
struct End {
  std::function<codec::Session()> session;
  bool has_answer = false;
  bool has_answered = false;

  void begin() {
    std::cout << "connected " << session().peer().version << std::endl;
    session().ask(Count{20}, [this](const codec::Answer<Total>& answer) {
      has_answer = true;
      std::cout << "answer " << static_cast<int>(answer.status) << ' ' << answer->value << std::endl;
    });
  }

  void answer(const Count& count) {
    if (count.value == 0) {
      session().close(300, "bye");
    } else {
      session().answer(Total{count.value * 2});
      has_answered = true;
    }
  }

  bool is_done() const { return has_answer && has_answered && session().round_trip_time() > milliseconds(0); }
};

using EndPointer = std::shared_ptr<End>;

codec::PacketRoutes<EndPointer> make_routes() {
  codec::PacketRoutes<EndPointer> routes;
  routes.on<Count>([](const EndPointer& end, const Count& count) { end->answer(count); });
  return routes;
}

void print(const codec::ConnectionEnd& end) { std::cout << "closed " << to_string(end.reason) << ' ' << end.peer_text << std::endl; }

/// Receives from a connection, and returns its end of the session.
EndPointer run(const Connection& connection) {
  const auto end = std::make_shared<End>();
  end->session = [session = connection.session()] { return session; };
  const auto on_end = [connection](const EndPointer&, const codec::ConnectionEnd& closed) { print(closed); };
  connection.run(make_routes(), end, on_end, codec::PacketDirections::Both);
  end->begin();
  return end;
}

codec::SessionSettings settings_for(const std::string& kind, char** arguments) {
  codec::SessionSettings settings;
  settings.resume_timeout = kind.rfind("resume", 0) == 0 ? std::chrono::seconds(20) : codec::no_timeout;
  settings.protocol = codec::PacketProtocol{std::strtoull(arguments[1], nullptr, 0), std::strtoull(arguments[2], nullptr, 0)};
  settings.version = "C++";
  settings.heartbeat_interval = milliseconds(20);
  settings.heartbeat_timeout = milliseconds(std::atoi(arguments[0]));
  return settings;
}

void serve(const codec::SessionSettings& session, bool is_proxied) {
  asio::io_context context;
  codec::ConnectionSettings options;
  options.session = session;
  options.session->accept = [](const codec::SessionHello& hello) {
    if (hello.token == std::vector<std::uint8_t>{7}) {
      hello.welcome();
    } else {
      hello.refuse(codec::RefusalReason::Refused, "no ticket");
    }
  };
  const std::vector<std::string> proxies(is_proxied ? 1 : 0, "127.0.0.0/8");
  codec::Listener listener(context, asio::ip::tcp::endpoint(asio::ip::address_v4::loopback(), 0), options, codec::Listener::default_max_connections,
                           proxies);
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
  EndPointer end;
  codec::async_connect(context.get_executor(), "127.0.0.1", port, options, [&end](std::error_code error, const Connection& connection) {
    if (error) {
      std::cout << "closed " << to_string(connection.end().reason) << ' ' << connection.end().peer_text << std::endl;
    } else {
      end = run(connection);
    }
  });
  while (context.run_one() > 0) {
    if (end != nullptr && end->is_done() && session.resume_timeout == codec::no_timeout) {
      end->session().close(301, "done");
    }
  }
}

void run_poll_client(const std::string& port, const codec::SessionSettings& session) {
  codec::PollClientOptions options;
  options.session = session;
  codec::PollClient client("127.0.0.1", static_cast<std::uint16_t>(std::stoi(port)), options);
  auto end = std::make_shared<End>();
  end->session = [&client] { return client.session(); };
  client.on_connected([&end] { end->begin(); });
  client.on_closed(print);
  client.connect();
  codec::PacketDispatcher<EndPointer> dispatcher(make_routes(), end, codec::PacketDirections::Both);
  while (client.state() != codec::PacketClientState::Closed || client.is_closing()) {
    client.poll(dispatcher);
    if (end->is_done() && session.resume_timeout == codec::no_timeout) {
      client.session().close(301, "done");
    }
    std::this_thread::sleep_for(milliseconds(1));
  }
  client.poll(dispatcher);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string kind = argc > 1 ? argv[1] : "";
  if (argc == 5 && kind.find("server") != std::string::npos) {
    serve(settings_for(kind, argv + 2), kind == "proxied-server");
    return 0;
  }
  if (argc != 7) {
    std::cerr << "Usage: codec_session_peer [resume-|proxied-]server TIMEOUT TO_SERVER TO_CLIENT | [resume-]connection|poll TIMEOUT TO_SERVER TO_CLIENT PORT TICKET\n";
    return 2;
  }
  codec::SessionSettings session = settings_for(kind, argv + 2);
  session.token = {static_cast<std::uint8_t>(std::atoi(argv[6]))};
  kind.find("poll") != std::string::npos ? run_poll_client(argv[5], session) : run_connection(argv[5], session);
  return 0;
}
