namespace Codec.Tests.Golden;

/// <summary>Reads the committed files of schemas/golden. A missing file is a failure, and does not skip the test.</summary>
/// <remarks>
/// C# with Google.FlatBuffers writes the <c>.bin</c> files there, and flatc's C++ the same bytes; generated C# and generated C++ write those in
/// <c>generated</c>. The values are in schemas/samples/GameMessages.cs and cpp/tests/fixtures/messages.hpp. To change them, change both files.
/// </remarks>
internal static class GoldenFiles
{
    /// <summary>The variable that, set to 1, replaces the golden files by the current output of C++. Such a run fails.</summary>
    public const string UpdateVariable = "CODEC_UPDATE_GOLDEN";

    public static string Directory { get; } = Repository.PathOf("schemas", "golden");

    public static byte[] ReadBytes(string name) => File.ReadAllBytes(Path.Combine(Directory, name));

    public static string ReadText(string name) => File.ReadAllText(Path.Combine(Directory, name));
}
