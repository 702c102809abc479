using System;
using System.IO;
using System.IO.Pipelines;
using System.Threading;
using System.Threading.Tasks;
using Codec.Compat;
using Codec.Packets;

namespace Codec.Framing;

/// <summary>Writes packets to a <see cref="PipeWriter"/> or a <see cref="Stream"/>, as many as wanted per flush.</summary>
/// <remarks>
/// Packets are collected until <see cref="FlushAsync"/>. A flush that fails, or a write to a stream that is cancelled, may have sent half a
/// packet: from then on the writer is poisoned, every call throws, and the connection has to be closed. The writer never sends the same
/// bytes twice and never resumes in the middle of a packet. An encoder that throws poisons nothing. One thread at a time; while a flush
/// waits, every other call is refused.
/// </remarks>
public sealed class PacketPipeWriter : IAsyncDisposable
{
    private readonly PipeWriter _pipe;
    private readonly PacketWriter _packets;
    private readonly bool _leaveOpen;
    private bool _isFlushing;
    private bool _isDisposed;

    // Whether the last flush found that nobody reads the pipe any more.
    private bool _isUnread;
    private Exception? _failure;
    private long _unflushedPackets;

    /// <summary>Makes a writer over a pipe.</summary>
    /// <param name="pipe">Where packets go; nobody else writes to it as long as the writer is used.</param>
    /// <param name="format">How packets look; the default format where it is <see langword="null"/>.</param>
    /// <param name="leaveOpen">Whether disposing leaves the pipe as it is.</param>
    /// <exception cref="ArgumentNullException"><paramref name="pipe"/> is <see langword="null"/>.</exception>
    public PacketPipeWriter(PipeWriter pipe, PacketFormat? format = null, bool leaveOpen = false)
    {
        if (pipe is null)
        {
            Throw.ArgumentNull(nameof(pipe));
        }

        _pipe = pipe;
        _packets = new PacketWriter(pipe, format);
        _leaveOpen = leaveOpen;
    }

    /// <summary>Makes a writer over a stream.</summary>
    /// <param name="stream">Receives the packets; nothing else writes to it as long as the writer is used.</param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <param name="leaveOpen">Whether disposing leaves the stream open.</param>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="stream"/> cannot be written to.</exception>
    public PacketPipeWriter(Stream stream, PacketFormat? format = null, bool leaveOpen = false)
        : this(PipeOver(stream, leaveOpen), format)
    {
    }

    /// <summary>How packets look.</summary>
    public PacketFormat Format => _packets.Format;

    /// <summary>The bytes written since the last flush.</summary>
    public long UnflushedBytes { get; private set; }

    /// <summary>Whether a flush failed, so that the connection has to be closed.</summary>
    public bool IsPoisoned => _failure is not null;

    /// <summary>Writes a packet with a payload that is complete.</summary>
    /// <param name="id">What kind of packet this is.</param>
    /// <param name="payload">The payload, copied.</param>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="InvalidOperationException">
    /// The writer is poisoned, a flush has not ended, or an encoder called it while writing a packet.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public void Write(uint id, ReadOnlySpan<byte> payload)
    {
        CheckUsable();
        Count(_packets.Write(id, payload));
    }

    /// <summary>Writes a message as a packet.</summary>
    /// <typeparam name="TMessage">The message.</typeparam>
    /// <param name="id">What kind of packet this is.</param>
    /// <param name="message">The message.</param>
    /// <param name="writer">Writes such messages.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="InvalidOperationException">
    /// The writer is poisoned, a flush has not ended, an encoder called it while writing a packet, or the payload's writer promised fewer than
    /// 0 bytes or wrote more than it promised.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public void Write<TMessage>(uint id, in TMessage message, IPayloadWriter<TMessage> writer)
    {
        CheckUsable();
        Count(_packets.Write(id, message, writer));
    }

    /// <summary>Writes a message with its header, directly into the pipe's memory.</summary>
    /// <typeparam name="TPacket">The type of the message.</typeparam>
    /// <param name="packet">The message.</param>
    /// <exception cref="ArgumentNullException"><paramref name="packet"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="InvalidOperationException">
    /// The writer is poisoned, a flush has not ended, an encoder called the method while writing a packet, or the message cannot be written.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public void Write<TPacket>(in TPacket packet)
        where TPacket : IPacket
    {
        CheckUsable();
        Count(_packets.Write(packet));
    }

