#include "allocations.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<std::size_t> count{0};
std::atomic<std::size_t> largest{0};
}  // namespace

std::size_t allocations() noexcept { return count.load(); }
std::size_t largest_allocation() noexcept { return largest.exchange(0); }

void* operator new(std::size_t size) {
  ++count;
  for (std::size_t seen = largest.load(); size > seen && !largest.compare_exchange_weak(seen, size);) {
  }
  if (void* memory = std::malloc(size == 0 ? 1 : size)) {
    return memory;
  }
  throw std::bad_alloc();
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
