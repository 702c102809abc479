namespace Codec.Tests.Transport;

/// <content>Packets that are sent faster than they can be written, so that the sending thread writes them.</content>
public sealed partial class PacketConnectionTests
{
    [Test]
    public async Task Last_packets_of_a_fast_sender_are_sent_without_a_flush()
    {
        const int Rounds = 20;
        const int Packets = 5000;
        (PacketConnection connection, Socket peer) = await Connect();
        await using PacketConnection receiver = new(peer);
        Task<int> receiving = Task.Run(async () =>
        {
            int received = 0;
            await foreach (PacketReadResult result in receiver.ReadAllAsync())
            {
                if (BinaryPrimitives.ReadInt32LittleEndian(result.Packet.Payload) != received)
                {
                    break;
                }

                if (++received % Packets == 0)
                {
                    await receiver.SendAsync(2, [1]);
                }
            }

            return received;
        });

        byte[] payload = new byte[1000];
        using CancellationTokenSource late = new(Limit);
        await using IAsyncEnumerator<PacketReadResult> answers = connection.ReadAllAsync(late.Token).GetAsyncEnumerator();
        for (int i = 0; i < Rounds * Packets;)
        {
            BinaryPrimitives.WriteInt32LittleEndian(payload, i);
            await connection.SendAsync(1, payload);
            if (++i % Packets == 0)
            {
                // Waits until the peer has received the last packet of the round.
                Assert.That(await answers.MoveNextAsync(), Is.True);
            }
        }

        await connection.CompleteAsync();
        Assert.That(await receiving.WaitAsync(Limit), Is.EqualTo(Rounds * Packets));
        await connection.DisposeAsync();
    }

    [Test]
    public async Task Flushing_sends_the_remaining_packets_of_a_fast_sender([Values(1, 2, 63, 64, 1000, 3001)] int packets)
    {
        SteppedStream stream = new(wholeWrites: int.MaxValue);
        for (int i = 0; i < 10_000; i++)
        {
            stream.EndWrite();
        }

        await using PacketConnection connection = new(stream);
        byte[] payload = new byte[1000];
        for (int round = 1; round <= 3; round++)
        {
            for (int i = 0; i < packets; i++)
            {
                await connection.SendAsync(1, payload);
            }

            await connection.FlushAsync().AsTask().WaitAsync(Limit);
            Assert.That(stream.WholeBytes, Is.EqualTo(round * packets * (PacketHeader.ByteCount + payload.Length)));
        }
    }

    [Test]
    public async Task Every_packet_of_fast_senders_is_either_written_successfully_or_counted_as_unsent(
        [Values(1, 4)] int senders, [Values(0, 1, 7, 100)] int wholeWrites)
    {
        const int PacketSize = 1000;
        SteppedStream stream = new(wholeWrites);
        for (int i = 0; i <= wholeWrites; i++)
        {
            stream.EndWrite();
        }

        await using PacketConnection connection = new(stream);
        long accepted = 0;
        await Task.WhenAll(Enumerable.Range(0, senders).Select(_ => Task.Run(async () =>
        {
            byte[] payload = new byte[PacketSize - PacketHeader.ByteCount];
            while (true)
            {
                ValueTask sent;
                try
                {
                    sent = connection.SendAsync(1, payload);
                }
                catch (PacketConnectionException)
                {
                    return;
                }

                // The packet is accepted, even if the wait fails.
                Interlocked.Increment(ref accepted);
                try
                {
                    await sent;
                }
                catch (PacketConnectionException)
                {
                    return;
                }
            }
        }))).WaitAsync(Limit);

        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(async () => await connection.SendAsync(1, [1]));
        Assert.That(exception!.UnsentPackets, Is.EqualTo(accepted - (stream.WholeBytes / PacketSize)));
        Assert.That(stream.WholeBytes % PacketSize, Is.Zero);
    }
}
