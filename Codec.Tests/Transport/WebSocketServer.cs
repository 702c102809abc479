namespace Codec.Tests.Transport;

/// <summary>A server for WebSockets and pages, based on HttpListener.</summary>
internal sealed class WebSocketServer : IAsyncDisposable
{
    private readonly HttpListener _listener;
    private readonly Func<WebSocket, string, Task> _serve;
    private readonly Func<HttpListenerContext, Task>? _answer;
    private readonly Task _accepting;

    /// <summary>Starts listening.</summary>
    /// <param name="serve">The function that serves a WebSocket. Its second argument is the requested path.</param>
    /// <param name="answer">The function that answers any other request.</param>
    public WebSocketServer(Func<WebSocket, string, Task> serve, Func<HttpListenerContext, Task>? answer = null)
    {
        _serve = serve;
        _answer = answer;
        while (true)
        {
            // HttpListener cannot choose a free port. Another process can use the port before the listener starts, so this is repeated.
            using (Socket free = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp))
            {
                free.Bind(new IPEndPoint(IPAddress.Loopback, 0));
                Port = ((IPEndPoint)free.LocalEndPoint!).Port;
            }

            _listener = new HttpListener();
            _listener.Prefixes.Add($"http://127.0.0.1:{Port}/");
            try
            {
                _listener.Start();
                break;
            }
            catch (HttpListenerException)
            {
                _listener.Close();
            }
        }

        // The first wait begins before this returns: a wait that begins while the listener is closed would never end.
        _accepting = AcceptAsync();
    }

    public int Port { get; }

    public Uri Address => new($"ws://127.0.0.1:{Port}/");

    /// <summary>Gets the exceptions of connections, in the order in which the connections ended.</summary>
    public List<Exception> Failures { get; } = [];

    public async ValueTask DisposeAsync()
    {
        _listener.Close();
        await _accepting;
    }

    private async Task AcceptAsync()
    {
        List<Task> serving = [];
        while (true)
        {
            try
            {
                HttpListenerContext context = await _listener.GetContextAsync().ConfigureAwait(false);
                serving.Add(ServeAsync(context));
            }
            catch (Exception exception) when (exception is HttpListenerException or ObjectDisposedException or InvalidOperationException)
            {
                break;
            }
        }

        await Task.WhenAll(serving).ConfigureAwait(false);
    }

    private async Task ServeAsync(HttpListenerContext context)
    {
        try
        {
            if (context.Request.IsWebSocketRequest)
            {
                HttpListenerWebSocketContext accepted = await context.AcceptWebSocketAsync(subProtocol: null);
                await _serve(accepted.WebSocket, context.Request.Url!.AbsolutePath);
                accepted.WebSocket.Dispose();
            }
            else if (_answer is not null)
            {
                await _answer(context);
            }
        }
        catch (Exception exception)
        {
            lock (Failures)
            {
                Failures.Add(exception);
            }
        }
    }
}
