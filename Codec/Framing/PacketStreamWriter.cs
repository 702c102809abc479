using System;
using System.Buffers;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Codec.Compat;
using Codec.Packets;

namespace Codec.Framing;

/// <summary>
/// Writes packets to any <see cref="Stream"/> through a buffer of its own, synchronously or not: the stream is written in large pieces, and
/// always through the array form, which every stream has itself.
/// </summary>
/// <remarks>
/// Packets reach the stream when the buffer is full, on <see cref="Flush"/> and on <see cref="Dispose"/>. If the stream fails, how much it
/// took is not known: the error is thrown, and each later write is refused. While a <see cref="FlushAsync"/> waits, and during a call of the
/// stream, the stream reads the buffer: writing, flushing and disposing are refused until it has ended, also to the stream itself. Nothing
/// is allocated per packet. Not safe for use by several threads at once.
/// </remarks>
public sealed class PacketStreamWriter : IDisposable
{
    /// <summary>The buffer's length, in bytes: from 64 KB on, the call into the system no longer shows beside the copying.</summary>
    private const int BufferSize = 64 * 1024;

    private readonly Stream _stream;
    private readonly bool _leaveOpen;
    private byte[] _buffer;
    private int _count;

    // The packets that were written as a whole since the last report.
    private int _unreportedPackets;
    private long _unreportedBytes;
    private Exception? _error;
    private bool _isDisposed;

    // Set while a message of the caller's writes its payload: it cannot write another packet into the same memory.
    private bool _isWriting;

    // Set while the stream reads the buffer: during a call of it, and until a pending write ends.
    private bool _isFlushing;

    /// <summary>Makes a writer.</summary>
    /// <param name="stream">Where the packets go; it needs no buffer of its own.</param>
    /// <param name="format">How packets look; the default format where it is <see langword="null"/>.</param>
    /// <param name="leaveOpen">Whether disposing leaves the stream open.</param>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="stream"/> cannot be written to.</exception>
    public PacketStreamWriter(Stream stream, PacketFormat? format = null, bool leaveOpen = false)
    {
        StreamArguments.CheckWritable(stream, nameof(stream));
        _stream = stream;
        _leaveOpen = leaveOpen;
        Format = format ?? PacketFormat.Default;
        _buffer = ArrayPool<byte>.Shared.Rent(BufferSize);
    }

    /// <summary>How packets look.</summary>
    public PacketFormat Format { get; }

    /// <summary>How many bytes wait in the buffer.</summary>
    public int BufferedBytes => _count;

    /// <summary>Writes a packet.</summary>
    /// <param name="id">What kind of packet this is.</param>
    /// <param name="payload">The payload, copied before the call returns.</param>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts; nothing was written.</exception>
    /// <exception cref="IOException">The stream failed. Other exceptions come from the stream as they are.</exception>
    /// <exception cref="InvalidOperationException">
    /// The stream failed before, a <see cref="FlushAsync"/> has not ended, or the stream called it while it was written to.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public void Write(uint id, ReadOnlySpan<byte> payload)
    {
        int packetSize = Format.HeaderSize + payload.Length;
        PutHeader(id, payload.Length);
        while (payload.Length > _buffer.Length - _count)
        {
            int count = _buffer.Length - _count;
            payload.Slice(0, count).CopyTo(new Span<byte>(_buffer, _count, count));
            payload = payload.Slice(count);
            _count += count;
            WriteFullBuffer();
        }

        payload.CopyTo(new Span<byte>(_buffer, _count, payload.Length));
        _count += payload.Length;
        Count(packetSize);
    }

    /// <summary>Writes a packet whose payload is a part of an array; one that is longer than the buffer goes to the stream without a copy.</summary>
    /// <param name="id">What kind of packet this is.</param>
    /// <param name="payload">The array, the caller's again after the call.</param>
    /// <param name="offset">Where the payload begins, in bytes.</param>
    /// <param name="count">The bytes of the payload.</param>
    /// <exception cref="ArgumentNullException"><paramref name="payload"/> is <see langword="null"/>.</exception>
    /// <inheritdoc cref="Write(uint, ReadOnlySpan{byte})" path="/exception"/>
    public void Write(uint id, byte[] payload, int offset, int count)
    {
        StreamArguments.CheckRange(payload, offset, count);
        if (count < _buffer.Length)
        {
            Write(id, new ReadOnlySpan<byte>(payload, offset, count));
            return;
        }

        PutHeader(id, count);
        WriteFullBuffer();
        WriteOut(payload, offset, count);
        Count(Format.HeaderSize + count);
    }

    /// <summary>Writes a message with its header: into the buffer, or to the stream at once if it may be longer than the buffer.</summary>
    /// <typeparam name="TPacket">The type of the message.</typeparam>
    /// <param name="packet">The message. It is not used after the call returns.</param>
    /// <exception cref="ArgumentNullException"><paramref name="packet"/> is <see langword="null"/>.</exception>
    /// <inheritdoc cref="Write(uint, ReadOnlySpan{byte})" path="/exception"/>
    public void Write<TPacket>(in TPacket packet)
        where TPacket : IPacket
    {
        if (packet is null)
        {
            Throw.ArgumentNull(nameof(packet));
        }

        CheckUsable();
        _isWriting = true;
        try
        {
            long needed = (long)Format.HeaderSize + packet.GetMaxByteCount();
            if (needed > _buffer.Length)
            {
                WriteLarge(packet, (int)Math.Min(needed, PacketFormat.LongestArray));
                return;
            }

            if (needed > _buffer.Length - _count)
            {
                WriteFullBuffer();
            }

            int size = Encode(_buffer.AsSpan(_count), packet);
            _count += size;
            Count(size);
        }
        finally
        {
            _isWriting = false;
        }
    }

