using System.Globalization;
using System.IO;

namespace Codec.Cli.Traffic;

/// <summary>Gives a file that is one payload.</summary>
internal sealed class PayloadSource : PacketSource
{
    // A payload is read as a whole. No packet format allows more by far.
    private const int MaxSize = 1 << 30;

    private readonly Stream _stream;
    private readonly uint _id;
    private byte[]? _payload;

    /// <summary>Makes a source.</summary>
    /// <param name="stream">The payload; closed with the source.</param>
    /// <param name="id">The id that its packet would have.</param>
    public PayloadSource(Stream stream, uint id)
    {
        _stream = stream;
        _id = id;
    }

    public override SourceStatus Read(out TracedPacket packet)
    {
        packet = default;
        if (_payload is not null)
        {
            return SourceStatus.End;
        }

        _payload = ReadAll(_stream);
        packet = new TracedPacket { Id = _id, Payload = _payload, Nanoseconds = -1 };
        return SourceStatus.Packet;
    }

    /// <summary>Reads a payload.</summary>
    /// <exception cref="CommandFailedException">It is too large to be one.</exception>
    public static byte[] ReadAll(Stream stream)
    {
        using MemoryStream memory = new();
        byte[] chunk = new byte[64 * 1024];
        int count;
        while ((count = stream.Read(chunk, 0, chunk.Length)) > 0)
        {
            if (memory.Length + count > MaxSize)
            {
                throw new CommandFailedException(string.Create(CultureInfo.InvariantCulture, $"The file is larger than a payload can be, {MaxSize} bytes."));
            }

            memory.Write(chunk, 0, count);
        }

        return memory.ToArray();
    }

    protected override void Dispose(bool isDisposing) => _stream.Dispose();
}
