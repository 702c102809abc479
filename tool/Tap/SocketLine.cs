namespace Codec.Cli.Tap;

/// <summary>Forwards one direction of a connection, immediately or like a degraded line.</summary>
/// <remarks>
/// Memory is bounded. Without degradation, there is one buffer. A degraded line contains at most <see cref="MaxChunks"/> chunks. While it is full, it
/// does not read, so TCP stops the sender.
/// </remarks>
internal sealed class SocketLine(TapSide source, TapSide destination, StreamTap tap, LineConditions conditions, LineSchedule schedule, TimeProvider clock)
{
    // A socket usually returns at most this many bytes from one read.
    private const int BufferSize = 64 * 1024;

    // Small enough for an even rate. All chunks are at most 4 MB in each direction, which allows 400 Mbit/s at a delay of 80 ms.
    private const int ChunkSize = 4096;
    private const int MaxChunks = 1024;

    // The time that a chunk takes at a limited rate, in seconds.
    private const double RateInterval = 0.01;

    // The queue of a line with a limited rate, in addition to the bytes in transit. The size is that of a small router's queue.
    private const int QueueSize = 32 * 1024;

    // Has one item while the forwarded bytes end between two packets and none are sent. A sender takes the item.
    private readonly Channel<bool> _betweenPackets = CreateBetweenPackets();
    private int _injections;
    private bool _isOver;

    /// <summary>Forwards bytes until a side ends or fails. Bytes that the source sent before it ended or failed are forwarded first.</summary>
    /// <remarks>If the source ended its stream, this method ends the stream to the destination. An error is stored in its side, and not forwarded.</remarks>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        await (conditions.IsImmediate ? CopyAsync() : DelayAsync(cancellationToken)).ConfigureAwait(false);

