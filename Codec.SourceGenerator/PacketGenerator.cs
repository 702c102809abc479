using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading;
using Codec.Schema;
using Codec.Schema.CSharp;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;

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
    private const string IncludePath = "build_property._PacketSchemaIncludePath";
    private const string ProjectFolder = "build_property._PacketSchemaProjectFolder";

    // As the file system of the compiler's machine compares paths, usually.
    private static readonly StringComparer Paths = Path.DirectorySeparatorChar == '\\' ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal;

    /// <inheritdoc/>
    public void Initialize(IncrementalGeneratorInitializationContext context)
    {
        IncrementalValuesProvider<SchemaSource> sources = context.AdditionalTextsProvider
            .Combine(context.AnalyzerConfigOptionsProvider)
            .Where(static pair => pair.Right.GetOptions(pair.Left).TryGetValue(Metadata, out string? value)
                && string.Equals(value, "true", StringComparison.OrdinalIgnoreCase))
            .Select(static (pair, cancellation) => Source(pair.Left.Path, pair.Left.GetText(cancellation)))
            .WithTrackingName(SourceStep);
        IncrementalValueProvider<EquatableArray<string>> folders = context.AnalyzerConfigOptionsProvider
            .Select(static (options, _) => IncludeFolders(options.GlobalOptions));
        IncrementalValueProvider<SchemaResult> result = sources.Collect().Combine(folders)
            .Select(static (pair, cancellation) => Compile(pair.Left, pair.Right, cancellation))
            .WithTrackingName(CompileStep);
        IncrementalValuesProvider<GeneratedFile> files = result
            .SelectMany(static (compiled, _) => compiled.Model is null ? default : CSharpEmitter.Emit(compiled.Model))
            .WithTrackingName(EmitStep);
        context.RegisterSourceOutput(files, static (output, file) => output.AddSource(file.Name, file.Text));
        context.RegisterSourceOutput(result, static (output, compiled) =>
        {
            foreach (Diagnostic diagnostic in SchemaDiagnostics.ToRoslyn(compiled))
            {
                output.ReportDiagnostic(diagnostic);
            }
        });
    }

    /// <summary>The file as the tool would read it: what the compiler decoded as another encoding is decoded as UTF-8.</summary>
    private static SchemaSource Source(string path, SourceText? text) => text switch
    {
        null => new SchemaSource(path, string.Empty),
        { Encoding: null or UTF8Encoding } => new SchemaSource(path, text.ToString()),
        { Encoding: { } encoding } => SchemaSource.Decode(path, encoding.GetBytes(text.ToString())),
    };

    private static EquatableArray<string> IncludeFolders(AnalyzerConfigOptions options)
    {
        if (!options.TryGetValue(IncludePath, out string? path) || !options.TryGetValue(ProjectFolder, out string? project))
        {
            return default;
        }

        return new EquatableArray<string>(Uri.UnescapeDataString(path).Split(';')
            .Select(folder => folder.Trim())
            .Where(folder => folder.Length > 0)
            .Select(folder => Path.Combine(Uri.UnescapeDataString(project), folder)));
    }

    private static SchemaResult Compile(ImmutableArray<SchemaSource> sources, EquatableArray<string> includeFolders, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();

        // The order of items in a project must not show in what is written.
        SchemaSource[] ordered = [.. sources.OrderBy(source => source.Path, StringComparer.Ordinal)];
        Dictionary<string, SchemaSource> byPath = ordered.GroupBy(source => Normalize(source.Path), Paths)
            .ToDictionary(group => group.Key, group => group.First(), Paths);
        SchemaReader reader = path => byPath.TryGetValue(Normalize(path), out SchemaSource? found) ? found : null;
        SchemaSource[] files = [.. byPath.Values.OrderBy(source => source.Path, StringComparer.Ordinal)];
        return CSharpEmitter.Check(SchemaCompiler.Compile(SchemaCompiler.WithoutIncluded(files, reader, includeFolders), reader, includeFolders));
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
            else if (part != "." && (part.Length > 0 || parts.Count == 0))
            {
                parts.Add(part);
            }
        }

        return string.Join("/", parts);
    }
}
