using Codec.Schema.Diagnostics;

namespace Codec.Schema.Model;

/// <summary>A packet: a table or a struct with the attribute <c>packet_id</c>.</summary>
public sealed record PacketDefinition
{
    /// <summary>The largest payload of a packed table without <c>packet_max_size</c>, in bytes: what the default packet format carries.</summary>
    public const int DefaultMaxUnpackedSize = 65_535;

    /// <summary>Gets the id in the packet's header; unique in a model. Only a format with 4-byte ids can carry ids above 65,535.</summary>
    public required uint Id { get; init; }

    /// <summary>Full name of the table or struct that is the payload.</summary>
    public required string Type { get; init; }

    /// <summary>Whether the payload is a bare struct rather than a FlatBuffer with a table as root.</summary>
    public required bool IsStruct { get; init; }

    /// <summary>Who may send it (<c>packet_direction</c>).</summary>
    public PacketDirection Direction { get; init; }

    /// <summary>
    /// The largest payload accepted, in bytes (<c>packet_max_size</c>); null leaves it to the packet format, or of a packed packet, to
    /// <see cref="DefaultMaxUnpackedSize"/>.
    /// </summary>
    public int? MaxSize { get; init; }

    /// <summary>Whether the payload travels packed (<c>packet_packed</c>).</summary>
    public bool IsPacked { get; init; }

    /// <summary>How deep tables may nest in the payload (<c>packet_max_depth</c>); null leaves it to the verifier's options.</summary>
    public int? MaxDepth { get; init; }

    /// <summary>How many tables a payload may hold (<c>packet_max_tables</c>); null leaves it to the verifier's options.</summary>
    public int? MaxTables { get; init; }

    /// <summary>Place of the attribute <c>packet_id</c>.</summary>
    public required SourceSpan Span { get; init; }

    /// <summary>Returns the largest payload in bytes that generated code accepts and sends; null leaves it to the packet format.</summary>
    /// <param name="type">The table or struct that is the payload.</param>
    internal int? LimitOf(Definition type) =>
        MaxSize ?? (!IsPacked ? null : type is StructDefinition definition ? definition.Size : DefaultMaxUnpackedSize);
}
