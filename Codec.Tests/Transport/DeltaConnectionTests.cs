extern alias packets;

using packets::Game.Packed;
using Failures = System.Collections.Generic.IReadOnlyList<(Codec.Transport.PacketConnection Connection, System.Exception Exception)>;

namespace Codec.Tests.Transport;

/// <summary>Tests that a connection sends a message with packet_delta as its difference to the last one of its id.</summary>
public sealed class DeltaConnectionTests
{
    private const uint OtherId = 9;

    private readonly List<string> _sent = [];
    private RandomScenes _scenes = new();

    [SetUp]
    public void Begin()
    {
        _sent.Clear();
        _scenes = new RandomScenes();
    }

    [Test]
    public async Task Each_message_is_the_difference_to_the_last()
    {
        using ReceivedScenes received = new();
        Pipe output = new(new PipeOptions(pauseWriterThreshold: 0));
        await using PacketConnection connection = new(new TestDuplexPipe(new Pipe().Reader, output.Writer));
        for (int i = 0; i < 600; i++)
        {
            _sent.Add(_scenes.Next());
            switch (i % 4)
            {
                case 0:
                    await connection.SendAsync(_scenes.Scene);
                    break;
                case 1:
                    Assert.That(await PacketBroadcast.SendAsync([connection, null], _scenes.Scene), Is.Empty);
                    break;
                case 2:
                    // Written before the scene, and so sent before it.
                    connection.Write(7, [(byte)i]);
                    connection.Write(_scenes.Scene);
                    break;
                default:
                    Assert.That(PacketBroadcast.Write([connection], _scenes.Scene), Is.Empty);
                    break;
            }
        }

        await connection.SendAsync(_scenes.Scene);
        await connection.FlushAsync();
        byte[] bytes = await Take(output);
        received.Read(bytes);
        Assert.That(received.Texts, Is.EqualTo((string[])[.. _sent, _sent[^1]]));
        Assert.That((received.Whole, bytes[^8]), Is.EqualTo((1, 4)), "the last has only the four bytes of the numbers");
    }

    [Test]
    public async Task Null_is_no_message()
    {
        await using PacketConnection connection = new(new TestDuplexPipe(new Pipe().Reader, new Pipe().Writer));
        Scene none = null!;
        Assert.That(async () => await connection.SendAsync(none), Throws.ArgumentNullException);
        Assert.That(() => connection.Write(none), Throws.ArgumentNullException);
        Assert.That(() => PacketBroadcast.Write([connection], none), Throws.ArgumentNullException);
        Assert.That(() => new DeltaSender<Scene>().Advance(none), Throws.ArgumentNullException);
    }

    [Test]
    public void A_rejected_message_is_no_baseline_and_a_new_connection_begins_with_a_whole_message()
    {
        // The receiver keeps its baselines, as a dispatcher that handles both connections.
        using ReceivedScenes received = new();
        Random random = new(RandomCases.Seed());
        for (int i = 0; i < 5; i++)
        {
            ChunkTransport transport = new();
            using PacketClient client = new(_ => new ValueTask<IPacketClientTransport>(transport));
            client.Connect();
            for (int k = random.Next(400); k >= 0; k--)
            {
                transport.IsFull = random.Next(3) == 0;
                string scene = _scenes.Next();
                bool isSent = k % 2 == 0 ? client.TrySend(_scenes.Scene) : client.TryWrite(_scenes.Scene);
                Assert.That(isSent, Is.Not.EqualTo(transport.IsFull));
                _sent.AddRange(isSent ? [scene] : []);
            }

            foreach (byte[] packet in transport.Sent)
            {
                received.Read(packet);
            }

            client.Close();
            Assert.That(client.TrySend(_scenes.Scene), Is.False);
        }

        Assert.That(received.Texts, Is.EqualTo(_sent));
        Assert.That(received.Whole, Is.AtMost(5));
    }

    [Test]
    public async Task A_message_that_fails_is_no_baseline()
    {
        using ReceivedScenes received = new();
        Pipe output = new();
        bool fails = false;
        await using PacketConnection connection = new(
            new TestDuplexPipe(new Pipe().Reader, output.Writer), new PacketFormat(maxPayloadSize: 900), new PacketConnectionOptions { Observer = new Failing(() => fails) });
        for (int i = 0; i < 50; i++)
        {
            string scene = _scenes.Next();
            string? name = _scenes.Scene.Units is [var first, ..] ? first.Name : null;
            fails = i % 3 == 1;
            if (i % 3 == 2 && _scenes.Scene.Units is [var large, ..])
            {
                large.Name = string.Concat(Enumerable.Repeat("Zq4", 400 + (i * 1000)));
                Assert.That(() => connection.SendAsync(_scenes.Scene), Throws.InstanceOf<Exception>(), "larger than the format, or than the schema's limit");
                large.Name = name;
            }
            else if (fails)
            {
                Assert.That(() => connection.Write(_scenes.Scene), Throws.InvalidOperationException);
            }
            else
            {
                await connection.SendAsync(_scenes.Scene);
                _sent.Add(scene);
            }
        }

        await connection.FlushAsync();
        received.Read(await Take(output));
        Assert.That((received.Texts, received.Whole), Is.EqualTo((_sent, 1)));
    }

