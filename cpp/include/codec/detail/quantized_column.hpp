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

  /// Converts numbers to a code. Returns false if the value is refused.
  template <class T>
  bool encode(const T* numbers, std::uint64_t& code) const noexcept {
    switch (kind()) {
      case Quantizer::scalar: return quantizer_.encode(to_real(numbers[0]), code);
      case Quantizer::unit_vector: return quantizer_.encode(real<float>(numbers[0]), real<float>(numbers[1]), real<float>(numbers[2]), code);
      default:
        return quantizer_.encode(real<float>(numbers[0]), real<float>(numbers[1]), real<float>(numbers[2]), real<float>(numbers[3]), code);
    }
  }

  /// Returns the code of a number, or of a vector whose numbers are all 0.
  std::uint64_t code_of(std::uint64_t number) const noexcept {
    const std::uint64_t numbers[4] = {number, 0, 0, 0};
    std::uint64_t code = 0;
    encode(numbers, code);
    return code;
  }

  /// Converts a code, whose parts are valid, to numbers.
  template <class T>
  void decode(std::uint64_t code, T* numbers) const noexcept {
    if (kind() == Quantizer::scalar) {
      const double value = quantizer_.decode(code);
      numbers[0] = static_cast<T>(number_ == first_float_class  ? bits_of<std::uint32_t>(static_cast<float>(value))
                                  : number_ > first_float_class ? bits_of<std::uint64_t>(value)
                                                                : static_cast<std::uint64_t>(static_cast<std::int64_t>(value)));
      return;
    }
    float v[4] = {};
    kind() == Quantizer::unit_vector ? quantizer_.decode(code, v[0], v[1], v[2]) : quantizer_.decode(code, v[0], v[1], v[2], v[3]);
    std::transform(v, v + size(), numbers, [](float value) { return static_cast<T>(bits_of<std::uint32_t>(value)); });
  }

  /// Writes codes in the shorter form: as they are, or as columns of the differences between their parts and the bases' parts. `parts` has room for
  /// `count` numbers.
  void write(ColumnWriter& writer, const std::uint64_t* codes, std::size_t count, const std::uint64_t* bases, std::uint64_t* parts) const noexcept {
    const ColumnWriter start = writer;
    writer.bits(1, 1);
    with_parts(parts, [&](auto* typed) {
      for (unsigned part = 0; part < part_count(); ++part) {
        for (std::size_t i = 0; i < count; ++i) {
          typed[i] = zigzag(narrow(part_of(codes[i], part) - part_of(bases[i], part), typed));
        }
        writer.column(typed, count, false);
      }
    });
    if (writer.is_full() || writer.bits_since(start) >= 1 + std::uint64_t{count} * shift_of(part_count())) {
      writer = start;
      writer.bits(0, 1);
      for (std::size_t i = 0; i < count; ++i) {
        writer.bits(codes[i], shift_of(part_count()));
      }
    }
  }

  void read(ColumnReader& reader, std::uint64_t* codes, std::size_t count, const std::uint64_t* bases, std::uint64_t* parts) const noexcept {
    const bool has_columns = reader.bits(1) != 0;
    for (std::size_t i = 0; i < count; ++i) {
      codes[i] = has_columns ? 0 : reader.bits(shift_of(part_count()));
    }
    with_parts(parts, [&](auto* typed) {
      for (unsigned part = 0; part < part_count(); ++part) {
        if (has_columns) {
          reader.column(typed, count, false);
        }
        const std::uint64_t most = kind() == Quantizer::quaternion && part == 0 ? 3 : quantizer_.max_number();
        for (std::size_t i = 0; i < count; ++i) {
          const std::uint64_t number = has_columns ? narrow(unzigzag(typed[i]) + part_of(bases[i], part), typed) : part_of(codes[i], part);
          if (number > most) {
            return reader.fail(PacketError::PackedInvalid);
          }
          codes[i] |= number << shift_of(part);
        }
      }
    });
  }

 private:
  Quantizer::Kind kind() const noexcept { return quantizer_.kind(); }
  unsigned part_count() const noexcept { return (std::max)(1U, 2 * static_cast<unsigned>(kind())); }
  template <class Use>
  void with_parts(std::uint64_t* parts, Use use) const noexcept {
    bits_ > 32 ? use(parts) : use(reinterpret_cast<std::uint32_t*>(parts));
  }
  template <class T>
  static T narrow(std::uint64_t value, const T*) noexcept {
    return static_cast<T>(value);
  }
  /// The first part of a quaternion, its index, has 2 bits.
  unsigned shift_of(unsigned part) const noexcept { return kind() == Quantizer::quaternion && part > 0 ? 2 + (part - 1) * bits_ : part * bits_; }
  std::uint64_t part_of(std::uint64_t code, unsigned part) const noexcept { return code >> shift_of(part) & low_bits(shift_of(part + 1) - shift_of(part)); }

  template <class Bits, class T>
  static Bits bits_of(T value) noexcept {
    static_assert(sizeof(Bits) == sizeof(T));
    Bits bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
  }

  template <class T>
  static T real(std::uint64_t bits) noexcept {
    const auto narrow = static_cast<std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>(bits & low_bits(8 * sizeof(T)));
    T value;
    std::memcpy(&value, &narrow, sizeof value);
    return value;
  }

  static double real(const std::uint32_t* words) noexcept { return real<double>(words[0] | std::uint64_t{words[1]} << 32); }

  double to_real(std::uint64_t bits) const noexcept {
    if (number_ >= first_float_class) {
      return number_ == first_float_class ? static_cast<double>(real<float>(bits)) : real<double>(bits);
    }
    const unsigned unused = 64 - 8 * number_sizes[number_];
    return residual_of(number_) == Residual::Zigzag ? static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused)
                                                    : static_cast<double>(bits & low_bits(64 - unused));
  }

  std::uint32_t number_;
  unsigned bits_;
  Quantizer quantizer_;
};

}  // namespace codec::detail
