using System;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using Codec.Schema;
using Codec.Schema.Cpp;
using Codec.Schema.CSharp;
using Codec.Schema.Model;
using Codec.Tests.Interop;
using NUnit.Framework;

namespace Codec.Tests.Schema;

/// <summary>Tests the text of the C++ headers, and that g++ compiles them together with flatc's headers for the same schemas.</summary>
public sealed class CppEmitterTests
{
    private const string Base = """
        include "packets.fbs";
        namespace Base;
        struct Root { a:ushort; b:ubyte; }
        namespace ;
        struct Global { a:ushort; b:ubyte; }
        """;

    private const string Shapes = """
        include "base.fbs";
        namespace A.B;
        enum Kind:ubyte { x, y }
        struct In { a:ubyte; b:bool; }
        struct S (force_align: 16) {
          class:int; k:Kind; kk:[Kind:2]; b:bool; bs:[bool:3]; i:[In:2]; d:double; template:In; base:Base.Root;
        }
        struct Ping (packet_id: 107, packet_direction: "client") { time:ulong; kind:Kind; }
        table T (packet_id: 103, packet_direction: "server", packet_max_size: 100) { s:S; class:int; }
        struct Tiny (packet_id: 101) { x:ubyte; }
        table class (packet_id: 65535) { x:int; }
        table Chain (packet_id: 106, packet_max_depth: 3, packet_max_tables: 5) { next:Chain; all:[Chain]; }
        namespace C;
        struct Other { s:A.B.In; q:[ulong:2]; f:float; g:byte; h:short; i:ushort; j:uint; k:long; }
        table U (packet_id: 104) { o:Other; }
        namespace A.B;
        struct Again { o:C.Other; g:Global; }
        root_type T;
        file_identifier "T-?1";
        """;

