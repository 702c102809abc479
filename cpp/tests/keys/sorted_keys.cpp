// Sorts and finds elements by key with the FlatBuffers C++ library, for comparison with C#.
//   input:  count (u32), that many keys, each a length (u32) and its bytes; a length (u32) and a buffer with the root Coverage.Vectors
//   output: a length (u32) and a buffer with the root Coverage.Vectors, whose leaves are the keys in the library's order, each with its index in
//           the input as value; then for each key the value (i32) of the leaf that is found in the buffer of the input, or -1
// Numbers are little-endian.

#include <cstdint>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "coverage_generated.h"

namespace {

class Input {
 public:
  explicit Input(std::string bytes) : bytes_(std::move(bytes)) {}

  std::uint32_t number() { return flatbuffers::ReadScalar<std::uint32_t>(take(sizeof(std::uint32_t))); }

  std::string block() {
    const std::uint32_t length = number();
    return std::string(take(length), length);
  }

 private:
  const char* take(std::size_t size) {
    if (size > bytes_.size() - at_) {
      std::cerr << "the input ends early\n";
      std::exit(1);
    }
    const char* first = bytes_.data() + at_;
    at_ += size;
    return first;
  }

  std::string bytes_;
  std::size_t at_ = 0;
};

void write(std::uint32_t number) {
  number = flatbuffers::EndianScalar(number);
  std::cout.write(reinterpret_cast<const char*>(&number), sizeof number);
}

void write_sorted(const std::vector<std::string>& keys) {
  flatbuffers::FlatBufferBuilder builder;
  std::vector<flatbuffers::Offset<Coverage::Leaf>> leaves;
  for (const std::string& key : keys) {
    leaves.push_back(Coverage::CreateLeaf(builder, builder.CreateString(key), static_cast<std::int32_t>(leaves.size())));
  }
  const auto sorted = builder.CreateVectorOfSortedTables(&leaves);
  Coverage::VectorsBuilder vectors(builder);
  vectors.add_leaves(sorted);
  builder.Finish(vectors.Finish());
  write(builder.GetSize());
  std::cout.write(reinterpret_cast<const char*>(builder.GetBufferPointer()), static_cast<std::streamsize>(builder.GetSize()));
}

}  // namespace

int main() {
  Input input(std::string(std::istreambuf_iterator<char>(std::cin), {}));
  std::vector<std::string> keys(input.number());
  for (std::string& key : keys) key = input.block();
  const std::string buffer = input.block();
  write_sorted(keys);

  flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(buffer.data()), buffer.size());
  if (!verifier.VerifyBuffer<Coverage::Vectors>(nullptr)) {
    std::cerr << "the buffer is refused\n";
    return 1;
  }
  const auto* leaves = flatbuffers::GetRoot<Coverage::Vectors>(buffer.data())->leaves();
  for (const std::string& key : keys) {
    const Coverage::Leaf* leaf = leaves->LookupByKey(key.c_str());
    write(static_cast<std::uint32_t>(leaf == nullptr ? -1 : leaf->value()));
  }
  return 0;
}
