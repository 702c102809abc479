#pragma once

#include <codec/generated_code.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>
#include <type_traits>

/// Calls every accessor of a view and of all objects that it refers to. Computes the same hash as Content.cs in the C# tests, which visits the same
/// values in the same order. Because tables can be shared, it stops after a number of tables.
class Walk {
 public:
  template <class View, std::enable_if_t<std::is_base_of_v<codec::TableView, View>, int> = 0>
  void operator()(const View& view) {
    mix(view ? 1 : 0);
    if (view && ++tables_ <= most_tables) {
      visit(view, typename codec::generated::Table<typename View::codec_plain>::Fields());
    }
  }

  template <class T, std::enable_if_t<codec::wire::is_number<T>, int> = 0>
  void operator()(T value) {
    if constexpr (std::is_same_v<T, codec::Bool>) {
      mix(value ? 1 : 0);
    } else {
      std::byte bytes[sizeof(std::uint64_t)] = {};
      codec::wire::store(bytes, value);
      mix(codec::wire::load<std::uint64_t>(bytes));
    }
  }

  template <class T, class = decltype(codec::wire::Struct<T>::has_padding)>
  void operator()(const T& value) {
    codec::wire::Struct<T>::fields(value, *this);
  }

  template <class T, std::size_t Size>
  void operator()(const std::array<T, Size>& values) {
    for (const T& value : values) {
      (*this)(value);
    }
  }

  template <class T>
  void operator()(const std::optional<T>& value) {
    mix(value.has_value() ? 1 : 0);
    if (value.has_value()) {
      (*this)(*value);
    }
  }

  void operator()(std::string_view text) { add(text.data(), text.size()); }

  template <class T>
  void operator()(const codec::VectorView<T>& values) {
    mix(values.is_present() ? 1 : 0);
    add(values.bytes().data(), values.bytes().size());
    if constexpr (!codec::wire::is_number<T>) {
      if (!values.empty()) {
        (*this)(values[0]);
        (*this)(values[values.size() - 1]);
      }
    }
    const auto span = values.span();
    if (!span.empty() && (span.size() != values.size() || std::memcmp(span.data(), values.bytes().data(), values.bytes().size()) != 0)) {
      std::abort();
    }
  }

  void operator()(const codec::TextVectorView& texts) {
    mix(texts.is_present() ? 1 : 0);
    mix(texts.size());
    for (const std::string_view text : texts) {
      (*this)(text);
    }
  }

  template <class T>
  void operator()(const codec::TableVectorView<T>& tables) {
    mix(tables.is_present() ? 1 : 0);
    mix(tables.size());
    for (const auto table : tables) {
      (*this)(table);
      if (tables_ > most_tables) {
        return;
      }
    }
  }

  template <class Value>
  void operator()(const codec::UnionView<Value>& value) {
    (*this)(value.type());

    // Not visit(), which does not call the function if the payload has no value.
    value.visit_case([this](auto, const auto& chosen) { (*this)(chosen); });
  }

  template <class Value>
  void operator()(const codec::UnionVectorView<Value>& values) {
    mix(values.size());
    for (const auto value : values) {
      (*this)(value);
      if (tables_ > most_tables) {
        return;
      }
    }
  }

  std::uint64_t hash() const { return hash_; }

 private:
  static constexpr int most_tables = 400;

  /// Visits the fields of a list, which can contain lists.
  template <class... Fields>
  void visit([[maybe_unused]] const codec::TableView& view, codec::generated::FieldList<Fields...>) {
    (visit(view, Fields()), ...);
  }

  template <class Field>
  void visit(const codec::TableView& view, Field) {
    (*this)(Field::get(view));
  }

  void add(const void* data, std::size_t size) {
    mix(size);
    const auto* bytes = static_cast<const std::byte*>(data);
    for (; size >= sizeof(std::uint64_t); size -= sizeof(std::uint64_t), bytes += sizeof(std::uint64_t)) {
      mix(codec::wire::load<std::uint64_t>(bytes));
    }
    std::byte rest[sizeof(std::uint64_t)] = {};
    if (size != 0) {
      std::memcpy(rest, bytes, size);
    }
    mix(codec::wire::load<std::uint64_t>(rest));
  }

  void mix(std::uint64_t value) {
    hash_ = (hash_ ^ value) * 1099511628211u;
    hash_ ^= hash_ >> 32;
  }

  std::uint64_t hash_ = 14695981039346656037u;
  int tables_ = 0;
};
