using System;
using System.Buffers;
using System.Globalization;
using System.IO;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using Codec.Compat;
using Codec.Framing;

namespace Codec.Capture;

/// <summary>
/// Reads the records of a capture one by one: pcapng and pcap, in either byte order, as this library, Wireshark, tshark, editcap and
/// tcpdump write them. Blocks that are no packets are skipped.
/// </summary>
/// <remarks>
/// Damage is a result, never an exception: every record before it is given, then <see cref="CaptureStatus.Truncated"/> or
/// <see cref="CaptureStatus.Invalid"/>, with <see cref="Error"/>, <see cref="ErrorOffset"/> and <see cref="LostBytes"/>. The memory is a
/// pooled buffer, no longer than twice <see cref="CaptureReaderOptions.MaxPacketSize"/> and 256 KB, whatever the capture says; nothing is
/// allocated per record. Not thread-safe: while a task of <see cref="ReadAsync"/> has not ended, each call but <see cref="Dispose"/> throws
/// <see cref="InvalidOperationException"/>.
/// </remarks>
public sealed partial class CaptureReader : IDisposable
{
    private readonly Stream _stream;
    private readonly bool _leaveOpen;
    private readonly IDisposable? _container;
    private readonly CaptureReaderOptions _options;
    private OperationGate _gate;
    private StreamReadBuffer _buffer;
    private int _needed;

    // The offset in the capture of the first byte in the buffer.
    private long _offset;
    private long _skip;
    private long _skippedFrom;

    // The record that was read last, as far as it does not lie in its block's fields.
    private CurrentRecord _current;

    /// <summary>Makes a reader.</summary>
    /// <param name="stream">Where the capture comes from, from the stream's position on. It needs no buffer of its own.</param>
    /// <param name="options">What to accept, or <see langword="null"/> for the defaults.</param>
    /// <param name="leaveOpen">Whether the stream stays open when the reader is disposed.</param>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="stream"/> cannot be read from.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option's value is out of its range.</exception>
    public CaptureReader(Stream stream, CaptureReaderOptions? options = null, bool leaveOpen = false)
    {
        StreamArguments.CheckReadable(stream, nameof(stream));
        _options = options ?? new CaptureReaderOptions();
        _options.Check();
        _stream = stream;
        _leaveOpen = leaveOpen;
        _buffer = new StreamReadBuffer(ArrayPool<byte>.Shared);
    }

    /// <summary>Makes a reader that also disposes what its stream is a part of.</summary>
    internal CaptureReader(Stream stream, CaptureReaderOptions? options, IDisposable container)
        : this(stream, options) => _container = container;

    /// <summary>What is wrong with the capture, as far as it was read.</summary>
    public CaptureError Error { get; private set; }

    /// <summary>Where the block, record or header begins that is wrong or cut off, in bytes from the capture's begin; -1 as long as none is.</summary>
    public long ErrorOffset { get; private set; } = -1;

    /// <summary>
    /// How many bytes of the capture, from <see cref="ErrorOffset"/> to its end, were not given; -1 where that is not known, because the
    /// damage is not at the end and the stream does not say its length.
    /// </summary>
    public long LostBytes { get; private set; }

    /// <summary>How many records were given.</summary>
    public long RecordCount { get; private set; }

    /// <summary>The record that the last call of <see cref="ReadAsync"/> or <see cref="Read"/> gave; valid until the next.</summary>
    /// <exception cref="InvalidOperationException">The last call gave none.</exception>
    public CaptureRecord Current
    {
        get
        {
            if (_usual >= 0)
            {
                return UsualRecord();
            }

            if (!_current.IsThere)
            {
                Throw.NoPacket();
            }

            return _current.ToRecord(_buffer.Bytes);
        }
    }

    /// <summary>Reads on to the next record.</summary>
    /// <param name="record">The record; valid until the next call.</param>
    /// <returns>Whether there is a record, and if not, why; from then on, each call answers the same.</returns>
    /// <exception cref="IOException">The stream cannot be read.</exception>
    /// <exception cref="InvalidOperationException">An earlier call has not ended.</exception>
    /// <exception cref="ObjectDisposedException">The reader was disposed.</exception>
    public CaptureStatus Read(out CaptureRecord record)
    {
        if (_gate.IsIdle && _kind == Kind.Pcapng && _skip == 0 && Error == CaptureError.None && TryTakeUsualPacket(out record))
        {
            RecordCount++;
            return CaptureStatus.Packet;
        }

        return ReadSlowly(out record);
    }

