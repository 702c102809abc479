using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.IO;
using System.Linq;
using System.Threading;
using Codec.Schema;
using Codec.Schema.CSharp;
using Codec.Schema.Diagnostics;
using Microsoft.CodeAnalysis;

namespace Codec.SourceGenerator;

/// <summary>Compiles the schemas of a project, its <c>PacketSchema</c> items, and adds the C# that they describe.</summary>
[Generator(LanguageNames.CSharp)]
public sealed class PacketGenerator : IIncrementalGenerator
{
    /// <summary>The step that reads a schema file.</summary>
    public const string SourceStep = "PacketSchemaSource";

    /// <summary>The step that compiles all schemas.</summary>
    public const string CompileStep = "PacketSchemaCompile";

    /// <summary>The step that writes C#.</summary>
    public const string EmitStep = "PacketSchemaEmit";

    private const string Metadata = "build_metadata.AdditionalFiles.PacketSchema";

    /// <inheritdoc/>
    public void Initialize(IncrementalGeneratorInitializationContext context)
    {
        IncrementalValuesProvider<SchemaSource> sources = context.AdditionalTextsProvider
            .Combine(context.AnalyzerConfigOptionsProvider)
            .Where(static pair => pair.Right.GetOptions(pair.Left).TryGetValue(Metadata, out string? value)
                && string.Equals(value, "true", StringComparison.OrdinalIgnoreCase))
            .Select(static (pair, cancellation) => new SchemaSource(pair.Left.Path, pair.Left.GetText(cancellation)?.ToString() ?? ""))
            .WithTrackingName(SourceStep);
        IncrementalValueProvider<SchemaResult> result = sources.Collect().Select(Compile).WithTrackingName(CompileStep);
        IncrementalValuesProvider<GeneratedFile> files = result
            .SelectMany(static (compiled, _) => compiled.Model is null ? default : CSharpEmitter.Emit(compiled.Model))
            .WithTrackingName(EmitStep);
        context.RegisterSourceOutput(files, static (output, file) => output.AddSource(file.Name, file.Text));
        context.RegisterSourceOutput(result, static (output, compiled) =>
        {
            foreach (SchemaDiagnostic diagnostic in compiled.Diagnostics)
            {
                output.ReportDiagnostic(SchemaDiagnostics.ToRoslyn(diagnostic));
            }
        });
    }

    private static SchemaResult Compile(ImmutableArray<SchemaSource> sources, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();

        // The order of items in a project must not show in what is written.
        SchemaSource[] ordered = [.. sources.OrderBy(source => source.Path, StringComparer.Ordinal)];
        Dictionary<string, SchemaSource> byPath = ordered.GroupBy(source => Normalize(source.Path), StringComparer.Ordinal)
            .ToDictionary(group => group.Key, group => group.First(), StringComparer.Ordinal);
        SchemaResult result = SchemaCompiler.Compile(byPath.Values.OrderBy(source => source.Path, StringComparer.Ordinal), (including, included) => Find(byPath, including, included));
        return CSharpEmitter.Check(result);
    }

    // As flatc looks for it: beside the file that includes it, or from the top of the project, which may lie higher.
    private static SchemaSource? Find(Dictionary<string, SchemaSource> byPath, string including, string included)
    {
        string? folder = Path.GetDirectoryName(including);
        while (!string.IsNullOrEmpty(folder))
        {
            if (byPath.TryGetValue(Normalize(folder + "/" + included), out SchemaSource? found))
            {
                return found;
            }

            folder = Path.GetDirectoryName(folder);
        }

        string ending = "/" + Normalize(included);
        return byPath.OrderBy(pair => pair.Key, StringComparer.Ordinal)
            .FirstOrDefault(pair => pair.Key.EndsWith(ending, StringComparison.Ordinal)).Value
            ?? (byPath.TryGetValue(Normalize(included), out SchemaSource? plain) ? plain : null);
    }

    private static string Normalize(string path)
    {
        List<string> parts = [];
        foreach (string part in path.Replace('\\', '/').Split('/'))
        {
            if (part == ".." && parts.Count > 0 && parts[parts.Count - 1].Length > 0 && parts[parts.Count - 1] != "..")
            {
                parts.RemoveAt(parts.Count - 1);
            }
            else if (part != ".")
            {
                parts.Add(part);
            }
        }

        return string.Join("/", parts);
    }
}