    /// <summary>Writes a packet whose payload an encoder writes piece by piece.</summary>
    /// <typeparam name="TArgument">What the encoder gets.</typeparam>
    /// <param name="id">What kind of packet this is.</param>
    /// <param name="argument">What the encoder gets.</param>
    /// <param name="encode">Writes the payload.</param>
    /// <exception cref="ArgumentNullException"><paramref name="encode"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="InvalidOperationException">
    /// The writer is poisoned, a flush has not ended, or an encoder called it while writing a packet.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public void Write<TArgument>(uint id, TArgument argument, PayloadEncoder<TArgument> encode)
    {
        CheckUsable();
        Count(_packets.Write(id, argument, encode));
    }

    /// <summary>Sends what was written.</summary>
    /// <param name="cancellationToken">Stops waiting, and poisons the writer, because how much was sent is not known.</param>
    /// <returns>
    /// <see langword="false"/> if the pipe's reader is completed: what was flushed did not arrive, is not counted as sent, and nothing that is
    /// written from now on arrives.
    /// </returns>
    /// <remarks>
    /// After <see cref="PipeWriter.CancelPendingFlush"/>, the flush throws <see cref="OperationCanceledException"/>, and
    /// <see cref="IsPoisoned"/> says whether the writer can still be used. A <see cref="Pipe"/> has taken all bytes by then: they are counted
    /// as sent, their reader receives them, and the next flush sends what is written from then on. A pipe that says that it still has
    /// unflushed bytes, as one over a stream does, or that cannot say it, may have sent half a packet: the writer is poisoned.
    /// </remarks>
    /// <exception cref="InvalidOperationException">
    /// The writer is poisoned, another flush has not ended, or an encoder called it while writing a packet.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    /// <exception cref="OperationCanceledException">The flush was cancelled, by the token or by <see cref="PipeWriter.CancelPendingFlush"/>.</exception>
    public async ValueTask<bool> FlushAsync(CancellationToken cancellationToken = default)
    {
        CheckUsable();
        _packets.ThrowIfWriting();
        FlushResult result;
        _isFlushing = true;
        try
        {
            result = await _pipe.FlushAsync(cancellationToken).ConfigureAwait(false);
            if (WasCutShort(result) && !(_pipe.CanGetUnflushedBytes && _pipe.UnflushedBytes == 0))
            {
                Throw.PipeFlushCanceled();
            }
        }
        catch (Exception exception)
        {
            _failure = exception;
            throw;
        }
        finally
        {
            _isFlushing = false;
        }

        _isUnread = result.IsCompleted;
        CountSent();
        if (WasCutShort(result))
        {
            Throw.PipeFlushCanceled();
        }

        return !result.IsCompleted;
    }

    /// <summary>
    /// Completes the pipe, or flushes and closes the stream, unless it is to be left open. A poisoned writer sends nothing more; call
    /// <see cref="FlushAsync"/> first to know that everything was sent.
    /// </summary>
    /// <returns>A task that ends when the pipe is completed.</returns>
    /// <exception cref="InvalidOperationException">
    /// A flush has not ended, or an encoder called it while writing a packet; the writer stays as it is.
    /// </exception>
    public async ValueTask DisposeAsync()
    {
        if (_isDisposed)
        {
            return;
        }

        if (_isFlushing)
        {
            Throw.FlushInProgress();
        }

        _packets.ThrowIfWriting();
        _isDisposed = true;
        if (!_leaveOpen)
        {
            await _pipe.CompleteAsync(_failure).ConfigureAwait(false);
            if (_failure is null)
            {
                CountSent();
            }
        }
    }

    private static PipeWriter PipeOver(Stream stream, bool leaveOpen)
    {
        StreamArguments.CheckWritable(stream, nameof(stream));
        return PipeWriter.Create(stream, new StreamPipeWriterOptions(leaveOpen: leaveOpen));
    }

    // A completed reader matters more: whether the flush was cancelled too changes nothing.
    private static bool WasCutShort(FlushResult result) => result.IsCanceled && !result.IsCompleted;

    private void CountSent()
    {
        if (!_isUnread)
        {
            PacketCounters.CountSent(_unflushedPackets, UnflushedBytes);
        }

        _unflushedPackets = 0;
        UnflushedBytes = 0;
    }

    private void Count(int bytes)
    {
        UnflushedBytes += bytes;
        _unflushedPackets++;
    }

    private void CheckUsable()
    {
        if (_isDisposed)
        {
            Throw.Disposed(nameof(PacketPipeWriter));
        }

        if (_isFlushing)
        {
            Throw.FlushInProgress();
        }

        if (_failure is not null)
        {
            Throw.WriterPoisoned(_failure);
        }
    }
}
