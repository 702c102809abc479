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
/// buffer grows for it, and the buffer grows with the bytes that came: so the memory is bounded by the format's largest packet. Nothing is
/// allocated per packet. One read at a time; not safe for use by several threads at once, but disposing during a read is: the read then ends
/// as the stream says or with <see cref="ObjectDisposedException"/>, and returns the memory, which the stream had until then.
/// </remarks>
public sealed class PacketStreamReader : IDisposable
{
    // Who has the buffer: nobody else, the stream during a read, or the stream although the reader was disposed.
    private const int Idle = 0;
    private const int Reading = 1;
    private const int DisposedWhileReading = 2;
    private const int Disposed = 3;

    private readonly Stream _stream;
    private readonly bool _leaveOpen;
    private StreamReadBuffer _buffer;
    private int _use;
    private int _length;
    private uint _id;
    private int _needed;
    private long _packets;
    private ReceivedReport _reported;

    /// <summary>Makes a reader.</summary>
    /// <param name="stream">Where the bytes come from; it needs no buffer of its own.</param>
    /// <param name="format">How packets look; the default format where it is <see langword="null"/>.</param>
    /// <param name="leaveOpen">Whether disposing leaves the stream open.</param>
    /// <param name="pool">Where the buffer comes from; <see cref="ArrayPool{T}.Shared"/> where it is <see langword="null"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="stream"/> cannot be read from.</exception>
    public PacketStreamReader(Stream stream, PacketFormat? format = null, bool leaveOpen = false, ArrayPool<byte>? pool = null)
    {
        StreamArguments.CheckReadable(stream, nameof(stream));
        _stream = stream;
        _leaveOpen = leaveOpen;
        Format = format ?? PacketFormat.Default;
        _buffer = new StreamReadBuffer(pool ?? ArrayPool<byte>.Shared);
    }

    /// <summary>How packets look.</summary>
    public PacketFormat Format { get; }

    /// <summary>What is wrong; <see cref="PacketError.None"/> as long as nothing is.</summary>
    public PacketError Error { get; private set; }

    /// <summary>What the refused bytes look like, once <see cref="Error"/> is set.</summary>
    public PacketHint Hint { get; private set; }

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

            return new Packet(_buffer.Bytes, _buffer.Start, _length, _id, Format.HeaderSize);
        }
    }

    /// <summary>Reads the next packet.</summary>
    /// <param name="packet">The packet, in the reader's memory; valid until the next read.</param>
    /// <returns>
    /// A packet, the end, or <see cref="PacketReadStatus.Invalid"/>, also where the stream ends inside a packet: <see cref="Error"/> says
    /// what is wrong, and each later read answers the same.
    /// </returns>
    /// <exception cref="IOException">The stream cannot be read.</exception>
    /// <exception cref="InvalidOperationException">Another read is in progress.</exception>
    /// <exception cref="ObjectDisposedException">The reader was disposed.</exception>
    public PacketReadStatus Read(out Packet packet)
    {
        PacketReadStatus status;
        while (!TryTake(out status))
        {
            StartRead();
            int count = 0;
            try
            {
                int room = _buffer.MakeRoom(_needed);
                count = _stream.Read(_buffer.Bytes, _buffer.End, room);
            }
            finally
            {
                EndRead();
            }

            _buffer.Filled(count);
        }

        packet = status == PacketReadStatus.Packet ? new Packet(_buffer.Bytes, _buffer.Start, _length, _id, Format.HeaderSize) : default;
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
        int use = Interlocked.CompareExchange(ref _use, DisposedWhileReading, Reading);
        if (use is Disposed or DisposedWhileReading)
        {
            return;
        }

        Report();
        _length = 0;
        if (use == Idle)
        {
            _use = Disposed;
            _buffer.Return();
        }

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
            StartRead();
            int count = 0;
            try
            {
                int room = _buffer.MakeRoom(_needed);
                count = await StreamArrays.ReadAsync(_stream, _buffer.Bytes, _buffer.End, room, cancellationToken).ConfigureAwait(false);
            }
            finally
            {
                EndRead();
            }

            _buffer.Filled(count);
        }
        while (!TryTake(out status));
        return status;
    }

    /// <summary>Gives the buffer to the stream, until <see cref="EndRead"/>.</summary>
    private void StartRead()
    {
        int use = Interlocked.CompareExchange(ref _use, Reading, Idle);
        if (use != Idle)
        {
            if (use == Reading)
            {
                Throw.ReadInProgress();
            }

            Throw.Disposed(nameof(PacketStreamReader));
        }
    }

    /// <summary>Takes the buffer back, or returns it where the reader was disposed meanwhile.</summary>
    private void EndRead()
    {
        if (Interlocked.CompareExchange(ref _use, Idle, Reading) == DisposedWhileReading)
        {
            _use = Disposed;
            _buffer.Return();
        }
    }

    /// <summary>Passes the packet before, and takes the next from the buffer.</summary>
    /// <returns><see langword="false"/> where more bytes are needed.</returns>
    private bool TryTake(out PacketReadStatus status)
    {
        if (_buffer.IsReturned)
        {
            Throw.Disposed(nameof(PacketStreamReader));
        }

        _buffer.Consume(_length);
        Position += _length;
        _length = 0;
        status = PacketReadStatus.Invalid;
        if (Error != PacketError.None)
        {
            return true;
        }

        int available = _buffer.Count;
        PacketExtent extent = Format.Measure(_buffer.Span, available);
        if (extent.IsPacket)
        {
            _length = extent.Length;
            _id = extent.Id;
            _packets++;
            status = PacketReadStatus.Packet;
            return true;
        }

        Report();
        if (extent.Status == (byte)OperationStatus.NeedMoreData && !_buffer.IsAtEnd)
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
        Hint = PacketHints.Guess(_buffer.Span.Slice(0, Math.Min(available, PacketFormat.LargestHeaderSize)), Format, Error, Position);
        PacketCounters.CountError(Error);
        return true;
    }

    private void Report() => _reported.Advance(_packets, Position + _length);
}
