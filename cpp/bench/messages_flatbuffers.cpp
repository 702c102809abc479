// FlatBuffers' C++: its builder, which is reused, and its accessors.
#include <cstdlib>
#include <type_traits>

#include "message_fields.hpp"
#include "messages_side.hpp"

namespace bench {
namespace {

template <class T>
using Flat = typename arenas::Type<std::decay_t<T>>::Flat;

template <class T>
void build(arenas::Builder& builder, const T& value) {
  builder.Clear();
  builder.Finish(arenas::Type<T>::build(builder, value));
}

double write(int message, int count) {
  static arenas::Builder builder(1 << 17);
  return with(message, [&](const auto& value) { return time(count, [&] { build(*opaque(&builder), value); }); });
}

double read(int message, int count) {
  const Payloads payloads = payloads_of(message);
  std::size_t next = 0;
  return with(message, [&](const auto& value) {
    return time(count, [&] { last_sum = arenas::sum(flatbuffers::GetRoot<Flat<decltype(value)>>(opaque(payloads.at(next++)))); });
  });
}

double verify(int message, int count) {
  const Payloads payloads = payloads_of(message);
  std::size_t next = 0;
  return with(message, [&](const auto& value) {
    return time(count, [&] {
      flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(opaque(payloads.at(next++))), payloads.size);
      if (!verifier.VerifyBuffer<Flat<decltype(value)>>(nullptr)) {
        std::abort();
      }
    });
  });
}

std::size_t size(int message) {
  arenas::Builder builder;
  with(message, [&](const auto& value) { build(builder, value); });
  return builder.GetSize();
}

[[maybe_unused]] const bool is_added =
    add({"flatbuffers", library("FlatBuffers", FLATBUFFERS_VERSION_MAJOR, FLATBUFFERS_VERSION_MINOR, FLATBUFFERS_VERSION_REVISION),
         size, write, read, verify});

}  // namespace
}  // namespace bench
