#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "generated/tables.hpp"
#include "span.hpp"
#include "union.hpp"

namespace codec {

/// Writes a payload from values, without objects. Nested tables and vectors are written after their table, through the writer of that table. If there
/// is not enough space, or a required string is null, nothing more is written and size() is 0. The writer does not check that each required nested
/// field was written, or that tables nest at most 64 levels: readers reject a payload that breaks one of these rules (docs/generated-code.md). Does not
/// allocate. Not thread-safe. It must outlive the writers of its tables.
class PayloadWriter {
 public:
  explicit PayloadWriter(MutableByteSpan destination) noexcept
      : out_{destination.data(), static_cast<generated::Position>(destination.size() < generated::largest_payload ? destination.size()
                                                                                                                   : generated::largest_payload)} {}

  PayloadWriter(const PayloadWriter&) = delete;
  PayloadWriter& operator=(const PayloadWriter&) = delete;

  /// Returns the size of the payload in bytes, or 0 if the payload was not started or has failed.
  std::size_t size() const noexcept { return at_ < 0 ? 0 : static_cast<std::size_t>(at_); }

 private:
  friend struct WriterAccess;

  generated::Output out_;
  generated::Position at_ = 0;
  generated::VTables vtables_;
};

/// The base class of the writers of tables. It refers to a table that was written, or to none.
class TableWriter {
 public:
  constexpr TableWriter() noexcept = default;

  /// For generated code.
  constexpr TableWriter(PayloadWriter* writer, generated::Position table, generated::Position vtable) noexcept
      : writer_(writer), table_(table), vtable_(vtable) {}

 private:
  friend struct WriterAccess;

  PayloadWriter* writer_ = nullptr;
  generated::Position table_ = 0;
  generated::Position vtable_ = 0;
};

/// The writer of tables whose plain type is T.
template <class T>
using Writer = typename generated::Table<T>::Writer;

/// The values of a table whose plain type is T.
template <class T>
using Values = typename generated::Table<T>::Values;

/// For generated code: accesses the state of the writers. A slot of 0 means that nothing must be written.
struct WriterAccess {
  using Position = generated::Position;

  static PayloadWriter* writer_of(const TableWriter& table) noexcept { return table.writer_; }

  static bool is_open(const PayloadWriter* writer, Position slot) noexcept { return slot != 0 && writer->at_ >= 0; }

  /// Adds a field to a table that is already written, and returns its position.
  static Position open(const TableWriter& table, int entry, int offset) noexcept {
    if (!is_open(table.writer_, table.table_)) {
      return 0;
    }
    table.writer_->out_.store(table.vtable_ + entry, static_cast<std::uint16_t>(offset));
    return table.table_ + offset;
  }

  template <class T>
  static Writer<T> write(PayloadWriter* writer, Position slot, const Values<T>& values) noexcept {
    writer->at_ = generated::TableOperations<T>::write(writer->out_, writer->at_, slot, values, writer->vtables_, 1);
    if (writer->at_ < 0) {
      return {};
    }
    const Position table = slot + static_cast<Position>(wire::load<std::uint32_t>(writer->out_.origin + slot));
    return {writer, table, table - wire::load<std::int32_t>(writer->out_.origin + table)};
  }

  template <class T>
  static Writer<T> begin(PayloadWriter& writer, const Values<T>& values) noexcept {
    constexpr std::uint32_t identifier = generated::Table<T>::identifier;
    writer.at_ = writer.out_.end < 8 ? -1 : identifier == 0 ? 4 : 8;
    if (writer.at_ < 0) {
      return {};
    }
    if (identifier != 0) {
      writer.out_.store(4, identifier);
    }
    writer.vtables_.clear();
    return write<T>(&writer, 0, values);
  }

  /// Writes an empty vector with space for `capacity` elements. Returns the position of the first element.
  static Position open_vector(PayloadWriter* writer, Position slot, std::size_t capacity, std::size_t element_size) noexcept {
    if (!is_open(writer, slot)) {
      return 0;
    }
    Position elements = 0;
    const Position alignment = element_size < 4 ? 4 : static_cast<Position>(element_size);
    writer->at_ = generated::write_vector_head(writer->out_, writer->at_, slot, capacity, element_size, alignment, elements);
    if (writer->at_ < 0) {
      return 0;
    }
    std::memset(writer->out_.origin + elements - 4, 0, static_cast<std::size_t>(writer->at_ - elements + 4));
    return elements;
  }

  /// Adds an element to a vector, and returns its position.
  static Position open_element(PayloadWriter* writer, Position elements, std::size_t index, std::size_t capacity, std::size_t element_size) noexcept {
    if (!is_open(writer, elements)) {
      return 0;
    }
    if (index >= capacity) {
      writer->at_ = -1;
      return 0;
    }
    writer->out_.store(elements - 4, static_cast<std::uint32_t>(index + 1));
    return elements + static_cast<Position>(element_size * index);
  }

