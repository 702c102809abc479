using Codec.Packets;

namespace Codec.Framing;

/// <summary>A message of a value whose payload a writer writes: <c>connection.SendAsync(new ValuePacket&lt;Move&gt;(5, move, writer))</c>.</summary>
/// <typeparam name="TValue">The type of the value.</typeparam>
/// <remarks>
/// A sender writes the value directly into its own memory, and allocates nothing. The writer must not send through the same sender. The default value cannot be
/// sent.
/// </remarks>
public readonly struct ValuePacket<TValue> : IPacket
{
    private readonly uint _id;
    private readonly TValue _value;
    private readonly IPayloadWriter<TValue> _writer;

    /// <summary>Creates a message.</summary>
    /// <param name="id">The packet's id.</param>
    /// <param name="value">The value.</param>
    /// <param name="writer">Writes the value as a payload.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    public ValuePacket(uint id, in TValue value, IPayloadWriter<TValue> writer)
    {
        Throw.IfNull(writer, nameof(writer));

        _id = id;
        _value = value;
        _writer = writer;
    }

    uint IPacket.Id => _id;

    int IPacket.GetMaxByteCount() => _writer.GetMaxSize(_value);

    bool IPacket.TryWrite(Span<byte> destination, out int written)
    {
        int promised = _writer.GetMaxSize(_value);
        if (promised < 0)
        {
            Throw.NegativePromise(promised);
        }

        written = 0;
        if (promised > destination.Length)
        {
            return false;
        }

        written = _writer.Write(_value, destination);
        if ((uint)written > (uint)promised)
        {
            Throw.SizeOutsidePromise(written, promised);
        }

        return true;
    }
}
