using System.Collections.Specialized;
using System.Security.Cryptography;
using System.Web;

namespace Codec.Cli.View;

/// <summary>Serves a page to browsers of this machine.</summary>
/// <remarks>
/// It listens only on 127.0.0.1. A web site can send requests there from the user's browser, also under its own name (DNS rebinding). So every path begins
/// with a random token, and other names and origins are rejected.
/// </remarks>
internal sealed class ViewServer(HttpListener listener, int port, ViewApi api) : IDisposable
{
    private const string Host = "127.0.0.1";

    // The JSON of the largest payload that is shown.
    private const int MaxBody = 4 * 1024 * 1024;

    // Another program may take the port between its choice and its use.
    private const int MaxAttempts = 10;

    private static readonly TimeSpan BodyLimit = TimeSpan.FromSeconds(10);

    private readonly byte[] _page = ViewPage.Of();
    private readonly string _token = RandomNumberGenerator.GetHexString(32, lowercase: true);

    /// <summary>Gets the address of the page, with its token.</summary>
    public string Address => $"http://{Host}:{port}/{_token}/";

    /// <summary>Listens on a free port.</summary>
    public static ViewServer Start(ViewApi api)
    {
        for (int attempt = 1; ; attempt++)
        {
            using TcpListener free = new(IPAddress.Loopback, 0);
            free.Start();
            int port = ((IPEndPoint)free.LocalEndpoint).Port;
            free.Stop();
            HttpListener listener = new() { IgnoreWriteExceptions = true };
            listener.Prefixes.Add($"http://{Host}:{port}/");
            try
            {
                listener.Start();
                return new ViewServer(listener, port, api);
            }
            catch (HttpListenerException exception)
            {
                if (attempt == MaxAttempts)
                {
                    throw new CommandFailedException($"Cannot listen on {Host}: {exception.Message}", exception);
                }
            }
        }
    }

    /// <summary>Answers requests until it is stopped.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        // If it does not listen, Close would listen again, and throw if another program has the port.
        using CancellationTokenRegistration stop = cancellationToken.Register(listener.Close);
        while (!cancellationToken.IsCancellationRequested)
        {
            try
            {
                HttpListenerContext context = await listener.GetContextAsync().ConfigureAwait(false);
                _ = Task.Run(() => AnswerAsync(context, cancellationToken), CancellationToken.None);
            }
            catch (Exception exception) when (exception is HttpListenerException or ObjectDisposedException or InvalidOperationException)
            {
                // The listener has stopped, or a client has disconnected.
            }
        }
    }

    public void Dispose() => listener.Close();

    private async Task AnswerAsync(HttpListenerContext context, CancellationToken cancellationToken)
    {
        (int status, object? answer) = (200, null);
        try
        {
            (status, answer) = await AnswerAsync(context.Request, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is CommandFailedException or IOException or HttpListenerException or ObjectDisposedException or OperationCanceledException or TimeoutException)
        {
            (status, answer) = (exception is CommandFailedException ? 400 : 500, exception.Message);
        }

        byte[] bytes = answer as byte[] ?? Encoding.UTF8.GetBytes(Json.Of(answer is string error ? new { error } : answer!));
        try
        {
            HttpListenerResponse response = context.Response;
            response.StatusCode = status;
            response.ContentType = ReferenceEquals(answer, _page) ? "text/html; charset=utf-8" : "application/json";
            response.Headers["Cache-Control"] = "no-store";
            response.Headers["Referrer-Policy"] = "no-referrer";
            response.Headers["X-Content-Type-Options"] = "nosniff";
            response.Headers["X-Frame-Options"] = "DENY";
            response.Headers["Cross-Origin-Resource-Policy"] = "same-origin";
            response.ContentLength64 = bytes.Length;
            await response.OutputStream.WriteAsync(bytes, cancellationToken).ConfigureAwait(false);
            response.Close();
        }
        catch (Exception exception) when (exception is IOException or HttpListenerException or ObjectDisposedException or InvalidOperationException or OperationCanceledException)
        {
            // The browser no longer waits for the answer.
        }
    }

    // The answer is the page, an object to write as JSON, or a text that describes an error.
    private async Task<(int Status, object Answer)> AnswerAsync(HttpListenerRequest request, CancellationToken cancellationToken)
    {
        if (request.UserHostName != $"{Host}:{port}" || (request.Headers["Origin"] is { } origin && origin != $"http://{Host}:{port}"))
        {
            return (403, "This address is not that of the page.");
        }

        string[] path = request.Url?.AbsolutePath.Split('/', 3) ?? [];
        if (path.Length < 3 || !CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(path[1]), Encoding.UTF8.GetBytes(_token)))
        {
            return (404, "The address lacks the token that codec view printed.");
        }

        if (request.HttpMethod is not ("GET" or "POST"))
        {
            return (405, "Expected GET or POST.");
        }

        if (path[2].Length == 0)
        {
            return (200, _page);
        }

        byte[]? body = null;
        if (request.HttpMethod == "POST")
        {
            body = new byte[(int)Math.Min((ulong)request.ContentLength64, MaxBody) + 1];
            int count = request.ContentLength64 > MaxBody ? body.Length
                : await request.InputStream.ReadAtLeastAsync(body, body.Length, throwOnEndOfStream: false, cancellationToken).AsTask().WaitAsync(BodyLimit, cancellationToken).ConfigureAwait(false);
            if (count > MaxBody)
            {
                return (413, $"The body has more than {MaxBody} bytes.");
            }

            body = body[..count];
        }

        NameValueCollection parsed = HttpUtility.ParseQueryString(request.Url!.Query, Encoding.UTF8);
        Dictionary<string, string> query = parsed.AllKeys.OfType<string>().ToDictionary(name => name, name => parsed[name] ?? "");
        return await api.AnswerAsync(path[2], query, body, cancellationToken).ConfigureAwait(false) is { } answer ? (200, answer) : (404, "There is no such row or path.");
    }
}
