using System.IO;
using NUnit.Framework;

namespace Codec.Tests.Golden;

/// <summary>The committed files of schemas/golden. A missing one is a failure, never a skip.</summary>
internal static class GoldenFiles
{
    /// <summary>Set this variable to 1 to replace the golden files by what C++ writes now; the run that does it fails.</summary>
    public const string UpdateVariable = "CODEC_UPDATE_GOLDEN";

    public static string Directory { get; } = Repository.PathOf("schemas", "golden");

    public static byte[] ReadBytes(string name) => File.ReadAllBytes(Existing(name));

    public static string ReadText(string name) => File.ReadAllText(Existing(name));

    private static string Existing(string name)
    {
        string path = Path.Combine(Directory, name);
        if (!File.Exists(path))
        {
            throw new AssertionException($"The golden file schemas/golden/{name} is missing.");
        }

        return path;
    }
}
