#include "allocations.hpp"

#include <atomic>
#include <cstdlib>
#include <new>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace {
std::atomic<std::size_t> count{0};
std::atomic<std::size_t> bytes{0};

std::size_t size_of(void* memory) noexcept {
#if defined(__GLIBC__)
  return memory == nullptr ? 0 : malloc_usable_size(memory);
#else
  (void)memory;
  return 0;
#endif
}
std::atomic<std::size_t> largest{0};

void* allocate(std::size_t size) noexcept {
  ++count;
  for (std::size_t seen = largest.load(); size > seen && !largest.compare_exchange_weak(seen, size);) {
  }
  void* memory = std::malloc(size == 0 ? 1 : size);
  bytes += size_of(memory);
  return memory;
}

void* allocate_or_throw(std::size_t size) {
  if (void* memory = allocate(size)) {
    return memory;
  }
  throw std::bad_alloc();
}

void release(void* memory) noexcept {
  bytes -= size_of(memory);
  std::free(memory);
}
}  // namespace

std::size_t allocations() noexcept { return count.load(); }
std::size_t largest_allocation() noexcept { return largest.exchange(0); }
std::size_t allocated_bytes() noexcept { return bytes.load(); }

// Every form is replaced: the sanitizers have their own, which do not call each other.
void* operator new(std::size_t size) { return allocate_or_throw(size); }
void* operator new[](std::size_t size) { return allocate_or_throw(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }

void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { release(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { release(memory); }
