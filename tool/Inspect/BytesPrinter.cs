namespace Codec.Cli.Inspect;

/// <summary>Explains every byte of packets.</summary>
/// <param name="width">The width of the line of a packet, in columns.</param>
/// <param name="isWrapped">Whether the lines of bytes have this width, too: the comment of a longer line is below it.</param>
internal sealed class BytesPrinter(Utf8Output output, PacketFormat format, int width, bool isWrapped) : IPacketVisitor
{
    // The columns before the bytes of a line.
    private const string CommentIndent = "          ";

    private readonly LinePrinter _lines = new(output, width);

    public void Packet(in TracedPacket packet, in PacketInspection inspection)
    {
        _lines.Packet(packet, inspection);
        output.Write("\n"u8);
        Header(packet.Raw);
        if (!packet.Packed.IsEmpty)
        {
            output.WriteLine($"  {packet.Packed.Length} packed bytes; the offsets below are in the {packet.Payload.Length} bytes that they unpack to\n");
        }

        if (inspection.Message is { } message && (inspection.IsReadable || inspection.Problem is not null))
        {
            output.Write(Wrapped(message.Explain(packet.Payload)));
        }
        else
        {
            Unknown(packet.Payload);
        }

        output.Write("\n"u8);
    }

    public void Fault(PacketFault fault) => _lines.Fault(fault);

    private string Wrapped(string lines) => !isWrapped ? lines : string.Join('\n', lines.Split('\n').Select(line =>
    {
        int comment = line.Length <= width ? -1 : line.LastIndexOf(" | ", StringComparison.Ordinal);
        return comment < 0 ? line : line[..comment].TrimEnd() + "\n" + WrappedText.Of(line[(comment + 3)..], CommentIndent, width).TrimEnd('\n');
    }));

    // The header fields, with their offsets in the packet. A payload has no header.
    private void Header(ReadOnlySpan<byte> packet)
    {
        if (packet.IsEmpty)
        {
            return;
        }

        bool isSizeFirst = !format.IsIdFirst;
        string size = format.SizeCountsHeader ? "Size: bytes of the packet" : "Size: payload bytes";
        output.WriteLine("packet header:");
        Field(packet, 0, isSizeFirst ? format.SizeWidth : format.IdWidth, isSizeFirst ? size : "Id");
        Field(packet, isSizeFirst ? format.SizeWidth : format.IdWidth, isSizeFirst ? format.IdWidth : format.SizeWidth, isSizeFirst ? "Id" : size);
        output.WriteLine("\npayload:\n");
    }

    private void Field(ReadOnlySpan<byte> packet, int place, int width, string comment)
    {
        ulong value = 0;
        for (int i = 0; i < width; i++)
        {
            int digit = format.IsBigEndian ? i : width - 1 - i;
            value = (value << 8) | packet[place + digit];
        }

        output.WriteLine($"  +0x{place:X2} | {Hex(packet.Slice(place, width))} | uint{8 * width}_t | {value} | {comment}");
    }

    private void Unknown(ReadOnlySpan<byte> payload)
    {
        for (int at = 0; at < payload.Length; at += 16)
        {
            ReadOnlySpan<byte> row = payload.Slice(at, Math.Min(16, payload.Length - at));
            output.WriteLine($"  +0x{at:X4} | {Hex(row)}");
        }
    }

    private static string Hex(ReadOnlySpan<byte> bytes) => BitConverter.ToString(bytes.ToArray()).Replace('-', ' ');
}
