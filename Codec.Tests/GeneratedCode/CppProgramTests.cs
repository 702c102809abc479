namespace Codec.Tests.GeneratedCode;

/// <summary>Tests generated C++ beyond reading and writing: keys, unions, and schemas that include each other.</summary>
internal sealed class CppProgramTests : TestFolderFixture
{
    // The first line of every program; a program that uses it includes iostream.
    private const string Require = """
        #define REQUIRE(condition) if (!(condition)) { std::cerr << __LINE__ << ": " #condition "\n"; return 1; }

        """;

    private const string Unions = """
        namespace Unions;
        table Sword { damage:int; name:string; notes:[string]; twin:Sword; }
        struct Spot { x:float; y:float; }
        union Item { Sword, Spot, Note:string }
        table Label { text:string; }
        table Rack { label:Label (required); }
        table Bag { best:Item; loot:[Item]; racks:[Rack]; }
        """;

    // An object and a view call the same functions. The last payload is not verified: its type has no name, or its value is missing.
    private const string UnionsProgram = """
        #include "unions_messages.hpp"
        #include <iostream>
        #include <string>
        struct Text {
          std::string text;
          void operator()(const Sword& sword) { text += "sword " + std::to_string(sword.damage) + ' '; }
          void operator()(const SwordView& sword) { text += "sword " + std::to_string(sword.damage()) + ' '; }
          void operator()(const Spot& spot) { text += "spot " + std::to_string(static_cast<int>(spot.y)) + ' '; }
          void operator()(std::string_view note) { text += "note " + std::string(note) + ' '; }
        };
        int main() {
          Bag bag;
          REQUIRE(!bag.best.has_value() && !bag.best.visit(Text()) && bag.best.get<Item::Sword>() == nullptr);
          bag.best.set<Item::Sword>({7}).damage += 1;
          bag.loot.emplace();
          bag.loot->emplace_back().set<Item::Spot>({1, 2});
          bag.loot->emplace_back().set<Item::Note>("n");
          bag.loot->emplace_back().set<Item::Sword>();
          std::vector<std::byte> payload(codec::max_size(bag));
          payload.resize(codec::write(bag, payload));
          const BagView view = codec::verified_view<Bag>(codec::ByteSpan(payload));
          REQUIRE(view && view.best().has_value() && view.best().type() == Item::Sword);
          Text object, in_place;
          REQUIRE(bag.best.visit(object) && view.best().visit(in_place));
          for (const auto& item : *bag.loot) REQUIRE(item.visit(object));
          for (const auto item : view.loot()) REQUIRE(item.visit(in_place));
          REQUIRE(object.text == "sword 8 spot 2 note n sword 0 " && in_place.text == object.text);
          REQUIRE(!BagView().best().has_value() && !BagView().best().visit(Text()));

          // Tables with nested fields that are not required share no vtable if they are written from values.
          std::vector<std::byte> written(payload.size() + 12);
          codec::PayloadWriter writer(written);
          const BagWriter root = codec::begin<Bag>(writer, {});
          root.open_best().write<Item::Sword>({8});
          codec::UnionVectorWriter<ItemValue> loot = root.start_loot(3);
          loot.add().write<Item::Spot>({1, 2});
          loot.add().write<Item::Note>("n");
          loot.add().write<Item::Sword>({});
          REQUIRE(writer.size() == payload.size() + 12);
          Bag read;
          REQUIRE(codec::read_into(read, codec::ByteSpan(written)) && read.best.get<Item::Sword>()->damage == 8 && read.loot->size() == 3);

          Bag racked;
          racked.racks.emplace(2);
          for (Rack& rack : *racked.racks) rack.label.emplace();
          written.resize(codec::max_size(racked));
          written.resize(codec::write(racked, written));
          std::vector<std::byte> values(written.size());
          codec::PayloadWriter again(values);
          codec::TableVectorWriter<Rack> racks = codec::begin<Bag>(again, {}).start_racks(2);
          for (int i = 0; i < 2; ++i) racks.add({}).write_label({});
          REQUIRE(again.size() == values.size() && values == written && codec::verify<Bag>(values));

          bag.loot->clear();
          ItemValue taken = std::move(bag.best);
          REQUIRE(taken.get<Item::Sword>()->damage == 8);
          bag.best.reset();
          REQUIRE(!bag.best.has_value() && codec::write(bag, payload) > 0);

          for (unsigned type : {1u, 2u, 3u, 9u}) {
            Bag other;
            other.best.set<Item::Note>("abc");
            payload.assign(codec::max_size(other), {});
            payload.resize(codec::write(other, payload));
            REQUIRE(codec::view<Bag>(codec::ByteSpan(payload)).best().visit(Text()));
            for (std::byte& byte : payload) {
              if (byte == std::byte{3} && &byte - payload.data() < static_cast<std::ptrdiff_t>(payload.size()) - 8) byte = static_cast<std::byte>(type);
            }
            payload.resize(payload.size() - 8);
            const BagView damaged = codec::view<Bag>(codec::ByteSpan(payload));
            REQUIRE(damaged.best().type() == static_cast<Item>(type));
            REQUIRE(!damaged.best().visit(Text()));
          }
          return 0;
        }
        """;

