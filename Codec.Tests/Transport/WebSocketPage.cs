namespace Codec.Tests.Transport;

/// <summary>Runs a page in Chromium, with a server of its files and WebSockets. The benchmarks compile it too.</summary>
internal static class WebSocketPage
{
    // Nothing that asks for a network.
    internal static readonly string[] Options =
    [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync",
    ];

    /// <summary>Returns a page that runs a .NET program, and posts what the program printed.</summary>
    /// <param name="argument">The program's argument, as an expression of JavaScript.</param>
    public static string OfProgram(string argument) => $$"""
        <!doctype html><script type="module">
        const lines = [];
        console.log = line => lines.push(line);
        console.error = line => lines.push('error: ' + line);
        try {
          const { dotnet } = await import('/_framework/dotnet.js');
          await dotnet.withApplicationArguments({{argument}}).run();
        } catch (error) {
          lines.push(error.stack);
        }
        await fetch('/result', { method: 'POST', body: lines.join('\n') });
        </script>
        """;

    /// <summary>Runs a page.</summary>
    /// <param name="page">The HTML of the page. It posts its result to the path <c>/result</c>.</param>
    /// <param name="serve">The function that serves a WebSocket. Its second argument is the requested path.</param>
    /// <param name="folder">The folder of the page's files, or <see langword="null"/> if it has none.</param>
    /// <param name="minutes">The time limit, in minutes.</param>
    /// <returns>The result that the page has posted.</returns>
    /// <exception cref="InvalidOperationException">The browser exited before the page posted.</exception>
    /// <exception cref="TimeoutException">The page did not post in time.</exception>
    public static async Task<string> RunAsync(string page, Func<WebSocket, string, Task> serve, string? folder = null, int minutes = 1)
    {
        TaskCompletionSource<string> result = new(TaskCreationOptions.RunContinuationsAsynchronously);
        string profile = Directory.CreateTempSubdirectory("codec-browser").FullName;
        await using (WebSocketServer server = new(serve, context => AnswerAsync(context, page, folder, result)))
        {
            string[] arguments = [.. Options, "--user-data-dir=" + profile, $"http://127.0.0.1:{server.Port}/"];
            using Process browser = Process.Start(
                new ProcessStartInfo("chromium", arguments) { RedirectStandardOutput = true, RedirectStandardError = true })!;
            Task<string> output = browser.StandardOutput.ReadToEndAsync();
            Task<string> errors = browser.StandardError.ReadToEndAsync();
            try
            {
                await Task.WhenAny(result.Task, browser.WaitForExitAsync()).WaitAsync(TimeSpan.FromMinutes(minutes));
            }
            finally
            {
                browser.Kill(entireProcessTree: true);
            }

            if (!result.Task.IsCompleted)
            {
                throw new InvalidOperationException(await output + await errors);
            }
        }

        Directory.Delete(profile, recursive: true);
        return await result.Task;
    }

    private static async Task AnswerAsync(HttpListenerContext context, string page, string? folder, TaskCompletionSource<string> result)
    {
        string path = context.Request.Url!.AbsolutePath;
        string? file = folder is null ? null : Path.Combine(folder, path.TrimStart('/'));
        if (context.Request.HttpMethod == "POST")
        {
            using StreamReader body = new(context.Request.InputStream);
            result.TrySetResult(await body.ReadToEndAsync());
        }
        else if (path == "/")
        {
            await WriteAsync("text/html; charset=utf-8", Encoding.UTF8.GetBytes(page));
        }
        else if (File.Exists(file))
        {
            string type = Path.GetExtension(file) switch
            {
                ".js" => "text/javascript",
                ".wasm" => "application/wasm",
                _ => "application/octet-stream",
            };
            await WriteAsync(type, await File.ReadAllBytesAsync(file));
        }
        else
        {
            context.Response.StatusCode = 404;
        }

        context.Response.Close();

        async Task WriteAsync(string type, byte[] bytes)
        {
            context.Response.ContentType = type;
            await context.Response.OutputStream.WriteAsync(bytes);
        }
    }
}
