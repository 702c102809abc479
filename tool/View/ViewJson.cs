namespace Codec.Cli.View;

/// <summary>Describes what a page shows, as objects whose JSON the page reads. Not thread-safe.</summary>
internal sealed class ViewJson(PacketIndex index, PacketFormat format)
{
    /// <summary>The bytes of a payload that are shown, unless more are asked for.</summary>
    public const int ShownBytes = 16 * 1024;

    // A browser shows more bytes only slowly.
    private const int MaxShownBytes = 1024 * 1024;

    private const int MaxRows = 500;
    private const int MaxFieldColumns = 160;
    private const int MaxTextColumns = 2000;
    private const int MaxGroups = 1000;

    private readonly TextLine _line = new();
    private readonly PayloadUnpacker _unpacker = new();
    private byte[] _buffer = [];

    /// <summary>Returns a number that changes with the rows.</summary>
    public static long Version(PacketIndex index) => (2L * index.Count) + (index.IsRead ? 1 : 0);

    /// <summary>Returns the counts, connections, ids and errors.</summary>
    public object Status(string title, bool isLive)
    {
        long version = Version(index);
        var connections = index.Counts.Connections(MaxGroups);
        return new
        {
            title,
            live = isLive,
            version,
            read = index.IsRead,
            rows = index.Count,
            omitted = index.Omitted,
            hasTime = index.Start >= 0,
            duration = index.End - index.Start,
            hasSchema = index.Schema is not null,
            stopped = index.Stopped,
            connectionCount = connections.Count,
            connections = connections.First.Select(connection => (object[])[connection.Number, connection.Packets, connection.Errors, connection.IsOpen]),
            ids = index.Counts.Ids(MaxGroups).Select(id => (object?[])[id.Id, index.Schema?.Find(id.Id)?.Name, id.Count]),
            errors = index.Counts.Errors().Skip(1).ToDictionary(error => error.Name, error => error.Count),
        };
    }

    /// <summary>Returns rows at positions of a filter.</summary>
    /// <param name="scanned">The number of rows of the index that the filter has tested.</param>
    public object Rows(FilteredRows filtered, int from, int count, int total, int scanned)
    {
        from = Math.Clamp(from, 0, total);
        return new { total, scanned, of = index.Count, rows = Enumerable.Range(from, Math.Clamp(count, 0, Math.Min(MaxRows, total - from))).Select(position => Row(filtered.RowAt(position))) };
    }

    /// <summary>Returns the timeline.</summary>
    public object Lanes(long from, long to, int intervals, int lanes) => new
    {
        from,
        to,
        more = Math.Max(0, index.Counts.Connections(0).Count - lanes),
        lanes = TimeLanes.Count(index, from, to, intervals, lanes).Select(lane =>
            new { connection = lane.Number, packets = lane.Packets, errors = lane.Errors, @out = lane.Out, @in = lane.In, bad = lane.Bad }),
    };

    /// <summary>Returns a row: its number, time in nanoseconds, direction, connection, id, name, size, error, text, and whether it was sent from the page.</summary>
    public object?[] Row(int row)
    {
        ref readonly PacketRow packet = ref index[row];
        object?[] cells =
        [
            row,
            packet.Nanoseconds < 0 ? 0 : packet.Nanoseconds - index.Start,
            packet.Direction switch { CaptureDirection.Inbound => "<", CaptureDirection.Outbound => ">", _ => "" },
            packet.Has(PacketRowFlags.NoConnection) ? -1 : packet.Connection,
        ];
        string error = index.Counts.Errors()[packet.Error].Name;
        if (packet.Has(PacketRowFlags.Text))
        {
            return [.. cells, -1, error.Length > 0 ? "not a packet" : "", 0, error, index.Text(packet), false];
        }

