#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../payload_shape.hpp"
#include "../span.hpp"
#include "bits.hpp"
#include "packing_scratch.hpp"
#include "walked_payload.hpp"

namespace codec::detail {

/// The memory to which a payload is unpacked, and what is placed in it. A function returns false if the memory is too small.
class PayloadRoom {
 public:
  /// The vtable of the tables that have the same fields.
  struct VTable {
    const std::uint64_t* fields;
    std::uint32_t at;
    std::uint32_t size;
    std::uint32_t alignment;
  };

  /// Fills `payload` by reference. The memory is `room`, or that of `grows` up to its limit.
  PayloadRoom(WalkedPayload& payload, MutableByteSpan room, PackingScratch* grows) noexcept : payload_(payload), room_(room), grows_(grows) {
    payload_.data = room.data();
  }

  template <class T>
  void store(std::uint32_t at, T value) noexcept {
    store_bytes(room_.data() + at, value);
  }

  void copy(std::uint32_t at, const std::byte* from, std::size_t size) noexcept { copy_run(room_.data() + at, from, size, false); }

  /// Stores a number at an offset from each row. A store may alias members of this class, so the loop has a local variable.
  template <class T>
  void store_rows(const std::uint32_t* rows, std::size_t count, std::uint32_t offset, const T* values) noexcept {
    std::byte* const to = room_.data() + offset;
    for (std::size_t i = 0; i < count; ++i) {
      store_bytes(to + rows[i], values[i]);
    }
  }

  /// Lets the offset at a position refer to another position.
  void refer(std::uint32_t slot, std::uint32_t to) noexcept { store(slot, to - slot); }

  /// Appends `size` zeros. The position `lead` bytes after the first one is a multiple of `alignment`, which is a power of two.
  bool reserve(std::uint64_t size, std::uint32_t alignment, std::uint32_t lead, std::uint32_t& at) noexcept {
    const std::uint64_t start = align(std::uint64_t{payload_.size} + lead, alignment) - lead;
    if (!grow(start + size)) {
      return false;
    }
    at = static_cast<std::uint32_t>(start);
    std::memset(room_.data() + payload_.size, 0, static_cast<std::uint32_t>(start + size) - payload_.size);
    payload_.size = static_cast<std::uint32_t>(start + size);
    return true;
  }

  /// Returns whether there is memory for vectors, or for strings, which have a zero after them.
  bool has_room(const std::uint32_t* lengths, std::size_t count, std::uint32_t size, std::uint32_t alignment, bool is_string) noexcept {
    std::uint64_t end = payload_.size;
    for (std::size_t i = 0; i < count; ++i) {
      end = align(end + 4, alignment) + std::uint64_t{lengths[i]} * size + (is_string ? 1 : 0);
    }
    return grow(end);
  }

  /// Appends vectors or strings. Their elements are the bytes from `content`, or zeros if there is none.
  bool place_vectors(const std::uint32_t* places, std::size_t count, std::uint32_t size, std::uint32_t alignment, bool is_string,
                     const Vectors& placed, ByteSpan content) noexcept {
    const std::byte* next = content.data();
    const std::byte* const slack = content.size() < run_slack ? nullptr : next + (content.size() - run_slack);
    // Local variables, because bytes may be the members.
    std::uint32_t last = payload_.size;
    std::byte* data = room_.data();
    std::size_t size_of_room = room_.size();
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t length = placed.lengths[i];
      const std::uint64_t bytes = std::uint64_t{length} * size;
      const std::uint64_t start = align(std::uint64_t{last} + 4, alignment);
      const std::uint64_t end = start + bytes + (is_string ? 1 : 0);
      if (end > size_of_room) {
        payload_.size = last;
        if (!grow(end)) {
          return false;
        }
        data = room_.data();
        size_of_room = room_.size();
      }
      const auto at = static_cast<std::uint32_t>(start);
      // A store of eight bytes is faster. Later fields overwrite the bytes after the padding.
      if (last + 12 >= at && last + 8 <= size_of_room) {
        store_bytes(data + last, std::uint64_t{0});
      } else {
        std::memset(data + last, 0, at - 4 - last);
      }
      last = static_cast<std::uint32_t>(end);
      store_bytes(data + at - 4, length);
      store_bytes(data + places[i], at - 4 - places[i]);
      placed.starts[i] = at;
      if (next == nullptr) {
        std::memset(data + at, 0, last - at);
        continue;
      }
      copy_run(data + at, next, static_cast<std::size_t>(bytes), at + run_slack <= size_of_room && next <= slack);
      next += bytes;
      if (is_string) {
        data[last - 1] = std::byte{0};
      }
    }
    payload_.size = last;
    return true;
  }

