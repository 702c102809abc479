extern alias packets;

using packets::Game.Packed;

namespace Codec.Tests.Differential;

/// <summary>A C++ program reads scenes that C# sends as differences, and sends them back as its own differences.</summary>
internal sealed class DeltaForwardingTests
{
    // The numbers begin again several times.
    private const int ScenesOfARound = 2000;

    [Test]
    public async Task Scenes_of_a_connection_pass_through_Cpp_as_differences_in_both_directions()
    {
        RandomScenes scenes = new();
        List<string> sent = [];
        Pipe output = new(new PipeOptions(pauseWriterThreshold: 0));
        await using (PacketConnection connection = new(new TestDuplexPipe(new Pipe().Reader, output.Writer)))
        {
            for (int i = 0; i < ScenesOfARound; i++)
            {
                sent.Add(scenes.Next());
                await connection.SendAsync(scenes.Scene);
            }

            await connection.CompleteAsync();
        }

        using MemoryStream packets = new();
        await output.Reader.CopyToAsync(packets);
        byte[] answers = Forward(packets.ToArray());
        using ReceivedScenes received = new();
        received.Read(answers);
        Assert.That(received.Texts, Is.EqualTo(sent));
        Assert.That(answers, Has.Length.EqualTo(packets.Length), "both write the same differences");
    }

    [Test]
    public void Scenes_of_a_link_with_losses_are_the_same_or_the_same_errors_in_Cpp()
    {
        Random random = new(RandomCases.Seed());
        (int scenes, int differences, int errors) = (0, 0, 0);
        while (scenes < RandomCases.Count("CODEC_DELTA_SCENES", 2 * ScenesOfARound))
        {
            List<string> results = [];
            byte[] packets = SendRound(random, results, ref differences);
            using ReceivedScenes received = new();
            received.Read(Forward(packets));
            Assert.That(received.Texts, Is.EqualTo(results));
            scenes += ScenesOfARound;
            errors += results.Count(result => result == nameof(PacketError.BaselineMissing));
        }

        TestContext.Out.WriteLine($"{scenes} scenes, {differences} of them differences; {errors} without a baseline");
        Assert.That(differences, Is.GreaterThan(scenes / 4));
        Assert.That(errors, Is.Positive);
    }

    /// <summary>Returns the packets that arrive, and adds what each is for C#: a scene, or an error.</summary>
    private static byte[] SendRound(Random random, List<string> results, ref int differences)
    {
        RandomScenes scenes = new(random);
        DeltaSender<Scene> sender = new();
        using ReceivedScenes received = new();
        List<(byte Number, byte[] Bytes)> link = [];
        using MemoryStream packets = new();
        byte acknowledged = 0;
        for (int i = 0; i < ScenesOfARound; i++)
        {
            _ = scenes.Next();
            byte number = sender.Advance(scenes.Scene);
            byte[] packet = PacketEncoder.Encode(sender.Since(acknowledged));
            differences += packet[PacketHeader.ByteCount + 1] == 0 ? 0 : 1;

            // Lost, sent twice, or overtaken by later ones.
            for (int copies = random.Next(10) switch { 0 => 0, 1 => 2, _ => 1 }; copies > 0; copies--)
            {
                link.Insert(random.Next(5) == 0 ? random.Next(link.Count + 1) : link.Count, (number, packet));
            }

            // More is sent than arrives, and then less.
            for (int count = random.Next(i % 200 < 100 ? 3 : 6); count > 0 && link.Count > 0; count--)
            {
                (number, packet) = link[0];
                link.RemoveAt(0);
                packets.Write(packet);
                acknowledged = received.TryRead(packet) ? number : acknowledged;
            }
        }

        results.AddRange(received.Texts);
        return packets.ToArray();
    }

    private static byte[] Forward(byte[] packets)
    {
        using Process program = ExternalProgram.Start(CppPrograms.Build("tests/differential", "codec_forward_scenes"), [], redirectInput: true);
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
        return answers.ToArray();
    }
}
