namespace Codec.Tests.Cli;

/// <summary>A page in headless Chromium, in which a test evaluates expressions (Chrome DevTools Protocol).</summary>
internal sealed class BrowserPage : IDisposable
{
    private readonly ClientWebSocket _tools = new();
    private readonly Process _browser;

    private BrowserPage(Process browser) => _browser = browser;

    public static async Task<BrowserPage> OpenAsync(string address, string profile)
    {
        string[] arguments = [.. WebSocketPage.Options, "--remote-debugging-port=0", "--user-data-dir=" + profile, address];
        BrowserPage page = new(Process.Start(new ProcessStartInfo("chromium", arguments) { RedirectStandardError = true, RedirectStandardOutput = true })!);
        string? line = "";
        while (line?.StartsWith("DevTools listening on ", StringComparison.Ordinal) == false)
        {
            line = await page._browser.StandardError.ReadLineAsync().WaitAsync(Limit);
        }

        _ = page._browser.StandardError.ReadToEndAsync();
        using HttpClient client = new() { Timeout = Limit };
        using JsonDocument targets = JsonDocument.Parse(await client.GetStringAsync(new Uri($"http://{new Uri(line!.Split(' ')[^1]).Authority}/json/list")));
        await page._tools.ConnectAsync(new Uri(targets.RootElement.EnumerateArray().First(target => target.GetProperty("type").GetString() == "page").GetProperty("webSocketDebuggerUrl").GetString()!), default);
        return page;
    }

    /// <summary>Evaluates an expression of JavaScript until it is true.</summary>
    public async Task WaitAsync(string expression)
    {
        byte[] request = JsonSerializer.SerializeToUtf8Bytes(new { id = 1, method = "Runtime.evaluate", @params = new { expression, returnByValue = true } });
        byte[] answer = new byte[64 * 1024];
        using CancellationTokenSource limit = new(Limit);
        string shown = "";
        try
        {
            while (!shown.Contains("\"value\":true", StringComparison.Ordinal))
            {
                await _tools.SendAsync(request, WebSocketMessageType.Text, endOfMessage: true, limit.Token);
                int count = 0;
                ValueWebSocketReceiveResult received;
                do
                {
                    received = await _tools.ReceiveAsync(answer.AsMemory(count), limit.Token);
                    count += received.Count;
                }
                while (!received.EndOfMessage);

                shown = Encoding.UTF8.GetString(answer, 0, count);
            }
        }
        catch (OperationCanceledException)
        {
            Assert.Fail($"{expression}: {shown}");
        }
    }

    public void Dispose()
    {
        _browser.Kill(entireProcessTree: true);
        _browser.WaitForExit();
        _browser.Dispose();
        _tools.Dispose();
    }
}