  /// Appends the tables from `first` to `end`, which have the same vtable.
  bool place_tables(const std::uint32_t* places, std::size_t first, std::size_t end, VTable vtable, std::uint32_t* tables) noexcept {
    const auto step = static_cast<std::uint32_t>(align(vtable.size, vtable.alignment));
    std::uint32_t at = 0;
    if (!reserve(std::uint64_t{end - first - 1} * step + vtable.size, vtable.alignment, 4, at)) {
      return false;
    }
    std::byte* const to = room_.data();
    for (std::size_t i = first; i < end; ++i, at += step) {
      store_bytes(to + at, at - vtable.at);
      store_bytes(to + places[i], at - places[i]);
      tables[i] = at;
    }
    return true;
  }

  bool make_vtable(const std::uint32_t* shape, std::uint32_t record, const std::uint64_t* present, VTable& table) noexcept {
    const std::uint32_t fields = shape[record];
    std::uint32_t size = 4;
    std::uint32_t alignment = 4;
    for (std::uint32_t i = 0; i < fields; ++i) {
      if (has_row(present, i)) {
        const ShapeField field(shape, record, i);
        size = field.entry + 2;
        alignment = (std::max)({alignment, field.own_alignment, field.kind == ShapeKind::Union ? field.type_size() : 4});
      }
    }
    table = {present, 0, 4, alignment};
    if (!reserve(size, 4, 0, table.at)) {
      return false;
    }
    const auto add = [&](std::uint32_t entry, std::uint32_t bytes) {
      store(table.at + entry, static_cast<std::uint16_t>(table.size & 0xFFFF));
      table.size += bytes;
    };
    // The layout of generated writers: the largest alignments first.
    for (; alignment != 0; alignment /= 2) {
      for (std::uint32_t i = 0; i < fields; ++i) {
        if (!has_row(present, i)) {
          continue;
        }
        const ShapeField field(shape, record, i);
        if (field.is_union() && field.type_size() == alignment) {
          add(field.entry - 2, alignment);
        }
        if (field.own_alignment == alignment) {
          add(field.entry, field.size);
        }
      }
    }
    store(table.at, static_cast<std::uint16_t>(size & 0xFFFF));
    store(table.at + 2, static_cast<std::uint16_t>(table.size & 0xFFFF));
    return table.size <= 0xFFFF;
  }

 private:
  static constexpr std::uint64_t align(std::uint64_t at, std::uint32_t alignment) noexcept {
    return (at + alignment - 1) & ~(std::uint64_t{alignment} - 1);
  }

  bool grow(std::uint64_t end) noexcept {
    if (end > room_.size() && end <= 0x7FFFFFFF && grows_ != nullptr) {
      grows_->grow((std::max)(static_cast<std::uint32_t>(end), payload_.size * 2), payload_.size);
      room_ = grows_->bytes();
      payload_.data = room_.data();
    }
    return end <= room_.size();
  }

  WalkedPayload& payload_;
  MutableByteSpan room_;
  PackingScratch* grows_;
};

}  // namespace codec::detail
