namespace Codec.Tests.GeneratedCode;

/// <summary>
/// Runs a program of generated C++, without flatc. It verifies payloads, calls every accessor, reads payloads into objects and writes the objects.
/// </summary>
internal sealed class CppAnswers : IDisposable
{
    private readonly BlockProgram _program = new();

    /// <summary>Compiles the program and starts it.</summary>
    /// <param name="headers">The generated headers.</param>
    /// <param name="roots">The full names of the roots in the schema. Requests contain the index of a root.</param>
    /// <param name="options">Additional options of g++.</param>
    public CppAnswers(IEnumerable<GeneratedFile> headers, IEnumerable<string> roots, params IEnumerable<string> options)
    {
        List<string> lines = [];
        foreach (GeneratedFile header in headers)
        {
            File.WriteAllText(_program.PathOf(header.Name), header.Text);
            lines.Add($"#include \"{header.Name}\"");
        }

        lines.Add("#include \"answers.hpp\"");
        string types = string.Join(", ", roots.Select(root => "::" + root.Replace(".", "::", StringComparison.Ordinal)));
        lines.Add($"int main() {{ return answer_all<{types}>(); }}");
        File.WriteAllLines(_program.PathOf("main.cpp"), lines);
        _program.Start(["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Werror", "-I", Repository.PathOf("cpp", "include"), .. options]);
    }

    private enum Question
    {
        Views,
        Objects,
    }

    /// <summary>Compiles the program for schema files.</summary>
    public static CppAnswers Of(IEnumerable<string> paths, IEnumerable<string> roots, params IEnumerable<string> options)
    {
        SchemaResult result = SchemaCompiler.Compile(paths.Select(path => SchemaText.Read(path)!), SchemaText.Read, [Repository.PathOf("schemas")]);
        return new CppAnswers(CppMessageEmitter.Emit(result.Model!, CppOptions.Default), roots, options);
    }

    /// <summary>Skips the test if a program is missing.</summary>
    public static void RequirePrograms() => ExternalProgram.Require("g++");

    /// <summary>Returns 8 bytes for each payload: a hash of the values in its view. The lowest bit is set if the payload is valid.</summary>
    public Task<byte[]> AskForViewsAsync(int root, PayloadBlock payloads) => _program.AskAsync((int)Question.Views, root, payloads.Count, payloads.Bytes);

    /// <summary>Returns the results of C++ for payloads: whether each is valid, whether it can be read, and the bytes that are written from the object.</summary>
    public async Task<IReadOnlyList<(bool IsValid, bool IsRead, byte[] Written)>> AskForObjectsAsync(int root, PayloadBlock payloads) =>
        Objects(await _program.AskAsync((int)Question.Objects, root, payloads.Count, payloads.Bytes).ConfigureAwait(false), payloads.Count);

    /// <summary>Returns the results of C++ for payloads of one root.</summary>
    public IReadOnlyList<(bool IsValid, bool IsRead, byte[] Written)> Ask(int root, IReadOnlyCollection<byte[]> payloads) =>
        Objects(_program.Ask((int)Question.Objects, root, payloads), payloads.Count);

    public void Dispose() => _program.Dispose();

    private static IReadOnlyList<(bool IsValid, bool IsRead, byte[] Written)> Objects(byte[] answers, int count)
    {
        using BinaryReader reader = new(new MemoryStream(answers));
        return [.. Enumerable.Range(0, count).Select(_ => (reader.ReadByte() == 1, reader.ReadByte() == 1, reader.ReadBytes(reader.ReadInt32())))];
    }
}
