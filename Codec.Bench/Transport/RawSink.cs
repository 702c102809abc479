namespace Codec.Bench.Transport;

/// <summary>A thread that reads 64 KB at a time, and signals each time the expected number of bytes has been received.</summary>
internal sealed class RawSink : IDisposable
{
    private readonly Socket _socket;
    private readonly SemaphoreSlim _done = new(0);
    private readonly Thread _thread;
    private long _left;

    internal RawSink(Socket socket)
    {
        _socket = socket;
        _thread = new Thread(Read) { IsBackground = true };
        _thread.Start();
    }

    public void Dispose()
    {
        _socket.Dispose();
        _thread.Join();
        _done.Dispose();
    }

    /// <summary>Sets the number of bytes to wait for, before they are sent.</summary>
    internal void Expect(long bytes) => Volatile.Write(ref _left, bytes);

    internal void Wait() => _done.Wait();

    private void Read()
    {
        byte[] buffer = new byte[HandWrittenSender.WriteSize];
        try
        {
            for (int count; (count = _socket.Receive(buffer)) > 0;)
            {
                if (Interlocked.Add(ref _left, -count) == 0)
                {
                    _done.Release();
                }
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The benchmark is over.
        }
    }
}
