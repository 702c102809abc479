using System.IO;
using NUnit.Framework;

namespace Codec.Tests;

/// <summary>Where the repository is: the nearest directory above the tests that has Codec.sln.</summary>
internal static class Repository
{
    private static readonly string Root = FindRoot();

    public static string PathOf(params string[] parts) => Path.Combine(Root, Path.Combine(parts));

    private static string FindRoot()
    {
        for (DirectoryInfo? directory = new(TestContext.CurrentContext.TestDirectory); directory is not null; directory = directory.Parent)
        {
            if (File.Exists(Path.Combine(directory.FullName, "Codec.sln")))
            {
                return directory.FullName;
            }
        }

        throw new DirectoryNotFoundException($"No directory above {TestContext.CurrentContext.TestDirectory} has Codec.sln.");
    }
}
