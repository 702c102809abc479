using System.Buffers.Binary;
using Codec.Packets;

namespace Codec.Framing;

/// <summary>What is known about the reads of a connection. Any thread may call a member, unless it is marked as called by the reading thread.</summary>
/// <param name="clock">The clock of <see cref="TakeWaitEnd"/>, or <see langword="null"/> if that method is not called.</param>
internal sealed class ReceiveProgress(TimeProvider? clock = null)
{
    // The first bytes of the stream, in little-endian order. If the first packet is invalid, the protocol is guessed from them.
    private ulong _first;
    private long _received;
    private bool _isWaiting;
    private long? _waitEnd;

    /// <summary>Gets the number of bytes received so far.</summary>
    internal long Received => Volatile.Read(ref _received);

    /// <summary>Gets or sets whether a read is waiting for the stream. Set by the reading thread.</summary>
    internal bool IsWaiting
    {
        get => Volatile.Read(ref _isWaiting);
        set => Volatile.Write(ref _isWaiting, value);
    }

    internal PacketHint Guess(PacketFormat format)
    {
        byte[] first = new byte[sizeof(ulong)];
        BinaryPrimitives.WriteUInt64LittleEndian(first, _first);
        return PacketHints.Guess(first.AsSpan(0, (int)Math.Min(Received, first.Length)), format);
    }

    /// <summary>Adds bytes that were received. Called by the reading thread.</summary>
    internal void Add(ReadOnlySpan<byte> bytes)
    {
        if (_received < sizeof(ulong))
        {
            // Not by index: Unity's Mono has no indexer of ReadOnlySpan<T> with the signature that netstandard2.1 declares.
            byte[] first = new byte[sizeof(ulong)];
            bytes.Slice(0, (int)Math.Min(bytes.Length, sizeof(ulong) - _received)).CopyTo(first.AsSpan((int)_received));
            _first |= BinaryPrimitives.ReadUInt64LittleEndian(first);
        }

        Volatile.Write(ref _received, _received + bytes.Length);
    }

    /// <summary>Records the end, or the cancellation, of a read that had to wait. Called by the reading thread.</summary>
    internal void EndWait() => _waitEnd = clock?.GetTimestamp();

    /// <summary>Returns when the last read that had to wait ended, or <see langword="null"/>. Called by the reading thread.</summary>
    /// <returns>The time in ticks of the clock. The next call returns <see langword="null"/>, unless another read has waited.</returns>
    internal long? TakeWaitEnd()
    {
        long? end = _waitEnd;
        _waitEnd = null;
        return end;
    }
}
