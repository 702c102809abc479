using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;

namespace Codec.Tests.GeneratedCode;

/// <summary>FlatBuffers' own verifier in C++, built once for a schema: what it refuses, generated code must refuse.</summary>
internal sealed class CppVerifier
{
    private static readonly ConcurrentDictionary<string, Lazy<CppVerifier>> Built = new();

    private readonly string _program;
    private readonly string _directory;

    private CppVerifier(string schema, IReadOnlyList<(string Type, string? Identifier)> roots)
    {
        ExternalProgram.Require("g++", "flatc", "flatbuffers/flatbuffers.h");
        string name = Path.GetFileNameWithoutExtension(schema);
        _directory = Directory.CreateTempSubdirectory("codec-" + name).FullName;
        ExternalProgram.RunSuccessfully("flatc", "--cpp", "-I", Repository.PathOf("schemas"), "-o", _directory, schema, Repository.PathOf("schemas", "packets.fbs"));
        string cases = string.Concat(roots.Select((root, index) => string.Create(CultureInfo.InvariantCulture,
            $"    case {index}: return verifier.VerifyBuffer<{root.Type.Replace(".", "::", StringComparison.Ordinal)}>({(root.Identifier is null ? "nullptr" : "\"" + root.Identifier + "\"")});\n")));
        string source = Path.Combine(_directory, "verify.cpp");
        File.WriteAllText(source, $$"""
            #include <cstdio>
            #include <cstdlib>
            #include <cstring>
            #include "{{name}}_generated.h"
            static bool Check(int root, const uint8_t* data, size_t size) {
              flatbuffers::Verifier verifier(data, size);
              switch (root) {
            {{cases}}    default: return false;
              }
            }
            int main(int, char** argv) {
              FILE* in = fopen(argv[2], "rb");
              FILE* out = fopen(argv[3], "wb");
              uint32_t size;
              while (fread(&size, 1, 4, in) == 4) {
                uint8_t* data = static_cast<uint8_t*>(aligned_alloc(256, (size + 256) / 256 * 256));
                if (size != 0 && fread(data, 1, size, in) != size) return 2;
                fputc(Check(atoi(argv[1]), data, size) ? 1 : 0, out);
                free(data);
              }
              return fclose(out);
            }
            """);
        _program = Path.Combine(_directory, "verify");
        ExternalProgram.RunSuccessfully("g++", "-O1", "-std=c++17", "-I", _directory, source, "-o", _program);
    }

    /// <summary>The verifier of a schema; its roots are numbered in their order.</summary>
    public static CppVerifier For(string schema, IReadOnlyList<(string Type, string? Identifier)> roots) =>
        Built.GetOrAdd(schema, path => new Lazy<CppVerifier>(() => new CppVerifier(path, roots))).Value;

    /// <summary>Which payloads it accepts.</summary>
    public bool[] Verify(int root, IReadOnlyCollection<byte[]> payloads)
    {
        string input = Path.Combine(_directory, Path.GetRandomFileName());
        string output = input + ".out";
        using (BinaryWriter writer = new(File.Create(input)))
        {
            foreach (byte[] payload in payloads)
            {
                writer.Write(payload.Length);
                writer.Write(payload);
            }
        }

        ExternalProgram.RunSuccessfully(_program, root.ToString(CultureInfo.InvariantCulture), input, output);
        bool[] verdicts = [.. File.ReadAllBytes(output).Select(verdict => verdict == 1)];
        File.Delete(input);
        File.Delete(output);
        return verdicts;
    }
}
