namespace Codec.Tests.Framing.Drivers;

/// <summary>Polls a client until its transport has no more data.</summary>
public sealed class ClientDriver : StreamDriver
{
    private static readonly RecordingRoutes Recording = new();

    public override Decoding Decode(IReadOnlyList<byte[]> chunks, PacketFormat format, bool ends = true, PacketDispatcher<Decoding>? dispatcher = null)
    {
        Decoding stream = dispatcher?.State ?? new Decoding();
        bool isEmpty = false;
        PacketConnectionException? closed = null;
        ChunkTransport transport = new(chunks) { Ends = ends, OnEmpty = () => isEmpty = true };
        using PacketClient client = new(_ => new ValueTask<IPacketClientTransport>(transport), format);
        using PacketDispatcher<Decoding> recording = Recording.Dispatcher(stream);
        client.Closed += how => closed = how;
        client.Connect();
        bool hasPolled = true;
        while ((!isEmpty || hasPolled) && closed is null)
        {
            try
            {
                hasPolled = client.Poll(dispatcher ?? recording) > 0;
            }
            catch (HandlerException)
            {
                hasPolled = true;
                stream.HandlerFailures++;
            }
        }

        InvalidPacketException? invalid = closed?.InnerException as InvalidPacketException;
        stream.Error = invalid?.Error ?? PacketError.None;
        stream.Hint = invalid?.Hint ?? PacketHint.None;
        stream.Position = invalid?.Position ?? chunks.Sum(static chunk => (long)chunk.Length) - (ends ? 0 : Incomplete(stream, chunks, format));
        return stream;
    }

    // A client does not report its position in a stream that has not ended.
    private static long Incomplete(Decoding stream, IReadOnlyList<byte[]> chunks, PacketFormat format) =>
        chunks.Sum(static chunk => (long)chunk.Length) - stream.Packets.Sum(packet => (long)format.HeaderSize + packet.Payload.Length);
}