        // The other line may have found that the source has failed, which the system reports only once.
        if (source.Error is null && destination.Error is null)
        {
            try
            {
                destination.Socket.Shutdown(SocketShutdown.Send);
            }
            catch (SocketException exception)
            {
                destination.Fail(exception);
            }
        }
    }

    /// <summary>Sends a packet between two packets of the source. Thread-safe.</summary>
    /// <param name="cancellationToken">Cancels waiting for the end of a packet.</param>
    /// <returns>Whether the packet was sent. It is not if the line is over or degraded, or the source has sent bytes that are not packets.</returns>
    public async Task<bool> TryInjectAsync(ReadOnlyMemory<byte> packet, CancellationToken cancellationToken)
    {
        Interlocked.Increment(ref _injections);
        try
        {
            await _betweenPackets.Reader.ReadAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            Interlocked.Decrement(ref _injections);
        }

        try
        {
            if (_isOver || tap.IsInvalid || !conditions.IsImmediate)
            {
                return false;
            }

            tap.Inject(packet.Span);

            // Once begun, the packet must be sent to its end.
            return await TrySendAsync(packet, CancellationToken.None).ConfigureAwait(false);
        }
        finally
        {
            _betweenPackets.Writer.TryWrite(true);
        }
    }

    private static Channel<bool> CreateBetweenPackets()
    {
        Channel<bool> channel = Channel.CreateBounded<bool>(1);
        channel.Writer.TryWrite(true);
        return channel;
    }

    private async Task CopyAsync()
    {
        byte[] buffer = new byte[BufferSize];
        bool isInside = false;
        for (; ; )
        {
            int count = await ReceiveAsync(buffer, CancellationToken.None).ConfigureAwait(false);
            if (!isInside)
            {
                await _betweenPackets.Reader.ReadAsync().ConfigureAwait(false);
            }

            // The start of a packet that is not complete is sent separately only if an injected packet waits.
            int unfinished = Math.Min(count, tap.UnfinishedBytes);
            int sent = 0;
            bool isSent = true;
            if (unfinished is > 0 && unfinished < count && Volatile.Read(ref _injections) > 0)
            {
                sent = count - unfinished;
                isSent = await TrySendAsync(buffer.AsMemory(0, sent), CancellationToken.None).ConfigureAwait(false);
                _betweenPackets.Writer.TryWrite(true);
                await _betweenPackets.Reader.ReadAsync().ConfigureAwait(false);
            }

            isSent = isSent && await TrySendAsync(buffer.AsMemory(sent, count - sent), CancellationToken.None).ConfigureAwait(false);
            _isOver = count == 0 || !isSent;
            isInside = unfinished > 0 && !_isOver;
            if (!isInside)
            {
                _betweenPackets.Writer.TryWrite(true);
            }

            if (_isOver)
            {
                return;
            }
        }
    }

    private async Task DelayAsync(CancellationToken cancellationToken)
    {
        int chunkSize = ChunkSize;
        int chunks = MaxChunks;
        if (!double.IsPositiveInfinity(conditions.BytesPerSecond))
        {
            chunkSize = (int)Math.Clamp(conditions.BytesPerSecond * RateInterval, 1, ChunkSize);
            double held = QueueSize + (conditions.BytesPerSecond * (conditions.Delay + conditions.Jitter).TotalSeconds);
            chunks = (int)Math.Clamp(held / chunkSize, 2, MaxChunks);
        }

        Channel<(byte[] Chunk, int Count, long Due)> line = Channel.CreateBounded<(byte[] Chunk, int Count, long Due)>(
            new BoundedChannelOptions(chunks) { SingleReader = true, SingleWriter = true });
        using CancellationTokenSource stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        Task delivery = DeliverAsync(line.Reader, stop.Token);
        Task reading = ReadAsync(line.Writer, chunkSize, stop.Token);

        // If reading fails or delivery ends first, the other one may wait forever, so it is cancelled. The caller then uses the tap and the sockets, so both must end.
        Task first = await Task.WhenAny(reading, delivery).ConfigureAwait(false);
        if (first == delivery || !first.IsCompletedSuccessfully)
        {
            await stop.CancelAsync().ConfigureAwait(false);
        }

        await Task.WhenAll(reading, delivery).ConfigureAwait(false);
    }

    private async Task ReadAsync(ChannelWriter<(byte[] Chunk, int Count, long Due)> line, int chunkSize, CancellationToken cancellationToken)
    {
        try
        {
            int count;
            do
            {
                byte[] chunk = ArrayPool<byte>.Shared.Rent(chunkSize);
                count = await ReceiveAsync(chunk.AsMemory(0, chunkSize), cancellationToken).ConfigureAwait(false);

                // The end of the stream has the same delay as its bytes, and so has a reset.
                await line.WriteAsync((chunk, count, schedule.Next(count)), cancellationToken).ConfigureAwait(false);
            }
            while (count > 0);
        }
        finally
        {
            line.TryComplete();
        }
    }

    private async Task DeliverAsync(ChannelReader<(byte[] Chunk, int Count, long Due)> line, CancellationToken cancellationToken)
    {
        await foreach ((byte[] chunk, int count, long due) in line.ReadAllAsync(cancellationToken).ConfigureAwait(false))
        {
            TimeSpan wait = schedule.Until(due);
            if (wait > TimeSpan.Zero)
            {
                await Task.Delay(wait, clock, cancellationToken).ConfigureAwait(false);
            }

            if (!await TrySendAsync(chunk.AsMemory(0, count), cancellationToken).ConfigureAwait(false))
            {
                return;
            }

            ArrayPool<byte>.Shared.Return(chunk);
        }
    }

    // Returns 0 if the source has ended its stream or failed.
    private async ValueTask<int> ReceiveAsync(Memory<byte> buffer, CancellationToken cancellationToken)
    {
        int count;
        try
        {
            count = await source.Socket.ReceiveAsync(buffer, cancellationToken).ConfigureAwait(false);
        }
        catch (SocketException exception)
        {
            source.Fail(exception);
            return 0;
        }

        if (count > 0)
        {
            tap.Take(buffer.Span[..count]);
        }
        else
        {
            source.EndStream();
            tap.End();
        }

        return count;
    }

    // Returns whether the destination has taken all bytes. If not, it has failed.
    private async ValueTask<bool> TrySendAsync(ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken)
    {
        try
        {
            while (!bytes.IsEmpty)
            {
                bytes = bytes[await destination.Socket.SendAsync(bytes, cancellationToken).ConfigureAwait(false)..];
            }

            return true;
        }
        catch (SocketException exception)
        {
            destination.Fail(exception);
            return false;
        }
    }
}
