#include <gtest/gtest.h>

#include <codec/detail/quantizer.hpp>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

// The conversions of schemas/golden/quantized.txt, which Codec.Tests/Payloads/QuantizerTests.cs wrote and describes.
namespace {

using codec::detail::Quantizer;

std::uint64_t next(std::uint64_t& state) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return state >> 16;
}

float to_float(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

template <class Bits, class Real>
Bits bits_of(Real value) {
  static_assert(sizeof(Bits) == sizeof(Real));
  Bits bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

bool convert(const Quantizer& quantizer, const std::vector<float>& values, std::vector<float>& results, std::uint64_t& code) {
  bool valid = false;
  if (values.size() == 1) {
    valid = quantizer.encode(static_cast<double>(values[0]), code);
    results[0] = static_cast<float>(quantizer.decode(code));
  } else if (values.size() == 3) {
    valid = quantizer.encode(values[0], values[1], values[2], code);
    quantizer.decode(code, results[0], results[1], results[2]);
  } else {
    valid = quantizer.encode(values[0], values[1], values[2], values[3], code);
    quantizer.decode(code, results[0], results[1], results[2], results[3]);
  }
  return valid;
}

std::uint64_t hash_of_random(const Quantizer& quantizer, std::size_t size) {
  std::uint64_t random = 42, hash = 0, code = 0;
  const auto add = [&hash](std::uint64_t bits) { hash = (hash ^ bits) * 1099511628211ULL; };
  std::vector<float> values(size), results(size);
  for (int i = 0; i < 20'000; ++i) {
    for (float& value : values) {
      const std::uint64_t bits = next(random);
      value = to_float(static_cast<std::uint32_t>((bits & 0x807FFFFF) | ((113 + ((bits >> 32) % 32)) << 23)));
    }
    convert(quantizer, values, results, code);
    add(code);
    for (const float result : results) add(bits_of<std::uint32_t>(result));
    if (size == 1) {
      quantizer.encode(static_cast<double>(values[0]) * static_cast<double>(0.3333333f), code);
      add(code ^ bits_of<std::uint64_t>(quantizer.decode(code)));
    }
  }
  return hash;
}

void check(const std::string& line) {
  std::istringstream text(line);
  std::string kind, token;
  text >> kind;
  const std::size_t size = kind == "scalar" ? 1 : kind == "unit_vector" ? 3 : 4;
  std::vector<double> numbers;
  while (text >> token && token != ";") numbers.push_back(std::stod(token));
  const bool refuses = numbers.back() > 0;
  const Quantizer quantizer = size == 1 ? Quantizer(numbers[0], numbers[1], numbers[2], numbers[3], refuses)
                                        : Quantizer(size == 3 ? Quantizer::unit_vector : Quantizer::quaternion, static_cast<int>(numbers[0]), refuses);
  std::vector<std::string> words;
  for (; text >> token; words.push_back(token)) {
    if (token != ";") continue;
    ASSERT_EQ(words.size(), 2 * size + 1);
    std::vector<float> values(size), results(size);
    for (std::size_t i = 0; i < size; ++i) values[i] = to_float(static_cast<std::uint32_t>(std::stoul(words[i], nullptr, 16)));
    std::uint64_t code = 0;
    const bool refused = words.back()[0] == '-';
    EXPECT_EQ(convert(quantizer, values, results, code), !refused) << line;
    EXPECT_EQ(code, std::stoull(words.back().substr(refused ? 1 : 0), nullptr, 16)) << line;
    for (std::size_t i = 0; i < size; ++i) EXPECT_EQ(bits_of<std::uint32_t>(results[i]), std::stoul(words[size + i], nullptr, 16)) << line;
    words.clear();
    token.clear();
    text >> token;
  }
  ASSERT_EQ(words.size(), 1u);
  EXPECT_EQ(hash_of_random(quantizer, size), std::stoull(words[0], nullptr, 16)) << line.substr(0, 60);
}

TEST(Quantizer, HasTheGoldenBits) {
  std::ifstream file(std::filesystem::path(CODEC_GOLDEN) / "quantized.txt");
  int count = 0;
  for (std::string line; std::getline(file, line); ++count) check(line);
  EXPECT_GE(count, 17);
}

}  // namespace
