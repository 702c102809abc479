namespace Codec.Bench.Transport;

/// <summary>A thread that reads 64 KB at a time, and signals each time the expected number of bytes has been received.</summary>
internal sealed class RawSink : IDisposable
{
    private readonly Socket _socket;
    private readonly long _expected;
    private readonly SemaphoreSlim _done = new(0);
    private readonly Thread _thread;

    internal RawSink(Socket socket, long expected)
    {
        _socket = socket;
        _expected = expected;
        _thread = new Thread(Read) { IsBackground = true };
        _thread.Start();
    }

    public void Dispose()
    {
        _socket.Dispose();
        _thread.Join();
        _done.Dispose();
    }

    internal void Wait() => _done.Wait();

    private void Read()
    {
        byte[] buffer = new byte[HandWrittenSender.WriteSize];
        long received = 0;
        try
        {
            for (int count; (count = _socket.Receive(buffer)) > 0;)
            {
                received += count;
                if (received >= _expected)
                {
                    received -= _expected;
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
