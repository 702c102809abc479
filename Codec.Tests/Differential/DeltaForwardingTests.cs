extern alias packets;

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
        RandomScenes scenes = new();
        DeltaSender<Scene> sender = new();
        List<string> sent = [];
        using MemoryStream packets = new();
        for (int i = 0; i < Scenes; i++)
        {
            sent.Add(scenes.Next());
            sender.Advance(scenes.Scene);
            packets.Write(PacketEncoder.Encode(sender.SinceLast));
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

        using ReceivedScenes received = new();
        received.Read(answers.ToArray());
        Assert.That(received.Texts, Is.EqualTo(sent));
        Assert.That(answers.Length, Is.EqualTo(packets.Length), "both write the same differences");
    }
}
