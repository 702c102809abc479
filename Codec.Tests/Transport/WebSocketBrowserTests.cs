namespace Codec.Tests.Transport;

/// <summary>Tests the JavaScript that the client uses in Unity's WebGL player, in a browser with the server of the other tests.</summary>
public sealed class WebSocketBrowserTests
{
    private static readonly byte[] Packet = [2, 0, 5, 0, 1, 2];

    /// <summary>The functions and variables that Emscripten provides: the library, the game's memory, and conversions of strings in it.</summary>
    private const string Emscripten = """
        var LibraryManager = { library: {} };
        var HEAPU8 = new Uint8Array(1 << 20);
        function autoAddDeps() { }
        function mergeInto(library, functions) { for (var name in functions) { window[name.replace('$', '')] = functions[name]; } }
        function UTF8ToString(at) { return new TextDecoder().decode(HEAPU8.subarray(at, HEAPU8.indexOf(0, at))); }
        function stringToUTF8(text, at, size) {
          var written = new TextEncoder().encodeInto(text, HEAPU8.subarray(at, at + size - 1)).written;
          HEAPU8[at + written] = 0;
        }
        """;

    /// <summary>The test cases. Each prints one line of the result.</summary>
    private const string Cases = """
        const IN = 1000, OUT = 400000, TEXT = 900000, PACKET = [2, 0, 5, 0, 1, 2];
        const lines = [];
        function open(path, receiveLimit) {
          stringToUTF8(path.includes(':') ? path : 'ws://' + location.host + '/' + path, TEXT, 1000);
          return CodecWebSocketOpen(TEXT, receiveLimit || 100000, 100000);
        }
        async function until(isDone) { while (!isDone()) { await new Promise(done => setTimeout(done, 5)); } }
        async function opened(path, receiveLimit) {
          const number = open(path, receiveLimit);
          await until(() => CodecWebSocketState(number) !== 0);
          return number;
        }
        function received(number, count) {
          let all = [], size;
          while ((size = CodecWebSocketReceive(number, IN, count)) > 0) { all.push(...HEAPU8.subarray(IN, IN + size)); }
          return all;
        }
        async function ended(number) { await until(() => CodecWebSocketState(number) !== 1); return CodecWebSocketState(number); }
        function reason(number) { CodecWebSocketReason(number, TEXT, 256); return UTF8ToString(TEXT); }
        async function run() {
          HEAPU8.set(PACKET, OUT);
          let number = await opened('ByteStream'), all = [];
          lines.push('sent ' + [CodecWebSocketSend(number, OUT, 6), CodecWebSocketSend(number, OUT, 6), CodecWebSocketSend(number, OUT, 6)]);
          await until(() => { all.push(...received(number, 4)); return all.length === 18; });
          lines.push('echo ' + all);
          CodecWebSocketSend(number, OUT, 6);
          CodecWebSocketClose(number);
          lines.push('closed ' + [CodecWebSocketState(number), CodecWebSocketSend(number, OUT, 6), CodecWebSocketReceive(number, IN, 9)]);
          number = await opened('fragments');
          lines.push('fragments ' + await ended(number) + ' ' + received(number, 100));
          number = await opened('text');
          lines.push('text ' + await ended(number) + ' ' + received(number, 100) + ' ' + reason(number));
          number = await opened('kicked');
          lines.push('kicked ' + await ended(number) + ' ' + reason(number));
          number = await opened('abort');
          lines.push('abort ' + await ended(number) + ' ' + reason(number));
          number = await opened('flood', 1000);
          lines.push('flood ' + await ended(number) + ' ' + (received(number, 100).length > 1000) + ' ' + reason(number).includes('1000'));
          number = await opened('silent');
          let sent = 0;
          while (CodecWebSocketSend(number, OUT, 50000) && sent < 100) { sent++; }
          lines.push('full ' + (sent > 0 && sent < 100));
          number = await opened('ws://127.0.0.1:FREE/');
          lines.push('refused ' + CodecWebSocketState(number) + ' ' + reason(number));
          lines.push('invalid ' + open('ws://[:'));

          // In quadratic time, this takes many minutes.
          CodecWebSockets.sockets[0] = { chunks: Array(1000000).fill(new Uint8Array(1)), offset: 0 };
          let count = 0, size;
          while ((size = CodecWebSocketReceive(0, IN, 16384)) > 0) { count += size; }
          lines.push('chunks ' + count);
        }
        run().catch(error => lines.push('error ' + error.stack)).finally(() => fetch('/result', { method: 'POST', body: lines.join('\n') }));
        """;

