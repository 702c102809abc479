#pragma once

#include <memory>
#include <utility>

namespace codec {

/// A value on the heap, or none. It is the type of members that are tables. A copy copies the value. T may be incomplete when a class declares a
/// Boxed<T> member. A Boxed<T> can be assigned a value inside it, as in `root.child = root.child->child`. Do not assign to a table a value inside it,
/// as in `root = *root.child`: the assignment destroys the value while it reads it. Move the value to a variable first: `T child =
/// std::move(*root.child); root = std::move(child);`.
template <class T>
class Boxed {
 public:
  using value_type = T;

  // This constructor and the destructor are not defaulted, because in C++23 they would be constexpr. With a constexpr one, a compiler may require the
  // complete T for the initializer of a member.
  Boxed() noexcept {}
  Boxed(const T& value) : value_(new T(value)) {}
  Boxed(T&& value) : value_(new T(std::move(value))) {}
  Boxed(const Boxed& other) : value_(other.value_ == nullptr ? nullptr : new T(*other.value_)) {}
  Boxed(Boxed&& other) noexcept : value_(std::move(other.value_)) {}
  ~Boxed() {}

  /// The parameter is a copy, because it can be a value inside this one.
  Boxed& operator=(Boxed other) noexcept {
    value_.swap(other.value_);
    return *this;
  }

  /// Creates a new value from the arguments.
  template <class... Arguments>
  T& emplace(Arguments&&... arguments) {
    value_.reset(new T{std::forward<Arguments>(arguments)...});
    return *value_;
  }

  /// Returns the value. Creates it if there is none.
  T& get_or_emplace() { return value_ == nullptr ? emplace() : *value_; }

  void reset() noexcept { value_.reset(); }

  bool has_value() const noexcept { return value_ != nullptr; }
  explicit operator bool() const noexcept { return has_value(); }

  /// Returns the value. There must be one.
  T& operator*() noexcept { return *value_; }
  const T& operator*() const noexcept { return *value_; }
  T* operator->() noexcept { return value_.get(); }
  const T* operator->() const noexcept { return value_.get(); }

 private:
  std::unique_ptr<T> value_;
};

template <class T>
bool operator==(const Boxed<T>& left, const Boxed<T>& right) {
  return left.has_value() && right.has_value() ? *left == *right : left.has_value() == right.has_value();
}

template <class T>
bool operator!=(const Boxed<T>& left, const Boxed<T>& right) {
  return !(left == right);
}

}  // namespace codec
