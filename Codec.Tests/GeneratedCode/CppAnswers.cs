using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using Codec.Schema;
using Codec.Schema.Cpp;
using Codec.Tests.Schema;

namespace Codec.Tests.GeneratedCode;

/// <summary>A program of generated C++ that needs no flatc: it verifies payloads, calls every accessor, reads into objects and writes these.</summary>
internal sealed class CppAnswers : IDisposable
{
    private readonly DirectoryInfo _directory = Directory.CreateTempSubdirectory("codec-cpp");
    private readonly string _program;
    private readonly bool _hasJson;

    /// <summary>Compiles the program.</summary>
    /// <param name="headers">The generated headers.</param>
    /// <param name="roots">The roots by their full names in the schema; payloads name them by number.</param>
    /// <param name="hasJson">Whether it is asked for JSON.</param>
    /// <param name="options">More options of g++.</param>
    public CppAnswers(IEnumerable<GeneratedFile> headers, IEnumerable<string> roots, bool hasJson, params string[] options)
    {
        _hasJson = hasJson;
        List<string> lines = hasJson ? ["#define CODEC_ANSWER_JSON"] : [];
        foreach (GeneratedFile header in headers)
        {
            File.WriteAllText(PathOf(header.Name), header.Text);
            if (header.Name.EndsWith(hasJson ? "_json.hpp" : "_messages.hpp", StringComparison.Ordinal))
            {
                lines.Add($"#include \"{header.Name}\"");
            }
        }

        lines.Add("#include \"answers.hpp\"");
        string types = string.Join(", ", roots.Select(root => "::" + root.Replace(".", "::", StringComparison.Ordinal)));
        lines.Add($"int main(int, char** argv) {{ return answer_all<{types}>(argv); }}");
        File.WriteAllLines(PathOf("main.cpp"), lines);
        _program = PathOf("main");
        ExternalProgram.RunSuccessfully(
            "g++",
            [
                "-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror", "-I", _directory.FullName,
                "-I", Repository.PathOf("cpp", "include"), "-I", Repository.PathOf("cpp", "tests", "generated"), .. options, PathOf("main.cpp"), "-o", _program,
            ]);
    }

    /// <summary>Compiles the program for schema files.</summary>
    public static CppAnswers Of(IEnumerable<string> paths, IEnumerable<string> roots, params string[] options)
    {
        SchemaResult result = SchemaCompiler.Compile(paths.Select(path => SchemaText.Read(path)!), SchemaText.Read, [Repository.PathOf("schemas")]);
        return new CppAnswers(CppMessageEmitter.Emit(result.Model!, CppOptions.Default), roots, hasJson: false, options);
    }

    /// <summary>Skips the test if a program is missing.</summary>
    public static void RequirePrograms() => ExternalProgram.Require("g++");

    /// <summary>What C++ says of payloads: whether each is valid, whether it can be read, what is written of what was read, and its JSON if it is asked for.</summary>
    public IReadOnlyList<(bool IsValid, bool IsRead, byte[] Written, string Json)> Ask(IReadOnlyCollection<(int Root, byte[] Payload)> payloads)
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
        return
        [
            .. payloads.Select(_ => (
                reader.ReadByte() == 1,
                reader.ReadByte() == 1,
                reader.ReadBytes(reader.ReadInt32()),
                _hasJson ? Encoding.UTF8.GetString(reader.ReadBytes(reader.ReadInt32())) : "")),
        ];
    }

    public void Dispose() => _directory.Delete(recursive: true);

    private string PathOf(string name) => Path.Combine(_directory.FullName, name);
}
