using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using Codec.Compat;
using Codec.Packets;

namespace Codec.Framing;

/// <summary>Packets out of a stream whose bytes are pushed in, for engines without pipelines.</summary>
/// <remarks>
/// <para>
/// Two ways of use, which may be mixed. <see cref="Read(ref ReadOnlySpan{byte}, out Packet)"/> takes packets straight out of what the socket
/// gave, and copies only a packet that the chunk cuts, or all of a chunk of less than two such packets. <see cref="TryAppend"/> copies
/// everything at once, and <see cref="Take"/> gives the packets later, for instance some per frame.
/// </para>
/// <para>
/// A declared size is judged before a byte is kept for it; the buffer, from an <see cref="ArrayPool{T}"/>, grows with the bytes that came,
/// not with those that were announced, up to the limit. After the first invalid bytes every call answers
/// <see cref="OperationStatus.InvalidData"/>: a stream has no place to start again. Nothing is allocated per packet or per chunk.
/// </para>
/// <para>Not safe for use by several threads at once. Dispose returns the buffer.</para>
/// </remarks>
public sealed class PacketPushDecoder : IDisposable
{
    // Rented at first: several packets of the usual size, and the smallest array that is worth a rent.
    private const int FirstBufferSize = 4096;

    // An empty decoder keeps a buffer of up to this size: so an idle connection holds little, and most split packets need no rent.
    private const int KeptBufferSize = 16 * 1024;

    private readonly ArrayPool<byte> _pool;
    private readonly int _limit;
    private byte[] _buffer = [];
    private int _start;
    private int _end;

    // The packet at the start of the buffer, once its header was measured: so that it is measured once.
    private PacketExtent _pending;
    private long _position;
    private long _packets;
    private ReceivedReport _reported;

    // The format's, or -1 while the fast path must not be taken: bytes are buffered, the stream is invalid, or the decoder disposed.
    private int _fastMaxPayloadSize;
    private bool _disposed;

    /// <summary>Makes a decoder for one stream.</summary>
    /// <param name="format">How packets look; the default format where it is <see langword="null"/>.</param>
    /// <param name="limit">
    /// The most bytes that are buffered, in an array of up to twice as many: no less than one packet's; by default one packet of the largest
    /// size and 64 KB, which is what a socket gives at once.
    /// </param>
    /// <param name="pool">Where the buffer comes from; <see cref="ArrayPool{T}.Shared"/> where it is <see langword="null"/>.</param>
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

    /// <summary>How packets look.</summary>
    public PacketFormat Format { get; }

    /// <summary>Why the stream is invalid; <see cref="PacketError.None"/> while it is not.</summary>
    public PacketError Error { get; private set; }

    /// <summary>What the refused bytes look like, once <see cref="Error"/> is set.</summary>
    public PacketHint Hint { get; private set; }

    /// <summary>The bytes of all packets given out so far: the position in the stream of the next packet, or of the one that is invalid.</summary>
    public long Position => _position;

    /// <summary>How many bytes wait in the buffer.</summary>
    public int BufferedBytes => _end - _start;

    /// <summary>The next packet, from the buffer and the front of <paramref name="chunk"/>.</summary>
    /// <param name="chunk">
    /// What the stream gave; moved past the bytes that were taken. It is empty when <see cref="OperationStatus.NeedMoreData"/> is
    /// returned: then come back with the next chunk.
    /// </param>
    /// <param name="packet">The packet, over the chunk's memory or the decoder's; valid until the next call and as long as the chunk.</param>
    /// <returns>A packet, more bytes needed, or the stream is invalid (see <see cref="Error"/>).</returns>
    /// <exception cref="ObjectDisposedException">The decoder was disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public OperationStatus Read(scoped ref ReadOnlySpan<byte> chunk, out Packet packet)
    {
        if (PacketDecoder.TryReadFast(chunk, _fastMaxPayloadSize, out uint packed, out int length))
        {
            packet = new Packet(chunk.Slice(0, length), packed >> 16, PacketHeader.ByteCount);
            chunk = chunk.Slice(length);
            _position += length;
            _packets++;
            return OperationStatus.Done;
        }

        // Through a second variable: the caller's packet then never has its address taken, and stays in registers.
        OperationStatus status = ReadOther(ref chunk, out Packet other);
        packet = other;
        return status;
    }

