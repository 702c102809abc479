#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "detail/attributes.hpp"
#include "detail/throw.hpp"
#include "enums.hpp"
#include "packet_header.hpp"

// Bytes are combined with shifts. Compilers generate one load or store, and the result is a constant expression.
namespace codec::detail {

constexpr std::uint32_t byte_at(const std::byte* source, std::size_t index) noexcept { return std::to_integer<std::uint32_t>(source[index]); }

/// Reads an unsigned integer of `width` bytes, 2 or 4.
CODEC_ALWAYS_INLINE constexpr std::uint32_t load(const std::byte* source, std::size_t width, bool big_endian) noexcept {
  if (width == 2) {
    return big_endian ? byte_at(source, 1) | byte_at(source, 0) << 8 : byte_at(source, 0) | byte_at(source, 1) << 8;
  }
  return big_endian ? byte_at(source, 3) | byte_at(source, 2) << 8 | byte_at(source, 1) << 16 | byte_at(source, 0) << 24
                    : byte_at(source, 0) | byte_at(source, 1) << 8 | byte_at(source, 2) << 16 | byte_at(source, 3) << 24;
}

/// Writes the low `width` bytes, 2 or 4, of `value`.
CODEC_ALWAYS_INLINE constexpr void store(std::byte* destination, std::size_t width, bool big_endian, std::uint32_t value) noexcept {
  for (std::size_t i = 0; big_endian && i < width; ++i) {
    destination[i] = static_cast<std::byte>(value >> 8 * (width - 1 - i) & 0xFF);
  }
  if (!big_endian) {
    destination[0] = static_cast<std::byte>(value & 0xFF);
    destination[1] = static_cast<std::byte>(value >> 8 & 0xFF);
    if (width == 4) {
      destination[2] = static_cast<std::byte>(value >> 16 & 0xFF);
      destination[3] = static_cast<std::byte>(value >> 24);
    }
  }
}

}  // namespace codec::detail

namespace codec {

/// The layout of the header, and the maximum payload size. The default is the layout of PacketHeader: Size, which counts only the payload, followed
/// by Id, with 2 bytes each in little-endian order. Immutable. Counterpart of Codec.Packets.PacketFormat.
class PacketFormat {
 public:
  /// The default maximum payload size in bytes: the largest 16-bit number.
  static constexpr std::uint32_t default_max_payload_size = 0xFFFF;

  /// The size of the largest header of any format, in bytes.
  static constexpr std::size_t largest_header_size = 8;

  // The maximum length of an array in .NET. A larger packet could not be received in C#.
  static constexpr std::uint32_t largest_packet_size = 0x7FFFFFC7;

  /// Creates the default format. Its maximum payload size is 65,535 bytes.
  constexpr PacketFormat() noexcept = default;

  /// Creates the default format with a lower limit. Throws std::invalid_argument if `max_payload_size` is more than 65,535 bytes.
  explicit constexpr PacketFormat(std::uint32_t max_payload_size)
      : PacketFormat(PacketSizeCounts::Payload, 2, 2, PacketFieldOrder::SizeFirst, PacketByteOrder::LittleEndian, max_payload_size) {}

  /// Creates a format whose maximum payload size is 65,535 bytes, or less if Size cannot represent that. Throws std::invalid_argument if an argument
  /// is not valid.
  explicit constexpr PacketFormat(PacketSizeCounts size_counts, std::size_t size_width = 2, std::size_t id_width = 2,
                                  PacketFieldOrder field_order = PacketFieldOrder::SizeFirst,
                                  PacketByteOrder byte_order = PacketByteOrder::LittleEndian)
      : PacketFormat(size_counts, size_width, id_width, field_order, byte_order,
                     (std::min)(default_max_payload_size, largest_payload_size(size_counts, size_width, id_width))) {}

  /// Creates a format. Widths are 2 or 4 bytes. `max_payload_size` must not exceed the largest payload that Size can represent. Throws
  /// std::invalid_argument if an argument is not valid. In a constant expression, such an argument does not compile.
  constexpr PacketFormat(PacketSizeCounts size_counts, std::size_t size_width, std::size_t id_width, PacketFieldOrder field_order,
                         PacketByteOrder byte_order, std::uint32_t max_payload_size)
      : max_payload_size_(max_payload_size),
        size_counts_(size_counts),
        field_order_(field_order),
        byte_order_(byte_order),
        size_width_(static_cast<std::uint8_t>(checked_width("Size", size_width))),
        id_width_(static_cast<std::uint8_t>(checked_width("Id", id_width))) {
    if (size_counts != PacketSizeCounts::Payload && size_counts != PacketSizeCounts::WholePacket) {
      detail::enum_out_of_range("size_counts", static_cast<std::uint64_t>(size_counts));
    }
    if (field_order != PacketFieldOrder::SizeFirst && field_order != PacketFieldOrder::IdFirst) {
      detail::enum_out_of_range("field_order", static_cast<std::uint64_t>(field_order));
    }
    if (byte_order != PacketByteOrder::LittleEndian && byte_order != PacketByteOrder::BigEndian) {
      detail::enum_out_of_range("byte_order", static_cast<std::uint64_t>(byte_order));
    }
    if (max_payload_size > largest_payload_size(size_counts, size_width, id_width)) {
      detail::max_payload_size_out_of_range(max_payload_size, largest_payload_size(size_counts, size_width, id_width));
    }
    has_default_fields_ = size_counts == PacketSizeCounts::Payload && size_width == 2 && id_width == 2 &&
                          field_order == PacketFieldOrder::SizeFirst && byte_order == PacketByteOrder::LittleEndian;
  }

