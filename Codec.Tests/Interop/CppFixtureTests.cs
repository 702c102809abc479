namespace Codec.Tests.Interop;

/// <summary>
/// Tests C++ programs, which are run by the tests, with the golden files.
/// </summary>
public sealed class CppFixtureTests
{
    // Generated code and flatc write different bytes.
    private const string Golden = "generated/";

    private const string Layout = "layout.txt";

    private static string ScratchRoot => Repository.PathOf("artifacts", "cpp", "packets", $"{Environment.ProcessId}");

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

        ExternalProgram.RunSuccessfully(CppPrograms.PathOf("tests/fixtures/codec_write_fixtures"), written);

        if (Environment.GetEnvironmentVariable(GoldenFiles.UpdateVariable) == "1")
        {
            UpdateGoldenFiles(written);
        }

        foreach (GameMessage message in GameMessages.All)
        {
            string name = message.Name + ".bin";
            Assert.That(File.ReadAllBytes(Path.Combine(written, name)), Is.EqualTo(GoldenFiles.ReadBytes(Golden + name)), name);
        }

        Assert.That(File.ReadAllText(Path.Combine(written, Layout)), Is.EqualTo(GoldenFiles.ReadText(Layout)));
        Assert.That(Directory.GetFiles(written), Has.Length.EqualTo(GameMessages.All.Count + 1));
    }

    // Tests that the reader, to which ctest gives the golden files, reports errors. Otherwise, it would always succeed.
    [Test]
    public void Cpp_reports_the_packet_with_a_wrong_value()
    {
        string directory = Scratch("wrong");
        foreach (GameMessage message in GameMessages.All)
        {
            byte[] packet = GeneratedSamples.Packet(message.Name);
            // Changes the int of the test packet, which is at payload offset 20.
            packet[24] += (byte)(message.Name == "test_packet" ? 1 : 0);
            File.WriteAllBytes(Path.Combine(directory, message.Name + ".bin"), packet);
        }

        (int exitCode, string output) = ExternalProgram.Run(CppPrograms.PathOf("tests/fixtures/codec_read_packets"), directory);

        Assert.That(exitCode, Is.EqualTo(1), "the number of wrong packets");
        Assert.That(output, Does.Contain("test_packet: a value is wrong"));
    }

    private static void UpdateGoldenFiles(string written)
    {
        foreach (string name in Directory.GetFiles(written).Select(Path.GetFileName).OfType<string>())
        {
            File.Copy(Path.Combine(written, name), Path.Combine(GoldenFiles.Directory, name == Layout ? name : Golden + name), overwrite: true);
        }

        FlatcTool.Run("annotate.mjs");
        Assert.Fail($"The golden files were replaced; look at the difference, then run again without {GoldenFiles.UpdateVariable}.");
    }

    private static string Scratch(string name)
    {
        string directory = Path.Combine(ScratchRoot, name);
        Directory.CreateDirectory(directory);
        return directory;
    }
}
