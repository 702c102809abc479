#pragma once

#include <string>

#include "../../enums.hpp"
#include "net.hpp"

namespace codec {

/// Returns the category of the errors of calls on a closed connection. Their values are those of PacketCloseReason.
inline const net::error_category& connection_category() noexcept {
  class Category final : public net::error_category {
    const char* name() const noexcept override { return "codec.connection"; }
    std::string message(int value) const override { return std::string("closed: ") + to_string(static_cast<PacketCloseReason>(value)); }
  };
  static const Category category;
  return category;
}

inline net::error_code make_error_code(PacketCloseReason reason) noexcept { return {static_cast<int>(reason), connection_category()}; }

}  // namespace codec
