using Codec.Sessions;

namespace Codec.Tests.Sessions;

/// <summary>Two connections over pipes, or one connection with a peer without a session.</summary>
internal static class SessionPair
{
    internal static readonly PacketProtocol Protocol = new(1, 2);

    internal static PacketSessionOptions Client { get; } = new() { Protocol = Protocol, Version = "client 1" };

    internal static PacketSessionOptions Server { get; } = new() { Protocol = Protocol, Version = "server 1", IsServer = true };

    /// <summary>Gets a session without a handshake.</summary>
    internal static PacketSessionOptions Plain { get; } = new();

    internal static PacketSessionOptions Beating { get; } = new() { HeartbeatInterval = TimeSpan.FromSeconds(1) };

    /// <summary>Returns a server that decides about clients.</summary>
    internal static PacketSessionOptions Accepting(Func<PacketHello, Task> accept) => new() { Protocol = Protocol, IsServer = true, Accept = accept };

    /// <summary>Creates both sides. A server without a session writes and reads packets as they are.</summary>
    internal static (PacketConnection Client, PacketConnection Server) Connect(
        PacketSessionOptions client, PacketSessionOptions? server = null, TimeProvider? time = null, PacketConnectionObserver? observer = null)
    {
        Pipe there = new();
        Pipe back = new();
        return (
            new PacketConnection(new TestDuplexPipe(back.Reader, there.Writer), options: Options(client, time)),
            new PacketConnection(new TestDuplexPipe(there.Reader, back.Writer), options: server is null ? null : Options(server, time, observer)));
    }

    internal static PacketConnectionOptions Options(PacketSessionOptions session, TimeProvider? time = null, PacketConnectionObserver? observer = null) =>
        new() { Session = session, TimeProvider = time ?? TimeProvider.System, Observer = observer };

    /// <summary>Opens both sides of a session. A side without a reader is read until the handshake has ended.</summary>
    internal static Task Open(PacketConnection client, PacketConnection server) =>
        Task.WhenAll(client.Session!.OpenAsync(), server.Session!.OpenAsync()).WaitAsync(Limit);

    /// <summary>Reads a connection up to its end, and returns the ids of the packets that the application gets.</summary>
    internal static async Task<List<uint>> ReadIds(PacketConnection connection, List<uint>? ids = null)
    {
        ids ??= [];
        await foreach (PacketReadResult result in connection.ReadAllAsync())
        {
            ids.Add(result.Packet.Id);
        }

        return ids;
    }

    /// <summary>Ends both directions, first the one whose packets the server dispatches. The client must have got answers only.</summary>
    internal static async Task End(PacketConnection client, PacketConnection server, Task serving, Task<List<uint>> reading)
    {
        await client.CompleteAsync();
        await serving.WaitAsync(Limit);
        await server.CompleteAsync();
        Assert.That(await reading.WaitAsync(Limit), Is.Empty);
        await server.DisposeAsync();
        await client.DisposeAsync();
    }

    internal static async Task Until(Func<bool> condition)
    {
        Stopwatch watch = Stopwatch.StartNew();
        while (!condition())
        {
            Assert.That(watch.Elapsed, Is.LessThan(Limit));
            await Task.Delay(1);
        }
    }

    /// <summary>Runs handlers in the background.</summary>
    internal static Task Run(PacketConnection connection, PacketRoutes<PacketConnection> routes) => Task.Run(async () =>
    {
        using PacketDispatcher<PacketConnection> dispatcher = new(routes, connection, PacketDirections.Both);
        await connection.RunAsync(dispatcher);
    });
}
