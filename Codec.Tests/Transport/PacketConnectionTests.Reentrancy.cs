using System;
using System.Collections.Generic;
using System.IO.Pipelines;
using System.Net.Sockets;
using System.Threading.Tasks;
using Codec.Framing;
using Codec.Packets;
using Codec.Tests.Doubles;
using Codec.Transport;
using Microsoft.Extensions.Time.Testing;
using NUnit.Framework;

namespace Codec.Tests.Transport;

/// <content>Payload writers that call the connection for which they write.</content>
public sealed partial class PacketConnectionTests
{
    private static readonly string[] Calls = ["send bytes", "send a message", "flush", "complete", "dispose"];

    [Test]
    public async Task A_payload_writer_that_calls_its_connection_throws_and_the_connection_stays_usable(
        [ValueSource(nameof(Calls))] string call, [Values] bool whileMeasuring)
    {
        (PacketConnection connection, Socket peer) = await Connect();
        await using PacketConnection receiver = new(peer);
        await connection.SendAsync(1, new byte[10]);
        CallingWriter writer = new(() => Call(connection, call), whileMeasuring);

        Assert.That(
            () => connection.SendAsync(2, (byte)7, writer).AsTask().Wait(Limit),
            Throws.InvalidOperationException.With.Message.Contains("payload writer"));

        await connection.SendAsync(3, new byte[20]);
        await connection.CompleteAsync();
        List<(uint, int)> received = [];
        await foreach (PacketReadResult result in receiver.ReadAllAsync())
        {
            received.Add((result.Packet.Id, result.Packet.PayloadSize));
        }

        Assert.That(received, Is.EqualTo(new[] { (1u, 10), (3u, 20) }));
        await connection.DisposeAsync();
    }

    [Test]
    public async Task A_payload_writer_that_makes_the_connection_fail_keeps_its_buffer_until_it_returns()
    {
        Pipe there = new();
        Pipe back = new();
        PacketConnection connection = new(new TestDuplexPipe(back.Reader, there.Writer), new PacketFormat(maxPayloadSize: 1000));
        await back.Writer.WriteAsync(Garbage);
        LentMemoryWriter writer = new(() => ReadAll(connection).Wait(Limit));

        Assert.That(
            () => connection.SendAsync(2, (byte)7, writer).AsTask().Wait(Limit),
            Throws.TypeOf<PacketConnectionException>().With.Property(nameof(PacketConnectionException.Reason)).EqualTo(PacketCloseReason.InvalidPacket));
        Assert.That(writer.LostItsMemory, Is.False);
        await connection.DisposeAsync();
    }

    [Test]
    public async Task A_payload_writer_that_moves_the_clock_keeps_its_buffer_until_it_returns()
    {
        FakeTimeProvider clock = new();
        PacketConnectionOptions options = new() { IdleTimeout = TimeSpan.FromSeconds(1), TimeProvider = clock };
        await using PacketConnection connection = new(new SinkStream(), options: options);
        LentMemoryWriter writer = new(() => clock.Advance(TimeSpan.FromMilliseconds(250)));
        await connection.SendAsync(2, (byte)7, writer);
        Assert.That(writer.LostItsMemory, Is.False);
    }

    private static Task Call(PacketConnection connection, string call) => call switch
    {
        "send bytes" => connection.SendAsync(9, new byte[5]).AsTask(),
        "send a message" => connection.SendAsync(9, (byte)5, new CallingWriter(static () => Task.CompletedTask, whileMeasuring: false)).AsTask(),
        "flush" => connection.FlushAsync().AsTask(),
        "complete" => connection.CompleteAsync().AsTask(),
        _ => connection.DisposeAsync().AsTask(),
    };
}
