using System;
using System.Buffers.Binary;
using System.IO;
using System.Linq;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Codec.Framing;
using Codec.Packets;
using Codec.Tests.Doubles;
using Codec.Transport;
using Microsoft.Extensions.Time.Testing;
using NUnit.Framework;

namespace Codec.Tests.Transport;

/// <content>Peers that disconnect, become silent or send invalid bytes.</content>
public sealed partial class PacketConnectionTests
{
    [Test]
    public async Task A_read_that_times_out_inside_a_packet_reports_the_timeout_as_the_reason()
    {
        FakeTimeProvider clock = new();
        await using PacketConnection connection = new(
            new EndingStream([200, 0, 1, 0, 5]),
            options: new PacketConnectionOptions { HalfPacketTimeout = TimeSpan.FromMilliseconds(50), TimeProvider = clock });
        Task reading = ReadAll(connection);
        await clock.UntilAsync(reading);
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => reading);
        Assert.That(exception!.Reason, Is.EqualTo(PacketCloseReason.HalfPacketTimeout));
    }

    [Test]
    public async Task A_stream_that_cancels_its_own_read_fails_the_connection([Values] bool hasToken, [Values] bool streamHasToken)
    {
        OperationCanceledException timeout = streamHasToken ? new OperationCanceledException(new CancellationToken(true)) : new TaskCanceledException();
        await using PacketConnection connection = new(new DelegatedReadStream(_ => Task.FromException<int>(timeout)));
        using CancellationTokenSource unused = new();
        Task<int> reading = ReadAll(connection, hasToken ? unused.Token : default);
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => reading.WaitAsync(Limit));
        Assert.That((exception!.Reason, connection.CloseReason), Is.EqualTo((PacketCloseReason.Remote, PacketCloseReason.Remote)));
        Assert.That(exception.InnerException, Is.InstanceOf<OperationCanceledException>());
    }

    [Test]
    public async Task Half_closed_peer_that_still_reads_receives_every_packet()
    {
        (PacketConnection connection, Socket peer) = await Connect();

        // The connection is created before the shutdown. After it, .NET regards the socket as not connected.
        await using PacketConnection receiver = new(peer);
        peer.Send([0, 0, 1, 0]);
        peer.Shutdown(SocketShutdown.Send);
        Assert.That(await ReadAll(connection).WaitAsync(Limit), Is.EqualTo(1));

        for (int i = 0; i < 100; i++)
        {
            await connection.SendAsync(2, new byte[1000]);
        }

        await connection.DisposeAsync();
        Assert.That(await ReadAll(receiver).WaitAsync(Limit), Is.EqualTo(100));
    }

    [Test]
    public async Task Peer_that_becomes_silent_is_dropped_and_the_unsent_packets_are_reported()
    {
        // A peer that lost its network cannot be distinguished from one that neither reads nor writes.
        FakeTimeProvider clock = new();
        (PacketConnection connection, Socket peer) = await ConnectWithIdleTimeout(clock);
        using (peer)
        {
            int accepted = 0;
            Task sending = Task.Run(async () =>
            {
                while (true)
                {
                    accepted++;
                    await connection.SendAsync(1, new byte[10_000]);
                }
            });
            Task reading = ReadAll(connection);

            // Waits until the system's buffers are full.
            for (int before = -1; before != accepted; await Task.Delay(100))
            {
                before = accepted;
            }

            await clock.UntilAsync(Task.WhenAll(reading, sending));
            PacketConnectionException? read = await Assert.ThrowsAsync<PacketConnectionException>(() => reading);
            PacketConnectionException? send = await Assert.ThrowsAsync<PacketConnectionException>(() => sending);
            Assert.That((read!.Reason, send!.Reason), Is.EqualTo((PacketCloseReason.IdleTimeout, PacketCloseReason.IdleTimeout)));
            Assert.That(send.UnsentPackets, Is.InRange(1, accepted));
            await connection.DisposeAsync();
        }
    }

    [Test]
    public async Task Slow_reader_limits_buffering_to_the_send_limit_and_one_packet_per_sender()
    {
        const int Senders = 8;
        const int PacketSize = 10_000;
        const int SendLimit = 200_000;
        const int SystemBuffer = 64 * 1024;
        (PacketConnection connection, Socket peer) = await Connect(
            new PacketConnectionOptions { SendLimit = SendLimit, CloseTimeout = TimeSpan.Zero }, socketBuffer: SystemBuffer);
        long accepted = 0;
        Task[] senders = [.. Enumerable.Range(0, Senders).Select(_ => Task.Run(async () =>
        {
            byte[] payload = new byte[PacketSize - PacketHeader.ByteCount];
            while (true)
            {
                Interlocked.Add(ref accepted, PacketSize);
                await connection.SendAsync(1, payload);
            }
        }))];
        long before;
        do
        {
            before = Interlocked.Read(ref accepted);
            await Task.Delay(500);
        }
        while (before != Interlocked.Read(ref accepted));

        // The system doubles the requested buffer size, each side has a buffer, and the last write may exceed it.
        Assert.That(before, Is.LessThan(SendLimit + (Senders * PacketSize) + (5 * SystemBuffer)));
        Assert.That(senders.All(sender => !sender.IsCompleted), Is.True);
        await connection.DisposeAsync();
        foreach (Task sender in senders)
        {
            PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => sender.WaitAsync(Limit));
            Assert.That(exception!.UnsentPackets * PacketSize, Is.InRange(1, SendLimit + (Senders * PacketSize)), "what the connection held");
        }

        peer.Dispose();
    }

    [Test]
    public async Task Peer_that_resets_has_received_complete_packets_and_unsent_packets_are_reported()
    {
        const int PayloadSize = 20_000;
        const int SendLimit = 500_000;
        (PacketConnection connection, Socket peer) = await Connect(new PacketConnectionOptions { SendLimit = SendLimit });
        int accepted = 0;
        Task sending = Task.Run(async () =>
        {
            byte[] payload = new byte[PayloadSize];
            while (true)
            {
                BinaryPrimitives.WriteInt32LittleEndian(payload, accepted++);
                await connection.SendAsync(1, payload);
            }
        });

        // Reads 100 whole packets and a part of the next one.
        byte[] received = new byte[(100 * (PayloadSize + PacketHeader.ByteCount)) + 777];
        for (int count = 0; count < received.Length;)
        {
            count += peer.Receive(received, count, received.Length - count, SocketFlags.None);
        }

        peer.LingerState = new LingerOption(true, 0);
        peer.Dispose();
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => sending.WaitAsync(Limit));

        int whole = 0;
        for (ReadOnlyMemory<byte> rest = received; PacketDecoder.Decode(rest.Span, out Packet packet, out int consumed, out _) == System.Buffers.OperationStatus.Done;)
        {
            Assert.That((packet.PayloadSize, BinaryPrimitives.ReadInt32LittleEndian(packet.Payload)), Is.EqualTo((PayloadSize, whole)));
            whole++;
            rest = rest[consumed..];
        }

        Assert.That(whole, Is.EqualTo(100));
        Assert.That(exception!.Reason, Is.EqualTo(PacketCloseReason.Remote));

        // The unsent packets are those in the queue and those of the interrupted write, some of which the peer may have received. The send limit
        // applies to both together.
        Assert.That(exception.UnsentPackets, Is.InRange(1, (SendLimit / (PayloadSize + PacketHeader.ByteCount)) + 1));
        await connection.DisposeAsync();
    }

    [Test]
    public async Task Invalid_bytes_close_the_connection_after_the_last_valid_packet()
    {
        (PacketConnection connection, Socket peer) = await Connect(format: new PacketFormat(maxPayloadSize: 1000));
        byte[] good = [3, 0, 1, 0, 7, 7, 7];
        peer.Send([.. good, .. Garbage, .. good]);
        int count = 0;
        InvalidPacketException? exception = await Assert.ThrowsAsync<InvalidPacketException>(async () =>
        {
            await foreach (PacketReadResult _ in connection.ReadAllAsync(new CancellationTokenSource(Limit).Token))
            {
                count++;
            }
        });
        Assert.That((count, exception!.Position, exception.Error), Is.EqualTo((1, (long)good.Length, PacketError.PayloadTooLarge)));
        await connection.DisposeAsync();
        peer.Dispose();
    }

    [Test]
    public async Task Stream_with_its_own_buffer_is_flushed()
    {
        (Socket client, Socket server) = await ConnectSockets();
#pragma warning disable CA2000 // The connection owns it.
        await using PacketConnection connection = new(new BufferedStream(new NetworkStream(client, ownsSocket: true)));
#pragma warning restore CA2000
        await using PacketConnection receiver = new(server);
        await connection.SendAsync(5, new byte[10]);
        await foreach (PacketReadResult result in receiver.ReadAllAsync(new CancellationTokenSource(Limit).Token))
        {
            Assert.That(result.Packet.Id, Is.EqualTo(5));
            break;
        }
    }
}
