namespace Codec.Schema.Model;

/// <summary>A packet: a table or a struct with the attribute <c>packet_id</c>.</summary>
public sealed record PacketDefinition
{
    /// <summary>
    /// The maximum payload size, in bytes, of a packed table without <c>packet_max_size</c>: the limit of the default packet format.
    /// </summary>
    public const int DefaultMaxUnpackedSize = 65_535;

    /// <summary>The maximum nesting depth of tables in a packet without <c>packet_max_depth</c>.</summary>
    internal const int DefaultMaxDepth = 64;

    /// <summary>
    /// The largest <c>packet_max_depth</c>. Verification and reading into objects recurse. On a stack of 256 KB, code that is not optimized reads
    /// nested vectors of unions up to a depth of 255 in C# and 205 in C++ (174 with the address sanitizer). This value leaves room for the caller and
    /// for tables with more fields.
    /// </summary>
    internal const int LargestMaxDepth = 128;

    /// <summary>The largest <c>packet_delta</c>. The sender's number of a payload is a byte, and an old one must not have a number of a kept one.</summary>
    internal const int MaxBaselines = 64;

    /// <summary>The limit of tables in a packet without <c>packet_max_tables</c>, as messages show it.</summary>
    internal const string DefaultMaxTablesText = "(from 16384 to 1000000, by the payload's size)";

    private const int MinDefaultTables = 16_384;
    private const int MaxDefaultTables = 1_000_000;

    /// <summary>Gets the id in the packet's header; unique in a model. Only a format with 4-byte ids can carry ids above 65,535.</summary>
    public required uint Id { get; init; }

    /// <summary>Gets the full name of the table or struct that is the payload.</summary>
    public required string Type { get; init; }

    /// <summary>Gets whether the payload is a bare struct instead of a FlatBuffer with a table as root.</summary>
    public required bool IsStruct { get; init; }

    /// <summary>Gets the sides that may send the packet (<c>packet_direction</c>).</summary>
    public PacketDirection Direction { get; init; }

    /// <summary>
    /// Gets the maximum payload size in bytes (<c>packet_max_size</c>). If null, the packet format sets the limit. For a packed table, null means
    /// <see cref="DefaultMaxUnpackedSize"/>.
    /// </summary>
    public int? MaxSize { get; init; }

    /// <summary>Gets whether the payload is sent packed (<c>packet_packed</c> or <c>packet_delta</c>).</summary>
    public bool IsPacked { get; init; }

    /// <summary>
    /// Gets the number of earlier payloads that a receiver keeps, because a payload is sent as a difference to one of them (<c>packet_delta</c>);
    /// 0 if payloads are not sent as differences.
    /// </summary>
    public int Baselines { get; init; }

    /// <summary>Gets the maximum nesting depth of tables in the payload (<c>packet_max_depth</c>). If null, the verifier's default applies.</summary>
    public int? MaxDepth { get; init; }

    /// <summary>Gets the maximum number of tables in a payload (<c>packet_max_tables</c>). If null, the verifier's default applies.</summary>
    public int? MaxTables { get; init; }

    /// <summary>
    /// Gets the full name of the packet that answers this one: <c>packet_answer</c>, or the response of a service's method. If null, the
    /// packet is not a request.
    /// </summary>
    public string? Answer { get; init; }

    /// <summary>Gets whether a request may have several answers: the method of the service has the attribute <c>streaming</c>.</summary>
    public bool HasManyAnswers { get; init; }

    /// <summary>Gets the location of the attribute <c>packet_id</c>.</summary>
    public required SourceSpan Span { get; init; }

    /// <summary>Gets the maximum number of tables in a small payload, which may share tables.</summary>
    internal int TablesOfSmallPayload => MaxTables ?? MinDefaultTables;

    /// <summary>Gets the maximum number of tables in the largest payload.</summary>
    internal int TablesOfLargestPayload =>
        MaxTables ?? Math.Min(MaxDefaultTables, Math.Max(MinDefaultTables, (MaxSize ?? (IsPacked ? DefaultMaxUnpackedSize : int.MaxValue)) / 4));

    /// <summary>
    /// Returns the maximum payload size, in bytes, that generated code accepts and sends. If null, the packet format sets the limit.
    /// </summary>
    /// <param name="type">The table or struct that is the payload.</param>
    internal int? LimitOf(Definition type) =>
        MaxSize ?? (!IsPacked ? null : type is StructDefinition definition ? definition.Size : DefaultMaxUnpackedSize);
}
