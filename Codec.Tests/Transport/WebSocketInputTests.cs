using System;
using System.IO;
using System.Threading.Tasks;
using Codec.Tests.Doubles;
using Codec.Transport;
using Microsoft.Extensions.Time.Testing;
using NUnit.Framework;

namespace Codec.Tests.Transport;

/// <summary>Tests the stream of bytes that a WebSocket receives.</summary>
[TestFixture]
internal sealed class WebSocketInputTests
{
    [Test]
    public void Cancelling_waits_for_a_pending_receive()
    {
        using SilentWebSocket webSocket = new();
        using WebSocketInput input = new(webSocket, format: null);
        FakeTimeProvider clock = new();
        Task<int> reading = input.ReadAsync(new byte[1]).AsTask();
        Task cancelling = input.CancelAfterAsync(clock, TimeSpan.FromSeconds(1));
        Assert.That((cancelling.IsCompleted, reading.IsCompleted), Is.EqualTo((false, false)));
        clock.Advance(TimeSpan.FromSeconds(1));
        Assert.That(async () => await reading.WaitAsync(PacketConnectionTests.Limit), Throws.InstanceOf<IOException>());
    }

    [Test]
    public void Cancelling_does_not_wait_if_no_receive_is_pending([Values] bool hasFailed)
    {
        using SilentWebSocket webSocket = new();
        using WebSocketInput input = new(webSocket, format: null);
        if (hasFailed)
        {
            Task<int> reading = input.ReadAsync(new byte[1]).AsTask();
            webSocket.Fail(new HandlerException());
            Assert.That(async () => await reading.WaitAsync(PacketConnectionTests.Limit), Throws.InstanceOf<HandlerException>());
        }

        Assert.That(input.CancelAfterAsync(new FakeTimeProvider(), TimeSpan.FromSeconds(1)).IsCompleted, Is.True);
    }
}
