using System;
using System.Collections.Generic;
using System.Linq;
using Codec.Cli.BinarySchemas;
using Codec.Schema;
using Codec.Schema.Cpp;
using Codec.Schema.CSharp;
using Codec.Schema.Model;
using Codec.Schema.Wireshark;

namespace Codec.Cli;

/// <summary>What <c>codec gen</c> writes: a language or a format.</summary>
/// <param name="Name">Its word on the command line.</param>
/// <param name="Description">What is written, for the help.</param>
/// <param name="Check">Adds diagnostics for what the target cannot express.</param>
/// <param name="Emit">Writes a model, with the options that the target has.</param>
/// <param name="Pattern">The pattern of files that an earlier run may have left, or <see langword="null"/> if several runs share a folder.</param>
/// <param name="IsEmitted">Returns whether a file's text was written for some model.</param>
public sealed record Target(
    string Name,
    string Description,
    Func<SchemaResult, SchemaResult> Check,
    Func<SchemaModel, TargetOptions, IEnumerable<TargetFile>> Emit,
    string? Pattern,
    Func<string, bool> IsEmitted)
{
    /// <summary>Every target.</summary>
    public static IReadOnlyList<Target> All { get; } =
    [
        new(
            "csharp",
            "C# types, writers, views and verifiers for the library Codec, as for Unity: a file for each type, of included files too. Example: codec gen csharp game.fbs -o Generated",
            CSharpEmitter.Check,
            (model, options) => CSharpEmitter.Emit(model, options.CSharp).Select(TargetFile.OfText),
            "*.g.cs",
            CSharpEmitter.IsEmitted)
        {
            HasParts = true,
        },

        // A build may run the tool for each schema, with one folder for all; and a header's name says whose it is.
        new(
            "cpp",
            "C++17 that needs only the headers of codec: enums, structs, plain types, views, verification and packets: a header for each schema named; name those that are included too. Example: codec gen cpp game.fbs -o generated",
            CppMessageEmitter.Check,
            (model, options) => CppMessageEmitter.Emit(model, options.Cpp).Select(TargetFile.OfText),
            null,
            _ => false)
        {
            HasNamespace = true,
        },
        new(
            "cpp-flatc",
            "C++ ids, traits, packet lists and asserted structs, beside what flatc --cpp writes: a header for each schema named; name those that are included too. Example: codec gen cpp-flatc game.fbs -o generated",
            CppEmitter.Check,
            (model, _) => CppEmitter.Emit(model).Select(TargetFile.OfText),
            null,
            _ => false),
        new(
            "wireshark",
            "A Wireshark dissector in Lua for the packets of all schemas named. Example: codec gen wireshark game.fbs -o ~/.local/lib/wireshark/plugins --port 7777",
            result => result,
            (model, options) => [TargetFile.OfText(WiresharkEmitter.Emit(model, options.Wireshark))],
            null,
            _ => false)
        {
            HasPacketFormat = true,
        },
        new(
            "bfbs",
            "The schemas as binary schemas of reflection.fbs, with attributes and comments: a file for each schema named. Example: codec gen bfbs game.fbs -o out",
            result => result,
            (model, _) => BinarySchema.Emit(model),
            null,
            _ => false),
    ];

    /// <summary>Gets a value indicating whether <c>--parts</c> is an option.</summary>
    public bool HasParts { get; init; }

    /// <summary>Gets a value indicating whether <c>--namespace</c> is an option.</summary>
    public bool HasNamespace { get; init; }

    /// <summary>Gets a value indicating whether <c>--packet-format</c> and <c>--port</c> are options.</summary>
    public bool HasPacketFormat { get; init; }
}
