// protobuf with the account: a message that is filled once, written into a buffer, and parsed into a message that is used again.
#include <cstdlib>

#include "account.pb.h"
#include "arena.hpp"

namespace {

TradingProto::Account account;
TradingProto::Account parsed;
char room[1024];

std::uint64_t sum(const TradingProto::Balance& balance) { return arenas::sum(balance.currency()) + arenas::sum(balance.amount()); }

std::uint64_t sum(const TradingProto::Account& all) {
  std::uint64_t total = arenas::sum(all.id()) + arenas::sum(all.name()) + all.state() + sum(all.wallet()) + sum(all.asset());
  for (const TradingProto::Order& order : all.orders()) {
    total += arenas::sum(order.id()) + arenas::sum(order.symbol()) + arenas::sum(order.side()) + arenas::sum(order.type()) +
             arenas::sum(order.price()) + arenas::sum(order.volume());
  }
  return total;
}

void load(const std::string& name, const std::string& folder, std::uint64_t expected) {
  const arenas::Bytes payload = arenas::read_file(folder + ".protobuf");
  const std::size_t size = payload.size();
  std::memcpy(room, payload.data(), size);
  if (!account.ParseFromArray(room, static_cast<int>(size)) || (expected != 0 && sum(account) != expected)) {
    throw name + ": protobuf C++ reads the sum " + std::to_string(sum(account)) + " instead of " + std::to_string(expected);
  }
  const auto bytes = [size] { return size; };
  bench::add_case("protobuf/write-" + name, {[](int count) {
                                               return bench::time(count, [] {
                                                 account.ByteSizeLong();
                                                 bench::opaque(&account)->SerializeWithCachedSizesToArray(reinterpret_cast<std::uint8_t*>(room));
                                               });
                                             },
                                             bytes});
  const auto parse = [size](int count) {
    return bench::time(count, [size] {
      if (!parsed.ParseFromArray(bench::opaque(room), static_cast<int>(size))) {
        std::abort();
      }
    });
  };
  bench::add_case("protobuf/into-" + name, {parse, bytes});
}

const bool is_added = bench::add_arena("account", load);

}  // namespace
