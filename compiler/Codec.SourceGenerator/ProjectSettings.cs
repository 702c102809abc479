using Codec.Schema;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace Codec.SourceGenerator;

/// <summary>Reads the settings of a project for all of its schemas. They are empty if the project is not built by MSBuild.</summary>
internal static class ProjectSettings
{
    // Generated code uses native-sized integers, which require C# 9. Unity 2022.3 has C# 9.
    private const LanguageVersion MinLanguageVersion = LanguageVersion.CSharp9;

    private const string IncludePath = "build_property._PacketSchemaIncludePath";
    private const string ProjectFolder = "build_property._PacketSchemaProjectFolder";

    /// <summary>Returns the project's language version if it is too old for generated code; otherwise <see langword="null"/>.</summary>
    public static string? UnsupportedLanguageVersion(ParseOptions options) =>
        options is CSharpParseOptions { LanguageVersion: < MinLanguageVersion } old ? old.LanguageVersion.ToDisplayString() : null;

    public static EquatableArray<string> IncludeFolders(AnalyzerConfigOptions options)
    {
        string project = Value(options, ProjectFolder);
        return project.Length == 0 ? default : new EquatableArray<string>(Value(options, IncludePath).Split(';')
            .Select(folder => folder.Trim())
            .Where(folder => folder.Length > 0 && folder.IndexOfAny(Path.GetInvalidPathChars()) < 0)
            .Select(folder => Path.Combine(project, folder)));
    }

    /// <summary>Returns a value, or an empty text if there is none.</summary>
    /// <remarks>Values are escaped, because a semicolon, a number sign or a line break ends a value in the file that the compiler receives.</remarks>
    internal static string Value(AnalyzerConfigOptions options, string key) => options.TryGetValue(key, out string? value) ? Uri.UnescapeDataString(value) : "";
}
