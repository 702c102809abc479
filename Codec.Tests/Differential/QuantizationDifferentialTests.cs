using Codec.Tests.Payloads;
using Codec.Tests.Quantized;

namespace Codec.Tests.Differential;

/// <summary>Tests that C++ rounds quantized fields to the same bits as C#, and packs them to the same bytes.</summary>
internal sealed class QuantizationDifferentialTests
{
    private const int Messages = 20;

    // Arguments: a payload, and the packed payload of C#. Results: the packed payload, and payloads of what was unpacked and of what was rounded.
    private const string Program = """
        #include "quantized_messages.hpp"
        #include <codec/packed_payload.hpp>
        #include <fstream>
        #include <iterator>
        #include <string>
        using codec::ByteSpan;
        using Codec::Tests::Quantized::Rounded;
        using Bytes = std::vector<std::byte>;
        static Bytes load(const char* path) {
          std::ifstream file(path, std::ios::binary);
          const std::vector<char> text(std::istreambuf_iterator<char>(file), {});
          Bytes bytes(text.size());
          for (std::size_t i = 0; i < text.size(); ++i) bytes[i] = static_cast<std::byte>(text[i]);
          return bytes;
        }
        static void save(const std::string& path, const Bytes& bytes) {
          std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        }
        static Bytes payload_of(const Rounded& message) {
          Bytes bytes(codec::max_size(message));
          bytes.resize(codec::write(message, bytes));
          return bytes;
        }
        int main(int, char** arguments) {
          const Bytes plain = load(arguments[1]), theirs = load(arguments[2]);
          const std::string folder = arguments[3];
          constexpr codec::PayloadShape shape = codec::PacketTraits<Rounded>::shape;
          std::size_t size = 0;
          Bytes packed(codec::max_packed_size(plain.size())), unpacked(200000);
          if (codec::pack_payload(shape, ByteSpan(plain), packed, size) != codec::Status::Ok) return 1;
          packed.resize(size);
          save(folder + "/packed", packed);
          Rounded message;
          if (codec::unpack_payload(shape, ByteSpan(theirs), unpacked, size) != codec::PacketError::None) return 2;
          if (!codec::read_into(message, ByteSpan(unpacked).subspan(0, size))) return 3;
          save(folder + "/unpacked", payload_of(message));
          if (!codec::read_into(message, ByteSpan(plain))) return 4;
          codec::quantize(message);
          save(folder + "/rounded", payload_of(message));
          return 0;
        }
        """;

    [Test]
    public void Messages_are_rounded_and_packed_to_the_same_bytes_in_both_languages()
    {
        ExternalProgram.Require("g++");
        string folder = Directory.CreateTempSubdirectory("codec-program").FullName;
        try
        {
            foreach (GeneratedFile header in CppMessageEmitter.Emit(QuantizedPackingTests.Model, CppOptions.Default))
            {
                File.WriteAllText(Path.Combine(folder, header.Name), header.Text);
            }

            string program = Path.Combine(folder, "main");
            File.WriteAllText(program + ".cpp", Program);
            CppCompiler.Compile(
                program + ".cpp", program, "-std=c++17", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Werror",
                "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-I", folder, "-I", Repository.PathOf("cpp", "include"));
            Random random = new(RandomCases.Seed());
            for (int i = 0; i < Messages; i++)
            {
                Rounded message = i == 0 ? QuantizedMessageTests.Make() : QuantizedPackingTests.RandomMessage(random);
                byte[] plain = QuantizedMessageTests.Bytes(message);
                byte[] packed = PackedShapes.Pack(QuantizedPackingTests.Shape, plain);
                File.WriteAllBytes(PathOf("plain"), plain);
                File.WriteAllBytes(PathOf("ours"), packed);
                ExternalProgram.RunSuccessfully(program, PathOf("plain"), PathOf("ours"), folder);
                message.Quantize();
                byte[] rounded = QuantizedMessageTests.Bytes(message);
                Assert.That(File.ReadAllBytes(PathOf("packed")), Is.EqualTo(packed), () => Convert.ToHexString(plain));
                Assert.That(File.ReadAllBytes(PathOf("unpacked")), Is.EqualTo(rounded), () => Convert.ToHexString(plain));
                Assert.That(File.ReadAllBytes(PathOf("rounded")), Is.EqualTo(rounded), () => Convert.ToHexString(plain));
            }
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }

        string PathOf(string name) => Path.Combine(folder, name);
    }
}
