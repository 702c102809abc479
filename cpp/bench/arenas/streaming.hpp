#pragma once

#include "fields.hpp"

// A streaming format: fields one after the other, and lengths in front. It cannot be read in place, and is the limit of what writing and reading
// cost. Like generated code, it reports a buffer that is too small.
namespace arenas {

/// Whether the values of a type are copied as they are in memory.
template <class T>
constexpr bool is_copied() {
  if constexpr (is_number<T>) {
    return true;
  } else {
    return std::is_trivially_copyable_v<T> && !codec::wire::has_padding<T>;
  }
}

/// Writes fields. After a failure, `at` is null.
class StreamWriter {
 public:
  StreamWriter(std::byte* destination, std::size_t size) : at_(destination), end_(destination + size) {}

  std::byte* at() const { return at_; }

  template <class T>
  [[gnu::always_inline]] void operator()(const T& value) {
    if constexpr (std::is_same_v<T, std::string>) {
      put_size(value.size());
      put_bytes(value.data(), value.size());
    } else if constexpr (is_vector<T>) {
      put_size(value.size());
      if constexpr (std::is_same_v<typename T::value_type, std::string> || !is_copied<typename T::value_type>()) {
        for (const auto& element : value) {
          (*this)(element);
        }
      } else {
        put_bytes(value.data(), value.size() * sizeof(typename T::value_type));
      }
    } else if constexpr (is_optional<T>) {
      (*this)(static_cast<bool>(value));
      if (value) {
        (*this)(*value);
      }
    } else if constexpr (is_copied<T>()) {
      put_bytes(&value, sizeof value);
    } else {
      Type<T>::each(value, *this);
    }
  }

 private:
  [[gnu::always_inline]] void put_size(std::size_t size) { (*this)(static_cast<std::uint32_t>(size)); }

  [[gnu::always_inline]] void put_bytes(const void* source, std::size_t size) {
    if (at_ == nullptr || size > static_cast<std::size_t>(end_ - at_)) {
      at_ = nullptr;
    } else if (size != 0) {
      std::memcpy(at_, source, size);
      at_ += size;
    }
  }

  std::byte* at_;
  std::byte* end_;
};

/// Reads fields into objects, whose memory it reuses. After a failure, `at` is null.
class StreamReader {
 public:
  StreamReader(const std::byte* source, std::size_t size) : at_(source), end_(source + size) {}

  const std::byte* at() const { return at_; }

  template <class T>
  [[gnu::always_inline]] void operator()(T& value) {
    if constexpr (std::is_same_v<T, std::string>) {
      const std::size_t size = take_size(1);
      value.assign(reinterpret_cast<const char*>(at_), size);
      at_ += size;
    } else if constexpr (is_vector<T>) {
      if constexpr (std::is_same_v<typename T::value_type, std::string> || !is_copied<typename T::value_type>()) {
        value.resize(take_size(1));
        for (auto& element : value) {
          (*this)(element);
        }
      } else {
        value.resize(take_size(sizeof(typename T::value_type)));
        take_bytes(value.data(), value.size() * sizeof(typename T::value_type));
      }
    } else if constexpr (is_optional<T>) {
      bool is_present = false;
      (*this)(is_present);
      if (!is_present) {
        value = {};
        return;
      }
      if (!value) {
        value.emplace();
      }
      (*this)(*value);
    } else if constexpr (is_copied<T>()) {
      take_bytes(&value, sizeof value);
    } else {
      Type<T>::each(value, *this);
    }
  }

 private:
  /// Returns a number of elements, each of which has at least `least` bytes.
  [[gnu::always_inline]] std::size_t take_size(std::size_t least) {
    std::uint32_t size = 0;
    (*this)(size);
    if (at_ != nullptr && size * least <= static_cast<std::size_t>(end_ - at_)) {
      return size;
    }
    at_ = nullptr;
    return 0;
  }

  [[gnu::always_inline]] void take_bytes(void* destination, std::size_t size) {
    if (at_ == nullptr || size > static_cast<std::size_t>(end_ - at_)) {
      at_ = nullptr;
    } else if (size != 0) {
      std::memcpy(destination, at_, size);
      at_ += size;
    }
  }

  const std::byte* at_;
  const std::byte* end_;
};

}  // namespace arenas
