using System;
using System.Buffers;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Codec.Compat;
using Codec.Packets;

namespace Codec.Framing;

/// <summary>
/// Reads packets from any <see cref="Stream"/> through a buffer of its own, synchronously or not: a file or a network stream is read in
/// large pieces, and always through the array form, which every stream has itself.
/// </summary>
/// <remarks>
/// For pipes, and for streams that are read asynchronously alone, there is <see cref="PacketReader"/>. A declared size is judged before the
/// buffer grows for it, so the memory is bounded by the format's largest packet. Nothing is allocated per packet. Not safe for use by
/// several threads at once.
/// </remarks>
public sealed class PacketStreamReader : IDisposable
{
    /// <summary>The buffer's length, in bytes: from 64 KB on, reading a file goes no faster.</summary>
    private const int BufferSize = 64 * 1024;

    private readonly Stream _stream;
    private readonly bool _leaveOpen;
    private byte[] _buffer;
    private int _start;
    private int _end;
    private int _length;
    private uint _id;
    private int _needed;
    private bool _atEnd;
    private bool _isDisposed;

    /// <summary>Makes a reader.</summary>
    /// <param name="stream">Where the bytes come from; it needs no buffer of its own.</param>
    /// <param name="format">How packets look; the default format where it is <see langword="null"/>.</param>
    /// <param name="leaveOpen">Whether disposing leaves the stream open.</param>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="stream"/> cannot be read from.</exception>
    public PacketStreamReader(Stream stream, PacketFormat? format = null, bool leaveOpen = false)
    {
        if (stream is null)
        {
            Throw.ArgumentNull(nameof(stream));
        }

        if (!stream.CanRead)
        {
            Throw.StreamNotReadable(nameof(stream));
        }

        _stream = stream;
        _leaveOpen = leaveOpen;
        Format = format ?? PacketFormat.Default;
        _buffer = ArrayPool<byte>.Shared.Rent(BufferSize);
    }

    /// <summary>How packets look.</summary>
    public PacketFormat Format { get; }

    /// <summary>What is wrong; <see cref="PacketError.None"/> as long as nothing is.</summary>
    public PacketError Error { get; private set; }

    /// <summary>Where the packet begins that was read last, or that is wrong, in bytes from where reading began.</summary>
    public long Position { get; private set; }

    /// <summary>The packet that the last read gave, in the reader's memory; valid until the next read.</summary>
    /// <exception cref="InvalidOperationException">The last read gave none.</exception>
    public Packet Current
    {
        get
        {
            if (_length == 0)
            {
                Throw.NoPacket();
            }

            return new Packet(_buffer, _start, _length, _id, Format.HeaderSize);
        }
    }

    /// <summary>Reads the next packet.</summary>
    /// <param name="packet">The packet, in the reader's memory; valid until the next read.</param>
    /// <returns>
    /// A packet, the end, or <see cref="PacketReadStatus.Invalid"/>, also where the stream ends inside a packet: <see cref="Error"/> says
    /// what is wrong, and each later read answers the same.
    /// </returns>
    /// <exception cref="IOException">The stream cannot be read.</exception>
    /// <exception cref="ObjectDisposedException">The reader was disposed.</exception>
    public PacketReadStatus Read(out Packet packet)
    {
        PacketReadStatus status;
        while (!TryTake(out status))
        {
            int room = MakeRoom();
            Filled(_stream.Read(_buffer, _end, room));
        }

        packet = status == PacketReadStatus.Packet ? new Packet(_buffer, _start, _length, _id, Format.HeaderSize) : default;
        return status;
    }

    /// <summary>Reads the next packet, which <see cref="Current"/> then is.</summary>
    /// <param name="cancellationToken">Cancels waiting for the stream; nothing is lost, and reading can go on.</param>
    /// <inheritdoc cref="Read" path="/returns"/>
    /// <inheritdoc cref="Read" path="/exception"/>
    public ValueTask<PacketReadStatus> ReadAsync(CancellationToken cancellationToken = default) =>
        TryTake(out PacketReadStatus status) ? new ValueTask<PacketReadStatus>(status) : ReadAfterFillAsync(cancellationToken);

    /// <summary>Returns the memory, and closes the stream unless it is to stay open.</summary>
    public void Dispose()
    {
        if (_isDisposed)
        {
            return;
        }

        _isDisposed = true;
        _length = 0;
        byte[] buffer = _buffer;
        _buffer = [];
        ArrayPool<byte>.Shared.Return(buffer);
        if (!_leaveOpen)
        {
            _stream.Dispose();
        }
    }

    private async ValueTask<PacketReadStatus> ReadAfterFillAsync(CancellationToken cancellationToken)
    {
        PacketReadStatus status;
        do
        {
            int room = MakeRoom();
            Filled(await StreamArrays.ReadAsync(_stream, _buffer, _end, room, cancellationToken).ConfigureAwait(false));
        }
        while (!TryTake(out status));
        return status;
    }

    /// <summary>Passes the packet before, and takes the next from the buffer.</summary>
    /// <returns><see langword="false"/> where more bytes are needed.</returns>
    private bool TryTake(out PacketReadStatus status)
    {
        if (_isDisposed)
        {
            Throw.Disposed(nameof(PacketStreamReader));
        }

        _start += _length;
        Position += _length;
        _length = 0;
        status = PacketReadStatus.Invalid;
        if (Error != PacketError.None)
        {
            return true;
        }

        int available = _end - _start;
        PacketExtent extent = Format.Measure(new ReadOnlySpan<byte>(_buffer, _start, available), available);
        if (extent.IsPacket)
        {
            _length = extent.Length;
            _id = extent.Id;
            status = PacketReadStatus.Packet;
            return true;
        }

        if (extent.Status == (byte)OperationStatus.NeedMoreData && !_atEnd)
        {
            _needed = extent.Length;
            return false;
        }

        if (available == 0)
        {
            status = PacketReadStatus.Completed;
            return true;
        }

        Error = extent.Error;
        return true;
    }

    private void Filled(int count)
    {
        _end += count;
        _atEnd = count == 0;
    }

    /// <summary>Moves what is left to the front, into a longer buffer where the next packet needs one.</summary>
    private int MakeRoom()
    {
        int left = _end - _start;
        byte[] target = _needed > _buffer.Length ? ArrayPool<byte>.Shared.Rent(_needed) : _buffer;
        Buffer.BlockCopy(_buffer, _start, target, 0, left);
        if (target != _buffer)
        {
            ArrayPool<byte>.Shared.Return(_buffer);
            _buffer = target;
        }

        _start = 0;
        _end = left;
        return _buffer.Length - left;
    }
}
