using Scenes;

namespace Codec.Tests.GeneratedCode;

/// <summary>Compares the bytes of scenes with those that networking libraries of Unity take (docs/choosing.md), at 20 ticks a second.</summary>
internal sealed class DeltaSceneTests
{
    private const int Ticks = 200;
    private const int TickRate = 20;
    private const int Bodies = 500;

    [TestCase("move Y", 15_000)]
    [TestCase("move on all axes", 55_000)]
    [TestCase("wander", 70_000)]
    public void A_scene_takes_few_bytes_a_second_and_arrives_as_the_sender_sees_it(string motion, int limit)
    {
        Random random = new(1);
        (float Phase, float Speed, float X, float Y, float Z)[] bodies = [.. Enumerable.Range(0, Bodies).Select(_ => (Next(6), 0.5f + Next(2), Next(1) - 0.5f, Next(1) - 0.5f, Next(1) - 0.5f))];
        Scene scene = new() { Bodies = [.. Enumerable.Range(0, Bodies).Select(i => new Body { Id = (uint)i, Place = At(2 * (i % 25), 0, 2 * (i / 25)), Turn = new Turn { W = 1 } })] };
        DeltaSender<Scene> sender = new();
        Scene received = new();
        PacketRoutes<int> routes = new PacketRoutes<int>().AddScene((_, arrived) => received.TryRead(arrived));
        using PacketDispatcher<int> dispatcher = new(routes, 0, PacketDirections.ToClient);
        long bytes = 0;
        for (int tick = 0; tick <= Ticks; tick++)
        {
            for (int i = 0; i < Bodies; i++)
            {
                Move(scene.Bodies![i], i, bodies[i], (float)tick / TickRate);
            }

            scene.Quantize();
            sender.Advance(scene);
            byte[] packet = PacketEncoder.Encode(sender.SinceLast);
            bytes += tick == 0 ? 0 : packet.Length;
            Assert.That(PacketDecoder.TryDecodeDatagram(packet, PacketFormat.Default, out Packet decoded, out _), Is.True);
            Assert.That(dispatcher.Dispatch(decoded), Is.EqualTo(PacketError.None));
            Assert.That(Values(received), Is.EqualTo(Values(scene)));
        }

        TestContext.Out.WriteLine($"{motion}: {bytes * TickRate / Ticks} bytes a second");
        Assert.That(bytes * TickRate / Ticks, Is.LessThanOrEqualTo(limit));

        float Next(float range) => (float)random.NextDouble() * range;

        void Move(Body body, int i, (float Phase, float Speed, float X, float Y, float Z) own, float time)
        {
            float wave = 2 * (float)Math.Sin(own.Phase + (own.Speed * time));
            (float x, float z) = (2 * (i % 25), 2 * (i / 25));
            float angle = own.Phase + (own.Speed * time);
            body.Place = motion switch
            {
                "move Y" => At(x, wave, z),
                "wander" => At(x + (2 * (float)Math.Cos(angle)), 0, z + (2 * (float)Math.Sin(angle))),
                _ => At(x + (own.X * wave), own.Y * wave, z + (own.Z * wave)),
            };
            body.Turn = motion == "wander" ? new Turn { Y = (float)Math.Sin(-angle / 2), W = (float)Math.Cos(-angle / 2) } : body.Turn;
        }
    }

    private static Place At(float x, float y, float z) => new() { X = x, Y = y, Z = z };

    private static (uint Id, float X, float Y, float Z, float TurnX, float TurnY, float TurnZ, float TurnW)[] Values(Scene scene) =>
        [.. scene.Bodies!.Select(body => (body.Id, body.Place.X, body.Place.Y, body.Place.Z, body.Turn.X, body.Turn.Y, body.Turn.Z, body.Turn.W))];
}
