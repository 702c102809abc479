extern alias packets;

using packets::Game;
using packets::Game.Packed;

namespace Codec.Tests.Differential;

/// <summary>A C++ program reads scenes that C# sends as differences over an unreliable link, and sends them back as its own differences.</summary>
internal sealed class DeltaForwardingTests
{
    // The numbers begin again several times.
    private const int ScenesOfARound = 2000;

    private static readonly PacketRoutes<Scene> Routes = new PacketRoutes<Scene>().AddScene((kept, view) => kept.TryRead(view));

    [Test]
    public void Scenes_pass_through_Cpp_as_differences_in_both_directions()
    {
        string program = CppPrograms.Build("tests/differential", "codec_forward_scenes");
        Random random = new(RandomCases.Seed());
        (int scenes, int differences, int errors) = (0, 0, 0);
        while (scenes < RandomCases.Count("CODEC_DELTA_SCENES", 2 * ScenesOfARound))
        {
            List<string> results = [];
            byte[] packets = SendRound(random, results, ref differences);
            Assert.That(Forward(program, packets), Is.EqualTo(results));
            scenes += ScenesOfARound;
            errors += results.Count(result => !result.Contains(':', StringComparison.Ordinal));
        }

        TestContext.Out.WriteLine($"{scenes} scenes, {differences} of them differences; {errors} errors");
        Assert.That((differences, errors), Is.GreaterThan((scenes / 2, 0)));
    }

    /// <summary>Returns the packets that arrive, and adds what each is for C#: a scene, or an error.</summary>
    private static byte[] SendRound(Random random, List<string> results, ref int differences)
    {
        Scene scene = new() { Units = new() };
        DeltaSender<Scene> sender = new();
        Scene received = new();
        using PacketDispatcher<Scene> receiver = new(Routes, received, PacketDirections.ToClient);
        List<(byte Number, byte[] Bytes)> link = [];
        using MemoryStream packets = new();
        byte acknowledged = 0;
        for (int i = 0; i < ScenesOfARound; i++)
        {
            Change(scene, random);
            byte number = sender.Advance(scene);
            byte[] packet = PacketEncoder.Encode(sender.Since(acknowledged));
            differences += packet[PacketHeader.ByteCount + 1] == 0 ? 0 : 1;

            // Lost, sent twice, or overtaken by later ones.
            for (int copies = random.Next(10) switch { 0 => 0, 1 => 2, _ => 1 }; copies > 0; copies--)
            {
                link.Insert(random.Next(5) == 0 ? random.Next(link.Count + 1) : link.Count, (number, packet));
            }

            for (int count = random.Next(4); count > 0 && link.Count > 0; count--)
            {
                (number, packet) = link[0];
                link.RemoveAt(0);
                packets.Write(packet);
                Assert.That(PacketDecoder.TryDecodeDatagram(packet, PacketFormat.Default, out Packet datagram, out PacketError error), Is.True);
                error = receiver.Dispatch(datagram);
                acknowledged = error == PacketError.None ? number : acknowledged;
                results.Add(error == PacketError.None ? TextOf(received) : $"{error}");
            }
        }

        return packets.ToArray();
    }

    /// <summary>Returns what each packet is for C++: a scene that it sends back, or an error.</summary>
    private static List<string> Forward(string path, byte[] packets)
    {
        using Process program = ExternalProgram.Start(path, [], redirectInput: true);
        Task writing = Task.Run(() =>
        {
            program.StandardInput.BaseStream.Write(packets);
            program.StandardInput.Close();
        });
        using MemoryStream answers = new();
        program.StandardOutput.BaseStream.CopyTo(answers);
        writing.GetAwaiter().GetResult();
        program.WaitForExit();
        Assert.That(program.ExitCode, Is.Zero);

        List<string> results = [];
        Scene received = new();
        using PacketDispatcher<Scene> dispatcher = new(Routes, received, PacketDirections.ToClient);
        ReadOnlySpan<byte> rest = answers.ToArray();
        while (PacketDecoder.Decode(rest, PacketFormat.Default, out Packet packet, out int consumed, out _) == OperationStatus.Done)
        {
            // An error is a packet with only its number.
            PacketError error = packet.PayloadSize == 1 ? (PacketError)packet.Payload[0] : dispatcher.Dispatch(packet);
            results.Add(error == PacketError.None ? TextOf(received) : $"{error}");
            rest = rest[consumed..];
        }

        return results;
    }

    /// <summary>Adds, removes, moves or changes a unit, or nothing.</summary>
    private static void Change(Scene scene, Random random)
    {
        scene.Tick += (uint)random.Next(2);
        int at = random.Next(scene.Units!.Count + 1);
        if (at == scene.Units.Count || random.Next(8) == 0)
        {
            scene.Units.Insert(at, new Unit { Id = (uint)random.Next(1_000_000), Name = random.Next(3) == 0 ? null : $"unit {at}", Position = new Vec3 { X = at } });
        }
        else if (random.Next(8) == 0)
        {
            scene.Units.RemoveAt(at);
        }
        else if (random.Next(2) == 0)
        {
            scene.Units[at].Health -= (short)random.Next(3);
            scene.Units[at].Position = new Vec3 { X = (float)random.NextDouble(), Y = -1 };
        }
    }

    private static string TextOf(Scene scene) =>
        $"{scene.Tick}: {string.Join("; ", scene.Units!.Select(unit => $"{unit.Id} {unit.Name} {unit.Position?.X:R} {unit.Position?.Y:R} {unit.Health}"))}";
}