  /// Writes the type of a union's value, and the value: the values of a table, a struct or a string. For a table, returns its writer.
  template <class Case, class Written>
  static auto write_case(PayloadWriter* writer, Position type_slot, Position slot, const Written& value) noexcept {
    using Value = typename Case::Value;
    if (is_open(writer, slot)) {
      writer->out_.store(type_slot, Case::id);
    } else {
      slot = 0;
    }
    if constexpr (std::is_same_v<typename Case::Stored, Boxed<Value>>) {
      return slot != 0 ? write<Value>(writer, slot, value) : Writer<Value>();
    } else if (slot != 0) {
      writer->at_ = Case::write(writer->out_, writer->at_, slot, value, writer->vtables_, 1);
    }
  }
};

/// Starts a new payload and writes its root table. Returns the writer of the table, for nested tables and vectors.
template <class T>
Writer<T> begin(PayloadWriter& writer, const Values<T>& values) noexcept { return WriterAccess::begin<T>(writer, values); }

/// A vector of tables that grows while it is written. If more tables than its capacity are added, the payload fails.
template <class T>
class TableVectorWriter {
 public:
  TableVectorWriter(PayloadWriter* writer, generated::Position elements, std::size_t capacity) noexcept
      : writer_(writer), elements_(elements), capacity_(capacity) {}

  std::size_t size() const noexcept { return size_; }

  /// Writes a table, and returns its writer for nested tables and vectors.
  Writer<T> add(const Values<T>& values) noexcept {
    const generated::Position slot = WriterAccess::open_element(writer_, elements_, size_, capacity_, 4);
    if (slot == 0) {
      return {};
    }
    ++size_;
    return WriterAccess::write<T>(writer_, slot, values);
  }

 private:
  PayloadWriter* writer_;
  generated::Position elements_;
  std::size_t capacity_;
  std::size_t size_ = 0;
};

namespace detail {

/// The types of what is written for a value of a union.
template <auto Id, class T>
Values<T> written_value(TableCase<Id, T>);
template <auto Id, class T>
T written_value(StructCase<Id, T>);
template <auto Id>
std::string_view written_value(TextCase<Id>);

}  // namespace detail

template <class Value>
class UnionWriter;

/// A slot of a union, to which one value is written. Readers reject a payload if the union of a table was opened, and no value was written to it.
template <class Enum, class... Cases>
class UnionWriter<Union<Enum, Cases...>> {
  template <Enum Id>
  using CaseOf = typename detail::CaseOf<Id, Cases...>::type;

 public:
  UnionWriter(PayloadWriter* writer, generated::Position type_slot, generated::Position slot) noexcept
      : writer_(writer), type_slot_(type_slot), slot_(slot) {}

  /// Writes a value of this choice: the values of a table, a struct or a string. For a table, returns its writer.
  template <Enum Id>
  auto write(const decltype(detail::written_value(CaseOf<Id>()))& value) const noexcept {
    return WriterAccess::write_case<CaseOf<Id>>(writer_, type_slot_, slot_, value);
  }

 private:
  PayloadWriter* writer_;
  generated::Position type_slot_;
  generated::Position slot_;
};

/// A vector of a union's values that grows while it is written.
template <class Value>
class UnionVectorWriter {
 public:
  UnionVectorWriter(PayloadWriter* writer, generated::Position types, generated::Position values, std::size_t capacity) noexcept
      : writer_(writer), types_(types), values_(values), capacity_(capacity) {}

  std::size_t size() const noexcept { return size_; }

  /// Adds a slot, to which one value can be written.
  UnionWriter<Value> add() noexcept {
    const generated::Position type = WriterAccess::open_element(writer_, types_, size_, capacity_, sizeof(typename Value::Type));
    const generated::Position slot = WriterAccess::open_element(writer_, values_, size_, capacity_, 4);
    size_ += slot == 0 ? 0 : 1;
    return {writer_, type, slot};
  }

 private:
  PayloadWriter* writer_;
  generated::Position types_;
  generated::Position values_;
  std::size_t capacity_;
  std::size_t size_ = 0;
};

namespace generated {

/// Writes the table of a field after the table that contains the field. D is the description of the field.
template <class D>
auto write_later(const TableWriter& table, const Values<typename TableField<D>::Child>& values) noexcept {
  using Child = typename TableField<D>::Child;
  const Position slot = WriterAccess::open(table, D::entry, D::offset);
  return slot == 0 ? Writer<Child>() : WriterAccess::write<Child>(WriterAccess::writer_of(table), slot, values);
}

template <class D>
TableVectorWriter<typename Tables<D>::Child> start_tables(const TableWriter& table, std::size_t capacity) noexcept {
  const Position slot = WriterAccess::open(table, D::entry, D::offset);
  return {WriterAccess::writer_of(table), WriterAccess::open_vector(WriterAccess::writer_of(table), slot, capacity, 4), capacity};
}

template <class D>
UnionWriter<typename UnionField<D>::Value> open_union(const TableWriter& table) noexcept {
  const Position type_slot = WriterAccess::open(table, D::type_entry, D::type_offset);
  return {WriterAccess::writer_of(table), type_slot, WriterAccess::open(table, D::entry, D::offset)};
}

template <class D>
UnionVectorWriter<typename Unions<D>::Value> start_unions(const TableWriter& table, std::size_t capacity) noexcept {
  PayloadWriter* writer = WriterAccess::writer_of(table);
  const Position type_slot = WriterAccess::open(table, D::type_entry, D::type_offset);
  const Position types = WriterAccess::open_vector(writer, type_slot, capacity, sizeof(typename Unions<D>::Enum));
  const Position slot = WriterAccess::open(table, D::entry, D::offset);
  return {writer, types, WriterAccess::open_vector(writer, slot, capacity, 4), capacity};
}

}  // namespace generated

}  // namespace codec
