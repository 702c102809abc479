using Codec.Packets;

namespace Codec.Framing;

/// <summary>Decodes the packets of a stream whose bytes the caller pushes, for engines without pipelines.</summary>
/// <remarks>
/// <para>
/// <see cref="Read(ref ReadOnlySpan{byte}, out Packet)"/> decodes packets in the received chunk, and copies only a packet that continues in the next
/// chunk. A caller that stops before the end of the chunk, such as at the end of a frame, keeps the rest with <see cref="TryAppend"/>. Later calls of
/// <c>Read</c>, with the next chunk or with an empty one, begin with these bytes.
/// </para>
/// <para>
/// <c>Read</c> validates a declared size before it buffers bytes of the payload; <see cref="TryAppend"/> leaves this to <c>Read</c>. The buffer is from
/// an <see cref="ArrayPool{T}"/>. It grows with the bytes that were received, not with the declared size, up to the limit. After the first invalid
/// bytes, every call returns <see cref="OperationStatus.InvalidData"/>, because the start of the next packet is not known. Nothing is allocated per
/// packet or per chunk.
/// </para>
/// <para>Not thread-safe. Dispose returns the buffer.</para>
/// </remarks>
public sealed class PacketPushDecoder : IDisposable
{
    // The size of the first buffer: several packets of the usual size, and the smallest array that is worth renting.
    private const int FirstBufferSize = 4096;

    // An empty decoder keeps a buffer of up to this size, so that an idle connection holds little memory, and most split packets need no new buffer.
    private const int KeptBufferSize = 16 * 1024;

    // Null after Dispose.
    private ArrayPool<byte>? _pool;
    private readonly int _limit;
    private byte[] _buffer = [];
    private int _start;
    private int _end;

    // The extent of the incomplete packet at the start of the buffer, if its header was measured. A header is measured only once.
    private PacketExtent _pending;
    private ReceivedTotals _totals;

    // The number of bytes of the chunk that the last call of ReadOther has used.
    private int _consumed;

    // The fast limit of the format for Read. It is -1 while Read must not take the fast path: bytes are buffered, or the stream is invalid, or the
    // decoder is disposed.
    private int _fastMaxPayloadSize;

    /// <summary>Creates a decoder for one stream.</summary>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <param name="limit">
    /// The largest number of bytes to buffer, at least the size of the largest packet. The array can be twice as long. The default is the largest packet plus
    /// the 64 KB that a socket can return at once.
    /// </param>
    /// <param name="pool">The pool of the buffer, or <see langword="null"/> to use <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="limit"/> is less than the format's largest packet.</exception>
    public PacketPushDecoder(PacketFormat? format = null, int? limit = null, ArrayPool<byte>? pool = null)
    {
        Format = format ?? PacketFormat.Default;
        _pool = pool ?? ArrayPool<byte>.Shared;
        _limit = limit ?? (int)Math.Min((long)Format.MaxPacketSize + (64 * 1024), int.MaxValue);
        if (_limit < Format.MaxPacketSize)
        {
            Throw.LimitTooSmall(_limit, Format.MaxPacketSize);
        }

        _fastMaxPayloadSize = Format.FastMaxPayloadSize;
    }

    /// <summary>Gets the packet format.</summary>
    public PacketFormat Format { get; }

    /// <summary>Gets why the stream is invalid; <see cref="PacketError.None"/> if it is valid.</summary>
    public PacketError Error { get; private set; }

    /// <summary>Gets a guess at what the rejected bytes are, after <see cref="Error"/> was set.</summary>
    public PacketHint Hint { get; private set; }

    /// <summary>Gets the size in bytes of all packets returned so far: the offset in the stream of the next packet, or of the invalid one.</summary>
    public long Position => _totals.Position;

    /// <summary>Gets the status of a call that returns no packet.</summary>
    private OperationStatus WithoutPacket => Error == PacketError.None ? OperationStatus.NeedMoreData : OperationStatus.InvalidData;

    /// <summary>Gets the number of bytes in the buffer.</summary>
    public int BufferedBytes => _end - _start;

