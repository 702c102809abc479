using Google.FlatBuffers;

namespace Codec.Tests.Transport;

/// <summary>Tests the library in .NET for browsers, compiled to WebAssembly, with the server of the other tests.</summary>
public sealed class WebSocketWasmTests
{
    private const int Packets = 20;

    // It has no packages of its own. The SDK adds the runtime for browsers.
    private static readonly string Project = $"""
        <Project Sdk="Microsoft.NET.Sdk.WebAssembly">
          <PropertyGroup>
            <OutputType>Exe</OutputType>
            <TargetFramework>net10.0</TargetFramework>
            <InvariantGlobalization>true</InvariantGlobalization>
            <CompressionEnabled>false</CompressionEnabled>
            <RunAnalyzers>false</RunAnalyzers>
          </PropertyGroup>
          <ItemGroup>
            <Reference Include="{typeof(PacketConnection).Assembly.Location};{typeof(FlatBufferBuilder).Assembly.Location}" />
          </ItemGroup>
        </Project>
        """;

    private static readonly string Program = $$"""
        using System;
        using System.Linq;
        using System.Net.WebSockets;
        using System.Threading;
        using System.Threading.Tasks;
        using Codec.Dispatch;
        using Codec.Framing;
        using Codec.Transport;

        Uri server = new(args[0]);
        int answers = 0;
        PacketRoutes<int> routes = new PacketRoutes<int>()
            .AddDefault((_, in packet) => answers += packet.Id == answers && packet.PayloadSize == 100 * answers ? 1 : 1000);
        using PacketDispatcher<int> dispatcher = new(routes, 0, PacketDirections.ToClient);
        foreach (PacketWebSocketMode mode in Enum.GetValues<PacketWebSocketMode>())
        {
            Uri echo = new(server, $"{mode}/echo");
            using ClientWebSocket webSocket = new();
            await webSocket.ConnectAsync(echo, CancellationToken.None);
            await using (PacketConnection connection = new(webSocket, mode: mode))
            {
                for (int i = 0; i < {{Packets}}; i++)
                {
                    await connection.SendAsync((uint)i, new byte[100 * i]);
                }

                await connection.CompleteAsync();
                await connection.RunAsync(dispatcher);
                Console.WriteLine($"connection: {answers} answers, {connection.CloseReason}");
            }

            // The server ends first.
            using ClientWebSocket late = new();
            await late.ConnectAsync(new Uri(server, $"{mode}/end"), CancellationToken.None);
            await using (PacketConnection connection = new(late, mode: mode))
            {
                await connection.RunAsync(dispatcher);
                try
                {
                    await connection.SendAsync(1, []);
                    await connection.FlushAsync();
                }
                catch (PacketConnectionException exception)
                {
                    Console.WriteLine($"late: {exception.UnsentPackets} not sent, {exception.Reason}");
                }
            }

            answers = 0;
            using PacketClient client = PacketClient.ForWebSocket(echo, mode: mode);
            client.Closed += closed => Console.WriteLine($"client: {answers} answers, {closed.Reason}");
            client.Connected += () => Send(client);
            client.Connect();
            while (client.State is PacketClientState.Connecting or PacketClientState.Connected)
            {
                client.Poll(dispatcher);
                await Task.Delay(1);
            }

            // It leaves without waiting for anything. The program ends after the server has received everything.
            answers = 0;
            using ClientWebSocket done = new();
            await done.ConnectAsync(new Uri(server, $"{mode}/done"), CancellationToken.None);
            using (PacketClient leaver = PacketClient.ForWebSocket(new Uri(server, $"{mode}/left"), mode: mode))
            {
                leaver.Connected += () => Send(leaver);
                leaver.Connect();
                while (leaver.State != PacketClientState.Connected)
                {
                    await Task.Delay(1);
                }

                leaver.Poll(dispatcher);
            }

            await done.ReceiveAsync(new byte[1].AsMemory(), CancellationToken.None);
        }

        void Send(PacketClient client) =>
            Console.WriteLine($"sent: {Enumerable.Range(0, {{Packets}}).Count(i => client.TrySend((uint)i, new byte[100 * i]))}");
        """;

