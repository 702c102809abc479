#include <gtest/gtest.h>

#include <algorithm>
#include <codec/codec.hpp>
#include <codec/message.hpp>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fixtures/messages.hpp"
#include "packed_messages.hpp"

namespace {

using namespace codec;
using Bytes = std::vector<std::byte>;
using Values = std::vector<std::uint64_t>;
namespace packed = Game::Packed;

Bytes bytes_of(std::initializer_list<int> values) {
  Bytes bytes;
  for (const int value : values) {
    bytes.push_back(static_cast<std::byte>(value));
  }
  return bytes;
}

template <class Write>
Bytes stream(Write write) {
  Bytes bytes(100000);
  detail::ColumnWriter writer(bytes);
  write(writer);
  bytes.resize(writer.finish());
  EXPECT_FALSE(writer.is_full());
  return bytes;
}

/// Reads with exactly the bytes, so that a sanitizer detects a read past their end. Checks that each shorter stream is rejected.
template <class Read>
PacketError read(const Bytes& bytes, Read use) {
  for (std::size_t size = bytes.size() < 100 ? 0 : bytes.size(); size < bytes.size(); ++size) {
    const Bytes shorter(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
    detail::ColumnReader reader(shorter);
    use(reader);
    EXPECT_NE(reader.finish(), PacketError::None) << size;
  }
  detail::ColumnReader reader(bytes);
  use(reader);
  return reader.finish();
}

/// Calls `use` with an unsigned number of `width` bits.
template <class Use>
void with_width(unsigned width, Use use) {
  detail::with_number(width == 8 ? 1 : width == 16 ? 3 : width == 32 ? 5 : 7, use);
}

Values read_column(detail::ColumnReader& reader, std::size_t count, unsigned width, bool is_float) {
  Values values;
  with_width(width, [&](auto zero) {
    std::vector<decltype(zero)> column(count);
    reader.column(column.data(), count, is_float);
    values.assign(column.begin(), column.end());
  });
  return values;
}

void write_column(detail::ColumnWriter& writer, const Values& values, unsigned width, bool is_float) {
  with_width(width, [&](auto zero) {
    std::vector<decltype(zero)> column;
    std::transform(values.begin(), values.end(), std::back_inserter(column), [](std::uint64_t value) { return static_cast<decltype(zero)>(value); });
    writer.column(column.data(), column.size(), is_float);
  });
}

/// Values of up to `used` bits: any; multiples of a power of two; near each other; and in small steps.
Values column_of(std::mt19937_64& random, std::size_t count, unsigned width, unsigned used, unsigned kind) {
  const std::uint64_t limit = detail::low_bits(width);
  const std::uint64_t base = random() & limit;
  Values values(count);
  std::uint64_t last = base;
  for (std::uint64_t& value : values) {
    const std::uint64_t drawn = random() & detail::low_bits(used);
    last = (last + drawn) & limit;
    value = kind == 0 ? drawn : kind == 1 && used != 0 ? drawn << (width - used) & limit : kind == 2 ? (base + drawn) & limit : last;
  }
  return values;
}

TEST(PackedPayload, APacketThatIsNotPackedHasNoShape) {
  const std::byte payload[16] = {};
  std::byte packed[17];
  std::size_t written = 1;
  EXPECT_EQ(pack_payload(PayloadShape(), payload, packed, written), Status::Invalid);
  EXPECT_EQ(unpack_payload(PayloadShape(), payload, packed, written), PacketError::PackedInvalid);
  EXPECT_EQ(written, 0u);
}

TEST(Column, RoundTripsWithEachWidthAndForm) {
  std::mt19937_64 random(20261130);
  std::set<std::pair<bool, int>> forms;
  for (const unsigned width : {8U, 16U, 32U, 64U}) {
    for (unsigned used = 0; used <= width; ++used) {
      for (const std::size_t count : {1U, 2U, 7U, 64U, 65U, 200U}) {
        for (unsigned kind = 0; kind < 8; ++kind) {
          const bool is_float = kind >= 4;
          const Values values = column_of(random, count, width, used, kind % 4);
          const Bytes bytes = stream([&](detail::ColumnWriter& writer) { write_column(writer, values, width, is_float); });
          Values found;
          ASSERT_EQ(read(bytes, [&](detail::ColumnReader& reader) { found = read_column(reader, count, width, is_float); }), PacketError::None);
          ASSERT_EQ(found, values) << width << ' ' << used << ' ' << count << ' ' << kind;
          ASSERT_LE(bytes.size(), (count * width + 14 + width / 4) / 8);
          const int first = std::to_integer<int>(bytes[0]);
          forms.emplace(is_float, count == 1 && width <= 32 && !is_float ? -1 : first % 2 == 0 ? 0 : 1 + first / 2 % 4);
        }
      }
    }
  }
  EXPECT_EQ(forms, (std::set<std::pair<bool, int>>{
                       {false, -1}, {false, 0}, {false, 1}, {false, 2}, {false, 3}, {true, 0}, {true, 1}, {true, 2}, {true, 3}, {true, 4}}));
}

TEST(Flags, RoundTripWithEachDensity) {
  std::mt19937_64 random(20261130);
  std::set<int> modes;
  for (const std::size_t rows : {0U, 1U, 3U, 4U, 63U, 64U, 65U, 200U, 1000U}) {
    for (unsigned percent = 0; percent <= 1000; percent += percent < 50 || percent >= 950 ? 5 : 50) {
      Values mask(detail::mask_words(rows) + 1);
      for (std::size_t row = 0; row < rows; ++row) {
        mask[row / 64] |= std::uint64_t{random() % 1000 < percent} << (row % 64);
      }
      const Bytes bytes = stream([&](detail::ColumnWriter& writer) { writer.flags(mask.data(), rows); });
      Values found(mask.size());
      ASSERT_EQ(read(bytes, [&](detail::ColumnReader& reader) { reader.flags(found.data(), rows); }), PacketError::None);
      ASSERT_EQ(found, mask) << rows << ' ' << percent;
      ASSERT_LE(bytes.size(), (rows + 9) / 8);
      modes.insert(rows > 3 ? std::to_integer<int>(bytes[0]) % 8 % ((std::to_integer<int>(bytes[0]) & 3) == 3 ? 8 : 4) : -1);
    }
  }
  EXPECT_EQ(modes, (std::set<int>{-1, 0, 1, 2, 3, 7}));
}

/// Reads 10 flags and a column of 32 bits for those that are set.
PacketError read_rows(const Bytes& bytes, std::size_t rows) {
  detail::ColumnReader reader(bytes);
  Values mask(detail::mask_words(rows));
  reader.flags(mask.data(), rows);
  if (const std::size_t count = detail::count_rows(mask.data(), rows); count != 0) {
    read_column(reader, count, 32, false);
  }
  return reader.finish();
}

TEST(PackedStream, IsRejectedWithTheReason) {
  const auto bits = [](std::initializer_list<std::pair<std::uint64_t, unsigned>> parts) {
    return stream([&](detail::ColumnWriter& writer) {
      for (const auto& [value, width] : parts) {
        writer.bits(value, width);
      }
    });
  };
  const std::pair<std::uint64_t, unsigned> all{1, 2};
  EXPECT_EQ(read_rows(bits({{0, 2}}), 10), PacketError::None);
  EXPECT_EQ(read_rows({}, 10), PacketError::PackedTruncated);
  // The padding, and a byte after it.
  EXPECT_EQ(read_rows(bits({{0, 2}, {1, 1}}), 10), PacketError::PackedInvalid);
  EXPECT_EQ(read_rows(bits({{0, 2}, {0, 8}}), 10), PacketError::PackedInvalid);
  // A listed row 10, and more than 10 listed rows.
  EXPECT_EQ(read_rows(bits({{7, 3}, {0, 6}, {0, 5}, {0x3FF, 11}}), 10), PacketError::PackedInvalid);
  EXPECT_EQ(read_rows(bits({{3, 3}, {0x1F, 37}, {0, 5}, {0, 20}}), 10), PacketError::PackedInvalid);
  // More rows are listed than there are.
  EXPECT_EQ(read_rows(bits({{3, 3}, {20, 6}, {0, 5}, {0, 60}}), 10), PacketError::PackedInvalid);
  // The form that only floats have, and widths of 33 bits.
  EXPECT_EQ(read_rows(bits({all, {7, 3}, {0, 60}}), 10), PacketError::PackedInvalid);
  EXPECT_EQ(read_rows(bits({all, {3, 3}, {0, 32}, {33, 6}, {0, 60}}), 10), PacketError::PackedInvalid);
  EXPECT_EQ(read_rows(bits({all, {5, 3}, {0, 32}, {63, 6}, {0, 60}}), 10), PacketError::PackedInvalid);
  // Too few values, for 10 rows and for more than there is memory.
  EXPECT_EQ(read_rows(bits({all, {0, 1}, {31, 5}, {0, 60}}), 10), PacketError::PackedTruncated);
}

TEST(ColumnWriter, ReportsThatItsRoomIsTooSmall) {
  const Values values{1, 0xFFFFFFFF, 7, 12345};
  const auto write = [&](detail::ColumnWriter& writer) {
    write_column(writer, values, 32, false);
    if (std::byte* chunk = writer.chunk(5)) {
      std::memset(chunk, 1, 5);
    }
    writer.number(77);
  };
  const Bytes whole = stream(write);
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    Bytes room(size);
    room.shrink_to_fit();
    detail::ColumnWriter writer(room);
    write(writer);
    EXPECT_EQ(writer.finish(), size == whole.size() ? size : 0);
  }
}

template <class T>
Bytes payload_of(const T& message) {
  Bytes payload(max_size(message));
  payload.resize(write(message, payload));
  return payload;
}

Bytes pack(PayloadShape shape, const Bytes& payload) {
  Bytes result(max_packed_size(payload.size()));
  std::size_t written = 0;
  EXPECT_EQ(pack_payload(shape, payload, result, written), Status::Ok);
  result.resize(written);
  return result;
}

/// Unpacks to `room` bytes.
PacketError unpack(PayloadShape shape, const Bytes& bytes, std::size_t room, Bytes& payload) {
  payload.assign(room, std::byte{0xCC});
  std::size_t written = 1;
  const PacketError error = unpack_payload(shape, bytes, payload, written);
  EXPECT_TRUE(error == PacketError::None || written == 0);
  payload.resize(written);
  return error;
}

packed::Spawn spawn() {
  const Game::Spawn from = messages::spawn();
  return {from.entity, from.kind, from.name, from.position, from.rotation, from.health, from.flags, from.owner};
}

packed::Move move() {
  const Game::Move from = messages::move();
  return {from.entity, from.position, from.rotation, from.velocity, from.time};
}

/// The payloads of the messages of packed.fbs with their shapes, and whether they verify.
struct Sample {
  PayloadShape shape;
  Bytes payload;
  bool (*verify)(ByteSpan payload);
};

std::map<std::string, Sample> samples() {
  std::map<std::string, Sample> all;
  const auto add = [&](const char* name, const auto& message) {
    using T = std::decay_t<decltype(message)>;
    all[name] = {PacketTraits<T>::shape, payload_of(message), [](ByteSpan payload) { return codec::verify<T>(payload); }};
  };
  add("test_packet", packed::TestPacket{messages::test_packet().msg, messages::test_packet().number});
  add("move", move());
  add("spawn", spawn());
  add("inventory", packed::Inventory{messages::inventory().owner, messages::inventory().items});
  add("snapshot", packed::Snapshot{messages::snapshot().tick, messages::snapshot().entities});
  add("empty", packed::Inventory{});
  return all;
}

TEST(PackedPayload, StoresThePayloadUnchangedIfPackingDoesNotShortenIt) {
  packed::Grid grid;
  grid.origin = {1.2345678f, -3.4567891f, 9.8765432e-20f};
  for (std::size_t i = 0; i < 26; ++i) {
    grid.cells[i] = static_cast<std::uint16_t>(i * 40503 + 0x8001);
  }
  Bytes payload(sizeof grid);
  std::memcpy(payload.data(), &grid, sizeof grid);
  Bytes expected{std::byte{1}};
  expected.insert(expected.end(), payload.begin(), payload.end());
  const PayloadShape shape = PacketTraits<packed::Grid>::shape;
  EXPECT_EQ(pack(shape, payload), expected);
  Bytes found;
  EXPECT_EQ(unpack(shape, expected, payload.size(), found), PacketError::None);
  EXPECT_EQ(found, payload);
  EXPECT_EQ(unpack(shape, expected, payload.size() - 1, found), PacketError::PayloadTooLarge);
  expected[0] = std::byte{3};
  EXPECT_NE(unpack(shape, expected, payload.size(), found), PacketError::None);
}

TEST(PackedPayload, OfAnotherShapeIsInvalid) {
  std::mt19937 random(20261130);
  Bytes destination(100000);
  for (const auto& [name, sample] : samples()) {
    std::size_t written = 1;
    EXPECT_EQ(pack_payload(sample.shape, {}, destination, written), Status::Invalid);
    EXPECT_EQ(written, 0U);
    // Whatever the bytes are, packing ends, and reads nothing outside of them.
    for (int round = 0; round < 3000; ++round) {
      Bytes payload = sample.payload;
      for (std::size_t i = 0; i <= random() % 4; ++i) {
        payload[random() % (std::min)(payload.size(), std::size_t{300})] = static_cast<std::byte>(random() & 0xFF);
      }
      payload.resize(payload.size() - random() % 2 * random() % payload.size());
      payload.shrink_to_fit();
      const Status status = pack_payload(sample.shape, payload, destination, written);
      EXPECT_EQ(status == Status::Ok, written != 0);
      if (sample.verify(payload)) {
        EXPECT_EQ(status, Status::Ok) << name << ' ' << round;
      }
    }
  }
}

TEST(PackedPayload, IsRejectedIfItIsTruncatedOrTooLarge) {
  for (const auto& [name, sample] : samples()) {
    SCOPED_TRACE(name);
    const Bytes bytes = pack(sample.shape, sample.payload);
    Bytes payload;
    for (std::size_t size = 0; size < bytes.size(); size += size < 300 ? 1 : 37) {
      Bytes shorter(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
      shorter.shrink_to_fit();
      EXPECT_NE(unpack(sample.shape, shorter, 100000, payload), PacketError::None) << size;
    }
    ASSERT_EQ(unpack(sample.shape, bytes, 100000, payload), PacketError::None);
    const std::size_t whole = payload.size();
    for (std::size_t room = 0; room < whole; room += room < 300 ? 1 : 97) {
      EXPECT_EQ(unpack(sample.shape, bytes, room, payload), PacketError::PayloadTooLarge) << room;
    }
    Bytes small(bytes.size() - 1);
    std::size_t written = 1;
    EXPECT_EQ(pack_payload(sample.shape, sample.payload, small, written), Status::BufferTooSmall);
  }
}

/// A table with a vector of tables of its own type, and two of them: the shape of a tree.
constexpr std::uint32_t tree_words[] = {4, 0, 64, 0, 3, 4, 0, 5, 0, 0, 0, 0, 0, 6, 4, 0, 4, 0, 0, 0, 0, 8, 4, 0, 4, 0, 0, 0, 0};

TEST(PackedPayload, WithTablesThatAreSharedManyTimesIsStoredAndTooDeepOnesAreInvalid) {
  // Each of 40 tables refers twice to the next one.
  constexpr std::uint32_t depth = 40;
  Bytes payload(8 + 12 + depth * 12);
  const auto put = [&](std::size_t at, auto value) { std::memcpy(payload.data() + at, &value, sizeof value); };
  put(0, std::uint32_t{20});
  put(8, std::uint16_t{10});
  put(10, std::uint16_t{12});
  put(14, std::uint16_t{4});
  put(16, std::uint16_t{8});
  for (std::uint32_t i = 0; i < depth; ++i) {
    const std::uint32_t at = 20 + i * 12;
    put(at, std::int32_t(at - 8));
    put(at + 4, std::uint32_t{8});
    put(at + 8, std::uint32_t{4});
  }
  // The last one is a table without fields, whose vtable is the start of the first one's.
  Bytes end(16);
  payload.insert(payload.end(), end.begin(), end.end());
  const std::uint32_t last = 20 + depth * 12;
  put(last, std::int32_t{-4});
  put(last + 4, std::uint16_t{4});
  put(last + 6, std::uint16_t{4});
  const PayloadShape shape{tree_words};
  EXPECT_EQ(pack(shape, payload).size(), payload.size() + 1);

  // Deeper than 64 levels.
  std::uint32_t words[std::size(tree_words)];
  std::copy(std::begin(tree_words), std::end(tree_words), words);
  words[2] = 3;
  Bytes destination(1000);
  std::size_t written = 0;
  EXPECT_EQ(pack_payload({words}, payload, destination, written), Status::Invalid);
  // A first child, which has a first child.
  const Bytes three_levels = bytes_of({0x24, 0});
  Bytes unpacked;
  EXPECT_EQ(unpack(shape, three_levels, 1000, unpacked), PacketError::None);
  EXPECT_EQ(unpack({words}, three_levels, 1000, unpacked), PacketError::None);
  words[2] = 2;
  EXPECT_EQ(unpack({words}, three_levels, 1000, unpacked), PacketError::PackedInvalid);
}

}  // namespace