    private const string Inside = """
        namespace Inside;
        union Any { Node, Spot, Text:string }
        table Node { value:int; child:Node; any:Any; }
        struct Spot { x:int; }
        """;

    // The sanitizers find an assignment that destroys the value before it reads it.
    private const string InsideProgram = """
        #include "inside_messages.hpp"
        #include <iostream>
        #include <string>
        const std::string text = "a text that is not stored in the string itself";
        AnyValue nested(Any type) {
          AnyValue value;
          AnyValue& inner = value.set<Any::Node>().any;
          if (type == Any::Node) inner.set<Any::Node>().value = 3;
          if (type == Any::Spot) inner.set<Any::Spot>({4});
          if (type == Any::Text) inner.set<Any::Text>(text);
          return value;
        }
        bool has(const AnyValue& value, Any type) {
          if (value.type() != type) return false;
          if (type == Any::Node) return value.get<Any::Node>()->value == 3;
          if (type == Any::Spot) return value.get<Any::Spot>()->x == 4;
          return type != Any::Text || *value.get<Any::Text>() == text;
        }
        int main() {
          for (const Any type : {Any::NONE, Any::Node, Any::Spot, Any::Text}) {
            AnyValue copied = nested(type);
            copied = copied.get<Any::Node>()->any;
            REQUIRE(has(copied, type));
            AnyValue moved = nested(type);
            moved = std::move(moved.get<Any::Node>()->any);
            REQUIRE(has(moved, type));
            AnyValue& same = moved;
            moved = same;
            REQUIRE(has(moved, type));
            moved = std::move(same);
            REQUIRE(has(moved, type));
            moved = copied;
            REQUIRE(has(moved, type) && has(copied, type));
            copied = nested(type);
            REQUIRE(has(copied.get<Any::Node>()->any, type));
            copied.set<Any::Node>(std::move(*copied.get<Any::Node>()));
            REQUIRE(has(copied.get<Any::Node>()->any, type));
            copied = {};
            REQUIRE(!copied.has_value());
          }
          Node root;
          root.child.emplace().child.emplace().child.emplace().value = 3;
          root.child = root.child->child;
          root.child = std::move(root.child->child);
          codec::Boxed<Node>& same = root.child;
          root.child = same;
          root.child = std::move(same);
          root.child = *root.child;
          root.child.emplace(*root.child);
          REQUIRE(root.child->value == 3 && !root.child->child);
          return 0;
        }
        """;

    private const string Deep = """
        namespace Deep;
        table Node { next:Node; }
        union Any { Node }
        table Root { one:Node; many:[Node]; any:Any; all:[Any]; }
        """;

