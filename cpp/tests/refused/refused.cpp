// Code that must not compile. CMake compiles this file once for each case, and once without a case, which must compile.
#include <codec/codec.hpp>
#include <codec/generated_code.hpp>

#if defined(FINISH_A_PACKED_MESSAGE)
#include <codec/flatbuffers.hpp>
#endif

#include "../arena.hpp"

namespace {

using codec::Overloaded;
using codec::Packet;
using codec::PacketDirections;

using Packets = codec::PacketList<Arena::Move, Arena::Turn>;

[[maybe_unused]] const auto any_type = [](const auto&) {};
[[maybe_unused]] const auto any_type_and_packet = [](const auto&, const Packet&) {};

template <class Handler>
codec::PacketError dispatch(Handler&& handler) {
  return codec::dispatch<Packets, PacketDirections::ToServer>(Packet(), handler);
}

struct Several {
#if defined(SEVERAL_BY_POINTER)
  void operator()(const Arena::Move*) {}
#elif defined(SEVERAL_BY_REFERENCE_TO_NON_CONST)
  void operator()(Arena::plain::Move&, const Packet&) {}
#elif defined(SEVERAL_FOR_BOTH_TYPES)
  void operator()(const Arena::Move&) {}
  void operator()(const Arena::plain::Move&) {}
#endif
  template <class T>
  void operator()(const T&) {}
};

struct Another {};

struct Packed {
  float x;
};

struct Table {};

}  // namespace

template <>
struct codec::PacketTraits<Packed> : codec::PacketTraits<Arena::plain::Move> {
  static constexpr bool is_packed = true;
};

int main() {
  dispatch(Overloaded{[](const Arena::Move&) {}, any_type});
#if defined(SEVERAL_BY_POINTER) || defined(SEVERAL_BY_REFERENCE_TO_NON_CONST) || defined(SEVERAL_FOR_BOTH_TYPES)
  dispatch(Several());
#elif defined(BY_POINTER)
  dispatch(Overloaded{[](const Arena::Move*) {}, any_type});
#elif defined(BY_REFERENCE_TO_NON_CONST)
  dispatch(Overloaded{[](Arena::Move&) {}, any_type});
#elif defined(BY_RVALUE_REFERENCE)
  dispatch(Overloaded{[](Arena::plain::Move&&) {}, any_type});
#elif defined(PACKET_BY_REFERENCE_TO_NON_CONST)
  dispatch(Overloaded{[](const Arena::Move&, Packet&) {}, any_type_and_packet});
#elif defined(MUTABLE_IN_A_CONSTANT)
  const auto handler = Overloaded{[count = 0](const Arena::Move&) mutable { ++count; }, any_type};
  dispatch(handler);
#elif defined(FOR_A_TYPE_THAT_IS_NOT_IN_THE_LIST)
  dispatch(Overloaded{[](const Another&) {}, any_type});
#elif defined(FOR_BOTH_TYPES)
  dispatch(Overloaded{[](const Arena::Move&) {}, [](const Arena::plain::Move&) {}, any_type});
#elif defined(WITH_AND_WITHOUT_THE_PACKET)
  dispatch(Overloaded{[](const Arena::Move&) {}, [](const Arena::Move&, const Packet&) {}, any_type});
#elif defined(FOR_ONE_PACKET_OF_TWO)
  dispatch(Overloaded{[](const Arena::Move&) {}});
#elif defined(WITHOUT_A_DIRECTION)
  codec::dispatch<Packets>(Packet(), any_type);
#elif defined(FROM_NO_DIRECTION)
  codec::dispatch<Packets, PacketDirections::None>(Packet(), any_type);
#elif defined(DISPATCHER_WITHOUT_A_DIRECTION)
  int state = 0;
  codec::PacketDispatcher<int> dispatcher(codec::PacketRoutes<int>(), state);
#elif defined(MUTABLE_IN_ROUTES)
  codec::PacketRoutes<int>().on<Arena::plain::Move>([count = 0](int&, const Arena::plain::Move&) mutable { ++count; });
#elif defined(RAW_WITHOUT_A_PACKET)
  codec::PacketRoutes<int>().on_raw(1, [](int&) {});
#elif defined(TWO_PACKETS_WITH_ONE_ID)
  static_cast<void>(codec::PacketList<Arena::Move, Arena::plain::Move>::find(1));
#elif defined(EMPLACE_A_PACKED_STRUCT)
  alignas(8) std::byte memory[16];
  static_cast<void>(codec::emplace_packet<Packed>(codec::MutableByteSpan(memory, sizeof memory)));
#elif defined(SPAN_OF_A_NULL_POINTER_AND_A_SIZE)
  std::byte memory[16];
  static_cast<void>(codec::encode(memory, 1, {0, 4}));
#elif defined(FIND_A_STRUCT_WITHOUT_A_KEY)
  static_cast<void>(codec::VectorView<int>().find(1));
#elif defined(FIND_A_TABLE_WITHOUT_A_KEY)
  static_cast<void>(codec::TableVectorView<Table>().find(1));
#elif defined(FINISH_A_PACKED_MESSAGE)
  flatbuffers::FlatBufferBuilder builder;
  static_cast<void>(codec::finish_packet(builder, flatbuffers::Offset<Packed>()));
#endif
  return 0;
}
