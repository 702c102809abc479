#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "../../detail/throw.hpp"
#include "../../enums.hpp"
#include "../../span.hpp"
#include "net.hpp"

namespace codec::detail {

/// Parses a decimal number of at most 16 bits, without leading zeros. Returns false for anything else.
inline bool parse_number(const std::string& text, std::uint16_t& number) {
  const bool has_digits = !text.empty() && text.size() <= 5 && text.find_first_not_of("0123456789") == std::string::npos;
  const unsigned long value = has_digits ? std::stoul(text) : 0;
  number = static_cast<std::uint16_t>(value);
  return has_digits && value <= 0xFFFF && (text[0] != '0' || text.size() == 1);
}

/// A network of IPv4 or IPv6 addresses. An IPv4 address equals the one that is mapped to IPv6.
class AddressNetwork {
 public:
  /// Parses an address with the number of its fixed bits, such as "10.0.0.0/8", or an address alone. Throws std::invalid_argument for anything else.
  explicit AddressNetwork(const std::string& text) {
    const std::size_t slash = text.find('/');
    net::error_code error;
    const net::ip::address_v6 address = to_v6(net::ip::make_address(text.substr(0, slash), error));
    const unsigned most = address.is_v4_mapped() ? 32 : 128;
    std::uint16_t bits = 0;
    const bool is_alone = slash == std::string::npos;
    if (error || (!is_alone && !parse_number(text.substr(slash + 1), bits)) || bits > most) {
      network_invalid(text);
    }
    network_ = net::ip::network_v6(address, static_cast<std::uint16_t>(128 - (is_alone ? 0 : most - bits))).canonical();
  }

  bool contains(const net::ip::address& address) const {
    const net::ip::network_v6 other(to_v6(address), network_.prefix_length());
    return other.address().is_v4_mapped() == network_.address().is_v4_mapped() && other.canonical() == network_;
  }

 private:
  static net::ip::address_v6 to_v6(const net::ip::address& address) {
    // Without the scope.
    return address.is_v4() ? net::ip::make_address_v6(net::ip::v4_mapped, address.to_v4()) : net::ip::address_v6(address.to_v6().to_bytes());
  }

  net::ip::network_v6 network_;
};

/// The header of the PROXY protocol, with which a proxy tells the address of its client. Counterpart of C#'s ProxyHeader. The format is that of
/// proxy-protocol.txt of 2020/03/05, which HAProxy 2.6 contains. Extensions (TLVs) are skipped.
struct ProxyHeader {
  /// The largest accepted header, in bytes: nginx's limit. Headers that contain the client's certificate need a few kilobytes.
  static constexpr std::size_t max_length = 4096;

  /// The length in bytes, if read() has returned Ok.
  std::size_t length = 0;
  /// The address of the client, if the header states one.
  std::optional<net::ip::tcp::endpoint> client;

  /// Reads a header from the first bytes of a connection: Ok, NeedMoreData or Invalid.
  Status read(ByteSpan bytes) {
    *this = {};
    if (bytes.empty()) {
      return Status::NeedMoreData;
    }
    const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return text[0] == 'P' ? read_line(text) : read_binary(text);
  }

 private:
  // The largest line of version 1, with CRLF (section 2.1).
  static constexpr std::size_t max_line_length = 107;
  // The signature, the version with the command, the address family, and the length of what follows (section 2.2).
  static constexpr std::size_t fixed_length = 16;
  static constexpr std::size_t signature_length = 12;
  static constexpr unsigned local = 0x20;
  static constexpr unsigned proxy = 0x21;

  Status read_line(const std::string& text) {
    static const std::string start = "PROXY ";
    const std::size_t feed = text.substr(0, max_line_length).find('\n');
    // The start has no line feed, so something precedes the line feed.
    if (!has_start(text, start) || (feed == std::string::npos ? text.size() >= max_line_length : text[feed - 1] != '\r')) {
      return Status::Invalid;
    }
    if (feed == std::string::npos) {
      return Status::NeedMoreData;
    }
    length = feed + 1;
    std::istringstream fields(text.substr(start.size(), feed - 1 - start.size()) + ' ');
    std::vector<std::string> parts;
    for (std::string part; std::getline(fields, part, ' ');) {
      parts.push_back(part);
    }
    net::ip::address addresses[2];
    std::uint16_t ports[2];
    if (parts.size() == 5 && parse(parts[0], parts[1], addresses[0]) && parse(parts[0], parts[2], addresses[1]) && parse_number(parts[3], ports[0]) &&
        parse_number(parts[4], ports[1])) {
      client = net::ip::tcp::endpoint(addresses[0], ports[0]);
    }
    return client || parts[0] == "UNKNOWN" ? Status::Ok : Status::Invalid;
  }

  Status read_binary(const std::string& text) {
    static const std::string signature("\r\n\r\n\0\r\nQUIT\n", signature_length);
    if (!has_start(text, signature)) {
      return Status::Invalid;
    }
    if (text.size() < fixed_length) {
      return Status::NeedMoreData;
    }
    const auto byte = [&](std::size_t offset) { return static_cast<unsigned>(static_cast<unsigned char>(text[offset])); };
    // Unspecified, IPv4, IPv6 or a Unix socket, over a stream or datagrams: two addresses and two ports, or two paths.
    const unsigned family = byte(13) >> 4;
    const bool is_known = byte(13) == 0 || (family >= 1 && family <= 3 && ((byte(13) & 15) == 1 || (byte(13) & 15) == 2));
    constexpr std::size_t blocks[] = {0, 12, 36, 216};
    length = fixed_length + (byte(14) << 8) + byte(15);
    const bool is_valid = byte(12) == local || (byte(12) == proxy && is_known && length - fixed_length >= blocks[family]);
    if (!is_valid || length > max_length) {
      return Status::Invalid;
    }
    if (text.size() < length) {
      return Status::NeedMoreData;
    }
    if (byte(12) == proxy && family == 1) {
      client = endpoint<net::ip::address_v4>(text);
    } else if (byte(12) == proxy && family == 2) {
      client = endpoint<net::ip::address_v6>(text);
    }
    return Status::Ok;
  }

  static bool has_start(const std::string& text, const std::string& start) {
    const std::size_t size = (std::min)(text.size(), start.size());
    return text.compare(0, size, start, 0, size) == 0;
  }

  template <class Address>
  static net::ip::tcp::endpoint endpoint(const std::string& text) {
    typename Address::bytes_type bytes;
    unsigned char port[2];
    std::memcpy(bytes.data(), text.data() + fixed_length, bytes.size());
    std::memcpy(port, text.data() + fixed_length + 2 * bytes.size(), sizeof(port));
    return {Address(bytes), static_cast<std::uint16_t>((port[0] << 8) | port[1])};
  }

  static bool parse(const std::string& family, const std::string& text, net::ip::address& address) {
    net::error_code error = net::error::invalid_argument;
    // Asio also accepts a scope.
    if (text.find_first_not_of("0123456789.:abcdefABCDEF") == std::string::npos && (family == "TCP4" || family == "TCP6")) {
      address = net::ip::make_address(text, error);
    }
    return !error && address.is_v4() == (family == "TCP4");
  }
};

}  // namespace codec::detail
