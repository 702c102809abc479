using Microsoft.CodeAnalysis.Text;

namespace Codec.Tests.GeneratedCode;

/// <summary>An input file of the generator, with the metadata of its item.</summary>
internal sealed class PacketGeneratorFile(string path, string text, Encoding? encoding = null) : AdditionalText
{
    public override string Path => path;

    /// <summary>Gets the item's metadata as build/Codec.SourceGenerator.targets passes it. It is empty without MSBuild.</summary>
    public Dictionary<string, string> Metadata { get; init; } = [];

    public override SourceText GetText(CancellationToken cancellationToken = default) => SourceText.From(text, encoding ?? Encoding.UTF8);

    /// <summary>Creates a <c>PacketSchema</c> item.</summary>
    public static PacketGeneratorFile Item(string path, string text, string emit = "") => new(path, text)
    {
        Metadata = new() { ["PacketSchema"] = "true", ["PacketSchemaEmit"] = Uri.EscapeDataString(emit) },
    };
}
