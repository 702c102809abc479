namespace Codec.Bench;

/// <summary>The folder of exported files, below the current folder. BenchmarkDotNet also uses it.</summary>
internal static class BenchArtifacts
{
    internal const string Folder = "BenchmarkDotNet.Artifacts";
}
