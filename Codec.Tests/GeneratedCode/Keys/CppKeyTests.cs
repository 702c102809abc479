using Codec.Tests.Keys;

namespace Codec.Tests.GeneratedCode.Keys;

/// <summary>Tests that LookupByKey in flatc's headers and <c>find</c> in generated C++ find the same elements as C#, in vectors that C# sorted.</summary>
internal sealed class CppKeyTests : FolderFixture
{
    private const int Rounds = 40;

    [OneTimeSetUp]
    public void Build()
    {
        ExternalProgram.Require("g++", "flatc", "flatbuffers/flatbuffers.h");
        ExternalProgram.RunSuccessfully("flatc", "--cpp", "-o", Folder, Repository.PathOf("Codec.Tests", "GeneratedCode", "Schemas", "keys.fbs"));
        SchemaModel model = SchemaText.Model(("keys.fbs", File.ReadAllText(Repository.PathOf("Codec.Tests", "GeneratedCode", "Schemas", "keys.fbs"))));
        foreach (GeneratedFile header in CppMessageEmitter.Emit(model, new CppOptions { Namespace = "ours" }))
        {
            File.WriteAllText(InFolder(header.Name), header.Text);
        }

        string asked = string.Concat(KeyCases.All.Select(vector => $"    ASK({vector.Field}, {TextOf(vector.Field)}, {OwnKey(vector.Field)})\n"));
        string source = InFolder("find.cpp");
        File.WriteAllText(source, $$"""
            #include <cstdio>
            #include <fstream>
            #include <iterator>
            #include <string>
            #include "keys_generated.h"
            #include "keys_messages.hpp"
            using Codec::Tests::Keys::GetShelf;
            namespace ours_keys = ours::Codec::Tests::Keys;
            template <class T> int n_of(const std::optional<T>& found) { return found ? found->n : -1; }
            template <class T> int n_of(const T& found) { return found ? found.n() : -1; }
            #define ASK(field, text, own_key) \
              for (auto question : *questions->field()) { \
                auto found = shelf->field()->LookupByKey(question->key() text); \
                std::printf("%s %d %d\n", #field, found ? found->n() : -1, n_of(view.field().find(own_key))); \
              }
            static std::string Read(const std::string& path) {
              std::ifstream file(path, std::ios::binary);
              return std::string(std::istreambuf_iterator<char>(file), {});
            }
            int main(int, char** argv) {
              for (int i = 0; i < std::stoi(argv[2]); i++) {
                std::string shelves = Read(std::string(argv[1]) + "/shelf" + std::to_string(i));
                std::string asked = Read(std::string(argv[1]) + "/questions" + std::to_string(i));
                auto shelf = GetShelf(shelves.data());
                auto questions = GetShelf(asked.data());
                auto view = codec::view<ours_keys::Shelf>(codec::as_bytes(shelves.data(), shelves.size()));
            {{asked}}  }
            }
            """);
        CppCompiler.Compile(source, InFolder("find"), "-O1", "-std=c++17", "-I", Folder, "-I", Repository.PathOf("cpp", "include"));
    }

    [Test]
    public void Cpp_finds_what_csharp_finds()
    {
        Random random = new(RandomCases.Seed());
        PlainType plain = new(typeof(Shelf));
        List<string> expected = [];
        for (int round = 0; round < Rounds; round++)
        {
            Shelf shelf = new();
            Shelf questions = new();
            foreach (IKeyCase vector in KeyCases.All)
            {
                int[] keys = [.. Enumerable.Range(0, vector.KeyCount).Where(_ => random.Next(2) == 0)];
                random.Shuffle(keys);
                vector.Fill(shelf, keys, isSorted: true);
                vector.Fill(questions, [.. Enumerable.Range(0, vector.KeyCount)], isSorted: false);
            }

            byte[] payload = plain.Write(shelf);
            File.WriteAllBytes(Path.Combine(Folder, $"shelf{round}"), payload);
            File.WriteAllBytes(Path.Combine(Folder, $"questions{round}"), plain.Write(questions));
            expected.AddRange(KeyCases.All.SelectMany(vector => Enumerable.Range(0, vector.KeyCount).Select(key => string.Create(CultureInfo.InvariantCulture, $"{vector.Field} {vector.Find(payload, key).N} {vector.Find(payload, key).N}"))));
        }

        string[] found = ExternalProgram.RunSuccessfully(InFolder("find"), Folder, $"{Rounds}").Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.That(found, Is.EqualTo(expected));
        Assert.That(found.Count(line => !line.EndsWith(" -1", StringComparison.Ordinal)), Is.GreaterThan(Rounds * 20));
    }

    private static string TextOf(string field) => field == "texts" ? "->c_str()" : "";

    private static string OwnKey(string field) => field switch
    {
        "texts" => "question->key()->string_view()",
        "ranks" or "rank_entries" => "static_cast<ours_keys::Rank>(question->key())",
        _ => "question->key()",
    };
}