    private const string DeepProgram = """
        #include "deep_messages.hpp"
        #include <iostream>
        static Node nest(int levels) {
          Node node;
          if (levels > 1) node.next.emplace(nest(levels - 1));
          return node;
        }
        static Root in_each_field(int field, int levels) {
          Root root;
          if (field == 0) root.one.emplace(nest(levels));
          if (field == 1) root.many.emplace().push_back(nest(levels));
          if (field == 2) root.any.set<Any::Node>(nest(levels));
          if (field == 3) root.all.emplace().emplace_back().set<Any::Node>(nest(levels));
          return root;
        }
        int main() {
          std::vector<std::byte> payload(4096);
          for (int field = 0; field < 4; ++field) {
            const std::size_t size = codec::write(in_each_field(field, 63), payload);
            REQUIRE(size > 0 && codec::max_size(in_each_field(field, 63)) >= size);
            REQUIRE(codec::verify<Root>(codec::ByteSpan(payload).subspan(0, size)));
            REQUIRE(codec::write(in_each_field(field, 64), payload) == 0 && codec::max_size(in_each_field(field, 64)) == 0);
          }
          return 0;
        }
        """;

    private const string Overlapping = "namespace Overlapping; table Node { all:[Node]; }";

    // A table at each level refers to a vector of 16,000 tables, whose first one is the table at the next level. The vectors overlap.
    private const string OverlappingProgram = """
        #include "overlapping_messages.hpp"
        #include <iostream>
        static std::size_t count(const Node& node) {
          std::size_t result = 1;
          if (node.all.has_value()) for (const Node& child : *node.all) result += count(child);
          return result;
        }
        int main() {
          std::vector<std::byte> payload(65500);
          std::size_t place = 0;
          const auto put = [&](std::uint32_t value) { codec::wire::store(payload.data() + place, value); place += 4; };
          put(12); put(8 << 16 | 6); put(4);
          for (int level = 1; level < 64; ++level) {
            put(static_cast<std::uint32_t>(place - 4)); put(4); put(16000); put(4);
          }
          Node node;
          REQUIRE(!codec::read_into(node, codec::ByteSpan(payload)));
          REQUIRE(count(node) <= 16384);
          return 0;
        }
        """;

    private const string Names = """
        attribute "packet_id";
        namespace A;
        enum Bits:ubyte (bit_flags) { a, b }
        enum value:ubyte (bit_flags) { a, b }
        enum left:ubyte (bit_flags) { a, b }
        enum right:ubyte (bit_flags) { a, b }
        struct out (packet_id: 3) { x:int; }
        table Table { x:int; min:Row; }
        table Row { TableView:int; TableWriter:Table; }
        table NamesPackets (packet_id: 4) { assert:int; major:Table; minor:out; tables:[Table]; bits:Bits; }
        """;

    private const string NamesProgram = """
        #include <cassert>
        #define major(number) 1
        #define minor(number) 2
        #include "names_messages.hpp"
        #include <iostream>
        #include <sstream>
        int main() {
          static_assert(A::NamesPackets_::size == 2);
          static_assert(((A::Bits::a | A::Bits::b) & A::Bits::b) == A::Bits::b && (A::value::a ^ A::value::a) == A::value{});
          static_assert((A::left::a | A::left::b) != A::left::a && ~~A::right::a == A::right::a);
          A::NamesPackets message;
          message.assert = 7;
          message.major.emplace(A::Table{3}).min.emplace(A::Row{5}).TableWriter.emplace(A::Table{6});
          message.minor = A::out{4};
          message.bits = A::Bits::a | A::Bits::b;
          std::vector<std::byte> payload(codec::max_size(message));
          payload.resize(codec::write(message, payload));
          const A::NamesPacketsView view = codec::verified_view<A::NamesPackets>(codec::ByteSpan(payload));
          REQUIRE((view.assert)() == 7 && (view.minor)()->x == 4);
          const A::TableView table = (view.major)();
          REQUIRE(table.x() == 3 && (table.min)().TableView() == 5 && (table.min)().TableWriter().x() == 6);
          std::vector<std::byte> written(payload.size());
          codec::PayloadWriter writer(written);
          const A::TableWriter nested = codec::begin<A::NamesPackets>(writer, {7, A::out{4}, message.bits}).write_major({3});
          nested.write_min({5}).write_TableWriter({6});
          REQUIRE(writer.size() == payload.size());
          return 0;
        }
        """;

