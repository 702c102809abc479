#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "../payload_shape.hpp"
#include "bits.hpp"
#include "column_reader.hpp"
#include "column_writer.hpp"
#include "quantizer.hpp"

namespace codec::detail {

/// Converts the numbers of a quantized field to codes and back.
class QuantizedColumn {
 public:
  /// `record` are the words of the quantization in a shape, and `number` is the class of the numbers.
  QuantizedColumn(const std::uint32_t* record, std::uint32_t number) noexcept
      : number_(number),
        bits_(record[1]),
        quantizer_(record[0] == Quantizer::scalar
                       ? Quantizer(real(record + 3), real(record + 5), real(record + 7), real(record + 9), record[2] != 0)
                       : Quantizer(static_cast<Quantizer::Kind>(record[0]), static_cast<int>(bits_), record[2] != 0)) {}

  /// The numbers that have a code together.
  unsigned size() const noexcept { return kind() == Quantizer::scalar ? 1 : static_cast<unsigned>(kind()) + 2; }

  /// Converts the numbers at an address. Returns false if the value is refused.
  bool encode(const std::byte* at, std::uint64_t& code) const noexcept {
    if (kind() == Quantizer::scalar) {
      std::uint64_t bits = 0;
      with_number(number_, [&](auto zero, auto) { bits = load_bytes<decltype(zero)>(at); });
      return quantizer_.encode(to_real(bits), code);
    }
    float v[4] = {};
    std::memcpy(v, at, size() * sizeof(float));
    return kind() == Quantizer::unit_vector ? quantizer_.encode(v[0], v[1], v[2], code) : quantizer_.encode(v[0], v[1], v[2], v[3], code);
  }

  /// Returns the code of a number with these bits, or of a vector whose numbers are all 0.
  std::uint64_t code_of(std::uint64_t bits) const noexcept {
    std::uint64_t code = 0;
    constexpr std::byte zeros[4 * sizeof(float)] = {};
    kind() == Quantizer::scalar ? quantizer_.encode(to_real(bits), code) : encode(zeros, code);
    return code;
  }

  /// Writes the numbers of a code whose parts are valid.
  void decode(std::uint64_t code, std::byte* at) const noexcept {
    if (kind() == Quantizer::scalar) {
      const double value = quantizer_.decode(code);
      return with_number(number_, [&](auto zero, auto residual) {
        using T = decltype(zero);
        constexpr Residual form = residual;
        if constexpr (form == Residual::Xor) {
          store_bytes(at, static_cast<Real<T>>(value));
        } else {
          store_bytes(at, static_cast<T>(static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) & low_bits(8 * sizeof(T))));
        }
      });
    }
    float v[4] = {};
    kind() == Quantizer::unit_vector ? quantizer_.decode(code, v[0], v[1], v[2]) : quantizer_.decode(code, v[0], v[1], v[2], v[3]);
    std::memcpy(at, v, size() * sizeof(float));
  }

  /// Writes codes, as they are or as columns of their parts, whichever is shorter. `parts` has room for as many numbers.
  void write(ColumnWriter& writer, const std::uint64_t* codes, std::size_t count, std::uint64_t standard, std::uint64_t* parts) const noexcept {
    const ColumnWriter start = writer;
    writer.bits(1, 1);
    for (unsigned part = 0; part < part_count(); ++part) {
      for (std::size_t i = 0; i < count; ++i) {
        parts[i] = zigzag(part_of(codes[i], part) - part_of(standard, part), part_width());
      }
      writer.column(parts, count, part_width(), false);
    }
    if (writer.is_full() || writer.bits_since(start) >= 1 + std::uint64_t{count} * shift_of(part_count())) {
      writer = start;
      writer.bits(0, 1);
      for (std::size_t i = 0; i < count; ++i) {
        writer.bits(codes[i], shift_of(part_count()));
      }
    }
  }

  void read(ColumnReader& reader, std::uint64_t* codes, std::size_t count, std::uint64_t standard, std::uint64_t* parts) const noexcept {
    const bool has_columns = reader.bits(1) != 0;
    for (std::size_t i = 0; i < count; ++i) {
      codes[i] = has_columns ? 0 : reader.bits(shift_of(part_count()));
    }
    for (unsigned part = 0; part < part_count(); ++part) {
      if (has_columns) {
        reader.begin_column(count, part_width(), false);
        reader.values(parts, count);
      }
      const std::uint64_t most = kind() == Quantizer::quaternion && part == 0 ? 3 : quantizer_.max_number();
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t number =
            has_columns ? (unzigzag(parts[i]) + part_of(standard, part)) & low_bits(part_width()) : part_of(codes[i], part);
        if (number > most) {
          return reader.fail(PacketError::PackedInvalid);
        }
        codes[i] |= number << shift_of(part);
      }
    }
  }

 private:
  template <class T>
  using Real = std::conditional_t<sizeof(T) == sizeof(float), float, double>;

  Quantizer::Kind kind() const noexcept { return quantizer_.kind(); }
  unsigned part_count() const noexcept { return (std::max)(1U, 2 * static_cast<unsigned>(kind())); }
  unsigned part_width() const noexcept { return bits_ > 32 ? 64 : 32; }
  /// The first part of a quaternion, its index, has 2 bits.
  unsigned shift_of(unsigned part) const noexcept { return kind() == Quantizer::quaternion && part > 0 ? 2 + (part - 1) * bits_ : part * bits_; }
  std::uint64_t part_of(std::uint64_t code, unsigned part) const noexcept { return code >> shift_of(part) & low_bits(shift_of(part + 1) - shift_of(part)); }

  static double real(const std::uint32_t* words) noexcept {
    const std::uint64_t bits = words[0] | std::uint64_t{words[1]} << 32;
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }

  double to_real(std::uint64_t bits) const noexcept {
    double value = 0;
    with_number(number_, [&](auto zero, auto residual) {
      using T = decltype(zero);
      constexpr Residual form = residual;
      const auto narrow = static_cast<T>(bits & low_bits(8 * sizeof(T)));
      if constexpr (form == Residual::Xor) {
        Real<T> real_value;
        std::memcpy(&real_value, &narrow, sizeof(T) < sizeof real_value ? sizeof(T) : sizeof real_value);
        value = static_cast<double>(real_value);
      } else {
        value = static_cast<double>(static_cast<std::conditional_t<form == Residual::Zigzag, std::make_signed_t<T>, T>>(narrow));
      }
    });
    return value;
  }

  std::uint32_t number_;
  unsigned bits_;
  Quantizer quantizer_;
};

}  // namespace codec::detail
