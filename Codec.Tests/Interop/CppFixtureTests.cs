using System;
using System.IO;
using System.Linq;
using Codec.Tests.GeneratedCode;
using Codec.Tests.Golden;
using Game.Samples;
using NUnit.Framework;

namespace Codec.Tests.Interop;

/// <summary>
/// Tests C++ programs, which are run by the tests, with the golden files and with the packets that C# writes. The packets are those of generated
/// messages, and those of flatc's types with each FlatBuffers library for C++.
/// </summary>
[TestFixture(Generated)]
[TestFixture(CppPrograms.SystemLibrary)]
[TestFixture(CppPrograms.WasmLibrary)]
public sealed class CppFixtureTests(string library)
{
    private const string Generated = "generated";

    private bool IsGenerated => library == Generated;

    private string[] NotPackets => IsGenerated ? ["layout.txt"] : [];

    // The layouts of generated code and of flatc differ.
    private string Golden => IsGenerated ? "generated/" : "";

    private string Writer => IsGenerated ? CppPrograms.PathOf("tests/fixtures/codec_write_fixtures", CppPrograms.SystemLibrary) : CppPrograms.PathOf("tests/flatc/codec_flatc_write_packets", library);

    private string Reader => IsGenerated ? CppPrograms.PathOf("tests/fixtures/codec_read_packets", CppPrograms.SystemLibrary) : CppPrograms.PathOf("tests/flatc/codec_flatc_read_packets", library);

    private string ScratchRoot => Repository.PathOf("artifacts", "cpp", "packets", $"{Environment.ProcessId}-{library}");

    [OneTimeTearDown]
    public void RemoveScratch()
    {
        if (Directory.Exists(ScratchRoot))
        {
            Directory.Delete(ScratchRoot, recursive: true);
        }
    }

    [Test]
    public void Cpp_writes_the_golden_files()
    {
        string written = Scratch("written");

        ExternalProgram.RunSuccessfully(Writer, written);

        if (Environment.GetEnvironmentVariable(GoldenFiles.UpdateVariable) == "1")
        {
            UpdateGoldenFiles(written);
        }

        Assert.Multiple(() =>
        {
            foreach (GameMessage message in GameMessages.All)
            {
                string name = message.Name + ".bin";
                Assert.That(File.ReadAllBytes(Path.Combine(written, name)), Is.EqualTo(GoldenFiles.ReadBytes(Golden + name)), name);
            }

            foreach (string name in NotPackets)
            {
                Assert.That(File.ReadAllText(Path.Combine(written, name)), Is.EqualTo(GoldenFiles.ReadText(name)));
            }

            Assert.That(Directory.GetFiles(written), Has.Length.EqualTo(GameMessages.All.Count + NotPackets.Length));
        });
    }

    [Test]
    public void Packets_written_by_CSharp_are_read_by_Cpp()
    {
        string directory = Scratch("csharp");
        foreach (GameMessage message in GameMessages.All)
        {
            File.WriteAllBytes(Path.Combine(directory, message.Name + ".bin"), Packet(message));
        }

        string output = ExternalProgram.RunSuccessfully(Reader, directory);

        foreach (GameMessage message in GameMessages.All)
        {
            Assert.That(output, Does.Contain(message.Name + ": ok"));
        }
    }

    // Tests that the reader reports errors. Otherwise, the test above would always succeed.
    [Test]
    public void Cpp_reports_the_packet_and_the_field_with_a_wrong_value()
    {
        string directory = Scratch("wrong");
        foreach (GameMessage message in GameMessages.All)
        {
            byte[] packet = Packet(message);
            if (message.Name == "test_packet")
            {
                // Changes the int of the test packet, which is at payload offset 20 in both layouts.
                packet[24]++;
            }

            File.WriteAllBytes(Path.Combine(directory, message.Name + ".bin"), packet);
        }

        (int exitCode, string output) = ExternalProgram.Run(Reader, directory);

        Assert.That(exitCode, Is.EqualTo(1), "the number of wrong packets");
        Assert.That(output, Does.Contain("test_packet: number is wrong"));
    }

    private void UpdateGoldenFiles(string written)
    {
        foreach (string name in Directory.GetFiles(written).Select(Path.GetFileName).OfType<string>())
        {
            File.Copy(Path.Combine(written, name), Path.Combine(GoldenFiles.Directory, NotPackets.Contains(name) ? name : Golden + name), overwrite: true);
        }

        FlatcTool.Run("annotate.mjs");
        Assert.Fail($"The golden files were replaced; look at the difference, then run again without {GoldenFiles.UpdateVariable}.");
    }

    private byte[] Packet(GameMessage message) => IsGenerated ? GeneratedSamples.Packet(message.Name) : GamePackets.Make(message);

    private string Scratch(string name)
    {
        string directory = Path.Combine(ScratchRoot, name);
        Directory.CreateDirectory(directory);
        return directory;
    }
}
