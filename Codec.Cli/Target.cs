using System;
using System.Collections.Generic;
using Codec.Schema;
using Codec.Schema.Cpp;
using Codec.Schema.CSharp;
using Codec.Schema.Model;

namespace Codec.Cli;

/// <summary>A language to write.</summary>
/// <param name="Name">Its word on the command line.</param>
/// <param name="Description">What is written, for the help.</param>
/// <param name="Check">Says what of a compilation the language cannot take.</param>
/// <param name="Emit">Writes a model: the parts, for the files that the options do not exclude. A language without parts ignores the options' parts.</param>
/// <param name="HasParts">Whether <c>--parts</c> is an option.</param>
/// <param name="Pattern">What the files of a folder that may be left from an earlier run are called; null where runs share a folder.</param>
/// <param name="IsEmitted">Whether a file's text is one that was written for some model.</param>
public sealed record Target(
    string Name,
    string Description,
    Func<SchemaResult, SchemaResult> Check,
    Func<SchemaModel, CSharpOptions, IEnumerable<GeneratedFile>> Emit,
    bool HasParts,
    string? Pattern,
    Func<string, bool> IsEmitted)
{
    /// <summary>Writes a model with a namespace around those of the schema; null if the language has no such option.</summary>
    public Func<SchemaModel, string, IEnumerable<GeneratedFile>>? EmitInNamespace { get; init; }

    /// <summary>Every language.</summary>
    public static IReadOnlyList<Target> All { get; } =
    [
        new(
            "csharp",
            "C# types, writers, views and verifiers for the library Codec, as for Unity: a file for each type, of included files too.",
            CSharpEmitter.Check,
            (model, options) => CSharpEmitter.Emit(model, options),
            true,
            "*.g.cs",
            CSharpEmitter.IsEmitted),

        // A build may run the tool for each schema, with one folder for all; and a header's name says whose it is.
        new(
            "cpp",
            "C++17 that needs only the headers of codec: enums, structs, plain types, views, verification and packets: a header for each schema named; name those that are included too.",
            CppMessageEmitter.Check,
            (model, _) => CppMessageEmitter.Emit(model, CppOptions.Default),
            false,
            null,
            _ => false)
        {
            EmitInNamespace = (model, scope) => CppMessageEmitter.Emit(model, new CppOptions { Namespace = scope }),
        },
        new(
            "cpp-flatc",
            "C++ ids, traits, packet lists and asserted structs, beside what flatc --cpp writes: a header for each schema named; name those that are included too.",
            CppEmitter.Check,
            (model, _) => CppEmitter.Emit(model),
            false,
            null,
            _ => false),
    ];
}
