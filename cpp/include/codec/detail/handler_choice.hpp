#pragma once

#include <cstddef>
#include <initializer_list>
#include <type_traits>
#include <utility>

#include "../packet.hpp"
#include "../packet_list.hpp"
#include "../packet_traits.hpp"

namespace codec {

/// Combines several function objects into one handler. Each takes a packet of the list, or any type (`const auto&`). If one of them would never be
/// called in any direction, dispatch() does not compile.
template <class... Handlers>
struct Overloaded : Handlers... {
  using Handlers::operator()...;
};

template <class... Handlers>
Overloaded(Handlers...) -> Overloaded<Handlers...>;

}  // namespace codec

// Finds the function of a handler for each packet. Overload resolution alone would silently prefer a function for any type to a function for the
// other type of a struct, for a pointer, or for a reference to non-const.
namespace codec::detail {

/// Returns whether one of the values is true. A fold expression over the packets of a long list would exceed the nesting limit of clang.
constexpr bool is_any(std::initializer_list<bool> values) noexcept {
  for (const bool value : values) {
    if (value) {
      return true;
    }
  }
  return false;
}

constexpr std::size_t sum_of(std::initializer_list<std::size_t> values) noexcept {
  std::size_t sum = 0;
  for (const std::size_t value : values) {
    sum += value;
  }
  return sum;
}

/// The other type with the same bytes as T, or T if there is none.
template <class T, class Traits = PacketTraits<T>, class = void>
struct Mirror {
  using type = T;
};

template <class T, class Traits>
struct Mirror<T, Traits, std::void_t<typename Traits::mirror>> {
  using type = typename Traits::mirror;
};

template <class Parameter>
struct FirstParameter {
  using type = std::remove_cv_t<std::remove_reference_t<Parameter>>;
};

template <class Handler, class Result, class Parameter, class... More>
FirstParameter<Parameter> first_parameter(Result (Handler::*)(Parameter, More...));
template <class Handler, class Result, class Parameter, class... More>
FirstParameter<Parameter> first_parameter(Result (Handler::*)(Parameter, More...) const);

/// Whether a function of Handler takes the argument, alone or before the packet, without deducing its type. Templates do not deduce types from
/// braces.
template <class Enable, class Handler, class Argument, class... More>
struct TakesInBraces : std::false_type {};

template <class Handler, class Argument, class... More>
struct TakesInBraces<std::void_t<decltype(std::declval<Handler&>()({std::declval<Argument>()}, std::declval<More>()...))>, Handler, Argument, More...>
    : std::true_type {};

template <class Handler, class Argument>
inline constexpr bool takes_in_braces = TakesInBraces<void, Handler, Argument>::value || TakesInBraces<void, Handler, Argument, const Packet&>::value;

/// Converts only to types to which anything converts, such as std::any.
struct Unrelated {};

/// The functions of a handler whose operator() is overloaded or a template, or that has no operator().
template <class Handler, class = void>
struct HandlerFunctions {
  /// The number of functions for payloads of type T. Functions for any type do not count.
  template <class T>
  static constexpr std::size_t count_for = takes_in_braces<Handler, const T&> && !takes_in_braces<Handler, const Unrelated&> ? 1 : 0;

  /// Whether such a function also takes the packet.
  template <class T>
  static constexpr bool take_packet = count_for<T> > 0 && TakesInBraces<void, Handler, const T&, const Packet&>::value;

  /// Returns whether no function is known to be for a type that is not in the list.
  template <class... Ts>
  static constexpr bool are_for(const PacketList<Ts...>*) noexcept {
    return true;
  }
};

/// A handler with one function that is not a template.
template <class Handler>
struct HandlerFunctions<Handler, std::void_t<decltype(first_parameter(&Handler::operator()))>> {
  using Parameter = typename decltype(first_parameter(&Handler::operator()))::type;

  template <class T>
  static constexpr bool take_packet = std::is_same_v<Parameter, T> ? std::is_invocable_v<Handler&, const T&, const Packet&> : false;

  template <class T>
  static constexpr std::size_t count_for = std::is_same_v<Parameter, T> && (std::is_invocable_v<Handler&, const T&> || take_packet<T>) ? 1 : 0;

  template <class... Ts>
  static constexpr bool are_for(const PacketList<Ts...>*) noexcept {
    return is_any({(count_for<Ts> + count_for<typename Mirror<Ts>::type> > 0)...});
  }
};

template <class... Handlers>
struct OverloadedFunctions {
  template <class T>
  static constexpr std::size_t count_for = sum_of({HandlerFunctions<Handlers>::template count_for<T>...});

  template <class T>
  static constexpr bool take_packet = is_any({HandlerFunctions<Handlers>::template take_packet<T>...});

  template <class... Ts>
  static constexpr bool are_for(const PacketList<Ts...>* list) noexcept {
    return !is_any({!HandlerFunctions<Handlers>::are_for(list)...});
  }
};

template <class... Handlers>
struct HandlerFunctions<Overloaded<Handlers...>> : OverloadedFunctions<Handlers...> {};

template <class... Handlers>
struct HandlerFunctions<const Overloaded<Handlers...>> : OverloadedFunctions<const Handlers...> {};

/// Whether one of several functions is known to be for a type that is not in the list. A single function may take a type to which packets convert.
/// Directions are ignored, because a client and a server can share a handler.
template <class Handler, class Packets>
inline constexpr bool has_unused_function = false;

template <class... Handlers, class Packets>
inline constexpr bool has_unused_function<Overloaded<Handlers...>, Packets> =
    !OverloadedFunctions<Handlers...>::are_for(static_cast<const Packets*>(nullptr));

template <class... Handlers, class Packets>
inline constexpr bool has_unused_function<const Overloaded<Handlers...>, Packets> =
    !OverloadedFunctions<const Handlers...>::are_for(static_cast<const Packets*>(nullptr));

/// The type as which a handler gets the payload of a packet of type T, and whether it also gets the packet.
template <class Handler, class T>
struct HandlerChoice {
  using Functions = HandlerFunctions<Handler>;
  using Other = typename Mirror<T>::type;

  static constexpr std::size_t count = Functions::template count_for<T>;
  static constexpr std::size_t other_count = std::is_same_v<Other, T> ? 0 : Functions::template count_for<Other>;
  static_assert(count + other_count <= 1, "Two functions of the handler accept the same packet, so one of them would never be called.");
  static_assert(count + other_count == 1 || takes_in_braces<Handler, const T&> ||
                    !(takes_in_braces<Handler, T&> || takes_in_braces<Handler, T*> || takes_in_braces<Handler, Other&> ||
                      takes_in_braces<Handler, Other*>),
                "A function of the handler takes a pointer or a non-const reference, so it would never be called. Take const T&.");

  using Payload = std::conditional_t<other_count == 0, T, Other>;

  static constexpr bool takes_packet() noexcept {
    if constexpr (count + other_count == 0) {
      return std::is_invocable_v<Handler&, const T&, const Packet&>;
    } else {
      return Functions::template take_packet<Payload>;
    }
  }
};

}  // namespace codec::detail
