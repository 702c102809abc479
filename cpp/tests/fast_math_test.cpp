// Compiled with -ffast-math, with which compilers assume that all numbers are finite.

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

#include <codec/vector_view.hpp>

namespace {

/// Returns the number with these bits. Compilers do not know it.
template <class T, class Bits>
T number(Bits bits) {
  static_assert(sizeof(T) == sizeof(Bits));
  const volatile Bits hidden = bits;
  const Bits read = hidden;
  T value;
  std::memcpy(&value, &read, sizeof(T));
  return value;
}

TEST(FastMath, NaNIsTheLeastKey) {
  const auto nan = number<double>(std::uint64_t{0x7FF8000000000000});
  const auto least = number<double>(std::uint64_t{0xFFF0000000000000});
  EXPECT_LT(codec::generated::compare_keys(nan, least), 0);
  EXPECT_GT(codec::generated::compare_keys(least, nan), 0);
  EXPECT_EQ(codec::generated::compare_keys(nan, nan), 0);
  EXPECT_LT(codec::generated::compare_keys(least, 1.0), 0);
  EXPECT_LT(codec::generated::compare_keys(number<float>(0xFFC00000u), number<float>(0xFF800000u)), 0);
}

}  // namespace
