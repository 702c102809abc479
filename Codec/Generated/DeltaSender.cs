using Codec.Framing;

namespace Codec.Generated;

/// <summary>
/// Sends messages with <c>packet_delta</c> by datagrams, as differences from messages that the receiver has acknowledged: <c>sender.Advance(snapshot);
/// socket.SendAsync(sender.Since(acknowledged))</c>. Connections need no sender.
/// </summary>
/// <typeparam name="T">The message.</typeparam>
/// <remarks>
/// A receiver tells the sender the number of the last message that it has, such as in its own messages. A difference is encoded once for each baseline, so
/// receivers with the same baseline share it. A packet must be sent before the next <see cref="Advance"/>. Not thread-safe.
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class DeltaSender<T> : IPayloadWriter<byte>
    where T : IDeltaPacket
{
    // The current message, and the earlier ones that receivers may keep.
    private SentDelta[] _sent = [];

    /// <summary>Gets the number of the current message: 1 to 255, after which the numbers begin again; 0 before the first message.</summary>
    public byte Number => (byte)(_sent.Length == 0 ? 0 : _sent[0].Number);

    /// <summary>Gets the current message as a packet that needs no baseline.</summary>
    public ValuePacket<byte> Whole => Since(0);

    /// <summary>Gets the difference from the message before the current one. The first message is whole.</summary>
    public ValuePacket<byte> SinceLast => Since((byte)(_sent.Length == 0 ? 0 : _sent[1].Number));

    /// <summary>Sets the current message.</summary>
    /// <param name="message">The message, which is copied.</param>
    /// <exception cref="InvalidOperationException">The message cannot be written; the exception says why.</exception>
    public byte Advance(T message)
    {
        DeltaPayload payload = DeltaPayload.Write(message);
        _sent = _sent.Length == 0 ? new SentDelta[message.Baselines + 1] : _sent;
        _sent[0].Payload?.EndSending();
        _sent[_sent.Length - 1].Payload?.Release();
        Array.Copy(_sent, 0, _sent, 1, _sent.Length - 1);
        _sent[0] = _sent[1].Next(payload);
        return Number;
    }

    /// <summary>Returns the difference from an earlier message.</summary>
    /// <param name="number">The number of the baseline. If it is not kept, the packet is <see cref="Whole"/>.</param>
    /// <returns>The packet; valid until the next <see cref="Advance"/>.</returns>
    /// <exception cref="InvalidOperationException">There is no message.</exception>
    public ValuePacket<byte> Since(byte number)
    {
        if (Number == 0)
        {
            Throw.NoDeltaMessage(typeof(T).FullName!);
        }

        return new(_sent[0].Payload!.Id, Find(number).Payload is null ? (byte)0 : number, this);
    }

    int IPayloadWriter<byte>.GetMaxSize(in byte message) => _sent[0].Payload!.GetSize(Find(message).Payload);

    int IPayloadWriter<byte>.Write(in byte message, Span<byte> destination)
    {
        _ = _sent[0].Payload!.TryWrite(_sent[0], Find(message), destination, out int written);
        return written;
    }

    private SentDelta Find(int number) => number == Number ? default : Array.Find(_sent, sent => sent.Number == number);
}
