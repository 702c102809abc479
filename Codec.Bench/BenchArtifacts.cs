namespace Codec.Bench;

/// <summary>The folder of exports, which BenchmarkDotNet uses too, below the current folder.</summary>
internal static class BenchArtifacts
{
    internal const string Folder = "BenchmarkDotNet.Artifacts";
}