    private readonly ConcurrentQueue<string> _ends = new();
    private readonly SemaphoreSlim _left = new(0);

    [Test]
    public async Task A_connection_and_a_client_receive_answers_and_lose_no_packet_in_a_browser()
    {
        RandomCases.RequireCI();
        ExternalProgram.Require("chromium");
        string result = await WebSocketPage.RunAsync(WebSocketPage.OfProgram("`ws://${location.host}/`"), ServeAsync, Build());
        string[] printed =
        [
            $"connection: {Packets} answers, Local", "late: 1 not sent, Remote", $"sent: {Packets}", $"client: {Packets} answers, Remote", $"sent: {Packets}",
        ];
        Assert.That(result.Split('\n'), Is.EqualTo((string[])[.. printed, .. printed]));
        string[] ends = [$"echo: {Packets}", $"echo: {Packets}", "end: 0", $"left: {Packets}"];
        Assert.That(_ends, Is.EquivalentTo((string[])[.. ends, .. ends]));
    }

    /// <summary>Builds the program with the tested build of the library. The folder is kept, and the next run uses it if the build would be the same.</summary>
    /// <returns>The folder of the page's files.</returns>
    private static string Build()
    {
        string folder = Repository.PathOf("artifacts", "wasm");
        string pages = Path.Combine(folder, "bin", "Release", "net10.0", "wwwroot");
        string keyFile = Path.Combine(folder, "built.txt");
        string key = $"{Environment.Version} {typeof(PacketConnection).Module.ModuleVersionId} {typeof(FlatBufferBuilder).Module.ModuleVersionId}\n{Project}{Program}";
        if (Directory.Exists(pages) && File.Exists(keyFile) && File.ReadAllText(keyFile) == key)
        {
            return pages;
        }

        Directory.CreateDirectory(folder);
        File.Delete(keyFile);
        File.WriteAllText(Path.Combine(folder, "wasm.csproj"), Project);
        File.WriteAllText(Path.Combine(folder, "Program.cs"), Program);
        (int exitCode, string output) = ExternalProgram.Run(
            "dotnet", "build", folder, "-c", "Release", "-nologo", "-nodeReuse:false", "-p:UseSharedCompilation=false");
        if (exitCode != 0 && output.Contains("error NU1", StringComparison.Ordinal))
        {
            ExternalProgram.Missing("Configure a source of NuGet packages to run this test: Microsoft.NETCore.App.Runtime.Mono.browser-wasm not found.");
        }

        Assert.That(exitCode, Is.Zero, output);
        File.WriteAllText(keyFile, key);
        return pages;
    }

    private async Task ServeAsync(WebSocket webSocket, string path)
    {
        string[] parts = path.Split('/');
        string name = parts[2];
        if (name == "done")
        {
            await _left.WaitAsync();
            await webSocket.CloseAsync(WebSocketCloseStatus.NormalClosure, null, CancellationToken.None);
            return;
        }

        int received = 0;
        try
        {
            await using PacketConnection connection = new(webSocket, mode: Enum.Parse<PacketWebSocketMode>(parts[1]));
            if (name == "end")
            {
                await connection.CompleteAsync();
            }

            await foreach (PacketReadResult result in connection.ReadAllAsync())
            {
                received++;
                if (name == "echo")
                {
                    await connection.SendAsync(result.Packet.Id, result.Packet.Payload.ToArray());
                    if (received == Packets)
                    {
                        await connection.CompleteAsync();
                    }
                }
            }

            _ends.Enqueue($"{name}: {received}");
        }
        catch (Exception exception)
        {
            _ends.Enqueue($"{name}: {received}, {exception.Message}");
        }

        if (name == "left")
        {
            _left.Release();
        }
    }
}
