#include <gtest/gtest.h>

#include <charconv>
#include <clocale>
#include <codec/detail/shortest_digits.hpp>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>

namespace {

using codec::detail::shortest_digits;

template <class T>
std::string digits_of(T value) {
  char text[64];
  return {text, shortest_digits(text, value)};
}

TEST(ShortestDigits, AreWrittenWithAnExponentIfThatIsShorter) {
  EXPECT_EQ(digits_of(0.0), "0");
  EXPECT_EQ(digits_of(-0.0), "-0");
  EXPECT_EQ(digits_of(0.1), "0.1");
  EXPECT_EQ(digits_of(0.1f), "0.1");
  EXPECT_EQ(digits_of(1.0 / 3), "0.3333333333333333");
  EXPECT_EQ(digits_of(-2.5f), "-2.5");
  EXPECT_EQ(digits_of(1000.0), "1000");
  EXPECT_EQ(digits_of(1e5), "1e+05");
  EXPECT_EQ(digits_of(123456789.0), "123456789");
  EXPECT_EQ(digits_of(0.001), "0.001");
  EXPECT_EQ(digits_of(0.00001), "1e-05");
  EXPECT_EQ(digits_of(std::numeric_limits<double>::max()), "1.7976931348623157e+308");
  EXPECT_EQ(digits_of(std::numeric_limits<float>::max()), "3.4028235e+38");
  EXPECT_EQ(digits_of(std::numeric_limits<double>::denorm_min()), "5e-324");
}

TEST(ShortestDigits, AreWrittenWithAPointInEveryLocale) {
  char comma[] = "-1,25e-05";
  EXPECT_EQ(std::string(comma, codec::detail::use_point(comma, std::strlen(comma))), "-1.25e-05");
  char two_bytes[] = "1\xD9\xAB" "25";
  EXPECT_EQ(std::string(two_bytes, codec::detail::use_point(two_bytes, std::strlen(two_bytes))), "1.25");

  const std::string before = std::setlocale(LC_NUMERIC, nullptr);
  for (const char* locale : {"de_DE.UTF-8", "ps_AF.UTF-8", "C"}) {
    if (std::setlocale(LC_NUMERIC, locale) != nullptr) {
      EXPECT_EQ(digits_of(-1.25), "-1.25") << locale;
      EXPECT_EQ(digits_of(1.25e-20f), "1.25e-20") << locale;
    }
  }
  std::setlocale(LC_NUMERIC, before.c_str());
}

#if defined(__cpp_lib_to_chars)
template <class T, class Bits>
void are_those_of_the_standard_library(std::mt19937_64& random) {
  for (int i = 0; i < 20000; ++i) {
    const Bits bits = static_cast<Bits>(random());
    T value;
    std::memcpy(&value, &bits, sizeof(T));
    if (i % 2 == 0) {
      value = static_cast<T>(static_cast<std::int32_t>(bits)) / static_cast<T>(1000);
    }
    if (value - value != T{0}) {
      continue;
    }
    char text[64];
    const std::string expected(text, std::to_chars(text, text + sizeof(text), value).ptr);
    const std::string actual = digits_of(value);
    ASSERT_EQ(actual.size(), expected.size()) << actual << " " << expected;
    T read{};
    ASSERT_EQ(std::from_chars(actual.data(), actual.data() + actual.size(), read).ec, std::errc());
    ASSERT_EQ(read, value) << actual;
  }
}

TEST(ShortestDigits, AreAsManyAsThoseOfTheStandardLibrary) {
  std::mt19937_64 random(20261126);
  are_those_of_the_standard_library<double, std::uint64_t>(random);
  are_those_of_the_standard_library<float, std::uint32_t>(random);
}
#endif

}  // namespace
