using System.Threading;
using Codec.Schema;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using SourceText = Microsoft.CodeAnalysis.Text.SourceText;

namespace Codec.SourceGenerator;

/// <summary>A schema of a project, with the metadata of its item.</summary>
/// <param name="Source">The schema. Its path is that of the file. In Unity, the path ends in <c>.fbs</c> instead of Unity's suffix.</param>
/// <param name="FilePath">The file's path, which diagnostics show.</param>
/// <param name="Emit">The metadata <c>Emit</c>; empty if there is none.</param>
internal sealed record SchemaItem(SchemaSource Source, string FilePath, string Emit)
{
    private const string Metadata = "build_metadata.AdditionalFiles.PacketSchema";
    private const string EmitMetadata = Metadata + "Emit";
    private const string Extension = ".fbs";

    // Unity passes a file to an analyzer only if it has this suffix. The name before the suffix may not contain a dot, so it has no extension.
    private const string UnitySuffix = ".Codec.SourceGenerator.additionalfile";

    /// <summary>Gets whether the types are in another assembly: <c>Emit="false"</c>.</summary>
    public bool IsExternal => IsTrue(Emit) == false;

    /// <summary>Gets whether the types are generated, and not the hash of the protocol: <c>Emit="types"</c>.</summary>
    public bool HasTypesOnly => string.Equals(Emit, "types", StringComparison.OrdinalIgnoreCase);

    /// <summary>Gets whether the metadata <c>Emit</c> has no value, or a valid one.</summary>
    public bool IsEmitValid => Emit.Length == 0 || HasTypesOnly || IsTrue(Emit) is not null;

    /// <summary>Returns whether an additional file is a schema, according to its metadata or, if it has none, to its name.</summary>
    public static bool IsSchema(AdditionalText file, AnalyzerConfigOptions options) =>
        IsTrue(ProjectSettings.Value(options, Metadata)) ?? NameOf(file.Path).EndsWith(Extension, StringComparison.OrdinalIgnoreCase);

    public static SchemaItem Read(AdditionalText file, AnalyzerConfigOptions options, CancellationToken cancellation) => new(
        Decode(NameOf(file.Path), file.GetText(cancellation)), file.Path, ProjectSettings.Value(options, EmitMetadata).Trim());

    private static string NameOf(string path)
    {
        if (!path.EndsWith(UnitySuffix, StringComparison.OrdinalIgnoreCase))
        {
            return path;
        }

        string name = path.Substring(0, path.Length - UnitySuffix.Length);
        return name.EndsWith(Extension, StringComparison.OrdinalIgnoreCase) ? name : name + Extension;
    }

    private static bool? IsTrue(string value) =>
        string.Equals(value, "true", StringComparison.OrdinalIgnoreCase) ? true
        : string.Equals(value, "false", StringComparison.OrdinalIgnoreCase) ? false
        : null;

    /// <summary>Returns the file as the tool would read it. A file that the compiler decoded with another encoding is decoded again as UTF-8.</summary>
    private static SchemaSource Decode(string path, SourceText? text) => text switch
    {
        null => new SchemaSource(path, string.Empty),
        { Encoding: null or UTF8Encoding } => new SchemaSource(path, text.ToString()),
        { Encoding: { } encoding } => SchemaSource.Decode(path, encoding.GetBytes(text.ToString())),
    };
}
