#include "allocations.hpp"
#include "game_messages.hpp"
#include "point.hpp"
#include "testing.hpp"

// A struct that is not in a schema. Its id needs four bytes.
struct Far {
  std::uint32_t number;
};

template <>
struct codec::PacketTraits<Far> : codec::PacketDefaults {
  static constexpr std::uint32_t id = 0x12345678;
  static constexpr std::string_view name = "Far";
  static constexpr PayloadKind kind = PayloadKind::Struct;
};

namespace {

using namespace codec;

struct Session {
  std::string log;

  void on_point(const Point& point) { log += std::to_string(point.tag); }
  void on_chat(const Game::ChatView& chat, const Packet& packet) { log += std::string(chat.text()) + std::to_string(packet.id); }
  void on_other(const Packet& packet) { log += std::to_string(packet.id); }
};

Packet packet_of(std::uint32_t id, ByteSpan payload) { return {id, payload, payload}; }

PacketRoutes<Session> game_routes() {
  PacketRoutes<Session> routes;
  PacketRules small;
  small.max_payload_size = 16;
  routes.on<Game::Chat>([](Session& session, const Game::ChatView& chat) { session.log += chat.text(); })
      .on<Point>([](Session& session, const Point& point, const Packet& packet) { session.log += std::to_string(packet.id + point.tag); })
      .on_raw(
          1000, [](Session& session, const Packet& packet) { session.log += std::to_string(packet.payload.size()); }, small);
  return routes;
}

TEST(PacketDispatcher, SkipsAndCountsUnknownPacketsIfThePolicyIsToIgnoreThem) {
  const PacketRoutes<Session> routes = game_routes();
  Session session;
  PacketDispatcher<Session> closing(routes, session, PacketDirections::ToServer);
  PacketDispatcher<Session> ignoring(routes, session, PacketDirections::ToServer, UnknownPacketPolicy::Ignore);
  for (std::uint32_t id : {0u, 5u, 65536u}) {
    EXPECT_EQ(closing.dispatch(packet_of(id, {})), PacketError::UnknownId);
    EXPECT_EQ(ignoring.dispatch(packet_of(id, {})), PacketError::None);
  }
  EXPECT_EQ(ignoring.dispatch(packet_of(300, {})), PacketError::IdNotAllowed);
  EXPECT_EQ(closing.unknown_packets(), 3u);
  EXPECT_EQ(ignoring.unknown_packets(), 3u);
  EXPECT_THROW(PacketDispatcher<Session>(routes, session, PacketDirections::Both, static_cast<UnknownPacketPolicy>(2)), std::invalid_argument);
}

TEST(PacketDispatcher, RejectsInvalidDirections) {
  const PacketRoutes<Session> routes = game_routes();
  Session session;
  for (unsigned value : {0u, 4u, 255u}) {
    EXPECT_THROW(PacketDispatcher<Session>(routes, session, static_cast<PacketDirections>(value)), std::invalid_argument) << value;
  }
}

TEST(PacketDispatcher, RunsNoHandlerIfAPacketIsRejected) {
  alignas(8) const std::array<std::byte, 64> zeros{};
  const ByteSpan bytes(zeros);
  Session session;
  PacketDispatcher<Session> dispatcher(game_routes(), session, PacketDirections::ToServer);
  for (std::uint32_t id : {0u, 5u, 999u, 1001u, 65535u, 65540u, 0xFFFFFFFFu}) {
    EXPECT_EQ(dispatcher.dispatch(packet_of(id, bytes)), PacketError::UnknownId);
  }
  EXPECT_EQ(dispatcher.dispatch(packet_of(300, bytes.subspan(0, 16))), PacketError::IdNotAllowed);
  EXPECT_EQ(dispatcher.dispatch(packet_of(1000, bytes.subspan(0, 17))), PacketError::PayloadTooLarge);
  EXPECT_EQ(dispatcher.dispatch(packet_of(4, bytes)), PacketError::PayloadInvalid);
  EXPECT_EQ(session.log, "");
}

TEST(PacketDispatcher, AcceptsPacketsOnlyInTheConnectionStatesOfTheirRules) {
  PacketRoutes<Session> routes;
  routes.on<Point>([](Session& session, const Point&) { session.log += 'p'; }, packet_rules<Point>().in_states({1, 31}))
      .on_raw(
          7, [](Session& session, const Packet&) { session.log += 'r'; }, PacketRules().in_states({0}));
  Session session;
  PacketDispatcher<Session> dispatcher(routes, session, PacketDirections::ToClient);
  const Point point{1.5, 2, 3};
  const Packet packet = packet_of(300, as_bytes(&point, sizeof(point)));
  EXPECT_EQ(dispatcher.connection_state(), 0u);
  for (unsigned state = 0; state < 32; ++state) {
    dispatcher.set_connection_state(state);
    EXPECT_EQ(dispatcher.connection_state(), state);
    EXPECT_EQ(dispatcher.dispatch(packet), state == 1 || state == 31 ? PacketError::None : PacketError::IdNotAllowed) << state;
    EXPECT_EQ(dispatcher.dispatch(packet_of(7, {})), state == 0 ? PacketError::None : PacketError::IdNotAllowed) << state;
    EXPECT_EQ(dispatcher.dispatch(packet_of(8, {})), PacketError::UnknownId);
  }
  EXPECT_EQ(session.log, "rpp");
  EXPECT_THROW(dispatcher.set_connection_state(32), std::invalid_argument);
  EXPECT_EQ(dispatcher.connection_state(), 31u);
}

TEST(PacketDispatcher, LetsAHandlerChangeTheConnectionState) {
  struct Player {
    std::optional<PacketDispatcher<Player>> dispatcher;
  } player;
  PacketRoutes<Player> routes;
  routes.on_raw(
      1, [](Player& who, const Packet&) { who.dispatcher->set_connection_state(1); }, PacketRules().in_states({0}));
  player.dispatcher.emplace(routes, player, PacketDirections::ToServer);
  EXPECT_EQ(player.dispatcher->dispatch(packet_of(1, {})), PacketError::None);
  EXPECT_EQ(player.dispatcher->dispatch(packet_of(1, {})), PacketError::IdNotAllowed);
}

TEST(PacketDispatcher, CallsTheDefaultHandlerForIdsWithoutAHandler) {
  PacketRoutes<Session> routes = game_routes();
  PacketRules rules = PacketRules().in_states({0});
  rules.max_payload_size = 2;
  routes.on_default([](Session& session, const Packet& packet) { session.log += std::to_string(packet.id) + ' '; }, rules);
  Session session;
  PacketDispatcher<Session> dispatcher(routes, session, PacketDirections::ToServer);
  for (std::uint32_t id : {0u, 5u, 65535u, 65536u, 0xFFFFFFFFu}) {
    EXPECT_EQ(dispatcher.dispatch(packet_of(id, {})), PacketError::None);
  }
  EXPECT_EQ(dispatcher.dispatch(packet_of(300, {})), PacketError::IdNotAllowed);
  EXPECT_EQ(dispatcher.dispatch(packet_of(5, as_bytes("abc", 3))), PacketError::PayloadTooLarge);
  dispatcher.set_connection_state(1);
  EXPECT_EQ(dispatcher.dispatch(packet_of(5, {})), PacketError::IdNotAllowed);
  EXPECT_EQ(session.log, "0 5 65535 65536 4294967295 ");
  EXPECT_EQ(dispatcher.unknown_packets(), 0u);
}

TEST(PacketDispatcher, CallsADefaultHandlerThatWasRegisteredBeforeOthers) {
  PacketRoutes<Session> routes;
  routes.on_default([](Session& session, const Packet&) { session.log += 'd'; });
  for (std::uint32_t id : {7u, 65536u}) {
    routes.on_raw(id, [](Session& session, const Packet&) { session.log += 'r'; });
  }
  Session session;
  PacketDispatcher<Session> dispatcher(routes, session, PacketDirections::ToServer);
  for (std::uint32_t id : {7u, 8u, 65536u, 65537u, 700u}) {
    EXPECT_EQ(dispatcher.dispatch(packet_of(id, {})), PacketError::None);
  }
  EXPECT_EQ(session.log, "rdrdd");
}

TEST(PacketDispatcher, FindsIdsOfFourBytes) {
  PacketRoutes<Session> routes;
  const auto note = [](Session& session, const Packet& packet) { session.log += std::to_string(packet.id) + ' '; };
  routes.on_raw(0xFFFFFFFF, note).on_raw(65535, note).on_raw(65536, note).on_raw(1 << 20, note).on_raw(0, note);
  routes.on<Far>([](Session& session, const Far& far) { session.log += "far " + std::to_string(far.number); });
  Session session;
  PacketDispatcher<Session> dispatcher(routes, session, PacketDirections::ToServer);
  for (std::uint32_t id : {0u, 65535u, 65536u, 1u << 20, 0xFFFFFFFFu}) {
    EXPECT_EQ(dispatcher.dispatch(packet_of(id, {})), PacketError::None) << id;
  }
  for (std::uint32_t id : {1u, 65534u, 65537u, (1u << 20) - 1, (1u << 20) + 1, 0xFFFFFFFEu}) {
    EXPECT_EQ(dispatcher.dispatch(packet_of(id, {})), PacketError::UnknownId) << id;
  }
  const PacketFormat wide(PacketSizeCounts::Payload, 2, 4);
  alignas(8) std::array<std::byte, 16> memory{};
  const EncodeResult encoded = encode(memory, Far{7}, wide);
  ASSERT_EQ(encoded.status, Status::Ok);
  EXPECT_EQ(dispatcher.dispatch(decode(encoded.packet, wide).packet), PacketError::None);
  EXPECT_EQ(session.log, "0 65535 65536 1048576 4294967295 far 7");
}

TEST(PacketDispatcher, SharesItsRoutesButNotItsStateWithOtherDispatchers) {
  auto routes = std::make_unique<PacketRoutes<Session>>(game_routes());
  Session first;
  Session second;
  PacketDispatcher<Session> at_first(*routes, first, PacketDirections::ToServer);
  PacketDispatcher<Session> at_second(*routes, second, PacketDirections::Both);
  routes.reset();
  at_first.set_connection_state(3);
  EXPECT_EQ(at_second.connection_state(), 0u);
  EXPECT_EQ(at_first.dispatch(packet_of(1000, {})), PacketError::None);
  EXPECT_EQ(at_second.dispatch(packet_of(1000, as_bytes("ab", 2))), PacketError::None);
  EXPECT_EQ(first.log, "0");
  EXPECT_EQ(second.log, "2");
}

TEST(PacketDispatcher, PropagatesAnExceptionOfAHandler) {
  PacketRoutes<Session> routes;
  routes.on_raw(1, [](Session&, const Packet&) { throw std::runtime_error("no"); });
  Session session;
  PacketDispatcher<Session> dispatcher(routes, session, PacketDirections::ToServer);
  EXPECT_THROW(static_cast<void>(dispatcher.dispatch(packet_of(1, {}))), std::runtime_error);
  EXPECT_EQ(dispatcher.dispatch(packet_of(2, {})), PacketError::UnknownId);
}

TEST(PacketDispatcher, AllocatesNothingPerPacket) {
  const Point point{1.5, 2, 3};
  const Far far{7};
  Session session;
  PacketRoutes<Session> routes = game_routes();
  routes.on<Far>([](Session&, const Far&) {});
  PacketDispatcher<Session> dispatcher(routes, session, PacketDirections::ToClient);
  const std::size_t before = allocations();
  EXPECT_EQ(dispatcher.dispatch(packet_of(300, as_bytes(&point, sizeof(point)))), PacketError::None);
  EXPECT_EQ(dispatcher.dispatch(packet_of(PacketTraits<Far>::id, as_bytes(&far, sizeof(far)))), PacketError::None);
  EXPECT_EQ(allocations(), before);
}

TEST(PacketRoutes, CallMemberFunctionsOfTheState) {
  PacketRoutes<Session> routes;
  routes.on<Point>(&Session::on_point).on<Game::Chat>(&Session::on_chat).on_raw(7, &Session::on_other).on_default(&Session::on_other);
  Session session;
  PacketDispatcher<Session> dispatcher(std::move(routes), session, PacketDirections::ToClient);
  std::byte memory[64];
  const std::size_t size = write(Game::Chat{Game::ChatChannel::Say, "Ann", " hello "}, memory);
  const auto point = bytes_of({1.5, 2, 3});
  EXPECT_EQ(dispatcher.dispatch(packet_of(300, {point.data(), point.size()})), PacketError::None);
  EXPECT_EQ(dispatcher.dispatch(packet_of(4, {memory, size})), PacketError::None);
  EXPECT_EQ(dispatcher.dispatch(packet_of(7, {})), PacketError::None);
  EXPECT_EQ(dispatcher.dispatch(packet_of(8, {})), PacketError::None);
  EXPECT_EQ(session.log, "2 hello 478");
}

TEST(PacketRoutes, RejectASecondHandler) {
  PacketRoutes<Session> routes = game_routes();
  const auto handler = [](Session&, const Packet&) {};
  EXPECT_THROW(routes.on_raw(4, handler), std::invalid_argument);
  EXPECT_THROW(routes.on<Point>([](Session&, const Point&) {}), std::invalid_argument);
  routes.on_raw(65536, handler).on_default(handler);
  EXPECT_THROW(routes.on_raw(65536, handler), std::invalid_argument);
  EXPECT_THROW(routes.on_default(handler), std::invalid_argument);
}

TEST(PacketRoutes, RejectRulesWithInvalidDirectionsStatesOrAlignment) {
  PacketRoutes<Session> routes;
  const auto handler = [](Session&, const Packet&) {};
  PacketRules rules;
  for (unsigned directions : {0u, 4u, 255u}) {
    rules.directions = static_cast<PacketDirections>(directions);
    EXPECT_THROW(routes.on_raw(1, handler, rules), std::invalid_argument) << directions;
    EXPECT_THROW(routes.on_default(handler, rules), std::invalid_argument) << directions;
  }
  EXPECT_THROW(routes.on_raw(1, handler, PacketRules().in_states({})), std::invalid_argument);
  EXPECT_THROW(PacketRules().in_states({0, 32}), std::invalid_argument);
  for (std::uint32_t alignment : {0u, 3u, 16u, 0x80000000u}) {
    rules = {};
    rules.alignment = alignment;
    EXPECT_THROW(routes.on_raw(1, handler, rules), std::invalid_argument) << alignment;
  }
  EXPECT_NO_THROW(routes.on_raw(1, handler));
}

TEST(PacketRoutes, RejectHandlersAfterADispatcherWasCreatedFromThem) {
  PacketRoutes<Session> routes = game_routes();
  const auto handler = [](Session&, const Packet&) {};
  {
    Session session;
    const PacketDispatcher<Session> dispatcher(routes, session, PacketDirections::ToServer);
  }
  EXPECT_THROW(routes.on_raw(1, handler), std::logic_error);
  EXPECT_THROW(routes.on_raw(65536, handler), std::logic_error);
  EXPECT_THROW(routes.on_default(handler), std::logic_error);
}

TEST(PacketRules, TakeTheirDefaultsFromThePacketTraits) {
  static_assert(packet_rules<Point>().max_payload_size == sizeof(Point) && packet_rules<Point>().directions == PacketDirections::ToClient);
  static_assert(packet_rules<Point>().states == PacketRules::every_state);
  static_assert(packet_rules<Point>().in_states({0, 2, 31}).states == 0x80000005);
  static_assert(PacketRules().max_payload_size == unlimited_payload && PacketRules().directions == PacketDirections::Both);
}

}  // namespace