    [Test]
    public async Task Many_threads_send_differences_of_two_ids()
    {
        const int Threads = 8;
        const int Count = 300;
        int others = 0;
        using ReceivedScenes received = new(new PacketRoutes<int>().AddRaw(
            OtherId, (_, in _) => others++, new PacketRules { Shape = Scene.PacketShape, Baselines = 1, MaxPayloadSize = 1000 }));
        Pipe output = new(new PipeOptions(pauseWriterThreshold: 0));
        await using PacketConnection connection = new(new TestDuplexPipe(new Pipe().Reader, output.Writer));
        Task[] sending = [.. Enumerable.Range(0, Threads).Select(thread => Task.Run(async () =>
        {
            Scene scene = new() { Units = [new Unit { Id = (uint)thread }] };
            for (int i = 1; i <= Count; i++)
            {
                scene.Tick = (uint)i;
                await connection.SendAsync(new Watched(scene, OtherId));
                if (i % 2 == 0)
                {
                    await connection.SendAsync(scene);
                }
                else
                {
                    connection.Write(7, [1]);
                    connection.Write(scene);
                }
            }
        }))];
        await Task.WhenAll(sending).WaitAsync(Limit);
        await connection.FlushAsync();
        received.Read(await Take(output));
        Assert.That((received.Texts.Count, received.Whole, others), Is.EqualTo((Threads * Count, 1, Threads * Count)));
        for (int thread = 0; thread < Threads; thread++)
        {
            IEnumerable<string> own = received.Texts.Where(text => text.Contains($": {thread} ", StringComparison.Ordinal));
            Assert.That(own.Select(text => int.Parse(text.Split(':')[0], CultureInfo.InvariantCulture)), Is.EqualTo(Enumerable.Range(1, Count)), "the order of a thread");
        }
    }

    [Test]
    public async Task A_broadcast_reaches_late_joiners_and_members_with_other_baselines()
    {
        Random random = new(RandomCases.Seed());
        List<PacketConnection?> members = [];
        List<(Pipe Output, ReceivedScenes Received, List<string> Sent)> peers = [];
        Watched watched = new(_scenes.Scene, 108);
        int count = 0;
        for (int i = 0; i < 300; i++)
        {
            if (i % 50 == 0)
            {
                peers.Add((new Pipe(new PipeOptions(pauseWriterThreshold: 0)), new ReceivedScenes(), []));
                members.Add(new PacketConnection(new TestDuplexPipe(new Pipe().Reader, peers[^1].Output.Writer)));
            }

            string scene = _scenes.Next();
            int own = random.Next(3 * members.Count);
            if (own < members.Count && (own > 0 || i < 200))
            {
                await members[own]!.SendAsync(_scenes.Scene);
                peers[own].Sent.Add(scene);
                scene = _scenes.Next();
            }

            count++;
            Failures failed = i % 2 == 0 ? PacketBroadcast.Write(members, watched) : await PacketBroadcast.SendAsync(members, watched);
            Assert.That(failed.Select(pair => pair.Connection), Is.EqualTo(i >= 200 ? [members[0]!] : Array.Empty<PacketConnection>()));
            for (int k = i >= 200 ? 1 : 0; k < peers.Count; k++)
            {
                peers[k].Sent.Add(scene);
            }

            if (i == 199)
            {
                await members[0]!.DisposeAsync();
            }
        }

        Assert.That(watched.Writes, Is.EqualTo(count), "a broadcast writes the message once");
        await PacketBroadcast.FlushAsync(members);
        for (int k = 0; k < peers.Count; k++)
        {
            peers[k].Received.Read(await Take(peers[k].Output));
            Assert.That((peers[k].Received.Texts, peers[k].Received.Whole), Is.EqualTo((peers[k].Sent, 1)));
            peers[k].Received.Dispose();
            await members[k]!.DisposeAsync();
        }
    }

    private static async Task<byte[]> Take(Pipe output)
    {
        ReadResult read = await output.Reader.ReadAsync();
        byte[] bytes = read.Buffer.ToArray();
        output.Reader.AdvanceTo(read.Buffer.End);
        return bytes;
    }

    /// <summary>A scene with another id.</summary>
    private sealed class Watched(IDeltaPacket scene, uint id) : IDeltaPacket
    {
        public uint Id => id;

        public PayloadShape Shape => scene.Shape;

        public int Baselines => 1;

        public int Limit => scene.Limit;

        internal int Writes { get; private set; }

        public int GetMaxByteCount() => throw new NotSupportedException();

        public int GetMaxPayloadSize() => scene.GetMaxPayloadSize();

        public bool TryWrite(Span<byte> destination, out int written) => throw new NotSupportedException();

        public bool TryWritePayload(Span<byte> destination, out int written)
        {
            Writes++;
            return scene.TryWritePayload(destination, out written);
        }
    }

    private sealed class Failing(Func<bool> fails) : PacketConnectionObserver
    {
        public override void Sent(PacketConnection connection, in Packet packet)
        {
            if (fails())
            {
                throw new InvalidOperationException("The observer fails.");
            }
        }
    }
}
