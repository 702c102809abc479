namespace Codec.Capture;

/// <content>The buffer of a writer: validates and encodes packets, writes the buffer, changes files, and handles errors.</content>
public sealed partial class CaptureWriter
{
    private void Encode<TPacket>(in TPacket packet, string operation)
        where TPacket : IPacket
    {
        BeginPacket(operation);
        try
        {
            PacketEncoder.Write(_packet, packet, _options.Format);
        }
        catch
        {
            CountLost(1);
            throw;
        }
        finally
        {
            Leave();
        }
    }

    private void Encode(uint id, ReadOnlySpan<byte> payload, string operation)
    {
        BeginPacket(operation);
        try
        {
            PacketEncoder.Write(_packet, id, payload, _options.Format);
        }
        catch
        {
            CountLost(1);
            throw;
        }
        finally
        {
            Leave();
        }
    }

    /// <summary>Starts an operation with a packet, which is counted as lost if an earlier call has not ended.</summary>
    private void BeginPacket(string operation)
    {
        try
        {
            _gate.Enter(nameof(CaptureWriter), operation);
        }
        catch (Exception exception) when (exception is not ObjectDisposedException)
        {
            CountLost(1);
            throw;
        }
    }

    private static Stream CheckStream(Stream stream)
    {
        StreamArguments.CheckWritable(stream, nameof(stream));
        return stream;
    }

    private static CaptureWriterOptions CheckOptions(CaptureWriterOptions? options)
    {
        options ??= CaptureWriterOptions.Default;
        options.Check();
        return options;
    }

    private long Check(int length, CaptureDirection direction, DateTimeOffset? timestamp)
    {
        DateTimeOffset time = timestamp ?? _options.TimeProvider.GetUtcNow();
        long ticks = time.UtcTicks - UnixEpochTicks;
        if (!_gate.IsIdle || length > _options.MaxPacketSize || direction > CaptureDirection.Outbound
            || (_records.NeedsDirection && direction == CaptureDirection.Unknown) || (ulong)ticks > MaxTicks)
        {
            CheckAgain(length, direction, time, ticks);
        }

        return ticks;
    }

    /// <summary>Throws, and counts the packet as lost, unless the call that was pending has ended in the meantime.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void CheckAgain(int length, CaptureDirection direction, DateTimeOffset timestamp, long ticks)
    {
        try
        {
            _gate.Check(nameof(CaptureWriter));
            if (length > _options.MaxPacketSize)
            {
                Throw.PacketTooLongForCapture(length, _options.MaxPacketSize);
            }

            if (direction > CaptureDirection.Outbound)
            {
                Throw.UndefinedValue(nameof(direction), (int)direction);
            }

            if (_records.NeedsDirection && direction == CaptureDirection.Unknown)
            {
                Throw.DirectionUnknown(nameof(direction));
            }

            if ((ulong)ticks > MaxTicks)
            {
                Throw.TimestampOutOfRange(timestamp);
            }
        }
        catch (Exception exception) when (exception is not ObjectDisposedException)
        {
            CountLost(1);
            throw;
        }
    }

    private void CountLost(int packets) => Interlocked.Add(ref _lostPackets, packets);

    /// <summary>Returns whether a packet can be appended without a write: it fits into the buffer, and no write is due.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool HasRoom(int length, uint connection, long ticks, long now)
    {
        int needed = _records.SizeOf(length, connection);
        return _records.HasRoom(needed) && !IsFlushDue(now) && (!_output.IsFile || !_output.MustRotate(_records.Count, needed, ticks, now));
    }

    // If the clock goes back, which it must not, the negative difference becomes a large number, and the buffer is written.
    private bool IsFlushDue(long now) => _records.PacketCount != 0 && (ulong)(now - _bufferBegin) > (ulong)_flushInterval;

    /// <summary>Returns whether the interval requires a flush of the caller's stream, which can have its own buffer. The writer's files have none.</summary>
    /// <param name="now">The time of the packet that is appended after the write.</param>
    /// <param name="begin">The time from which the interval then counts: that of the first packet that is not flushed.</param>
    private bool MustFlush(long now, out long begin)
    {
        bool isDue = IsFlushDue(now);
        begin = isDue || _output.IsFile || _records.PacketCount == 0 ? now : _bufferBegin;
        return isDue && !_output.IsFile;
    }