    private const string Keywords = """
        namespace consteval;
        enum E:ubyte { NULL, EOF, constinit }
        enum Platform:ubyte { WIN32, linux, unix, typeof, contract_assert }
        enum Order:ubyte { LITTLE_ENDIAN, BIG_ENDIAN, PDP_ENDIAN, BYTE_ORDER }
        enum Code:ubyte { EXIT_SUCCESS, EXIT_FAILURE, EAGAIN, ETIMEDOUT, BUFSIZ, RAND_MAX, SEEK_SET, SEEK_CUR, SEEK_END, INT_MAX, NAN, M_PI, DBL_MAX, FE_INVALID, SIGINT, SA_RESTART }
        table char8_t { constinit:int; consteval:E; concept:int; requires:[int]; co_await:char8_t; errno:int; linux:int; unix:int; order:Order; code:Code; si_value:int; math_errhandling:int; typeof:Platform; }
        """;

    private const string Macros = """
        namespace unix;
        enum FD_ZERO:ubyte { FD_SET, htons, MAX }
        enum EOF:byte { stdin, NAN }
        struct linux { major:ushort; check:bool; errno:EOF; }
        table htonl { x:int; }
        union stderr { htonl, linux }
        table INT_MAX {
          htobe16:ushort; be16toh:ushort; FD_SET:int = 5; FD_ISSET:double; bits:FD_ZERO; MIN:string; min:[int]; check:linux; verify:[string]; timercmp:[htonl]; ntohl:stderr; makedev:htonl;
          assert:bool; stdout:EOF;
        }
        root_type INT_MAX;
        """;

    private const string MacrosProgram = """
        #include <arpa/inet.h>
        #include <cerrno>
        #include <cfenv>
        #include <cfloat>
        #include <climits>
        #include <cmath>
        #include <csignal>
        #include <cstdio>
        #include <cstdlib>
        #include <endian.h>
        #include <iostream>
        #include <sys/param.h>
        #include <sys/select.h>
        #include <sys/sysmacros.h>
        #include <sys/time.h>
        #include <vector>
        #include "../tests/headers/windows_macros.hpp"
        #include "keywords_messages.hpp"
        #include "macros_messages.hpp"
        int main() {
          consteval_::char8_t_ keywords{1, consteval_::E::EOF_};
          keywords.co_await_.emplace().errno_ = 2;
          keywords.order = consteval_::Order::BIG_ENDIAN_;
          keywords.code = consteval_::Code::EAGAIN_;
          keywords.typeof_ = consteval_::Platform::contract_assert_;
          static_assert(consteval_::Platform::WIN32_ != consteval_::Platform::typeof_);
          REQUIRE(keywords.constinit_ == 1 && keywords.co_await_->errno_ == 2);
          unix_::INT_MAX_ message;
          message.htobe16 = 1;
          message.be16toh = 2;
          message.bits = unix_::FD_ZERO::MAX;
          message.makedev.emplace().x = 3;
          message.check.emplace().errno_ = unix_::EOF_::NAN_;
          message.stdout_ = unix_::EOF_::NAN_;
          std::vector<std::byte> payload(codec::max_size(message));
          payload.resize(codec::write(message, payload));
          const unix_::INT_MAXView view = codec::view<unix_::INT_MAX_>(codec::ByteSpan(payload));
          REQUIRE((view.htobe16)() == 1 && (view.be16toh)() == 2 && (view.FD_SET)() == 5 && (view.FD_ISSET)() == 0 && view.bits() == unix_::FD_ZERO::MAX);
          REQUIRE((view.makedev)().x() == 3 && (view.check)()->errno_ == unix_::EOF_::NAN_ && view.stdout_() == unix_::EOF_::NAN_);
          return 0;
        }
        """;

