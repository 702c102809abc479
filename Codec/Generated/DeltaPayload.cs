using System.Buffers.Binary;
using Codec.Payloads;

namespace Codec.Generated;

/// <summary>
/// The payload of a message with <c>packet_delta</c>, and its differences to the baselines of receivers. Each difference is packed once. Receivers may share
/// the payload as a baseline. One thread sends it, and then disposes it. After that, any thread may read and release it.
/// </summary>
internal sealed class DeltaPayload : IDisposable
{
    // Each thread keeps one for its next message.
    [ThreadStatic]
    private static DeltaPayload? _ofThread;

    private readonly PayloadBytes _payload = new(ArrayPool<byte>.Shared);

    // A baseline, or null, and what is packed for it. Further streams are not in use.
    private readonly List<DeltaPayload?> _baselines = [];
    private readonly List<PayloadBytes> _streams = [];
    private PayloadShape? _shape;
    private int _references;

    /// <summary>Gets the id of the message.</summary>
    internal uint Id { get; private set; }

    /// <summary>Writes the payload of a message. The caller must dispose it.</summary>
    /// <exception cref="InvalidOperationException">The message cannot be written; the exception says why.</exception>
    internal static DeltaPayload Write<T>(T message)
        where T : IDeltaPacket
    {
        if (message is null)
        {
            Throw.ArgumentNull(nameof(message));
        }

        DeltaPayload delta = _ofThread ?? new DeltaPayload();
        _ofThread = null;
        delta._references = 1;
        (delta.Id, delta._shape) = (message.Id, message.Shape);
        if (!message.TryWritePayload(Reserve(delta._payload, message.GetMaxPayloadSize()), out int written))
        {
            Throw.ChangedWhileWriting(message.GetType().FullName!);
        }

        if (written > message.Limit)
        {
            GeneratedWriter.CheckLimit(written, message.Limit, message.GetType().FullName!);
        }

        delta._payload.Truncate(written);
        return delta;
    }

    /// <summary>Returns the size of the packet's payload in bytes.</summary>
    internal int GetSize(DeltaPayload? baseline) => DeltaBaselines.HeaderSize + Pack(baseline).Length;

    /// <summary>Writes the payload of the packet: the difference to a baseline, or the whole message if there is none.</summary>
    internal bool TryWrite(in SentDelta sent, in SentDelta baseline, Span<byte> destination, out int written)
    {
        ReadOnlySpan<byte> stream = Pack(baseline.Payload);
        written = DeltaBaselines.HeaderSize + stream.Length;
        if (written > destination.Length)
        {
            written = 0;
            return false;
        }

        destination[0] = (byte)sent.Number;
        destination[1] = (byte)baseline.Number;
        BinaryPrimitives.WriteUInt16LittleEndian(destination.Slice(2), baseline.Number == 0 ? sent.Mark : baseline.Mark);
        stream.CopyTo(destination.Slice(DeltaBaselines.HeaderSize));
        return true;
    }

    /// <summary>Keeps the payload until one more call of <see cref="Release"/>.</summary>
    internal DeltaPayload Keep()
    {
        _ = Interlocked.Increment(ref _references);
        return this;
    }

    internal void Release()
    {
        if (Interlocked.Decrement(ref _references) == 0)
        {
            if (_ofThread is not null || _payload.IsLarge)
            {
                _payload.Release();
            }

            _ofThread = this;
        }
    }

    /// <summary>Ends the sending, and releases the payload.</summary>
    public void Dispose()
    {
        EndSending();
        Release();
    }

    /// <summary>Releases the differences.</summary>
    internal void EndSending()
    {
        for (int i = 0; i < _baselines.Count; i++)
        {
            _streams[i].Release();
            _baselines[i]?.Release();
        }

        _baselines.Clear();
    }

    private ReadOnlySpan<byte> Pack(DeltaPayload? baseline)
    {
        int at = _baselines.IndexOf(baseline);
        if (at >= 0)
        {
            return _streams[at].Written;
        }

        at = _baselines.Count;
        if (at == _streams.Count)
        {
            _streams.Add(new PayloadBytes(ArrayPool<byte>.Shared));
        }

        // Without a stream, nothing has changed.
        int written = 0;
        PayloadBytes stream = _streams[at];
        Span<byte> memory = Reserve(stream, PackedPayload.GetMaxPackedSize(_payload.Count));
        if (baseline?._payload.Written.SequenceEqual(_payload.Written) != true
            && PayloadWalk.OfThread.Pack(_shape!, _payload, baseline?._payload, memory, out written) != OperationStatus.Done)
        {
            Throw.NotPackable($"packet {Id}");
        }

        stream.Truncate(written);
        _baselines.Add(baseline?.Keep());
        return stream.Written;
    }

    private static Span<byte> Reserve(PayloadBytes payload, int size)
    {
        payload.Begin(size);
        payload.Reserve(size, 1, 0);
        return payload.Bytes.AsSpan(0, size);
    }
}
