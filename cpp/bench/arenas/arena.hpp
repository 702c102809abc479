#pragma once

#include <codec/packed_payload.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

#include "streaming.hpp"

namespace arenas {

using Bytes = std::vector<std::byte>;

inline Bytes read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto* data = reinterpret_cast<const std::byte*>(text.data());
  return {data, data + text.size()};
}

/// The data of an arena, and what each peer wrote of it. Plain is our root type. Types with vectors of strings are not written from values.
template <class Plain, bool has_values = false>
class Arena {
  using Flat = typename Type<Plain>::Flat;
  using Native = typename Flat::NativeTableType;

 public:
  /// Loads the data from `objects.bin`, compares the peers (given a sum), and adds the cases. Throws the name of a peer that differs.
  static void load(const std::string& name, const std::string& folder, std::uint64_t expected) {
    static Arena arena;
    arena.name_ = name;
    const Bytes written = read_file(folder + "/objects.bin");
    arena.make(written);
    if (expected != 0) {
      arena.compare(written, folder, expected);
    }
    arena.add_cases();
  }

 private:
  static bool is_valid(const Bytes& payload) {
    return flatbuffers::Verifier(reinterpret_cast<const std::uint8_t*>(payload.data()), payload.size(), options())
        .template VerifyBuffer<Flat>(nullptr);
  }

  /// By default, flatc's verifier accepts a million tables.
  static flatbuffers::Verifier::Options options() {
    flatbuffers::Verifier::Options all;
    all.max_tables = 10'000'000;
    return all;
  }

  static const Flat* root(const Bytes& payload) { return flatbuffers::GetRoot<Flat>(payload.data()); }

  static std::size_t write_from_values(const Plain& object, codec::MutableByteSpan destination) {
    codec::PayloadWriter writer(destination);
    if constexpr (has_values) {
      write_values(object, [&](const auto& values) { return codec::begin<Plain>(writer, values); });
    }
    return writer.size();
  }

  std::size_t write_stream() {
    StreamWriter writer(room_.data(), room_.size());
    writer(object_);
    return writer.at() == nullptr ? 0 : static_cast<std::size_t>(writer.at() - room_.data());
  }

  std::size_t write_packed() {
    std::size_t packed = 0;
    const std::size_t size = codec::write(object_, room_);
    return codec::pack_payload(codec::PacketTraits<Plain>::shape, {room_.data(), size}, packed_, packed) == codec::Status::Ok ? packed : 0;
  }

  Bytes room_copy(std::size_t size) const { return {room_.begin(), room_.begin() + static_cast<std::ptrdiff_t>(size)}; }

  std::size_t build() {
    builder_.Clear();
    builder_.Finish(Type<Plain>::build(builder_, object_));
    return builder_.GetSize();
  }

  void make(const Bytes& written) {
    require(codec::verify<Plain>({written.data(), written.size()}) && codec::read_into(object_, codec::ByteSpan(written.data(), written.size())),
            "Codec C++ does not read what Codec C# wrote");
    room_.resize(codec::max_size(object_) + 64);
    packed_.resize(codec::max_packed_size(room_.size()));
    payload_ = room_copy(codec::write(object_, room_));
    values_ = room_copy(write_from_values(object_, room_));
    stream_ = room_copy(write_stream());
    packed_.resize(write_packed());
    build();
    const auto* flat = reinterpret_cast<const std::byte*>(builder_.GetBufferPointer());
    flat_.assign(flat, flat + builder_.GetSize());
  }