    private const string Program = """
        #include "game_packets.hpp"
        #include "shapes_packets.hpp"
        #include "test_packet_packets.hpp"
        #include <codec/packet_dispatch.hpp>
        #include <codec/packet_encoder.hpp>
        #include <cstring>
        #include <type_traits>
        #include <vector>

        static_assert(codec::schemas::game::protocol_hash == GAME_HASH);
        static_assert(codec::schemas::shapes::protocol_hash != GAME_HASH && codec::schemas::base::protocol_hash != GAME_HASH);

        using List = A::B::ShapesPackets;
        static_assert(List::size == 6 && List::find(107) == 4 && List::find(108) == 6);
        static_assert(std::is_same_v<List::type_of<101>, A::B::Tiny> && std::is_same_v<List::type_of<103>, A::B::T>);
        static_assert(std::is_same_v<List::type_of<65535>, A::B::class_>);
        static_assert(codec::PacketTraits<A::B::Ping>::id == 107 && codec::PacketTraits<A::B::plain::Ping>::max_payload_size == 16);
        static_assert(std::is_same_v<codec::PacketTraits<A::B::Ping>::mirror, A::B::plain::Ping>);
        static_assert(std::is_same_v<codec::PacketTraits<A::B::plain::Ping>::mirror, A::B::Ping>);
        static_assert(codec::PacketTraits<A::B::Ping>::directions == codec::PacketDirections::ToServer);
        static_assert(codec::PacketTraits<A::B::T>::directions == codec::PacketDirections::ToClient);
        static_assert(codec::PacketTraits<A::B::T>::max_payload_size == 100);
        static_assert(std::string_view(codec::PacketTraits<A::B::T>::identifier) == "T-?1");
        static_assert(codec::PacketTraits<C::U>::directions == codec::PacketDirections::Both);
        static_assert(std::is_same_v<Game::GamePackets::type_of<6>, Game::Snapshot>);
        static_assert(codec::PacketTraits<A::B::Chain>::max_depth == 3 && codec::PacketTraits<A::B::Chain>::max_tables == 5);

        // A chain of so many tables below each other, of which the last has so many in its vector.
        bool chain(int deep, int wide) {
          flatbuffers::FlatBufferBuilder builder;
          std::vector<flatbuffers::Offset<A::B::Chain>> leaves;
          for (int i = 0; i < wide; ++i) leaves.push_back(A::B::CreateChain(builder));
          auto chain = A::B::CreateChain(builder, 0, builder.CreateVector(leaves));
          for (int i = 1; i < deep; ++i) chain = A::B::CreateChain(builder, chain);
          builder.Finish(chain);
          const codec::Packet packet{106, codec::as_bytes(builder.GetBufferPointer(), builder.GetSize()), {}};
          return codec::dispatch<List, codec::PacketDirections::Both>(packet, [](const auto&) {}) == codec::PacketError::None;
        }

        // The time in a Ping, told by the handler that is written for flatc's struct, or for its mirror, beside one that takes any packet.
        template <class Handler>
        bool pinged(const Handler& handler, const std::uint64_t& seen) {
          const A::B::Ping ping(77, A::B::Kind_y);
          alignas(8) std::byte bytes[sizeof(ping)];
          std::memcpy(bytes, &ping, sizeof(ping));
          const codec::Packet packet{107, {bytes, sizeof(bytes)}, {}};
          return codec::dispatch<List, codec::PacketDirections::ToServer>(packet, handler) == codec::PacketError::None && seen == 77;
        }

        bool structs() {
          std::uint64_t seen = 0;
          if (!pinged(codec::Overloaded{[&](const A::B::Ping& ping) { seen = ping.time(); }, [](const auto&) {}}, seen)) return false;
          seen = 0;
          return pinged(codec::Overloaded{[&](const A::B::plain::Ping& ping) { seen = ping.time; }, [](const auto&) {}}, seen);
        }

        // Whether the padding of a mirror is sent as zeros: here in a struct and in the structs that it contains.
        template <class T>
        std::vector<std::byte> bytes_over(int before, const T& fields) {
          T value;
          std::memset(static_cast<void*>(&value), before, sizeof(value));
          codec::wire::Struct<T>::fields(value, [&](auto& field) {
            const auto offset = reinterpret_cast<char*>(&field) - reinterpret_cast<char*>(&value);
            std::memcpy(&field, reinterpret_cast<const char*>(&fields) + offset, sizeof(field));
          });
          std::vector<std::byte> bytes(sizeof(value));
          codec::wire::store_value(bytes.data(), value);
          return bytes;
        }

        bool padding() {
          A::B::plain::Ping ping{};
          ping.time = 77;
          std::byte packet[4 + sizeof(ping)];
          std::memset(static_cast<void*>(&ping.kind + 1), 0xEE, sizeof(ping) - 9);
          if (codec::encode(packet, ping).status != codec::Status::Ok) return false;
          for (std::size_t i = 13; i < sizeof(packet); ++i) if (packet[i] != std::byte{}) return false;
          static_assert(codec::wire::Struct<A::B::plain::S>::has_padding && codec::wire::Struct<A::B::plain::Again>::has_padding);
          return bytes_over(0, A::B::plain::S{}) == bytes_over(0xEE, A::B::plain::S{});
        }

        // Whether the packet of a root_type has the identifier, and is refused with another.
        bool identified() {
          flatbuffers::FlatBufferBuilder builder;
          const codec::ByteSpan packet = codec::finish_packet(builder, A::B::CreateT(builder));
          std::vector<std::byte> payload(packet.begin() + 4, packet.end());
          const auto error = [&] { return codec::dispatch<List, codec::PacketDirections::ToClient>(codec::Packet{103, {payload.data(), payload.size()}, {}}, [](const auto&) {}); };
          if (payload[4] != std::byte{'T'} || error() != codec::PacketError::None) return false;
          payload[4] = std::byte{'U'};
          return error() == codec::PacketError::PayloadInvalid;
        }

        int main() {
          int handled = 0;
          const std::byte bytes[1] = {};
          const auto error = codec::dispatch<List, codec::PacketDirections::ToServer>(codec::Packet{101, {bytes, 1}, {}}, [&](const auto&) { ++handled; });
          if (error != codec::PacketError::None || handled != 1) return 1;
          if (!chain(3, 0) || chain(4, 0)) return 2;
          if (!chain(1, 4) || chain(1, 5)) return 3;
          if (!structs()) return 5;
          if (!padding()) return 6;
          return identified() ? 0 : 4;
        }
        """;

