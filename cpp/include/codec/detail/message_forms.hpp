#pragma once

#include <cstddef>
#include <type_traits>

#include "../enums.hpp"
#include "../packet_traits.hpp"
#include "../span.hpp"

// The forms of a packet that PacketWriter and encode accept.
namespace codec::detail {

template <class T, class = void>
inline constexpr bool is_struct_message = false;

template <class T>
inline constexpr bool is_struct_message<T, std::void_t<decltype(PacketTraits<T>::kind)>> =
    (PacketTraits<T>::kind == PayloadKind::Struct) && std::is_trivially_copyable_v<T>;

template <class T>
using IfStructMessage = std::enable_if_t<is_struct_message<T>, int>;

/// A type that builds payloads. codec/flatbuffers.hpp has the specialization for flatbuffers::FlatBufferBuilder.
template <class Builder, class = void>
struct MessageBuilder {
  static constexpr bool exists = false;
};

template <class Builder>
using IfMessageBuilder = std::enable_if_t<MessageBuilder<Builder>::exists, int>;

/// A generated type, which can write itself. codec/message.hpp has the specialization.
template <class T, class = void>
struct GeneratedMessage {
  static constexpr bool exists = false;
};

template <class T>
using IfGeneratedMessage = std::enable_if_t<GeneratedMessage<T>::exists, int>;

template <class WritePayload, class T>
using IfWritesPayload = std::enable_if_t<std::is_invocable_r_v<std::size_t, WritePayload&, const T&, MutableByteSpan>, int>;

}  // namespace codec::detail
