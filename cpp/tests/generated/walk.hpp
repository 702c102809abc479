#pragma once

#include <codec/generated_code.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <type_traits>

/// Calls every accessor of a view and of what it leads to, and reads every byte of every value. Tables can be shared, so that few bytes can name
/// endless work: it stops after some.
class Walk {
 public:
  template <class View, std::enable_if_t<std::is_base_of_v<codec::TableView, View>, int> = 0>
  void operator()(const View& view) {
    if (++tables_ > 20000 || ++depth_ > 200) {
      return;
    }
    codec::generated::Table<typename View::codec_plain>::Fields::visit(view, *this);
    --depth_;
  }

  template <class T, std::enable_if_t<codec::wire::is_number<T>, int> = 0>
  void operator()(T value) {
    add(&value, sizeof(value));
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
    if (value.has_value()) {
      (*this)(*value);
    }
  }

  void operator()(std::string_view text) { add(text.data(), text.size()); }

  template <class T>
  void operator()(const codec::VectorView<T>& values) {
    add(values.bytes().data(), values.bytes().size());
    if (!values.empty()) {
      (*this)(values[0]);
      (*this)(values[values.size() - 1]);
    }
    for (const T& value : values.span()) {
      (*this)(value);
    }
  }

  void operator()(const codec::TextVectorView& texts) {
    for (const std::string_view text : texts) {
      (*this)(text);
    }
  }

  template <class T>
  void operator()(const codec::TableVectorView<T>& tables) {
    for (const auto table : tables) {
      (*this)(table);
      if (tables_ > 20000) {
        return;
      }
    }
  }

  template <class Value>
  void operator()(const codec::UnionView<Value>& value) {
    value.visit(*this);
  }

  template <class Value>
  void operator()(const codec::UnionVectorView<Value>& values) {
    for (const auto value : values) {
      (*this)(value);
    }
  }

  std::uint64_t hash() const { return hash_; }

 private:
  void add(const void* data, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
      hash_ = (hash_ ^ static_cast<const unsigned char*>(data)[i]) * 1099511628211u;
    }
  }

  std::uint64_t hash_ = 14695981039346656037u;
  int tables_ = 0;
  int depth_ = 0;
};
