// Vectors that end at every offset before a page that cannot be read, and payloads that end before one that cannot be written.
#include <sys/mman.h>
#include <unistd.h>

#include <codec/generated_code.hpp>

#include "testing.hpp"

namespace {

using namespace codec;

/// A page of memory, followed by a page that cannot be accessed.
class GuardedPage {
 public:
  GuardedPage() : start_(static_cast<std::byte*>(mmap(nullptr, 2 * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
    EXPECT_EQ(mprotect(end(), size, PROT_NONE), 0);
  }
  GuardedPage(const GuardedPage&) = delete;
  GuardedPage& operator=(const GuardedPage&) = delete;
  ~GuardedPage() { munmap(start_, 2 * size); }

  std::byte* end() const { return start_ + size; }

 private:
  const std::size_t size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  std::byte* start_;
};

/// Writes a vector of each length that ends at each offset before the page, to a destination with `extra` bytes after the vector.
template <class T>
void write_vectors(std::size_t extra) {
  const GuardedPage source, destination;
  std::memset(source.end() - 64, 0xEE, 64);
  for (std::size_t count = 0; count * sizeof(T) <= 24; ++count) {
    const std::size_t size = count * sizeof(T);
    for (std::size_t offset = 0; offset + size <= 40; ++offset) {
      auto* elements = source.end() - offset - size;
      std::memset(elements, 0x5A, size);
      const std::size_t written = 8 + ((size + 3) & ~std::size_t{3});
      auto* start = destination.end() - extra - written;
      std::memset(start, 0xCC, written + extra);
      const generated::Output out{start, static_cast<generated::Position>(written + extra)};
      ASSERT_EQ(generated::write_vector<T>(out, 4, 0, Span<const T>(reinterpret_cast<const T*>(elements), count), 4), written);
      std::vector<std::byte> expected(written);
      expected[0] = std::byte{4};
      expected[4] = static_cast<std::byte>(count);
      std::memset(expected.data() + 8, 0x5A, size);
      ASSERT_EQ(std::memcmp(start, expected.data(), written), 0) << count << " elements, " << offset << " bytes before the page";
      std::memset(elements, 0xEE, size);
    }
  }
}

TEST(UnmappedPage, IsNotReadAfterAVectorAndNotWrittenAfterAPayload) {
  for (std::size_t extra = 0; extra <= 20; ++extra) {
    write_vectors<std::uint8_t>(extra);
    write_vectors<Bool>(extra);
  }
}

}  // namespace
