#include "module.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace {

TEST(Views, HaveTheSameTableInEveryModule) {
  Game::Chat chat;
  chat.text = "hello";
  std::vector<std::byte> payload(codec::max_size(chat));
  payload.resize(codec::write(chat, payload));
  EXPECT_TRUE(view_in_module(payload));
  EXPECT_EQ(view_in_module(payload).text(), "hello");
  payload.resize(payload.size() / 2);
  const Game::ChatView invalid = view_in_module(payload);
  EXPECT_FALSE(invalid);
  EXPECT_EQ(invalid.text(), "");
  Game::Chat target;
  EXPECT_FALSE(codec::read_into(target, invalid));
}

TEST(Views, HaveNoTableIfTheVtableIsInvalid) {
  std::vector<std::byte> payload(16);
  payload[0] = std::byte{8};
  payload[8] = std::byte{100};
  const Game::ChatView view = codec::view<Game::Chat>(payload);
  EXPECT_FALSE(view);
  EXPECT_EQ(view.text(), "");
}

}  // namespace