    [Test]
    public void The_header_of_a_schema_without_types_only_includes_the_header_of_flatc() =>
        Assert.That(
            Emit(("some.fbs", "attribute \"some\";")),
            Is.EqualTo("// Generated by `codec gen cpp-flatc` from some.fbs. Do not edit.\n#pragma once\n\n#include \"some_generated.h\"\n"));

    [TestCase("some.fbs", "codec::schemas::some")]
    [TestCase("dir/my-game.v2.fbs", "codec::schemas::my_game_v2")]
    [TestCase("a--b_.fbs", "codec::schemas::a_b_")]
    [TestCase("class.fbs", "codec::schemas::class_")]
    [TestCase("3d.fbs", "codec::schemas::schema_3d")]
    [TestCase(".fbs", "codec::schemas::schema_")]
    public void The_header_of_a_schema_without_packets_and_structs_declares_only_its_hash(string path, string scope)
    {
        string[] lines = Emit((path, "table T { x:int; }")).Split('\n');
        Assert.That(lines[3..6], Is.EqualTo((string[])["#include <cstdint>", "", $"#include \"{Path.GetFileName(path)[..^4]}_generated.h\""]));
        Assert.That(lines[7], Is.EqualTo($"#ifndef CODEC_PROTOCOL_HASH_OF_{scope["codec::schemas::".Length..].Replace("_", "_0", StringComparison.Ordinal)}"));
        Assert.That(lines[9], Is.EqualTo($"namespace {scope} {{"));
        Assert.That(lines[12], Does.Match("^inline constexpr ::std::uint64_t protocol_hash = 0x[0-9A-F]{16};$"));
        Assert.That(lines[14..16], Is.EqualTo((string[])[$"}}  // namespace {scope}", "#else"]));
        Assert.That(lines[16], Does.StartWith($"static_assert(::{scope}::protocol_hash == 0x"));
        Assert.That(lines[17], Is.EqualTo("#endif"));
    }

    [Test]
    public void Two_schemas_with_the_same_namespace_have_no_hash_and_cause_a_warning()
    {
        SchemaResult compiled = SchemaText.Compile(("a-b.fbs", "table A { x:int; }"), ("a_b.fbs", "table B { x:int; }"));
        SchemaResult result = CppEmitter.Check(compiled);
        Assert.That(SchemaText.Messages(result), Does.StartWith("a_b.fbs(1,1): warning CODEC084: ").And.Contain("'a_b.fbs'").And.Contain("'a-b.fbs'"));
        Assert.That(CppEmitter.Emit(result.Model!).Select(header => header.Text), Has.None.Contains("protocol_hash"));
        Assert.That(SchemaText.Messages(CppMessageEmitter.Check(compiled, CppOptions.Default)), Is.EqualTo(SchemaText.Messages(result)));
        Assert.That(CppMessageEmitter.Emit(result.Model!, CppOptions.Default).Select(header => header.Text), Has.None.Contains("protocol_hash"));
    }

