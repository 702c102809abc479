namespace Codec.Cli.Traffic;

/// <summary>Reads a file that is a single payload.</summary>
internal sealed class PayloadSource(SourceStream stream, uint id) : PacketSource
{
    // The whole payload is read into memory. In the JSON, a byte of a text takes at most 6 bytes, and a byte of a vector of numbers 4.
    private const int MaxSize = 16 * 1024 * 1024;
    private const int MaxJsonSize = 8 * MaxSize;
    private bool _isRead;

    public override SourceStatus Read(out TracedPacket packet)
    {
        packet = default;
        if (_isRead)
        {
            return SourceStatus.End;
        }

        _isRead = true;
        packet = new TracedPacket { Id = id, Payload = ReadAll(stream, MaxSize, "payload").Span, Nanoseconds = -1, Start = -1 };
        return SourceStatus.Packet;
    }

    /// <summary>Reads the JSON of a payload. Throws <see cref="CommandFailedException"/> if the file is too large for the JSON of a payload.</summary>
    public static ReadOnlyMemory<byte> ReadJson(SourceStream stream) => ReadAll(stream, MaxJsonSize, "JSON of a payload");

    public override void Dispose() => stream.Dispose();

    private static ReadOnlyMemory<byte> ReadAll(SourceStream stream, int limit, string content)
    {
        ReadBuffer buffer = new(stream);
        while (Math.Max(stream.KnownLength, buffer.Unused.Length) <= limit)
        {
            if (!buffer.Fill())
            {
                return buffer.Unused;
            }
        }

        throw new CommandFailedException($"The file is larger than the largest {content} that is read, {limit} bytes.");
    }
}
