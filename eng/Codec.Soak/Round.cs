using System;
using System.Collections.Generic;
using System.Linq;
using System.Net;
using System.Security.Cryptography.X509Certificates;
using System.Threading.Tasks;

namespace Codec.Soak;

/// <summary>Runs all links of a plan concurrently, and checks their accounts.</summary>
internal sealed partial class Round : IDisposable
{
    // Half of the links of one that became silent have a deadline of a second, which is checked four times.
    private static readonly TimeSpan SilenceLimit = TimeSpan.FromSeconds(4);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    private readonly RoundPlan _plan;
    private readonly CSharpServer _server;
    private readonly CppPeer _cppClient;
    private readonly CppPeer _cppServer;
    private readonly List<Link> _links;
    private readonly Dictionary<uint, Broadcast> _broadcasts;
    private readonly DatagramExchange _datagrams;
    private string _state = "runs";
    private string? _wrong;

    public Round(RoundPlan plan, X509Certificate2 certificate, CppPeer cppClient, CppPeer cppServer)
    {
        _plan = plan;
        _cppClient = cppClient;
        _cppServer = cppServer;
        _server = new CSharpServer(number => Find(number)?.Server, certificate);
        _broadcasts = plan.Links.GroupBy(link => link.Broadcast).Where(links => links.Key > 0)
            .ToDictionary(links => links.Key, links => new Broadcast(links.First(), links.Count()));
        _links = [.. plan.Links.Select(link => new Link(link, link.Phase == LinkPhase.Main ? new Relay(link, ServerOf(link)) : null, _broadcasts.GetValueOrDefault(link.Broadcast)))];
        _datagrams = new DatagramExchange(plan.Datagrams);
        cppClient.Begin((number, _) => Find(number)?.Client);
        cppServer.Begin((number, _) => Find(number)?.Server);
    }

    /// <summary>Gets the errors that concern no single link.</summary>
    private IEnumerable<string> Wrong => new[] { _wrong, _server.Wrong, _cppClient.Wrong, _cppServer.Wrong }.OfType<string>();

    /// <summary>Runs the round.</summary>
    /// <param name="totals">The counters.</param>
    /// <returns>The errors.</returns>
    public async Task<IReadOnlyList<string>> RunAsync(Totals totals)
    {
        using (MainThread mainThread = new())
        {
            await Task.WhenAll(StartAsync(LinkPhase.Main, mainThread), _datagrams.RunAsync()).ConfigureAwait(false);
            if (_plan.Environment == RoundEnvironment.FewDescriptors)
            {
                await ExhaustDescriptorsAsync(mainThread, totals).ConfigureAwait(false);
            }
        }

        _state = "waits for the sessions of the servers";
        await WaitForSessionsAsync(link => link.Plan.HasCSharpServer, () => _server.EndedSessions).ConfigureAwait(false);
        await WaitForSessionsAsync(link => !link.Plan.HasCSharpServer, () => _cppServer.EndedSessions).ConfigureAwait(false);
        _state = "stops the server";
        await _server.StopAsync().ConfigureAwait(false);
        foreach (Link link in _links)
        {
            Count(link, totals);
        }

        foreach (Broadcast broadcast in _broadcasts.Values)
        {
            broadcast.Count(totals);
        }

        _datagrams.Count(totals);
        totals.Add("rounds", 1);
        totals.Add($"rounds in the environment {_plan.Environment}", 1);
        return
        [
            .. Wrong,
            .. _links.SelectMany(link => LinkCheck.Problems(link, _plan.Environment).Select(problem => $"{problem}\n{link}")),
            .. _datagrams.Problems(),
        ];
    }

    public void Dispose()
    {
        _server.Dispose();
        _links.ForEach(link => link.Relay?.Dispose());
        _datagrams.Dispose();

        // The peers outlive the round.
        _cppClient.Begin((_, _) => null);
        _cppServer.Begin((_, _) => null);
    }

    /// <summary>Returns a description of what the round waits for.</summary>
    public string Describe() => $"the round {_state}\n" +
        string.Join('\n', [.. Wrong, .. _links.Where(link => !link.Client.IsClosed || !link.Server.IsClosed).Select(link => $"{link}")]) +
        (_datagrams.HasEnded ? "" : $"\n{_datagrams}");

