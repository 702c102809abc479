namespace Codec.Tests.Golden;

/// <summary>Reads the committed files of schemas/golden. A missing file is a failure, and does not skip the test.</summary>
/// <remarks>
/// C# with Google.FlatBuffers writes the <c>.bin</c> files there, and flatc's C++ the same bytes; generated C# and generated C++ write those in
/// <c>generated</c>. The values are in schemas/samples/GameMessages.cs and cpp/tests/fixtures/messages.hpp. To change them, change both files.
/// </remarks>
internal static class GoldenFiles
{
    public static byte[] ReadBytes(string name) => File.ReadAllBytes(PathOf(name));

    /// <summary>Asserts that a golden file has these bytes. With CODEC_UPDATE_GOLDEN=1, replaces the file and fails.</summary>
    public static void AssertEqual(string name, byte[] bytes)
    {
        if (Environment.GetEnvironmentVariable("CODEC_UPDATE_GOLDEN") == "1")
        {
            File.WriteAllBytes(PathOf(name), bytes);
            Assert.Fail($"{name} was replaced.");
        }

        Assert.That(bytes, Is.EqualTo(ReadBytes(name)), name);
    }

    private static string PathOf(string name) => Repository.PathOf("schemas", "golden", name);
}
