namespace Codec.Cli.Tap;

/// <summary>Reads the datagrams of a socket, and counts those that were dropped before they could be handled.</summary>
/// <remarks>
/// Datagrams arrive in bursts, and the system drops those that do not fit in the socket's buffer. So one loop only reads, and another one handles the
/// datagrams.
/// </remarks>
internal sealed class DatagramReader(Socket socket, CaptureDirection direction, TapLog log)
{
    private const int LongestDatagram = 65_535;

    // The system may allow less. On Linux, the limit is net.core.rmem_max.
    private const int ReceiveBufferSize = 4 * 1024 * 1024;

    // The datagrams that are read and not handled yet. Each also needs some memory besides its bytes.
    private const int MaxWaitingBytes = 4 * 1024 * 1024;
    private const int Overhead = 128;

    // SOL_SOCKET, SO_MEMINFO, and the index of SK_MEMINFO_DROPS in the nine numbers of that option, on Linux.
    private const int SocketLevel = 1;
    private const int MemoryInformation = 55;
    private const int Drops = 8;

    private readonly Channel<(byte[] Bytes, int Count, SocketAddress From)> _waiting =
        Channel.CreateUnbounded<(byte[] Bytes, int Count, SocketAddress From)>();

    private long _waitingBytes;

    /// <summary>Reads datagrams until it is stopped.</summary>
    /// <param name="take">Handles a datagram and its sender's address. The buffer is reused after that.</param>
    /// <param name="fail">Handles an error of the socket, after which reading continues.</param>
    public async Task RunAsync(Func<ReadOnlyMemory<byte>, SocketAddress, ValueTask> take, Action<SocketException> fail, CancellationToken cancellationToken)
    {
        EnlargeBuffer();
        Task taking = TakeAllAsync(take);
        try
        {
            await ReadAsync(fail, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _waiting.Writer.Complete();
            CountDropsOfSystem();
            await taking.ConfigureAwait(false);
        }
    }

    private void EnlargeBuffer()
    {
        try
        {
            socket.ReceiveBufferSize = ReceiveBufferSize;
        }
        catch (SocketException)
        {
            // Some systems reject a size above their limit. The buffer keeps its size.
        }
    }

    private async Task ReadAsync(Action<SocketException> fail, CancellationToken cancellationToken)
    {
        byte[] buffer = GC.AllocateUninitializedArray<byte>(LongestDatagram);
        for (; ; )
        {
            SocketAddress from = new(socket.AddressFamily);
            int count;
            try
            {
                count = await socket.ReceiveFromAsync(buffer, SocketFlags.None, from, cancellationToken).ConfigureAwait(false);
            }
            catch (SocketException exception)
            {
                fail(exception);
                continue;
            }

            if (Interlocked.Add(ref _waitingBytes, count + Overhead) > MaxWaitingBytes)
            {
                Interlocked.Add(ref _waitingBytes, -count - Overhead);
                log.CountLost(direction);
                continue;
            }

            byte[] bytes = ArrayPool<byte>.Shared.Rent(Math.Max(1, count));
            buffer.AsSpan(0, count).CopyTo(bytes);
            _waiting.Writer.TryWrite((bytes, count, from));
        }
    }

    private async Task TakeAllAsync(Func<ReadOnlyMemory<byte>, SocketAddress, ValueTask> take)
    {
        await foreach ((byte[] bytes, int count, SocketAddress from) in _waiting.Reader.ReadAllAsync().ConfigureAwait(false))
        {
            await take(bytes.AsMemory(0, count), from).ConfigureAwait(false);
            ArrayPool<byte>.Shared.Return(bytes);
            Interlocked.Add(ref _waitingBytes, -count - Overhead);
        }
    }

    private void CountDropsOfSystem()
    {
        Span<byte> memory = stackalloc byte[(Drops + 1) * sizeof(uint)];
        try
        {
            if (OperatingSystem.IsLinux() && socket.GetRawSocketOption(SocketLevel, MemoryInformation, memory) == memory.Length)
            {
                log.CountLost(direction, MemoryMarshal.Cast<byte, uint>(memory)[Drops]);
                return;
            }
        }
        catch (SocketException)
        {
            // Linux before 4.12.
        }

        log.SystemLossIsUnknown = true;
    }
}