    private const string Alias =
        "namespace Alias; enum E:int { A, B, C = 1 } enum F:uint (bit_flags) { A = 1, B = 2, C = 2 } union U { } table T { e:E; f:F; u:U; us:[U]; }";

    // An enum can have two names for a number, and a union no members.
    private const string AliasProgram = """
        #include "alias_messages.hpp"
        #include <iostream>
        int main() {
          T message;
          message.e = E::C;
          message.f = F::A | F::C;
          std::vector<std::byte> payload(codec::max_size(message));
          payload.resize(codec::write(message, payload));
          T read;
          REQUIRE(codec::verify<T>(codec::ByteSpan(payload)) && codec::read_into(read, codec::ByteSpan(payload)));
          REQUIRE(read.e == E::B && read.f == (F::A | F::B));
          return 0;
        }
        """;

    private const string CycleProgram = """
        #include "b_messages.hpp"
        #include "a_messages.hpp"
        #include "c_messages.hpp"
        int main() {
          X::B b;
          b.a.emplace().p.emplace(X::Pt{1, 2});
          b.a->b.emplace();
          static_assert(codec::schemas::a::protocol_hash != 0 && codec::schemas::b::protocol_hash != 0);
          static_assert(X::APackets::size == 1 && X::BPackets::size == 1);
          X::C c;
          c.b = b;
          return c.b->a->p->y == 2 && c.b->a->b.has_value() ? 0 : 1;
        }
        """;

    private const string LargeStructs = """
        namespace Large;
        struct Big { data:[ubyte:1000]; }
        union Any { Big }
        table Row { values:[Any]; }
        table Root { rows:[Row]; }
        """;

    // 21 references to one table with a vector of 13,000 values, which have space for a struct.
    private const string LargeStructsProgram = """
        #include "large_messages.hpp"
        #include <iostream>
        int main() {
          Root root;
          root.rows.emplace(21);
          root.rows->front().values.emplace(13000);
          std::vector<std::byte> payload(codec::max_size(root));
          payload.resize(codec::write(root, payload));
          Root target;
          REQUIRE(codec::read_into(target, codec::ByteSpan(payload)) && target.rows->front().values->size() == 13000);
          const auto follow = [&](std::size_t place) { return place + codec::wire::load<std::uint32_t>(payload.data() + place); };
          const std::size_t first = follow(follow(0) + 4) + 4;
          const std::size_t table = follow(first);
          for (std::size_t i = 0; i < 21; ++i) {
            codec::wire::store(payload.data() + first + 4 * i, static_cast<std::uint32_t>(table - first - 4 * i));
          }
          REQUIRE(codec::verify<Root>(codec::ByteSpan(payload)));
          Root other;
          REQUIRE(!codec::read_into(other, codec::ByteSpan(payload)));
          return 0;
        }
        """;

    // The last header has only the hash of the first one.
    private const string VersionsProgram = """
        #include "v1/game_messages.hpp"
        #include "v2/game_messages.hpp"
        #include "v3/game_messages.hpp"
        #include HASH
        static_assert(codec::schemas::v1::game::protocol_hash != codec::schemas::net::v2::game::protocol_hash);
        static_assert(codec::schemas::net_v2::game::protocol_hash != codec::schemas::net::v2::game::protocol_hash);
        int main() { return v1::Chat().text.has_value() || net::v2::Chat().number != 0 ? 1 : 0; }
        """;

