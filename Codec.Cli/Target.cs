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
/// <param name="Emit">Writes a model.</param>
public sealed record Target(string Name, string Description, Func<SchemaResult, SchemaResult> Check, Func<SchemaModel, IEnumerable<GeneratedFile>> Emit)
{
    /// <summary>Every language.</summary>
    public static IReadOnlyList<Target> All { get; } =
    [
        new("csharp", "C# types, writers, views and verifiers for the library Codec, as for Unity.", CSharpEmitter.Check, model => CSharpEmitter.Emit(model)),
        new("cpp", "C++ ids, traits, packet lists and asserted structs, beside what flatc --cpp writes.", result => result, model => CppEmitter.Emit(model)),
    ];
}
