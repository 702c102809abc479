namespace Codec.Tests.Cli;

/// <summary>Tests what <c>codec view</c> answers to its page, and the file that it writes.</summary>
internal sealed class ViewCommandTests : ViewFixture
{
    private static readonly IndexSchema NoSchema = new(null, null, null);

    [TestCase("user0")]
    [TestCase("tcp")]
    [TestCase("gzip")]
    [TestCase("zip")]
    [TestCase("packets")]
    public async Task Rows_and_details_show_every_packet_of_any_file(string kind)
    {
        string path = kind switch
        {
            "packets" => Files.Packets(),
            "tcp" => Files.Capture(CaptureEncapsulation.Tcp),
            _ => Files.Capture(CaptureEncapsulation.User0),
        };
        path = kind switch { "gzip" => Files.Put("game.gz", ToolFiles.Gzip(File.ReadAllBytes(path))), "zip" => Files.Put("game.zip", ToolFiles.Zip(File.ReadAllBytes(path))), _ => path };
        using RunningTool view = TapTask.StartView([path, .. ToolFiles.Schema]);
        string page = AddressOf(view);
        JsonElement state = await ReadAllAsync(page);
        Assert.That(state.GetProperty("rows").GetInt32(), Is.EqualTo(ToolFiles.Golden.Count));
        Assert.That(state.GetProperty("hasTime").GetBoolean(), Is.EqualTo(kind != "packets"));
        JsonElement rows = (await GetAsync(page, "rows?count=500")).GetProperty("rows");
        PayloadSchema schema = PayloadSchema.Load(ToolFiles.Schema[1]);
        for (int i = 0; i < ToolFiles.Golden.Count; i++)
        {
            byte[] packet = ToolFiles.Golden[i];
            JsonElement[] row = [.. rows[i].EnumerateArray()];
            Assert.That((row[0].GetInt32(), row[4].GetUInt32(), row[6].GetInt32(), row[7].GetString()), Is.EqualTo((i, BitConverter.ToUInt16(packet, 2), packet.Length - 4, "")));
            Assert.That((row[1].GetInt64(), row[2].GetString()), Is.EqualTo(kind == "packets" ? (0, "") : (i * 1_000_000, i % 2 == 0 ? ">" : "<")));
            JsonElement detail = await GetAsync(page, $"packet?row={i}&shown=65535");
            Assert.That((byte[])[.. detail.GetProperty("header").GetBytesFromBase64(), .. detail.GetProperty("bytes").GetBytesFromBase64()], Is.EqualTo(packet));
            if (schema.Find(row[4].GetUInt32()) is { } message)
            {
                Assert.That(message.FromJson(detail.GetProperty("json").GetString()!), Is.EqualTo(message.FromJson(message.ToJson(packet.AsSpan(4)))));
            }

            // Each byte belongs to a field.
            HashSet<int> explained = [.. detail.GetProperty("fields").EnumerateArray().SelectMany(field => Enumerable.Range(field[0].GetInt32(), field[1].GetInt32()))];
            Assert.That(explained, Is.EquivalentTo(Enumerable.Range(0, packet.Length - 4)));
        }

        Assert.That(rows.EnumerateArray().Select(row => row[8].GetString()), Has.Some.Contains("name=\"Grüße\""));
        view.Interrupt();
        Assert.That(view.WaitForExit(), Is.Zero, view.Errors);
    }

    [TestCase("", "0 1 2 3 4")]
    [TestCase("connection=8", "2 4")]
    [TestCase("connection=8,9", "2 3 4")]
    [TestCase("id=Chat", "0 2")]
    [TestCase("id=4,900", "0 2 3")]
    [TestCase("direction=in", "1 3")]
    [TestCase("error=any", "2 3 4")]
    [TestCase("error=UnknownId", "3")]
    [TestCase("text=hello", "0")]
    [TestCase("text=HTTP", "4")]
    [TestCase("where=sender == \"Ann\"", "0")]
    [TestCase("where=entity == 7&direction=in", "1")]
    [TestCase("after=1000000&before=3000000", "1 2")]
    [TestCase("id=Chat&error=any&connection=8", "2")]
    [TestCase("text=nothing", "")]
    public async Task Filters_choose_rows(string filter, string expected)
    {
        using RunningTool view = TapTask.StartView([MixedCapture(), .. ToolFiles.Schema, "--packet-format", "max=1000"]);
        string page = AddressOf(view);
        await ReadAllAsync(page);
        JsonElement answer = await GetAsync(page, "rows?count=10&" + filter);
        Assert.That(string.Join(' ', answer.GetProperty("rows").EnumerateArray().Select(row => row[0].GetInt32())), Is.EqualTo(expected));
        Assert.That(answer.GetProperty("total").GetInt32(), Is.EqualTo(expected.Split(' ', StringSplitOptions.RemoveEmptyEntries).Length));
        Assert.That(answer.GetProperty("scanned").GetInt32(), Is.EqualTo(5));
    }

