#pragma once

#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>

// The exceptions of the library. Each function is named after its condition. They report invalid arguments and calls. Invalid received bytes are
// reported by a Status and a PacketError. If exceptions are disabled, the program is aborted instead.
namespace codec::detail {

template <class Exception>
[[noreturn]] void fail(const std::string& message) {
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
  throw Exception(message);
#else
  (void)message;
  std::abort();
#endif
}

[[noreturn]] inline void invalid_argument(const std::string& message) { fail<std::invalid_argument>(message); }

[[noreturn]] inline void invalid_call(const std::string& message) { fail<std::logic_error>(message); }

[[noreturn]] inline void width_not_supported(const char* field, std::uint64_t width) {
  invalid_argument(std::string("The width of ") + field + " is " + std::to_string(width) + " bytes; it must be 2 or 4.");
}

[[noreturn]] inline void enum_out_of_range(const char* parameter, std::uint64_t value) {
  invalid_argument(std::string(parameter) + " is " + std::to_string(value) + ", which is not one of its values.");
}

[[noreturn]] inline void no_direction(std::uint64_t directions) {
  invalid_argument("The direction is " + std::to_string(directions) + "; it must be ToServer (1), ToClient (2) or Both (3).");
}

[[noreturn]] inline void no_states() { invalid_argument("The set of connection states is 0; at least one of its 32 bits must be set."); }

[[noreturn]] inline void no_alignment(std::uint64_t alignment) {
  invalid_argument("The alignment is " + std::to_string(alignment) + "; it must be 1, 2, 4 or 8.");
}

[[noreturn]] inline void state_out_of_range(std::uint64_t state, std::uint64_t limit) {
  invalid_argument("The connection state is " + std::to_string(state) + "; it must be 0 to " + std::to_string(limit) + ".");
}

[[noreturn]] inline void max_payload_size_out_of_range(std::uint64_t value, std::uint64_t limit) {
  invalid_argument("The largest payload is " + std::to_string(value) + " bytes; this format can have at most " + std::to_string(limit) + ".");
}

[[noreturn]] inline void committed_too_much(std::uint64_t committed, std::uint64_t available) {
  invalid_argument(std::to_string(committed) + " bytes do not fit; there is room for " + std::to_string(available) + ".");
}

[[noreturn]] inline void initial_capacity_out_of_range(std::uint64_t value, std::uint64_t limit) {
  invalid_argument("The initial capacity is " + std::to_string(value) + " bytes; it can be at most " + std::to_string(limit) + ".");
}

[[noreturn]] inline void option_too_small(const char* option, std::uint64_t value) {
  invalid_argument(std::string(option) + " is " + std::to_string(value) + "; it must be at least 1.");
}

[[noreturn]] inline void network_invalid(const std::string& network) {
  invalid_argument("A network must be an address with the number of its fixed bits, such as 10.0.0.0/8, not \"" + network + "\".");
}

[[noreturn]] inline void timeout_not_positive(const char* option, std::int64_t milliseconds) {
  invalid_argument(std::string(option) + " is " + std::to_string(milliseconds) + " ms; it must be more than 0, or no_timeout.");
}

[[noreturn]] inline void session_value_too_long(const char* name, std::uint64_t size, std::uint64_t limit) {
  fail<std::length_error>(std::string(name) + " has " + std::to_string(size) + " bytes; the limit is " + std::to_string(limit) + ".");
}

[[noreturn]] inline void no_session() { invalid_call("The settings of the connection have no session."); }

[[noreturn]] inline void packet_not_begun() { invalid_call("end() was called without begin(), or a later call abandoned the packet."); }

[[noreturn]] inline void duplicate_id(std::uint64_t id) { invalid_argument("The packet id " + std::to_string(id) + " already has a handler."); }

[[noreturn]] inline void duplicate_default() { invalid_argument("There is already a default handler."); }

[[noreturn]] inline void default_with_baselines() { invalid_argument("A default handler cannot have baselines, because they are kept for each id."); }

[[noreturn]] inline void routes_in_use() { invalid_call("A dispatcher already uses these routes. Register every handler before you create it."); }

}  // namespace codec::detail
