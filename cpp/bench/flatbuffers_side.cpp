// The C++ side of the FlatBuffers comparison. The process reads requests from its standard input, one per line. The cases have the same names as
// those in Codec.Bench/FlatBuffers/Sides.
//   time CASE COUNT   the nanoseconds that the case took, and its result, which must be equal on each side
//   bytes CASE COUNT  the number of bytes that the case requested from operator new
//   pin CORE          pins this process to a core
#include <sched.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <map>
#include <new>
#include <sstream>
#include <string>
#include <vector>

#include "monster_generated.h"
#include "test_packet_generated.h"

static std::uint64_t allocated_bytes = 0;

void* operator new(std::size_t size) {
  allocated_bytes += size;
  if (void* memory = std::malloc(size)) {
    return memory;
  }
  throw std::bad_alloc();
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

using flatbuffers::FlatBufferBuilder;
using flatbuffers::Offset;

constexpr std::size_t grown_size = 1 << 20;
constexpr std::size_t small_size = 64;

const std::array<const char*, 8> weapon_names = {"Battle axe",  "Long sword",  "War hammer",   "Short bow",
                                                 "Iron dagger", "Spiked club", "Throwing axe", "Wooden staff"};

// Makes the compiler assume that the bytes at the pointer have changed, so that no iteration is hoisted out of the loop.
template <class T>
T* opaque(T* pointer) {
  asm volatile("" : "+r"(pointer) : : "memory");
  return pointer;
}

void build_seed(FlatBufferBuilder& builder) {
  const auto text = builder.CreateString("This is a message!");
  builder.Finish(Game::CreateTestPacket(builder, text, 255));
}

void build_monster(FlatBufferBuilder& builder, const std::vector<std::uint8_t>& bytes) {
  const auto name = builder.CreateString("Grommash the Orc");
  const auto inventory = builder.CreateVector(bytes.data(), bytes.size());
  std::array<Offset<Monsters::Weapon>, 8> weapons;
  for (std::size_t i = 0; i < weapons.size(); i++) {
    weapons[i] = Monsters::CreateWeapon(builder, builder.CreateString(weapon_names[i]), static_cast<std::int16_t>(10 + i),
                                        1.5f + static_cast<float>(i));
  }
  const auto weapon_vector = builder.CreateVector(weapons.data(), weapons.size());
  const Monsters::Vec3 position(1.5f, -2.5f, 3.5f);
  Monsters::MonsterBuilder monster(builder);
  monster.add_time(1234.5);
  monster.add_id(0x0123456789ABCDEF);
  monster.add_weapons(weapon_vector);
  monster.add_inventory(inventory);
  monster.add_name(name);
  monster.add_position(&position);
  monster.add_speed(4.5f);
  monster.add_level(42);
  monster.add_mana(150);
  monster.add_hp(300);
  monster.add_friendly(true);
  builder.Finish(monster.Finish());
}

template <class Bytes>
std::uint64_t sum(const Bytes* bytes) {
  return bytes->size() + bytes->data()[0];
}

std::uint64_t sum(const std::string& text) { return text.size() + static_cast<std::uint8_t>(text[0]); }

std::uint64_t read_scalars(const Monsters::Monster& monster, double& real) {
  const auto& position = *monster.position();
  real = monster.speed() + monster.time() + position.x() + position.y() + position.z();
  return monster.id() + monster.hp() + monster.mana() + monster.level() + (monster.friendly() ? 1 : 0);
}

template <class Text>
std::uint64_t read_monster(const std::uint8_t* bytes, Text text) {
  const auto& monster = *Monsters::GetMonster(bytes);
  double real;
  std::uint64_t total = read_scalars(monster, real) + text(monster.name()) + sum(monster.inventory());
  for (const auto* weapon : *monster.weapons()) {
    total += text(weapon->name()) + weapon->damage();
    real += weapon->range();
  }
  return total + static_cast<std::uint64_t>(real);
}

template <class Text>
std::uint64_t read_seed(const std::uint8_t* bytes, Text text) {
  const auto& packet = *flatbuffers::GetRoot<Game::TestPacket>(bytes);
  return text(packet.msg()) + packet.number();
}

std::uint64_t grow(const std::vector<std::uint8_t>& chunk) {
  FlatBufferBuilder builder(small_size);
  Offset<flatbuffers::Vector<std::uint8_t>> last;
  while (builder.GetSize() < grown_size) {
    last = builder.CreateVector(chunk.data(), chunk.size());
  }
  Monsters::MonsterBuilder monster(builder);
  monster.add_inventory(last);
  builder.Finish(monster.Finish());
  return builder.GetSize();
}

template <class Build>
std::vector<std::uint8_t> built(Build build) {
  FlatBufferBuilder builder(1024);
  build(builder);
  return std::vector<std::uint8_t>(builder.GetBufferPointer(), builder.GetBufferPointer() + builder.GetSize());
}

template <class Round>
std::function<std::uint64_t(std::int64_t)> repeated(Round round) {
  return [round](std::int64_t count) {
    std::uint64_t number = 0;
    for (std::int64_t i = 0; i < count; i++) {
      number = round();
      asm volatile("" : : "r"(number) : "memory");
    }
    return number;
  };
}

}  // namespace

