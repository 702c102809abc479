namespace Codec.Tests.Transport;

/// <summary>Tests both languages on real sockets: every message is returned equal and in order, and none is lost.</summary>
public sealed class LiveServerTests
{
    private static readonly int Packets = RandomCases.Count(20_000);

    // Both snapshots have one type.
    private static readonly Dictionary<uint, PlainType> Types = GameMessages.All.GroupBy(message => (uint)message.PacketId)
        .ToDictionary(same => same.Key, same => new PlainType(GeneratedSamples.Plain(same.Last().Name).GetType()));

    // A run that takes longer fails.
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(2);

    [Test]
    public async Task Cpp_server_echoes_every_packet_to_a_CSharp_client()
    {
        int seed = RandomCases.Seed();
        using CppServer server = new("echo");
        using TcpClient client = new() { NoDelay = true };
        await client.ConnectAsync(server.EndPoint);
        await using CuttingStream cutting = new(client.GetStream(), seed);
        await using PacketConnection connection = new(cutting);

        await Echo(connection, seed, Packets, client.Client).WaitAsync(Limit);

        Assert.That(server.Kill(), Is.Empty);
    }

    /// <summary>
    /// Returns packets of the schemas and packets with an id that the server does not know. Their order and sizes are derived from the seed.
    /// </summary>
    private static IEnumerable<(uint Id, byte[] Payload)> Messages(int seed, int count)
    {
        Random random = new(seed);
        RandomPlain values = new(random, new HashSet<string> { "Game.Login.User", "Game.Login.Token" });
        (uint Id, byte[] Payload)[] messages =
        [
            .. GameMessages.All.Select(message => ((uint)message.PacketId, GamePackets.Make(message)[PacketHeader.ByteCount..])),
            .. Enumerable.Range(0, Math.Min(count, 500)).Select(i => Types.ElementAt(i % Types.Count))
                .Select(type => (type.Key, type.Value.Write(values.Fill(type.Value.Type)))),
        ];
        for (int i = 0; i < count; i++)
        {
            if (random.Next(4) > 0)
            {
                yield return messages[random.Next(messages.Length)];
            }
            else
            {
                // Some have the maximum size.
                byte[] unknown = new byte[random.Next(50) == 0 ? ushort.MaxValue : random.Next(500)];
                random.NextBytes(unknown);
                yield return (7000, unknown);
            }
        }
    }

    // A connection over a stream cannot end sending, so the test shuts down the socket.
    private static async Task Echo(PacketConnection connection, int seed, int count, Socket? socket = null)
    {
        Task sending = Task.Run(async () =>
        {
            foreach ((uint id, byte[] payload) in Messages(seed, count))
            {
                await connection.SendAsync(id, payload);
            }

            await connection.CompleteAsync();
            socket?.Shutdown(SocketShutdown.Send);
        });

        using IEnumerator<(uint Id, byte[] Payload)> expected = Messages(seed, count).GetEnumerator();
        int received = 0;
        await foreach (PacketReadResult result in connection.ReadAllAsync())
        {
            Assert.That(expected.MoveNext(), Is.True, "more packets came than were sent");
            AssertEqual(result.Packet, expected.Current, received++);
        }

        await sending;
        Assert.That(received, Is.EqualTo(count));
    }

    private static void AssertEqual(Packet packet, (uint Id, byte[] Payload) expected, int index)
    {
        if (packet.Id != expected.Id || !packet.Payload.SequenceEqual(expected.Payload))
        {
            Assert.Fail($"Packet {index} has id {packet.Id} and {packet.PayloadSize} bytes; {expected.Id} with {expected.Payload.Length} was sent.");
        }
    }

    /// <summary>Splits the bytes of another stream at random positions: a write becomes several writes, and a read returns any number of bytes.</summary>
    /// <param name="inner">The stream; closed with this one.</param>
    /// <param name="seed">The seed of the random positions.</param>
    private sealed class CuttingStream(Stream inner, int seed) : WrappingStream(inner)
    {
        // One for each direction, because two threads use them concurrently.
        private readonly Random _writes = new(seed);
        private readonly Random _reads = new(seed + 1);

        public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            while (!buffer.IsEmpty)
            {
                int count = Piece(_writes, buffer.Length);
                await Inner.WriteAsync(buffer[..count], cancellationToken);
                buffer = buffer[count..];
            }
        }

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            Inner.ReadAsync(buffer.IsEmpty ? buffer : buffer[..Piece(_reads, buffer.Length)], cancellationToken);

        // Mostly large pieces, because millions of bytes would otherwise take minutes; sometimes a few bytes, which splits headers.
        private static int Piece(Random random, int length) => Math.Min(length, 1 + random.Next(random.Next(4) == 0 ? 8 : 20_000));
    }
}
