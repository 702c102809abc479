using Codec.Cli.Payloads;

namespace Codec.Cli.Tap;

/// <summary>Writes the output of a tap: packets as <c>codec inspect</c> or <c>codec decode</c> does, and events. Not thread-safe.</summary>
internal sealed class TapLineWriter(Utf8Output output, PayloadSchema? schema, bool isJson)
{
    private readonly IPacketVisitor _packets = isJson ? new JsonPrinter(output) : new LinePrinter(output, LinePrinter.DefaultWidth);
    private readonly PayloadUnpacker _unpacker = new();

    public void Write(in TapLine line)
    {
        if (line.Event is not null)
        {
            WriteEvent(line);
        }
        else if (line.Error != PacketError.None)
        {
            _packets.Fault(FaultOf(line));
        }
        else
        {
            TracedPacket packet = new()
            {
                Id = line.Id,
                Payload = line.Bytes,
                Nanoseconds = line.Nanoseconds,
                Start = -1,
                Direction = line.Direction,
                Connection = line.Connection,
                Offset = -1,
            };
            PacketInspection inspection = PacketInspection.Of(ref packet, _unpacker, schema, type: null, isServer: false);
            _packets.Packet(packet, inspection);
        }
    }

    /// <summary>Writes the number of packets that were not printed.</summary>
    public void WriteSkipped(long count) =>
        output.WriteLine(isJson ? $"{{\"event\":\"skipped\",\"packets\":{count}}}" : $"-- {count} packets are not shown");

    /// <summary>Writes the buffered lines to the standard output.</summary>
    public void Flush() => output.Flush();

    private static PacketFault FaultOf(in TapLine line)
    {
        // The limit that lets a line fit 80 columns.
        const int ShownBytes = 8;
        string more = line.Bytes.Length > ShownBytes ? "…" : "";
        string shown = Convert.ToHexString(line.Bytes, 0, Math.Min(ShownBytes, line.Bytes.Length)) + more;
        return new PacketFault($"{line.Error}", line.Position, $"{line.Error} at byte {line.Position}, {line.Bytes.Length} bytes {shown}")
        {
            Nanoseconds = line.Nanoseconds,
            Direction = line.Direction,
            Connection = line.Connection,
        };
    }

    private void WriteEvent(in TapLine line) => output.WriteLine(isJson
        ? Json.Of(new { time = line.Time.UtcDateTime, connection = line.Connection, @event = line.Event, detail = line.Detail })
        : $"-- {(line.Connection > 0 ? $"#{line.Connection} " : "")}{line.Event}: {line.Detail}");
}
