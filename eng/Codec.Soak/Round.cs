namespace Codec.Soak;

/// <summary>Runs all links of a round concurrently, and checks their accounts.</summary>
internal sealed class Round : IDisposable
{
    // A silent link has a deadline of a second, which is checked four times.
    private static readonly TimeSpan SilenceLimit = TimeSpan.FromSeconds(4);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);
    private readonly CSharpServer _server;
    private readonly CppPeer _cppClient;
    private readonly CppPeer _cppServer;
    private readonly List<Link> _links;

    public Round(IReadOnlyList<LinkPlan> plans, CppPeer cppClient, CppPeer cppServer)
    {
        (_cppClient, _cppServer) = (cppClient, cppServer);
        _server = new CSharpServer(number => Find(number)?.Server);
        _links = [.. plans.Select(plan => new Link(plan, plan.HasCppServer ? cppServer.EndPointFor(plan) : _server.EndPointFor(plan)))];
        cppClient.Begin((number, _) => Find(number)?.Client);
        cppServer.Begin((number, _) => Find(number)?.Server);
    }

    public static IReadOnlyList<LinkPlan> PlansFor(int seed)
    {
        Random random = new(seed);
        return [.. Enumerable.Range(1, random.Next(24, 41)).Select(number => LinkPlan.Random((uint)number, random))];
    }

    public async Task<IReadOnlyList<string>> RunAsync()
    {
        await Task.WhenAll(_links.Select(RunAsync)).ConfigureAwait(false);
        await WaitForSessionsAsync(_links.Count(link => !link.Plan.HasCppServer && link.Relay.IsConnected), () => _server.EndedSessions).ConfigureAwait(false);
        await WaitForSessionsAsync(_links.Count(link => link.Plan.HasCppServer && link.Relay.IsConnected), () => _cppServer.EndedSessions).ConfigureAwait(false);
        await _server.StopAsync().ConfigureAwait(false);
        return
        [
            .. new[] { _server.Wrong, _cppClient.Wrong, _cppServer.Wrong }.OfType<string>(),
            .. _links.SelectMany(link => LinkCheck.Problems(link).Select(problem => $"{problem}\n{link}")),
        ];
    }

    public void Count(Action<string, long> add)
    {
        add("rounds", 1);
        foreach (Link link in _links)
        {
            LinkPlan plan = link.Plan;
            string client = plan.IsPolled ? plan.HasCppClient ? "PollClient" : "PacketClient" : plan.HasCppClient ? "C++" : "C#";
            add($"connections from {client} to {(plan.HasCppServer ? "C++" : "C#")}, {plan.Transport}", 1);
            add($"connections with {plan.Fault}{(link.HasBroken ? ", broken" : "")}", 1);
            add("packets accepted", link.Client.Accepted + link.Server.Accepted);
            add("packets received", link.Client.Received + link.Server.Received);
            add("packets reported as unsent", link.Client.Unsent + link.Server.Unsent);
        }
    }

    public void Dispose()
    {
        _server.Dispose();
        _links.ForEach(link => link.Dispose());

        // The peers outlive the round.
        _cppClient.Begin((_, _) => null);
        _cppServer.Begin((_, _) => null);
    }

    public override string ToString() => string.Join('\n', _links.Where(link => !link.Client.IsClosed || !link.Server.IsClosed));

    private async Task RunAsync(Link link)
    {
        await Task.Delay(link.Plan.Seed % 500).ConfigureAwait(false);
        Task relaying = link.Relay.RunAsync();
        Task client = link.Plan switch
        {
            { HasCppClient: true } => _cppClient.RunAsync(link.Client, link.Relay.EndPoint),
            { IsPolled: true } => PolledClient.RunAsync(link.Client, link.Relay.EndPoint),
            _ => CSharpClient.RunAsync(link.Client, link.Relay.EndPoint),
        };
        if (link.Plan.Fault == LinkFault.HalfOpen)
        {
            await EndSilenceAsync(link, relaying).ConfigureAwait(false);
        }

        await client.ConfigureAwait(false);
        await relaying.ConfigureAwait(false);
    }

    private static async Task EndSilenceAsync(Link link, Task relaying)
    {
        while (!relaying.IsCompleted && !link.Relay.IsSilent)
        {
            await Task.Delay(Pause).ConfigureAwait(false);
        }

        await Task.WhenAny(relaying, Task.Delay(SilenceLimit)).ConfigureAwait(false);
        link.Relay.Reset();
    }

    private static async Task WaitForSessionsAsync(int expected, Func<int> ended)
    {
        while (ended() < expected)
        {
            await Task.Delay(Pause).ConfigureAwait(false);
        }
    }

    private Link? Find(uint number) => number > 0 && number <= _links.Count ? _links[(int)number - 1] : null;
}
