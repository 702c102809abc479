#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>

// An x87 processor rounds results to 64 bits, and then again. SSE2 rounds them once.
#if (!defined(__i386__) && !defined(__x86_64__)) || defined(__SSE2_MATH__)
#define CODEC_DETAIL_DOUBLE
#elif defined(__clang__)
#define CODEC_DETAIL_DOUBLE __attribute__((target("sse2")))
#else
#define CODEC_DETAIL_DOUBLE __attribute__((target("sse2,fpmath=sse")))
#endif

namespace codec::detail {

/// Converts the numbers of a quantized field to codes and back, in doubles. Every language and processor gets the same bits: no product is added to or
/// subtracted from a number, so no compiler can fuse the two operations, and no sum of squares has fractions.
/// Converting a code to a value and back gives this code, or one with the same value. So rounding twice is rounding once.
class Quantizer {
 public:
  enum Kind : int { scalar, unit_vector, quaternion };

  /// The scalars `k * multiplier / divisor` for a whole k from min to max.
  constexpr Quantizer(double min, double max, double multiplier, double divisor, bool refuses) noexcept
      : max_number_(static_cast<std::uint64_t>(static_cast<std::int64_t>(max - min))),
        min_(min),
        max_(max),
        multiplier_(multiplier),
        divisor_(divisor),
        refuses_(refuses) {}

  /// Unit vectors or quaternions whose numbers have 4 to 20 bits.
  constexpr Quantizer(Kind kind, int bits, bool refuses) noexcept
      : kind_(kind), bits_(bits), largest_((1LL << bits >> 1) - 1), max_number_(static_cast<std::uint64_t>(2 * largest_)), refuses_(refuses) {}

  constexpr Kind kind() const noexcept { return kind_; }
  constexpr int bits() const noexcept { return bits_; }
  /// The largest valid number: the code of a scalar, or each number in the code of a vector, except the index of a quaternion.
  constexpr std::uint64_t max_number() const noexcept { return max_number_; }

  /// Converts a scalar to the nearest code, half a step up, and NaN to the code 0. Returns false if the value is out of range, and the field refuses
  /// that.
  CODEC_DETAIL_DOUBLE bool encode(double value, std::uint64_t& code) const noexcept {
    const double steps = nearest(value * divisor_ / multiplier_);
    code = static_cast<std::uint64_t>(static_cast<std::int64_t>((steps >= max_ ? max_ : steps >= min_ ? steps : min_) - min_));
    return (steps >= min_ && steps <= max_) || !refuses_;
  }

  CODEC_DETAIL_DOUBLE double decode(std::uint64_t code) const noexcept {
    return (min_ + static_cast<double>(static_cast<std::int64_t>(code))) * multiplier_ / divisor_;
  }

  /// Converts a direction of any length to its place on an octahedron, unfolded to a square: https://jcgt.org/published/0003/02/01/.
  /// Returns false if the vector has no direction, and the field refuses that. Otherwise, encodes (0, 0, 1).
  CODEC_DETAIL_DOUBLE bool encode(float x, float y, float z, std::uint64_t& code) const noexcept {
    const double sum = size(x) + size(y) + size(z);
    const bool valid = sum > 0 && sum <= most;
    double u = valid ? static_cast<double>(x) / sum : 0;
    double v = valid ? static_cast<double>(y) / sum : 0;
    if (valid && z < 0) {
      const double folded = (1 - std::fabs(v)) * (u < 0 ? -1 : 1);
      v = (1 - std::fabs(u)) * (v < 0 ? -1 : 1);
      u = folded;
    }
    const auto scale = static_cast<double>(largest_);
    code = number(u * scale) | (number(v * scale) << bits_);
    return valid || !refuses_;
  }

  CODEC_DETAIL_DOUBLE void decode(std::uint64_t code, float& x, float& y, float& z) const noexcept {
    std::int64_t a = part(code, 0), b = part(code, bits_);
    const std::int64_t c = largest_ - std::abs(a) - std::abs(b);
    if (c < 0) {
      const std::int64_t folded = (largest_ - std::abs(b)) * (a < 0 ? -1 : 1);
      b = (largest_ - std::abs(a)) * (b < 0 ? -1 : 1);
      a = folded;
    }
    const double length = std::sqrt(static_cast<double>(a * a + b * b + c * c));
    x = quotient(a, length);
    y = quotient(b, length);
    z = quotient(c, length);
  }

