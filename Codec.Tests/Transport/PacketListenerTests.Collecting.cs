namespace Codec.Tests.Transport;

/// <content>Connections that are never disposed. Mono's conservative garbage collector may not collect them.</content>
public sealed partial class PacketListenerTests
{
    [Test]
    public async Task An_undisposed_connection_is_counted_until_it_is_garbage_collected()
    {
        using PacketListener listener = Listen(1);
        await using PacketConnection peer = await Task.Run(() => ForgetAccepted(listener));
        for (Stopwatch watch = Stopwatch.StartNew(); listener.OpenConnections > 0 && watch.Elapsed < Limit; Thread.Yield())
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        Assert.That(listener.OpenConnections, Is.Zero);
        (PacketConnection next, PacketConnection nextPeer) = await Pair(listener);
        await next.DisposeAsync();
        await nextPeer.DisposeAsync();
    }

    private static async Task<PacketConnection> ForgetAccepted(PacketListener listener)
    {
        (PacketConnection _, PacketConnection peer) = await Pair(listener);
        Assert.That(listener.OpenConnections, Is.EqualTo(1));
        return peer;
    }
}
