namespace Codec.Cli.View;

/// <summary>Selects rows of an index, as a page asks for them. Thread-safe.</summary>
internal sealed class RowFilter
{
    // What a query may have, and what a user may write in it.
    private static readonly string[] Names = ["connection", "id", "direction", "error", "text", "where", "after", "before"];

    private readonly PacketFilter _packets;
    private readonly PacketIndex _index;
    private readonly string? _error;
    private readonly byte[] _text;
    private readonly long _after;
    private readonly long _before;

    /// <summary>Creates a filter from a query, such as <c>connection=7&amp;error=any&amp;text=hello</c>. Times are nanoseconds since the first row.</summary>
    /// <exception cref="CommandFailedException">A value is not valid.</exception>
    public RowFilter(PacketIndex index, IReadOnlyDictionary<string, string> query)
    {
        string Value(string name) => query.GetValueOrDefault(name) ?? "";
        string[] List(string name) => Value(name).Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        _index = index;
        _error = Value("error") is { Length: > 0 } error ? error : null;
        _text = Encoding.UTF8.GetBytes(Value("text"));
        _after = Time(Value("after"), long.MinValue);
        _before = Time(Value("before"), long.MaxValue);
        _packets = new PacketFilter
        {
            Ids = [.. List("id").Select(id => SharedOptions.Id(id, index.Schema, "id"))],
            Connections = [.. List("connection").Select(text => uint.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out uint number)
                ? number : throw new CommandFailedException($"connection: '{MessageText.Printable(text)}' is not a number"))],
            Direction = Value("direction") switch { "in" => CaptureDirection.Inbound, "out" => CaptureDirection.Outbound, _ => CaptureDirection.Unknown },
            Where = Value("where").Trim() is not { Length: > 0 } condition ? null
                : FieldFilterParser.Parse(condition, index.Schema ?? throw new CommandFailedException("A condition needs the schema of the fields; expected --schema FILE.")),
        };
        Key = string.Join('&', Names.Select(name => $"{name}={Uri.EscapeDataString(Value(name))}"));
    }

    /// <summary>Gets a text that is equal for equal filters.</summary>
    public string Key { get; }

    /// <summary>Gets whether every row is selected.</summary>
    public bool IsEmpty => _packets is { Ids.Count: 0, Connections.Count: 0, Direction: CaptureDirection.Unknown } && !NeedsPayload && !HasTime && _error is null;

    /// <summary>Gets whether payloads must be read, which takes much longer.</summary>
    public bool NeedsPayload => _text.Length > 0 || _packets.Where is not null;

    private bool HasTime => _after != long.MinValue || _before != long.MaxValue;

    /// <summary>Returns whether a row is selected.</summary>
    /// <param name="errors">The names of errors, by <see cref="PacketRow.Error"/>.</param>
    public bool Matches(in PacketRow row, (string Name, long Count)[] errors, ref byte[] buffer, PayloadUnpacker unpacker)
    {
        if ((_error is not null && (row.Error == 0 || (_error != "any" && errors[row.Error].Name != _error)))
            || (_packets.Ids.Count > 0 && (row.Has(PacketRowFlags.Text) || !_packets.Ids.Contains(row.Id)))
            || (!row.Has(PacketRowFlags.NoConnection) && !_packets.HasConnection(row.Connection))
            || (_packets.Direction != CaptureDirection.Unknown && row.Direction != _packets.Direction)
            || (HasTime && (row.Nanoseconds - _index.Start < _after || row.Nanoseconds - _index.Start >= _before)))
        {
            return false;
        }

        if (!NeedsPayload || row.Has(PacketRowFlags.Text))
        {
            return !NeedsPayload || (_packets.Where is null && _index.Text(row).Contains(Encoding.UTF8.GetString(_text), StringComparison.OrdinalIgnoreCase));
        }

        PacketInspection inspection = _index.Read(row, ref buffer, unpacker, out TracedPacket packet);
        return packet.Payload.IndexOf(_text) >= 0 && _packets.Matches(packet, inspection);
    }

    private static long Time(string text, long missing) => text.Length == 0 ? missing
        : long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long time) ? time
        : throw new CommandFailedException($"'{MessageText.Printable(text)}' is not a number of nanoseconds");
}
