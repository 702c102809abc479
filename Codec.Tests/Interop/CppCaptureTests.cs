using static Codec.Tests.Capture.CaptureBytes;

namespace Codec.Tests.Interop;

/// <summary>Compares the captures of the C++ CaptureWriter with those of the C# one.</summary>
internal sealed class CppCaptureTests : TestFolderFixture
{
    private const int Packets = 200;

    [TestCase(4096, long.MaxValue)]
    [TestCase(262_144, long.MaxValue)]
    [TestCase(8192, 20_000)]
    public void The_files_have_the_same_bytes(int bufferSize, long maxFileSize)
    {
        string expected = Directory.CreateDirectory(InFolder("cs")).FullName;
        string actual = Directory.CreateDirectory(InFolder("cpp")).FullName;
        using (CaptureWriter writer = CaptureWriter.Create(
            Path.Combine(expected, "game.pcapng"), new CaptureWriterOptions { BufferSize = bufferSize, MaxFileSize = maxFileSize, IsServer = true }))
        {
            for (int i = 0; i < Packets; i++)
            {
                writer.Append(PacketOf(i), (CaptureDirection)(i % 3), unchecked((uint)i * 0x1234567), TimeOf(i));
            }
        }

        Write(Path.Combine(actual, "game.pcapng"), bufferSize, maxFileSize);
        string[] names = NamesIn(expected);
        Assert.That(NamesIn(actual), Is.EqualTo(names));
        Assert.That(names, maxFileSize == long.MaxValue ? Has.Length.EqualTo(1) : Has.Length.GreaterThan(5));
        foreach (string name in names)
        {
            Assert.That(File.ReadAllBytes(Path.Combine(actual, name)).AsSpan().SequenceEqual(File.ReadAllBytes(Path.Combine(expected, name))), Is.True, name);
        }
    }

    private static void Write(string path, int bufferSize, long maxFileSize)
    {
        string program = CppPrograms.PathOf("tests/fixtures/codec_write_capture");
        string output = ExternalProgram.RunSuccessfully(program, path, $"{bufferSize}", $"{maxFileSize}");
        Assert.That(output, Is.EqualTo($"{Packets} 0\n"));
    }

    private static string[] NamesIn(string folder) => [.. Directory.GetFiles(folder).Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal)];

    // As cpp/tests/fixtures/write_capture.cpp.
    private static byte[] PacketOf(int number)
    {
        int size = number == 7 ? 65_535 : number * 31 % 1500;
        IEnumerable<byte> payload = Enumerable.Range(0, size).Select(i => (byte)(number + (7 * i)));
        return [(byte)size, (byte)(size >> 8), (byte)number, (byte)(number >> 8), .. payload];
    }

    private static DateTimeOffset TimeOf(int number) => Noon.AddTicks(number * 123_456_737L / 100);
}
