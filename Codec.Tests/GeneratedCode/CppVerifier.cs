namespace Codec.Tests.GeneratedCode;

/// <summary>
/// Runs the verifier of the FlatBuffers C++ library for a schema. Generated code must reject every payload that this verifier rejects.
/// </summary>
internal sealed class CppVerifier : IDisposable
{
    private static readonly ConcurrentDictionary<string, Lazy<CppVerifier>> Built = new();

    // The program runs until the tests end, and is shared by all of them.
    private readonly BlockProgram _program = new();

    private CppVerifier(string schema, IReadOnlyList<(string Type, string? Identifier)> roots)
    {
        ExternalProgram.Require("g++", "flatc", "flatbuffers/flatbuffers.h");
        string name = Path.GetFileNameWithoutExtension(schema);
        ExternalProgram.RunSuccessfully(
            "flatc", "--cpp", "-I", Repository.PathOf("schemas"), "-o", _program.DirectoryName, schema, Repository.PathOf("schemas", "packets.fbs"));
        string cases = string.Concat(roots.Select((root, index) => string.Create(CultureInfo.InvariantCulture,
            $"    case {index}: return verifier.VerifyBuffer<{root.Type.Replace(".", "::", StringComparison.Ordinal)}>({(root.Identifier is null ? "nullptr" : "\"" + root.Identifier + "\"")});\n")));
        File.WriteAllText(_program.PathOf("main.cpp"), $$"""
            #include "blocks.hpp"
            #include "{{name}}_generated.h"
            static bool check(uint32_t root, const uint8_t* data, size_t size) {
              flatbuffers::Verifier verifier(data, size);
              switch (root) {
            {{cases}}    default: return false;
              }
            }
            int main() {
              // It validates alignment by addresses, so each payload starts at a multiple of every alignment.
              alignas(256) static unsigned char aligned[1 << 20];
              return blocks::serve([](uint32_t, uint32_t root, const unsigned char* data, size_t size, blocks::Bytes& output) {
                if (size > sizeof(aligned)) abort();
                if (size != 0) memcpy(aligned, data, size);
                blocks::put(output, static_cast<unsigned char>(check(root, aligned, size)));
              });
            }
            """);
        _program.Start("-O2");
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Dispose();
    }

    /// <summary>Returns the verifier of a schema. Roots are numbered in the order of the list.</summary>
    public static CppVerifier For(string schema, IReadOnlyList<(string Type, string? Identifier)> roots) =>
        Built.GetOrAdd(schema, path => new Lazy<CppVerifier>(() => new CppVerifier(path, roots))).Value;

    /// <summary>Returns a byte for each payload: 1 if it is accepted, 0 if it is rejected.</summary>
    public Task<byte[]> VerifyAsync(int root, PayloadBlock payloads) => _program.AskAsync(0, root, payloads.Count, payloads.Bytes);

    public void Dispose() => _program.Dispose();
}
