#include "peers.hpp"

namespace {

using namespace peers;
using codec::Connection;
using codec::ConnectionEnd;
using codec::PacketCloseReason;
using codec::PacketError;

codec::ConnectionSettings with_timeouts(std::chrono::steady_clock::duration half_packet, std::chrono::steady_clock::duration idle) {
  codec::ConnectionSettings settings;
  settings.options.half_packet_timeout = half_packet;
  settings.options.idle_timeout = idle;
  return settings;
}

TEST(Closing, APeerThatEndsInsideAPacketIsInvalid) {
  Threads threads;
  for (std::size_t size : {1u, 3u, 4u, 9u, 5000u}) {
    Pair pair(threads.context);
    const Connection connection(std::move(pair.socket));
    std::future<Received> receiving = receive_all(connection);
    // Also if this side has ended its direction before.
    if (size % 2 == 1) {
      get(connection.async_complete(asio::use_future));
    }
    std::vector<std::byte> stream = packet(7, 10);
    const std::vector<std::byte> second = packet(7, 10000);
    stream.insert(stream.end(), second.begin(), second.begin() + static_cast<std::ptrdiff_t>(size));
    write(pair.raw, stream);
    pair.raw.shutdown(tcp::socket::shutdown_send);
    const Received received = get(std::move(receiving));
    EXPECT_EQ(received.numbers.size(), 1u);
    EXPECT_EQ(received.end.reason, PacketCloseReason::InvalidPacket);
    EXPECT_EQ(received.end.error, size < 4 ? PacketError::HeaderTruncated : PacketError::PayloadTruncated);
    EXPECT_EQ(received.end.position, 14u);
    EXPECT_EQ(connection.end().reason, PacketCloseReason::InvalidPacket);
  }
}

TEST(Closing, APeerThatEndsInsideAPacketWhileThisSideCompletesIsInvalid) {
  asio::io_context context(1);
  Pair pair(context);
  const Connection connection(std::move(pair.socket));
  std::future<Received> receiving = receive_all(connection);
  write(pair.raw, {std::byte{9}});
  context.poll();
  // The context sees the peer's end before the second handler runs. So the connection's strand completes, reads the end, and writes, in this order.
  asio::post(context, [&] {
    pair.raw.shutdown(tcp::socket::shutdown_send);
    asio::post(context, [&] { asio::post(connection.get_executor(), [&] { connection.complete(); }); });
  });
  context.restart();
  context.run_for(10s);
  const ConnectionEnd end = get(std::move(receiving)).end;
  EXPECT_EQ(end.reason, PacketCloseReason::InvalidPacket);
  EXPECT_EQ(end.error, PacketError::HeaderTruncated);
}

TEST(Closing, APeerThatEndsInsideAPacketAndReadsLaterIsInvalid) {
  asio::io_context context(1);
  Pair pair(context);
  pair.socket.set_option(asio::socket_base::send_buffer_size(100'000));
  pair.raw.set_option(asio::socket_base::receive_buffer_size(100'000));
  codec::ConnectionSettings settings;
  settings.options.send_limit = 1000;
  const Connection connection(std::move(pair.socket), settings);
  std::future<Received> receiving = receive_all(connection);
  write(pair.raw, {std::byte{9}});
  context.poll();
  for (int i = 0; i < 10; ++i) {
    connection.send(7, std::vector<std::byte>(60'000));
  }
  pair.raw.shutdown(tcp::socket::shutdown_send);
  context.run_for(50ms);
  connection.complete();
  std::vector<std::byte> read(100'000);
  for (std::error_code error; !error;) {
    pair.raw.read_some(asio::buffer(read), error);
    context.run_for(1ms);
  }
  const ConnectionEnd end = get(std::move(receiving)).end;
  EXPECT_EQ(end.reason, PacketCloseReason::InvalidPacket);
  EXPECT_EQ(end.error, PacketError::HeaderTruncated);
}

TEST(Closing, APeerThatResetsIsRemote) {
  Threads threads;
  Pair pair(threads.context);
  const Connection connection(std::move(pair.socket));
  std::future<Received> receiving = receive_all(connection);
  pair.raw.set_option(asio::socket_base::linger(true, 0));
  pair.raw.close();
  const ConnectionEnd end = get(std::move(receiving)).end;
  EXPECT_EQ(end.reason, PacketCloseReason::Remote);
  EXPECT_EQ(end.cause, asio::error::connection_reset);
}

TEST(Closing, AHalfPacketIsDroppedEvenIfItsBytesKeepComing) {
  Threads threads;
  Pair pair(threads.context);
  const Connection connection(std::move(pair.socket), with_timeouts(200ms, codec::no_timeout));
  std::future<Received> receiving = receive_all(connection);
  const std::vector<std::byte> whole = packet(7, 30000);
  const auto start = std::chrono::steady_clock::now();
  std::error_code error;
  for (std::size_t i = 0; i < whole.size() && !error; ++i) {
    asio::write(pair.raw, asio::buffer(&whole[i], 1), error);
    std::this_thread::sleep_for(5ms);
  }
  const ConnectionEnd end = get(std::move(receiving)).end;
  EXPECT_EQ(end.reason, PacketCloseReason::HalfPacketTimeout) << to_string(end);
  EXPECT_EQ(end.error, PacketError::PayloadTruncated);
  EXPECT_GE(std::chrono::steady_clock::now() - start, 200ms);
}

TEST(Closing, ASilentPeerIsDroppedAndOneThatSendsIsNot) {
  Threads threads;
  Pair pair(threads.context);
  const Connection connection(std::move(pair.socket), with_timeouts(30s, 200ms));
  std::future<Received> receiving = receive_all(connection);
  for (int i = 0; i < 12; ++i) {
    write(pair.raw, packet(7, 4));
    std::this_thread::sleep_for(50ms);
  }
  EXPECT_EQ(connection.end().reason, PacketCloseReason::None);
  EXPECT_EQ(get(std::move(receiving)).end.reason, PacketCloseReason::IdleTimeout);
}

TEST(Closing, APeerThatNeverReadsIsDroppedEvenIfItSends) {
  Threads threads;
  Pair pair(threads.context);
  pair.shrink();
  const Connection connection(std::move(pair.socket), with_timeouts(30s, 300ms));
  std::future<Received> receiving = receive_all(connection);
  connection.send(7, payload(60000));
  connection.send(7, payload(60000));
  std::error_code error;
  const std::vector<std::byte> one = packet(7, 4);
  for (int i = 0; i < 1000 && !error; ++i) {
    asio::write(pair.raw, asio::buffer(one), error);
    std::this_thread::sleep_for(10ms);
  }
  const ConnectionEnd end = get(std::move(receiving)).end;
  EXPECT_EQ(end.reason, PacketCloseReason::IdleTimeout);
  EXPECT_GE(end.unsent_packets, 1u);
}

TEST(Closing, CompletingSendsEverythingAndStillReceives) {
  Threads threads;
  Pair pair(threads.context);
  const Connection connection(std::move(pair.socket));
  std::future<Received> receiving = receive_all(connection);
  for (int i = 0; i < 100; ++i) {
    connection.send(7, payload(10000));
  }
  connection.complete();
  std::error_code error;
  EXPECT_EQ(read_all(pair.raw, error), 100u);
  EXPECT_EQ(error, asio::error::eof);
  write(pair.raw, packet(7, 4, 5));
  pair.raw.shutdown(tcp::socket::shutdown_send);
  const Received received = get(std::move(receiving));
  EXPECT_EQ(received.numbers, std::vector<std::uint32_t>{5});
  EXPECT_EQ(received.end.reason, PacketCloseReason::None);
  EXPECT_TRUE(becomes_true([&] { return connection.end().reason == PacketCloseReason::Local; }));
}

TEST(Closing, ClosingLosesNothingEvenIfThePeerStillSends) {
  Threads threads;
  Pair pair(threads.context);
  const Connection connection(std::move(pair.socket));
  std::future<Received> receiving = receive_all(connection);
  for (int i = 0; i < 500; ++i) {
    write(pair.raw, packet(7, 1000));
    connection.send(7, payload(1000));
  }
  connection.close();
  EXPECT_EQ(get(std::move(receiving)).end.reason, PacketCloseReason::Local);
  write(pair.raw, packet(7, 1000));
  std::error_code error;
  EXPECT_EQ(read_all(pair.raw, error), 500u);
  EXPECT_EQ(error, asio::error::eof);
  pair.raw.close();
  get(connection.async_close(asio::use_future));
  EXPECT_EQ(connection.end().reason, PacketCloseReason::Local);
  EXPECT_EQ(connection.end().unsent_packets, 0u);
}

TEST(Closing, ClosingEndsEveryWaitWithTheReason) {
  Threads threads;
  Pair pair(threads.context);
  pair.shrink();
  codec::ConnectionSettings settings;
  settings.options.close_timeout = 50ms;
  settings.options.send_limit = 1000;
  const Connection connection(std::move(pair.socket), settings);
  std::future<std::optional<codec::Packet>> receiving = connection.async_receive(asio::use_future);
  for (int i = 0; i < 100; ++i) {
    connection.send(7, payload(60000));
  }
  std::future<void> flushing = connection.async_flush(asio::use_future);
  std::future<void> sending = connection.async_send(7, payload(60000), asio::use_future);
  std::future<void> completing = connection.async_complete(asio::use_future);
  get(connection.async_close(asio::use_future));
  EXPECT_FALSE(get(std::move(receiving)));
  for (std::future<void>* waiting : {&flushing, &sending, &completing}) {
    try {
      get(std::move(*waiting));
      ADD_FAILURE() << "the wait has succeeded";
    } catch (const std::system_error& error) {
      EXPECT_EQ(error.code(), codec::make_error_code(PacketCloseReason::Local));
    }
  }
  get(connection.async_close(asio::use_future));
}

TEST(Closing, AZeroTimeoutClosesAtOnce) {
  Threads threads;
  Pair pair(threads.context);
  codec::ConnectionSettings settings;
  settings.options.close_timeout = 0s;
  const Connection connection(std::move(pair.socket), settings);
  get(connection.async_close(asio::use_future));
  EXPECT_EQ(connection.end().reason, PacketCloseReason::Local);
}

TEST(Closing, OptionsAreValidated) {
  asio::io_context context;
  const auto expect_invalid = [&](const auto& change) {
    codec::ConnectionSettings settings;
    change(settings.options);
    EXPECT_THROW(Connection(asio::ip::tcp::socket(context), settings), std::invalid_argument);
  };
  expect_invalid([](codec::ConnectionOptions& options) { options.send_limit = 0; });
  expect_invalid([](codec::ConnectionOptions& options) { options.max_received_packets_per_second = 0; });
  expect_invalid([](codec::ConnectionOptions& options) { options.max_received_bytes_per_second = 0; });
  expect_invalid([](codec::ConnectionOptions& options) { options.half_packet_timeout = 0s; });
  expect_invalid([](codec::ConnectionOptions& options) { options.idle_timeout = -1s; });
  expect_invalid([](codec::ConnectionOptions& options) { options.connect_timeout = 0s; });
  expect_invalid([](codec::ConnectionOptions& options) { options.close_timeout = -1ns; });
}

}  // namespace
