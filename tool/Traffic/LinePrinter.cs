namespace Codec.Cli.Traffic;

/// <summary>
/// Prints packets as readable lines: time (or offset), direction and connection, id, name, payload size, first fields. An error is below its packet.
/// </summary>
/// <remarks>
/// Times are seconds since the first packet. <c>&gt;</c> is outbound and <c>&lt;</c> inbound, seen from the machine that captured. The connection's
/// number follows.
/// </remarks>
internal sealed class LinePrinter : IPacketVisitor
{
    public const int DefaultWidth = 80;

    private const string Heading = "      time dir     id name          size fields";
    private const int TimeWidth = 10;
    private const int IdWidth = 5;
    private const int NameColumn = 22;
    private const int SizeWidth = 5;
    private const int NameWidth = 12;

    // The start of an error or event, after its place or the column of the time.
    private const string Mark = " ! ";
    private const string EventMark = " - ";

    private readonly Utf8Output _output;
    private readonly TextLine _line = new();
    private readonly PayloadTextWriter _fields;
    private bool _hasHeading;
    private long _start = -1;

    public LinePrinter(Utf8Output output, int width)
    {
        _output = output;
        _line.Limit = width;
        _fields = new PayloadTextWriter(_line);
    }

    public void Packet(in TracedPacket packet, in PacketInspection inspection)
    {
        Begin();
        Place(packet.Nanoseconds, packet.Start, packet.Direction, packet.Offset, packet.Connection);
        _line.PadTo(NameColumn - IdWidth - 2);
        _line.Append(' ');
        _line.AppendNumber(packet.Id, IdWidth);
        _line.Append(' ');
        _line.PadTo(NameColumn);
        _line.Append(inspection.Message?.Name ?? "?");
        _line.PadTo(NameColumn + NameWidth);
        _line.Append(' ');
        _line.AppendNumber(packet.Payload.Length, SizeWidth);
        _line.Append(' ');
        WriteFields(_line, _fields, packet, inspection);
        _output.Write(_line.Finish());
        if (!inspection.IsValid)
        {
            string place = PlaceOf(packet.Nanoseconds, packet.Start, packet.Direction, packet.Offset, packet.Connection);
            Write(place + Mark, inspection.Describe());
        }
    }

    /// <summary>Writes how a packet is packed, and its first fields.</summary>
    /// <param name="line">The line of <paramref name="fields"/>.</param>
    public static void WriteFields(TextLine line, PayloadTextWriter fields, in TracedPacket packet, in PacketInspection inspection)
    {
        if (inspection.Delta is var (number, baseline))
        {
            line.Append($"number {number} baseline {baseline}{(inspection.IsReadable ? "" : ";")} ");
        }

        if (!packet.Packed.IsEmpty)
        {
            line.Append($"packed {packet.Packed.Length} = {Percent(packet)}%; ");
        }

        if (inspection is { IsReadable: true, Message: { } message })
        {
            fields.Write(packet.Payload, message);
        }
    }

    public void Fault(PacketFault fault)
    {
        Begin();
        Write(PlaceOf(fault).PadRight(TimeWidth) + Mark, fault.Message);
    }

    /// <summary>Prints an event of a connection, or of the command if the connection is <see langword="null"/>.</summary>
    /// <param name="direction">Outbound if the client caused the event, inbound if the server did.</param>
    public void Event(long nanoseconds, CaptureDirection direction, uint? connection, string text)
    {
        Begin();
        Write(PlaceOf(nanoseconds, -1, direction, -1, connection) + EventMark, text);
    }

    /// <summary>Returns the time, the direction and the connection of an error, as in the line of a packet; empty if it belongs to the whole file.</summary>
    public string PlaceOf(PacketFault fault) =>
        fault.Connection is null ? "" : PlaceOf(fault.Nanoseconds, fault.Start, fault.Direction, -1, fault.Connection);

    private string PlaceOf(long nanoseconds, long start, CaptureDirection direction, long offset, uint? connection)
    {
        _line.Clear();
        Place(nanoseconds, start, direction, offset, connection);
        return Encoding.UTF8.GetString(_line.Finish()).TrimEnd();
    }

    private static long Percent(in TracedPacket packet) => packet.Payload.IsEmpty ? 100 : ((100L * packet.Packed.Length) + (packet.Payload.Length / 2)) / packet.Payload.Length;

    private void Begin()
    {
        _line.Clear();
        if (!_hasHeading)
        {
            _hasHeading = true;
            _line.Append(Heading);
            _output.Write(_line.Finish());
            _line.Clear();
        }
    }

    private void Write(string start, string text) => _output.Write(WrappedText.Of(text, start, _line.Limit));

    private void Place(long nanoseconds, long start, CaptureDirection direction, long offset, uint? connection)
    {
        if (nanoseconds < 0)
        {
            _line.AppendNumber(Math.Max(0, offset), TimeWidth);
        }
        else
        {
            // If the time of the source's first packet is unknown, times are relative to the first packet that is shown.
            _start = start >= 0 ? start : _start < 0 ? nanoseconds : _start;
            _line.AppendNumber((nanoseconds - _start) / 1000 / 1_000_000m, TimeWidth, "0.000000");
        }

        _line.Append(' ');
        _line.Append(direction switch { CaptureDirection.Inbound => '<', CaptureDirection.Outbound => '>', _ => ' ' });
        if (offset < 0 && connection is { } number)
        {
            _line.AppendNumber(number);
        }
    }
}
