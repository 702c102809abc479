using Codec.Cli.Payloads;

namespace Codec.Cli.Traffic;

/// <summary>
/// Writes packets as readable lines: time (or offset), direction and connection, id, name, payload size, first fields. Not thread-safe.
/// </summary>
/// <remarks>
/// Times are seconds since the first packet. <c>&gt;</c> is outbound and <c>&lt;</c> inbound, seen from the machine that captured. The connection's
/// number follows.
/// </remarks>
internal sealed class PacketLine
{
    /// <summary>The width of a line in columns if the output is not a terminal.</summary>
    public const int DefaultWidth = 80;

    private const string Heading = "      time dir     id name          size fields";

    private const int TimeWidth = 10;
    private const int IdWidth = 5;
    private const int NameColumn = 22;
    private const int SizeWidth = 5;
    private const int NameWidth = 12;

    private readonly TextLine _line = new();
    private readonly PayloadTextWriter _fields;
    private long _start = -1;

    public PacketLine(int width = DefaultWidth)
    {
        _line.Limit = width;
        _fields = new PayloadTextWriter(_line);
    }

    /// <summary>Returns the heading of the lines.</summary>
    /// <returns>The line in UTF-8, with its line end. Valid until the next call.</returns>
    public ReadOnlySpan<byte> WriteHeading()
    {
        _line.Clear();
        _line.Append(Heading);
        return _line.Finish();
    }

    /// <summary>Returns the line of a packet.</summary>
    /// <param name="message">The type of the payload, or <see langword="null"/> if it is not known.</param>
    /// <param name="isValid">Whether <see cref="PayloadVerifier"/> accepts the payload. If not, no fields are shown.</param>
    /// <returns>The line in UTF-8, with its line end. Valid until the next call.</returns>
    public ReadOnlySpan<byte> Write(in TracedPacket packet, PayloadMessage? message, bool isValid)
    {
        _line.Clear();
        Place(packet);

        _line.PadTo(NameColumn - IdWidth - 2);
        _line.Append(' ');
        _line.Append(packet.Id, IdWidth);
        _line.Append(' ');
        _line.PadTo(NameColumn);
        _line.Append(message?.Name ?? "?");
        _line.PadTo(NameColumn + NameWidth);
        _line.Append(' ');
        _line.Append(packet.Payload.Length, SizeWidth);
        _line.Append(' ');
        if (!packet.Packed.IsEmpty)
        {
            _line.Append("packed ");
            _line.Append(packet.Packed.Length);
            _line.Append(" = ");
            _line.Append(Percent(packet));
            _line.Append("%; ");
        }

        if (message is not null && isValid)
        {
            _fields.Write(packet.Payload, message);
        }

        return _line.Finish();
    }

    /// <summary>Returns the time, the direction and the connection of an error, as in the line of a packet; empty if it belongs to the whole file.</summary>
    public string Place(PacketFault fault)
    {
        _line.Clear();
        if (fault.Connection is { } connection)
        {
            Place(new TracedPacket
            {
                Id = 0,
                Payload = [],
                Nanoseconds = fault.Nanoseconds,
                Start = fault.Start,
                Direction = fault.Direction,
                Connection = connection,
                Offset = -1,
            });
        }

        return Encoding.UTF8.GetString(_line.Finish()).TrimEnd();
    }

    private static long Percent(in TracedPacket packet) => packet.Payload.IsEmpty ? 100 : ((100L * packet.Packed.Length) + (packet.Payload.Length / 2)) / packet.Payload.Length;

    private void Place(in TracedPacket packet)
    {
        Time(packet);
        _line.Append(' ');
        _line.Append(packet.Direction switch { CaptureDirection.Inbound => '<', CaptureDirection.Outbound => '>', _ => ' ' });
        if (packet.Offset < 0)
        {
            _line.Append(packet.Connection);
        }
    }

    private void Time(in TracedPacket packet)
    {
        if (packet.Nanoseconds < 0)
        {
            _line.Append(Math.Max(0, packet.Offset), TimeWidth);
            return;
        }

        // If the time of the source's first packet is unknown, times are relative to the first packet that is shown.
        _start = packet.Start >= 0 ? packet.Start : _start < 0 ? packet.Nanoseconds : _start;
        long microseconds = (packet.Nanoseconds - _start) / 1000;
        Span<byte> text = stackalloc byte[40];
        decimal seconds = microseconds / 1_000_000m;
        seconds.TryFormat(text, out int length, "0.000000", CultureInfo.InvariantCulture);
        _line.Pad(TimeWidth - length);
        _line.Append(text[..length]);
    }
}
