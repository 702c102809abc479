using System.IO;
using Codec.Schema;
using Codec.Schema.Cpp;
using Codec.Schema.Model;
using Codec.Tests.Schema;
using NUnit.Framework;

namespace Codec.Tests.GeneratedCode;

/// <summary>Tests generated C++ beyond reading and writing: keys, and schemas that include each other.</summary>
[TestFixture]
internal sealed class CppProgramTests
{
    private const string Keys = """
        table Text { name:string (key); n:int; }
        table Real { x:double (key); }
        struct Pt { id:uint (key); v:float; }
        enum Color:ubyte { Red, Green, Blue }
        struct Ink { c:Color (key); amount:ushort; }
        table Root { texts:[Text]; reals:[Real]; pts:[Pt]; inks:[Ink]; }
        """;

    private const string KeysProgram = """
        #include "keys_stream.hpp"
        #include <cstdlib>
        #include <iostream>
        #include <limits>
        #define REQUIRE(condition) if (!(condition)) { std::cerr << __LINE__ << ": " #condition "\n"; return 1; }
        int main() {
          for (unsigned count = 0; count < 40; ++count) {
            Root root;
            root.texts.emplace(); root.reals.emplace(); root.pts.emplace(); root.inks.emplace();
            for (unsigned i = 0; i < count; ++i) {
              root.texts->push_back({std::string(i, 'a'), static_cast<int>(i)});
              root.reals->push_back({i == 0 ? std::numeric_limits<double>::quiet_NaN() : i * 0.5 - 3});
              root.pts->push_back({i * 2, 1.5f});
              if (i < 3) root.inks->push_back({static_cast<Color>(i), static_cast<std::uint16_t>(i * 10)});
            }
            std::vector<std::byte> payload(codec::max_size(root));
            payload.resize(codec::write(root, payload));
            const RootView view = codec::verified_view<Root>(codec::ByteSpan(payload));
            REQUIRE(view);
            for (unsigned i = 0; i < 45; ++i) {
              const bool is_in = i < count;
              const TextView text = view.texts().find(std::string(i, 'a'));
              REQUIRE(static_cast<bool>(text) == is_in && (!is_in || text.n() == static_cast<int>(i)));
              REQUIRE(!view.texts().find(std::string(i, 'a') + "b"));
              const auto point = view.pts().find(i * 2);
              REQUIRE(point.has_value() == is_in && (!is_in || point->id == i * 2));
              REQUIRE(!view.pts().find(i * 2 + 1).has_value());
              REQUIRE(i == 0 || static_cast<bool>(view.reals().find(i * 0.5 - 3)) == is_in);
            }
            REQUIRE(static_cast<bool>(view.reals().find(std::numeric_limits<double>::quiet_NaN())) == (count > 0));
            REQUIRE(view.inks().find(Color::Blue).has_value() == (count > 2));
          }
          RootView none;
          REQUIRE(!none.texts().find("a") && !none.pts().find(1).has_value());
          return 0;
        }
        """;

    private const string CycleProgram = """
        #include "b_stream.hpp"
        #include "a_stream.hpp"
        #include "c_json.hpp"
        int main() {
          X::B b;
          b.a.emplace().p.emplace(X::Pt{1, 2});
          b.a->b.emplace();
          static_assert(codec::schemas::a::protocol_hash != 0 && codec::schemas::b::protocol_hash != 0);
          static_assert(X::APackets::size == 1 && X::BPackets::size == 1);
          X::C c;
          c.b = b;
          return codec::to_json(c) == R"({"b":{"a":{"b":{},"p":{"x":1,"y":2}}}})" ? 0 : 1;
        }
        """;

    [Test]
    public void Elements_are_found_by_their_key() => RunCpp(KeysProgram, ("keys.fbs", Keys));

    [Test]
    public void Schemas_can_include_each_other() => RunCpp(
        CycleProgram,
        ("a.fbs", "include \"packets.fbs\"; include \"b.fbs\"; namespace X; table A (packet_id: 10) { b:B; p:Pt; }"),
        ("b.fbs", "include \"packets.fbs\"; include \"a.fbs\"; namespace X; struct Pt { x:float; y:float; } table B (packet_id: 11) { a:A; }"),
        ("c.fbs", "include \"b.fbs\"; namespace X; table C { b:B; }"));

    private static void RunCpp(string program, params (string Path, string Text)[] schemas)
    {
        ExternalProgram.Require("g++");
        string folder = Directory.CreateTempSubdirectory("codec-program").FullName;
        try
        {
            SchemaModel model = SchemaText.Model(schemas);
            foreach (GeneratedFile header in CppMessageEmitter.Emit(model, CppOptions.Default))
            {
                File.WriteAllText(Path.Combine(folder, header.Name), header.Text);
            }

            File.WriteAllText(Path.Combine(folder, "main.cpp"), program);
            CppCompiler.Compile(
                Path.Combine(folder, "main.cpp"), Path.Combine(folder, "main"), "-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror",
                "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-I", folder, "-I", Repository.PathOf("cpp", "include"));
            ExternalProgram.RunSuccessfully(Path.Combine(folder, "main"));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