    private readonly ConcurrentDictionary<string, string> _ends = new();

    [Test]
    public async Task The_browsers_WebSocket_behaves_as_the_other_transports_do()
    {
        ExternalProgram.Require("chromium");
        int free;
        await using (WebSocketServer gone = new((_, _) => Task.CompletedTask))
        {
            free = gone.Port;
        }

        string script = Repository.Read("unity/com.codec.packets/Runtime/WebGL/codec-websocket.jslib");
        string page = $"<!doctype html><script>{Emscripten}\n{script}\n{Cases.Replace("FREE", $"{free}", StringComparison.Ordinal)}</script>";
        Assert.That(await WebSocketPage.RunAsync(page, ServeAsync), Is.EqualTo($"""
            sent 1,1,1
            echo {string.Join(",", Enumerable.Repeat("2,0,5,0,1,2", 3))}
            closed 3,0,0
            fragments 2 2,0,5,0,1,2
            text 4 2,0,5,0,1,2 The peer sent a text message. Packets are in binary messages.
            kicked 3 The WebSocket was closed with status 1008: kicked
            abort 3 The WebSocket was closed with status 1006.
            flood 3 true true
            full true
            refused 5 The connection could not be made with status 1006.
            invalid 0
            chunks 1000000
            """.ReplaceLineEndings("\n")));
        Assert.That((_ends["/ByteStream"], _ends["/text"]), Is.EqualTo(("4 packets", "4003")));
    }

    private async Task ServeAsync(WebSocket webSocket, string path)
    {
        switch (path)
        {
            case "/ByteStream":
                await using (PacketConnection connection = new(webSocket))
                {
                    int packets = 0;
                    await foreach (PacketReadResult received in connection.ReadAllAsync())
                    {
                        packets++;
                        await connection.SendAsync(received.Packet.Id, received.Packet.Payload);
                    }

                    _ends[path] = $"{packets} packets";
                }

                break;
            case "/fragments":
                foreach (byte one in Packet)
                {
                    await webSocket.SendAsync((byte[])[one], WebSocketMessageType.Binary, endOfMessage: false, CancellationToken.None);
                }

                await webSocket.SendAsync((byte[])[], WebSocketMessageType.Binary, endOfMessage: true, CancellationToken.None);
                await webSocket.CloseAsync(WebSocketCloseStatus.NormalClosure, null, CancellationToken.None);
                break;
            case "/text":
                await webSocket.SendAsync(Packet, WebSocketMessageType.Binary, endOfMessage: true, CancellationToken.None);
                await webSocket.SendAsync("{}"u8.ToArray(), WebSocketMessageType.Text, endOfMessage: true, CancellationToken.None);
                await webSocket.ReceiveAsync(new ArraySegment<byte>(new byte[10]), CancellationToken.None);
                _ends[path] = $"{(int?)webSocket.CloseStatus}";
                break;
            case "/kicked":
                await webSocket.CloseAsync(WebSocketCloseStatus.PolicyViolation, "kicked", CancellationToken.None);
                break;
            case "/abort":
                webSocket.Abort();
                break;
            case "/flood":
                for (int i = 0; i < 200; i++)
                {
                    await webSocket.SendAsync(Packet, WebSocketMessageType.Binary, endOfMessage: true, CancellationToken.None);
                }

                await webSocket.ReceiveAsync(new ArraySegment<byte>(new byte[10]), CancellationToken.None);
                break;
            default:
                // Keeps reading until the browser is closed.
                byte[] buffer = new byte[100_000];
                while ((await webSocket.ReceiveAsync(new ArraySegment<byte>(buffer), CancellationToken.None)).MessageType != WebSocketMessageType.Close)
                {
                }

                break;
        }
    }
}