    [Test]
    public async Task Errors_are_counted_explained_and_found()
    {
        using RunningTool view = TapTask.StartView([MixedCapture(), .. ToolFiles.Schema, "--packet-format", "max=1000"]);
        string page = AddressOf(view);
        JsonElement state = await ReadAllAsync(page);
        Assert.That(state.GetProperty("errors").GetRawText(), Is.EqualTo("{\"PayloadInvalid\":1,\"UnknownId\":1,\"PayloadTooLarge\":1}"));
        Assert.That(state.GetProperty("connections")[0].EnumerateArray().Select(cell => cell.ToString()), Is.EqualTo((string[])["8", "1", "2", "False"]), "errors first");
        JsonElement invalid = await GetAsync(page, "packet?row=2");
        Assert.That(invalid.GetProperty("message").GetString(), Does.StartWith("PayloadInvalid at byte "));
        int problem = invalid.GetProperty("problem").GetInt32();
        Assert.That(invalid.GetProperty("fields").EnumerateArray(), Has.Some.Matches<JsonElement>(field => field[0].GetInt32() == problem && field[5].GetString()!.Contains("outside the payload", StringComparison.Ordinal)));
        Assert.That((await GetAsync(page, "packet?row=4")).GetProperty("message").GetString(), Does.Contain("The bytes look like HTTP."));

        Assert.That((await GetAsync(page, "find?row=0&step=1")).GetProperty("row").GetInt32(), Is.EqualTo(2));
        Assert.That((await GetAsync(page, "find?row=2&step=1")).GetProperty("row").GetInt32(), Is.EqualTo(3));
        Assert.That((await GetAsync(page, "find?row=2&step=-1")).GetProperty("row").GetInt32(), Is.EqualTo(-1));
        Assert.That((await GetAsync(page, "find?row=3&connection=8")).GetRawText(), Is.EqualTo("{\"position\":1,\"row\":4}"), "the next row of the filter");

        JsonElement lanes = (await GetAsync(page, "lanes?intervals=4&lanes=2"));
        Assert.That((lanes.GetProperty("more").GetInt32(), lanes.GetProperty("lanes").GetArrayLength()), Is.EqualTo((1, 2)));
        Assert.That(lanes.GetProperty("lanes")[0].GetProperty("bad").EnumerateArray().Select(count => count.GetInt32()), Is.EqualTo((int[])[0, 0, 1, 1]));
        view.Interrupt();
        Assert.That(view.WaitForExit(), Is.EqualTo(1), view.Errors);
    }

    [TestCase("rows?id=Chatt", 400, "did you mean Chat?")]
    [TestCase("rows?connection=x", 400, "is not a number")]
    [TestCase("rows?where=sender %3D%3D", 400, "expected")]
    [TestCase("rows?from=9999999999999999999999", 400, "from is not a number.")]
    [TestCase("packet?row=-1", 404, "no such row")]
    [TestCase("packet?row=8", 404, "no such row")]
    [TestCase("packet?row=2147483648", 404, "no such row")]
    [TestCase("send", 404, "no such row")]
    [TestCase("../../etc/passwd", 404, "token")]
    [TestCase("lanes?intervals=2000000000&lanes=2000000000&from=5&to=1", 200, "")]
    [TestCase("rows?from=-5&count=2000000000", 200, "")]
    [TestCase("find?row=2000000000", 200, "{\"position\":7,\"row\":7}")]
    public async Task Any_request_is_answered(string request, int status, string expected)
    {
        using RunningTool view = TapTask.StartView([Files.Capture(CaptureEncapsulation.User0), .. ToolFiles.Schema]);
        string page = AddressOf(view);
        await ReadAllAsync(page);
        using HttpResponseMessage response = await Http.GetAsync(new Uri(page + request));
        string answer = await response.Content.ReadAsStringAsync();
        Assert.That((int)response.StatusCode, Is.EqualTo(status), answer);
        Assert.That(answer, Does.Contain(expected));
    }

