#include <iostream>

#include "Bar_messages.hpp"
#include "all_messages.hpp"

static_assert(codec::schemas::Bar::protocol_hash != codec::schemas::Layout_Bar::protocol_hash);
static_assert(Shop::BarPackets::size == 1 && Layout::LayoutBarPackets::size == 1);

int main() {
  Shop::Bar bar;
  bar.layout.emplace().seats = 7;
  All all;
  all.user.emplace().v = V{1.5f};
  std::cout << "seats " << bar.layout->seats << ", x " << all.user->v->x << '\n';
  return 0;
}
