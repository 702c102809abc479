#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "generated/tables.hpp"
#include "packet_traits.hpp"
#include "payload.hpp"
#include "span.hpp"

// Functions for the tables that `codec gen cpp` generates. T is the plain type. The payloads are equal to those of the generated C#, and every
// FlatBuffers implementation reads them. Only read_into can throw, if it cannot allocate.
namespace codec {

/// Returns the maximum size in bytes of the payload that write() writes for the value. Returns 0 if tables nest deeper than 64 levels, or if the
/// payload could exceed 2,147,483,647 bytes.
template <class T>
std::size_t max_size(const T& value) noexcept {
  using L = generated::Layout<T>;
  const std::uint64_t size = generated::TableOperations<T>::max_size(value, 1) +
                             static_cast<std::uint64_t>(L::root_table - L::padded_vtable_size - (generated::Table<T>::alignment - 4));
  return size > generated::largest_payload ? 0 : static_cast<std::size_t>(size);
}

/// Writes the payload to the start of `destination`, which can have any address. Returns the size of the payload, or 0 if the destination is too
/// small, a required table or union is missing, or tables nest deeper than 64 levels. After a failure, the content of the destination is undefined.
/// Does not allocate.
template <class T>
[[nodiscard]] std::size_t write(const T& value, MutableByteSpan destination) noexcept {
  const std::size_t room = destination.size() < generated::largest_payload ? destination.size() : generated::largest_payload;
  const generated::Output out{destination.data(), static_cast<generated::Position>(room)};
  const generated::Position written = generated::TableOperations<T>::write_root(out, value);
  return written < 0 ? 0 : static_cast<std::size_t>(written);
}

/// Returns whether the payload is a valid T under the limits of its schema. The rules are at least as strict as those of FlatBuffers' own verifier.
/// Alignment is relative to the start of the payload. The bytes of FlexBuffers are not verified. For any bytes, the generated C# has the same result.
template <class T>
[[nodiscard]] inline bool (verify)(ByteSpan payload) noexcept {  // In parentheses, because Unreal Engine has a macro with this name.
  return payload.size() <= generated::largest_payload && generated::TableOperations<T>::verify_root(generated::bytes_of(payload));
}

/// Returns a view of a payload, which does not have to be verified. If the payload contains no T, returns a view without a table.
template <class T>
[[nodiscard]] inline View<T> view(ByteSpan payload) noexcept { return generated::root_of<T>(payload); }

/// Returns a view of a payload if it is valid. Otherwise, returns a view without a table.
template <class T>
[[nodiscard]] inline View<T> verified_view(ByteSpan payload) noexcept { return verify<T>(payload) ? view<T>(payload) : View<T>(); }

/// Overwrites every field of the target with that of the view, and reuses the target's memory. Returns false if the view has no table, or if its
/// tables nest deeper or need more memory than the limits for a payload of this size allow. The target then has unspecified values. The payload must
/// not be in the memory of the target, such as the bytes of one of its fields.
template <class T>
[[nodiscard]] bool read_into(T& target, const View<T>& source) {
  generated::ReadBudget budget(TableAccess::payload(source).size(), generated::Table<T>::max_tables);
  return generated::TableOperations<T>::read(source, target, budget, generated::TableOperations<T>::first_depth);
}

/// Does the same for a payload, which does not have to be verified.
template <class T>
[[nodiscard]] bool read_into(T& target, ByteSpan payload) { return read_into(target, view<T>(payload)); }

namespace detail {

/// Reads the payload into a new object.
template <class T>
struct PayloadReader<T, std::enable_if_t<is_generated_message<T>>> {
  template <class Use>
  static bool read(ByteSpan payload, Use& use) {
    const View<T> source = verified_view<T>(payload);
    T target;
    if (!source || !read_into(target, source)) {
      return false;
    }
    use(static_cast<const T&>(target));
    return true;
  }

  /// Returns the name of the first invalid field of a payload that was rejected, or an empty text.
  static std::string_view find_invalid_field(ByteSpan payload) noexcept {
    return generated::TableOperations<T>::find_invalid_field(generated::bytes_of(payload));
  }
};

/// Reads the payload in place.
template <class V>
struct PayloadReader<V, std::enable_if_t<std::is_base_of_v<TableView, V>>> {
  template <class Use>
  static bool read(ByteSpan payload, Use& use) {
    const V view = verified_view<typename V::codec_plain>(payload);
    if (view) {
      use(view);
    }
    return static_cast<bool>(view);
  }

  static std::string_view find_invalid_field(ByteSpan payload) noexcept { return PayloadReader<typename V::codec_plain>::find_invalid_field(payload); }
};

}  // namespace detail

}  // namespace codec