    /// <summary>Decodes the next packet from the buffer and the start of <paramref name="chunk"/>.</summary>
    /// <param name="chunk">
    /// The received bytes. The method moves it past the bytes that it used. It is empty if the method returns
    /// <see cref="OperationStatus.NeedMoreData"/>: then call again with the next chunk.
    /// </param>
    /// <param name="packet">The packet, in the memory of the chunk or of the decoder; valid until the next call, and no longer than the chunk.</param>
    /// <returns>Whether there is a packet, more bytes are needed, or the stream is invalid (see <see cref="Error"/>).</returns>
    /// <exception cref="ObjectDisposedException">The decoder was disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public OperationStatus Read(scoped ref ReadOnlySpan<byte> chunk, out Packet packet)
    {
        // First, because a branch on bytes that are not yet in the cache is slow, and buffered bytes say already what is missing.
        int max = _fastMaxPayloadSize;
        if (max >= 0)
        {
            if (PacketDecoder.TryReadFast(chunk, max, out uint packed, out int length))
            {
                packet = new Packet(chunk.Slice(0, length), packed >> 16, PacketHeader.ByteCount);
                chunk = chunk.Slice(length);
                _totals.Add(length);
                return OperationStatus.Done;
            }

            if (TryKeepStart(chunk))
            {
                packet = default;
                chunk = default;
                return OperationStatus.NeedMoreData;
            }
        }

        // The address of neither argument is taken, so that both stay in registers in the caller's loop.
        packet = ReadOther(chunk);
        chunk = chunk.Slice(_consumed);
        return packet.HeaderSize > 0 ? OperationStatus.Done : WithoutPacket;
    }

    /// <summary>
    /// Decodes the next packet from the buffer and the start of <paramref name="chunk"/>. The packet refers to the array, so that array APIs need no
    /// copy.
    /// </summary>
    /// <param name="chunk">
    /// The received bytes. The method moves it past the bytes that it used. If the result is <see cref="OperationStatus.NeedMoreData"/>, it is
    /// empty: call again with the next chunk.
    /// </param>
    /// <param name="packet">The packet, in the array of the chunk or of the decoder; valid until the next call, and no longer than the chunk.</param>
    /// <returns>Whether there is a packet, more bytes are needed, or the stream is invalid (see <see cref="Error"/>).</returns>
    /// <exception cref="ObjectDisposedException">The decoder was disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public OperationStatus Read(scoped ref ArraySegment<byte> chunk, out Packet packet)
    {
        ReadOnlySpan<byte> bytes = chunk.AsSpan();
        int max = _fastMaxPayloadSize;
        if (max >= 0)
        {
            if (PacketDecoder.TryReadFast(bytes, max, out uint packed, out int length))
            {
                packet = new Packet(bytes.Slice(0, length), chunk.Array!, chunk.Offset, packed >> 16, PacketHeader.ByteCount);
                chunk = new ArraySegment<byte>(chunk.Array!, chunk.Offset + length, chunk.Count - length);
                _totals.Add(length);
                return OperationStatus.Done;
            }

            if (TryKeepStart(bytes))
            {
                packet = default;
                chunk = new ArraySegment<byte>(chunk.Array!, chunk.Offset + chunk.Count, 0);
                return OperationStatus.NeedMoreData;
            }
        }

        packet = ReadOther(bytes);
        if (packet.HeaderSize > 0 && packet.Array is null)
        {
            // The packet is at the start of the chunk.
            packet = new Packet(packet.Raw, chunk.Array!, chunk.Offset, packet.Id, packet.HeaderSize);
        }

        if (_consumed > 0)
        {
            chunk = new ArraySegment<byte>(chunk.Array!, chunk.Offset + _consumed, chunk.Count - _consumed);
        }

        return packet.HeaderSize > 0 ? OperationStatus.Done : WithoutPacket;
    }

    /// <summary>Copies bytes into the buffer, for later calls of <c>Read</c>.</summary>
    /// <param name="chunk">The received bytes. The caller may use the memory again after the call.</param>
    /// <returns><see langword="false"/> if the buffer would exceed its limit (read packets first) or the stream is invalid. Nothing is copied then.</returns>
    /// <exception cref="ObjectDisposedException">The decoder was disposed.</exception>
    public bool TryAppend(ReadOnlySpan<byte> chunk)
    {
        ThrowIfDisposed();
        if (Error != PacketError.None || chunk.Length > _limit - BufferedBytes)
        {
            return false;
        }

        Keep(chunk);

        // The packet at the start may be complete now.
        _pending = default;
        return true;
    }

