using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Codec.Tests.GeneratedCode;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using NUnit.Framework;

namespace Codec.Tests.Transport;

/// <summary>Stops a server process for longer than its timeout. PacketConnectionTests.Stops has every order of events; this is the real system.</summary>
[TestFixture]
public sealed class ProcessStopTests
{
    private const int Peers = 50;

    // It prints its port, and then why each connection has ended. It ends with its input.
    private const string Server = """
        using System;
        using System.Net;
        using System.Threading.Tasks;
        using Codec.Framing;
        using Codec.Transport;

        internal static class Program
        {
            private static void Main()
            {
                PacketListener listener = new(
                    new IPEndPoint(IPAddress.Loopback, 0), options: new PacketConnectionOptions { IdleTimeout = TimeSpan.FromSeconds(1) });
                Console.WriteLine(((IPEndPoint)listener.EndPoint).Port);
                _ = AcceptAsync(listener);
                Console.In.ReadToEnd();
            }

            private static async Task AcceptAsync(PacketListener listener)
            {
                while (true)
                {
                    PacketConnection connection = await listener.AcceptAsync();
                    _ = Task.Run(() => ReadAsync(connection));
                }
            }

            private static async Task ReadAsync(PacketConnection connection)
            {
                try
                {
                    await foreach (PacketReadResult _ in connection.ReadAllAsync())
                    {
                    }

                    Console.WriteLine("Ended");
                }
                catch (PacketConnectionException exception)
                {
                    Console.WriteLine(exception.Reason);
                }
            }
        }
        """;

    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(2);
    private static readonly byte[] Packet = [0, 0, 1, 0];
    private string _folder = "";

    [OneTimeSetUp]
    public void CompileServer()
    {
        if (OperatingSystem.IsWindows())
        {
            Assert.Ignore("Windows cannot stop a process.");
        }

        _folder = Directory.CreateTempSubdirectory("codec-stop-").FullName;
        foreach (string path in Directory.EnumerateFiles(AppContext.BaseDirectory, "*.dll").Where(path =>
            Path.GetFileName(path) is "Codec.dll" or "Codec.FlatBuffers.dll" or "Google.FlatBuffers.dll" || Path.GetFileName(path).StartsWith("Microsoft.Bcl.", StringComparison.Ordinal)
            || Path.GetFileName(path).StartsWith("System.", StringComparison.Ordinal)))
        {
            File.Copy(path, Path.Combine(_folder, Path.GetFileName(path)));
        }

        CSharpCompilation compilation = InMemoryCompilation.Create("StoppedServer", [Server], LanguageVersion.CSharp9);
        using FileStream image = File.Create(Path.Combine(_folder, "StoppedServer.dll"));
        Assert.That(compilation.WithOptions(compilation.Options.WithOutputKind(OutputKind.ConsoleApplication)).Emit(image).Diagnostics, Is.Empty);
    }

    [OneTimeTearDown]
    public void DeleteServer()
    {
        if (_folder.Length > 0)
        {
            Directory.Delete(_folder, recursive: true);
        }
    }

    [Test]
    public async Task A_stop_of_the_process_that_is_longer_than_its_timeout_closes_no_connection()
    {
        using Process server = ExternalProgram.Start(
            "dotnet",
            [
                "exec", "--runtimeconfig", Path.Combine(AppContext.BaseDirectory, "Codec.Tests.runtimeconfig.json"), Path.Combine(_folder, "StoppedServer.dll"),
            ],
            redirectInput: true);
        try
        {
            string? port = await server.StandardOutput.ReadLineAsync().WaitAsync(Limit);
            Assert.That(port, Is.Not.Null, () => server.StandardError.ReadToEnd());
            List<string> reasons = await StopAsync(server, int.Parse(port!, CultureInfo.InvariantCulture));
            Assert.That(reasons, Is.EqualTo(Enumerable.Repeat("Ended", Peers)));
        }
        finally
        {
            server.Kill();
            await server.WaitForExitAsync();
        }
    }

    /// <summary>Connects peers that send ten packets per second, and stops the server for 2.5 seconds.</summary>
    /// <returns>Why each connection ended.</returns>
    private static async Task<List<string>> StopAsync(Process server, int port)
    {
        Socket[] peers = [.. Enumerable.Range(0, Peers).Select(_ => new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp))];
        foreach (Socket peer in peers)
        {
            await peer.ConnectAsync(IPAddress.Loopback, port);
        }

        // A thread of its own, because a peer that sends late is silent.
        bool ends = false;
        Thread sender = new(() =>
        {
            while (!Volatile.Read(ref ends))
            {
                Array.ForEach(peers, peer => peer.Send(Packet));
                Thread.Sleep(100);
            }
        });
        sender.Start();
        await Task.Delay(1000);
        ProcessStop.Stop(server);
        await Task.Delay(2500);
        ProcessStop.Continue(server);
        await Task.Delay(1500);
        Volatile.Write(ref ends, true);
        sender.Join();
        Array.ForEach(peers, peer => peer.Dispose());
        List<string> reasons = [];
        while (reasons.Count < Peers)
        {
            reasons.Add(await server.StandardOutput.ReadLineAsync().WaitAsync(Limit) ?? "no line");
        }

        return reasons;
    }
}