    private static async Task EndSilenceAsync(Link link, Task client, Task relaying)
    {
        while (!relaying.IsCompleted && !link.Relay!.IsSilent)
        {
            await Task.Delay(Pause).ConfigureAwait(false);
        }

        if (link.Plan.Fault == LinkFault.GivenUp)
        {
            await client.ConfigureAwait(false);
            link.Relay!.Release();
            return;
        }

        long until = Environment.TickCount64 + (long)SilenceLimit.TotalMilliseconds;
        while (Environment.TickCount64 < until && !relaying.IsCompleted && !(HasEnded(link.Client) && HasEnded(link.Server)))
        {
            await Task.Delay(Pause).ConfigureAwait(false);
        }

        link.Relay!.Reset();
    }

    private static bool HasEnded(LinkEnd end) => end.IsClosed || !end.IsCSharp;

    private static void Count(Link link, Totals totals)
    {
        totals.Add("connections", 1);
        totals.Add($"connections {link.Plan.Ends}", 1);
        totals.Add($"connections over {link.Plan.Transport}", 1);
        foreach (LinkEnd end in new[] { link.Client, link.Server })
        {
            totals.Add("packets accepted", end.Accepted);
            totals.Add("packets received", end.Received);
            totals.Add("packets reported as unsent", end.Unsent);
        }

        if (link.Plan.IsMainThread)
        {
            totals.Add(link.Plan.ReconnectingClient > 0 ? "connections of a PacketClient that reconnects" : "connections of a PacketClient", 1);
        }

        if (link.Plan.Broadcast > 0)
        {
            totals.Add("connections in a broadcast", 1);
        }

        if (link.Plan.Fault is < LinkFault.CutInPacket and not LinkFault.None || link.HasBroken)
        {
            totals.Add($"faults {link.Plan.Fault}", 1);
        }
    }

    private Link? Find(uint number) => number > 0 && number <= _links.Count ? _links[(int)number - 1] : null;

    private EndPoint ServerOf(LinkPlan plan) => plan.HasCSharpServer ? _server.EndPointFor(plan) : _cppServer.EndPoint;

    /// <summary>Runs a link, or the links of a client that reconnects, one after another.</summary>
    private async Task RunAsync(IReadOnlyList<Link> links, MainThread mainThread)
    {
        // The system does not choose this address for other connections, so the port stays free while the server is away.
        IPEndPoint server = new(links[0].Plan.ReconnectingClient > 0 ? IPAddress.Parse("127.0.0.2") : IPAddress.Loopback, 0);
        PolledClient? polled = null;
        for (int i = 0; i < links.Count && links.All(link => link.Client.Wrong is null); i++)
        {
            Link link = links[i];
            await Task.Delay(link.Plan.StartDelay).ConfigureAwait(false);
            server = link.Relay?.Listen(server) ?? (IPEndPoint)ServerOf(link.Plan);
            Task relaying = link.Relay?.RunAsync() ?? Task.CompletedTask;
            Task client = link.Plan switch
            {
                { IsMainThread: true } => (polled ??= mainThread.Start(links, server)).WaitAsync(i),
                { HasCSharpClient: true } => CSharpClient.RunAsync(link.Client, server),
                _ => _cppClient.RunAsync(link.Client, server),
            };
            if (link.Plan.Fault is LinkFault.HalfOpen or LinkFault.GivenUp)
            {
                await EndSilenceAsync(link, client, relaying).ConfigureAwait(false);
            }

            await client.ConfigureAwait(false);
            link.Server.Broadcast?.GiveUp(link.Server);
            await relaying.ConfigureAwait(false);
        }
    }

    private async Task WaitForSessionsAsync(Func<Link, bool> isOfServer, Func<int> ended)
    {
        int expected = _links.Count(link => isOfServer(link) && link.Relay is null or { IsConnected: true });
        while (ended() < expected)
        {
            await Task.Delay(Pause).ConfigureAwait(false);
        }
    }
}
