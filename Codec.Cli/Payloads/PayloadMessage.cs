using Codec.Schema.Model;

namespace Codec.Cli.Payloads;

/// <summary>The type of a payload: a table or a struct, and its packet, if there is one.</summary>
internal sealed class PayloadMessage
{
    // Every reader stops at a depth of 64. A smaller limit is implemented by starting to count at a higher depth.
    private const int MaxDepth = 64;

    /// <summary>Gets the name, with its namespace.</summary>
    public required string FullName { get; init; }

    public required string Name { get; init; }

    public required PacketDefinition? Packet { get; init; }

    public PayloadTable? Table { get; init; }

    public PayloadStruct? Struct { get; init; }

    /// <summary>Gets whether the payload is sent packed.</summary>
    public bool IsPacked => Packet?.IsPacked == true;

    /// <summary>Gets the largest unpacked payload in bytes.</summary>
    public int UnpackedLimit => Packet?.MaxSize ?? Struct?.Size ?? PacketDefinition.DefaultMaxUnpackedSize;

    /// <summary>Gets the depth of the root table, at which counting starts.</summary>
    public int FirstDepth => Packet?.MaxDepth is { } limit ? MaxDepth - limit + 1 : 1;

    /// <summary>Gets the largest number of tables that may be visited, or -1 if the schema has no limit.</summary>
    public int TableLimit => Packet?.MaxTables ?? -1;
}
