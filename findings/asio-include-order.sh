#!/usr/bin/env bash
# Asio 1.22.1 (Debian package libasio-dev 1:1.22.1-1) with libstdc++ (seen with g++ 12.2, C++17): asio/detail/config.hpp asks for _GLIBCXX_HAVE_ALIGNED_ALLOC before
# it includes a header of the C++ library that defines it. So the memory of a posted handler comes from operator new in a file that includes Asio first, and
# from std::aligned_alloc in a file that includes <vector> before. Two such files in one program have two definitions of the same inline function.
# Output seen: "asio first: operator new", "vector first: std::aligned_alloc".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq libasio-dev=1:1.22.1-1 >/dev/null
dpkg -x libasio-dev_*.deb asio
cat >count.cpp <<'CPP'
#include <cstdlib>
#include <new>
unsigned long calls = 0;
void* operator new(std::size_t size) {
  ++calls;
  return std::malloc(size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
CPP
cat >post.cpp <<'CPP'
#ifdef VECTOR_FIRST
#include <vector>
#endif
#include <asio.hpp>
#include <cstdio>
extern unsigned long calls;
int main() {
  asio::io_context context;
  const unsigned long before = calls;
  asio::post(context, [] {});
  std::puts(calls == before ? "std::aligned_alloc" : "operator new");
  context.run();
}
CPP
build=(g++ -std=c++17 -DASIO_STANDALONE -I asio/usr/include post.cpp count.cpp -pthread)
{
  "${build[@]}" -o asio_first && echo "asio first: $(./asio_first)"
  "${build[@]}" -DVECTOR_FIRST -o vector_first && echo "vector first: $(./vector_first)"
} | tee output
diff - output <<'TEXT'
asio first: operator new
vector first: std::aligned_alloc
TEXT
