using Codec.Schema.Model;

namespace Codec.Cli.Payloads;

/// <summary>What a payload may be: a table or a struct, and the packet that it belongs to, if it does.</summary>
internal sealed class PayloadMessage
{
    // Every reader stops after 64. Another limit is the depth at which it starts to count.
    private const int MaxDepth = 64;

    /// <summary>Namespace and name.</summary>
    public required string FullName { get; init; }

    public required string Name { get; init; }

    public required PacketDefinition? Packet { get; init; }

    public PayloadTable? Table { get; init; }

    public PayloadStruct? Struct { get; init; }

    /// <summary>Whether the payload travels packed.</summary>
    public bool IsPacked => Packet?.IsPacked == true;

    /// <summary>The largest unpacked payload in bytes.</summary>
    public int UnpackedLimit => Packet?.MaxSize ?? Struct?.Size ?? PacketDefinition.DefaultMaxUnpackedSize;

    /// <summary>The depth at which the root table counts.</summary>
    public int FirstDepth => Packet?.MaxDepth is { } limit ? MaxDepth - limit + 1 : 1;

    /// <summary>The number of tables that may be visited; -1 if the schema does not say.</summary>
    public int TableLimit => Packet?.MaxTables ?? -1;
}
