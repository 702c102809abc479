#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "detail/message_forms.hpp"
#include "generated/tables.hpp"
#include "packet_traits.hpp"
#include "payload.hpp"
#include "span.hpp"

// What can be done with the tables that `codec gen cpp` writes. T is the plain type. The bytes are those of the generated C#, and every FlatBuffers
// implementation reads them. Nothing here throws except what read_into allocates.
namespace codec {

/// Returns an upper bound in bytes of what write() writes for the value; 0 if tables nest deeper than 64 levels, or if the payload would be too large.
template <class T>
std::size_t max_size(const T& value) noexcept {
  using L = generated::Layout<T>;
  const std::size_t size = generated::table_size(value, 1) +
                           static_cast<std::size_t>(L::root_table - L::padded_vtable_size - (generated::Table<T>::alignment - 4));
  return size > generated::largest_payload ? 0 : size;
}

/// Writes the payload to the start of `destination`, at any address. Returns its size. Returns 0 if the destination is too small, a required
/// table or union is missing, or tables nest deeper than 64 levels; the content of the destination is then undefined. Never allocates.
template <class T>
[[nodiscard]] std::size_t write(const T& value, MutableByteSpan destination) noexcept {
  const std::size_t room = destination.size() < generated::largest_payload ? destination.size() : generated::largest_payload;
  const generated::Position written = generated::write_root(generated::Output{destination.data(), static_cast<generated::Position>(room)}, value);
  return written < 0 ? 0 : static_cast<std::size_t>(written);
}

/// Returns whether the payload is a valid T, under the limits of its schema: at least as strict as FlatBuffers' own verifier. Alignment is relative to
/// the start of the payload. For any bytes, the result is that of the generated C#.
template <class T>
[[nodiscard]] inline bool verify(ByteSpan payload) noexcept {
  return payload.size() <= generated::largest_payload && generated::verify_root<T>(generated::bytes_of(payload));
}

/// Returns a view of a payload that need not be verified; a view without a table if the payload has no T.
template <class T>
[[nodiscard]] inline View<T> view(ByteSpan payload) noexcept {
  return generated::root_of<T>(payload);
}

/// Returns a view of a payload if it is valid; otherwise a view without a table.
template <class T>
[[nodiscard]] inline View<T> verified_view(ByteSpan payload) noexcept {
  return verify<T>(payload) ? view<T>(payload) : View<T>();
}

/// Overwrites every field of the target with that of the view, and reuses its memory. Returns false if the view has no table, or if the tables nest
/// deeper, or need more memory, than the limits for a payload of this size allow. The target then has unspecified values.
template <class T>
[[nodiscard]] bool read_into(T& target, const View<T>& source) {
  generated::ReadBudget budget(TableAccess::payload(source).size(), generated::Table<T>::max_tables);
  return generated::read_table<T>(source, target, budget, generated::first_depth<T>);
}

/// The same for a payload that need not be verified.
template <class T>
[[nodiscard]] bool read_into(T& target, ByteSpan payload) {
  return read_into(target, view<T>(payload));
}

namespace detail {

template <class T>
struct GeneratedMessage<T, std::enable_if_t<!std::is_base_of_v<TableView, T>, std::void_t<typename PacketTraits<T>::view>>> {
  static constexpr bool exists = true;

  static std::size_t write(const T& message, MutableByteSpan destination) noexcept { return codec::write(message, destination); }
  static std::size_t max_size(const T& message) noexcept { return codec::max_size(message); }
};

/// Reads the payload into a new object.
template <class T>
struct PayloadReader<T, std::enable_if_t<!std::is_base_of_v<TableView, T>, std::void_t<typename PacketTraits<T>::view>>> {
  static constexpr bool exists = true;

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
};

/// Reads the payload in place.
template <class V>
struct PayloadReader<V, std::enable_if_t<std::is_base_of_v<TableView, V>>> {
  static constexpr bool exists = true;

  template <class Use>
  static bool read(ByteSpan payload, Use& use) {
    const V view = verified_view<typename V::codec_plain>(payload);
    if (!view) {
      return false;
    }
    use(view);
    return true;
  }
};

}  // namespace detail

}  // namespace codec