    [Test]
    public void Two_schemas_with_the_same_list_of_packets_have_none_and_cause_a_warning()
    {
        SchemaResult compiled = SchemaText.Compile(
            ("my-game.fbs", "attribute \"packet_id\"; namespace N; table A (packet_id: 1) { x:int; }"),
            ("MyGame.fbs", "attribute \"packet_id\"; namespace N; table B (packet_id: 2) { x:int; }"));
        SchemaResult result = CppEmitter.Check(compiled);
        Assert.That(
            SchemaText.Messages(result),
            Does.Contain("warning CODEC084: The packet lists of ").And.Contain("'my-game.fbs'").And.Contain("'MyGame.fbs'").And.Contain("'N::MyGamePackets'"));
        Assert.That(CppEmitter.Emit(result.Model!).Select(header => header.Text), Has.None.Contains("MyGamePackets"));
        Assert.That(SchemaText.Messages(CppMessageEmitter.Check(compiled, CppOptions.Default)), Is.EqualTo(SchemaText.Messages(result)));
        Assert.That(CppMessageEmitter.Emit(result.Model!, CppOptions.Default).Select(header => header.Text), Has.None.Contains("MyGamePackets"));
    }

    [Test]
    public void A_derived_name_is_not_that_of_a_namespace()
    {
        SchemaResult compiled = SchemaText.Compile((
            "game.fbs",
            "include \"packets.fbs\";\nnamespace Game;\ntable Chat (packet_id: 1) { x:int; }\nnamespace Game.ChatView;\ntable T { x:int; }\nnamespace Game.GamePackets;\ntable U { x:int; }"));
        string text = string.Concat(CppMessageEmitter.Emit(compiled.Model!, CppOptions.Default).Select(header => header.Text));
        Assert.That(text, Does.Contain("class ChatView_ ").And.Not.Contain("class ChatView ").And.Contain("using GamePackets_ = "));
    }

    [Test]
    public void A_type_with_the_name_of_a_namespace_is_an_error()
    {
        SchemaResult compiled = SchemaText.Compile("namespace A;\ntable B { x:int; }\nnamespace A.B.C;\ntable D { x:int; }");
        SchemaResult result = CppMessageEmitter.Check(compiled, CppOptions.Default);
        Assert.That(SchemaText.Messages(result), Does.Contain("error CODEC071: 'A.B' is a type and a namespace; expected another name."));
        Assert.That(SchemaText.Messages(CppEmitter.Check(compiled)), Is.EqualTo(SchemaText.Messages(result)));
    }

    [TestCase("table codec { x:int; }", "", "'codec' is a type and a namespace of a library; expected another name.")]
    [TestCase("enum std:byte { A }", "", "'std' is a type and a namespace of a library; expected another name.")]
    [TestCase("namespace std; struct S { x:int; }", "", "'std.S' is in the C++ namespace 'std', which belongs to a library; expected another namespace.")]
    [TestCase("namespace std.a; struct S { x:int; }", "", "'std.a.S' is in the C++ namespace 'std::a', which belongs to a library; expected another namespace.")]
    [TestCase("namespace codec; enum Status:byte { Idle }", "", "'codec.Status' is in the C++ namespace 'codec', which belongs to a library; expected another namespace.")]
    [TestCase("namespace codec.wire; struct Struct { x:int; }", "", "'codec.wire.Struct' is in the C++ namespace 'codec::wire', which belongs to a library; expected another namespace.")]
    [TestCase("table T { x:int; }", "codec", "'T' is in the C++ namespace 'codec', which belongs to a library; expected another namespace.")]
    [TestCase("namespace A; table T { x:int; }", "std.b", "'A.T' is in the C++ namespace 'std::b::A', which belongs to a library; expected another namespace.")]
    [TestCase("namespace A.codec; table std { x:int; } namespace Codec; table T { x:int; }", "", null)]
    [TestCase("table std { x:int; } namespace codec; table T { x:int; }", "ours", null)]
    public void A_type_in_a_namespace_of_a_library_is_an_error(string schema, string enclosing, string? message)
    {
        SchemaResult compiled = SchemaText.Compile(schema);
        Assert.That(SchemaText.Messages(compiled), Is.Empty);
        string messages = SchemaText.Messages(CppMessageEmitter.Check(compiled, new CppOptions { Namespace = enclosing }));
        Assert.That(messages, message is null ? Is.Empty : Does.EndWith("error CODEC071: " + message));
        if (enclosing.Length == 0)
        {
            Assert.That(SchemaText.Messages(CppEmitter.Check(compiled)), Is.EqualTo(messages));
        }
    }