    [TestCase("GET /{0}/status HTTP/1.1\r\nHost: {1}\r\n\r\n", "200")]
    [TestCase("GET /{0}/status HTTP/1.1\r\nHost: {1}\r\nOrigin: http://{1}\r\n\r\n", "200")]
    [TestCase("GET /{0}/status HTTP/1.1\r\nHost: evil.example\r\n\r\n", "40[034]")]
    [TestCase("GET /{0}/status HTTP/1.1\r\nHost: evil.example:{2}\r\n\r\n", "40[034]")]
    [TestCase("GET /{0}/status HTTP/1.1\r\n\r\n", "40[034]")]
    [TestCase("GET http://evil.example/{0}/status HTTP/1.1\r\nHost: evil.example\r\n\r\n", "40[034]")]
    [TestCase("GET /{0}/status HTTP/1.1\r\nHost: {1}\r\nOrigin: https://evil.example\r\n\r\n", "403")]
    [TestCase("POST /{0}/send HTTP/1.1\r\nHost: {1}\r\nOrigin: null\r\nContent-Length: 2\r\n\r\n{{}}", "403")]
    [TestCase("GET /status HTTP/1.1\r\nHost: {1}\r\n\r\n", "404")]
    [TestCase("GET / HTTP/1.1\r\nHost: {1}\r\n\r\n", "404")]
    [TestCase("GET /00000000000000000000000000000000/status HTTP/1.1\r\nHost: {1}\r\n\r\n", "404")]
    [TestCase("DELETE /{0}/status HTTP/1.1\r\nHost: {1}\r\n\r\n", "405")]
    [TestCase("POST /{0}/send HTTP/1.1\r\nHost: {1}\r\nContent-Length: 99999999\r\n\r\n", "413")]
    [TestCase("\u0001\u0002\u0003\r\n\r\n", "400")]
    [TestCase("GET /{0}/status HTTP/9.9 x\r\n\r\n", "400")]
    public async Task Only_the_page_itself_is_answered(string request, string status)
    {
        using RunningTool view = TapTask.StartView([Files.Capture(CaptureEncapsulation.User0)]);
        Uri page = new(AddressOf(view));
        using TcpClient client = new("127.0.0.1", page.Port);
        await client.GetStream().WriteAsync(Encoding.ASCII.GetBytes(string.Format(CultureInfo.InvariantCulture, request, page.AbsolutePath.Trim('/'), page.Authority, page.Port)));
        using StreamReader reader = new(client.GetStream());
        string? line = await reader.ReadLineAsync().WaitAsync(Limit);
        Assert.That(line, Does.Match($"^HTTP/1\\.1 {status} "));
        Assert.That((await Http.GetAsync(page)).IsSuccessStatusCode, "the next request");
    }

    [Test]
    public async Task The_page_loads_nothing_else_and_is_not_stored()
    {
        using RunningTool view = TapTask.StartView([Files.Capture(CaptureEncapsulation.User0)]);
        string page = AddressOf(view);
        using HttpResponseMessage response = await Http.GetAsync(new Uri(page));
        string html = await response.Content.ReadAsStringAsync();
        Assert.That(html, Does.Not.Match("innerHTML|insertAdjacentHTML|document\\.write|eval\\(|https?://"));
        Assert.That(html, Does.Match("default-src 'none'; style-src 'nonce-([0-9A-F]{32})'; script-src 'nonce-\\1'").And.Not.Contain("%nonce"));
        Assert.That(response.Headers.CacheControl!.NoStore);
        Assert.That(response.Headers.GetValues("Referrer-Policy"), Is.EqualTo((string[])["no-referrer"]), "the address has the token");
    }

    [Test]
    public void The_file_has_rows_details_and_no_markup_of_packets()
    {
        ExternalProgram.Require("chromium");
        const string Text = "</script><script>document.title='wrong'</script><!--";
        byte[] chat = PayloadSchema.Load(ToolFiles.Schema[1])[4u].FromJson(JsonSerializer.Serialize(new { sender = "Eve", text = Text }));
        using (CaptureWriter writer = CaptureWriter.Create(CapturePath))
        {
            writer.Append([(byte)chat.Length, 0, 4, 0, .. chat], CaptureDirection.Outbound, 3, ToolFiles.Noon);
            writer.Append([0, 0, 0x84, 3], CaptureDirection.Outbound, 3, ToolFiles.Noon.AddSeconds(1));
        }

        string path = Files.PathOf("page.html");
        (int exit, string output, string error) = CodecTool.RunHere(["view", CapturePath, .. ToolFiles.Schema, "-o", path]);
        Assert.That((exit, output, error), Is.EqualTo((1, $"{path} was written: 2 rows.\n", "")));
        (_, string shown) = ExternalProgram.Run("chromium", ["--headless=new", "--no-sandbox", "--virtual-time-budget=5000", $"--user-data-dir={Files.PathOf("browser")}", "--dump-dom", new Uri(path).AbsoluteUri]);
        Assert.That(shown, Does.Contain("<title>game.pcapng – codec view</title>").And.Contain("<span id=\"summary\" role=\"status\">2 rows · 1 connection</span>"));
        Assert.That(shown, Does.Contain("UnknownId: the schema has no packet with this id.</p>"), "the first error is shown");
        Assert.That(shown, Does.Contain("<span>sender=\"Eve\" text=\"&lt;/script&gt;"));
    }