  /// Converts a rotation of any length to the index of its largest component, in 2 bits, and the three others, after making the largest one positive.
  /// Returns false if the components are all 0 or not finite, and the field refuses that. Otherwise, encodes (0, 0, 0, 1).
  CODEC_DETAIL_DOUBLE bool encode(float x, float y, float z, float w, std::uint64_t& code) const noexcept {
    float values[4] = {x, y, z, w};
    double largest = 0, sum = 0;
    for (const float value : values) {
      largest = size(value) > largest ? size(value) : largest;
      sum += size(value);
    }
    const bool valid = largest > 0 && sum <= most;
    std::int64_t parts[4] = {0, 0, 0, one}, square = one * one;
    if (valid) {
      square = 0;
      for (int i = 0; i < 4; ++i) {
        parts[i] = static_cast<std::int64_t>(nearest(static_cast<double>(values[i]) / largest * static_cast<double>(one)));
        square += parts[i] * parts[i];
      }
    }
    const double length = std::sqrt(static_cast<double>(square));
    // Rounding moves the components by up to two steps. So a rounded rotation may have another largest component, whose code has another value.
    bool found = false;
    for (unsigned index = 0; index < 4; ++index) {
      if (std::abs(parts[index]) < one - 4 * one / largest_) continue;
      const double scale = scale_of_others() * (parts[index] < 0 ? -1 : 1);
      std::uint64_t candidate = index;
      for (unsigned i = 0, shift = 2; i < 4; ++i) {
        if (i == index) continue;
        candidate |= number(static_cast<double>(parts[i]) * scale / length) << shift;
        shift += static_cast<unsigned>(bits_);
      }
      decode(candidate, x, y, z, w);
      const bool same = x == values[0] && y == values[1] && z == values[2] && w == values[3];
      if (same || (!found && std::abs(parts[index]) == one)) code = candidate;
      if (same) break;
      found = found || std::abs(parts[index]) == one;
    }
    return valid || !refuses_;
  }

  CODEC_DETAIL_DOUBLE void decode(std::uint64_t code, float& x, float& y, float& z, float& w) const noexcept {
    std::int64_t rest = 2 * largest_ * largest_;
    float values[4];
    for (unsigned i = 0, shift = 2; i < 4; ++i) {
      if (i == (code & 3)) continue;
      const std::int64_t value = part(code, static_cast<int>(shift));
      values[i] = quotient(value, scale_of_others());
      rest -= value * value;
      shift += static_cast<unsigned>(bits_);
    }
    values[code & 3] = static_cast<float>(std::sqrt(static_cast<double>(rest < 0 ? 0 : rest)) / scale_of_others());
    x = values[0];
    y = values[1];
    z = values[2];
    w = values[3];
  }

 private:
  // The components of a rotation are whole multiples of 1/`one` of the largest: 30 bits, more than the 24 of a float.
  static constexpr std::int64_t one = std::int64_t{1} << 30;
  static constexpr double most = (std::numeric_limits<double>::max)();

  static double size(float value) noexcept { return std::fabs(static_cast<double>(value)); }
  CODEC_DETAIL_DOUBLE static float quotient(std::int64_t value, double divisor) noexcept {
    return static_cast<float>(static_cast<double>(value) / divisor);
  }
  CODEC_DETAIL_DOUBLE static double nearest(double value) noexcept {
    const double floor = std::floor(value);
    return value >= floor + 0.5 ? floor + 1 : floor;
  }
  CODEC_DETAIL_DOUBLE double scale_of_others() const noexcept { return std::sqrt(static_cast<double>(2 * largest_ * largest_)); }
  CODEC_DETAIL_DOUBLE std::uint64_t number(double value) const noexcept {
    const auto whole = static_cast<std::int64_t>(nearest(value));
    return static_cast<std::uint64_t>((whole < -largest_ ? -largest_ : whole > largest_ ? largest_ : whole) + largest_);
  }
  std::int64_t part(std::uint64_t code, int shift) const noexcept {
    return static_cast<std::int64_t>((code >> shift) & ((std::uint64_t{1} << bits_) - 1)) - largest_;
  }

  Kind kind_ = scalar;
  int bits_ = 0;
  std::int64_t largest_ = 0;
  std::uint64_t max_number_ = 0;
  double min_ = 0, max_ = 0, multiplier_ = 1, divisor_ = 1;
  bool refuses_ = false;
};

}  // namespace codec::detail

#undef CODEC_DETAIL_DOUBLE