    // One program, because each one takes seconds to compile. Each part has a schema and a function in a namespace of their own.
    [Test]
    public void Unions_are_set_and_replaced_and_limits_of_depth_and_memory_are_enforced()
    {
        (string Name, string Schema, string Program)[] parts =
        [
            ("Unions", Unions, UnionsProgram), ("Inside", Inside, InsideProgram), ("Deep", Deep, DeepProgram), ("Overlapping", Overlapping, OverlappingProgram),
            ("Large", LargeStructs, LargeStructsProgram), ("Alias", Alias, AliasProgram),
        ];
        IEnumerable<string> lines = parts.SelectMany(part => part.Program.Split('\n')).Where(IsInclude).Distinct();
        IEnumerable<string> functions = parts.Select(part =>
            $"namespace test_{part.Name} {{\nusing namespace {part.Name};\n{string.Join('\n', part.Program.Split('\n').Where(line => !IsInclude(line)))}\n}}\n"
                .Replace("int main()", "int run()", StringComparison.Ordinal));
        string main = $"int main() {{ return {string.Join(" || ", parts.Select(part => $"test_{part.Name}::run() != 0"))} ? 1 : 0; }}";
        RunCpp(string.Join('\n', [.. lines, .. functions, main]), [.. parts.Select(part => ($"{part.Name.ToLowerInvariant()}.fbs", part.Schema))]);

        static bool IsInclude(string line) => line.StartsWith("#include", StringComparison.Ordinal);
    }

    [Test]
    public void The_union_of_the_page_about_Cpp_compiles()
    {
        static string FirstBlock(string text, string language) => text.Split($"```{language}\n")[1].Split("```")[0];
        string code = FirstBlock(Repository.Read("docs/cpp.md").Split("### A union\n")[1], "cpp");
        string program = $$"""
            #include "arena_messages.hpp"
            #include <codec/codec.hpp>
            #include <iostream>
            int main() {
            {{code}}
            return 0;
            }
            """;
        RunCpp(program, ("arena.fbs", FirstBlock(Repository.Read("docs/messages.md"), "fbs")));
    }

    [Test]
    public void Types_and_fields_can_have_names_that_generated_code_uses() => RunCpp(NamesProgram, ("names.fbs", Names));

    [Test]
    public void Keywords_of_newer_standards_and_macros_that_are_defined_before_get_an_underscore() =>
        RunCpp("gnu++20", MacrosProgram, [("keywords.fbs", Keywords), ("macros.fbs", Macros)]);

    [Test]
    public void Schemas_can_include_each_other() => RunCpp(
        CycleProgram,
        ("a.fbs", "include \"packets.fbs\"; include \"b.fbs\"; namespace X; table A (packet_id: 10) { b:B; p:Pt; }"),
        ("b.fbs", "include \"packets.fbs\"; include \"a.fbs\"; namespace X; struct Pt { x:float; y:float; } table B (packet_id: 11) { a:A; }"),
        ("c.fbs", "include \"b.fbs\"; namespace X; table C { b:B; }"));

    [Test]
    public void Files_can_use_types_of_files_that_they_do_not_include() => RunCpp(
        """
        #include "all_messages.hpp"
        #include "user_messages.hpp"
        static_assert(codec::schemas::all::protocol_hash != 0 && codec::schemas::user::protocol_hash != 0 && codec::schemas::back::protocol_hash != 0);
        int main() {
          All all;
          all.user.emplace().v = V{1.5f};
          all.user->back.emplace().user.emplace();
          return all.user->v->x == 1.5f && all.user->back->user.has_value() ? 0 : 1;
        }
        """,
        [("all.fbs", "include \"base.fbs\"; include \"user.fbs\"; include \"back.fbs\"; table All { user:User; }")],
        ("base.fbs", "struct V { x:float; } table Base { user:User; }"),
        ("user.fbs", "union Any { Base, V } table User { v:V; back:Back; any:Any; }"),
        ("back.fbs", "table Back { user:User; }"));

