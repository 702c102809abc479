using System;
using System.Buffers.Binary;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Bench.Transport;

/// <summary>Reads packets as a program without the library would, and signals each time the expected number has been received.</summary>
internal sealed class HandWrittenSink : IDisposable
{
    private readonly SemaphoreSlim _done = new(0);
    private long _sum;

    internal HandWrittenSink(Socket socket, int expected) => _ = Task.Run(() => ReadAsync(socket, expected));

    /// <summary>Gets the checksum of the packets' ids and first bytes.</summary>
    internal long Sum => Volatile.Read(ref _sum);

    public void Dispose() => _done.Dispose();

    internal void Wait() => _done.Wait();

    private async Task ReadAsync(Socket socket, int expected)
    {
        byte[] buffer = new byte[HandWrittenSender.WriteSize];
        int held = 0;
        int received = 0;
        try
        {
            for (int count; (count = await socket.ReceiveAsync(buffer.AsMemory(held)).ConfigureAwait(false)) > 0;)
            {
                held += count;
                int begin = 0;
                while (held - begin >= 4 && BinaryPrimitives.ReadUInt16LittleEndian(buffer.AsSpan(begin)) + 4 is int size && size <= held - begin)
                {
                    _sum += BinaryPrimitives.ReadUInt16LittleEndian(buffer.AsSpan(begin + 2)) + buffer[begin + 4];
                    begin += size;
                    if (++received == expected)
                    {
                        received = 0;
                        _done.Release();
                    }
                }

                buffer.AsSpan(begin, held - begin).CopyTo(buffer);
                held -= begin;
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The benchmark is over.
        }
    }
}
