namespace Codec.Cli.Tap;

/// <summary>Writes the output of a tap: packets as <c>codec inspect</c> or <c>codec decode</c> does, and events. Not thread-safe.</summary>
internal sealed class TapLineWriter(Utf8Output output, PayloadSchema? schema, PacketFormat format, bool isJson)
{
    // More connections with an error than this are rarely open at once.
    private const int MaxErrors = 4096;

    private readonly LinePrinter _lines = new(output, LinePrinter.DefaultWidth);
    private readonly IPacketVisitor? _json = isJson ? new JsonPrinter(output) : null;
    private readonly PayloadUnpacker _unpacker = new();

    // The last error of each open connection, which may be why the other side ends it.
    private readonly Dictionary<uint, string> _errors = [];

    private IPacketVisitor Packets => _json ?? _lines;

    public void Write(in TapLine line)
    {
        if (line.Event is not null)
        {
            WriteEvent(line);
        }
        else if (line.Error != PacketError.None)
        {
            PacketFault fault = FaultOf(line, line.Bytes, format);
            Packets.Fault(fault);
            SetError(line, fault.Error);
        }
        else
        {
            TracedPacket packet = line.ToPacket(line.Bytes);
            PacketInspection inspection = PacketInspection.Of(ref packet, _unpacker, schema, type: null, isServer: false);
            Packets.Packet(packet, inspection);
            if (!inspection.IsValid)
            {
                SetError(line, $"{inspection.Error} in {inspection.Message?.Name ?? $"id {line.Id}"}");
            }
        }
    }

    private void SetError(in TapLine line, string error)
    {
        if (_errors.Count < MaxErrors)
        {
            _errors[line.Connection] = $"{error} from the {(line.Direction == CaptureDirection.Outbound ? "client" : "server")}";
        }
    }

    public void WriteSkipped(DateTimeOffset time, long count) =>
        WriteEvent(new TapLine(time, 0, CaptureDirection.Unknown) { Event = "skipped", Detail = $"{Counted.Of(count, "packet")} not shown" });

    public void Flush() => output.Flush();

    public static PacketFault FaultOf(in TapLine line, ReadOnlySpan<byte> bytes, PacketFormat format)
    {
        // Enough to recognize another protocol.
        const int ShownBytes = 8;
        string more = bytes.Length > ShownBytes ? "…" : "";
        string shown = Convert.ToHexString(bytes[..Math.Min(ShownBytes, bytes.Length)]) + more;
        bool isPart = line.Error is PacketError.PayloadTruncated or PacketError.HeaderTruncated;
        PacketHint hint = !isPart || line.Position == 0 ? PacketDecoder.Guess(bytes, format) : PacketHint.None;
        string message = CaptureSource.Describe(
            line.Error, isPart ? CapturedErrorCause.Ended : CapturedErrorCause.NotPackets, hint, $"at byte {line.Position}, {bytes.Length} bytes {shown}");
        return new PacketFault($"{line.Error}", line.Position, message)
        {
            Nanoseconds = line.Nanoseconds,
            Direction = line.Direction,
            Connection = line.Connection,
        };
    }

    private void WriteEvent(in TapLine line)
    {
        uint? connection = line.Connection > 0 ? line.Connection : null;
        string detail = line.Event == "closed" && _errors.Remove(line.Connection, out string? error) ? $"{line.Detail}, after {error}" : line.Detail!;
        if (isJson)
        {
            output.WriteLine(Json.Of(new { time = line.Time.UtcDateTime, direction = Json.Direction(line.Direction), connection, @event = line.Event, detail }));
        }
        else
        {
            _lines.Event(line.Nanoseconds, line.Direction, connection, $"{line.Event}: {detail}");
        }
    }
}