  /// Returns the size in bytes of the largest payload that Size can represent in such a format.
  static constexpr std::uint32_t largest_payload_size(PacketSizeCounts size_counts, std::size_t size_width, std::size_t id_width) noexcept {
    const auto header = static_cast<std::uint32_t>(size_width + id_width);
    if (size_width == 2) {
      return size_counts == PacketSizeCounts::WholePacket ? 0xFFFF - header : 0xFFFF;
    }
    return largest_packet_size - header;
  }

  constexpr PacketSizeCounts size_counts() const noexcept { return size_counts_; }
  constexpr std::size_t size_width() const noexcept { return size_width_; }
  constexpr std::size_t id_width() const noexcept { return id_width_; }
  constexpr PacketFieldOrder field_order() const noexcept { return field_order_; }
  constexpr PacketByteOrder byte_order() const noexcept { return byte_order_; }

  /// Returns the size in bytes of the largest payload that is accepted and written.
  constexpr std::uint32_t max_payload_size() const noexcept { return max_payload_size_; }

  /// Returns the size of the header in bytes: 4, 6 or 8.
  constexpr std::size_t header_size() const noexcept { return static_cast<std::size_t>(size_width_) + id_width_; }

  /// Returns the size in bytes of the largest packet that is accepted and written, including its header.
  constexpr std::size_t max_packet_size() const noexcept { return header_size() + max_payload_size_; }

  /// Returns the largest id that the header can represent. A packet with a larger id cannot be encoded.
  constexpr std::uint32_t max_id() const noexcept { return id_width_ == 2 ? 0xFFFF : 0xFFFFFFFF; }

  /// Returns the offset of Size in the header, in bytes.
  constexpr std::size_t size_offset() const noexcept { return field_order_ == PacketFieldOrder::SizeFirst ? 0 : id_width_; }

  /// Returns the offset of Id in the header, in bytes.
  constexpr std::size_t id_offset() const noexcept { return field_order_ == PacketFieldOrder::SizeFirst ? size_width_ : 0; }

  /// Returns whether the fields are those of PacketHeader, as in most formats. Code for this case alone takes fewer steps.
  constexpr bool has_default_fields() const noexcept { return has_default_fields_; }

  /// Reads the size field of the header at `header`. At least the bytes up to the end of Size must be readable. The size is not validated.
  CODEC_ALWAYS_INLINE constexpr std::uint32_t read_size(const std::byte* header) const noexcept {
    return detail::load(header + size_offset(), size_width_, is_big_endian());
  }

  /// Reads the id field of the header at `header`. All header_size() bytes must be readable.
  CODEC_ALWAYS_INLINE constexpr std::uint32_t read_id(const std::byte* header) const noexcept {
    return detail::load(header + id_offset(), id_width_, is_big_endian());
  }

  /// Writes the header of a packet to the header_size() bytes at `header`. `id` must not exceed max_id(), and `payload_size` must not exceed
  /// max_payload_size(). Neither is checked.
  CODEC_ALWAYS_INLINE constexpr void write_header(std::byte* header, std::uint32_t id, std::uint32_t payload_size) const noexcept {
    if (CODEC_LIKELY(has_default_fields_)) {
      detail::store(header, 4, false, payload_size | id << 16);
      return;
    }
    const std::uint32_t size =
        size_counts_ == PacketSizeCounts::WholePacket ? payload_size + static_cast<std::uint32_t>(header_size()) : payload_size;
    detail::store(header + size_offset(), size_width_, is_big_endian(), size);
    detail::store(header + id_offset(), id_width_, is_big_endian(), id);
  }

  friend constexpr bool operator==(const PacketFormat& left, const PacketFormat& right) noexcept {
    return left.max_payload_size_ == right.max_payload_size_ && left.size_counts_ == right.size_counts_ && left.field_order_ == right.field_order_ &&
           left.byte_order_ == right.byte_order_ && left.size_width_ == right.size_width_ && left.id_width_ == right.id_width_;
  }
  friend constexpr bool operator!=(const PacketFormat& left, const PacketFormat& right) noexcept { return !(left == right); }

 private:
  static constexpr std::size_t checked_width(const char* field, std::size_t width) {
    if (width != 2 && width != 4) {
      detail::width_not_supported(field, width);
    }
    return width;
  }

  constexpr bool is_big_endian() const noexcept { return byte_order_ == PacketByteOrder::BigEndian; }

  std::uint32_t max_payload_size_ = default_max_payload_size;
  PacketSizeCounts size_counts_ = PacketSizeCounts::Payload;
  PacketFieldOrder field_order_ = PacketFieldOrder::SizeFirst;
  PacketByteOrder byte_order_ = PacketByteOrder::LittleEndian;
  std::uint8_t size_width_ = 2;
  std::uint8_t id_width_ = 2;
  bool has_default_fields_ = true;
};

}  // namespace codec
