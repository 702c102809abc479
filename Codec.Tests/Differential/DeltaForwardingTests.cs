extern alias packets;

using packets::Game;
using packets::Game.Packed;

namespace Codec.Tests.Differential;

/// <summary>A C++ program reads scenes that C# sends as differences, and sends them back as its own differences.</summary>
internal sealed class DeltaForwardingTests
{
    // The numbers begin again twice.
    private const int Scenes = 600;

    [Test]
    public void Scenes_pass_through_Cpp_as_differences_in_both_directions()
    {
        Random random = new(RandomCases.Seed());
        Scene scene = new() { Units = new() };
        DeltaSender<Scene> sender = new();
        List<string> sent = [];
        using MemoryStream packets = new();
        for (int i = 0; i < Scenes; i++)
        {
            Change(scene, random);
            sender.Advance(scene);
            packets.Write(PacketEncoder.Encode(sender.SinceLast));
            sent.Add(TextOf(scene));
        }

        using Process program = ExternalProgram.Start(CppPrograms.Build("tests/differential", "codec_forward_scenes"), [], redirectInput: true);
        Task writing = Task.Run(() =>
        {
            program.StandardInput.BaseStream.Write(packets.GetBuffer(), 0, (int)packets.Length);
            program.StandardInput.Close();
        });
        using MemoryStream answers = new();
        program.StandardOutput.BaseStream.CopyTo(answers);
        writing.GetAwaiter().GetResult();
        program.WaitForExit();
        Assert.That(program.ExitCode, Is.Zero);

        List<string> received = [];
        Scene kept = new();
        PacketRoutes<int> routes = new PacketRoutes<int>().AddScene((_, view) =>
        {
            kept.TryRead(view);
            received.Add(TextOf(kept));
        });
        using PacketDispatcher<int> dispatcher = new(routes, 0, PacketDirections.ToClient);
        ReadOnlySpan<byte> rest = answers.ToArray();
        while (PacketDecoder.Decode(rest, PacketFormat.Default, out Packet packet, out int consumed, out _) == OperationStatus.Done)
        {
            Assert.That(dispatcher.Dispatch(packet), Is.EqualTo(PacketError.None));
            rest = rest[consumed..];
        }

        Assert.That(received, Is.EqualTo(sent));
        Assert.That(answers.Length, Is.EqualTo(packets.Length), "both write the same differences");
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
