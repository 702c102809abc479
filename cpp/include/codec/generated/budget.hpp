#pragma once

#include <cstddef>
#include <cstdint>

// Limits the work that a payload can cause. Objects can be referred to many times, so few bytes can cause unbounded work. The limits equal those of
// the C# library, so that both have the same results, except for vectors of unions with structs of more than some 30 bytes, which take more memory here.
namespace codec::generated {

/// The maximum nesting depth of tables: the default of FlatBuffers' verifiers.
inline constexpr int deepest = 64;

/// Returns the maximum number of tables in a payload whose schema does not limit it: one for each 4 bytes, from 16,384 to 1,000,000.
constexpr std::uint32_t most_tables(std::size_t payload_size) noexcept {
  const std::size_t count = payload_size / 4;
  return static_cast<std::uint32_t>(count < 16384 ? 16384 : count > 1000000 ? 1000000 : count);
}

/// Limits the tables and the memory of reading into objects.
class ReadBudget {
 public:
  ReadBudget(std::size_t payload_size, std::uint32_t tables) noexcept
      : tables_(tables == 0 ? most_tables(payload_size) : tables),
        bytes_(payload_size < (1 << 20) ? 16 << 20 : 16 * static_cast<std::int64_t>(payload_size)) {}

  /// `depth` is the nesting depth, from 1.
  bool take_table(int depth) noexcept { return take_tables(1, depth); }
  /// Takes the tables of a vector.
  bool take_tables(std::size_t count, int depth) noexcept {
    return (tables_ -= static_cast<std::int64_t>(count)) >= 0 && (count == 0 || depth <= deepest);
  }
  bool take_text(std::size_t length) noexcept { return take(28 + 2 * static_cast<std::int64_t>(length)); }
  bool take_vector(std::size_t count, std::size_t element_size) noexcept {
    return take(64 + static_cast<std::int64_t>(std::uint64_t{count} * element_size));
  }
  bool take_struct(std::size_t size) noexcept { return take(24 + static_cast<std::int64_t>(size)); }

 private:
  bool take(std::int64_t count) noexcept { return (bytes_ -= count) >= 0; }

  std::int64_t tables_;
  std::int64_t bytes_;
};

/// Limits the tables and the elements of verifying.
class VerifyBudget {
 public:
  VerifyBudget(std::uint32_t payload_size, std::uint32_t tables) noexcept
      : tables_(tables == 0 ? most_tables(payload_size) : tables), elements_(16384 + std::int64_t{4} * payload_size) {}

  bool take_table() noexcept { return --tables_ >= 0; }
  /// Takes the elements of a vector of strings or of union values.
  bool take_elements(std::uint32_t count) noexcept { return (elements_ -= count) >= 0; }

 private:
  std::int64_t tables_;
  std::int64_t elements_;
};

}  // namespace codec::generated