  void compare(const Bytes& written, const std::string& folder, std::uint64_t expected) {
    require(is_valid(written), "FlatBuffers' verifier rejects what Codec C# wrote");
    std::unique_ptr<Native> native(root(written)->UnPack());
    std::vector<std::pair<std::string, Bytes>> payloads{{"Codec C++, from objects", payload_}, {"FlatBuffers C++", flat_}};
    if (has_values) {
      payloads.emplace_back("Codec C++, from values", values_);
    }
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      payloads.emplace_back(entry.path().filename().string() + " of Codec C#", read_file(entry.path()));
    }
    for (const auto& [writer, payload] : payloads) {
      require(is_valid(payload), "FlatBuffers' verifier rejects what was written by " + writer);
      require(*std::unique_ptr<Native>(root(payload)->UnPack()) == *native, "FlatBuffers reads another field from what was written by " + writer);
      require_sum(sum(root(payload)), expected, "FlatBuffers C++, of " + writer);
      require_sum(sum(codec::verified_view<Plain>({payload.data(), payload.size()})), expected, "Codec C++, of " + writer);
    }
    require_sum(sum(object_), expected, "an object of Codec C++");
    StreamReader reader(stream_.data(), stream_.size());
    reader(reused_);
    require(reader.at() == stream_.data() + stream_.size(), "the streaming reader ends elsewhere");
    require_sum(sum(reused_), expected, "the streaming reader");
    // What FlatBuffers reads and writes again is compared by C#.
    Builder again;
    again.Finish(Flat::Pack(again, native.get()));
    std::ofstream(folder + ".flatbuffers", std::ios::binary).write(reinterpret_cast<const char*>(again.GetBufferPointer()), again.GetSize());
  }

  void require(bool is_true, const std::string& what) const {
    if (!is_true) {
      throw name_ + ": " + what;
    }
  }

  void require_sum(std::uint64_t found, std::uint64_t expected, const std::string& reader) const {
    require(found == expected, reader + ", reads the sum " + std::to_string(found) + " instead of " + std::to_string(expected));
  }

  /// Adds a case that returns whether it worked. A read also sets the last sum.
  template <class Action>
  void add(const std::string& work, std::size_t size, bool is_read, Action action) {
    bench::add_case(work + '-' + name_, {[action](int count) {
                                           return bench::time(count, [&] {
                                             if (!action()) {
                                               std::abort();
                                             }
                                           });
                                         },
                                         [size] { return size; }, is_read});
  }

  void add_cases() {
    using bench::opaque;
    const auto payload = [this] { return codec::ByteSpan(opaque(payload_.data()), payload_.size()); };
    const auto flat_sum = [this] { return bench::last_sum = sum(flatbuffers::GetRoot<Flat>(opaque(flat_.data()))); };
    const auto view_sum = [](const codec::View<Plain>& view) { return bench::last_sum = sum(view); };
    add("codec/write", payload_.size(), false, [this] { return codec::write(*opaque(&object_), room_) != 0; });
    if (has_values) {
      add("codec/values", values_.size(), false, [this] { return write_from_values(*opaque(&object_), room_) != 0; });
    }
    if (codec::PacketTraits<Plain>::shape) {
      add("codec/packed", packed_.size(), false, [this] { return write_packed() != 0; });
    }
    add("codec/verify", payload_.size(), false, [=] { return codec::verify<Plain>(payload()); });
    add("codec/sum", payload_.size(), true, [=] { return view_sum(codec::view<Plain>(payload())) != 0; });
    add("codec/read", payload_.size(), true, [=] { return view_sum(codec::verified_view<Plain>(payload())) != 0; });
    add("codec/reuse", payload_.size(), false, [=] {
      const auto view = codec::verified_view<Plain>(payload());
      return view && codec::read_into(reused_, view);
    });
    add("codec/into", payload_.size(), false, [=] { return codec::read_into(reused_, payload()); });
    add("codec/new", payload_.size(), false, [=] {
      Plain object;
      return codec::read_into(*opaque(&object), payload());
    });
    add("flatbuffers/write", flat_.size(), false, [this] { return opaque(this)->build() != 0; });
    add("flatbuffers/verify", flat_.size(), false, [this] { return is_valid(*opaque(&flat_)); });
    add("flatbuffers/sum", flat_.size(), true, [=] { return flat_sum() != 0; });
    add("flatbuffers/read", flat_.size(), true, [this, flat_sum] { return is_valid(*opaque(&flat_)) && flat_sum() != 0; });
    add("flatbuffers/reuse", flat_.size(), false, [this] {
      const bool is_read = is_valid(*opaque(&flat_));
      root(flat_)->UnPackTo(&native_);
      return is_read;
    });
    add("flatbuffers/into", flat_.size(), false, [this] {
      root(*opaque(&flat_))->UnPackTo(&native_);
      return true;
    });
    add("flatbuffers/new", flat_.size(), false, [this] { return std::unique_ptr<Native>(root(*opaque(&flat_))->UnPack()) != nullptr; });
    add("hand/write", stream_.size(), false, [this] { return opaque(this)->write_stream() != 0; });
    add("hand/reuse", stream_.size(), false, [this] {
      StreamReader reader(opaque(stream_.data()), stream_.size());
      reader(reused_);
      return reader.at() != nullptr;
    });
  }

  std::string name_;
  Plain object_;
  Plain reused_;
  Native native_;
  Bytes room_;
  Bytes packed_;
  Bytes payload_;
  Bytes values_;
  Bytes stream_;
  Bytes flat_;
  Builder builder_{1 << 17};
};

}  // namespace arenas
