using Codec.Tests.Identified;

namespace Codec.Tests.GeneratedCode;

/// <summary>
/// Tests packets whose payload has a file identifier, between generated code and a C++ program with flatc's types. Both write the identifier, and
/// both reject a payload with another identifier or without one.
/// </summary>
internal sealed class CppIdentifierTests : FolderFixture
{
    private const string Program = """
        #include <codec/codec.hpp>
        #include <codec/flatbuffers.hpp>
        #include <cstdio>
        #include <fstream>
        #include <iterator>
        #include <string>
        #include "identified_generated.h"
        namespace Schema = Codec::Tests::Identified;
        template <std::uint32_t Id>
        struct Traits : codec::PacketDefaults {
          static constexpr std::uint32_t id = Id;
          static constexpr std::string_view name = "";
          static constexpr codec::PayloadKind kind = codec::PayloadKind::FlatBuffers;
        };
        template <> struct codec::PacketTraits<Schema::Bare> : Traits<931> {};
        template <> struct codec::PacketTraits<Schema::Hello> : Traits<930> { static constexpr char identifier[] = "HELO"; };
        static void write(const std::string& path, codec::ByteSpan packet) {
          std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(packet.data()), static_cast<std::streamsize>(packet.size()));
        }
        static int read(const char* path) {
          std::ifstream file(path, std::ios::binary);
          const std::string bytes(std::istreambuf_iterator<char>(file), {});
          codec::PacketPushDecoder decoder;
          decoder.append(codec::as_bytes(bytes.data(), bytes.size()));
          codec::Packet packet;
          if (decoder.take(packet) != codec::Status::Ok) return 1;
          codec::PacketRoutes<std::FILE> routes;
          routes.on<Schema::Hello>([](std::FILE& out, const Schema::Hello& hello) { std::fprintf(&out, "%s %d\n", hello.name()->c_str(), hello.number()); })
              .on<Schema::Bare>([](std::FILE& out, const Schema::Bare&) { std::fprintf(&out, "another packet\n"); });
          const auto error = codec::PacketDispatcher<std::FILE>(routes, *stdout, codec::PacketDirections::ToServer).dispatch(packet);
          if (error == codec::PacketError::PayloadInvalid) std::printf("refused\n");
          return 0;
        }
        int main(int, char** argv) {
          if (argv[1] != std::string("write")) return read(argv[1]);
          const std::string folder = argv[2];
          flatbuffers::FlatBufferBuilder builder;
          const auto hello = [&] { builder.Clear(); return Schema::CreateHello(builder, builder.CreateString("from C++"), 42); };
          write(folder + "/right", codec::finish_packet(builder, hello()));
          builder.Finish(hello(), "WRNG");
          write(folder + "/wrong", codec::finish_packet(builder, 930));
          builder.Finish(hello());
          write(folder + "/missing", codec::finish_packet(builder, 930));
        }
        """;

    [OneTimeSetUp]
    public void Build()
    {
        ExternalProgram.Require("g++", "flatc", "flatbuffers/flatbuffers.h");
        string schema = Repository.PathOf("Codec.Tests", "GeneratedCode", "Schemas", "identified.fbs");
        string[] schemas = [schema, Repository.PathOf("schemas", "packets.fbs")];
        ExternalProgram.RunSuccessfully("flatc", ["--cpp", "-I", Repository.PathOf("schemas"), "-o", Folder, .. schemas]);
        string source = Put("hello.cpp", Program);
        CppCompiler.Compile(source, InFolder("hello"), "-O1", "-std=c++17", "-Wall", "-Wextra", "-I", Folder, "-I", Repository.PathOf("cpp", "include"));
        ExternalProgram.RunSuccessfully(InFolder("hello"), "write", Folder);
    }

    [Test]
    public void Csharp_accepts_the_file_identifier_written_by_cpp() =>
        Assert.That(Dispatch(File.ReadAllBytes(InFolder("right"))), Is.EqualTo((PacketError.None, "from C++ 42")));

    [TestCase("wrong", "WRNG")]
    [TestCase("missing", null)]
    public void Csharp_rejects_a_wrong_or_missing_file_identifier(string name, string? identifier)
    {
        byte[] packet = File.ReadAllBytes(InFolder(name));
        byte[] payload = packet[4..];
        Assert.That(payload.AsSpan(4, 4).SequenceEqual("WRNG"u8), Is.EqualTo(identifier is not null));
        Assert.That(Dispatch(packet), Is.EqualTo((PacketError.PayloadInvalid, "")));
        Assert.That(Hello.Verify(payload) || new Hello().TryRead(payload), Is.False);
        Assert.That(Hello.View.TryCreate(payload, out _) || Hello.View.TryCreateVerified(payload, out _), Is.False);
        Assert.That(new Bare().TryRead(payload) && Bare.Verify(payload), Is.True, "only the identifier is wrong");
    }

    [Test]
    public void Cpp_accepts_the_file_identifier_written_by_csharp()
    {
        byte[] packet = PacketEncoder.Encode(new Hello { Name = "from C#", Number = 43 });
        Assert.That(ReadInCpp(packet), Is.EqualTo("from C# 43\n"));
    }

    [Test]
    public void Cpp_rejects_a_wrong_file_identifier()
    {
        byte[] packet = PacketEncoder.Encode(new Hello { Name = "from C#" });
        for (int i = 0; i < 4; i++)
        {
            byte[] other = [.. packet];
            other[8 + i] ^= 1;
            Assert.That(ReadInCpp(other), Is.EqualTo("refused\n"), $"letter {i}");
        }
    }

    [Test]
    public void Cpp_rejects_a_payload_without_a_file_identifier()
    {
        byte[] packet = PacketEncoder.Encode(new Bare { Name = "from C#" });
        Assert.That(ReadInCpp(packet), Is.EqualTo("another packet\n"));
        BitConverter.TryWriteBytes(packet.AsSpan(2), (ushort)Hello.PacketId);
        Assert.That(ReadInCpp(packet), Is.EqualTo("refused\n"));
    }

    private static (PacketError Error, string Seen) Dispatch(byte[] packet)
    {
        List<string> log = [];
        PacketRoutes<List<string>> routes = new();
        routes.AddHello(static (seen, message) => seen.Add($"{message.Name} {message.Number}"));
        using PacketDispatcher<List<string>> dispatcher = new(routes, log, PacketDirections.ToServer);
        PacketError error = dispatcher.Dispatch(new Packet(packet, 0, packet.Length, BitConverter.ToUInt16(packet, 2), 4));
        return (error, string.Concat(log.Take(1)));
    }

    private string ReadInCpp(byte[] packet)
    {
        File.WriteAllBytes(InFolder("packet"), packet);
        return ExternalProgram.RunSuccessfully(InFolder("hello"), InFolder("packet"));
    }
}