        PacketInspection inspection = index.Read(packet, ref _buffer, _unpacker, out TracedPacket traced);
        _line.Clear();
        _line.Limit = MaxFieldColumns;
        LinePrinter.WriteFields(_line, new PayloadTextWriter(_line), traced, inspection);
        return [.. cells, packet.Id, inspection.Message?.Name ?? "", traced.Payload.Length, error, Line(), packet.Has(PacketRowFlags.Injected)];
    }

    /// <summary>Returns a row with its bytes and fields, which refer to each other.</summary>
    /// <param name="shown">The number of bytes that are shown.</param>
    public object Detail(int row, int shown)
    {
        ref readonly PacketRow packet = ref index[row];
        object?[] cells = Row(row);
        string? date = packet.Nanoseconds < 0 ? null : DateTime.UnixEpoch.AddTicks(packet.Nanoseconds / 100).ToString("O", CultureInfo.InvariantCulture);
        if (packet.Has(PacketRowFlags.Text))
        {
            return new { row = cells, date, message = index.Text(packet) };
        }

        PacketInspection inspection = index.Read(packet, ref _buffer, _unpacker, out TracedPacket traced);
        shown = Math.Min(Math.Clamp(shown, 0, MaxShownBytes), traced.Payload.Length);
        PayloadMessage? message = inspection.IsReadable || inspection.Problem is not null ? inspection.Message : null;
        return new
        {
            row = cells,
            date,
            type = inspection.Message?.FullName,
            size = traced.Payload.Length,
            shown,
            packedSize = traced.Packed.IsEmpty ? (int?)null : traced.Packed.Length,
            delta = inspection.Delta is not var (number, baseline) ? null
                : $"number {number}, baseline {baseline}" + (number > 0 && traced.Wire.Length >= 4 ? $", mark {BitConverter.ToUInt16(traced.Wire[2..])}" : ""),
            message = inspection.IsValid ? null : inspection.Describe(),
            problem = inspection.Problem?.Offset ?? -1,
            header = Header(packet.Id, traced.Wire),
            bytes = traced.Payload[..shown].ToArray(),

            // The fields of a longer payload would take too much memory.
            fields = message is not null && traced.Payload.Length <= Math.Max(ShownBytes, shown) ? Fields(traced.Payload, message) : null,
            json = message is not null && inspection.IsReadable && traced.Payload.Length <= MaxShownBytes ? JsonOf(traced.Payload, message) : null,
        };
    }

    private string Line() => Encoding.UTF8.GetString(_line.Finish()).TrimEnd('\n');

    // The header is not stored, because the id and the size determine it.
    private byte[] Header(uint id, ReadOnlySpan<byte> wire)
    {
        ArrayBufferWriter<byte> packet = new();
        if (wire.Length <= format.MaxPayloadSize)
        {
            PacketEncoder.Write(packet, id, wire, format);
        }

        return packet.WrittenSpan[..Math.Min(packet.WrittenCount, format.HeaderSize)].ToArray();
    }

    // Each has its offset, length, section, type, value and comment.
    private List<object[]> Fields(ReadOnlySpan<byte> payload, PayloadMessage message)
    {
        List<object[]> fields = [];
        foreach ((ByteRegion region, string section) in ByteAnnotator.Regions(payload, message))
        {
            string value = region.Value;
            if (region is { Comment: "string literal", Value.Length: 0 })
            {
                _line.Clear();
                _line.Limit = MaxTextColumns;
                _line.AppendQuoted(payload.Slice(region.Offset, region.Length));
                value = Line();
            }

            fields.Add([region.Offset, region.Length, section, region.Type, value, region.Comment]);
        }

        return fields;
    }

    private static string? JsonOf(ReadOnlySpan<byte> payload, PayloadMessage message)
    {
        ArrayBufferWriter<byte> text = new();
        using Utf8JsonWriter json = new(text, PayloadJsonWriter.Options with { Indented = true });
        bool isWhole = new PayloadJsonWriter(json).Write(payload, message);
        json.Flush();
        return isWhole ? Encoding.UTF8.GetString(text.WrittenSpan) : null;
    }
}
