#pragma once

#include <mutex>

#include "net.hpp"

namespace codec::detail {

class ConnectionCore;

/// The open connections of an execution context. When the context is destroyed, it releases what user code has passed to them: otherwise, handlers
/// that own a handle of their connection would keep the connection, and so themselves.
class ConnectionService : public net::execution_context::service {
 public:
  using key_type = ConnectionService;

  static inline net::execution_context::id id;

  explicit ConnectionService(net::execution_context& context) : service(context) {}

  void add(ConnectionCore& core) noexcept;
  void remove(ConnectionCore& core) noexcept;

 private:
  void shutdown() noexcept override;

  std::mutex mutex_;
  ConnectionCore* first_ = nullptr;
};

}  // namespace codec::detail
