using Codec.Schema.Cpp;
using Codec.Schema.CSharp;
using Codec.Schema.Wireshark;

namespace Codec.Cli;

/// <summary>The options of all targets; each target uses its own.</summary>
public sealed record TargetOptions
{
    /// <summary>Gets the options of <c>csharp</c>.</summary>
    public CSharpOptions CSharp { get; init; } = new();

    /// <summary>Gets the options of <c>cpp</c>.</summary>
    public CppOptions Cpp { get; init; } = CppOptions.Default;

    /// <summary>Gets the options of <c>wireshark</c>.</summary>
    public WiresharkOptions Wireshark { get; init; } = new();
}
