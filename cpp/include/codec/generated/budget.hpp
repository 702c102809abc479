#pragma once

#include <cstddef>
#include <cstdint>

// What a payload may cost. Its parts can be referred to many times, so few bytes can name endless work. The numbers are those of the C# library,
// so that both give the same answer.
namespace codec::generated {

/// The deepest nesting of tables: the default of FlatBuffers' verifiers.
inline constexpr int deepest = 64;

/// The most tables of a payload whose schema does not limit them: one for each 4 bytes, from 16,384 to 1,000,000.
constexpr std::int32_t most_tables(std::size_t payload_size) noexcept {
  const std::size_t count = payload_size / 4;
  return static_cast<std::int32_t>(count < 16384 ? 16384 : count > 1000000 ? 1000000 : count);
}

/// Limits reading into objects.
class ReadBudget {
 public:
  ReadBudget(std::size_t payload_size, std::uint32_t tables) noexcept
      : tables_(tables == 0 ? most_tables(payload_size) : tables), bytes_(payload_size < (1 << 20) ? 16 << 20 : 16 * static_cast<std::int64_t>(payload_size)) {}

  /// `depth` is the nesting, from 1.
  bool take_table(int depth) noexcept { return --tables_ >= 0 && depth <= deepest; }
  bool take_text(std::size_t length) noexcept { return take(28 + 2 * static_cast<std::int64_t>(length)); }
  bool take_vector(std::size_t count, std::size_t element_size) noexcept { return take(64 + static_cast<std::int64_t>(count * element_size)); }
  bool take_struct(std::size_t size) noexcept { return take(24 + static_cast<std::int64_t>(size)); }

 private:
  bool take(std::int64_t count) noexcept { return (bytes_ -= count) >= 0; }

  std::int64_t tables_;
  std::int64_t bytes_;
};

/// Limits verifying.
class VerifyBudget {
 public:
  VerifyBudget(std::uint32_t payload_size, std::uint32_t tables) noexcept
      : tables_(tables == 0 ? most_tables(payload_size) : tables), elements_(16384 + std::int64_t{4} * payload_size) {}

  bool take_table() noexcept { return --tables_ >= 0; }
  /// Takes the elements of a vector of texts or of a union's values.
  bool take_elements(std::uint32_t count) noexcept { return (elements_ -= count) >= 0; }

 private:
  std::int64_t tables_;
  std::int64_t elements_;
};

}  // namespace codec::generated
