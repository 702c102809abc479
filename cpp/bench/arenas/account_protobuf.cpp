// protobuf with the account: a message that is filled once, written into a buffer, and parsed into a message that is used again.
#include <cstdlib>

#include "account.pb.h"
#include "account_generated.h"
#include "arena.hpp"

namespace {

TradingProto::Account account;
TradingProto::Account parsed;
char room[1024];

void copy(TradingProto::Balance& to, const Trading::Balance& from) {
  to.set_currency(from.currency()->str());
  to.set_amount(from.amount());
}

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
  const arenas::Bytes payload = arenas::read_file(folder + "/objects.bin");
  const Trading::Account& source = *Trading::GetAccount(payload.data());
  account.Clear();
  account.set_id(source.id());
  account.set_name(source.name()->str());
  account.set_state(static_cast<std::uint32_t>(source.state()));
  copy(*account.mutable_wallet(), *source.wallet());
  copy(*account.mutable_asset(), *source.asset());
  for (const Trading::Order* one : *source.orders()) {
    TradingProto::Order& order = *account.add_orders();
    order.set_id(one->id());
    order.set_symbol(one->symbol()->str());
    order.set_side(one->side());
    order.set_type(one->type());
    order.set_price(one->price());
    order.set_volume(one->volume());
  }
  const std::string text = account.SerializeAsString();
  const std::size_t size = text.size();
  std::memcpy(room, text.data(), size);
  if (!parsed.ParseFromArray(room, static_cast<int>(size)) || sum(parsed) != expected) {
    throw name + ": protobuf C++ reads the sum " + std::to_string(sum(parsed)) + " instead of " + std::to_string(expected);
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