    private bool Put(ReadOnlySpan<byte> packet, CaptureDirection direction, uint connection, long ticks, long now)
    {
        if (Error is not null)
        {
            CountLost(1);
            return false;
        }

        if (_records.PacketCount == 0)
        {
            _bufferBegin = now;
        }

        _records.Put(packet, direction, connection, ticks);
        _output.Add(ticks, now);
        PacketCount++;
        return true;
    }

    private bool AppendAfterWrite(ReadOnlySpan<byte> packet, CaptureDirection direction, uint connection, long ticks, long now)
    {
        BeginPacket(nameof(Append));
        try
        {
            WriteBuffer(MustFlush(now, out long begin));
            Prepare(packet.Length, connection, ticks, now);
            return Put(packet, direction, connection, ticks, begin);
        }
        catch
        {
            CountLost(1);
            throw;
        }
        finally
        {
            Leave();
        }
    }

    private async ValueTask<bool> AppendAfterWriteAsync(
        ReadOnlyMemory<byte> packet, CaptureDirection direction, uint connection, long ticks, long now, CancellationToken cancellationToken)
    {
        BeginPacket(nameof(AppendAsync));
        try
        {
            await WriteBufferAsync(MustFlush(now, out long begin), isAsync: true, cancellationToken).ConfigureAwait(false);
            Prepare(packet.Length, connection, ticks, now);
            return Put(packet.Span, direction, connection, ticks, begin);
        }
        catch
        {
            CountLost(1);
            throw;
        }
        finally
        {
            await LeaveAsync().ConfigureAwait(false);
        }
    }

    /// <summary>Starts the next file if it is due, and grows the empty buffer for a packet.</summary>
    private void Prepare(int length, uint connection, long ticks, long now)
    {
        if (_output.MustRotate(_records.Count, _records.SizeOf(length, connection), ticks, now))
        {
            try
            {
                _output.Rotate();
            }
            catch (Exception exception)
            {
                Stop(exception);
                throw;
            }

            _records.BeginFile();
        }

        _records.EnsureRoom(_records.SizeOf(length, connection));
    }

    /// <summary>Writes the buffer. If the write is not asynchronous, the task has ended when the method returns.</summary>
    private async Task WriteBufferAsync(bool flush, bool isAsync, CancellationToken cancellationToken)
    {
        try
        {
            Stream stream = _output.Stream;
            ArraySegment<byte> bytes = _records.Bytes;
            if (isAsync)
            {
                await StreamArrays.WriteAsync(stream, bytes.Array!, 0, bytes.Count, cancellationToken).ConfigureAwait(false);
            }
            else
            {
                stream.Write(bytes.Array!, 0, bytes.Count);
            }

            _output.Wrote(_records.Count);
            _records.Clear();
            if (flush && isAsync)
            {
                await stream.FlushAsync(cancellationToken).ConfigureAwait(false);
            }
            else if (flush)
            {
                stream.Flush();
            }
        }
        catch (Exception exception)
        {
            Stop(exception);
            throw;
        }
    }

    private void WriteBuffer(bool flush) => WriteBufferAsync(flush, isAsync: false, CancellationToken.None).GetAwaiter().GetResult();

    private Task FlushAllAsync(bool isAsync, CancellationToken cancellationToken) =>
        Error is null ? WriteBufferAsync(flush: true, isAsync, cancellationToken) : Task.CompletedTask;

    private void Leave()
    {
        if (!_gate.TryLeave())
        {
            Close();
        }
    }

    private Task LeaveAsync() => _gate.TryLeave() ? Task.CompletedTask : CloseAsync(isAsync: true);

    private void Close() => CloseAsync(isAsync: false).GetAwaiter().GetResult();

    private async Task CloseAsync(bool isAsync)
    {
        try
        {
            await FlushAllAsync(isAsync, CancellationToken.None).ConfigureAwait(false);
        }
        finally
        {
            Release();
        }
    }

    private void Release()
    {
        try
        {
            _records.Return();
            _output.Close();
        }
        catch (Exception) when (Error is not null)
        {
            // The first error was already reported. A stream that compresses fails again when it writes its end.
        }
        finally
        {
            _closed.TrySetResult(true);
        }
    }

    private void Stop(Exception exception)
    {
        Error = exception;
        CountLost(_records.PacketCount);
        PacketCount -= _records.PacketCount;
        _records.Clear();
    }
}