    /// <summary>Reads the next packet from the buffer and the front of a part of an array. The packet knows its array, so that array APIs need no copy.</summary>
    /// <param name="chunk">
    /// The received bytes. The call moves it past the bytes that were taken. If the result is <see cref="OperationStatus.NeedMoreData"/>, it is
    /// empty: call again with the next chunk.
    /// </param>
    /// <param name="packet">The packet, in the chunk's array or the decoder's. It is valid until the next call and as long as the chunk.</param>
    /// <returns>Whether there is a packet, more bytes are needed, or the stream is invalid (see <see cref="Error"/>).</returns>
    /// <exception cref="ObjectDisposedException">The decoder was disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public OperationStatus Read(scoped ref ArraySegment<byte> chunk, out Packet packet)
    {
        ReadOnlySpan<byte> bytes = chunk.AsSpan();
        if (PacketDecoder.TryReadFast(bytes, _fastMaxPayloadSize, out uint packed, out int length))
        {
            packet = new Packet(bytes.Slice(0, length), chunk.Array!, chunk.Offset, packed >> 16, PacketHeader.ByteCount);
            chunk = new ArraySegment<byte>(chunk.Array!, chunk.Offset + length, chunk.Count - length);
            _position += length;
            _packets++;
            return OperationStatus.Done;
        }

        OperationStatus status = ReadOther(ref chunk, out Packet other);
        packet = other;
        return status;
    }

    /// <summary>Copies bytes into the buffer, to be taken out by <see cref="Take"/>.</summary>
    /// <param name="chunk">What the stream gave; the caller's again after the call.</param>
    /// <returns>
    /// <see langword="false"/>, and nothing copied, where the buffer would exceed its limit (take packets first) or the stream is invalid.
    /// </returns>
    /// <exception cref="ObjectDisposedException">The decoder was disposed.</exception>
    public bool TryAppend(ReadOnlySpan<byte> chunk)
    {
        ThrowIfDisposed();
        if (Error != PacketError.None || chunk.Length > _limit - BufferedBytes)
        {
            return false;
        }

        Keep(chunk);
        return true;
    }

    /// <summary>The next packet from the buffer alone.</summary>
    /// <param name="packet">The packet, over the decoder's memory; valid until the next call.</param>
    /// <returns>A packet, more bytes needed, or the stream is invalid (see <see cref="Error"/>).</returns>
    /// <exception cref="ObjectDisposedException">The decoder was disposed.</exception>
    public OperationStatus Take(out Packet packet)
    {
        ReadOnlySpan<byte> none = default;
        return ReadOther(ref none, out packet);
    }

    /// <summary>Tells the decoder that the stream has ended.</summary>
    /// <returns>
    /// <see cref="PacketError.None"/> at the end of a packet; otherwise the part that is missing, or the earlier error. Packets that were
    /// appended and not taken are not an error, and can still be taken.
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

