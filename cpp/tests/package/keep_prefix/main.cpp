#include <iostream>

#include "Bar_stream.hpp"
#include "all_stream.hpp"

static_assert(codec::schemas::Bar::protocol_hash != codec::schemas::Layout_Bar::protocol_hash);
static_assert(Shop::BarPackets::size == 1 && Layout::LayoutBarPackets::size == 1);

int main() {
  Shop::Bar bar;
  bar.layout.emplace().seats = 7;
  All all;
  all.user.emplace().v = V{1.5f};
  std::cout << bar << all << '\n';
  return 0;
}
