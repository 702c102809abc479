#pragma once

#include <memory>
#include <tuple>
#include <utility>

#include "net.hpp"

namespace codec::detail {

/// A completion handler of any type. It is called at most once, through its executor, and never inside the function that completes it.
template <class... Results>
class AnyHandler {
 public:
  AnyHandler() = default;

  /// Takes a handler. If it has no executor, it is called through `executor`, which is kept running until then.
  template <class Handler>
  AnyHandler(Handler handler, const net::any_io_executor& executor) : model_(std::make_unique<Model<Handler>>(std::move(handler), executor)) {}

  explicit operator bool() const noexcept { return model_ != nullptr; }

  void complete(Results... results) {
    const std::unique_ptr<Base> model = std::move(model_);
    if (model != nullptr) {
      model->complete(std::move(results)...);
    }
  }

 private:
  struct Base {
    virtual ~Base() = default;
    virtual void complete(Results... results) = 0;
  };

  template <class Handler>
  struct Model final : Base {
    using Executor = net::associated_executor_t<Handler, net::any_io_executor>;

    Model(Handler taken, const net::any_io_executor& executor)
        : handler(std::move(taken)), work(net::get_associated_executor(handler, executor)), kept(executor) {}

    void complete(Results... results) override {
      const Executor executor = work.get_executor();
      net::post(executor, [taken = std::move(handler), values = std::make_tuple(std::move(results)...)]() mutable {
        std::apply(std::move(taken), std::move(values));
      });
    }

    Handler handler;
    net::executor_work_guard<Executor> work;
    net::executor_work_guard<net::any_io_executor> kept;
  };

  std::unique_ptr<Base> model_;
};

}  // namespace codec::detail