    [Test]
    public void The_memory_of_an_index_is_bounded()
    {
        Assert.That(Unsafe.SizeOf<PacketRow>(), Is.LessThanOrEqualTo(32));
        using PacketIndex index = new(NoSchema, null, maxRows: 1000);
        for (uint i = 0; i < 200_000; i++)
        {
            index.Packet(new TracedPacket { Id = i, Payload = [1, 2, 3], Nanoseconds = i, Start = 0, Connection = i }, default);
            index.Fault(new PacketFault("PayloadTooLarge", 0, "text") { Nanoseconds = i, Connection = i });
        }

        Assert.That((index.Count, index.Omitted, index.Counts.Connections(0).Count), Is.EqualTo((1000, 399_000, 500)));
        using PacketIndex many = new(NoSchema, null);
        for (uint i = 0; i < 100_000; i++)
        {
            many.Packet(new TracedPacket { Id = i, Payload = [], Nanoseconds = i, Start = 0, Connection = i }, default);
        }

        Assert.That((many.Count, many.Counts.Connections(0).Count, many.Counts.Ids(int.MaxValue).Length), Is.EqualTo((100_000, 65_536, 65_536)));
        FilteredRows rows = new(many, new RowFilter(many, new Dictionary<string, string> { ["connection"] = "99999" }));
        while (rows.Scan(TimeSpan.Zero).Scanned < many.Count && rows.Scan(TimeSpan.FromTicks(1)).Count == 0)
        {
        }

        Assert.That((rows.Scan(Limit).Count, rows.RowAt(0), rows.PositionOf(0)), Is.EqualTo((1, 99_999, 0)));
    }

    [TestCase("--errors", "127.0.0.1:0 127.0.0.1:9 --errors", "--errors is for captures")]
    [TestCase("--follow", "127.0.0.1:0 127.0.0.1:9 --follow", "--follow is for captures")]
    [TestCase("listen", "nothing 127.0.0.1:9", "LISTEN: 'nothing' has no port")]
    [TestCase("itself", "127.0.0.1:9 127.0.0.1:9", "")]
    [TestCase("missing", "none.pcapng", "none.pcapng")]
    public void What_cannot_be_shown_is_an_error(string name, string arguments, string expected)
    {
        (int exit, string output, string error) = CodecTool.RunHere(["view", .. arguments.Split(' ')]);
        Assert.That((exit, output), Is.EqualTo((2, "")), name);
        Assert.That(error, Does.Contain(expected));
    }

    private static string AddressOf(RunningTool view) => AddressOf(view.WaitForLineWith("http://"));

    private Task<JsonElement> ReadAllAsync(string page) => WaitForAsync(page, state => state.GetProperty("read").GetBoolean());

    // A valid message of each side on connection 7; on 8 an invalid payload, and at the end bytes that are not a packet; on 9 an unknown id.
    private string MixedCapture()
    {
        PayloadSchema schema = PayloadSchema.Load(ToolFiles.Schema[1]);
        byte[] chat = Packet(4, schema[4u].FromJson("{\"sender\":\"Ann\",\"text\":\"hello\"}"));
        byte[] bad = Packet(4, schema[4u].FromJson("{\"sender\":\"Bob\",\"text\":\"bad\"}"));
        bad[4 + 20] = 0x60;
        (byte[] Bytes, CaptureDirection Direction, uint Connection)[] records =
        [
            (chat, CaptureDirection.Outbound, 7), (Packet(2, schema[2u].FromJson("{\"entity\":7}")), CaptureDirection.Inbound, 7), (bad, CaptureDirection.Outbound, 8),
            (Packet(900, []), CaptureDirection.Inbound, 9), ([.. "GET / HTTP/1.1\r\n"u8], CaptureDirection.Outbound, 8),
        ];
        using CaptureWriter writer = CaptureWriter.Create(CapturePath);
        for (int i = 0; i < records.Length; i++)
        {
            writer.Append(records[i].Bytes, records[i].Direction, records[i].Connection, ToolFiles.Noon.AddMilliseconds(i));
        }

        return CapturePath;
    }

    internal static byte[] Packet(ushort id, byte[] payload) => [.. BitConverter.GetBytes((ushort)payload.Length), .. BitConverter.GetBytes(id), .. payload];
}
