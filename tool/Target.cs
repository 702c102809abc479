using System;
using System.Collections.Generic;
using Codec.Schema;
using Codec.Schema.Cpp;
using Codec.Schema.CSharp;
using Codec.Schema.Model;
using Codec.Schema.Wireshark;

namespace Codec.Cli;

/// <summary>A target of <c>codec gen</c>.</summary>
/// <param name="Name">The name of the target on the command line.</param>
/// <param name="Description">The description for the help.</param>
/// <param name="Check">A delegate that adds diagnostics for constructs that the target does not support with the options.</param>
/// <param name="Emit">A delegate that writes a model, with the options of the target.</param>
/// <param name="Pattern">The pattern of files that an earlier run may have left, or <see langword="null"/> if several runs share a folder.</param>
/// <param name="SchemaOf">A delegate that returns the file name of the schema from which this target generated a text, or <see langword="null"/>.</param>
public sealed record Target(
    string Name,
    string Description,
    Func<SchemaResult, TargetOptions, SchemaResult> Check,
    Func<SchemaModel, TargetOptions, IEnumerable<GeneratedFile>> Emit,
    string? Pattern,
    Func<string, string?> SchemaOf)
{
    /// <summary>Gets all targets.</summary>
    public static IReadOnlyList<Target> All { get; } =
    [
        new(
            "csharp",
            "C# types, writers, views and verifiers for the library Codec, also in Unity. One file per type, also of included files. Example: codec gen csharp game.fbs -o Generated",
            (result, options) => CSharpEmitter.Check(result, options.CSharp),
            (model, options) => CSharpEmitter.Emit(model, options.CSharp),
            "*.g.cs",
            CSharpEmitter.SchemaOf)
        {
            HasIncludedTypes = true,
        },

        // A build may run the tool once for each schema, with one folder for all. The name of a header identifies its schema.
        new(
            "cpp",
            "C++17 enums, structs, plain types, views, verification and packets that need only the headers of codec. One header per schema, also of included schemas. Example: codec gen cpp game.fbs -o generated",
            (result, options) => CppMessageEmitter.Check(result, options.Cpp),
            (model, options) => CppMessageEmitter.Emit(model, options.Cpp),
            null,
            _ => null)
        {
            HasNamespace = true,
        },
        new(
            "wireshark",
            "A Wireshark dissector in Lua for the packets of all schemas named. Example: codec gen wireshark game.fbs -o ~/.local/lib/wireshark/plugins --port 7777",
            (result, _) => result,
            (model, options) => [WiresharkEmitter.Emit(model, options.Wireshark)],
            null,
            _ => null)
        {
            HasPacketFormat = true,
        },
    ];

    /// <summary>Gets whether the target writes the types of included schemas.</summary>
    public bool HasIncludedTypes { get; init; }

    /// <summary>Gets whether the target has the options <c>--namespace</c> and <c>--keep-prefix</c>, and writes headers of included schemas.</summary>
    public bool HasNamespace { get; init; }

    /// <summary>Gets whether the target has the options <c>--packet-format</c> and <c>--port</c>.</summary>
    public bool HasPacketFormat { get; init; }
}