    /// <summary>Tells the decoder that the stream has ended.</summary>
    /// <returns>
    /// <see cref="PacketError.None"/> if the stream ended between packets; otherwise the part that is missing, or the earlier error. Packets that
    /// were appended and not read are not an error, and can still be read.
    /// </returns>
    /// <exception cref="ObjectDisposedException">The decoder was disposed.</exception>
    public PacketError Complete()
    {
        ThrowIfDisposed();
        int start = _start;
        while (Error == PacketError.None && start < _end)
        {
            PacketExtent extent = Format.Measure(_buffer.AsSpan(start, _end - start), _end - start);
            if (!extent.IsPacket)
            {
                return start == _start ? Fail(extent.Error) : extent.Error;
            }

            start += extent.Length;
        }

        _totals.Report();
        return Error;
    }

    /// <summary>Discards all buffered bytes and any error, so that the decoder can be used for another stream.</summary>
    /// <exception cref="ObjectDisposedException">The decoder was disposed.</exception>
    public void Reset()
    {
        ThrowIfDisposed();
        _totals.Report();
        Empty();
        _totals = default;
        Error = PacketError.None;
        Hint = PacketHint.None;
    }

    /// <summary>Returns the buffer to its pool. Packets in it are no longer valid. A second call is a no-op.</summary>
    public void Dispose()
    {
        if (_pool is not null)
        {
            ReturnBuffer();
            _pool = null;
            _fastMaxPayloadSize = -1;
            _totals.Report();
        }
    }

    /// <summary>
    /// Decodes a packet that is not whole at the start of the chunk, and sets <see cref="_consumed"/>. If the method throws, no byte is consumed.
    /// </summary>
    /// <returns>The packet, or the default value: then <see cref="WithoutPacket"/> says why.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private Packet ReadOther(ReadOnlySpan<byte> chunk)
    {
        // The usual split packet: the rest of it is at the start of the chunk and fits in the buffer.
        byte[] buffer = _buffer;
        PacketExtent pending = _pending;
        int end = _end;
        int missing = pending.Length - (end - _start);
        if (missing > 0 && missing <= chunk.Length && missing <= buffer.Length - end)
        {
            chunk.Slice(0, missing).CopyTo(buffer.AsSpan(end));
            _consumed = missing;
            _totals.Add(pending.Length);
            Packet packet = new(buffer, _start, pending.Length, pending.Id, Format.HeaderSize);
            Empty();
            return packet;
        }

        return ReadRare(chunk);
    }

