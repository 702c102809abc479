#include <codec/capture_writer.hpp>
#include <filesystem>
#include <fstream>
#include <thread>

#include "allocations.hpp"
#include "testing.hpp"

// The bytes are compared with those of C# in Codec.Tests/Interop/CppCaptureTests.cs.
namespace {

using namespace codec;
namespace fs = std::filesystem;

// The sizes in bytes of the blocks before the packets, and of a record without its data.
constexpr std::size_t header_size = 84;
constexpr std::size_t overhead = 52;

class CaptureWriterTest : public testing::Test {
 protected:
  CaptureWriterTest() { fs::create_directories(folder_); }
  ~CaptureWriterTest() override { fs::remove_all(folder_); }

  std::string path(const char* name) const { return (folder_ / name).string(); }

  std::size_t size_of(const char* name) const { return static_cast<std::size_t>(fs::file_size(folder_ / name)); }

 private:
  const fs::path folder_ = fs::temp_directory_path() / ("codec_capture_" + std::to_string(std::hash<std::thread::id>()(std::this_thread::get_id())) +
                                                        testing::UnitTest::GetInstance()->current_test_info()->name());
};

ByteSpan packet_of(std::size_t size) {
  static const std::vector<std::byte> bytes(100'000);
  return {bytes.data(), size};
}

TEST_F(CaptureWriterTest, WritesFullBuffersAndWhatIsFlushed) {
  CaptureWriterOptions options;
  options.buffer_size = 0;  // 4,096 at least
  CaptureWriter writer(path("game.pcapng"), options);
  ASSERT_TRUE(writer.append(packet_of(1000), CaptureDirection::Inbound, 7));
  EXPECT_EQ(size_of("game.pcapng"), 0u);
  EXPECT_TRUE(writer.flush());
  EXPECT_EQ(size_of("game.pcapng"), header_size + overhead + 1000);
  for (int i = 0; i < 4; ++i) {
    ASSERT_TRUE(writer.append(packet_of(1001), CaptureDirection::Outbound));
  }
  EXPECT_EQ(size_of("game.pcapng"), header_size + overhead + 1000 + 3 * (overhead + 1004)) << "The fourth packet waits.";
  ASSERT_TRUE(writer.append(packet_of(50'000), CaptureDirection::Outbound));
  EXPECT_TRUE(writer.close());
  EXPECT_EQ(size_of("game.pcapng"), header_size + overhead + 1000 + 4 * (overhead + 1004) + overhead + 50'000);
  EXPECT_EQ(writer.packets(), 6u);
  EXPECT_FALSE(writer.append(packet_of(4), CaptureDirection::Inbound));
  EXPECT_FALSE(writer.flush());
  EXPECT_FALSE(writer.close());
  EXPECT_EQ(writer.lost_packets(), 1u);
  EXPECT_FALSE(writer.error());
}

TEST_F(CaptureWriterTest, WritesTheBufferAfterTheFlushInterval) {
  CaptureWriterOptions options;
  options.flush_interval = std::chrono::milliseconds(1);
  CaptureWriter writer(path("game.pcapng"), options);
  writer.append(packet_of(4), CaptureDirection::Inbound);
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  writer.append(packet_of(8), CaptureDirection::Inbound);
  EXPECT_EQ(size_of("game.pcapng"), header_size + overhead + 4);
}

TEST_F(CaptureWriterTest, LosesPacketsThatCannotBeAppendedAndContinues) {
  CaptureWriterOptions options;
  options.max_packet_size = 100;
  CaptureWriter writer(path("game.pcapng"), options);
  const auto at = [](std::int64_t ticks) {
    using Ticks = std::chrono::duration<std::int64_t, std::ratio<1, 10'000'000>>;
    return CaptureWriter::Time(std::chrono::duration_cast<CaptureWriter::Time::duration>(Ticks(ticks)));
  };
  EXPECT_FALSE(writer.append(packet_of(101), CaptureDirection::Inbound));
  EXPECT_FALSE(writer.append(packet_of(4), static_cast<CaptureDirection>(3)));
  EXPECT_FALSE(writer.append(packet_of(4), CaptureDirection::Inbound, 0, at(-1)));
  EXPECT_TRUE(writer.append(packet_of(0), CaptureDirection::Unknown, 0, at(0)));
  EXPECT_TRUE(writer.append(packet_of(100), CaptureDirection::Inbound));
  EXPECT_EQ(writer.lost_packets(), 3u);
  EXPECT_EQ(writer.packets(), 2u);
  EXPECT_TRUE(writer.close());
  EXPECT_EQ(size_of("game.pcapng"), header_size + overhead + overhead + 100);
}

TEST_F(CaptureWriterTest, ReportsAFileThatCannotBeCreated) {
  CaptureWriter writer(path("nowhere/game.pcapng"));
  EXPECT_EQ(writer.error(), std::errc::no_such_file_or_directory);
  EXPECT_FALSE(writer.append(packet_of(4), CaptureDirection::Inbound));
  EXPECT_EQ(writer.lost_packets(), 1u);
  EXPECT_FALSE(writer.close());
}

#if defined(__linux__)
TEST_F(CaptureWriterTest, EndsWithTheFirstErrorOfTheFile) {
  CaptureWriter writer("/dev/full");
  EXPECT_TRUE(writer.append(packet_of(4), CaptureDirection::Inbound));
  EXPECT_TRUE(writer.append(packet_of(4), CaptureDirection::Inbound));
  EXPECT_FALSE(writer.flush());
  EXPECT_EQ(writer.error(), std::errc::no_space_on_device);
  EXPECT_FALSE(writer.append(packet_of(4), CaptureDirection::Inbound));
  EXPECT_EQ(writer.packets(), 0u);
  EXPECT_EQ(writer.lost_packets(), 3u);
}
#endif

TEST_F(CaptureWriterTest, KeepsEachRecordWholeIfThreadsAppend) {
  CaptureWriterOptions options;
  options.buffer_size = 4096;
  CaptureWriter writer(path("game.pcapng"), options);
  const auto append = [&writer](std::uint32_t connection) {
    for (std::size_t i = 0; i < 2000; ++i) {
      writer.append(packet_of(i % 600), CaptureDirection::Inbound, connection);
    }
  };
  std::thread other(append, 1);
  append(2);
  other.join();
  ASSERT_TRUE(writer.close());
  std::ifstream file(path("game.pcapng"), std::ios::binary);
  file.seekg(header_size);
  std::size_t next[3] = {};
  std::uint64_t last_time = 0;
  // Type, length, interface, both halves of the time, and the size, which is also that of the packet. The connection is the third number from the
  // end.
  for (std::uint32_t record[7]; file.read(reinterpret_cast<char*>(record), sizeof(record));) {
    std::uint32_t end[6];
    file.seekg(static_cast<std::streamoff>(record[1] - sizeof(record) - sizeof(end)), std::ios::cur);
    file.read(reinterpret_cast<char*>(end), sizeof(end));
    ASSERT_EQ(record[5], next[end[3]]++ % 600);
    const std::uint64_t time = static_cast<std::uint64_t>(record[3]) << 32 | record[4];
    ASSERT_GE(time, last_time) << "Packets without a time are in the order of their times.";
    last_time = time;
  }
  EXPECT_EQ(next[1] + next[2], 4000u);
  EXPECT_EQ(writer.packets(), 4000u);
}

TEST_F(CaptureWriterTest, AllocatesNothingPerPacket) {
  CaptureWriterOptions options;
  options.buffer_size = 4096;
  CaptureWriter writer(path("game.pcapng"), options);
  const ByteSpan packet = packet_of(300);
  const std::size_t before = allocations();
  for (int i = 0; i < 100; ++i) {
    writer.append(packet, CaptureDirection::Inbound);
  }
  EXPECT_EQ(allocations(), before);
}

}  // namespace