    [TestCase("namespace N; struct plain { x:int; }", "N.plain")]
    [TestCase("namespace N; enum plain:byte { A } namespace M; table plain { x:int; } namespace N; struct S { x:int; }", "N.plain")]
    [TestCase("namespace plain; table class { x:int; } namespace; struct class { x:int; }", "plain.class")]
    [TestCase("namespace N.plain; struct A { x:int; } namespace N; struct B { a:plain.A; } namespace M; table plain { b:N.B; }", null)]
    public void A_type_with_the_name_of_a_mirror_or_its_namespace_is_an_error(string schema, string? name)
    {
        SchemaResult compiled = SchemaText.Compile(schema);
        string messages = SchemaText.Messages(CppEmitter.Check(compiled));
        Assert.That(messages, name is null ? Is.Empty : Does.Contain($"error CODEC071: '{name}' ").And.Not.Contain("\n"));
        Assert.That(SchemaText.Messages(CppMessageEmitter.Check(compiled, CppOptions.Default)), Is.Empty);
    }

    [Test]
    public void A_warning_of_a_name_that_two_schemas_have_names_the_enclosing_namespace()
    {
        SchemaResult compiled = SchemaText.Compile(
            ("a-b.fbs", "attribute \"packet_id\"; namespace N; table A (packet_id: 1) { x:int; }"), ("a_b.fbs", "attribute \"packet_id\"; namespace N; table B (packet_id: 2) { x:int; }"));
        string messages = SchemaText.Messages(CppMessageEmitter.Check(compiled, new CppOptions { Namespace = "net.v2" }));
        Assert.That(messages, Does.Contain("'codec::schemas::net::v2::a_b::protocol_hash'").And.Contain("'net::v2::N::ABPackets'"));
    }

    [TestCase("int", "-2147483648", "-2147483647 - 1")]
    [TestCase("long", "-2147483648", "-2147483647 - 1")]
    [TestCase("long", "-9223372036854775808", "-9223372036854775807 - 1")]
    public void The_smallest_integers_have_no_literal_that_a_compiler_reads_as_unsigned(string type, string value, string expected)
    {
        SchemaModel model = SchemaText.Model(("a.fbs", $"enum E:{type} {{ Least = {value}, A = 0 }} table T {{ x:{type} = {value}; e:E; }}"));
        string text = CppMessageEmitter.Emit(model, CppOptions.Default)[0].Text;
        Assert.That(text, Does.Contain($"  Least = {expected},").And.Not.Contain(value));
    }

    [Test]
    [MaxTime(10_000)]
    public void Structs_that_contain_another_struct_twice_are_written_quickly()
    {
        string structs = string.Concat(Enumerable.Range(1, 28).Select(i => $"struct S{i} {{ a:S{i - 1}; b:S{i - 1}; }}\n"));
        SchemaModel model = SchemaText.Model(("a.fbs", "struct S0 { x:int; }\n" + structs));
        string text = CppMessageEmitter.Emit(model, CppOptions.Default)[0].Text;
        Assert.That(text.Split("has_padding = false"), Has.Length.EqualTo(30));
    }

    [TestCase("foo\\ \\", "foo")]
    [TestCase("foo \\\\\t\\ ", "foo")]
    [TestCase("foo\\\u00A0\\", "foo")]
    [TestCase("\\ \\", "")]
    [TestCase("foo??/", "foo")]
    [TestCase("foo ??/\\ ??/", "foo")]
    [TestCase("foo?/", "foo?/")]
    [TestCase("\\ foo\\bar", "\\ foo\\bar")]
    public void A_comment_does_not_continue_on_the_next_line(string comment, string expected)
    {
        SchemaModel model = SchemaText.Model(("a.fbs", $"/// {comment}\nstruct S {{\n  /// {comment}\n  x:int; }}\n/// {comment}\ntable T {{\n  /// {comment}\n  x:int; }}"));
        string[] lines = [.. CppMessageEmitter.Emit(model, CppOptions.Default)[0].Text.Split('\n').Select(line => line.Trim())];
        Assert.That(lines, Has.None.EndsWith("\\"));
        Assert.That(lines.Count(line => line == $"/// {expected}".Trim()), Is.GreaterThanOrEqualTo(4));
    }

