// Code that must not compile. CMake compiles this file once for each case, and once without a case, which must compile.
#include <codec/codec.hpp>
#include <codec/generated_code.hpp>

#if defined(FINISH_A_PACKED_MESSAGE)
#include <codec/flatbuffers.hpp>
#endif

namespace {

struct Move {
  float x;
};

struct Turn {
  float angle;
};

struct Packed {
  float x;
};

struct Table {};

}  // namespace

template <>
struct codec::PacketTraits<Move> : codec::PacketDefaults {
  static constexpr std::uint32_t id = 1;
  static constexpr std::string_view name = "Move";
  static constexpr PayloadKind kind = PayloadKind::Struct;
  static constexpr PacketDirections directions = PacketDirections::ToServer;
  static constexpr std::uint32_t max_payload_size = 4;
};

template <>
struct codec::PacketTraits<Turn> : codec::PacketTraits<Move> {};

template <>
struct codec::PacketTraits<Packed> : codec::PacketTraits<Move> {
  static constexpr std::uint32_t words[] = {4, 1, 64, 0, 4, 4, 1, 0, 9, 1, 0};
  static constexpr PayloadShape shape{words};
};

int main() {
  codec::PacketRoutes<int> routes;
#if defined(FOR_ONE_PACKET_OF_TWO)
  routes.on_each<codec::PacketList<Move, Packed>>([](int&, const Move&) {});
#elif defined(BY_POINTER)
  routes.on<Move>([](int&, const Move*) {});
#elif defined(BY_REFERENCE_TO_NON_CONST)
  routes.on<Move>([](int&, Move&) {});
#elif defined(DISPATCHER_WITHOUT_A_DIRECTION)
  int state = 0;
  codec::PacketDispatcher<int> dispatcher(routes, state);
#elif defined(MUTABLE_IN_ROUTES)
  routes.on<Move>([count = 0](int&, const Move&) mutable { ++count; });
#elif defined(RAW_WITHOUT_A_PACKET)
  routes.on_raw(1, [](int&) {});
#elif defined(TWO_PACKETS_WITH_ONE_ID)
  static_cast<void>(codec::PacketList<Move, Turn>::size);
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
