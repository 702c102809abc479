using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using Codec.Buffers;
using Codec.Packets;

namespace Codec.Framing;

/// <summary>Reads packets from a <see cref="PipeReader"/> or a <see cref="Stream"/>, in place.</summary>
/// <remarks>
/// <para>
/// What the pipe has is taken packet by packet without going back to it; consumed and examined are handled inside. A declared size is
/// judged as soon as its field is there, so never more than one packet of the largest size, and what the pipe gives at once, is waited
/// for. Cancelling a read loses nothing: the next read goes on where it was.
/// </para>
/// <para>
/// One read at a time; not safe for use by several threads at once, but disposing while a read waits is: the read then ends as the pipe says
/// or with <see cref="ObjectDisposedException"/>. Reads allocate nothing themselves. Disposing completes the pipe, unless it is to be left
/// open: then all that was not given out stays in it, for the next reader to find at once.
/// </para>
/// </remarks>
public sealed partial class PacketReader : IAsyncDisposable
{
    // A stream is read in pieces of this size: some dozens of usual packets a call, and affordable for thousands of connections.
    private const int StreamBufferSize = 16 * 1024;

    private readonly PipeReader _pipe;
    private readonly bool _leaveOpen;

    // What disposing closes beside the pipe.
    private readonly Stream? _stream;
    private readonly int _fastMaxPayloadSize;
    private SequenceCursor _cursor;
    private long _position;
    private long _packets;
    private ReceivedReport _reported;

    // The packet given out last: in the cursor's memory, or, where it goes on behind the segment that it starts in, at the place there.
    private int _version;
    private int _packetOffset;
    private int _packetLength;
    private uint _packetId;
    private bool _packetIsBehindCursor;
    private ReadOnlySequenceSegment<byte>? _behindSegment;
    private int _behindIndex;

    /// <summary>Makes a reader over a pipe.</summary>
    /// <param name="pipe">Where the bytes come from; nobody else reads it as long as the reader is used.</param>
    /// <param name="format">How packets look; the default format where it is <see langword="null"/>.</param>
    /// <param name="leaveOpen">Whether disposing leaves the pipe as it is.</param>
    /// <exception cref="ArgumentNullException"><paramref name="pipe"/> is <see langword="null"/>.</exception>
    public PacketReader(PipeReader pipe, PacketFormat? format = null, bool leaveOpen = false)
    {
        if (pipe is null)
        {
            Throw.ArgumentNull(nameof(pipe));
        }

        _pipe = pipe;
        _leaveOpen = leaveOpen;
        Format = format ?? PacketFormat.Default;
        _fastMaxPayloadSize = Format.FastMaxPayloadSize;
        _continue = ContinueRead;
    }

    /// <summary>Makes a reader over a stream, which is read in pieces of 16 KB or as many bytes as there are.</summary>
    /// <param name="stream">Where the bytes come from; nobody else reads it as long as the reader is used.</param>
    /// <param name="format">How packets look; the default format where it is <see langword="null"/>.</param>
    /// <param name="leaveOpen">Whether disposing leaves the stream open.</param>
    /// <param name="pool">Where the memory that is read into comes from; <see cref="MemoryPool{T}.Shared"/> where it is <see langword="null"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="stream"/> cannot be read from.</exception>
    public PacketReader(Stream stream, PacketFormat? format = null, bool leaveOpen = false, MemoryPool<byte>? pool = null)
        : this(PipeOver(stream, pool), format)
    {
        _stream = leaveOpen ? null : stream;
    }

    /// <summary>How packets look.</summary>
    public PacketFormat Format { get; }

    /// <summary>Why the stream is invalid; <see cref="PacketError.None"/> while it is not.</summary>
    public PacketError Error { get; private set; }

    /// <summary>What the refused bytes look like, once <see cref="Error"/> is set.</summary>
    public PacketHint Hint { get; private set; }

    /// <summary>The bytes of all packets given out so far: the position in the stream of the next packet, or of the one that is invalid.</summary>
    public long Position => _position;

    /// <summary>Reads the next packet; the one before it is no longer valid.</summary>
    /// <param name="cancellationToken">Stops waiting; what has come stays for the next read.</param>
    /// <returns>A packet, the end of the stream, or why neither.</returns>
    /// <exception cref="InvalidOperationException">A read is in progress.</exception>
    /// <exception cref="ObjectDisposedException">The reader was disposed.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled before a packet was there.</exception>
    public ValueTask<PacketReadResult> ReadPacketAsync(CancellationToken cancellationToken = default)
    {
        int offset = _cursor.Offset;
        if (PacketDecoder.TryReadFast(_cursor.Memory.Span.Slice(offset), _fastMaxPayloadSize, out uint packed, out int length))
        {
            _packetOffset = offset;
            _packetLength = length;
            _packetId = packed >> 16;
            _packetIsBehindCursor = false;
            _cursor.Offset = offset + length;
            _position += length;
            _packets++;
            return new ValueTask<PacketReadResult>(new PacketReadResult(this, ++_version));
        }

        return ReadOtherAsync(packed, length, cancellationToken);
    }

    /// <summary>Reads every packet up to the end of the stream; each is valid until the next is asked for.</summary>
    /// <param name="cancellationToken">Stops waiting; what has come stays for the next read.</param>
    /// <returns>The packets. The enumeration ends where the stream ends at the end of a packet.</returns>
    /// <exception cref="InvalidPacketException">The stream is invalid, or ended inside a packet.</exception>
    /// <exception cref="ObjectDisposedException">The reader was disposed.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> or the pipe's pending read was cancelled.</exception>
    public async IAsyncEnumerable<PacketReadResult> ReadAllAsync([EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        while (true)
        {
            PacketReadResult result = await ReadPacketAsync(cancellationToken).ConfigureAwait(false);
            switch (result.Status)
            {
                case PacketReadStatus.Packet:
                    yield return result;
                    break;
                case PacketReadStatus.Completed:
                    yield break;
                case PacketReadStatus.Canceled:
                    throw new OperationCanceledException();
                default:
                    throw new InvalidPacketException(result.Error, _position, Hint);
            }
        }
    }

    private static PipeReader PipeOver(Stream stream, MemoryPool<byte>? pool)
    {
        StreamArguments.CheckReadable(stream, nameof(stream));
        return PipeReader.Create(stream, new StreamPipeReaderOptions(pool, StreamBufferSize, leaveOpen: true));
    }

    /// <summary>Gets whether the reader counts the packets that it returns. A connection that counts them by id sets it to <see langword="false"/>.</summary>
    internal bool CountsPackets { get; init; } = true;

    internal SequencePacket GetPacket(int version)
    {
        if (version != _version)
        {
            Throw.PacketIsGone();
        }

        return _packetIsBehindCursor
            ? new SequencePacket(
                _behindSegment!.Memory.Span.Slice(_behindIndex), _behindSegment, _behindIndex, _packetLength, _packetId, Format.HeaderSize)
            : new SequencePacket(
                _cursor.Memory.Span.Slice(_packetOffset, _packetLength),
                _cursor.Owner,
                _cursor.OwnerIndex + _packetOffset,
                _packetLength,
                _packetId,
                Format.HeaderSize);
    }
}