    [Test]
    public void Headers_are_written_only_for_root_files()
    {
        SchemaModel model = SchemaText.Compile([("dir/a-b.fbs", "include \"c.fbs\"; table T { c:C; }"), ("dir/c.fbs", "struct C { x:int; }")], ["dir/a-b.fbs"]).Model!;
        Assert.That(string.Join(' ', CppEmitter.Emit(model).Select(header => header.Name)), Is.EqualTo("a-b_packets.hpp"));
        Assert.That(CppEmitter.Emit(model)[0].Text, Does.Contain("#include \"c_packets.hpp\""));
    }

    [Test]
    public void The_headers_in_the_repository_equal_the_generated_headers()
    {
        string[] names = ["packets.fbs", "test_packet.fbs", "game.fbs"];
        SchemaModel model = SchemaText.Model([.. names.Select(name => (name, File.ReadAllText(Repository.PathOf("schemas", name))))]);
        foreach (GeneratedFile header in (GeneratedFile[])[.. CppEmitter.Emit(model), .. CppMessageEmitter.Emit(model, CppOptions.Default)])
        {
            Assert.That(File.ReadAllText(Repository.PathOf("schemas", "generated", "cpp", header.Name)), Is.EqualTo(header.Text), header.Name);
        }
    }

    [Test]
    public void Compiles_with_the_headers_of_flatc()
    {
        ExternalProgram.Require("g++");
        string folder = Directory.CreateTempSubdirectory("codec").FullName;
        try
        {
            string[] shared = ["packets.fbs", "test_packet.fbs", "game.fbs"];
            SchemaModel model = SchemaText.Model(
                [.. shared.Select(name => (name, File.ReadAllText(Repository.PathOf("schemas", name)))), ("base.fbs", Base), ("shapes.fbs", Shapes)]);
            foreach (GeneratedFile header in CppEmitter.Emit(model))
            {
                File.WriteAllText(Path.Combine(folder, header.Name), header.Text);
            }

            string[] schemas = [Path.Combine(folder, "base.fbs"), Path.Combine(folder, "shapes.fbs")];
            File.WriteAllText(schemas[0], Base);
            File.WriteAllText(schemas[1], Shapes);
            FlatcTool.Run("flatc.mjs", ["-o", folder, "--cpp", "-I", "/schemas", .. schemas]);
            FlatcTool.Run("export-cpp.mjs", Path.Combine(folder, "include"));

            string source = Path.Combine(folder, "main.cpp");
            string program = Path.Combine(folder, "main");
            File.WriteAllText(source, Program);
            CppCompiler.Compile(
                source, program, "-DGAME_HASH=" + CSharpHash(model, "Game"), "-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror", "-I", folder, "-I",
                Repository.PathOf("cpp", "include"), "-isystem", Path.Combine(folder, "include"), "-include", Repository.PathOf("cpp", "tests", "headers", "windows_macros.hpp"));
            ExternalProgram.RunSuccessfully(program);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>Returns the value of a constant of Codec.Schemas.ProtocolHash, as C# source text.</summary>
    private static string CSharpHash(SchemaModel model, string name) => CSharpEmitter.Emit(model)
        .Select(file => Regex.Match(file.Text, $"public const ulong {name} = (0x[0-9A-F]+UL);"))
        .Single(match => match.Success).Groups[1].Value;

    private static string Emit(params (string Path, string Text)[] files) => CppEmitter.Emit(SchemaText.Model(files))[0].Text;
}