        Report();
        return Error;
    }

    /// <summary>Forgets everything that was buffered and every error: the decoder is as new, for another stream.</summary>
    /// <exception cref="ObjectDisposedException">The decoder was disposed.</exception>
    public void Reset()
    {
        ThrowIfDisposed();
        Report();
        _start = 0;
        _end = 0;
        _position = 0;
        _packets = 0;
        _reported = default;
        _pending = default;
        Error = PacketError.None;
        Hint = PacketHint.None;
        _fastMaxPayloadSize = Format.FastMaxPayloadSize;
    }

    /// <summary>Returns the buffer to its pool; packets over it are no longer valid. A second call does nothing.</summary>
    public void Dispose()
    {
        if (!_disposed)
        {
            Report();
            ReturnBuffer();
            _disposed = true;
            _fastMaxPayloadSize = -1;
        }
    }

    // What is off the fast path: split packets, other formats, errors.

    private OperationStatus ReadOther(scoped ref ReadOnlySpan<byte> chunk, out Packet packet)
    {
        ThrowIfDisposed();
        packet = default;
        if (Error != PacketError.None)
        {
            return OperationStatus.InvalidData;
        }

        return _start == _end ? ReadFromChunk(ref chunk, out packet) : ReadFromBuffer(ref chunk, out packet);
    }

    private OperationStatus ReadOther(scoped ref ArraySegment<byte> chunk, out Packet packet)
    {
        ReadOnlySpan<byte> bytes = chunk.AsSpan();
        OperationStatus status = ReadOther(ref bytes, out packet);
        if (status == OperationStatus.Done && !packet.TryGetPayloadArray(out _))
        {
            // It lies at the front of the chunk.
            packet = new Packet(packet.Raw, chunk.Array!, chunk.Offset, packet.Id, packet.HeaderSize);
        }

        if (chunk.Count != bytes.Length)
        {
            chunk = new ArraySegment<byte>(chunk.Array!, chunk.Offset + chunk.Count - bytes.Length, bytes.Length);
        }

        return status;
    }

    private OperationStatus ReadFromChunk(scoped ref ReadOnlySpan<byte> chunk, out Packet packet)
    {
        packet = default;
        ReleaseIfLarge();
        PacketExtent extent = Format.Measure(chunk, chunk.Length);
        switch ((OperationStatus)extent.Status)
        {
            case OperationStatus.Done:
                packet = new Packet(chunk.Slice(0, extent.Length), extent.Id, Format.HeaderSize);
                chunk = chunk.Slice(extent.Length);
                Count(extent.Length);
                return OperationStatus.Done;
            case OperationStatus.NeedMoreData:
                _pending = extent;
                Keep(chunk);
                chunk = default;
                Report();
                return OperationStatus.NeedMoreData;
            default:
                Hint = PacketHints.Guess(chunk, Format);
                Fail(extent.Error);
                return OperationStatus.InvalidData;
        }
    }

    private OperationStatus ReadFromBuffer(scoped ref ReadOnlySpan<byte> chunk, out Packet packet)
    {
        packet = default;
        while (_pending.Length == 0)
        {
            int buffered = _end - _start;
            _pending = Format.Measure(_buffer.AsSpan(_start, buffered), buffered);
            if (_pending.Status == (byte)OperationStatus.InvalidData)
            {
                Fail(_pending.Error);
                return OperationStatus.InvalidData;
            }

            // Judged anew with each byte of it: the size may be whole before the header is.
            if (_pending.Length == 0 && !TryTake(ref chunk, Format.HeaderSize - buffered) && _end - _start == buffered)
            {
                Report();
                return OperationStatus.NeedMoreData;
            }
        }

        int missing = _pending.Length - (_end - _start);
        if (missing > 0 && !TryTake(ref chunk, ShouldKeepAll(chunk.Length) ? Math.Max(missing, chunk.Length) : missing))
        {
            Report();
            return OperationStatus.NeedMoreData;
        }

        packet = new Packet(_buffer, _start, _pending.Length, _pending.Id, Format.HeaderSize);
        _start += _pending.Length;
        Count(_pending.Length);
        _pending = default;
        if (_start == _end)
        {
            // The bytes stay where they are until the next call needs the buffer.
            _start = 0;
            _end = 0;
            _fastMaxPayloadSize = Format.FastMaxPayloadSize;
        }

        return OperationStatus.Done;
    }

    /// <summary>Whether to keep all of a chunk that completes the packet in the buffer, instead of just what the packet lacks.</summary>
    /// <remarks>
    /// What follows the packet is decoded in place, without a copy. But a chunk of less than two such packets ends with a cut one as well:
    /// of its bytes most would be copied anyway, in two pieces of ever-changing lengths, which takes longer than all of them at once.
    /// </remarks>
    private bool ShouldKeepAll(int chunkLength) =>
        chunkLength - _pending.Length < _pending.Length && chunkLength <= Math.Min(_buffer.Length, _limit) - (_end - _start);

    /// <summary>Moves missing bytes from the chunk to the buffer; false where the chunk has fewer.</summary>
    private bool TryTake(scoped ref ReadOnlySpan<byte> chunk, int missing)
    {
        if (missing <= 0)
        {
            return true;
        }

        ReadOnlySpan<byte> taken = chunk.Slice(0, Math.Min(missing, chunk.Length));
        Keep(taken);
        chunk = chunk.Slice(taken.Length);
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

        // Moved to the front only where at least as much was taken as is moved: so each byte moves once at most, on average.
        if (buffered <= _start && count <= _buffer.Length - buffered)
        {
            _buffer.AsSpan(_start, buffered).CopyTo(_buffer);
        }
        else
        {
            int needed = buffered + count;

            // Up to twice the limit: then what is full to the limit, too, is moved only where as much was taken before.
            byte[] larger = _pool.Rent((int)Math.Max(Math.Max(needed, FirstBufferSize), Math.Min(2L * Math.Min(_buffer.Length, _limit), PacketFormat.LongestArray)));
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
            Hint = PacketHints.Guess(_buffer.AsSpan(_start, Math.Min(_end - _start, PacketFormat.LargestHeaderSize)), Format, error, _position);
        }

        Error = error;
        _pending = default;
        _fastMaxPayloadSize = -1;
        ReturnBuffer();
        Report();
        PacketCounters.CountError(error);
        return error;
    }

    private void Count(int length)
    {
        _position += length;
        _packets++;
    }

    private void Report()
    {
        _reported.Advance(_packets, _position);
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
            _pool.Return(buffer);
        }
    }

    private void ThrowIfDisposed()
    {
        if (_disposed)
        {
            Throw.Disposed(nameof(PacketPushDecoder));
        }
    }
}
