using System;
using System.IO;
using Codec.Schema;
using Codec.Schema.Cpp;
using Codec.Schema.Model;
using Codec.Tests.Schema;
using NUnit.Framework;

namespace Codec.Tests.GeneratedCode;

/// <summary>
/// Tests generated C++ and flatc's types in one program, in separate namespaces and with one list of packets. Each reads what the other writes.
/// </summary>
[TestFixture]
internal sealed class CppCoexistenceTests
{
    private const string Program = """
        #include "game_generated.h"
        #include "game_messages.hpp"
        #include <codec/codec.hpp>
        #include <codec/flatbuffers.hpp>
        #include <vector>

        template <std::uint32_t Id>
        struct Traits {
          static constexpr std::uint32_t id = Id;
          static constexpr std::string_view name = "";
          static constexpr codec::PayloadKind kind = codec::PayloadKind::FlatBuffers;
          static constexpr codec::PacketDirections directions = codec::PacketDirections::Both;
          static constexpr std::uint32_t max_payload_size = codec::unlimited_payload;
        };
        template <> struct codec::PacketTraits<::Game::Login> : Traits<1> {};
        template <> struct codec::PacketTraits<::Game::Inventory> : Traits<5> {};

        using Mixed = codec::PacketList<::Game::Login, ours::Game::Chat, ::Game::Inventory>;
        using codec::PacketDirections;
        using codec::PacketError;

        int main() {
          std::vector<std::byte> memory(65536);
          ours::Game::Chat chat{ours::Game::ChatChannel::Guild, "Ada", "hello"};
          const codec::ByteSpan payload(memory.data(), codec::write(chat, memory));

          // flatc's verifier and accessors.
          const auto* data = reinterpret_cast<const std::uint8_t*>(payload.data());
          flatbuffers::Verifier verifier(data, payload.size());
          if (!verifier.VerifyBuffer<::Game::Chat>(nullptr)) return 1;
          if (flatbuffers::GetRoot<::Game::Chat>(data)->text()->str() != "hello") return 2;

          int handled = 0;
          const auto handler = codec::Overloaded{
              [&](const ::Game::Login& login) { handled += login.user()->str() == "Ada" ? 1 : 0; },
              [&](const ours::Game::ChatView& view) { handled += view.text() == "hello" ? 10 : 0; },
              [&](const auto&) { handled += 1000; }};
          const auto dispatch = [&](std::uint32_t id, codec::ByteSpan bytes) {
            return codec::dispatch<Mixed, PacketDirections::ToServer>(codec::Packet{id, bytes, bytes}, handler);
          };
          if (dispatch(4, payload) != PacketError::None) return 3;
          flatbuffers::FlatBufferBuilder builder;
          const std::vector<std::uint8_t> token{1, 2};
          builder.Finish(::Game::CreateLoginDirect(builder, "Ada", &token));
          const codec::ByteSpan theirs = codec::as_bytes(builder.GetBufferPointer(), builder.GetSize());
          if (dispatch(1, theirs) != PacketError::None || handled != 11) return 4;

          // What flatc's builder wrote.
          ours::Game::Login login;
          if (!codec::verify<ours::Game::Login>(theirs) || !codec::read_into(login, theirs) || login.user != "Ada" || login.token.size() != 2) return 5;
          return 0;
        }
        """;

    [Test]
    public void One_packet_list_can_contain_types_of_flatc_and_of_Codec()
    {
        ExternalProgram.Require("g++", "flatc", "flatbuffers/flatbuffers.h");
        string folder = Directory.CreateTempSubdirectory("codec-both").FullName;
        try
        {
            string[] names = ["packets.fbs", "game.fbs"];
            SchemaModel model = SchemaText.Model([.. Array.ConvertAll(names, name => (name, File.ReadAllText(Repository.PathOf("schemas", name))))]);
            foreach (GeneratedFile header in CppMessageEmitter.Emit(model, new CppOptions { Namespace = "ours" }))
            {
                File.WriteAllText(Path.Combine(folder, header.Name), header.Text);
            }

            string include = Path.Combine(folder, "include");
            ExternalProgram.RunSuccessfully("flatc", ["--cpp", "-o", include, .. Array.ConvertAll(names, name => Repository.PathOf("schemas", name))]);
            File.WriteAllText(Path.Combine(folder, "main.cpp"), Program);
            CppCompiler.Compile(
                Path.Combine(folder, "main.cpp"), Path.Combine(folder, "main"),
                "-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I", folder, "-I", Repository.PathOf("cpp", "include"), "-isystem", include);
            ExternalProgram.RunSuccessfully(Path.Combine(folder, "main"));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
