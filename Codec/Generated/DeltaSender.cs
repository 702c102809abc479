using System.Buffers.Binary;
using Codec.Framing;
using Codec.Payloads;

namespace Codec.Generated;

/// <summary>
/// Sends the messages of a type with <c>packet_delta</c> as differences from earlier ones: <c>sender.Advance(snapshot);
/// connection.SendAsync(sender.SinceLast)</c>.
/// </summary>
/// <typeparam name="T">The message.</typeparam>
/// <remarks>
/// <para>
/// Every sink accepts the packets. A difference is encoded once for each baseline, so a broadcast to receivers with the same baseline encodes once. A packet must be
/// sent before the next <see cref="Advance"/>.
/// </para>
/// <para>
/// A receiver needs the baseline: the first message after it connects must be <see cref="Whole"/>. Over an ordered transport, each later one can be
/// <see cref="SinceLast"/> if the receiver gets every message. For datagrams, each receiver must tell the sender the number of the last message that it has,
/// such as in its own messages. Send it what <see cref="Since"/> returns for that number. Not thread-safe.
/// </para>
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class DeltaSender<T> : IPayloadWriter<byte>
    where T : IDeltaPacket
{
    // The payloads of the current message and of the messages that receivers may keep.
    private DeltaEntry[] _kept = [];

    // The packets of the current message. The number of an entry is that of the baseline.
    private readonly List<DeltaEntry> _packets = [];
    private int _encoded;
    private PayloadShape? _shape;
    private uint _id;
    private int _number;

    // Another sender of the same numbers has another mark.
    private ushort _mark = (ushort)Guid.NewGuid().GetHashCode();

    /// <summary>Gets the number of the current message: 1 to 255, after which the numbers begin again; 0 before the first message.</summary>
    public byte Number => (byte)_number;

    /// <summary>Gets the current message as a packet that needs no baseline.</summary>
    public ValuePacket<byte> Whole => Since(0);

    /// <summary>Gets the difference from the message before the current one. The first message is whole.</summary>
    public ValuePacket<byte> SinceLast => Since((byte)(_number > 1 ? _number - 1 : DeltaBaselines.LastNumber));

    /// <summary>Sets the current message.</summary>
    /// <param name="message">The message, which is copied.</param>
    /// <exception cref="InvalidOperationException">The message cannot be written; the exception says why.</exception>
    public byte Advance(T message)
    {
        if (_kept.Length == 0)
        {
            _kept = new DeltaEntry[message.Baselines + 1];
            for (int i = 0; i < _kept.Length; i++)
            {
                _kept[i] = new DeltaEntry();
            }
        }

        // The oldest entry is the last. It has no number until its payload is complete.
        DeltaEntry current = _kept[_kept.Length - 1];
        current.Number = 0;
        int size = message.GetMaxPayloadSize();
        if (!message.TryWritePayload(Memory(current.Payload, size), out int written))
        {
            Throw.ChangedWhileWriting(typeof(T).FullName!);
        }

        current.Payload.Truncate(written);
        GeneratedWriter.CheckLimit(current.Payload.Count, message.Limit, typeof(T).FullName!);
        Array.Copy(_kept, 0, _kept, 1, _kept.Length - 1);
        _kept[0] = current;
        _mark += (ushort)(_number == DeltaBaselines.LastNumber ? 1 : 0);
        _number = (_number % DeltaBaselines.LastNumber) + 1;
        (current.Number, current.Mark) = (_number, _mark);
        (_id, _shape, _encoded) = (message.Id, message.Shape, 0);
        return Number;
    }

    /// <summary>Returns the difference from an earlier message.</summary>
    /// <param name="number">The number of the baseline. If it is not kept, the packet is <see cref="Whole"/>.</param>
    /// <returns>The packet; valid until the next <see cref="Advance"/>.</returns>
    /// <exception cref="InvalidOperationException">There is no message.</exception>
    public ValuePacket<byte> Since(byte number)
    {
        if (_number == 0)
        {
            Throw.NoDeltaMessage(typeof(T).FullName!);
        }

        return new(_id, number == _number || Find(number) is null ? (byte)0 : number, this);
    }

    int IPayloadWriter<byte>.GetMaxSize(in byte message) => Encode(message).Payload.Count;

    int IPayloadWriter<byte>.Write(in byte message, Span<byte> destination)
    {
        ReadOnlySpan<byte> packet = Encode(message).Payload.Written;
        packet.CopyTo(destination);
        return packet.Length;
    }

    private DeltaEntry? Find(int number) => number == 0 ? null : Array.Find(_kept, entry => entry.Number == number);

    private DeltaEntry Encode(int number)
    {
        for (int i = 0; i < _encoded; i++)
        {
            if (_packets[i].Number == number)
            {
                return _packets[i];
            }
        }

        if (_encoded == _packets.Count)
        {
            _packets.Add(new DeltaEntry());
        }

        DeltaEntry packet = _packets[_encoded];
        DeltaEntry current = _kept[0];
        DeltaEntry? baseline = Find(number);
        Span<byte> memory = Memory(packet.Payload, DeltaBaselines.HeaderSize + PackedPayload.GetMaxPackedSize(current.Payload.Count));
        memory[0] = Number;
        memory[1] = (byte)number;
        BinaryPrimitives.WriteUInt16LittleEndian(memory.Slice(2), (baseline ?? current).Mark);
        int written = 0;
        if (!(baseline is not null && baseline.Payload.Written.SequenceEqual(current.Payload.Written))
            && PayloadWalk.OfThread.Pack(_shape!, current.Payload, baseline?.Payload, memory.Slice(DeltaBaselines.HeaderSize), out written) != OperationStatus.Done)
        {
            Throw.NotPackable(typeof(T).FullName!);
        }

        packet.Payload.Truncate(DeltaBaselines.HeaderSize + written);
        packet.Number = number;
        _encoded++;
        return packet;
    }

    private static Span<byte> Memory(PayloadBytes payload, int size)
    {
        payload.Begin(size);
        payload.Reserve(size, 1, 0);
        return payload.Bytes.AsSpan(0, size);
    }
}
