using System.Collections.Concurrent;

namespace Codec.Cli.Tap;

/// <summary>Accepts connections and forwards each to the server.</summary>
internal sealed class StreamProxy(Socket listener, IPEndPoint[] servers, TapOptions options, TapLog log, TimeProvider clock)
{
    // If no sockets are left, one becomes free when a connection ends.
    private static readonly TimeSpan RetryInterval = TimeSpan.FromMilliseconds(100);

    // Each connection has a socket to the client and one to the server.
    private readonly int _maxConnections = UnixDescriptor.MaxSockets / 2;

    private readonly ConcurrentDictionary<TapConnection, Task> _connections = [];

    public TapConnection? Find(uint number) => _connections.Keys.FirstOrDefault(connection => connection.Number == number);

    /// <summary>Forwards traffic until it is stopped, and then closes every connection. The task ends when every connection is closed.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        bool isRejecting = false;
        try
        {
            for (; ; )
            {
                Socket? client = null;
                string from = "a client";
                TapConnection connection;
                try
                {
                    client = await listener.AcceptAsync(cancellationToken).ConfigureAwait(false);
                    from = client.RemoteEndPoint?.ToString() ?? from;
                    if (_connections.Count >= _maxConnections)
                    {
                        throw new SocketException((int)SocketError.TooManyOpenSockets);
                    }

                    connection = new TapConnection(client, servers, options, log, clock);
                    isRejecting = false;
                }
                catch (SocketException exception)
                {
                    client?.Dispose();

                    // Otherwise, the client disconnected before it was accepted.
                    if (exception.SocketErrorCode is not (SocketError.ConnectionReset or SocketError.ConnectionAborted))
                    {
                        // Without a socket, the client still waits to be accepted.
                        if (client is not null || !isRejecting)
                        {
                            log.Reject($"{from} was not accepted: {exception.Message}", isSilent: isRejecting);
                        }

                        isRejecting = true;

                        await Task.Delay(RetryInterval, clock, cancellationToken).ConfigureAwait(false);
                    }

                    continue;
                }

                Task running = connection.RunAsync(cancellationToken);
                _connections[connection] = running;
                _ = running.ContinueWith(_ => _connections.TryRemove(connection, out Task? _), TaskScheduler.Default);
            }
        }
        catch (OperationCanceledException)
        {
        }
        finally
        {
            foreach (TapConnection connection in _connections.Keys)
            {
                connection.Dispose();
            }

            await Task.WhenAll(_connections.Values).ConfigureAwait(false);
        }
    }
}
