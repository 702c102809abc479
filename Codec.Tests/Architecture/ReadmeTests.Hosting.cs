using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.Loader;
using System.Text.RegularExpressions;
using System.Threading.Tasks;
using NUnit.Framework;

namespace Codec.Tests.Architecture;

/// <content>The server in ASP.NET Core, whose assemblies are beside those of the runtime.</content>
public sealed partial class ReadmeTests
{
    // Connects a peer to Kestrel with the handler of the page. The buffers are so small that most of a packet stays in Kestrel's pipe. If a socket stays open,
    // the stop does not end.
    private const string Peer = """
        using System.Linq;
        using System.Net;
        using System.Net.Sockets;
        using System.Threading;
        using System.Threading.Tasks;
        using Microsoft.AspNetCore.Builder;
        using Microsoft.AspNetCore.Connections;
        using Microsoft.AspNetCore.Connections.Features;
        using Microsoft.AspNetCore.Hosting;
        using Microsoft.Extensions.DependencyInjection;
        using Microsoft.Extensions.Hosting;
        using Microsoft.Extensions.Logging;

        internal static class Peer
        {
            public static async Task<int> ConnectAndStopAsync(bool reads)
            {
                WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
                builder.Logging.ClearProviders();
                builder.Services.AddSingleton<GameServer>();
                builder.Services.Configure<HostOptions>(host => host.ShutdownTimeout = Timeout.InfiniteTimeSpan);
                builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0, tcp => tcp.Use(next => context =>
                {
                    context.Features.Get<IConnectionSocketFeature>()!.Socket.SendBufferSize = 4096;
                    return next(context);
                }).UseConnectionHandler<GameHandler>()));
                await using WebApplication app = builder.Build();
                await app.StartAsync();
                using Socket peer = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { ReceiveBufferSize = 4096 };
                await peer.ConnectAsync(IPAddress.Loopback, new System.Uri(app.Urls.Single()).Port);
                byte[] received = new byte[1000];
                int count = await peer.ReceiveAsync(received);
                peer.Shutdown(SocketShutdown.Send);
                for (int read = 1; reads && read > 0; count += read)
                {
                    read = await peer.ReceiveAsync(received);
                }

                await app.StopAsync();
                return count;
            }
        }
        """;

    private static readonly Lazy<string> AspNetCore = new(FindAspNetCore);

    [Test]
    public void The_code_for_ASP_NET_Core_compiles() => CompileForAspNetCore(Snippets("docs/hosting.md", "cs"));

    [Test]
    public async Task The_server_in_ASP_NET_Core_closes_the_socket_of_a_peer_that_does_not_read([Values(1, 100)] int packets) =>
        await ConnectAndStopAsync(packets, "FromMilliseconds(100)", reads: false);

    [Test]
    public async Task The_server_in_ASP_NET_Core_sends_all_packets_before_it_closes_the_socket() =>
        Assert.That(await ConnectAndStopAsync(1, "FromMinutes(1)", reads: true), Is.EqualTo(60_004));

    /// <summary>Connects a peer to the server of the page, which sends packets of 60,004 bytes, and stops the server when all sockets are closed.</summary>
    /// <returns>The number of bytes that the peer has received.</returns>
    private static async Task<int> ConnectAndStopAsync(int packets, string timeout, bool reads)
    {
        const string Run = "await connection.RunAsync(";
        string page = Snippets("docs/hosting.md", "cs");
        Assert.That(page, Does.Contain(Run));
        page = page.Replace(Run, $"for (int i = 0; i < {packets}; i++) await connection.SendAsync(20, new byte[60_000]);\n{Run}", StringComparison.Ordinal);
        Assembly server = CompileForAspNetCore(Seconds().Replace(page, timeout), Peer);
        Task<int> stopped = (Task<int>)server.GetType(nameof(Peer))!.GetMethod(nameof(ConnectAndStopAsync))!.Invoke(null, [reads])!;
        return await stopped.WaitAsync(TimeSpan.FromSeconds(30));
    }

    private static Assembly CompileForAspNetCore(params IEnumerable<string> sources)
    {
        if (!Directory.Exists(AspNetCore.Value))
        {
            ExternalProgram.Missing("ASP.NET Core");
        }

        return Compile(
            [.. sources, .. Generate(Snippets("docs/hosting.md", "fbs"))],
            Directory.EnumerateFiles(AspNetCore.Value, "Microsoft.*.dll").Select(AssemblyReferences.Of));
    }

    /// <summary>Returns the folder of ASP.NET Core, and lets the test process load its assemblies.</summary>
    private static string FindAspNetCore()
    {
        string runtime = Path.GetDirectoryName(typeof(object).Assembly.Location)!;
        string folder = Path.GetFullPath(Path.Combine(runtime, "..", "..", "Microsoft.AspNetCore.App", Path.GetFileName(runtime)));
        AppDomain.CurrentDomain.AssemblyResolve += (_, missing) =>
        {
            string path = Path.Combine(folder, new AssemblyName(missing.Name).Name + ".dll");
            return File.Exists(path) ? AssemblyLoadContext.Default.LoadFromAssemblyPath(path) : null;
        };
        return folder;
    }

    [GeneratedRegex(@"FromSeconds\(\d+\)")]
    private static partial Regex Seconds();
}
