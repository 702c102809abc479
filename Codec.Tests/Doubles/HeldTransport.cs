namespace Codec.Tests.Doubles;

/// <summary>A transport whose reads and writes end only when the test says so, as if the threads that continue them ran after every other thread.</summary>
internal sealed class HeldTransport : PacketTransport
{
    private readonly TaskCompletionSource<bool> _closed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private TaskCompletionSource<byte[]> _read = new();
    private TaskCompletionSource<bool> _write = new();

    public HeldTransport() => Input = new HeldInput(this);

    internal override Stream Input { get; }

    internal override bool WritesMayBlock => false;

    /// <summary>Gets or sets whether the system has bytes that no read has returned.</summary>
    public bool HasUnread { get; set; }

    /// <summary>Gets or sets the number of bytes that the peer's system has received.</summary>
    public long Taken { get; set; }

    internal override bool HasUnreadInput => HasUnread;

    internal override long Acknowledged => Taken;

    /// <summary>Ends the pending read. The call returns after the read has continued.</summary>
    public void EndRead(byte[] bytes)
    {
        HasUnread = false;
        End(Interlocked.Exchange(ref _read, new()), bytes);
    }

    /// <summary>Ends the pending write. The call returns after the write has continued.</summary>
    public void EndWrite() => End(Interlocked.Exchange(ref _write, new()), true);

    /// <summary>Ends when the connection is closed.</summary>
    public Task Closed => _closed.Task;

    internal override ValueTask WriteAsync(ReadOnlyMemory<byte> bytes) => new(_write.Task);

    internal override Task EndOutputAsync() => Task.CompletedTask;

    public override void Dispose()
    {
        _closed.TrySetResult(true);
        _read.TrySetException(new IOException("Closed."));
        _write.TrySetException(new IOException("Closed."));
    }

    // A continuation runs inside the call only on a thread without a synchronization context, which a test has.
    private static void End<T>(TaskCompletionSource<T> held, T result)
    {
        SynchronizationContext? context = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(null);
        held.SetResult(result);
        SynchronizationContext.SetSynchronizationContext(context);
    }

    private sealed class HeldInput(HeldTransport transport) : TestStream
    {
        public override async Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
        {
            byte[] bytes = await transport._read.Task.ConfigureAwait(false);
            bytes.CopyTo(buffer, offset);
            return bytes.Length;
        }
    }
}