    private void WriteLarge<TPacket>(in TPacket packet, int needed)
        where TPacket : IPacket
    {
        byte[] rented = ArrayPool<byte>.Shared.Rent(needed);
        try
        {
            int size = Encode(rented, packet);
            WriteFullBuffer();
            WriteOut(rented, 0, size);
            Count(size);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(rented);
        }
    }

    private int Encode<TPacket>(Span<byte> destination, in TPacket packet)
        where TPacket : IPacket
    {
        if (PacketEncoder.Encode(destination, packet, Format, out int size) != OperationStatus.Done)
        {
            Throw.ChangedWhileWriting(typeof(TPacket).FullName!);
        }

        return size;
    }

    /// <summary>Writes what is in the buffer, and has the stream write what it holds back.</summary>
    /// <inheritdoc cref="Write(uint, ReadOnlySpan{byte})" path="/exception"/>
    public void Flush()
    {
        CheckUsable();
        WriteBuffer();
        _isFlushing = true;
        try
        {
            _stream.Flush();
        }
        catch (Exception exception)
        {
            _error = exception;
            throw;
        }
        finally
        {
            _isFlushing = false;
        }

        Report();
    }

    /// <summary>Writes what is in the buffer, and has the stream write what it holds back.</summary>
    /// <param name="cancellationToken">Cancels the writing, after which the writer refuses each later write.</param>
    /// <returns>A task that ends when everything is written; until then the writer refuses every other call.</returns>
    /// <exception cref="IOException">The stream failed. Other exceptions come from the stream as they are.</exception>
    /// <exception cref="OperationCanceledException">The writing was cancelled.</exception>
    /// <exception cref="InvalidOperationException">The stream failed before, or another flush has not ended.</exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public async ValueTask FlushAsync(CancellationToken cancellationToken = default)
    {
        CheckUsable();
        _isFlushing = true;
        try
        {
            await StreamArrays.WriteAsync(_stream, _buffer, 0, _count, cancellationToken).ConfigureAwait(false);
            _count = 0;
            await _stream.FlushAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            _error = exception;
            throw;
        }
        finally
        {
            _isFlushing = false;
        }

        Report();
    }

    /// <summary>Writes what is in the buffer unless the stream failed before, and closes the stream unless it is to stay open.</summary>
    /// <exception cref="IOException">The stream failed. Other exceptions come from the stream as they are.</exception>
    /// <exception cref="InvalidOperationException">
    /// A <see cref="FlushAsync"/> has not ended, or the stream called it while it was written to; the writer stays as it is.
    /// </exception>
    public void Dispose()
    {
        if (_isDisposed)
        {
            return;
        }

        CheckIdle();
        try
        {
            if (_error is null)
            {
                Flush();
            }
        }
        finally
        {
            _isDisposed = true;
            byte[] buffer = _buffer;
            _buffer = [];
            _count = 0;
            ArrayPool<byte>.Shared.Return(buffer);
            if (!_leaveOpen)
            {
                _stream.Dispose();
            }
        }
    }

    private void PutHeader(uint id, int payloadSize)
    {
        CheckUsable();
        if (_buffer.Length - _count < Format.HeaderSize)
        {
            WriteFullBuffer();
        }

        Format.WriteHeader(new Span<byte>(_buffer, _count, Format.HeaderSize), id, payloadSize);
        _count += Format.HeaderSize;
    }

    /// <summary>Empties the buffer for more; what was written as a whole before is in it, or went to the stream earlier.</summary>
    private void WriteFullBuffer()
    {
        WriteBuffer();
        Report();
    }

    private void WriteBuffer()
    {
        int count = _count;
        _count = 0;
        if (count != 0)
        {
            WriteOut(_buffer, 0, count);
        }
    }

    private void WriteOut(byte[] bytes, int offset, int count)
    {
        _isFlushing = true;
        try
        {
            _stream.Write(bytes, offset, count);
        }
        catch (Exception exception)
        {
            _error = exception;
            throw;
        }
        finally
        {
            _isFlushing = false;
        }
    }

    private void Count(int packetSize)
    {
        _unreportedPackets++;
        _unreportedBytes += packetSize;
    }

    private void Report()
    {
        PacketCounters.CountSent(_unreportedPackets, _unreportedBytes);
        _unreportedPackets = 0;
        _unreportedBytes = 0;
    }

    private void CheckIdle()
    {
        if (_isFlushing)
        {
            Throw.FlushInProgress();
        }

        if (_isWriting)
        {
            Throw.PacketInProgress();
        }
    }

    private void CheckUsable()
    {
        CheckIdle();

        if (_isDisposed)
        {
            Throw.Disposed(nameof(PacketStreamWriter));
        }

        if (_error is not null)
        {
            Throw.WriterPoisoned(_error);
        }
    }
}
