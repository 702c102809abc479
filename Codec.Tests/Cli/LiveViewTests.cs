namespace Codec.Tests.Cli;

/// <summary>Tests <c>codec view LISTEN TARGET</c>: live rows, and packets that are sent from the page through the tap.</summary>
internal sealed class LiveViewTests : ViewFixture
{
    private static readonly byte[] Chat = ViewCommandTests.Packet(4, PayloadSchema.Load(ToolFiles.Schema[1])[4u].FromJson("{\"sender\":\"Ann\",\"text\":\"hello\"}"));

    private readonly EchoServer _server = new();
    private RunningTool _view = null!;
    private TcpClient _client = null!;
    private string _page = "";

    [OneTimeTearDown]
    public void CloseServer() => _server.Dispose();

    [TearDown]
    public void CloseView()
    {
        _client?.Dispose();
        _view?.Dispose();
    }

    [Test]
    public async Task Packets_are_shown_and_an_edited_one_is_sent_to_either_side()
    {
        string file = Files.PathOf("live.html");
        await StartAsync("-o", file);
        await _client.GetStream().WriteAsync(Chat);
        Assert.That(await ReadAsync(Chat.Length), Is.EqualTo(Chat));
        JsonElement state = await WaitForRowsAsync(3);
        Assert.That(state.GetProperty("live").GetBoolean());
        Assert.That(state.GetProperty("connections")[0].EnumerateArray().Select(cell => cell.ToString()), Is.EqualTo((string[])["1", "2", "0", "True"]));

        const string Edited = "{\"sender\":\"Ann\",\"text\":\"edited\"}";
        byte[] expected = ViewCommandTests.Packet(4, PayloadSchema.Load(ToolFiles.Schema[1])[4u].FromJson(Edited));
        Assert.That(await SendAsync(new { connection = 1, direction = "in", id = 4, json = Edited }), Is.Null);
        Assert.That(await ReadAsync(expected.Length), Is.EqualTo(expected), "sent to the client");
        Assert.That(await SendAsync(new { connection = 1, direction = "out", id = 900, hex = "01 02 0a" }), Is.Null);
        Assert.That(await ReadAsync(7), Is.EqualTo((byte[])[3, 0, 0x84, 3, 1, 2, 10]), "sent to the server, which echoed it");
        await WaitForRowsAsync(6);
        JsonElement rows = (await GetAsync(_page, "rows?count=10")).GetProperty("rows");
        Assert.That(rows.EnumerateArray().Select(row => $"{row[2]}{row[4]}{(row[9].GetBoolean() ? " injected" : "")}"), Is.EqualTo((string[])[">-1", ">4", "<4", "<4 injected", ">900 injected", "<900"]));
        Assert.That(rows[3][8].GetString(), Does.Contain("edited"));

        _client.Close();
        state = await WaitForRowsAsync(7);
        Assert.That(state.GetProperty("connections")[0][3].GetBoolean(), Is.False);
        Assert.That(await SendAsync(new { connection = 1, direction = "out", id = 4, json = Edited }), Does.Contain("Connection 1 "));
        _view.Interrupt();
        Assert.That(_view.WaitForExit(), Is.Zero, _view.Output + _view.Errors);
        Assert.That(File.ReadAllText(file), Does.Contain("edited"));
    }

    [Test]
    public async Task A_browser_shows_and_filters_live_rows_and_sends_an_edited_packet()
    {
        ExternalProgram.Require("chromium");
        await StartAsync();
        using BrowserPage browser = await BrowserPage.OpenAsync(_page, Files.PathOf("browser"));
        await browser.WaitAsync("$('summary').textContent.endsWith(' · live')");
        await _client.GetStream().WriteAsync(Chat);
        await ReadAsync(Chat.Length);
        const string Shown = "[...$('rows').children].filter(row => !row.hidden && row.textContent.includes('hello'))";
        await browser.WaitAsync(Shown + ".length === 2");
        await browser.WaitAsync("$('filters').elements.direction.value = 'in', $('filters').dispatchEvent(new Event('input')), true");
        await browser.WaitAsync($"$('found').textContent === '1 row found' && {Shown}.length === 1");

        // The answer becomes a packet of the client.
        await browser.WaitAsync($"{Shown}[0].click(), true");
        await browser.WaitAsync("$('place').textContent.includes('connection 1, in') && $('text').value.includes('hello')");
        await browser.WaitAsync("$('text').value = $('text').value.replace('hello', 'edited'), $('sendDirection').value = 'out', $('edit').requestSubmit(), true");
        await browser.WaitAsync("$('sent').textContent === 'Sent.'");
        byte[] expected = ViewCommandTests.Packet(4, PayloadSchema.Load(ToolFiles.Schema[1])[4u].FromJson("{\"sender\":\"Ann\",\"text\":\"edited\"}"));
        Assert.That(await ReadAsync(expected.Length), Is.EqualTo(expected), "the server has echoed it");
        await browser.WaitAsync("$('found').textContent === '2 rows found' && $('rows').textContent.includes('edited')");
    }