    [TestCase("/s", "Bar_messages.hpp Layout/Bar_messages.hpp")]
    [TestCase("/s/", "Bar_messages.hpp Layout/Bar_messages.hpp")]
    [TestCase("/s/Layout /s", "Bar_messages.hpp Bar_messages.hpp")]
    [TestCase("/ /s", "s/Bar_messages.hpp s/Layout/Bar_messages.hpp")]
    [TestCase("/s/Lay", "Bar_messages.hpp Bar_messages.hpp")]
    [TestCase("", "Bar_messages.hpp Bar_messages.hpp")]
    public void The_name_of_a_header_is_relative_to_the_first_prefix_folder_that_contains_the_schema(string folders, string expected)
    {
        foreach (Func<string, string> system in (Func<string, string>[])[path => path, OnWindows])
        {
            CppOptions options = new() { PrefixFolders = new EquatableArray<string>(folders.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(system)) };
            SchemaModel model = SchemaText.Model((system("/s/Bar.fbs"), "table A { x:int; }"), (system("/s/Layout/Bar.fbs"), "table B { x:int; }"));
            IEnumerable<string> names = CppMessageEmitter.Emit(model, options).Select(file => file.Name);
            Assert.That(string.Join(' ', names), Is.EqualTo(expected));
        }

        static string OnWindows(string path) => path.Replace('/', '\\');
    }

    [Test]
    public void Schemas_with_one_file_name_have_their_own_hashes_if_their_namespaces_differ()
    {
        ExternalProgram.Require("g++");
        Write("v1", "v1", "table Chat { text:string; }");
        Write("v2", "net.v2", "table Chat { number:int; }");
        Write("v3", "net_v2", "table Chat { number:long; }");
        Write("other", "v1", "table Chat { number:int; }");
        File.WriteAllText(InFolder("main.cpp"), VersionsProgram);
        string[] options = ["-std=c++17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I", Folder, "-I", Repository.PathOf("cpp", "include"), InFolder("main.cpp")];
        ExternalProgram.RunSuccessfully("g++", ["-DHASH=\"v1/hash.hpp\"", .. options]);
        (int exitCode, string output) = ExternalProgram.Run("g++", ["-DHASH=\"other/hash.hpp\"", .. options]);
        Assert.That(exitCode, Is.Not.Zero);
        Assert.That(output, Does.Contain("Another schema has the name codec::schemas::v1::game"));

        void Write(string name, string scope, string schema)
        {
            string header = CppMessageEmitter.Emit(SchemaText.Model(("game.fbs", schema)), new CppOptions { Namespace = scope })[0].Text;
            Put(name + "/game_messages.hpp", header);
            Put(name + "/hash.hpp", header[header.IndexOf("#ifndef", StringComparison.Ordinal)..]);
        }
    }

    [Test]
    public void Numbers_of_8_bytes_in_structs_are_aligned_on_every_host()
    {
        SchemaModel model = SchemaText.Model(("wide.fbs", "enum E:long { A } struct In { d:double; } struct S { i:int; d:double; l:[ulong:2]; e:E; n:In; }"));
        string header = CppMessageEmitter.Emit(model, CppOptions.Default).First(file => file.Name == "wide_messages.hpp").Text;
        Assert.That(header, Does.Contain("""
              ::std::int32_t i{};
              alignas(8) double d{};
              alignas(8) ::std::array<::std::uint64_t, 2> l{};
              alignas(8) ::E e{};
              ::In n{};
            """));
    }

    private void RunCpp(string program, params (string Path, string Text)[] schemas) => RunCpp("c++17", program, schemas);

    private void RunCpp(string program, (string Path, string Text)[] roots, params (string Path, string Text)[] included) =>
        RunCpp("c++17", program, SchemaText.Compile([.. included, .. roots], [.. roots.Select(root => root.Path)]).Model!);

    private void RunCpp(string standard, string program, (string Path, string Text)[] schemas) => RunCpp(standard, program, SchemaText.Model(schemas));

    private void RunCpp(string standard, string program, SchemaModel model)
    {
        ExternalProgram.Require("g++");
        foreach (GeneratedFile header in CppMessageEmitter.Emit(model, CppOptions.Default))
        {
            File.WriteAllText(InFolder(header.Name), header.Text);
        }

        File.WriteAllText(InFolder("main.cpp"), Require + program);
        CppCompiler.Compile(
            InFolder("main.cpp"), InFolder("main"), $"-std={standard}", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Werror",
            "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-I", Folder, "-I", Repository.PathOf("cpp", "include"));
        ExternalProgram.RunSuccessfully(InFolder("main"));
    }
}
