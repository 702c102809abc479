using System;
using System.Net;
using System.Threading;
using System.Threading.Tasks;
using Codec.Framing;
using Codec.Transport;
using NUnit.Framework;

namespace Codec.Tests.Transport;

/// <summary>Listening, and connecting to who listens.</summary>
[TestFixture]
public sealed partial class PacketListenerTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    [Test]
    public void Options_that_no_connection_can_have_are_refused_before_anybody_is_let_in()
    {
        IPEndPoint anywhere = new(IPAddress.Loopback, 0);
        Assert.That(
            () => new PacketListener(anywhere, options: new PacketConnectionOptions { SendLimit = 0 }),
            Throws.TypeOf<ArgumentOutOfRangeException>().With.Message.Contains("SendLimit must be at least 1 byte, not 0."));
        Assert.That(
            () => new PacketListener(anywhere, options: new PacketConnectionOptions { CloseTimeout = TimeSpan.FromSeconds(-5) }),
            Throws.TypeOf<ArgumentOutOfRangeException>().With.Message.Contains("CloseTimeout").And.Message.Contains("-00:00:05"));
    }

    [Test]
    public async Task Options_reach_the_connection_that_is_accepted()
    {
        using PacketListener listener = new(
            new IPEndPoint(IPAddress.Loopback, 0), options: new PacketConnectionOptions { IdleTimeout = TimeSpan.FromMilliseconds(200) });
        Task<PacketConnection> accepting = listener.AcceptAsync();
        await using PacketConnection silent = await PacketConnection.ConnectAsync(listener.EndPoint);
        await using PacketConnection accepted = await Timed(accepting);

        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => Timed(CountAsync(accepted)));
        Assert.That(exception!.Reason, Is.EqualTo(PacketCloseReason.IdleTimeout));
    }

    private static Task Timed(Task task) => task.WaitAsync(Limit);

    private static Task<T> Timed<T>(Task<T> task) => task.WaitAsync(Limit);

    private static async Task<int> CountAsync(PacketConnection connection)
    {
        int count = 0;
        using CancellationTokenSource limit = new(Limit);
        await foreach (PacketReadResult _ in connection.ReadAllAsync(limit.Token))
        {
            count++;
        }

        return count;
    }
}