    /// <summary>Keeps the usual start of a split packet. The buffer is empty, and the packet at the start of the chunk is not complete.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryKeepStart(ReadOnlySpan<byte> chunk)
    {
        byte[] buffer = _buffer;
        if (chunk.Length > buffer.Length || buffer.Length > KeptBufferSize
            || !PacketHeader.TryRead(chunk, out PacketHeader header) || header.Size > _fastMaxPayloadSize)
        {
            return false;
        }

        chunk.CopyTo(buffer);
        _pending = PacketExtent.PayloadMissing(header.Id, header.PacketSize);
        _end = chunk.Length;
        _fastMaxPayloadSize = -1;
        _totals.Report();
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private Packet ReadRare(ReadOnlySpan<byte> chunk)
    {
        ThrowIfDisposed();
        _consumed = 0;
        if (Error != PacketError.None)
        {
            return default;
        }

        int buffered = _end - _start;
        if (buffered == 0)
        {
            return ReadFromChunk(chunk);
        }

        try
        {
            return ReadFromBuffer(chunk);
        }
        catch
        {
            // The pool threw after the rest of a header was kept.
            _end = _start + buffered;
            _pending = default;
            throw;
        }
    }

    private Packet ReadFromChunk(ReadOnlySpan<byte> chunk)
    {
        ReleaseIfLarge();
        PacketExtent extent = Format.Measure(chunk, chunk.Length);
        switch ((OperationStatus)extent.Status)
        {
            case OperationStatus.Done:
                _consumed = extent.Length;
                _totals.Add(extent.Length);
                return new Packet(chunk.Slice(0, extent.Length), extent.Id, Format.HeaderSize);
            case OperationStatus.NeedMoreData:
                Keep(chunk);
                _pending = extent;
                _consumed = chunk.Length;
                _totals.Report();
                return default;
            default:
                Hint = PacketHints.Guess(chunk, Format);
                Fail(extent.Error);
                return default;
        }
    }

    private Packet ReadFromBuffer(ReadOnlySpan<byte> chunk)
    {
        while (_pending.Length == 0)
        {
            int buffered = _end - _start;
            _pending = Format.Measure(_buffer.AsSpan(_start, buffered), buffered);
            if (_pending.Status == (byte)OperationStatus.InvalidData)
            {
                Fail(_pending.Error);
                return default;
            }

            // If bytes were added, an incomplete header is measured again, because the size field can be complete before the header is.
            if (_pending.Length == 0 && !TryTake(chunk, Format.HeaderSize - buffered) && _end - _start == buffered)
            {
                _totals.Report();
                return default;
            }
        }

        int missing = _pending.Length - (_end - _start);
        if (missing > 0 && !TryTake(chunk, missing))
        {
            _totals.Report();
            return default;
        }

        Packet packet = new(_buffer, _start, _pending.Length, _pending.Id, Format.HeaderSize);
        _start += _pending.Length;
        _totals.Add(_pending.Length);
        _pending = default;
        if (_start == _end)
        {
            Empty();
        }

        return packet;
    }

    /// <summary>Makes the buffer empty. Its bytes stay in place until the next call needs the buffer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Empty()
    {
        _start = 0;
        _end = 0;
        _pending = default;
        _fastMaxPayloadSize = Format.FastMaxPayloadSize;
    }

    /// <summary>Keeps the missing bytes of the rest of the chunk. Returns false if the chunk has fewer.</summary>
    private bool TryTake(ReadOnlySpan<byte> chunk, int missing)
    {
        ReadOnlySpan<byte> taken = chunk.Slice(_consumed, Math.Min(missing, chunk.Length - _consumed));
        Keep(taken);
        _consumed += taken.Length;
        return taken.Length == missing;
    }

    private void Keep(ReadOnlySpan<byte> bytes)
    {
        if (bytes.IsEmpty)
        {
            return;
        }

        if (bytes.Length > _buffer.Length - _end)
        {
            MakeRoom(bytes.Length);
        }

        bytes.CopyTo(_buffer.AsSpan(_end));
        _end += bytes.Length;
        _fastMaxPayloadSize = -1;
    }

    private void MakeRoom(int count)
    {
        int buffered = _end - _start;

        // Bytes move to the front only if at least as many bytes were taken. So each byte moves at most once on average.
        if (buffered <= _start && count <= _buffer.Length - buffered)
        {
            _buffer.AsSpan(_start, buffered).CopyTo(_buffer);
        }
        else
        {
            int needed = buffered + count;

            // Up to twice the limit, so that a full buffer also moves its bytes only after as many were taken.
            byte[] larger = _pool!.Rent((int)Math.Max(Math.Max(needed, FirstBufferSize), Math.Min(2L * Math.Min(_buffer.Length, _limit), PacketFormat.LongestArray)));
            _buffer.AsSpan(_start, buffered).CopyTo(larger);
            ReturnBuffer();
            _buffer = larger;
        }

        _start = 0;
        _end = buffered;
    }

    private PacketError Fail(PacketError error)
    {
        if (_end > _start)
        {
            Hint = PacketHints.Guess(_buffer.AsSpan(_start, Math.Min(_end - _start, PacketFormat.LargestHeaderSize)), Format, error, Position);
        }

        Error = error;
        _pending = default;
        _fastMaxPayloadSize = -1;
        ReturnBuffer();
        _totals.Report();
        PacketCounters.CountError(error);
        return error;
    }

    private void ReleaseIfLarge()
    {
        if (_buffer.Length > KeptBufferSize)
        {
            ReturnBuffer();
        }
    }

    private void ReturnBuffer()
    {
        byte[] buffer = _buffer;
        _buffer = [];
        _start = 0;
        _end = 0;
        if (buffer.Length > 0)
        {
            _pool!.Return(buffer);
        }
    }

    private void ThrowIfDisposed()
    {
        if (_pool is null)
        {
            Throw.Disposed(nameof(PacketPushDecoder));
        }
    }
}
