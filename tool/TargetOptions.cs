using Codec.Schema.Cpp;
using Codec.Schema.CSharp;
using Codec.Schema.Wireshark;

namespace Codec.Cli;

/// <summary>The options of all targets. Each target uses its own options.</summary>
public sealed record TargetOptions
{
    /// <summary>Gets the options of <c>csharp</c>.</summary>
    public CSharpOptions CSharp { get; init; } = new();

    /// <summary>Gets the options of <c>cpp</c>.</summary>
    public CppOptions Cpp { get; init; } = CppOptions.Default;

    /// <summary>Gets the options of <c>wireshark</c>.</summary>
    public WiresharkOptions Wireshark { get; init; } = new();
}