    [TestCase("{\"connection\":1,\"direction\":\"out\",\"id\":4,\"json\":\"{\\\"sendr\\\":\\\"\\\"}\"}", "sendr")]
    [TestCase("{\"connection\":1,\"direction\":\"out\",\"id\":4,\"json\":\"{\"}", "JSON")]
    [TestCase("{\"connection\":1,\"direction\":\"out\",\"id\":901,\"json\":\"{}\"}", "no packet with the id 901")]
    [TestCase("{\"connection\":1,\"direction\":\"out\",\"id\":70000,\"hex\":\"\"}", "70000")]
    [TestCase("{\"connection\":1,\"direction\":\"out\",\"id\":4,\"hex\":\"0\"}", "hex")]
    [TestCase("{\"connection\":1,\"direction\":\"up\",\"id\":4,\"hex\":\"\"}", "direction")]
    [TestCase("{\"connection\":2,\"direction\":\"out\",\"id\":4,\"hex\":\"\"}", "Connection 2 is not open.")]
    [TestCase("{\"direction\":\"out\"}", "key")]
    [TestCase("[]", "")]
    [TestCase("x", "")]
    public async Task What_cannot_be_sent_is_an_error(string request, string expected)
    {
        await StartAsync();
        await _client.GetStream().WriteAsync(Chat);
        await ReadAsync(Chat.Length);
        Assert.That(await PostAsync(request), Does.Contain(expected).IgnoreCase);
        await _client.GetStream().WriteAsync(Chat);
        Assert.That(await ReadAsync(Chat.Length), Is.EqualTo(Chat), "nothing else was sent");
    }

    [Test]
    public async Task A_packet_is_sent_only_between_two_packets()
    {
        await StartAsync();

        // Half of the second packet arrives with the first one. The server echoes what it has received, so the tap has forwarded it.
        int half = Chat.Length + 20;
        byte[] both = [.. Chat, .. Chat];
        await _client.GetStream().WriteAsync(both.AsMemory(0, half));
        Assert.That(await ReadAsync(half), Is.EqualTo(both[..half]));
        Task<string?> sending = SendAsync(new { connection = 1, direction = "out", id = 900, hex = "" });
        Assert.That(await Task.WhenAny(sending, Task.Delay(100)), Is.Not.SameAs(sending), "it waits");
        await _client.GetStream().WriteAsync(both.AsMemory(half));
        byte[] injected = [0, 0, 0x84, 3];
        Assert.That(await ReadAsync(both.Length - half + 4), Is.EqualTo((byte[])[.. both[half..], .. injected]));
        Assert.That(await sending, Is.Null);
    }

    [Test]
    public async Task Packets_are_sent_into_a_busy_stream_without_damage()
    {
        const int Count = 2000;
        const int Injected = 50;
        await StartAsync();
        await _client.GetStream().WriteAsync(Chat);
        await ReadAsync(Chat.Length);
        Task writing = Task.Run(async () =>
        {
            // Pieces that end inside of packets.
            byte[] all = [.. Enumerable.Repeat(Chat, Count).SelectMany(packet => packet)];
            foreach (byte[] piece in all.Chunk(1501))
            {
                await _client.GetStream().WriteAsync(piece);
            }
        });
        Task<int> sending = Task.Run(async () =>
        {
            int sent = 0;
            for (int i = 0; i < Injected; i++)
            {
                sent += await SendAsync(new { connection = 1, direction = i % 2 == 0 ? "out" : "in", id = 900, hex = "" }) is null ? 1 : 0;
            }

            return sent;
        });
        (int chats, int others) = (0, 0);
        while (chats < Count || others < Injected)
        {
            byte[] header = await ReadAsync(4);
            byte[] payload = await ReadAsync(BitConverter.ToUInt16(header, 0));
            bool isChat = header[2] == 4;
            Assert.That((byte[])[.. header, .. payload], Is.EqualTo(isChat ? Chat : (byte[])[0, 0, 0x84, 3]));
            (chats, others) = isChat ? (chats + 1, others) : (chats, others + 1);
        }

        await writing;
        Assert.That(await sending, Is.EqualTo(Injected));
    }

    [Test]
    public async Task Nothing_is_sent_after_bytes_that_are_not_packets()
    {
        await StartAsync("--packet-format", "max=1000");
        byte[] http = [.. "GET / HTTP/1.1\r\n\r\n"u8];
        await _client.GetStream().WriteAsync(http);
        Assert.That(await ReadAsync(http.Length), Is.EqualTo(http));
        Assert.That(await SendAsync(new { connection = 1, direction = "out", id = 4, hex = "" }), Does.Contain("bytes that are not packets"));
        _view.Interrupt();
        Assert.That(_view.WaitForExit(), Is.EqualTo(1));
    }

    private async Task StartAsync(params IEnumerable<string> arguments)
    {
        _view = TapTask.StartView(["127.0.0.1:0", $"{_server.EndPoint}", .. ToolFiles.Schema, .. arguments]);
        string line = _view.WaitForLineWith("http://");
        _page = AddressOf(line);
        _client = new TcpClient() { NoDelay = true };
        await _client.ConnectAsync(IPEndPoint.Parse(line[..line.IndexOf(',', StringComparison.Ordinal)]));
    }

    private async Task<byte[]> ReadAsync(int count)
    {
        byte[] bytes = new byte[count];
        await _client.GetStream().ReadExactlyAsync(bytes).AsTask().WaitAsync(Limit);
        return bytes;
    }

    private Task<JsonElement> WaitForRowsAsync(int count) => WaitForAsync(_page, state => state.GetProperty("rows").GetInt32() >= count);

    private Task<string?> SendAsync(object request) => PostAsync(JsonSerializer.Serialize(request));

    // Returns the reason why nothing was sent, or null.
    private async Task<string?> PostAsync(string request)
    {
        using StringContent content = new(request);
        using HttpResponseMessage response = await Http.PostAsync(new Uri(_page + "send"), content);
        using JsonDocument answer = JsonDocument.Parse(await response.Content.ReadAsStringAsync());
        return answer.RootElement.TryGetProperty("error", out JsonElement error) ? error.GetString() : null;
    }
}