    /// <summary>Reads on to the next record, which <see cref="Current"/> then is.</summary>
    /// <param name="cancellationToken">Cancels waiting for the stream; reading can go on afterwards.</param>
    /// <returns>Whether there is a record, and if not, why; from then on, each call answers the same.</returns>
    /// <exception cref="IOException">The stream cannot be read.</exception>
    /// <exception cref="InvalidOperationException">An earlier call has not ended.</exception>
    /// <exception cref="ObjectDisposedException">The reader was disposed, perhaps while the task was pending.</exception>
    public ValueTask<CaptureStatus> ReadAsync(CancellationToken cancellationToken = default)
    {
        _gate.Check(nameof(CaptureReader));
        return TakeNext() is { } status ? new ValueTask<CaptureStatus>(status) : ReadAfterFillAsync(cancellationToken);
    }

    /// <summary>Says in a sentence what is wrong, where, and how much is lost; for logs and warnings.</summary>
    public override string ToString()
    {
        if (Error == CaptureError.None)
        {
            return string.Format(CultureInfo.InvariantCulture, "{0} records, no error", RecordCount);
        }

        string lost = LostBytes < 0 ? "an unknown number of bytes is" : LostBytes.ToString(CultureInfo.InvariantCulture) + " bytes are";
        return string.Format(
            CultureInfo.InvariantCulture, "{0} at offset {1} after {2} records; {3} lost", Error, ErrorOffset, RecordCount, lost);
    }

    /// <summary>
    /// Returns the buffer, and closes the stream unless it is to stay open. If a read is pending, the stream is closed at once, and the
    /// buffer is returned when the read ends.
    /// </summary>
    public void Dispose()
    {
        if (_gate.IsDisposed)
        {
            return;
        }

        if (_gate.TryDispose())
        {
            ReturnBuffer();
        }

        if (!_leaveOpen)
        {
            try
            {
                _stream.Dispose();
            }
            finally
            {
                _container?.Dispose();
            }
        }
    }

    // On its own, so that what the common way needs stays in registers: a method with a handler keeps it in memory.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private CaptureStatus ReadSlowly(out CaptureRecord record)
    {
        _gate.Check(nameof(CaptureReader));
        CaptureStatus status = TakeNext() ?? ReadAfterFill();
        record = status == CaptureStatus.Packet ? Current : default;
        return status;
    }

    private CaptureStatus ReadAfterFill()
    {
        _gate.Enter(nameof(CaptureReader), nameof(Read));
        try
        {
            for (; ; )
            {
                try
                {
                    int room = _buffer.MakeRoom(_needed);
                    _buffer.Filled(_stream.Read(_buffer.Bytes, _buffer.End, room));
                }
                catch (InvalidDataException)
                {
                    Fail(CaptureError.CompressionInvalid, _offset);
                }

                if (TakeNext() is { } status)
                {
                    return status;
                }
            }
        }
        finally
        {
            Leave();
        }
    }

    private async ValueTask<CaptureStatus> ReadAfterFillAsync(CancellationToken cancellationToken)
    {
        _gate.Enter(nameof(CaptureReader), nameof(ReadAsync));
        try
        {
            for (; ; )
            {
                try
                {
                    int room = _buffer.MakeRoom(_needed);
                    int count = await StreamArrays.ReadAsync(_stream, _buffer.Bytes, _buffer.End, room, cancellationToken).ConfigureAwait(false);
                    _buffer.Filled(count);
                }
                catch (InvalidDataException)
                {
                    Fail(CaptureError.CompressionInvalid, _offset);
                }

                if (TakeNext() is { } status)
                {
                    return status;
                }
            }
        }
        finally
        {
            Leave();
        }
    }

    private void Leave()
    {
        if (!_gate.TryLeave())
        {
            ReturnBuffer();
            Throw.Disposed(nameof(CaptureReader));
        }
    }

    private void ReturnBuffer()
    {
        _buffer.Return();
        _current = default;
        _usual = -1;
    }

    private struct CurrentRecord
    {
        internal bool IsThere;
        internal bool HasConnection;
        internal CaptureDirection Direction;
        internal int Start;
        internal int Length;
        internal uint Connection;
        internal uint OriginalLength;
        internal int LinkType;
        internal int Interface;
        internal long Nanoseconds;
        internal long Offset;

        internal readonly CaptureRecord ToRecord(byte[] buffer) => new()
        {
            Data = new ReadOnlySpan<byte>(buffer, Start, Length),
            TimestampNanoseconds = Nanoseconds,
            Direction = Direction,
            Connection = Connection,
            HasConnection = HasConnection,
            OriginalLength = OriginalLength,
            LinkType = LinkType,
            Interface = Interface,
            Offset = Offset,
        };
    }
}
