namespace Codec.Cli.Payloads;

/// <summary>What a name in a table's JSON stands for.</summary>
/// <param name="Index">The index of the field.</param>
/// <param name="IsType">Whether the name is that of a union's type.</param>
internal readonly record struct PayloadFieldName(int Index, bool IsType);
