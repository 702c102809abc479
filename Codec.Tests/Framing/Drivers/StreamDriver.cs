namespace Codec.Tests.Framing.Drivers;

/// <summary>Runs one kind of decoder over a stream that arrives in chunks.</summary>
public abstract class StreamDriver
{
    /// <summary>Gets the maximum number of bytes that the decoder rents before it has received any data.</summary>
    public virtual int FirstRent => 4096;

    /// <summary>Gets whether the decoder itself detects the end of the stream, and therefore validates a truncated packet there.</summary>
    public virtual bool KnowsTheEnd => true;

    /// <summary>Decodes a stream.</summary>
    /// <param name="chunks">The received chunks, in order. A chunk can be empty.</param>
    /// <param name="format">The packet format.</param>
    /// <param name="ends">Whether the stream ends after the last chunk. If not, the decoder waits for more data there.</param>
    /// <param name="dispatcher">The dispatcher for the decoded packets, or <see langword="null"/> to add copies of them to the result.</param>
    /// <returns>The result. If there is a dispatcher, it is the dispatcher's state.</returns>
    public abstract Decoding Decode(IReadOnlyList<byte[]> chunks, PacketFormat format, bool ends = true, PacketDispatcher<Decoding>? dispatcher = null);

    public override string ToString() => GetType().Name.Replace("Driver", "", StringComparison.Ordinal);

    protected static void Deliver(Decoding stream, in Packet packet, PacketDispatcher<Decoding>? dispatcher)
    {
        if (dispatcher is null)
        {
            stream.Packets.Add((packet.Id, packet.Payload.ToArray()));
            return;
        }

        try
        {
            Assert.That(dispatcher.Dispatch(packet), Is.EqualTo(PacketError.None));
        }
        catch (HandlerException)
        {
            stream.HandlerFailures++;
        }
    }
}
