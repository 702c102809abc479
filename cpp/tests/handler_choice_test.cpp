#include <gtest/gtest.h>

#include <any>
#include <codec/codec.hpp>
#include <cstring>
#include <functional>
#include <string>

#include "arena.hpp"

namespace {

using namespace codec;

/// The handler function that was called last.
std::string called;

/// Calls the handler with a Move, from a list of flatc's structs or of their mirrors. Returns the handler function that was called.
template <class Packets, class Handler>
std::string dispatch_move(Handler&& handler) {
  const Arena::Move move(1.5f);
  alignas(8) std::byte payload[sizeof(move)];
  std::memcpy(payload, &move, sizeof(move));
  called = "none";
  EXPECT_EQ((dispatch<Packets, PacketDirections::ToServer>(Packet{1, {payload, sizeof(payload)}, {}}, handler)), PacketError::None);
  return called;
}

template <class Handler>
void expect_called(const char* expected, Handler&& handler) {
  EXPECT_EQ((dispatch_move<PacketList<Arena::Move, Arena::Turn>>(handler)), expected);
  EXPECT_EQ((dispatch_move<PacketList<Arena::plain::Move, Arena::plain::Turn>>(handler)), expected);
}

const auto any_type = [](const auto&) { called = "any"; };
const auto any_type_and_packet = [](const auto&, const Packet&) { called = "any"; };

TEST(HandlerChoice, PrefersTheHandlerOfAFlatcStructToAGenericHandler) {
  const auto move = [](const Arena::Move& read) { called = read.x() == 1.5f ? "move" : "wrong"; };
  expect_called("move", Overloaded{move, any_type});
  expect_called("move", Overloaded{move, any_type_and_packet});
  expect_called("move", Overloaded{move, [](auto) { called = "any"; }});
  expect_called("move", Overloaded{move, [](auto&&) { called = "any"; }});
  expect_called("move", Overloaded{move, [](const auto&...) { called = "any"; }});
  expect_called("move", Overloaded{move, [](const auto&, const auto&) { called = "any"; }});
  expect_called("move", Overloaded{any_type, Overloaded{move, [](const Arena::Turn&) { called = "turn"; }}});
}

TEST(HandlerChoice, PrefersTheHandlerOfAMirrorStructToAGenericHandler) {
  const auto move = [](const Arena::plain::Move& read) { called = read.x == 1.5f ? "move" : "wrong"; };
  expect_called("move", Overloaded{move, any_type});
  expect_called("move", Overloaded{move, any_type_and_packet});
  expect_called("move", Overloaded{move, [](const Arena::Turn&) { called = "turn"; }});
  expect_called("move", Overloaded{move, [](const auto&...) { called = "any"; }});
}

TEST(HandlerChoice, SupportsEveryHandlerSignature) {
  expect_called("move", Overloaded{[](Arena::Move) { called = "move"; }, any_type});
  expect_called("move", Overloaded{[](const Arena::Move&) noexcept { called = "move"; }, any_type_and_packet});
  expect_called("move", Overloaded{[count = 0](const Arena::Move&) mutable { called = ++count > 0 ? "move" : ""; }, any_type_and_packet});
  expect_called("move", Overloaded{[](const Arena::Move&, const Packet& packet) { called = packet.id == 1 ? "move" : "wrong"; }, any_type});
  expect_called("move", Overloaded{[](const Arena::Move&, Packet) { called = "move"; }, any_type_and_packet});
  expect_called("move", Overloaded{[](const Arena::Move&, const Packet& = {}) { called = "move"; }, any_type_and_packet});
  expect_called("move", Overloaded{[](const Arena::Move&, int = 0) { called = "move"; }, any_type_and_packet});
  expect_called("any", any_type);
  expect_called("any", any_type_and_packet);
  expect_called("any", [](const std::any&) { called = "any"; });
  expect_called("any", std::function<void(const std::any&)>([](const std::any&) { called = "any"; }));
}

struct Flatcs {
  void operator()(const Arena::Move&) { called = "move"; }
  template <class T>
  void operator()(const T&, const Packet&) {
    called = "any";
  }
};

struct Mirrors {
  void operator()(const Arena::plain::Move&) const { called = "move"; }
  void operator()(Arena::plain::Turn, const Packet&) const { called = "turn"; }
  template <class T>
  void operator()(const T&) const {
    called = "any";
  }
};

struct Converting {
  void operator()(const Arena::Move&) { called = "move"; }
  void operator()(const std::any&) { called = "any"; }
};

struct Anything {
  void operator()(const std::any&, const Packet&) { called = "any"; }
  void operator()(int) { called = "wrong"; }
};

void take_move(const Arena::plain::Move&) { called = "move"; }

TEST(HandlerChoice, SelectsAmongTheOverloadsOfACallOperator) {
  expect_called("move", Flatcs());
  expect_called("move", Mirrors());
  const Mirrors constant;
  expect_called("move", constant);
  expect_called("move", Overloaded{Mirrors(), any_type_and_packet});
  EXPECT_EQ((dispatch_move<PacketList<Arena::Move>>(Converting())), "move");
  expect_called("move", Overloaded{[](const Arena::Move&) { called = "move"; }, Anything()});
  EXPECT_EQ((dispatch_move<PacketList<Arena::Move>>(take_move)), "move");
  EXPECT_EQ((dispatch_move<PacketList<Arena::Move>>(&take_move)), "move");
}

}  // namespace
