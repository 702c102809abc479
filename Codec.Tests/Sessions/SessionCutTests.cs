using Codec.Sessions;

namespace Codec.Tests.Sessions;

/// <summary>Tests what a side knows about its packets after the line was cut at any byte, in any state of the session.</summary>
public sealed class SessionCutTests
{
    [Test]
    public async Task No_packet_that_the_peer_lost_is_reported_as_sent_after_a_cut()
    {
        int seed = RandomCases.Seed();
        int cases = RandomCases.Count("CODEC_SESSION_CUTS", 100_000);
        int workers = Environment.ProcessorCount;
        int[] opened = await Task.WhenAll(Enumerable.Range(0, workers).Select(worker => Task.Run(async () =>
        {
            Random random = new(unchecked(seed + (worker * 7919)));
            int count = 0;
            for (int i = 0; i < cases / workers; i++)
            {
                count += await Cut(random) ? 1 : 0;
            }

            return count;
        })));
        Assert.That(opened.Sum(), Is.InRange(cases / 10, cases - (cases / 50)), "connections that were cut after the handshake");
    }

    /// <summary>Sends from up to three tasks over a line that is cut.</summary>
    /// <returns>Whether the session had been opened.</returns>
    private static async Task<bool> Cut(Random random)
    {
        byte[] welcome = new byte[100];
        _ = PacketEncoder.Encode(welcome, new Welcome(), null, out int size);
        CutStream line = new(welcome.AsSpan(0, random.Next(8) == 0 ? random.Next(size) : size).ToArray(), random.Next(random.Next(2) == 0 ? 200 : 5000));
        await using PacketConnection connection = new(line, options: SessionPair.Options(SessionPair.Client));
        Task<List<uint>> reading = SessionPair.ReadIds(connection);
        if (!connection.Session!.IsOpen)
        {
            line.End();
            await reading.ContinueWith(static _ => { }, TaskScheduler.Default).WaitAsync(SessionPair.Limit);
            Assert.That(connection.Failure?.UnsentPackets ?? 0, Is.LessThanOrEqualTo(1), "nothing but the hello was accepted");
            return false;
        }

        int[] sizes = [.. Enumerable.Range(0, 40).Select(_ => random.Next(300))];
        int[] accepted = new int[1 + random.Next(3)];
        await Task.WhenAll(Enumerable.Range(0, accepted.Length).Select(sender => SendAsync(sender, random.Next(2) == 0))).WaitAsync(SessionPair.Limit);
        line.End();
        await reading.ContinueWith(static _ => { }, TaskScheduler.Default).WaitAsync(SessionPair.Limit);
        await connection.DisposeAsync();
        if (connection.Failure is { } failure)
        {
            // The hello is a packet, too, and the peer may get more than the writes that have ended.
            long unsent = failure.UnsentPackets;
            Assert.That(unsent, Is.EqualTo(1 + accepted.Sum() - line.Written), "packets of the writes that have ended");
            Assert.That(1 + accepted.Sum() - unsent, Is.LessThanOrEqualTo(line.Received), "packets that the peer has whole");
        }

        return true;

        async Task SendAsync(int sender, bool yields)
        {
            try
            {
                foreach (int payload in sizes)
                {
                    ValueTask sent = connection.SendAsync(7, new byte[payload]);
                    accepted[sender]++;
                    await sent;
                    if (yields)
                    {
                        await Task.Yield();
                    }
                }

                await connection.FlushAsync();
            }
            catch (PacketConnectionException)
            {
                // The line was cut.
            }
        }
    }

    /// <summary>A line that takes a number of bytes, and then fails inside a write.</summary>
    private sealed class CutStream(byte[] input, int left) : TestStream
    {
        private readonly TaskCompletionSource<int> _end = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly MemoryStream _bytes = new();
        private bool _isRead;
        private int _written;

        /// <summary>Gets the number of packets in the writes that did not fail.</summary>
        internal int Written => Packets(_written);

        /// <summary>Gets the number of packets that the peer has received.</summary>
        internal int Received => Packets((int)_bytes.Length);

        internal void End() => _end.TrySetResult(0);

        public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
        {
            if (_isRead || input.Length == 0)
            {
                return _end.Task;
            }

            _isRead = true;
            Assert.That(count, Is.GreaterThanOrEqualTo(input.Length));
            input.CopyTo(buffer, offset);
            return Task.FromResult(input.Length);
        }

        public override async Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
        {
            if (count % 2 == 0)
            {
                await Task.Yield();
            }

            int taken = Math.Min(count, left - (int)_bytes.Length);
            _bytes.Write(buffer, offset, taken);
            if (taken < count)
            {
                throw new IOException("The line was cut.");
            }

            _written = (int)_bytes.Length;
        }

        public override Task FlushAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        protected override void Dispose(bool disposing)
        {
            base.Dispose(disposing);
            End();
        }

        private int Packets(int length)
        {
            ReadOnlySpan<byte> rest = _bytes.GetBuffer().AsSpan(0, length);
            int packets = 0;
            while (PacketDecoder.Decode(rest, out _, out int consumed, out _) == OperationStatus.Done)
            {
                rest = rest[consumed..];
                packets++;
            }

            return packets;
        }
    }
}
