using System.Diagnostics.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace Codec.Tests.GeneratedCode;

/// <summary>The properties and items of a project, as build/Codec.SourceGenerator.targets passes them to the compiler.</summary>
internal sealed class PacketGeneratorOptions(string includePath = "", bool isMSBuild = true) : AnalyzerConfigOptionsProvider
{
    private static readonly Values Nothing = new([]);

    public override AnalyzerConfigOptions GlobalOptions { get; } = isMSBuild ? new Values(new()
    {
        ["build_property._PacketSchemaIncludePath"] = Uri.EscapeDataString(includePath),
        ["build_property._PacketSchemaProjectFolder"] = Uri.EscapeDataString("/p"),
    }) : Nothing;

    public override AnalyzerConfigOptions GetOptions(SyntaxTree tree) => Nothing;

    public override AnalyzerConfigOptions GetOptions(AdditionalText textFile) =>
        new Values(((PacketGeneratorFile)textFile).Metadata.ToDictionary(pair => "build_metadata.AdditionalFiles." + pair.Key, pair => pair.Value));

    private sealed class Values(Dictionary<string, string> values) : AnalyzerConfigOptions
    {
        public override bool TryGetValue(string key, [NotNullWhen(true)] out string? value) => values.TryGetValue(key, out value);
    }
}