int main() {
  std::vector<std::uint8_t> inventory(64);
  for (std::size_t i = 0; i < inventory.size(); i++) {
    inventory[i] = static_cast<std::uint8_t>(i * 3);
  }
  const std::vector<std::uint8_t> chunk(1000);
  const auto seed = built(build_seed);
  const auto monster = built([&](FlatBufferBuilder& builder) { build_monster(builder, inventory); });
  FlatBufferBuilder builder(1024);
  const auto view = [](const flatbuffers::String* text) { return sum(text); };
  const auto copied = [](const flatbuffers::String* text) { return sum(std::string(opaque(text)->c_str(), text->size())); };

  const std::map<std::string, std::function<std::uint64_t(std::int64_t)>> cases = {
      {"build-seed", repeated([&] { builder.Clear(); build_seed(builder); return std::uint64_t{builder.GetSize()}; })},
      {"build-monster", repeated([&] { builder.Clear(); build_monster(builder, inventory); return std::uint64_t{builder.GetSize()}; })},
      {"read-seed", repeated([&] { return read_seed(opaque(seed.data()), view); })},
      {"read-monster", repeated([&] { return read_monster(opaque(monster.data()), view); })},
      {"read-seed-strings", repeated([&] { return read_seed(opaque(seed.data()), copied); })},
      {"read-monster-strings", repeated([&] { return read_monster(opaque(monster.data()), copied); })},
      {"verify-seed", repeated([&] {
         flatbuffers::Verifier verifier(opaque(seed.data()), seed.size());
         return std::uint64_t{verifier.VerifyBuffer<Game::TestPacket>(nullptr)};
       })},
      {"verify-monster", repeated([&] {
         flatbuffers::Verifier verifier(opaque(monster.data()), monster.size());
         return std::uint64_t{verifier.VerifyBuffer<Monsters::Monster>(nullptr)};
       })},
      {"grow", repeated([&] { return grow(chunk); })},
  };

  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string verb;
    words >> verb;
    if (verb == "time") {
      std::string name;
      std::int64_t count = 0;
      words >> name >> count;
      const auto& run = cases.at(name);
      const auto start = std::chrono::steady_clock::now();
      const std::uint64_t number = run(count);
      const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - start;
      std::cout << static_cast<std::int64_t>(elapsed.count()) << ' ' << number << std::endl;
    } else if (verb == "bytes") {
      std::string name;
      std::int64_t count = 0;
      words >> name >> count;
      const auto& run = cases.at(name);
      const std::uint64_t before = allocated_bytes;
      run(count);
      std::cout << allocated_bytes - before << std::endl;
    } else if (verb == "pin") {
      int core = 0;
      words >> core;
      cpu_set_t cores;
      CPU_ZERO(&cores);
      CPU_SET(core, &cores);
      std::cout << (sched_setaffinity(0, sizeof(cores), &cores) == 0 ? "pinned" : "not pinned") << std::endl;
    } else {
      std::cout << "unknown" << std::endl;
    }
  }
  return 0;
}
