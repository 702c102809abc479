namespace Codec.Tests.GeneratedCode.RandomSchemas;

/// <summary>
/// Runs one C++ program for several schemas, with the code of <c>flatc --cpp --gen-object-api</c>. It verifies each payload, reads every field into
/// objects, and builds a payload from these with the builder of FlatBuffers.
/// </summary>
internal sealed class CppRepacker : IDisposable
{
    private readonly DirectoryInfo _directory = Directory.CreateTempSubdirectory("codec-schemas");
    private readonly string _program;

    /// <summary>Skips the test if a program is missing.</summary>
    public static void RequirePrograms() => ExternalProgram.Require("g++", "node", "npm");

    /// <summary>Compiles the program with the headers and the code of the pinned flatc.</summary>
    public CppRepacker(IReadOnlyList<RandomSchema> schemas)
    {
        StringBuilder includes = new();
        StringBuilder cases = new();
        int index = 0;
        foreach (RandomSchema schema in schemas)
        {
            File.WriteAllText(PathOf(schema.Name + ".fbs"), schema.Text);
            includes.Append(CultureInfo.InvariantCulture, $"#include \"{schema.Name}_generated.h\"\n");
            foreach (TableDefinition table in schema.Model.Tables)
            {
                string identifier = schema.IdentifierOf(table) is string text ? $"\"{text}\"" : "nullptr";
                cases.Append(CultureInfo.InvariantCulture, $"    case {index++}: return repack<{schema.Name}::{table.Name}>(data, size, {identifier}, builder);\n");
            }
        }

        Flatc(["--cpp", "--gen-object-api", .. schemas.Select(schema => PathOf(schema.Name + ".fbs"))]);
        File.WriteAllText(PathOf("main.cpp"), $$"""
            #include <cstdio>
            #include <memory>
            #include <vector>
            {{includes}}
            template <class T>
            bool repack(const uint8_t* data, size_t size, const char* identifier, flatbuffers::FlatBufferBuilder& builder) {
              flatbuffers::Verifier verifier(data, size);
              if (!verifier.VerifyBuffer<T>(identifier)) return false;
              std::unique_ptr<typename T::NativeTableType> object(flatbuffers::GetRoot<T>(data)->UnPack());
              builder.Finish(T::Pack(builder, object.get()), identifier);
              return true;
            }
            bool repack(uint32_t root, const uint8_t* data, size_t size, flatbuffers::FlatBufferBuilder& builder) {
              switch (root) {
            {{cases}}    default: return false;
              }
            }
            int main(int, char** argv) {
              FILE* in = fopen(argv[1], "rb");
              FILE* out = fopen(argv[2], "wb");
              uint32_t head[2];
              while (fread(head, 1, 8, in) == 8) {
                std::vector<double> memory(head[1] / 8 + 9);
                void* place = memory.data();
                size_t room = memory.size() * 8;
                auto* data = static_cast<uint8_t*>(std::align(64, head[1], place, room));
                if (fread(data, 1, head[1], in) != head[1]) return 2;
                flatbuffers::FlatBufferBuilder builder;
                uint32_t size = repack(head[0], data, head[1], builder) ? builder.GetSize() : 0;
                fwrite(&size, 1, 4, out);
                if (size != 0) fwrite(builder.GetBufferPointer(), 1, size, out);
              }
              return fclose(out);
            }
            """);
        _program = PathOf("main");
        string include = PathOf("include");
        FlatcTool.Run("export-cpp.mjs", include);

        // The schemas are random, so there is no program to keep for the next run.
        ExternalProgram.RunSuccessfully("g++", "-std=c++17", "-O0", "-w", "-I", include, PathOf("main.cpp"), "-o", _program);
    }

    /// <summary>
    /// Returns the payloads that C++ built from these, or empty ones for rejected payloads. The number of a root is its index in all tables of all
    /// schemas.
    /// </summary>
    public IReadOnlyList<byte[]> Repack(IReadOnlyCollection<(int Root, byte[] Payload)> payloads)
    {
        using (BinaryWriter writer = new(File.Create(PathOf("in"))))
        {
            foreach ((int root, byte[] payload) in payloads)
            {
                writer.Write(root);
                writer.Write(payload.Length);
                writer.Write(payload);
            }
        }

        ExternalProgram.RunSuccessfully(_program, PathOf("in"), PathOf("out"));
        using BinaryReader reader = new(File.OpenRead(PathOf("out")));
        return [.. payloads.Select(_ => reader.ReadBytes(reader.ReadInt32()))];
    }

    /// <summary>Returns flatc's JSON for payloads with the root table of a schema.</summary>
    public string[] Json(RandomSchema schema, IReadOnlyCollection<byte[]> payloads, bool withDefaults)
    {
        string[] names = [.. payloads.Select((_, i) => string.Create(CultureInfo.InvariantCulture, $"{schema.Name}_{i}"))];
        foreach ((string name, byte[] payload) in names.Zip(payloads))
        {
            File.WriteAllBytes(PathOf(name + ".bin"), payload);
        }

        string[] defaults = withDefaults ? ["--defaults-json"] : [];
        Flatc(["--json", "--strict-json", "--raw-binary", .. defaults, PathOf(schema.Name + ".fbs"), "--", .. names.Select(name => PathOf(name + ".bin"))]);
        return [.. names.Select(name => File.ReadAllText(PathOf(name + ".json")))];
    }

    /// <summary>Returns the payloads that flatc builds from JSON.</summary>
    public byte[][] Binary(RandomSchema schema, IReadOnlyCollection<string> json)
    {
        string[] names = [.. json.Select((_, i) => string.Create(CultureInfo.InvariantCulture, $"{schema.Name}_{i}"))];
        foreach ((string name, string text) in names.Zip(json))
        {
            File.WriteAllText(PathOf(name + ".json"), text);
        }

        Flatc(["-b", PathOf(schema.Name + ".fbs"), .. names.Select(name => PathOf(name + ".json"))]);
        return [.. names.Select(name => File.ReadAllBytes(PathOf(name + ".bin")))];
    }

    public void Dispose() => _directory.Delete(recursive: true);

    private string PathOf(string name) => Path.Combine(_directory.FullName, name);

    private void Flatc(IEnumerable<string> arguments) => FlatcTool.Run("flatc.mjs", ["-o", _directory.FullName, .. arguments]);
}
